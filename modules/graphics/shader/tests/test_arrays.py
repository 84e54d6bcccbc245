"""Arrays of resources: what the reflection says of them, and the indices whose bounds nobody can read off the code."""

import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tool import PROGRAMS, arguments, cli, compiled, run

FIXED = ("--native-binding-arrays",)
RUNTIME = ("--native-binding-arrays", "--runtime-binding-arrays")
CAPABILITY = 17


def capabilities(words):
    found, position = set(), 5
    while position < len(words):
        if words[position] & 0xFFFF == CAPABILITY:
            found.add(words[position + 1])
        position += words[position] >> 16
    return found


class Reflection(unittest.TestCase):
    def test_fixed_arrays(self):
        result = compiled(PROGRAMS / "material_arrays.slang", more=FIXED)
        bindings = result.bindings("fragment")
        found = {n: (b["kind"], b.get("count"), b.get("indexing"), b.get("runtime_sized")) for n, b in bindings.items()}
        self.assertEqual(found, {
            0: ("UniformBuffer", 2, "Constant", False),
            1: ("Texture2D", 4, "NonUniform", False),
            2: ("Texture2D", 3, "Uniform", False),
            3: ("Sampler", 2, "Constant", False),
            4: ("TextureCube", 2, "Constant", False),
        })
        self.assertEqual(bindings[0]["min_size"], 32)
        self.assertTrue({29, 5307} <= capabilities(result.words("fragment")))
        self.assertIn("{1, rhi::RasterBindingKind::Texture2D, rhi::RasterVisibility::Fragment, 0, false, 4, "
                      "rhi::RasterBindingIndexing::NonUniform}, // colors", result.header)
        self.assertIn("{0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Fragment, 32, false, 2, "
                      "rhi::RasterBindingIndexing::Constant}, // surfaces", result.header)
        self.assertEqual(result.header.count("HasVerifiedArrayBounds = true"), 2) # of Fragment and SpirvFragment
        self.assertEqual({name for name in result.files if name.endswith((".wgsl", ".essl", ".glsl", ".metal"))}, set())

    def test_runtime_table(self):
        result = compiled(PROGRAMS / "runtime_table.slang", more=RUNTIME)
        bindings = result.bindings("fragment")
        self.assertEqual((bindings[15]["count"], bindings[15]["indexing"], bindings[15]["runtime_sized"]),
                         (1, "NonUniform", True))
        self.assertEqual(bindings[14]["min_size"], 16)
        self.assertIn("0, false, 1, rhi::RasterBindingIndexing::NonUniform, true}, // images", result.header)
        self.assertEqual({5301, 5302, 5307} & capabilities(result.words("fragment")), {5301, 5302, 5307})

    def test_no_folder_of_the_machine(self):
        manifest = compiled(PROGRAMS / "material_arrays.slang", more=FIXED).files["manifest.json"].decode()
        self.assertIn("${LUDUS}", manifest)
        self.assertNotIn(str(PROGRAMS.parents[1]), manifest)


HEAD = """struct Varyings { float4 position : SV_Position; float2 uv : UV; nointerpolation uint one : ONE; };
[shader("vertex")]
Varyings vertexMain(uint index : SV_VulkanVertexID)
{
    Varyings result;
    result.position = float4(index);
    result.uv = float2(index);
    result.one = index;
    return result;
}
"""
ARRAY = "[[vk::binding(0,0)]] Texture2D<float4> images[4];\n[[vk::binding(1,0)]] SamplerState s;\n"
SAMPLERS = "[[vk::binding(0,0)]] Texture2D<float4> image;\n[[vk::binding(1,0)]] SamplerState filters[4];\n"
TABLE = '#include "runtime_bindings.slang"\n[[vk::binding(15,0)]] Texture2D<float4> images[];\n' \
    "[[vk::binding(1,0)]] SamplerState s;\n"
OWN = "struct Own { uint4 words; };\n[[vk::binding(14,0)]] ConstantBuffer<Own> own;\n" \
    "[[vk::binding(15,0)]] Texture2D<float4> images[];\n[[vk::binding(1,0)]] SamplerState s;\n"


def program(declarations, value):
    """`value` stands on the line that the message names."""
    return f'{declarations}{HEAD}[shader("fragment")]\nfloat4 fragmentMain(Varyings input) : SV_Target0\n{{\n' \
        f"    return {value};\n}}\n"


def line_of(text):
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith("    return") and "result" not in line)


