"""Writes the README's program as files: extract.py README.md FOLDER."""
import re
import sys
from pathlib import Path

NAMES = {"cmake": "CMakeLists.txt", "slang": "sky.slang", "cpp": "sky.cpp"}

text, folder = Path(sys.argv[1]).read_text(encoding="utf-8"), Path(sys.argv[2])
folder.mkdir(parents=True, exist_ok=True)
for language, name in NAMES.items():
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if len(blocks) != 1:
        sys.exit(f"{sys.argv[1]} must have exactly one {language} block, has {len(blocks)}")
    block = blocks[0]
    if language == "cmake":
        # A consumer that was given the targets already does not look for the package again.
        block = block.replace("find_package(Ludus", "if(NOT TARGET Ludus::GraphicsRhi)\nfind_package(Ludus").replace(
            "REQUIRED)\n", "REQUIRED)\nendif()\n", 1)
    path = folder / name
    if not path.exists() or path.read_text(encoding="utf-8") != block:
        path.write_text(block, encoding="utf-8")
