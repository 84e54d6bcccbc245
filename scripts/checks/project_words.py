#!/usr/bin/env python3
"""Looks for what no file of the project may hold: folders of one machine and host names of package registries.

    project_words.py             checks the project's files
    project_words.py --self-test  expects each kind of word to be found
"""
import re
import sys

from compile import report
from sources import ROOT, project_files, wants_self_test

# Written in pieces, so that this file passes its own check.
WORDS = [
    ("a folder of one machine", re.compile(r"(?<![\w.$}\-])/(?:wor" r"k|roo" r"t|far" r"m|hom" r"e)/\w")),
    ("a temporary folder of one machine", re.compile(r"(?<![\w.$}\-])/tm" r"p/\w")),
    ("the host of a package registry", re.compile(
        r"\b(?:deb\.debia" r"n\.org|pypi\.or" r"g|pythonhoste" r"d\.org|registry\.npmj" r"s|crates\.i" r"o|"
        r"snapshot\.debia" r"n|archive\.ubunt" r"u)")),
]
BINARY = {".png", ".glb", ".jpg", ".ktx", ".bin"}


def violations(name, text):
    return [f"{name}:{number}: {what}: {match.group(0)}"
            for number, line in enumerate(text.splitlines(), 1)
            for what, pattern in WORDS for match in pattern.finditer(line)]


def self_test():
    cases = ["see /wor" "k/main", "in /tm" "p/x", "from https://pypi.or" "g/simple", "/hom" "e/someone/ludus",
             "http://deb.debia" "n.org/debian"]
    failures = [f"not found: {text}" for text in cases if not violations("case", text)]
    failures += [f"refused: {text}" for text in ("out/tools/wor" "k/x", "frameworks/roots", "${TMPDIR}/tm" "p/x")
                 if violations("case", text)]
    return report("project words, self-test", failures, len(cases) + 3, "cases")


def main():
    if wants_self_test():
        return self_test()
    files = [path for path in project_files() if path.suffix not in BINARY]
    found = []
    for path in files:
        found += violations(path, (ROOT / path).read_text(encoding="utf-8", errors="replace"))
    return report("project words", found, len(files), "files")


if __name__ == "__main__":
    sys.exit(main())
