"""The parts without a compiler: layout rules of each language, and a disagreement of every sort is refused."""

import copy
import tempfile
import unittest

import tool
from ludus_shader import agree, cross, glsl, hlsl, layout, msl, source, spirv, tools, wgsl
from ludus_shader.errors import ShaderError
from ludus_shader.model import Binding, Member, Scalar, Stage, Value


def refuse(message, *_, **__):
    raise ShaderError(message)


def floats(offset, count):
    return tuple(Scalar(offset + 4 * i, "f32") for i in range(count))


def stage():
    """A fragment stage with one block of a float3 and a float, a texture and one input."""
    result = Stage("fragment", "fragmentMain")
    result.bindings[0] = Binding(0, "UniformBuffer", "block",
                                 [Member("a", 0, floats(0, 3)), Member("b", 12, floats(12, 1))])
    result.bindings[1] = Binding(1, "Texture2D", "picture")
    result.inputs[0] = Value(0, "f32", 2, "uv")
    result.outputs[0] = Value(0, "f32", 4, "color")
    return result


class Agreement(unittest.TestCase):
    def check(self, change, exact=True):
        other = copy.deepcopy(stage())
        change(other)
        agree.check(stage(), other, "WGSL", exact, refuse)

    def refused(self, change, message, exact=True):
        with self.assertRaisesRegex(ShaderError, message):
            self.check(change, exact)

    def test_the_same_stage_agrees(self):
        self.check(lambda other: None)

    def test_a_moved_member_is_named_with_both_places(self):
        def move(other):
            other.bindings[0].members[1] = Member("b", 16, floats(16, 1))
        self.refused(move, "'b' of 'block' lies in bytes 12 to 16 .* in SPIR-V and in bytes 16 to 20 .* in WGSL")

    def test_another_kind_of_value_is_a_disagreement(self):
        def retype(other):
            other.bindings[0].members[1] = Member("b", 12, (Scalar(12, "u32"),))
        self.refused(retype, "'b' of 'block'")

    def test_padding_may_be_filled_but_not_over_a_neighbour(self):
        def over(other):
            other.bindings[0].members[0] = Member("a", 0, floats(0, 4))
        self.refused(over, "'a' of 'block'")
        def gap(other):
            other.bindings[0].members[1] = Member("b", 12, floats(12, 1) + floats(16, 3))
        self.check(gap)

    def test_a_missing_member_is_a_disagreement(self):
        self.refused(lambda other: other.bindings[0].members.pop(), "2 members in SPIR-V and 1 in WGSL")

    def test_bindings(self):
        self.refused(lambda other: other.bindings.pop(1), "absent from WGSL")
        self.check(lambda other: other.bindings.pop(1), exact=False)
        def more(other):
            other.bindings[2] = Binding(2, "Sampler", "s")
        self.refused(more, "absent from SPIR-V", exact=False)
        def kind(other):
            other.bindings[1] = Binding(1, "TextureCube", "picture")
        self.refused(kind, "a Texture2D in SPIR-V and a TextureCube")

    def test_storage_elements_and_strides(self):
        ours = Stage("compute", "computeMain", workgroup_size=(8, 4, 1))
        ours.bindings[3] = Binding(3, "StorageRead", "lights", element="f32x4", stride=16)
        for changes, message in (
                ({"kind": "StorageReadWrite"}, "'lights' at binding 3 is a StorageRead in SPIR-V and a StorageReadW"),
                ({"element": "u32x4"}, "holds elements of f32x4 in SPIR-V and of u32x4 in WGSL"),
                ({"element": "f32x2", "stride": 8}, "holds elements of f32x4 in SPIR-V and of f32x2 in WGSL"),
                ({"element": None, "stride": 12}, "elements of 'lights' are 16 bytes apart in SPIR-V and 12 in WGSL")):
            theirs = copy.deepcopy(ours)
            for name, value in changes.items():
                setattr(theirs.bindings[3], name, value)
            with self.subTest(message), self.assertRaisesRegex(ShaderError, message):
                agree.check(ours, theirs, "WGSL", True, refuse)
        unsaid = copy.deepcopy(ours)
        unsaid.bindings[3].element = unsaid.bindings[3].stride = None
        agree.check(ours, unsaid, "HLSL", True, refuse)
        unsaid.workgroup_size = (8, 8, 1)
        with self.assertRaisesRegex(ShaderError, r"\(8, 4, 1\) in SPIR-V and \(8, 8, 1\) in HLSL"):
            agree.check(ours, unsaid, "HLSL", True, refuse)

    def test_inputs(self):
        def width(other):
            other.inputs[0] = Value(0, "f32", 3, "uv")
        self.refused(width, "f32x2 in SPIR-V and f32x3")
        self.refused(lambda other: other.inputs.clear(), "absent from WGSL")


