#!/usr/bin/env python3
"""Runs clang-tidy over every source file of the dev build. A file that passed is looked at again only when it, a project
header it includes, its command or .clang-tidy changed: what passed is kept in out/tidy.json. Tests go without the path
analyzer, which takes three quarters of the time there (they run under the sanitizers instead), and may multiply small
constants as they like.

    tidy.py               all files
    tidy.py REGEX         those whose path matches
    tidy.py --since REF   those that changed since REF, or include something that did
"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from sources import ROOT

BUILD = ROOT / "out" / "build" / "dev"
KEPT = ROOT / "out" / "tidy.json"


def dependencies():
    """For each object of the build, the project files it was made from (Ninja keeps them)."""
    text = subprocess.run(["ninja", "-C", str(BUILD), "-t", "deps"], check=True, stdout=subprocess.PIPE,
                          text=True).stdout
    found, current = {}, None
    for line in text.splitlines():
        if line and not line.startswith(" ") and ": #deps" in line:
            current = found.setdefault(line.split(": #deps")[0], [])
        elif line.startswith("    ") and current is not None:
            path = Path(os.path.normpath(BUILD / line.strip()))
            if path.is_relative_to(ROOT):
                current.append(path)
    return found


def changed_since(reference):
    """Project files that differ between a commit and the working tree."""
    listed = subprocess.run(["git", "-C", str(ROOT), "diff", "--name-only", "-z", reference, "--"], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    return {ROOT / name for name in listed.split("\0") if name}


def key_of(entry, files, rules):
    digest = hashlib.sha256(rules + entry["command"].encode())
    for path in sorted(files):
        digest.update(path.as_posix().encode() + path.read_bytes() if path.exists() else b"gone")
    return digest.hexdigest()


def check_arguments():
    is_since = len(sys.argv) == 3 and sys.argv[1] == "--since" and not sys.argv[2].startswith("-")
    is_pattern = len(sys.argv) == 2 and not sys.argv[1].startswith("-")
    if sys.argv[1:] and not is_since and not is_pattern:
        print(f"tidy.py does not know {' '.join(sys.argv[1:])}; usage:\n{__doc__}", file=sys.stderr)
        sys.exit(2)


def main():
    check_arguments()
    tool = shutil.which("clang-tidy-14") or shutil.which("clang-tidy")
    if tool is None:
        sys.exit("no clang-tidy: run scripts/setup")
    since = changed_since(sys.argv[2]) if sys.argv[1:2] == ["--since"] else None
    pattern = re.compile(sys.argv[1] if since is None and sys.argv[1:] else "")
    commands = json.loads((BUILD / "compile_commands.json").read_text())
    known = dependencies()
    rules = (ROOT / ".clang-tidy").read_bytes()
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    work, passed, left_out = [], 0, 0
    for entry in commands:
        path = Path(entry["file"])
        if not path.is_relative_to(ROOT) or path.is_relative_to(ROOT / "out") or path.suffix != ".cpp":
            continue
        name = path.relative_to(ROOT).as_posix()
        if not pattern.search(name):
            continue
        made = re.search(r" -o (\S+)", entry["command"]).group(1)
        files = {path, *known.get(made, [])}
        if since is not None and not files & since:
            left_out += 1
            continue
        key = key_of(entry, files, rules)
        if kept.get(name) == key:
            passed += 1
        else:
            work.append((name, key))

    def one(name):
        # The commands are g++'s, which knows warnings that clang does not.
        command = [tool, "--quiet", "-p", str(BUILD), "--extra-arg=-Wno-unknown-warning-option", str(ROOT / name)]
        if "tests" in Path(name).parts:
            command.append("--checks=-clang-analyzer-*,-bugprone-implicit-widening-of-multiplication-result")
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return done.returncode, done.stdout or done.stderr

    failed = 0
    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        running = {pool.submit(one, name): (name, key) for name, key in work}
        for future in as_completed(running):
            name, key = running[future]
            status, text = future.result()
            if status == 0:
                kept[name] = key
            else:
                failed += 1
                kept.pop(name, None)
                print(text.strip(), flush=True)
    KEPT.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
    if not work and not passed and not left_out:
        sys.exit("clang-tidy: no source files found: build the dev preset first")
    print(f"clang-tidy: {len(work) - failed} of {len(work)} files pass, {passed} unchanged since they passed"
          + (f", {left_out} older than {sys.argv[2]}" if since is not None else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
