"""Refused programs, one for each trap: the message names the author's line and says what to write instead."""

import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tool import PROGRAMS, arguments, cli, run

VARYINGS = "struct Varyings { float4 position : SV_Position; float2 uv : UV; };\n"
VERTEX = """[shader("vertex")]
Varyings vertexMain(uint index : SV_VulkanVertexID)
{
    Varyings result;
    result.position = float4(index);
    result.uv = float2(index);
    return result;
}
"""
FRAGMENT = '[shader("fragment")]\nfloat4 fragmentMain(Varyings input) : SV_Target0 { return 1; }\n'


def fragment(declarations, body, signature="float4 fragmentMain(Varyings input) : SV_Target0"):
    """The declarations come first, so that they begin at line 1."""
    return f'{declarations}\n{VARYINGS}{VERTEX}[shader("fragment")]\n{signature}\n{{\n    {body}\n}}\n'


def vertex(changes, varyings=VARYINGS):
    """The plain vertex stage with some of its text replaced; it begins at line 2."""
    text = VERTEX
    for old, new in changes.items():
        text = text.replace(old, new)
    return varyings + text + FRAGMENT


INDEX = "uint index : SV_VulkanVertexID"

# name: (program, line of the message or None, part of what is said, part of the advice)
CASES = {
    "push constant": (
        fragment("[[vk::push_constant]]\nConstantBuffer<float4> tint;", "return tint;"),
        2, "push constants", "ConstantBuffer at a binding of group 0"),
    "uniform parameter of an entry point": (
        fragment("", "return tint;", "float4 fragmentMain(Varyings input, uniform float4 tint) : SV_Target0"),
        None, "push constants", "move 'uniform' parameters"),
    "array of textures": (
        fragment("[[vk::binding(0,0)]] Texture2D layers[4];\n[[vk::binding(1,0)]] SamplerState s;",
                 "return layers[2].Sample(s, input.uv);"),
        1, "'layers' is an array of resources", "Texture2DArray"),
    "unsized array of textures": (
        fragment("[[vk::binding(0,0)]] Texture2D layers[];\n[[vk::binding(1,0)]] SamplerState s;",
                 "return layers[2].Sample(s, input.uv);"),
        None, "RUNTIME_BINDING_ARRAYS", "every target but SPIR-V"),
    "texture and sampler in one": (
        fragment("[[vk::binding(0,0)]] Sampler2D both;", "return both.Sample(input.uv);"),
        1, "'both' is a texture and sampler in one", "Texture2D and a SamplerState"),
    "storage texture": (
        fragment('[[vk::binding(0,0)]] [format("rgba8")] RWTexture2D<float4> image;',
                 "image[uint2(0)] = 1; return 1;"),
        1, "'image' is a storage texture", "offscreen texture"),
    "DepthTexture2D": (
        fragment("[[vk::binding(0,0)]] DepthTexture2D shadow;", "return shadow.Load(int3(0));"),
        1, "'shadow' is a DepthTexture2D", "declare Texture2D<float>"),
    "comparison sampler": (
        fragment("[[vk::binding(0,0)]] DepthTexture2D shadow;\n[[vk::binding(1,0)]] SamplerComparisonState s;",
                 "return shadow.SampleCmp(s, input.uv, 0.5);"),
        1, "'shadow' is a DepthTexture2D or is compared", "compare it in the shader"),
    "comparison of a colour texture": (
        fragment("[[vk::binding(0,0)]] Texture2D<float> shadow;\n[[vk::binding(1,0)]] SamplerComparisonState s;",
                 "return shadow.SampleCmp(s, input.uv, 0.5);"),
        2, "'s' is a comparison sampler", "compare it in the shader"),
    "one texture through two samplers": (
        fragment("[[vk::binding(0,0)]] Texture2D t;\n[[vk::binding(1,0)]] SamplerState a;\n"
                 "[[vk::binding(2,0)]] SamplerState b;", "return t.Sample(a, input.uv) + t.Sample(b, input.uv);"),
        1, "'t' is read through 2 samplers", "second texture at its own binding"),
    "texture passed to a function that is not inlined": (
        fragment("[[vk::binding(0,0)]] Texture2D t;\n[[vk::binding(1,0)]] SamplerState s;\n"
                 "[noinline] float4 read(Texture2D x, SamplerState y, float2 uv) { return x.Sample(y, uv); }",
                 "return read(t, s, input.uv);"),
        3, "not inlined", "remove [noinline]"),
    "another group": (
        fragment("[[vk::binding(0,1)]] ConstantBuffer<float4> tint;", "return tint;"),
        1, "'tint' is in group 1", "[[vk::binding(0, 0)]]"),
    "binding number too large": (
        fragment("[[vk::binding(16,0)]] ConstantBuffer<float4> tint;", "return tint;"),
        1, "'tint' is at binding 16", "from 0 to 15"),
    "two resources at one binding": (
        fragment("[[vk::binding(1,0)]] Texture2D t;\n[[vk::binding(1,0)]] SamplerState s;",
                 "return t.Sample(s, input.uv);"),
        None, "both at binding 1", "its own number"),
    "specialization constant": (
        fragment("[[vk::constant_id(3)]] const float scale = 1.0;", "return scale;"),
        1, "'scale' is a specialization constant", "DEFINES"),
    "storage buffer in the fragment stage": (
        fragment("[[vk::binding(0,0)]] StructuredBuffer<float4> lights;", "return lights[0];"),
        1, "add FRAGMENT_STORAGE", "uniform array"),
    "writable storage buffer": (
        fragment("[[vk::binding(0,0)]] RWStructuredBuffer<float4> sums;", "sums[0] = 1; return 1;"),
        1, "'sums' is a writable storage buffer", "compute stage"),
    "multisampled texture": (
        fragment("[[vk::binding(0,0)]] Texture2DMS<float4> t;", "return t.Load(int2(0), 0);"),
        1, "'t' is a multisampled texture", "resolve it"),
    "integer texture": (
        fragment("[[vk::binding(0,0)]] Texture2D<int4> t;", "return t.Load(int3(0));"),
        1, "'t' is an integer texture", "Texture2D<float4>"),
    "one-dimensional texture": (
        fragment("[[vk::binding(0,0)]] Texture1D t;", "return t.Load(int2(0));"),
        1, "one-dimensional", "height one"),
    "array of cubes": (
        fragment("[[vk::binding(0,0)]] TextureCubeArray t;\n[[vk::binding(1,0)]] SamplerState s;",
                 "return t.Sample(s, float4(1));"),
        1, "cube array", "Texture2DArray"),
    "member with an explicit offset": (
        fragment("struct Block\n{\n    float4 a;\n    [[vk::offset(48)]] float b;\n};\n"
                 "[[vk::binding(0,0)]] ConstantBuffer<Block> block;", "return block.a * block.b;"),
        4, "member 'b' of 'block' lies in bytes 48 to 52", "one CPU layout"),
    "scalar layout": (
        fragment("struct Block\n{\n    float3 a;\n    float3 b;\n};\n"
                 "[[vk::binding(0,0)]] ConstantBuffer<Block, ScalarDataLayout> block;",
                 "return block.a.xyzx * block.b.xyzx;"),
        4, "member 'b' of 'block' lies in bytes 12 to 24", "one CPU layout"),
    "bool member": (
        fragment("struct Block\n{\n    bool on;\n};\n[[vk::binding(0,0)]] ConstantBuffer<Block> block;",
                 "return block.on ? 1 : 0;"),
        3, "'on' is 'bool' in WGSL", "write uint"),
    "half member": (
        fragment("struct Block\n{\n    half a;\n};\n[[vk::binding(0,0)]] ConstantBuffer<Block> block;",
                 "return block.a;"),
        3, "16-bit values", "write float"),
    "double member": (
        fragment("struct Block\n{\n    double a;\n};\n[[vk::binding(0,0)]] ConstantBuffer<Block> block;",
                 "return float(block.a);"),
        None, "double", "write: float"),
    "block larger than a uniform range": (
        fragment("struct Block\n{\n    float4 rows[1025];\n};\n[[vk::binding(0,0)]] ConstantBuffer<Block> block;",
                 "return block.rows[uint(input.uv.x)];"),
        5, "occupies 16400 bytes", "16384"),
    "too many members": (
        fragment("struct Block\n{\n" + "".join(f"    float4 m{i};\n" for i in range(65))
                 + "};\n[[vk::binding(0,0)]] ConstantBuffer<Block> block;", "return block.m0;"),
        None, "65 uniform members", "arrays of float4"),
    "member name too long": (
        fragment("struct Block\n{\n    float4 " + "n" * 64 + ";\n};\n[[vk::binding(0,0)]] ConstantBuffer<Block> block;",
                 "return block." + "n" * 64 + ";"),
        3, "longer than 63 bytes", "shorten"),
    "sample index": (
        fragment("", "return index;", "float4 fragmentMain(Varyings input, uint index : SV_SampleIndex) : SV_Target0"),
        None, "per-sample shading", "remove it"),
    "coverage": (
        fragment("", "return mask;", "float4 fragmentMain(Varyings input, uint mask : SV_Coverage) : SV_Target0"),
        None, "SV_Coverage", "discard"),
    "primitive id": (
        fragment("", "return id;", "float4 fragmentMain(Varyings input, uint id : SV_PrimitiveID) : SV_Target0"),
        None, "sv_primitiveid", "nointerpolation varying"),
    "depth as an out parameter": (
        fragment("", "depth = 0.5; return 1;",
                 "float4 fragmentMain(Varyings input, out float depth : SV_Depth) : SV_Target0"),
        None, "sv_depth", "struct member marked SV_Depth"),
    "conservative depth": (
        fragment("struct Output { float4 color : SV_Target0; float depth : SV_DepthGreaterEqual; };",
                 "Output o; o.color = 1; o.depth = 0.5; return o;", "Output fragmentMain(Varyings input)"),
        None, "sv_depthgreaterequal", "write: SV_Depth"),
    "colour of two components": (
        fragment("", "return 1;", "float2 fragmentMain(Varyings input) : SV_Target0"),
        None, "SV_Target0 is f32x2", "float4"),
    "colours declared out of order": (
        fragment("struct Output { float4 second : SV_Target1; float4 first : SV_Target0; };",
                 "Output o; o.first = 1; o.second = input.uv.xyxy; return o;", "Output fragmentMain(Varyings input)"),
        1, "have each other's location", "order of their numbers"),
    "varyings with numbers": (
        vertex({"result.uv = float2(index);": "result.color = result.from = result.to = float3(index);"},
               "struct Varyings { float4 position : SV_Position; float3 color : COLOR; float3 from : TEXCOORD0; "
               "float3 to : TEXCOORD1; };\n"),
        1, "have each other's location", "a semantic without a number"),
    "gap between colours": (
        fragment("struct Output { float4 first : SV_Target0; float4 third : SV_Target2; };",
                 "Output o; o.first = 1; o.third = 1; return o;", "Output fragmentMain(Varyings input)"),
        1, "'third'", "without a gap"),
    "fine derivative": (
        fragment("", "return ddx_fine(input.uv.x);"),
        None, "ddx_fine", "write: ddx"),
    "gather": (
        fragment("[[vk::binding(0,0)]] Texture2D t;\n[[vk::binding(1,0)]] SamplerState s;",
                 "return t.Gather(s, input.uv);"),
        None, "textureGather", "Load the four texels"),
    "bit counting": (
        fragment("", "return countbits(uint(input.uv.x));"),
        14, "no GLSL 300 es form", "shift and mask"),
    "pointer": (
        fragment("struct Block\n{\n    float4* rows;\n};\n[[vk::binding(0,0)]] ConstantBuffer<Block> block;",
                 "return *block.rows;"),
        3, "pointers", "uniform block"),
    "texture chosen by control flow": (
        fragment("[[vk::binding(0,0)]] Texture2D a;\n[[vk::binding(1,0)]] Texture2D b;\n"
                 "[[vk::binding(2,0)]] SamplerState s;",
                 "Texture2D t = input.uv.x > 0.5 ? a : b; return t.Sample(s, input.uv);"),
        16, "opaque-typed value", ""),
    "wave operation": (
        fragment("", "return WaveActiveSum(input.uv.x);"),
        None, "wave (subgroup) operations", "derivatives"),
    "half unpacking": (
        fragment("", "return f16tof32(uint(input.uv.x));"),
        None, "16-bit", "unpackHalf2x16ToFloat"),
    "instance id with a base": (
        vertex({"SV_VulkanVertexID": "SV_InstanceID"}), 3, "SV_InstanceID", "write SV_VulkanInstanceID"),
    "vertex id with a base": (
        vertex({"SV_VulkanVertexID": "SV_VertexID"}), 3, "SV_VertexID", "SV_VulkanVertexID"),
    "scalar vertex input": (
        vertex({INDEX: "float index : WEIGHT"}), 3, "vertex input 'index' is f32", "float2, float3 or float4"),
    "integer vertex input": (
        vertex({INDEX: "uint4 index : JOINTS", "(index)": "(index.x)"}),
        3, "vertex input 'index' is u32x4", "small integers as float"),
    "matrix vertex input": (
        vertex({INDEX: "float4x4 index : M", "float4(index)": "index[1]", "float2(index)": "index[0].xy"}),
        3, "'index' is a matrix", "separate float4"),
    "explicit location": (
        vertex({INDEX: "[[vk::location(3)]] float4 index : A", "float4(index)": "index", "float2(index)": "index.xy"}),
        3, "at location 3 of SPIR-V is absent from WGSL", "no [[vk::location]]"),
    "no position": (
        vertex({"    result.position = float4(index);\n": ""}, "struct Varyings { float2 uv : UV; };\n"),
        3, "writes no SV_Position", ""),
    "clip distance": (
        vertex({"Varyings": "Out", "    return": "    result.clip = 1;\n    return"}, VARYINGS
               + "struct Out { float4 position : SV_Position; float2 uv : UV; float clip : SV_ClipDistance0; };\n"),
        None, "sv_clipdistance", "only system values that every target has"),
    "perspective-free varying": (
        VARYINGS.replace("float2 uv", "noperspective float2 uv") + VERTEX
        + FRAGMENT.replace("return 1", "return input.uv.x"),
        1, "'noperspective'", "remove the qualifier"),
    "centroid varying": (
        VARYINGS.replace("float2 uv", "centroid float2 uv") + VERTEX
        + FRAGMENT.replace("return 1", "return input.uv.x"),
        1, "'centroid'", "remove the qualifier"),
    "interpolated integer": (
        VARYINGS.replace("float2 uv", "uint2 uv") + VERTEX.replace("float2(", "uint2(") + FRAGMENT.replace(
            "return 1", "return input.uv.x"),
        1, "not interpolated in one stage only", "mark it nointerpolation"),
    "varying that is not written": (
        "struct More { float4 position : SV_Position; float2 uv : UV; float4 more : MORE; };\n" + VARYINGS + VERTEX
        + FRAGMENT.replace("Varyings", "More").replace("return 1", "return input.more"),
        1, "reads 'more' at location 1", "one struct for both"),
    "varying of another type": (
        "struct More { float4 position : SV_Position; float4 uv : UV; };\n" + VARYINGS + VERTEX
        + FRAGMENT.replace("Varyings", "More").replace("return 1", "return input.uv"),
        1, "f32x2 in the vertex stage and f32x4", "one struct for both"),
    "varyings in another order": (
        "struct Swapped { float4 position : SV_Position; float2 b : B; float2 a : A; };\n"
        + VARYINGS.replace("float2 uv : UV", "float2 a : A; float2 b : B")
        + VERTEX.replace("result.uv = float2(index)", "result.a = 0; result.b = 1")
        + FRAGMENT.replace("Varyings", "Swapped").replace("return 1", "return input.a.xyxy"),
        None, "order of their declaration", "one struct for both"),
    "array between the stages": (
        VARYINGS.replace("float2 uv : UV", "float2 uv[2] : UV") + VERTEX.replace("result.uv", "result.uv[1]")
        + FRAGMENT.replace("return 1", "return input.uv[1].xyxy"),
        1, "'uv' is a matrix, array or struct", "separate float4"),
    "a fragment entry offered as the vertex stage": (
        (VARYINGS + VERTEX + FRAGMENT).replace("vertexMain", "kept").replace("fragmentMain", "vertexMain"),
        None, "vertexMain", ""),
    "undefined name": (
        fragment("", "return nothing;"), 14, "undefined identifier 'nothing'", ""),
}

