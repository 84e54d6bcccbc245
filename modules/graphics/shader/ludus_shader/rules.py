"""What a portable program may contain. Each refusal says what to write instead."""

from . import agree
from .model import (MAX_BINDINGS, MAX_COLOR_OUTPUTS, MAX_MEMBER_NAME_BYTES, MAX_SHARED_BYTES, MAX_UNIFORM_BYTES,
                    MAX_UNIFORM_MEMBERS, MAX_VERTEX_INPUTS, MAX_WORKGROUP_INVOCATIONS, MAX_WORKGROUP_SIZE,
                    MIN_UNIFORM_BYTES, STORAGE_ELEMENT_WIDTHS, type_name)

# SPIR-V capabilities that every Vulkan 1.1 device with our profile has and that have a form on every other target.
ALLOWED_CAPABILITIES = {0: "Matrix", 1: "Shader", 50: "ImageQuery", 51: "DerivativeControl"}

# Those of arrays of resources, which programs ask for by NATIVE_BINDING_ARRAYS and RUNTIME_BINDING_ARRAYS.
ARRAY_CAPABILITIES = {29: "SampledImageArrayDynamicIndexing", 5301: "ShaderNonUniform",
                      5307: "SampledImageArrayNonUniformIndexing"}
UNIFORM_INDEXING = 29
RUNTIME_CAPABILITY = 5302

# Advice that several ways into the same trap share.
FLOAT_ADVICE = "16-bit values (half, int16_t, f16tof32) need a device feature; write float or int, and " \
    "unpackHalf2x16ToFloat instead of f16tof32"
BASE_ADVICE = "SV_InstanceID and SV_VertexID subtract a base that some targets lack; write SV_VulkanInstanceID and " \
    "SV_VulkanVertexID (their value is the same here, since draws start at instance and vertex zero)"
SAMPLE_ADVICE = "per-sample shading (SV_SampleIndex, 'sample' interpolation) is outside the portable profile; remove it"
CLIP_ADVICE = "clip and cull distances have no WebGPU form; discard in the fragment stage, or move the vertices " \
    "outside the clip volume"
PRIMITIVE_ADVICE = "SV_PrimitiveID needs geometry shading on some targets; pass an id as a nointerpolation varying"

LOGICAL_ADVICE = "\nno target can keep a buffer in a variable or choose one by a condition: choose an index into one " \
    "buffer, or branch and name the buffer in each branch"

# SPIR-V capabilities (section 3.31): numbers, words of the source to point at (regular expressions), advice.
REFUSED_CAPABILITIES = (
    ((9, 22, 4433, 4434, 4435, 4436), ("half", "float16_t", "u?int16_t", "f16tof32", "f32tof16"), FLOAT_ADVICE),
    ((39, 4448, 4449, 4450), ("u?int8_t",), "8-bit integers need a device feature; write uint and shift"),
    ((10,), ("double",), "64-bit floats (double) need a device feature; write float"),
    ((11,), ("u?int64_t",), "64-bit integers need a device feature; write uint2"),
    ((40, 4427), ("SV_InstanceID", "SV_VertexID"), BASE_ADVICE),
    ((35,), ("SV_SampleIndex", "sample"), SAMPLE_ADVICE),
    ((32, 33), ("SV_ClipDistance\\d?", "SV_CullDistance\\d?"), CLIP_ADVICE),
    ((2,), ("SV_PrimitiveID",), PRIMITIVE_ADVICE),
    ((25,), ("Gather\\w*",), "extended gathers have no WebGL 2 form; Load the texels"),
    ((34, 45), ("TextureCubeArray",), "arrays of cube textures have no WebGL 2 form; use a Texture2DArray"),
    ((43, 44), ("Texture1D\\w*",), "one-dimensional textures have no WebGL 2 form; use a Texture2D of height one"),
    ((46, 47), ("Buffer",), "texel buffers have no WebGPU form; use a uniform array or a texture"),
    ((6033, 6034, 6095), (r"Atomic\s*<\s*float",),
     "atomics of floats need a device feature; use Atomic<uint> or Atomic<int>"),
    (range(61, 69), ("Wave\\w+", "Quad\\w+"),
     "wave (subgroup) operations are outside the portable profile; use derivatives in the fragment stage, or "
     "group-shared memory in a compute stage"),
    ((4472, 4479), ("RayQuery",), "ray queries are only for compute stages with their own capability"),
    ((5301,), ("NonUniformResourceIndex",),
     "NonUniformResourceIndex selects from an array of resources: add NATIVE_BINDING_ARRAYS to ludus_compile_shader"),
    ((5347,), (r"[A-Za-z]\w*\*\s*\w+",), "pointers have no form on most targets; use a uniform block"),
    ((5302,), (r"\w+(?=\s*\[\s*\]\s*;)",),
     "unsized arrays of resources need NATIVE_BINDING_ARRAYS and RUNTIME_BINDING_ARRAYS, and give up every target but "
     "SPIR-V"),
)