def sampled(index):
    return f"images[{index}].Sample(s, input.uv)"


# name: (program, options, whether the line is that of the access, parts of what is said)
CASES = {
    "unbounded": (program(ARRAY, sampled("input.one")), FIXED, True,
                  ("'images' has no bound", "min(index, 3U)")),
    "unbounded for each invocation": (program(ARRAY, sampled("NonUniformResourceIndex(input.one)")), FIXED, True,
                                      ("'images' has no bound",)),
    "bound too large": (program(ARRAY, sampled("min(input.one, 4U)")), FIXED, True, ("reaches 4", "4 elements")),
    "clamp too large": (program(ARRAY, sampled("clamp(input.one, 1U, 7U)")), FIXED, True, ("reaches 7",)),
    "clamp of a signed value": (program(ARRAY, sampled("clamp(int(input.one), 0, 3)")), FIXED, True,
                                ("'images' has no bound",)),
    "a mask is no bound": (program(ARRAY, sampled("(input.one & 3U)")), FIXED, False, ("'images' has no bound",)),
    "constant outside": (program(ARRAY, sampled("4")), FIXED, False, ("out of bounds",)),
    "sampler by a number": (program(SAMPLERS, "image.Sample(filters[min(input.one, 3U)], input.uv)"), FIXED, True,
                            ("array of samplers", "constants alone")),
    "table without its length": (program(TABLE, sampled("min(input.one, 3U)")), RUNTIME, True,
                                 ("not bound by the table's length", "BoundRuntimeBindingIndex")),
    "table unbounded": (program(TABLE, sampled("input.one")), RUNTIME, True, ("BoundRuntimeBindingIndex",)),
    "table bound by the length itself": (
        program(TABLE, sampled("min(input.one, ludusRuntimeBindingLength.words.x)")), RUNTIME, True,
        ("not bound by the table's length",)),
    "table bound by another component": (
        program(TABLE, sampled("min(input.one, ludusRuntimeBindingLength.words.y - 1U)")), RUNTIME, True,
        ("not bound by the table's length",)),
    "length of another shape": (
        program(OWN.replace("uint4 words;", "uint4 first; uint4 words;"), sampled("min(input.one, own.words.x - 1U)")),
        RUNTIME, False, ("belongs to the length",)),
    "length of signed numbers": (
        program(OWN.replace("uint4", "int4"), sampled("min(input.one, uint(own.words.x) - 1U)")), RUNTIME, False,
        ("belongs to the length",)),
    "table at another number": (program(TABLE.replace("15,0", "5,0"), sampled("0")), RUNTIME, False, ("binding 5",)),
    "table without its option": (program(TABLE, sampled("0")), FIXED, False, ("RUNTIME_BINDING_ARRAYS",)),
    "array without its option": (program(ARRAY, sampled("0")), (), False, ("NATIVE_BINDING_ARRAYS",)),
    "runtime option alone": (program(ARRAY, sampled("0")), ("--runtime-binding-arrays",), None,
                             ("needs NATIVE_BINDING_ARRAYS",)),
}


class Refusals(unittest.TestCase):
    def check(self, name):
        text, options, is_access, parts = CASES[name]
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "program.slang"
            source.write_text(text)
            with self.assertRaises(cli.ShaderError, msg=name) as caught:
                cli.Program(cli.parse(arguments(source, Path(folder) / "out", more=options))).build()
        said = str(caught.exception)
        for part in parts:
            self.assertIn(part, said, name)
        if is_access:
            self.assertIn(f"program.slang:{line_of(text)}", said, name)
        elif is_access is False:
            self.assertRegex(said, r"program\.slang:\d+", name)

    def test_each(self):
        with ThreadPoolExecutor(2) as pool:
            for name, future in [(n, pool.submit(self.check, n)) for n in CASES]:
                with self.subTest(name):
                    future.result()

    def test_bounds_that_are_admitted(self):
        for index in ("3", "min(input.one, 3U)", "min(3U, input.one)", "clamp(input.one, 0U, 3U)",
                      "NonUniformResourceIndex(min(input.one + 7U, 2U))", "min(min(input.one, 9U), 3U)"):
            with self.subTest(index), tempfile.TemporaryDirectory() as folder:
                source = Path(folder) / "program.slang"
                source.write_text(program(ARRAY, sampled(index)))
                code, said = run(source, Path(folder) / "out", more=FIXED)
                self.assertEqual(code, 0, said)


if __name__ == "__main__":
    unittest.main()