FACADE_CASES = {
    "texture in the facade": (
        fragment("[[vk::binding(0,0)]] Texture2D t;", "return t.Load(int3(0));"),
        1, "'t' is a Texture2D at binding 0", "add RASTER"),
    "uniform elsewhere in the facade": (
        fragment("[[vk::binding(3,0)]] ConstantBuffer<float4> tint;", "return tint;"),
        1, "'tint' is a UniformBuffer at binding 3", "add RASTER"),
    "vertex input in the facade": (
        vertex({INDEX: "float4 index : POSITION", "float4(index)": "index", "float2(index)": "index.xy"}),
        3, "'index' is a vertex input", "add RASTER"),
    "two colours in the facade": (
        fragment("struct Output { float4 first : SV_Target0; float4 second : SV_Target1; };",
                 "Output o; o.first = 1; o.second = 1; return o;", "Output fragmentMain(Varyings input)"),
        1, "SV_Target0 and no other colour", ""),
    "depth in the facade": (
        fragment("struct Output { float4 color : SV_Target0; float depth : SV_Depth; };",
                 "Output o; o.color = 1; o.depth = 0.5; return o;", "Output fragmentMain(Varyings input)"),
        1, "no depth", "add RASTER"),
}


def compute(declarations, body, attribute="[numthreads(8, 1, 1)]", result="RWStructuredBuffer<float4>"):
    return (f'{declarations}\n[[vk::binding(9, 0)]] {result} result;\n[shader("compute")]\n{attribute}\n'
            f"void computeMain(uint3 id : SV_DispatchThreadID)\n{{\n    {body}\n}}\n")


