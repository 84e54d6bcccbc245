"""Reads what slangc's WGSL text declares: bindings, block layouts, inputs and outputs of one entry point."""

import re

from .errors import ShaderError
from .layout import Array, Field, Matrix, Numeric, Struct, Wgsl
from .model import Binding, Member, Stage, Value, type_name
from .spirv_stage import COMPOSITE

TEXTURES = {"texture_2d<f32>": "Texture2D", "texture_2d_array<f32>": "Texture2DArray",
            "texture_cube<f32>": "TextureCube", "texture_3d<f32>": "Texture3D", "texture_2d<u32>": "TextureStencil2D"}
BUILTINS = {"position": ("FragCoord", "Position"), "vertex_index": ("VertexIndex", ""),
            "instance_index": ("InstanceIndex", ""), "front_facing": ("FrontFacing", ""),
            "frag_depth": ("", "FragDepth"),
            "global_invocation_id": ("GlobalInvocationId", ""), "local_invocation_id": ("LocalInvocationId", ""),
            "local_invocation_index": ("LocalInvocationIndex", ""), "workgroup_id": ("WorkgroupId", ""),
            "num_workgroups": ("NumWorkgroups", "")}

RULES = Wgsl()


def split_list(text):
    """Splits at the commas that stand outside brackets."""
    parts, depth, current = [], 0, ""
    for character in text:
        depth += {"<": 1, "(": 1, ">": -1, ")": -1}.get(character, 0)
        if character == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += character
    return [p for p in [*parts, current.strip()] if p]


def author_name(name):
    """Slang appends a number to each global and member: 'tint_0' is the author's 'tint'."""
    return re.sub(r"_\d+$", "", name)


class Text:
    """One WGSL text, cut into structs, globals and functions."""

    def __init__(self, text, refuse):
        self.refuse = refuse
        self.structs = {m.group(1): m.group(2) for m in re.finditer(r"\bstruct\s+(\w+)\s*\{(.*?)\}", text, re.S)}
        self.globals = re.findall(
            r"@binding\((\d+)\)\s*@group\((\d+)\)\s*var(?:<([^>]*)>)?\s+(\w+)\s*:\s*([^;]+);", text)
        self.functions = {}
        pattern = re.compile(r"((?:@\w+(?:\([^)]*\))?\s*)*)fn\s+(\w+)\s*\(")
        for match in pattern.finditer(text):
            end = matching(text, match.end() - 1, "(", ")")
            body = text.index("{", end)
            result = text[end + 1:body].strip().removeprefix("->").strip()
            self.functions[match.group(2)] = (match.group(1), text[match.end():end], result,
                                              text[body:matching(text, body, "{", "}")])

    def words(self, entry):
        """Every identifier in the code that the entry reaches."""
        seen, pending, words = set(), [entry], set()
        while pending:
            name = pending.pop()
            if name in seen:
                continue
            seen.add(name)
            found = set(re.findall(r"[A-Za-z_]\w*", self.functions[name][3]))
            words |= found
            pending += [w for w in found if w in self.functions]
        return words

    def fields(self, name):
        """(attributes, name, type text) of a struct's members."""
        result = []
        for part in split_list(self.structs[name]):
            attributes = dict(re.findall(r"@(\w+)(?:\(([^)]*)\))?", part))
            label, _, type_text = re.sub(r"@\w+(?:\([^)]*\))?", "", part).partition(":")
            result.append((attributes, label.strip(), type_text.strip()))
        return result

    def type(self, text, name=""):
        """`name` is the member or variable that has this type, for the refusal."""
        text = text.strip()
        numeric = re.fullmatch(r"(?:vec([234])<)?(f32|i32|u32)>?", text)
        if numeric:
            return Numeric(numeric.group(2), int(numeric.group(1) or 1))
        matrix = re.fullmatch(r"mat([234])x([234])<f32>", text)
        if matrix:
            return Matrix("f32", int(matrix.group(1)), int(matrix.group(2)))
        if text.startswith("array<"):
            element, *count = split_list(text[6:-1])
            number = re.search(r"\d+", count[0].replace("i32", "").replace("u32", "")) if count else None
            if not number:
                self.refuse(f"'{name}' is '{text}' in WGSL, which has no fixed size", name)
            return Array(self.type(element, name), int(number.group(0)))
        if text in self.structs:
            return Struct(text, tuple(Field(author_name(n), self.type(t, author_name(n)), int(a.get("align") or 0))
                                      for a, n, t in self.fields(text)))
        advice = ("write uint and compare it with 0" if "bool" in text else
                  "use float, int, uint, their vectors, float4x4, arrays and structs of them")
        return self.refuse(f"'{name}' is '{text}' in WGSL, which has no place in a buffer or between stages; "
                           f"{advice}", name)


def matching(text, begin, opening, closing):
    depth = 0
    for index in range(begin, len(text)):
        depth += (text[index] == opening) - (text[index] == closing)
        if depth == 0:
            return index
    raise ShaderError(f"the WGSL text has no '{closing}' for the '{opening}' at character {begin}")