BUILTIN_ADVICE = {
    "NumWorkgroups": ("WorkgroupCount", "pass the number of workgroups in a uniform"),
    "PointSize": ("SV_PointSize", "only triangles are drawn; draw a small quad for each point"),
    "ClipDistance": ("SV_ClipDistance", CLIP_ADVICE),
    "CullDistance": ("SV_CullDistance", CLIP_ADVICE),
    "PrimitiveId": ("SV_PrimitiveID", PRIMITIVE_ADVICE),
    "Layer": ("SV_RenderTargetArrayIndex", "draw each layer in a pass of its own"),
    "ViewportIndex": ("SV_ViewportArrayIndex", "draw each viewport with its own draw"),
    "SampleId": ("SV_SampleIndex", SAMPLE_ADVICE),
    "SamplePosition": ("SV_SampleIndex", SAMPLE_ADVICE),
    "SampleMask": ("SV_Coverage", "coverage has no WebGL 2 form; discard the fragment instead"),
    "BaseVertex": ("SV_StartVertexLocation", BASE_ADVICE),
    "BaseInstance": ("SV_StartInstanceLocation", BASE_ADVICE),
    "DrawIndex": ("SV_DrawIndex", "pass the number of the draw in a uniform"),
    "ViewIndex": ("SV_ViewID", "draw each view in a pass of its own"),
    "PointCoord": ("SV_PointCoord", "only triangles are drawn"),
    "FragStencilRef": ("SV_StencilRef", "the stencil reference belongs to the pipeline"),
}

ALLOWED_BUILTINS = {
    "vertex": ({"VertexIndex", "InstanceIndex"}, {"Position"}),
    "fragment": ({"FragCoord", "FrontFacing"}, {"FragDepth"}),
    "compute": ({"WorkgroupSize", "WorkgroupId", "LocalInvocationId", "GlobalInvocationId",
                 "LocalInvocationIndex"}, set()),
}


def check_module(module, refuse, arrays):
    """Capabilities and constants of the whole module."""
    present = set(module.capabilities) - ALLOWED_CAPABILITIES.keys()
    present -= ARRAY_CAPABILITIES.keys() if arrays.fixed else set()
    present -= {RUNTIME_CAPABILITY} if arrays.runtime else set()
    for numbers, words, advice in REFUSED_CAPABILITIES:
        if present & set(numbers):
            refuse(advice, *words)
    if present:
        refuse(f"SPIR-V capability {min(present)} is outside the portable profile")
    if module.spec_constants:
        name = module.names.get(module.spec_constants[0], "")
        refuse(f"'{name}' is a specialization constant, which pipelines cannot set; write a static const and give it "
               "with DEFINES, or read it from a uniform", name)


def check_stage(stage, refuse):
    """Rules of one stage, whatever the kind of program."""
    inputs, outputs = ALLOWED_BUILTINS[stage.stage]
    for builtin in sorted((stage.builtin_inputs - inputs) | (stage.builtin_outputs - outputs)):
        word, advice = BUILTIN_ADVICE.get(builtin, (builtin, "it is outside the portable profile; remove it"))
        refuse(f"{word} cannot be used in the {stage.stage} stage: {advice}", word)
    for number, binding in sorted(stage.bindings.items()):
        check_binding(stage, binding, number, refuse)
    for location, value in sorted({**stage.inputs, **stage.outputs}.items()):
        for qualifier in ("noperspective", "sample", "centroid"):
            if qualifier in value.interpolation.split():
                refuse(f"'{value.name}' is interpolated as '{qualifier}', which has no form on every target; remove "
                       "the qualifier", value.name)
        if value.kind not in ("f32", "i32", "u32"):
            refuse(f"'{value.name}' is {value.type}; values between stages are float, int or uint of 32 bits",
                   value.name)
    if stage.stage == "vertex":
        check_vertex_inputs(stage, refuse)
        if "Position" not in stage.builtin_outputs:
            refuse("the vertex stage writes no SV_Position", stage.entry)
    if stage.stage == "fragment":
        check_fragment(stage, refuse)
    if stage.stage == "compute":
        check_compute(stage, refuse)


