"""Cleans spirv-cross's GLSL (4.50 and ES 3.00) and reads what it declares."""

import re

from .ctext import Declaration, TypeReader, declaration, members
from .layout import Field, Matrix, Numeric, Rules, Std140, Struct
from .model import Binding, Member, Stage, Value, type_name

RULES = Std140()
STORAGE_RULES = Rules()  # std430 places scalars and vectors as every language does
KINDS = {"float": "f32", "vec": "f32", "int": "i32", "ivec": "i32", "uint": "u32", "uvec": "u32"}
SAMPLERS = {"sampler2D": "Texture2D", "sampler2DArray": "Texture2DArray", "samplerCube": "TextureCube",
            "sampler3D": "Texture3D", "usampler2D": "TextureStencil2D"}

BLOCK = re.compile(r"(layout\([^)]*\)) uniform (\w+)\s*\{([^}]*)\}\s*(\w+)\s*;")
STORAGE = re.compile(r"(layout\(binding = (\d+), std430\)) ((?:\w+ )*)buffer (\w+)\s*"
                     r"\{\s*(\w+) \w+\[\];\s*\}\s*\w+\s*;")
SAMPLER = re.compile(r"^(?:layout\(([^)]*)\) )?uniform (?:highp |mediump |lowp )?([iu]?sampler\w+) (\w+);$", re.M)
VALUE = re.compile(r"^((?:layout\([^)]*\) )?(?:(?:flat|centroid|smooth|highp|mediump|lowp) )*(?:in|out) [^;]+);$", re.M)


def clean(text, stage):
    """Names everything by stage and binding (two programs that are mixed cannot clash), reads loads and samples of one
    texture through one sampler variable, and drops the base instance, which is always zero here."""
    prefix = stage.stage.title()
    text = re.sub(r"#ifdef GL_ARB_shader_draw_parameters\n(?:(?!#endif).*\n)*#endif\n", "", text)
    text = text.replace("(gl_InstanceID + SPIRV_Cross_BaseInstance)", "gl_InstanceID")
    text = re.sub(r"SPIRV_Cross_Combinedtexture(\d+)(?:sampler\d+|SPIRV_Cross_DummySampler)",
                  lambda m: f"{prefix}Texture{m[1]}", text)
    text = text.replace("precision mediump float;", "precision highp float;")
    for match in BLOCK.finditer(text):
        number = re.fullmatch(r"uniforms(\d+)(?:_\d+)?", match[4])
        if number:
            text = re.sub(rf"\buniform {match[2]}\n", f"uniform {prefix}Uniforms{number[1]}\n", text, count=1)
    text = STORAGE.sub(lambda m: m[0].replace(f"buffer {m[4]}", f"buffer {prefix}Storage{m[2]}", 1), text)
    lines, seen = [], set()
    for line in text.splitlines():
        if SAMPLER.fullmatch(line):
            if line in seen:
                continue
            seen.add(line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def basic(item, qualifiers):
    matrix = re.fullmatch(r"mat([234])(?:x([234]))?", item.type)
    if matrix:
        columns, rows = int(matrix[1]), int(matrix[2] or matrix[1])
        return Matrix("f32", rows, columns) if "row_major" in qualifiers else Matrix("f32", columns, rows)
    numeric = re.fullmatch(r"(float|int|uint|[iu]?vec)([234])?", item.type)
    return Numeric(KINDS[numeric[1]], int(numeric[2] or 1)) if numeric else None


def offset_of(qualifiers):
    found = re.search(r"offset\s*=\s*(\d+)", qualifiers)
    return int(found[1]) if found else None


def read_stage(text, entry, stage_name):
    """The stage as the text declares it, and the names of its blocks and textures by binding."""
    stage = Stage(stage_name, entry)
    types = TypeReader(text, basic)
    blocks, textures = {}, {}
    for match in BLOCK.finditer(text):
        number = int(re.search(r"Uniforms(\d+)$", match[2])[1])
        struct = Struct(match[2], tuple(Field(i.name, types.read(i), 0, offset_of(i.qualifiers))
                                        for i in members(match[3])))
        binding = Binding(number, "UniformBuffer", match[4])
        binding.members = [Member(f.name, o, tuple(RULES.scalars(f.type, o))) for f, o in RULES.place(struct)]
        stage.bindings[number] = binding
        blocks[number] = match[2]
    for match in STORAGE.finditer(text):
        number, element = int(match[2]), basic(Declaration("", match[5], "", (), ""), "")
        binding = Binding(number, "StorageRead" if "readonly" in match[3] else "StorageReadWrite", match[4])
        binding.element = type_name(element.kind, element.width) if isinstance(element, Numeric) else ""
        binding.stride = STORAGE_RULES.stride(element) if element else 0
        stage.bindings[number] = binding
    for match in SAMPLER.finditer(text):
        number = int(re.search(r"Texture(\d+)$", match[3])[1])
        stage.bindings[number] = Binding(number, SAMPLERS.get(match[2], match[2]), match[3])
        textures[number] = match[3]
    for match in VALUE.finditer(text):
        item = declaration(match[1])
        number = int(re.search(r"(?:attribute|varying|color)(\d+)$", item.name)[1])
        type_ = basic(item, "")
        values = stage.inputs if re.search(r"\bin\b", item.qualifiers) else stage.outputs
        values[number] = Value(number, type_.kind, type_.width, item.name)
    size = re.search(r"layout\(local_size_x = (\d+), local_size_y = (\d+), local_size_z = (\d+)\) in;", text)
    if size:
        stage.workgroup_size = tuple(int(n) for n in size.groups())
    return stage, blocks, textures