def read_stage(source, entry, stage_name, refuse):
    text = Text(source, refuse)
    if entry not in text.functions:
        raise ShaderError(f"the WGSL text has no function '{entry}'")
    stage = Stage(stage_name, entry)
    attributes, parameters, result, _ = text.functions[entry]
    used = text.words(entry)
    for number, group, space, name, type_text in text.globals:
        if name in used:
            if int(group) != 0:
                refuse(f"'{author_name(name)}' is in group {group} in WGSL", author_name(name))
            stage.bindings[int(number)] = read_binding(text, int(number), space, name, type_text.strip(), refuse)
    for word in used:
        if re.search(rf"var<(uniform|push_constant|immediate)>\s+{re.escape(word)}\b", source) and not any(
                g[3] == word for g in text.globals):
            refuse(f"'{author_name(word)}' has no binding in WGSL; declare it with [[vk::binding(n, 0)]]",
                   author_name(word))
    for part in split_list(parameters):
        read_values(text, part, stage.inputs, stage.builtin_inputs, 0)
    if result:
        read_values(text, f"result : {result}" if not result.startswith("@") else result.replace(
            ")", ") result :", 1), stage.outputs, stage.builtin_outputs, 1)
    size = re.search(r"@workgroup_size\(([^)]*)\)", attributes)
    if size:
        stage.workgroup_size = tuple(int(n) for n in split_list(size.group(1)))
    return stage


def read_values(text, part, values, builtins, direction):
    attributes = dict(re.findall(r"@(\w+)\(([^)]*)\)", part))
    name, _, type_text = re.sub(r"@\w+\([^)]*\)", "", part).partition(":")
    type_text = type_text.strip()
    if "builtin" in attributes:
        builtin = BUILTINS.get(attributes["builtin"].strip())
        builtins.add(builtin[direction] if builtin else attributes["builtin"].strip())
    elif "location" in attributes:
        label = author_name(name.strip())
        type_ = text.type(type_text, label)
        if not isinstance(type_, Numeric):
            text.refuse(COMPOSITE.format(label), label)
        location = int(attributes["location"])
        values[location] = Value(location, type_.kind, type_.width, label,
                                 "flat" if "flat" in attributes.get("interpolate", "") else "")
    elif type_text in text.structs:
        for attributes, label, member in text.fields(type_text):
            marks = " ".join(f"@{k}({v})" for k, v in attributes.items())
            read_values(text, f"{marks} {label} : {member}", values, builtins, direction)


def read_binding(text, number, space, name, type_text, refuse):
    label = author_name(name)
    if space.startswith("uniform"):
        block = text.type(type_text, label)
        if not isinstance(block, Struct):
            block = Struct(label, (Field(label, block),))
        binding = Binding(number, "UniformBuffer", label, struct=author_name(block.name))
        for field, offset in RULES.place(block):
            check_uniform(field.type, field.name, label, refuse)
            binding.members.append(Member(field.name, offset, tuple(RULES.scalars(field.type, offset))))
        return binding
    if space.startswith("storage"):
        return read_storage(text, number, space, label, type_text, refuse)
    if type_text == "sampler":
        return Binding(number, "Sampler", label)
    if type_text == "sampler_comparison":
        refuse(f"'{label}' is a comparison sampler, which is outside the portable bindings; Load the depth from a "
               "Texture2D<float> and compare it in the shader", label)
    kind = TEXTURES.get(type_text.replace(" ", ""))
    if kind is None:
        refuse(f"'{label}' is '{type_text}' in WGSL, which no portable binding holds", label)
    return Binding(number, kind, label)


def read_storage(text, number, space, label, type_text, refuse):
    binding = Binding(number, "StorageReadWrite" if "read_write" in space else "StorageRead", label)
    parts = split_list(type_text[6:-1]) if type_text.startswith("array<") else []
    if len(parts) != 1:
        refuse(f"'{label}' is '{type_text}' in WGSL; a storage buffer is a StructuredBuffer or RWStructuredBuffer",
               label)
    atomic = re.fullmatch(r"atomic<(\w+)>", parts[0])
    element = text.type(atomic[1] if atomic else parts[0], label)
    binding.element = type_name(element.kind, element.width) if isinstance(element, Numeric) else ""
    binding.stride = RULES.stride(element)
    return binding


def check_uniform(type_, name, block, refuse):
    """WGSL's own rule for uniform blocks: elements of arrays lie in whole rows of 16 bytes."""
    if isinstance(type_, Array):
        if RULES.stride(type_.element) % 16:
            refuse(f"member '{name}' of '{block}' is an array whose elements are {RULES.stride(type_.element)} bytes "
                   "apart in WGSL; make it an array of float4 and use its components", name)
        check_uniform(type_.element, name, block, refuse)
    elif isinstance(type_, Struct):
        for field in type_.fields:
            check_uniform(field.type, f"{name}.{field.name}", block, refuse)
