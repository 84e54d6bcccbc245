"""Reads what spirv-cross's HLSL text declares."""

import re

from .ctext import TypeReader, members
from .layout import Field, HlslPacking, Matrix, Numeric, Struct
from .model import Binding, Member, Stage, Value
from .wgsl import matching, split_list

RULES = HlslPacking()
KINDS = {"float": "f32", "int": "i32", "uint": "u32"}
TEXTURES = {"Texture2D<float4>": "Texture2D", "Texture2DArray<float4>": "Texture2DArray",
            "TextureCube<float4>": "TextureCube", "Texture3D<float4>": "Texture3D",
            "Texture2D<uint4>": "TextureStencil2D", "SamplerState": "Sampler"}

BLOCK = re.compile(r"\bcbuffer (\w+) : register\(b(\d+)(?:, space(\d+))?\)\s*\{([^}]*)\};")
RESOURCE = re.compile(r"^((?:Texture|Sampler)\w*(?:<\w+>)?) (\w+) : register\([ts](\d+)(?:, space(\d+))?\);$", re.M)


STORAGE = re.compile(r"^(RW)?ByteAddressBuffer (\w+) : register\([tu](\d+)(?:, space\d+)?\);$", re.M)


def declare_results(text):
    """spirv-cross forgets to declare what an exchange in group-shared memory gives back."""
    def declare(match):
        indent, shared, result = match[1], match[2], match[3]
        type_ = re.search(rf"^groupshared (u?int) {re.escape(shared)}\b", text, re.M)
        if type_ is None or re.search(rf"\bu?int {result};", text):
            return match[0]
        return f"{indent}{type_[1]} {result};\n{match[0]}"
    return re.sub(r"^( *)InterlockedExchange\((\w+)[^;]*, (_\d+)\);$", declare, text, flags=re.M)


def basic(item, qualifiers):
    match = re.fullmatch(r"(float|int|uint)([1234])?(?:x([1234]))?", item.type)
    if not match:
        return None
    kind = KINDS[match[1]]
    if match[3]:
        rows, columns = int(match[2]), int(match[3])
        return Matrix(kind, rows, columns) if "row_major" in qualifiers else Matrix(kind, columns, rows)
    return Numeric(kind, int(match[2] or 1))


def offset_of(tail):
    found = re.search(r"packoffset\(c(\d+)(?:\.([xyzw]))?\)", tail)
    return int(found[1]) * 16 + "xyzw".index(found[2] or "x") * 4 if found else None


def stride_of(text, name):
    """Bytes between the elements of a byte buffer, from the code that indexes it; None with constant indices alone."""
    found = set()
    for access in re.finditer(rf"\b{re.escape(name)}\.\w+(?=\()", text):
        first = split_list(text[access.end() + 1:matching(text, access.end(), "(", ")")])[0]
        scale = re.search(r"\* (\d+) \+ \d+$", first)
        if scale:
            found.add(int(scale[1]))
    return min(found, default=None)


def read_stage(text, entry, stage_name):
    stage = Stage(stage_name, entry)
    types = TypeReader(text, basic)
    for match in BLOCK.finditer(text):
        number = int(match[2])
        struct = Struct(match[1], tuple(Field(i.name, types.read(i), 0, offset_of(i.tail)) for i in members(match[4])))
        binding = Binding(number, "UniformBuffer", match[1])
        binding.members = [Member(f.name, o, tuple(RULES.scalars(f.type, o))) for f, o in RULES.place(struct)]
        stage.bindings[number] = binding
    for match in RESOURCE.finditer(text):
        number = int(match[3])
        stage.bindings[number] = Binding(number, TEXTURES.get(match[1], match[1]), match[2])
    for match in STORAGE.finditer(text):
        number = int(match[3])
        stage.bindings[number] = Binding(number, "StorageReadWrite" if match[1] else "StorageRead", match[2],
                                         stride=stride_of(text, match[2]))
    for name, values in (("SPIRV_Cross_Input", stage.inputs), ("SPIRV_Cross_Output", stage.outputs)):
        for item in members(types.structs.get(name, "")):
            semantic = re.search(r":\s*(?:TEXCOORD|SV_Target)(\d+)", item.tail)
            if semantic:
                type_ = basic(item, "")
                values[int(semantic[1])] = Value(int(semantic[1]), type_.kind, type_.width, item.name)
    size = re.search(r"\[numthreads\((\d+), (\d+), (\d+)\)\]", text)
    if size:
        stage.workgroup_size = tuple(int(n) for n in size.groups())
    return stage
