"""Reads what spirv-cross's Metal text declares."""

import re

from .ctext import TypeReader, declaration, members
from .layout import Array, Matrix, Metal, Numeric, Padding
from .model import Binding, Member, Stage, Value, type_name

RULES = Metal()
KINDS = {"float": "f32", "int": "i32", "uint": "u32"}
TEXTURES = {"texture2d<float>": "Texture2D", "texture2d_array<float>": "Texture2DArray",
            "texturecube<float>": "TextureCube", "texture3d<float>": "Texture3D", "texture2d<uint>": "TextureStencil2D"}


def basic(item, _):
    if item.type == "char":
        return Padding(1)
    match = re.fullmatch(r"(packed_)?(float|int|uint)([234])?(?:x([234]))?", item.type)
    if not match:
        return None
    kind = KINDS[match[2]]
    if match[4]:
        return Matrix(kind, int(match[3]), int(match[4]))
    return Numeric(kind, int(match[3] or 1), bool(match[1]))


def keep_noinline(text, names):
    """spirv-cross inlines every helper always; the author's [noinline] (names of SPIR-V functions) is given back, since
    one huge entry point can take the Metal compiler very long."""
    for name in names:
        text = re.sub(rf"static inline __attribute__\(\(always_inline\)\)\n(\w+ {re.escape(name)}(?:_\d+)?\()",
                      r"static __attribute__((noinline))\n\1", text)
    return text


def entry_of(text, stage_name):
    keyword = {"vertex": "vertex", "fragment": "fragment", "compute": "kernel"}[stage_name]
    return re.search(rf"^{keyword} \w+ (\w+)\(", text, re.M)[1]


def read_stage(text, stage_name):
    entry = entry_of(text, stage_name)
    stage = Stage(stage_name, entry)
    types = TypeReader(text, basic)
    parameters = re.search(rf"^\w+ (\w+) {entry}\((.*)\)$", text, re.M)
    result, arguments = parameters[1], parameters[2]
    for argument in re.split(r",\s*(?![^<]*>)", arguments):
        mark = re.search(r"\[\[(\w+)(?:\((\d+)\))?\]\]", argument)
        if mark is None:
            continue
        kind, number = mark[1], int(mark[2] or 0)
        item = declaration(argument)
        if kind == "buffer" and "device" in item.qualifiers:
            stage.bindings[number] = read_storage(types, item, number)
        elif kind == "buffer":
            binding = Binding(number, "UniformBuffer", item.name)
            for field, offset in RULES.place(types.struct(item.type)):
                if not pads(field.type):
                    binding.members.append(Member(field.name, offset, tuple(RULES.scalars(field.type, offset))))
            stage.bindings[number] = binding
        elif kind == "texture":
            stage.bindings[number] = Binding(number, TEXTURES.get(item.type, item.type), item.name)
        elif kind == "sampler":
            stage.bindings[number] = Binding(number, "Sampler", item.name)
        elif kind == "stage_in":
            read_values(types, item.type, stage.inputs)
    read_values(types, result, stage.outputs)
    return stage


def read_storage(types, item, number):
    """A struct that holds one array of one element, which stands for as many as the buffer has."""
    binding = Binding(number, "StorageRead" if "const" in item.qualifiers.split() else "StorageReadWrite", item.name)
    fields = types.struct(item.type).fields
    element = fields[0].type.element if len(fields) == 1 and isinstance(fields[0].type, Array) else None
    binding.element = type_name(element.kind, element.width) if isinstance(element, Numeric) else ""
    binding.stride = RULES.stride(element) if element else 0
    return binding


def pads(type_):
    return isinstance(type_, Padding) or isinstance(getattr(type_, "element", None), Padding)


def read_values(types, name, values):
    for item in members(types.structs.get(name, "")):
        mark = re.search(r"\[\[(?:attribute\(|user\(locn|color\()(\d+)\)", item.tail)
        if mark:
            type_ = basic(item, "")
            values[int(mark[1])] = Value(int(mark[1]), type_.kind, type_.width, item.name)