STRUCT = layout.Struct("S", (
    layout.Field("a", layout.Numeric("f32", 3)), layout.Field("b", layout.Numeric("f32", 1)),
    layout.Field("c", layout.Array(layout.Numeric("f32", 1), 2)), layout.Field("d", layout.Numeric("f32", 2)),
    layout.Field("e", layout.Matrix("f32", 3, 3)), layout.Field("f", layout.Numeric("f32", 1))))


class Layouts(unittest.TestCase):
    """Offsets of one struct in each language, worked out from the specifications."""

    def offsets(self, rules):
        return [offset for _, offset in rules.place(STRUCT)]

    def test_std140(self):
        self.assertEqual(self.offsets(layout.Std140()), [0, 12, 16, 48, 64, 112])

    def test_wgsl(self):
        self.assertEqual(self.offsets(layout.Wgsl()), [0, 12, 16, 24, 32, 80])

    def test_hlsl_fills_the_last_row(self):
        self.assertEqual(self.offsets(layout.HlslPacking()), [0, 12, 16, 36, 48, 92])

    def test_metal_gives_a_float3_sixteen_bytes(self):
        self.assertEqual(self.offsets(layout.Metal()), [0, 16, 20, 32, 48, 96])


class Texts(unittest.TestCase):
    def test_wgsl_reads_the_explicit_alignment(self):
        text = ("struct B_0\n{\n    @align(16) a_0 : vec2<f32>,\n    @align(16) b_0 : array<vec4<f32>, i32(2)>,\n};\n"
                "@binding(3) @group(0) var<uniform> block_0 : B_0;\n"
                "@fragment\nfn main() -> @location(0) vec4<f32>\n{\n    return block_0.b_0[0];\n}\n")
        found = wgsl.read_stage(text, "main", "fragment", refuse)
        self.assertEqual([(m.name, m.offset, m.end) for m in found.bindings[3].members], [("a", 0, 8), ("b", 16, 48)])
        self.assertEqual((found.outputs[0].kind, found.outputs[0].width), ("f32", 4))

    def test_wgsl_refuses_narrow_arrays_in_uniform_blocks(self):
        text = ("struct B_0\n{\n    @align(16) a_0 : array<f32, i32(4)>,\n};\n"
                "@binding(0) @group(0) var<uniform> block_0 : B_0;\n"
                "@fragment\nfn main() -> @location(0) vec4<f32>\n{\n    return vec4<f32>(block_0.a_0[0]);\n}\n")
        with self.assertRaisesRegex(ShaderError, "'a' of 'block' is an array whose elements are 4 bytes apart"):
            wgsl.read_stage(text, "main", "fragment", refuse)

    def test_glsl_offsets_follow_row_major_and_explicit_ones(self):
        text = ("layout(binding = 2, std140) uniform FragmentUniforms2\n{\n    layout(row_major) mat3x2 m;\n"
                "    layout(offset = 64) float f;\n} uniforms2;\n")
        found, blocks, _ = glsl.read_stage(text, "main", "fragment")
        self.assertEqual([(m.offset, m.end, len(m.scalars)) for m in found.bindings[2].members],
                         [(0, 28, 6), (64, 68, 1)])
        self.assertEqual(blocks, {2: "FragmentUniforms2"})

    def test_hlsl_reads_packoffset(self):
        text = ("cbuffer B : register(b4, space0)\n{\n    float3 a : packoffset(c1);\n"
                "    float b : packoffset(c2.z);\n};\n")
        found = hlsl.read_stage(text, "main", "fragment")
        self.assertEqual([(m.offset, m.end) for m in found.bindings[4].members], [(16, 28), (40, 44)])

    def test_msl_skips_padding(self):
        text = ("struct B\n{\n    packed_float3 a;\n    char _m1_pad[4];\n    float4 b;\n};\n"
                "fragment main_out main0(constant B& uniforms1 [[buffer(1)]])\n{\n}\n")
        found = msl.read_stage(text, "fragment")
        self.assertEqual([(m.name, m.offset, m.end) for m in found.bindings[1].members], [("a", 0, 12), ("b", 16, 32)])


