"""Runs the shader tool on a program given as text, in a folder of its own, as the tests here need it."""

import contextlib
import functools
import io
import json
import os
import shutil
import struct
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))

from ludus_shader import cli  # noqa: E402

PROGRAMS = FOLDER / "programs"

ROOT = FOLDER.parents[3]


def program(name, variable):
    """The build names the programs; by hand they come from the pinned tools, else from PATH."""
    pinned = ROOT / "out" / "tools" / "bin" / name
    return os.environ.get(variable) or (str(pinned) if pinned.exists() else shutil.which(name) or name)


TOOLS = {name: program(name, variable) for name, variable in (
    ("slangc", "LUDUS_SLANG_COMPILER"), ("spirv-val", "LUDUS_SPIRV_VALIDATOR"),
    ("spirv-opt", "LUDUS_SPIRV_OPTIMIZER"), ("spirv-cross", "LUDUS_SPIRV_CROSS"),
    ("glslangValidator", "LUDUS_GLSL_VALIDATOR"))}


def arguments(source, output, raster=True, includes=(), defines=(), targets="spirv", name="program",
              vertex="vertexMain", fragment="fragmentMain", compute=None, more=()):
    """With `compute` the program is that entry alone."""
    result = ["--name", name, "--source", str(source), "--output", str(output), "--targets", targets]
    result += ["--compute", compute] if compute else ["--vertex", vertex, "--fragment", fragment]
    for folder in includes:
        result += ["--include", str(folder)]
    for define in defines:
        result.append(f"--define={define}")
    for program, path in TOOLS.items():
        result += [f"--{program}", path]
    return result + (["--raster"] if raster and not compute else []) + list(more)


def run(*args, **options):
    """(exit code, what was said) of one call."""
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        code = cli.main(arguments(*args, **options))
    return code, said.getvalue()


class Result:
    """One compiled program of the corpus: its reflection, manifest and files, read into memory."""

    def __init__(self, source, **options):
        with tempfile.TemporaryDirectory() as folder:
            code, self.said = run(source, folder, **options)
            if code != 0:
                raise AssertionError(self.said)
            self.files = {p.name: p.read_bytes() for p in Path(folder).iterdir() if p.is_file()}
        name = options.get("name", "program")
        self.header = self.files[f"{name}.h"].decode()
        self.manifest = json.loads(self.files["manifest.json"])
        self.stages = {s["stage"]: s for s in json.loads(self.files[f"{name}.reflection.json"])["stages"]}

    def bindings(self, stage):
        return {b["binding"]: b for b in self.stages[stage]["bindings"]}

    def text(self, ending):
        return self.files[f"program.{ending}"].decode()

    def words(self, stage):
        data = self.files[f"program.{stage}.spv"]
        return struct.unpack(f"<{len(data) // 4}I", data)


@functools.lru_cache(maxsize=None)
def compiled(source, **options):
    """The Result of a program of the corpus, made once for all tests of a run."""
    return Result(source, **options)
