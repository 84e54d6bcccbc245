"""What GLSL, HLSL and MSL share as texts: structs and blocks of C-like member declarations."""

import re
from dataclasses import dataclass

from .errors import ShaderError
from .layout import Array, Field, Struct


@dataclass
class Declaration:
    """`[qualifiers] type name[dims] [: semantic | [[attribute]]]`, cut into its parts."""

    qualifiers: str
    type: str
    name: str
    dims: tuple
    tail: str


DECLARATION = re.compile(
    r"^(?P<qualifiers>(?:(?:layout\s*\([^)]*\)|row_major|column_major|highp|mediump|lowp|flat|nointerpolation|centroid|"
    r"constant|device|const|in|out|uniform|smooth)\s+)*)"
    r"(?P<type>[A-Za-z_]\w*(?:<[^>]*>)?)\s*&?\s+(?P<name>[A-Za-z_]\w*)"
    r"(?P<dims>(?:\[\d+\])*)(?!\[\[)\s*(?P<tail>.*)$", re.S)


def declaration(text):
    text = " ".join(text.split()).replace("& ", " ")
    match = DECLARATION.match(text)
    if not match:
        raise ShaderError(f"the translated text has a declaration that the tool does not know: '{text}'")
    dims = tuple(int(d) for d in re.findall(r"\[(\d+)\]", match["dims"]))
    return Declaration(match["qualifiers"], match["type"], match["name"], dims, match["tail"].strip())


def members(body):
    return [declaration(part) for part in body.split(";") if part.strip()]


def structs(text):
    """Name to member declarations of each struct."""
    return {m[1]: m[2] for m in re.finditer(r"\bstruct\s+(\w+)\s*\{([^}]*)\}\s*;", text)}


def with_dims(type_, dims):
    for count in reversed(dims):
        type_ = Array(type_, count)
    return type_


class TypeReader:
    """Turns declarations into layout types. A language gives `basic(name, qualifiers)`: its type, or None."""

    def __init__(self, text, basic):
        self.structs = structs(text)
        self.basic = basic

    def read(self, item, qualifiers=""):
        qualifiers = item.qualifiers or qualifiers
        if item.type in self.structs:
            inner = self.struct(item.type, qualifiers)
        else:
            inner = self.basic(item, qualifiers)
            if inner is None:
                raise ShaderError(f"the translated text has a type that the tool does not know: '{item.type}'")
        return with_dims(inner, item.dims)

    def struct(self, name, qualifiers=""):
        return Struct(name, tuple(Field(i.name, self.read(i, qualifiers)) for i in members(self.structs[name])))