COMPUTE_CASES = {
    "elements of three": (
        compute("[[vk::binding(0,0)]] StructuredBuffer<float3> points;", "result[id.x] = points[id.x].xyzz;"),
        1, "'points' holds f32x3", "use float4"),
    "struct elements": (
        compute("struct Light { float4 place; float4 color; };\n[[vk::binding(0,0)]] StructuredBuffer<Light> lights;",
                "result[id.x] = lights[id.x].color;"),
        2, "'lights' holds a matrix, array or struct", "a buffer for each member"),
    "matrix elements": (
        compute("[[vk::binding(0,0)]] StructuredBuffer<float4x4> bones;", "result[id.x] = bones[id.x][1];"),
        1, "'bones' holds a matrix, array or struct", "several elements in a row"),
    "bool elements": (
        compute("[[vk::binding(0,0)]] StructuredBuffer<bool> flags;", "result[id.x] = flags[id.x] ? 1 : 0;"),
        1, "'flags' is 'bool' in WGSL", "write uint"),
    "half elements": (
        compute("[[vk::binding(0,0)]] StructuredBuffer<half4> halves;", "result[id.x] = halves[id.x];"),
        1, "16-bit values", "write float"),
    "byte buffer": (
        compute("[[vk::binding(0,0)]] ByteAddressBuffer bytes;", "result[id.x] = asfloat(bytes.Load4(16 * id.x));"),
        1, "'bytes' is a ByteAddressBuffer", "StructuredBuffer<uint>"),
    "append buffer": (
        compute("[[vk::binding(0,0)]] AppendStructuredBuffer<uint> found;", "found.Append(id.x); result[id.x] = 1;"),
        1, "'found' is an AppendStructuredBuffer", "counts what is appended"),
    "hidden counter": (
        compute("[[vk::binding(0,0)]] RWStructuredBuffer<uint> found;", "result[id.x] = found.IncrementCounter();"),
        7, "IncrementCounter", "RWStructuredBuffer<Atomic<uint>>"),
    "array of buffers": (
        compute("[[vk::binding(0,0)]] StructuredBuffer<uint> lists[2];", "result[id.x] = lists[1][id.x];"),
        1, "array of resource types", "its own binding"),
    "two buffers at one binding": (
        compute("[[vk::binding(9,0)]] StructuredBuffer<float4> same;", "result[id.x] = same[id.x];"),
        None, "both at binding 9", "its own number"),
    "buffer chosen by control flow": (
        compute("[[vk::binding(0,0)]] RWStructuredBuffer<float4> other;",
                "RWStructuredBuffer<float4> chosen = id.x > 3 ? other : result; chosen[id.x] = 1;"),
        None, "Logical addressing", "choose an index into one buffer"),
    "coherent buffer": (
        compute("[[vk::binding(0,0)]] globallycoherent RWStructuredBuffer<uint> flags;", "result[id.x] = flags[id.x];"),
        1, "'flags' is globallycoherent", "later dispatch"),
    "length of a buffer": (
        compute("[[vk::binding(0,0)]] StructuredBuffer<uint> list;",
                "uint count, stride; list.GetDimensions(count, stride); result[id.x] = count;"),
        7, "asks for the length of 'list'", "count in a uniform"),
    "interlocked function": (
        compute("", "InterlockedAdd(result[0], 1);", result="RWStructuredBuffer<uint>"),
        7, "InterlockedAdd", "Atomic<uint>"),
    "interlocked function in group-shared memory": (
        compute("groupshared uint total;", "InterlockedAdd(total, 1); result[id.x] = total;"),
        7, "InterlockedAdd", "Atomic<uint>"),
    "float atomics": (
        compute("", "result[0].add(1);", result="RWStructuredBuffer<Atomic<float>>"),
        2, "atomics of floats", "Atomic<uint>"),
    "number of workgroups": (
        compute("", "result[id.x] = float4(WorkgroupCount(), 1);"),
        7, "WorkgroupCount", "into a uniform"),
    "no workgroup size": (
        compute("", "result[id.x] = 1;", "// numthreads is forgotten"),
        5, "says no workgroup size", "[numthreads(x, y, z)]"),
    "workgroup without an extent": (
        compute("", "result[id.x] = 1;", "[numthreads(0, 1, 1)]"),
        4, "numthreads", "from 1 for each axis"),
    "workgroup too long": (
        compute("", "result[id.x] = 1;", "[numthreads(1, 1, 65)]"),
        4, "65 invocations along z", "1 to 64"),
    "workgroup too large": (
        compute("", "result[id.x] = 1;", "[numthreads(32, 16, 1)]"),
        4, "512 invocations", "at most 256"),
    "workgroup size that a pipeline would set": (
        compute("[[vk::constant_id(2)]] const uint size = 4;", "result[id.x] = 1;", "[numthreads(size, 1, 1)]"),
        4, "numthreads", "DEFINES"),
    "too much group-shared memory": (
        compute("groupshared float3 rows[1025];", "rows[id.x] = 1; result[id.x] = rows[id.x + 1].xyzz;"),
        1, "take 16400 bytes", "at most 16384"),
    "sampler": (
        compute("[[vk::binding(0,0)]] Texture2D picture;\n[[vk::binding(1,0)]] SamplerState smooth;",
                "result[id.x] = picture.SampleLevel(smooth, float2(id.xy), 0);"),
        2, "'smooth' is a sampler in the compute stage", "Load the texels"),
    "texture of another shape": (
        compute("[[vk::binding(0,0)]] Texture2DArray pictures;", "result[id.x] = pictures.Load(int4(0));"),
        1, "'pictures' is a Texture2DArray in the compute stage", "Texture2D<float4>"),
    "stencil aspect": (
        compute("[[vk::binding(0,0)]] Texture2D<uint> stencil;", "result[id.x] = stencil.Load(int3(0));"),
        1, "'stencil' is a TextureStencil2D in the compute stage", "depth aspect"),
    "storage texture in a compute stage": (
        compute('[[vk::binding(0,0)]] [format("rgba8")] RWTexture2D<float4> image;',
                "image[id.xy] = 1; result[id.x] = 1;"),
        1, "'image' is a storage texture", "storage buffer"),
    "derivative in a compute stage": (
        compute("", "result[id.x] = ddx(float(id.x));"), 7, "ddx", "fragment stage alone"),
    "wave operation in a compute stage": (
        compute("", "result[id.x] = WaveActiveSum(float(id.x));"),
        7, "wave (subgroup) operations", "group-shared memory"),
    "push constant in a compute stage": (
        compute("[[vk::push_constant]]\nConstantBuffer<float4> tint;", "result[id.x] = tint;"),
        2, "push constants", "ConstantBuffer at a binding of group 0"),
    "a vertex entry offered as the compute stage": (
        (VARYINGS + VERTEX).replace("vertexMain", "computeMain"), None, "computeMain", ""),
}