class StorageTexts(unittest.TestCase):
    """A storage buffer of each access as each language writes it, and what is read back from it."""

    def expect(self, stage, expected):
        self.assertEqual({n: (b.kind, b.element, b.stride) for n, b in stage.bindings.items()}, expected)

    def test_wgsl(self):
        text = ("@binding(1) @group(0) var<storage, read> a_0 : array<vec4<f32>>;\n"
                "@binding(2) @group(0) var<storage, read_write> b_0 : array<atomic<u32>>;\n"
                "@binding(3) @group(0) var<storage, read> c_0 : array<vec3<f32>>;\n"
                "@compute\n@workgroup_size(8, 4, 2)\nfn main()\n"
                "{\n    atomicStore(&(b_0[0]), u32(a_0[1].x + c_0[2].y));\n}\n")
        found = wgsl.read_stage(text, "main", "compute", refuse)
        self.expect(found, {1: ("StorageRead", "f32x4", 16), 2: ("StorageReadWrite", "u32", 4),
                            3: ("StorageRead", "f32x3", 16)})
        self.assertEqual(found.workgroup_size, (8, 4, 2))

    def test_wgsl_refuses_what_is_no_list_of_elements(self):
        for type_ in ("vec4<f32>", "array<u32, i32(4)>", "array<bool>"):
            text = (f"@binding(0) @group(0) var<storage, read> a_0 : {type_};\n"
                    "@compute\n@workgroup_size(1, 1, 1)\nfn main()\n{\n    let b = a_0;\n}\n")
            with self.subTest(type_), self.assertRaisesRegex(ShaderError, "in WGSL"):
                wgsl.read_stage(text, "main", "compute", refuse)

    def test_glsl(self):
        text = ("#version 450\nlayout(local_size_x = 8, local_size_y = 4, local_size_z = 2) in;\n\n"
                "layout(binding = 1, std430) readonly buffer StructuredBuffer\n{\n    vec4 _member0[];\n} storage1;\n\n"
                "layout(binding = 12, std430) buffer storage12\n{\n    int _member0[];\n} storage12_1;\n\n"
                "void main()\n{\n}\n")
        text = glsl.clean(text, Stage("compute", "main"))
        self.assertIn("readonly buffer ComputeStorage1\n", text)
        self.assertIn("buffer ComputeStorage12\n", text)
        found, _, _ = glsl.read_stage(text, "main", "compute")
        self.expect(found, {1: ("StorageRead", "f32x4", 16), 12: ("StorageReadWrite", "i32", 4)})
        self.assertEqual(found.workgroup_size, (8, 4, 2))

    def test_hlsl(self):
        text = ("ByteAddressBuffer a : register(t1);\nRWByteAddressBuffer b : register(u2, space0);\n"
                "RWByteAddressBuffer c : register(u3);\n"
                "    b.Store2((id.x + f(3, 4)) * 8 + 0, asuint(a.Load4(id.y * 16 + 4)));\n    c.Store(12, 1);\n"
                "[numthreads(8, 4, 2)]\nvoid main()\n")
        found = hlsl.read_stage(text, "main", "compute")
        self.expect(found, {1: ("StorageRead", None, 16), 2: ("StorageReadWrite", None, 8),
                            3: ("StorageReadWrite", None, None)})
        self.assertEqual(found.workgroup_size, (8, 4, 2))

    def test_hlsl_gets_the_results_that_spirv_cross_forgets(self):
        text = "groupshared uint total;\n    InterlockedExchange(total, 0u, _159);\n"
        declared = hlsl.declare_results(text)
        self.assertIn("    uint _159;\n    InterlockedExchange(total, 0u, _159);", declared)
        self.assertEqual(hlsl.declare_results(declared), declared)

    def test_msl(self):
        text = ("struct A\n{\n    float2 _member0[1];\n};\n\nstruct B\n{\n    uint _member0[1];\n};\n\n"
                "kernel void computeMain(const device A& a [[buffer(1)]], device B& b [[buffer(2)]], "
                "uint3 id [[thread_position_in_grid]])\n{\n}\n")
        self.expect(msl.read_stage(text, "compute"), {1: ("StorageRead", "f32x2", 8),
                                                      2: ("StorageReadWrite", "u32", 4)})


class Glslang(unittest.TestCase):
    def test_a_text_that_the_version_lacks_is_refused_with_its_line(self):
        programs = tools.Tools({"glslangValidator": tool.TOOLS["glslangValidator"]}, {})
        text = "#version 300 es\nlayout(std430) buffer Data { int value; } data;\nvoid main() { data.value = 1; }\n"
        message = "no GLSL 300 es form"
        with tempfile.TemporaryDirectory() as work, self.assertRaisesRegex(ShaderError, message) as caught:
            cross.check_glsl(programs, work, {"vertex": text}, refuse)
        self.assertIn("buffer Data { int value; } data;", str(caught.exception))
        self.assertNotIn(work, str(caught.exception))


class Words(unittest.TestCase):
    def test_a_broken_module_is_refused(self):
        for data, message in ((b"", "truncated"), (b"\0" * 24, "wrong first word"),
                              (spirv.MAGIC.to_bytes(4, "little") + b"\0" * 16 + b"\0\0\0\0", "broken instruction")):
            with self.assertRaisesRegex(ShaderError, message):
                spirv.Module(data)

    def test_strings_survive(self):
        for text in ("", "abc", "abcd", "vertexMain"):
            self.assertEqual(spirv.read_string(spirv.string_words(text))[0], text)

    def test_comments_do_not_hide_lines(self):
        text = source.strip_comments("a // b\n/* c\nd */ e \"f\"\n")
        self.assertEqual(text.count("\n"), 3)
        self.assertEqual(text.split(), ["a", "e"])


if __name__ == "__main__":
    unittest.main()
