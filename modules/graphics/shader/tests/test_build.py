"""The tool inside a build: same output in every folder, honest dependency files, no-op builds, refusals."""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tool import FOLDER, PROGRAMS, ROOT, TOOLS, run

from ludus_shader import slang
from ludus_shader.depfile import escape


class Folders(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def build(self, checkout):
        """Compiles a copy of the corpus that lies in that folder; file name to bytes, without the dependency file."""
        programs = self.folder / checkout / "programs"
        shutil.copytree(PROGRAMS, programs)
        (programs / "shared").mkdir()
        (programs / "common.slang").rename(programs / "shared" / "common.slang")
        output = self.folder / checkout / "out"
        code, said = run(programs / "textured_mesh.slang", output, includes=[programs / "shared"], defines=["SCALE=2"],
                         targets="spirv,wgsl,glsl-es,glsl,hlsl,msl")
        self.assertEqual((code, said), (0, ""))
        return {p.name: p.read_bytes() for p in output.iterdir() if p.name != "shader.d"}

    def test_output_is_the_same_in_every_folder(self):
        first, second = self.build("a"), self.build("another folder")
        self.assertEqual(first, second)
        for name, data in first.items():
            self.assertNotIn(str(self.folder).encode(), data, name)

    def test_dependencies_name_source_and_include(self):
        output = self.folder / "with blank"
        self.assertEqual(run(PROGRAMS / "textured_mesh.slang", output), (0, ""))
        text = (output / "shader.d").read_text()
        self.assertTrue(text.startswith(escape(str(output / "program.h")) + ":"))
        self.assertIn("with\\ blank", text)
        self.assertEqual(slang.read_depfile(output / "shader.d"),
                         [str(PROGRAMS / "textured_mesh.slang"), str(PROGRAMS / "common.slang")])

    def test_an_include_from_elsewhere_is_refused(self):
        inside, outside = self.folder / "inside", self.folder / "outside"
        inside.mkdir()
        outside.mkdir()
        (outside / "far.slang").write_text("static const float FAR = 1;\n")
        program = inside / "program.slang"
        program.write_text('\n#include "../outside/far.slang"\n' + (PROGRAMS / "fullscreen.slang").read_text())
        code, said = run(program, self.folder / "out", raster=False)
        self.assertEqual(code, 1)
        self.assertIn("program.slang:2: error: 'far.slang' is included from outside", said)
        self.assertIn("INCLUDES", said)
        self.assertEqual(run(program, self.folder / "out", raster=False, includes=[outside])[0], 0)

    def test_defines_reach_the_program(self):
        program = self.folder / "program.slang"
        text = (PROGRAMS / "fullscreen.slang").read_text()
        program.write_text(text + "#if !defined(FLAG) || LEVEL != 3\n#error missing\n#endif\n")
        self.assertEqual(run(program, self.folder / "out", raster=False)[0], 1)
        self.assertEqual(run(program, self.folder / "out", raster=False, defines=["FLAG", "LEVEL=3"])[0], 0)

    def test_a_refusal_leaves_what_was_there(self):
        program, output = self.folder / "program.slang", self.folder / "out"
        program.write_text((PROGRAMS / "fullscreen.slang").read_text())
        self.assertEqual(run(program, output, raster=False)[0], 0)
        before = {p.name: p.read_bytes() for p in output.iterdir()}
        program.write_text("not a program")
        self.assertEqual(run(program, output, raster=False)[0], 1)
        self.assertEqual({p.name: p.read_bytes() for p in output.iterdir()}, before)


PROJECT = """cmake_minimum_required(VERSION 3.25)
project(Consumer LANGUAGES C)
include("@ROOT@/cmake/LudusCompileShader.cmake")
file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/empty.c" "int consumer(void);\\nint consumer(void) { return 0; }\\n")
add_library(consumer STATIC "${CMAKE_CURRENT_BINARY_DIR}/empty.c")
ludus_compile_shader(TARGET consumer NAME mesh SOURCE programs/textured_mesh.slang RASTER VERTEX vertexMain
                     FRAGMENT fragmentMain DEPENDS settings.txt)
ludus_compile_shader(TARGET consumer NAME screen SOURCE programs/fullscreen.slang VERTEX vertexMain
                     FRAGMENT fragmentMain)
ludus_compile_shader(TARGET consumer NAME kernel SOURCE programs/compact.slang COMPUTE computeMain)
ludus_compile_shader(TARGET consumer NAME lit SOURCE programs/lit_list.slang RASTER FRAGMENT_STORAGE VERTEX vertexMain
                     FRAGMENT fragmentMain)
@MORE@
"""


class Build(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        shutil.copytree(PROGRAMS, cls.folder / "programs")
        (cls.folder / "settings.txt").write_text("")

    def configure(self, more="", build="build", root=ROOT):
        (self.folder / "CMakeLists.txt").write_text(PROJECT.replace("@ROOT@", root.as_posix()).replace("@MORE@", more))
        variables = {"LUDUS_SLANG_COMPILER": "slangc", "LUDUS_SPIRV_VALIDATOR": "spirv-val",
                     "LUDUS_SPIRV_OPTIMIZER": "spirv-opt", "LUDUS_SPIRV_CROSS": "spirv-cross",
                     "LUDUS_GLSL_VALIDATOR": "glslangValidator"}
        return self.command(["cmake", "-G", "Ninja", "-S", str(self.folder), "-B", str(self.folder / build),
                             *(f"-D{v}={TOOLS[t]}" for v, t in variables.items())])

    def command(self, arguments):
        result = subprocess.run(arguments, capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr

    def build(self):
        code, said = self.command(["cmake", "--build", str(self.folder / "build"), "-j2"])
        self.assertEqual(code, 0, said)
        return said

    def change(self, name):
        with open(self.folder / name, "a", encoding="utf-8") as stream:
            stream.write("\n")

    def test_only_users_of_a_change_are_rebuilt(self):
        code, said = self.configure()
        self.assertEqual(code, 0, said)
        said = self.build()
        self.assertIn("Compiling shader mesh", said)
        self.assertIn("Compiling shader screen", said)
        self.assertIn("no work to do", self.build())
        for changed, rebuilt, kept in (("programs/common.slang", "mesh", "screen"), ("settings.txt", "mesh", "screen"),
                                       ("programs/fullscreen.slang", "screen", "mesh")):
            with self.subTest(changed):
                self.change(changed)
                said = self.build()
                self.assertIn(f"Compiling shader {rebuilt}", said)
                self.assertNotIn(f"Compiling shader {kept}", said)
        self.assertIn("no work to do", self.build())

    def test_a_copy_as_the_package_lays_it_out_works(self):
        package = self.folder / "moved" / "lib" / "cmake" / "Ludus"
        shutil.copytree(ROOT / "cmake", package / "cmake")
        tool = package / "modules" / "graphics" / "shader"
        shutil.copytree(FOLDER.parent / "ludus_shader", tool / "ludus_shader")
        shutil.copytree(FOLDER.parent / "include", tool / "include")
        shutil.copy(FOLDER.parent / "compile_shader.py", tool)
        code, said = self.configure(root=package, build="moved-build")
        self.assertEqual(code, 0, said)
        code, said = self.command(["cmake", "--build", str(self.folder / "moved-build")])
        self.assertEqual(code, 0, said)
        for name in ("mesh", "kernel", "lit"):
            self.assertTrue((self.folder / f"moved-build/ludus-shaders/consumer/{name}/{name}.h").exists())
        self.assertEqual(list(package.rglob("__pycache__")), [])

    def test_missing_and_unknown_parameters_are_named(self):
        for call, message in (
                ("TARGET consumer NAME x SOURCE programs/fullscreen.slang VERTEX vertexMain", "FRAGMENT is missing"),
                ("TARGET consumer NAME x SOURCE x.slang RASTER VERTEX v COMPUTE c FRAGMENT f", "COMPUTE stands alone"),
                ("TARGET consumer NAME x SOURCE x.slang COMPUTE c FRAGMENT_STORAGE", "COMPUTE stands alone"),
                ("TARGET consumer NAME x SOURCE x.slang COMPUTE", "without a value: COMPUTE"),
                ("TARGET consumer NAME x COMPUTE c", "SOURCE is missing"),
                ("TARGET consumer NAME x SOURCE x.slang VERTEX v FRAGMENT f FRAGMENT_STORAGE",
                 "FRAGMENT_STORAGE needs RASTER"),
                ("TARGET consumer NAME x SOURCE x.slang VERTEX v FRAGMENT f NATIVE_BINDING_ARRAYS",
                 "NATIVE_BINDING_ARRAYS needs RASTER or COMPUTE"),
                ("TARGET consumer NAME x SOURCE x.slang RASTER VERTEX v FRAGMENT f RUNTIME_BINDING_ARRAYS",
                 "RUNTIME_BINDING_ARRAYS needs NATIVE_BINDING_ARRAYS"),
                ("TARGET nobody NAME x SOURCE x.slang VERTEX v FRAGMENT f", "TARGET nobody does not exist"),
                ("TARGET consumer NAME 1x SOURCE x.slang VERTEX v FRAGMENT f", "is not a C identifier"),
                ("TARGET consumer NAME x SOURCE x.slang VERTEX v FRAGMENT f INCLUDE y", "unknown arguments: INCLUDE")):
            with self.subTest(message):
                code, said = self.configure(f"ludus_compile_shader({call})", "refused")
                self.assertNotEqual(code, 0)
                self.assertIn(message, " ".join(said.split()))


if __name__ == "__main__":
    unittest.main()
