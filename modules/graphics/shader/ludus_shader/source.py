"""Finds where a name was declared in the Slang files, so that refusals can point at the author's line."""

import os
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Location:
    file: str
    line: int

    def __str__(self):
        return f"{self.file}:{self.line}"


def strip_comments(text):
    """Blanks out comments and string literals and keeps every newline, so that lines keep their numbers."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)


class Sources:
    """The program's main file and what it includes, searched in that order."""

    def __init__(self, main, others=()):
        self.main = main
        self.others = [f for f in others if os.path.realpath(f) != os.path.realpath(main)]
        self.texts = {}

    def text(self, file):
        if file not in self.texts:
            with open(file, encoding="utf-8", errors="replace") as stream:
                self.texts[file] = strip_comments(stream.read())
        return self.texts[file]

    def find(self, pattern, inside=None):
        """The first match of a regular expression. `inside` limits the search to the body of that struct."""
        for file in [self.main, *self.others]:
            text = self.text(file)
            begin, end = 0, len(text)
            if inside is not None:
                head = re.search(rf"\b(?:struct|cbuffer)\s+{re.escape(inside)}\b[^{{;]*{{", text)
                if head is None:
                    continue
                begin, end = head.end(), block_end(text, head.end())
            match = re.compile(pattern).search(text, begin, end)
            if match:
                return Location(file, text.count("\n", 0, match.start("at" if "at" in match.groupdict() else 0)) + 1)
        return None

    def start(self):
        return Location(self.main, 1)

    def locate(self, *names, struct=None):
        """Where the first of these names is declared (in that struct first), else mentioned; else the file's start. A
        name may be a regular expression."""
        for inside in ([struct, None] if struct else [None]):
            for name in names:
                declared = rf"[\w>\]]\s+(?P<at>{name})\s*(?:\[[^\]]*\]\s*)*[:;=,)]"
                found = name and self.find(declared, inside)
                if found:
                    return found
        for name in names:
            found = name and self.find(rf"\b(?P<at>{name})\b")
            if found:
                return found
        return self.start()

    def selection(self, name):
        """The first place that selects an element by something other than a number."""
        return self.find(rf"\b(?P<at>{re.escape(name)})\s*\[\s*[A-Za-z_(]")

    def function(self, name):
        return self.find(rf"[\w>\]]\s+(?P<at>{re.escape(name)})\s*\(") or self.start()


def block_end(text, begin):
    depth = 1
    for index in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return len(text)