STORAGE_ELEMENTS = frozenset(type_name(k, w) for k in ("f32", "i32", "u32") for w in STORAGE_ELEMENT_WIDTHS)


def check_buffers(used, buffers, refuse):
    """`buffers` are those that are no StructuredBuffer, as (name, what it is); `used` the names that a stage uses."""
    for name, what in buffers:
        if name in used and what == "ByteAddressBuffer":
            refuse(f"'{name}' is a ByteAddressBuffer; write StructuredBuffer<uint> or RWStructuredBuffer<uint> and "
                   "indices instead of bytes", name)
        elif name in used:
            refuse(f"'{name}' is an {what}; write a RWStructuredBuffer, and a RWStructuredBuffer<Atomic<uint>> that "
                   "counts what is appended or consumed", name)


def check_storage(stage, has_fragment_storage, refuse):
    """Storage buffers: where they may be, and what they hold."""
    for _, binding in sorted(stage.bindings.items()):
        name = binding.name
        if not binding.is_storage:
            continue
        if stage.stage == "fragment" and binding.kind == "StorageRead" and not has_fragment_storage:
            refuse(f"'{name}' is a storage buffer in the fragment stage; add FRAGMENT_STORAGE to ludus_compile_shader, "
                   "which gives up WebGL 2, or read a uniform array or a texture instead", name)
        if stage.stage == "fragment" and binding.kind == "StorageReadWrite":
            refuse(f"'{name}' is a writable storage buffer in the fragment stage; write it from a compute stage, and "
                   "declare it as StructuredBuffer where it is only read", name)
        if stage.stage == "vertex":
            refuse(f"'{name}' is a storage buffer in the vertex stage; read a uniform array, a vertex stream or a "
                   "texture instead (a StorageVertex buffer that a compute stage wrote is a vertex stream)", name)
        if binding.element not in STORAGE_ELEMENTS:
            refuse(f"'{name}' holds {binding.element or 'a matrix, array or struct'}; elements of storage buffers are "
                   "float, int and uint and their vectors of two and of four, which lie at the same bytes on every "
                   "target: use float4 for three values, and a buffer for each member of a struct or several elements "
                   "in a row", name)


def check_compute(stage, refuse):
    size = stage.workgroup_size
    for axis, (value, limit) in enumerate(zip(size, MAX_WORKGROUP_SIZE)):
        if not 1 <= value <= limit:
            refuse(f"the workgroup has {value} invocations along {'xyz'[axis]}; write 1 to {limit}", "numthreads")
    if size[0] * size[1] * size[2] > MAX_WORKGROUP_INVOCATIONS:
        refuse(f"the workgroup has {size[0] * size[1] * size[2]} invocations; write at most "
               f"{MAX_WORKGROUP_INVOCATIONS} in all", "numthreads")
    if stage.shared_bytes > MAX_SHARED_BYTES:
        refuse(f"the group-shared variables take {stage.shared_bytes} bytes; at most {MAX_SHARED_BYTES} are there on "
               "every device", "groupshared")
    for _, binding in sorted(stage.bindings.items()):
        if binding.kind == "Sampler":
            refuse(f"'{binding.name}' is a sampler in the compute stage, which has none: Load the texels", binding.name)
        if binding.kind.startswith("Texture") and binding.kind not in ("Texture2D", "TextureDepth2D"):
            refuse(f"'{binding.name}' is a {binding.kind} in the compute stage, which reads Texture2D<float4> and "
                   "Texture2D<float> (a depth aspect) alone", binding.name)


def check_binding(stage, binding, number, refuse):
    name = binding.name
    if number >= MAX_BINDINGS:
        refuse(f"'{name}' is at binding {number}; numbers go from 0 to {MAX_BINDINGS - 1}", name)
    if binding.kind == "UniformBuffer":
        if binding.occupied > MAX_UNIFORM_BYTES:
            refuse(f"'{name}' occupies {binding.occupied} bytes; a uniform block holds at most {MAX_UNIFORM_BYTES}: "
                   "shorten its arrays, or put the data in a texture", name)
        for member in binding.leaves:
            if len(member.name.encode("utf-8")) > MAX_MEMBER_NAME_BYTES:
                refuse(f"member name '{member.name}' is longer than {MAX_MEMBER_NAME_BYTES} bytes; shorten it",
                       member.name.rsplit(".", 1)[-1])
        for scalar in (s for m in binding.members for s in m.scalars):
            if scalar.kind not in ("f32", "i32", "u32"):
                refuse(f"'{name}' holds a value of kind {scalar.kind}; uniform members are float, int or uint of 32 "
                       "bits", name)
    samplers = stage.samplers.get(number, ())
    if len(samplers) > 1 and not any(b.is_array for b in stage.bindings.values()):
        refuse(f"texture '{name}' is read through {len(samplers)} samplers in one stage, which GLSL cannot say; "
               "declare a second texture at its own binding for the second sampler and bind the same view to both",
               name)