STORAGE_CASES = {
    "writable storage buffer": (
        fragment("[[vk::binding(0,0)]] RWStructuredBuffer<float4> sums;", "sums[0] = 1; return 1;"),
        1, "'sums' is a writable storage buffer in the fragment stage", "declare it as StructuredBuffer"),
    "storage buffer in the vertex stage": (
        vertex({"float4(index)": "places[index]"}).replace(
            VARYINGS, VARYINGS + "[[vk::binding(0,0)]] StructuredBuffer<float4> places;\n"),
        2, "'places' is a storage buffer in the vertex stage", "vertex stream"),
    "struct elements in the fragment stage": (
        fragment("struct Light { float4 place; float4 color; };\n[[vk::binding(0,0)]] StructuredBuffer<Light> lights;",
                 "return lights[0].color;"),
        2, "'lights' holds a matrix, array or struct", "a buffer for each member"),
    "byte buffer in the fragment stage": (
        fragment("[[vk::binding(0,0)]] ByteAddressBuffer bytes;", "return asfloat(bytes.Load4(16));"),
        1, "'bytes' is a ByteAddressBuffer", "StructuredBuffer<uint>"),
}

KINDS = (
    (CASES, {"raster": True}),
    (FACADE_CASES, {"raster": False}),
    (COMPUTE_CASES, {"compute": "computeMain"}),
    (STORAGE_CASES, {"more": ("--fragment-storage",)}),
)


