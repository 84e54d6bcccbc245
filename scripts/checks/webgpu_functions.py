#!/usr/bin/env python3
"""Compares the functions of webgpu.h, and those of our own beside them (ludusGpu...), that the backend calls with those
that the browser's library has: no more, no less.

    webgpu_functions.py             checks the project's files
    webgpu_functions.py --self-test  expects each kind of difference to be found
"""
import re
import sys

from compile import report
from sources import ROOT, project_files, wants_self_test

FOLDER = "modules/graphics/rhi/src/backends/webgpu"
LIBRARY = f"{FOLDER}/browser/webgpu.js"
NATIVE = "_native"  # the ending of files that only wgpu-native is compiled with


def called(texts):
    """The functions that C++ names outside comments and texts, as a list of sources."""
    names = set()
    for text in texts:
        text = re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"', "", text, flags=re.DOTALL)
        names |= set(re.findall(r"\b((?:wgpu|ludusGpu)[A-Z]\w*)\b", text))
    return names


def offered(text):
    return set(re.findall(r"^    ((?:wgpu|ludusGpu)[A-Z]\w*): ", text, re.MULTILINE)) - \
        {name for name in re.findall(r"^    (\w+__\w+): ", text, re.MULTILINE)}


def differences(calls, library):
    return [f"{name} is called, and {LIBRARY} has it not" for name in sorted(calls - library)] + \
        [f"{name} is in {LIBRARY}, and nothing calls it" for name in sorted(library - calls)]


def self_test():
    calls = called(["wgpuA(); // wgpuNo\n", '"wgpuNo" wgpuB', "/* wgpuNo */"])
    library = offered("    wgpuA__deps: [],\n    wgpuA: function() {},\n    wgpuC: function() {},\n        wgpuNo: 1,\n")
    found = differences(calls, library)
    failures = [] if len(found) == 2 and "wgpuB is called" in found[0] and "wgpuC is in" in found[1] else [str(found)]
    return report("webgpu functions, self-test", failures, 2, "cases")


def main():
    if wants_self_test():
        return self_test()
    sources = [path for path in project_files() if path.is_relative_to(FOLDER) and path.suffix in (".cpp", ".h") and
               not path.stem.endswith(NATIVE)]
    calls = called([(ROOT / path).read_text() for path in sources])
    library = offered((ROOT / LIBRARY).read_text())
    return report("webgpu functions", differences(calls, library), len(calls | library), "functions")


if __name__ == "__main__":
    sys.exit(main())
