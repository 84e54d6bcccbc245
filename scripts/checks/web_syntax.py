#!/usr/bin/env python3
"""Checks with Emscripten's compiler that what reaches the browser compiles there: public headers, foundation and the part
of the RHI above the boundary, OpenGL's backend. Nothing is linked or run.

    web_syntax.py             checks the project's files
    web_syntax.py --self-test  expects a use of something Emscripten lacks to be refused
"""
import sys
import tempfile
from pathlib import Path

from compile import report, run_all
from sources import ROOT, include_folders, project_files, public_headers, wants_self_test

RHI = "modules/graphics/rhi/src"
FOLDERS = ["modules/foundation/src", *(f"{RHI}/{part}" for part in
           ("formats", "boundary", "validation", "registry", "frontend", "graph"))]
FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-fno-exceptions", "-fno-rtti"]


# Of the backends, OpenGL's without its windows and contexts of desktops.
BACKEND = f"{RHI}/backends/opengl"
DESKTOP_ONLY = ("session_egl.cpp", "surface_native.cpp")


def reaches_browser(path):
    return any(path.is_relative_to(folder) for folder in FOLDERS) or (
        path.is_relative_to(BACKEND) and path.name not in DESKTOP_ONLY)


def self_test():
    failures = []
    cases = {"good.cpp": "#include <concepts>\nint main() { return 0; }\n",
             "bit_cast.cpp": "#include <bit>\nfloat F(unsigned v) { return std::bit_cast<float>(v); }\n"}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in cases.items():
            path = Path(folder) / name
            path.write_text(text)
            refused = bool(run_all([(name, ["em++", *FLAGS, str(path)], None)]))
            if refused == (name == "good.cpp"):
                failures.append(f"{name}: {'refused' if refused else 'accepted'}")
    return report("web syntax, self-test", failures, len(cases), "cases")


def main():
    if wants_self_test():
        return self_test()
    sources = [path for path in project_files() if path.suffix == ".cpp" and reaches_browser(path)]
    # Headers of native SDKs exist only where their SDK does.
    headers = [path for path in public_headers() if not path.name.startswith("native_") or path.parts[1] == "platform"]
    includes = [f"-I{ROOT / folder}" for folder in include_folders()] + [f"-I{ROOT / RHI}"]
    with tempfile.TemporaryDirectory() as folder:
        everything = Path(folder) / "public_headers.cpp"
        everything.write_text("".join(f'#include "{ROOT / header}"\n' for header in headers))
        files = [everything, *(ROOT / path for path in sources)]
        jobs = [(str(path), ["em++", *FLAGS, *includes, str(path)], None) for path in files]
        return report("web syntax", run_all(jobs), len(jobs), "files")


if __name__ == "__main__":
    sys.exit(main())