def refusal(program, options):
    """(message of the refusal or None, what was left in the output folder)."""
    with tempfile.TemporaryDirectory() as folder:
        source, output = Path(folder) / "program.slang", Path(folder) / "out"
        source.write_text(program)
        options = cli.parse(arguments(source, output, **options))
        try:
            cli.Program(options).build()
        except cli.ShaderError as problem:
            return str(problem).replace(folder, ""), [p.name for p in output.iterdir()]
    return None, []


class Refusals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with ThreadPoolExecutor(2) as pool:
            everything = [(name, case[0], options) for cases, options in KINDS for name, case in cases.items()]
            cls.said = dict(zip(((n, str(o)) for n, _, o in everything),
                                pool.map(lambda e: refusal(e[1], e[2]), everything)))

    def check(self, cases):
        options = next(o for c, o in KINDS if c is cases)
        for name, (_, line, what, advice) in cases.items():
            with self.subTest(name):
                message, left = self.said[name, str(options)]
                self.assertIsNotNone(message, "the program was accepted")
                self.assertIn(what, message)
                self.assertIn(advice, message)
                self.assertEqual(left, [])
                if line is not None:
                    self.assertTrue(message.startswith(f"/program.slang:{line}: "), message.splitlines()[0])
                else:
                    self.assertRegex(message, r"^/program\.slang:\d+: ")

    def test_raster_programs(self):
        self.check(CASES)

    def test_facade_programs(self):
        self.check(FACADE_CASES)

    def test_compute_programs(self):
        self.check(COMPUTE_CASES)

    def test_programs_with_fragment_storage(self):
        self.check(STORAGE_CASES)