def check_members(stage, refuse):
    count = sum(len(b.leaves) for b in stage.bindings.values())
    if count > MAX_UNIFORM_MEMBERS:
        refuse(f"the {stage.stage} stage has {count} uniform members; a description lists at most "
               f"{MAX_UNIFORM_MEMBERS}: gather values of one kind in arrays of float4", stage.entry)


def check_vertex_inputs(stage, refuse):
    for location, value in sorted(stage.inputs.items()):
        if location >= MAX_VERTEX_INPUTS:
            refuse(f"vertex input '{value.name}' is at location {location}; locations go from 0 to "
                   f"{MAX_VERTEX_INPUTS - 1}", value.name)
        if value.kind != "f32" or value.width < 2:
            refuse(f"vertex input '{value.name}' is {value.type}; vertex inputs are float2, float3 or float4 (put a "
                   "single value into a component of one of them, small integers as float)", value.name)


def check_fragment(stage, refuse):
    for location, value in sorted(stage.outputs.items()):
        if location >= MAX_COLOR_OUTPUTS:
            refuse(f"output '{value.name}' is SV_Target{location}; there are at most {MAX_COLOR_OUTPUTS}",
                   "SV_Target\\d")
        if (value.kind, value.width) != ("f32", 4):
            refuse(f"SV_Target{location} is {value.type}; colour outputs are float4 on every target",
                   f"SV_Target{location}", "SV_Target\\d?")


def check_link(vertex, fragment, refuse):
    """Each varying that the fragment stage reads is written by the vertex stage, as the same type."""
    order = agree.swapped(vertex.outputs, fragment.inputs)
    if order:
        refuse(f"'{order[1]}' of the fragment stage reads what the vertex stage writes as '{order[0]}': varyings meet "
               "by the order of their declaration; use one struct for both", order[1])
    for location, value in sorted(fragment.inputs.items()):
        written = vertex.outputs.get(location)
        if written is None:
            refuse(f"the fragment stage reads '{value.name}' at location {location}, which the vertex stage does not "
                   "write; use one struct for both", value.name)
        if (written.kind, written.width) != (value.kind, value.width):
            refuse(f"'{value.name}' at location {location} is {written.type} in the vertex stage and {value.type} in "
                   "the fragment stage; use one struct for both", value.name)
        if ("flat" in written.interpolation) != ("flat" in value.interpolation):
            refuse(f"'{value.name}' is not interpolated in one stage only; mark it nointerpolation in the struct that "
                   "both stages use (integers always)", value.name)
    for number in sorted(vertex.bindings.keys() & fragment.bindings.keys()):
        if vertex.bindings[number].kind != fragment.bindings[number].kind:
            refuse(f"binding {number} is '{vertex.bindings[number].name}' in the vertex stage and "
                   f"'{fragment.bindings[number].name}', of another kind, in the fragment stage; give each its own "
                   "number", fragment.bindings[number].name)


def check_facade(stages, refuse):
    """The fullscreen facade: one uniform block at binding 0, positions made from the vertex index, one colour."""
    for stage in stages.values():
        for number, binding in sorted(stage.bindings.items()):
            if number != 0 or binding.kind != "UniformBuffer":
                refuse(f"'{binding.name}' is a {binding.kind} at binding {number}; a program without RASTER has one "
                       "ConstantBuffer at binding 0 and nothing else: add RASTER to ludus_compile_shader", binding.name)
            if binding.size < MIN_UNIFORM_BYTES:
                refuse(f"'{binding.name}' is empty", binding.name)
    vertex, fragment = stages["vertex"], stages["fragment"]
    for _, value in sorted(vertex.inputs.items()):
        refuse(f"'{value.name}' is a vertex input; a program without RASTER makes positions from SV_VulkanVertexID: "
               "add RASTER to ludus_compile_shader for vertex streams", value.name)
    if set(fragment.outputs) != {0}:
        refuse("a program without RASTER writes SV_Target0 and no other colour", "SV_Target\\d?", fragment.entry)
    if "FragDepth" in fragment.builtin_outputs:
        refuse("a program without RASTER has no depth; remove SV_Depth or add RASTER", "SV_Depth")
