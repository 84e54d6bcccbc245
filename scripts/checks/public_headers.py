#!/usr/bin/env python3
"""Compiles every public header alone, and twice in a row, with each compiler and language version users have.

    public_headers.py             checks the project's headers
    public_headers.py --self-test  expects a header that needs another one, and one without a guard, to be refused
"""
import sys
import tempfile
from pathlib import Path

from compile import report, run_all
from sources import ROOT, include_folders, public_headers, wants_self_test

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wsign-conversion", "-Wold-style-cast",
            "-Wundef", "-Werror"]
COMPILERS = [("g++", "c++20"), ("g++", "c++23"), ("clang++", "c++20"), ("clang++", "c++2b")]


def jobs_for(headers, folders):
    """headers: paths as a user includes them. folders: absolute include folders."""
    includes = [f"-I{folder}" for folder in folders]
    return [(f"<{header}> alone with {compiler} -std={standard}",
             [compiler, f"-std={standard}", *WARNINGS, *includes, "-x", "c++", "-fsyntax-only", "-"],
             f"#include <{header}>\n#include <{header}>\n")
            for header in headers for compiler, standard in COMPILERS]


def self_test():
    failures = []
    cases = {"good.h": "#pragma once\n#include <cstdint>\nstruct Good { std::uint32_t Value = 0; };\n",
             "needs_other.h": "#pragma once\nstruct Bad { std::uint32_t Value = 0; };\n",
             "no_guard.h": "struct Twice {};\n"}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in cases.items():
            (Path(folder) / name).write_text(text)
            refused = len(run_all(jobs_for([name], [folder])))
            expected = 0 if name == "good.h" else len(COMPILERS)
            if refused != expected:
                failures.append(f"{name}: refused {refused} times, expected {expected}")
    return report("public headers, self-test", failures, len(cases), "cases")


def main():
    if wants_self_test():
        return self_test()
    headers = [Path(*path.parts[path.parts.index("include") + 1:]).as_posix() for path in public_headers()]
    jobs = jobs_for(headers, [ROOT / folder for folder in include_folders()])
    return report("public headers", run_all(jobs), len(jobs), "compilations")


if __name__ == "__main__":
    sys.exit(main())