class Options(unittest.TestCase):
    def test_names_that_no_namespace_can_have(self):
        for name, reason in (("class", "is a keyword of C++"), ("1x", "is not a C identifier"),
                             ("\u00e9t\u00e9", "is not a C identifier")):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                code, said = run(PROGRAMS / "fullscreen.slang", Path(folder) / "out", raster=False, name=name)
                self.assertEqual(code, 1)
                self.assertIn(reason, said)
                self.assertFalse((Path(folder) / "out").exists())

    def test_what_defines_folders_and_targets_cannot_be(self):
        for options, reason in (
                ({"defines": ["="]}, "'=' in DEFINES defines nothing; write NAME or NAME=VALUE"),
                ({"defines": [""]}, "'' in DEFINES defines nothing"),
                ({"defines": ["=3"]}, "'=3' in DEFINES defines nothing"),
                ({"defines": ["FINE", "2X=1"]}, "'2X=1' in DEFINES defines nothing"),
                ({"defines": ["A B"]}, "'A B' in DEFINES defines nothing"),
                ({"includes": [""]}, "'' in INCLUDES is no folder; name one that exists"),
                ({"includes": [PROGRAMS / "nowhere"]}, "nowhere' in INCLUDES is no folder"),
                ({"includes": [PROGRAMS / "common.slang"]}, "common.slang' in INCLUDES is no folder"),
                ({"targets": ""}, "LUDUS_SHADER_TARGETS is empty"),
                ({"targets": ",;"}, "write one or more of spirv, wgsl, glsl-es, glsl, hlsl, msl"),
                ({"targets": "spirv,dxil"}, "'dxil' in LUDUS_SHADER_TARGETS is not one of spirv")):
            with self.subTest(str(options)), tempfile.TemporaryDirectory() as folder:
                code, said = run(PROGRAMS / "fullscreen.slang", Path(folder) / "out", raster=False, **options)
                self.assertEqual(code, 1)
                self.assertIn(reason, said)
                self.assertFalse((Path(folder) / "out").exists())

    def test_entries_that_do_not_go_together(self):
        for options, reason in (
                ({"compute": "c", "more": ("--raster",)}, "COMPUTE stands alone"),
                ({"compute": "c", "more": ("--vertex", "v")}, "COMPUTE stands alone"),
                ({"compute": "c", "more": ("--fragment-storage",)}, "COMPUTE stands alone"),
                ({"fragment": "", "raster": True}, "a VERTEX and a FRAGMENT entry, or one COMPUTE entry"),
                ({"raster": False, "more": ("--fragment-storage",)}, "FRAGMENT_STORAGE needs RASTER")):
            with self.subTest(str(options)), tempfile.TemporaryDirectory() as folder:
                code, said = run(PROGRAMS / "fullscreen.slang", Path(folder) / "out", **options)
                self.assertEqual(code, 1)
                self.assertIn(reason, said)

    def test_an_output_folder_that_is_a_file(self):
        with tempfile.NamedTemporaryFile() as file:
            code, said = run(PROGRAMS / "fullscreen.slang", file.name, raster=False)
            self.assertEqual(code, 1)
            self.assertIn("is a file", said)


if __name__ == "__main__":
    unittest.main()
