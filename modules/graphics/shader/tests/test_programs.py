"""Accepted programs: what each target's artifact and the reflection say, against figures worked out by hand."""

import hashlib
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from tool import PROGRAMS, TOOLS, compiled


class Fullscreen(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = compiled(PROGRAMS / "fullscreen.slang", raster=False)

    def test_uniform_offsets_are_those_of_the_contract(self):
        block = self.result.bindings("fragment")[0]
        self.assertEqual([(m["name"], m["offset"]) for m in block["members"]],
                         [("resolution", 0), ("elapsed", 8), ("direction", 16), ("tint", 32)])
        self.assertEqual(block["occupied_bytes"], 48)

    def test_both_stages_share_one_wgsl_text(self):
        text = self.result.text("wgsl")
        self.assertIn("@vertex", text)
        self.assertIn("@fragment", text)

    def test_header_describes_the_facade(self):
        self.assertIn("#include <ludus/graphics/rhi/render.h>", self.result.header)
        self.assertIn("ShaderDescription Vertex() noexcept", self.result.header)
        self.assertNotIn("RasterShaderDescription", self.result.header)
        self.assertIn("VERTEX_SPIRV[]", self.result.header)

    def test_spirv_is_version_1_3(self):
        self.assertEqual(self.result.words("vertex")[1], 0x00010300)


class Mesh(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = compiled(PROGRAMS / "textured_mesh.slang")

    def test_inputs_are_numbered_in_order(self):
        self.assertEqual([(v["location"], v["type"], v["name"]) for v in self.result.stages["vertex"]["inputs"]],
                         [(0, "f32x3", "position"), (1, "f32x3", "normal"), (2, "f32x2", "uv")])

    def test_a_stage_lists_only_what_it_uses(self):
        self.assertEqual(sorted(self.result.bindings("vertex")), [0, 3])
        self.assertEqual(sorted(self.result.bindings("fragment")), [0, 1, 2, 3])

    def test_nested_members_are_named_by_path(self):
        self.assertEqual([(m["name"], m["offset"], m["shape"]) for m in self.result.bindings("vertex")[3]["members"]],
                         [("viewProjection", 0, "Float4x4"), ("light.direction", 64, "Float3"),
                          ("light.ambient", 76, "Float32"), ("palette", 80, "Float4Array")])

    def test_min_size_is_in_whole_rows(self):
        self.assertEqual(self.result.bindings("vertex")[0]["min_size"], 80)
        self.assertEqual(self.result.bindings("vertex")[3]["min_size"], 128)

    def test_es_turns_depth_and_rows_and_names_varyings_by_location(self):
        vertex, fragment = self.result.text("vertex.essl"), self.result.text("fragment.essl")
        self.assertTrue(vertex.startswith("#version 300 es\n"))
        self.assertIn("gl_Position.z = 2.0 * gl_Position.z - gl_Position.w;", vertex)
        self.assertIn("gl_Position.y = -gl_Position.y;", vertex)
        for text, direction in ((vertex, "out"), (fragment, "in")):
            self.assertRegex(text, rf"\n{direction} (?:highp )?vec3 varying0;")
            self.assertRegex(text, rf"\n{direction} (?:highp )?vec2 varying1;")
        self.assertIn("precision highp float;", fragment)

    def test_desktop_glsl_keeps_positions_and_numbers_bindings(self):
        vertex, fragment = self.result.text("vertex.glsl"), self.result.text("fragment.glsl")
        self.assertNotIn("gl_Position.y = -", vertex)
        self.assertIn("layout(binding = 0, std140) uniform VertexUniforms0", vertex)
        self.assertIn("layout(binding = 1) uniform sampler2D FragmentTexture1;", fragment)

    def test_hlsl_and_msl_use_the_binding_numbers(self):
        self.assertIn("register(t1)", self.result.text("fragment.sm50.hlsl"))
        self.assertIn("register(t1, space0)", self.result.text("fragment.sm51.hlsl"))
        self.assertIn("[[texture(1)]]", self.result.text("fragment.metal"))
        self.assertIn("[[buffer(3)]]", self.result.text("vertex.metal"))
        self.assertIn("fragment fragmentMain_out fragmentMain(", self.result.text("fragment.metal"))


class Instances(unittest.TestCase):
    def test_the_instance_index_reaches_every_target(self):
        result = compiled(PROGRAMS / "instanced.slang")
        self.assertIn("@builtin(instance_index)", result.text("vertex.wgsl"))
        for ending in ("vertex.essl", "vertex.glsl"):
            self.assertIn("gl_InstanceID", result.text(ending))
            self.assertNotIn("BaseInstance", result.text(ending))
        self.assertIn("SV_InstanceID", result.text("vertex.sm50.hlsl"))
        self.assertIn("[[instance_id]]", result.text("vertex.metal"))
        self.assertIn("flat in uint varying0;", result.text("fragment.essl"))


class Functions(unittest.TestCase):
    def test_noinline_reaches_metal(self):
        result = compiled(PROGRAMS / "functions.slang")
        text = result.text("fragment.metal")
        self.assertRegex(text, r"static __attribute__\(\(noinline\)\)\nfloat kept\(")
        self.assertNotIn("always_inline", text)


class Layouts(unittest.TestCase):
    def test_offsets_are_std140(self):
        result = compiled(PROGRAMS / "layouts.slang")
        block = result.bindings("vertex")[5]
        self.assertEqual([(m["name"], m["offset"], m["bytes"], m["shape"]) for m in block["members"]], [
            ("matrix4", 0, 64, "Float4x4"), ("direction", 64, 12, "Float3"), ("filler", 76, 4, "Float32"),
            ("pair", 80, 8, "Float2"), ("count", 88, 4, "Opaque"), ("delta", 92, 4, "Opaque"),
            ("matrix3", 96, 44, "Opaque"), ("scalars", 144, 36, "Opaque"), ("points", 192, 28, "Opaque"),
            ("inner.pair", 224, 8, "Float2"), ("inner.single", 232, 4, "Float32"), ("inners", 240, 28, "Opaque"),
            ("rows", 272, 32, "Float4Array"), ("bones", 304, 128, "Float4x4Array"), ("masks", 432, 16, "Opaque"),
            ("last", 448, 4, "Float32")])
        self.assertEqual((block["occupied_bytes"], block["min_size"]), (452, 464))


class Textures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = compiled(PROGRAMS / "textures.slang", targets="spirv,wgsl,glsl-es,glsl,hlsl,msl")

    def test_kinds(self):
        self.assertEqual([b["kind"] for _, b in sorted(self.result.bindings("fragment").items())], [
            "UniformBuffer", "Texture2D", "Sampler", "Texture2DArray", "TextureCube", "Texture3D", "Sampler",
            "Texture2D", "TextureDepth2D", "TextureStencil2D", "Texture2D"])

    def test_pairs(self):
        samplers = {n: b["samplers"] for n, b in self.result.bindings("fragment").items() if "samplers" in b}
        self.assertEqual(samplers, {1: [2], 3: [2], 4: [2], 5: [6], 7: [], 8: [], 9: [], 10: [2]})

    def test_loads_share_the_variable_of_the_samples(self):
        text = self.result.text("fragment.essl")
        self.assertEqual(text.count("uniform highp sampler2D FragmentTexture1;"), 1)
        self.assertIn("texelFetch(FragmentTexture1,", text)
        self.assertIn("textureSize(FragmentTexture1,", text)
        self.assertNotIn("DummySampler", text)

    def test_header_names_textures_and_their_samplers(self):
        self.assertIn('description.TextureNames[1] = "FragmentTexture1";', self.result.header)
        self.assertIn("description.TextureSamplers[1] = 2;", self.result.header)
        self.assertIn("description.TextureSamplers[8] = ~std::uint32_t{0};", self.result.header)
        self.assertIn('description.UniformBlocks[0] = "FragmentUniforms0";', self.result.header)

    def test_an_input_that_is_never_read_is_still_an_input(self):
        self.assertEqual([v["name"] for v in self.result.stages["vertex"]["inputs"]], ["position", "unused", "uv"])

    def test_two_colours_and_depth(self):
        self.assertEqual([v["location"] for v in self.result.stages["fragment"]["outputs"]], [0, 1])
        self.assertEqual(self.result.stages["fragment"]["builtin_outputs"], ["FragDepth"])

    def test_every_target_is_embedded_when_asked(self):
        for helper in ("SpirvFragment", "WgslFragment", "GlslFragment", "DesktopGlslFragment", "HlslFragment",
                       "MetalFragment"):
            self.assertIn(f"RasterShaderDescription {helper}() noexcept", self.result.header)


class Compute(unittest.TestCase):
    """The helper kernel that fills an indirect command."""

    @classmethod
    def setUpClass(cls):
        cls.result = compiled(PROGRAMS / "compact.slang", compute="computeMain")

    def test_bindings_access_elements_and_strides(self):
        self.assertEqual([(n, b["kind"], b["name"], b.get("element"), b.get("stride", b.get("min_size")))
                          for n, b in sorted(self.result.bindings("compute").items())], [
            (0, "UniformBuffer", "frustum", None, 144), (1, "StorageRead", "spheres", "f32x4", 16),
            (2, "StorageReadWrite", "visible", "f32x4", 16), (3, "StorageReadWrite", "command", "u32", 4)])

    def test_uniform_integers_are_opaque(self):
        self.assertEqual([(m["name"], m["offset"], m["bytes"], m["shape"])
                          for m in self.result.bindings("compute")[0]["members"]], [
            ("planes", 0, 96, "Float4Array"), ("candidates", 96, 4, "Opaque"), ("lod", 100, 4, "Opaque"),
            ("padding", 104, 8, "Float2"), ("masks", 112, 32, "Opaque")])

    def test_workgroup(self):
        self.assertEqual(self.result.stages["compute"]["workgroup_size"], [64, 1, 1])
        self.assertIn("@workgroup_size(64, 1, 1)", self.result.text("compute.wgsl"))
        self.assertIn("local_size_x = 64, local_size_y = 1, local_size_z = 1", self.result.text("compute.glsl"))
        self.assertIn("[numthreads(64, 1, 1)]", self.result.text("compute.sm50.hlsl"))
        words = self.result.words("compute")
        self.assertEqual(words[1], 0x00010300)
        self.assertIn((6 << 16 | 16, 17, 64, 1, 1), [(words[i], *words[i + 2:i + 6]) for i in range(5, len(words))])

    def test_every_target_but_es(self):
        self.assertEqual({r["target"] for r in self.result.manifest["artifacts"]},
                         {"spirv", "wgsl", "glsl", "hlsl", "hlsl-51", "msl"})
        self.assertEqual(self.result.manifest["entries"], {"compute": "computeMain"})
        self.assertFalse([name for name in self.result.files if name.endswith(".essl")])
        self.assertIn("kernel void computeMain(", self.result.text("compute.metal"))

    def test_header(self):
        header = self.result.header
        self.assertIn("#include <ludus/graphics/rhi/raster.h>", header)
        self.assertIn("RasterShaderDescription Compute() noexcept", header)
        self.assertIn("RasterShaderDescription SpirvCompute() noexcept", header)
        self.assertIn("{2, rhi::RasterBindingKind::StorageReadWrite, rhi::RasterVisibility::Compute, 16}, // visible",
                      header)
        self.assertIn("description.WorkgroupSize[0] = 64;", header)
        self.assertIn("GLSL ES 3.00 has no compute stage: this program has no artifact for WebGL 2.", header)
        self.assertNotIn("GlslEs", header)

    def test_a_build_for_webgl_alone_gets_a_header_without_artifacts(self):
        header = compiled(PROGRAMS / "compact.slang", compute="computeMain", targets="glsl-es").header
        native = header[header.index("#else"):]
        self.assertIn("RasterShaderDescription Compute() noexcept", native)
        self.assertNotIn("Artifact.Spirv", native)
        self.assertNotIn("GlslCompute", header)


class ComputeMemory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = compiled(PROGRAMS / "gather.slang", compute="gatherMain",
                              targets="spirv,wgsl,glsl-es,glsl,hlsl,msl")

    def test_elements_of_every_type(self):
        self.assertEqual([(n, b["kind"], b.get("element"), b.get("stride"))
                          for n, b in sorted(self.result.bindings("compute").items())], [
            (0, "StorageRead", "f32", 4), (1, "StorageRead", "i32x2", 8), (2, "StorageReadWrite", "u32x4", 16),
            (3, "StorageReadWrite", "i32", 4), (4, "Texture2D", None, None), (5, "TextureDepth2D", None, None),
            (6, "StorageReadWrite", "f32x2", 8), (7, "StorageRead", "u32", 4)])

    def test_glsl_numbers_storage_and_names_it_by_binding(self):
        text = self.result.text("compute.glsl")
        for number, access in ((0, "readonly "), (1, "readonly "), (2, ""), (3, ""), (6, ""), (7, "readonly ")):
            self.assertIn(f"layout(binding = {number}, std430) {access}buffer ComputeStorage{number}\n", text)
        self.assertIn("layout(binding = 5) uniform sampler2D ComputeTexture5;", text)

    def test_hlsl_and_msl_use_the_binding_numbers(self):
        self.assertIn("RWByteAddressBuffer storage2 : register(u2, space0);", self.result.text("compute.sm51.hlsl"))
        self.assertIn("ByteAddressBuffer storage7 : register(t7);", self.result.text("compute.sm50.hlsl"))
        metal = self.result.text("compute.metal")
        self.assertRegex(metal, r"const device \w+& storage0 \[\[buffer\(0\)\]\]")
        self.assertRegex(metal, r" device \w+& storage6 \[\[buffer\(6\)\]\]")

    def test_hlsl_declares_every_result_of_an_atomic(self):
        for text in (self.result.text("compute.sm50.hlsl"), self.result.text("compute.sm51.hlsl")):
            for result in re.findall(r"Interlocked\w+\(.*, (\w+)\);", text):
                self.assertRegex(text, rf"\n\s+u?int {result};\n")

    def test_helpers_of_every_backend(self):
        for helper in ("SpirvCompute", "WgslCompute", "DesktopGlslCompute", "HlslCompute", "MetalCompute"):
            self.assertIn(f"RasterShaderDescription {helper}() noexcept", self.result.header)
        self.assertNotIn(" GlslCompute()", self.result.header)
        self.assertIn('description.TextureNames[4] = "ComputeTexture4";', self.result.header)
        self.assertIn("description.TextureSamplers[4] = ~std::uint32_t{0};", self.result.header)


class FragmentStorage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.result = compiled(PROGRAMS / "lit_list.slang", targets="spirv,wgsl,glsl-es,glsl",
                              more=("--fragment-storage",))

    def test_the_list_is_read_by_the_fragment_stage(self):
        self.assertEqual(self.result.bindings("vertex"), {})
        lights = self.result.bindings("fragment")[1]
        self.assertEqual((lights["kind"], lights["element"], lights["stride"]), ("StorageRead", "f32x4", 16))
        self.assertIn("{1, rhi::RasterBindingKind::StorageRead, rhi::RasterVisibility::Fragment, 16}, // lights",
                      self.result.header)

    def test_no_stage_has_an_es_artifact(self):
        self.assertFalse([name for name in self.result.files if name.endswith(".essl")])
        self.assertIn("GLSL ES 3.00 has no storage buffer", self.result.header)
        self.assertNotIn(" GlslFragment()", self.result.header)
        self.assertTrue(self.result.manifest["fragment_storage"])

    def test_desktop_glsl_has_its_names(self):
        self.assertIn("layout(binding = 1, std430) readonly buffer FragmentStorage1\n",
                      self.result.text("fragment.glsl"))
        self.assertIn('description.UniformBlocks[0] = "FragmentUniforms0";', self.result.header)
        self.assertIn('description.TextureNames[2] = "FragmentTexture2";', self.result.header)
        self.assertIn("description.TextureSamplers[2] = 3;", self.result.header)


class Hlsl(unittest.TestCase):
    """No compiler of Microsoft is here; glslang's own HLSL front end reads every text of the corpus instead."""

    def compile(self, text, stage):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "text.hlsl"
            source.write_text(text)
            done = subprocess.run([TOOLS["glslangValidator"], "-D", "-V", "--auto-map-bindings",
                                   "--auto-map-locations", "-S", stage, "-e", "main", str(source), "-o",
                                   str(Path(folder) / "text.spv")], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_every_text_compiles(self):
        for name, options in (
                ("fullscreen", {"raster": False}), ("textured_mesh", {}), ("instanced", {}), ("layouts", {}),
                ("functions", {}), ("textures", {"targets": "spirv,wgsl,glsl-es,glsl,hlsl,msl"}),
                ("compact", {"compute": "computeMain"}), ("reduce", {"compute": "reduceMain"}),
                ("gather", {"compute": "gatherMain", "targets": "spirv,wgsl,glsl-es,glsl,hlsl,msl"}),
                ("lit_list", {"targets": "spirv,wgsl,glsl-es,glsl", "more": ("--fragment-storage",)})):
            result = compiled(PROGRAMS / f"{name}.slang", **options)
            for stage in result.stages:
                for model in ("sm50", "sm51"):
                    with self.subTest(f"{name}.{stage}.{model}"):
                        short = {"vertex": "vert", "fragment": "frag", "compute": "comp"}[stage]
                        code, said = self.compile(result.text(f"{stage}.{model}.hlsl"), short)
                        self.assertEqual(code, 0, said)

    def test_it_would_say_what_is_missing(self):
        text = compiled(PROGRAMS / "gather.slang", compute="gatherMain",
                        targets="spirv,wgsl,glsl-es,glsl,hlsl,msl").text("compute.sm50.hlsl")
        self.assertNotEqual(self.compile(re.sub(r"uint _\d+;\n", "", text), "comp")[0], 0)


class Manifest(unittest.TestCase):
    def test_it_lists_every_artifact_with_its_hash(self):
        result = compiled(PROGRAMS / "textured_mesh.slang")
        self.assertEqual(len(result.manifest["artifacts"]), 14)
        for record in result.manifest["artifacts"]:
            data = result.files[record["file"]]
            self.assertEqual(record["bytes"], len(data))
            self.assertEqual(record["sha256"], hashlib.sha256(data).hexdigest())
        self.assertEqual(result.manifest["header_sha256"], hashlib.sha256(result.files["program.h"]).hexdigest())

    def test_native_headers_embed_only_the_targets_asked_for(self):
        header = compiled(PROGRAMS / "textured_mesh.slang").header
        native = header[header.index("#else"):]
        self.assertIn("SPIRV_VERTEX[]", native)
        self.assertNotIn("WGSL", native)
        self.assertIn("GLSL_ES_VERTEX[]", header[:header.index("#else")])


if __name__ == "__main__":
    unittest.main()
