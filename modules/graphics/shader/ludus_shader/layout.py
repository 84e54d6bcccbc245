"""How the shading languages place values in a uniform block: one small type algebra, one set of rules a language."""

from dataclasses import dataclass

from .model import Scalar, round_up


@dataclass(frozen=True)
class Numeric:
    """A scalar or vector. `packed` is Metal's packed form, aligned like its component."""

    kind: str
    width: int
    packed: bool = False


@dataclass(frozen=True)
class Matrix:
    """`vectors` stored vectors of `width` values each, whatever the language calls rows and columns."""

    kind: str
    vectors: int
    width: int


@dataclass(frozen=True)
class Array:
    element: object
    count: int


@dataclass(frozen=True)
class Padding:
    """Bytes that hold nothing (Metal's char arrays)."""

    size: int


@dataclass(frozen=True)
class Field:
    """A struct member; `align` and `offset` are what the text says about it, 0 and None when it says nothing."""

    name: str
    type: object
    align: int = 0
    offset: int | None = None


@dataclass(frozen=True)
class Struct:
    name: str
    fields: tuple


class Rules:
    """The common part; a language overrides what differs."""

    def align(self, type_):
        if isinstance(type_, Numeric):
            return 4 if type_.packed else {1: 4, 2: 8, 3: 16, 4: 16}[type_.width]
        if isinstance(type_, Matrix):
            return self.align(Numeric(type_.kind, type_.width))
        if isinstance(type_, Array):
            return self.align(type_.element)
        if isinstance(type_, Padding):
            return 1
        return max((max(f.align, self.align(f.type)) for f in type_.fields), default=1)

    def size(self, type_):
        if isinstance(type_, Numeric):
            return 4 * type_.width
        if isinstance(type_, Matrix):
            return type_.vectors * self.vector_stride(type_)
        if isinstance(type_, Array):
            return type_.count * self.stride(type_.element)
        if isinstance(type_, Padding):
            return type_.size
        end = 0
        for field, offset in self.place(type_):
            end = offset + self.size(field.type)
        return round_up(end, self.align(type_))

    def stride(self, element):
        return round_up(self.size(element), self.align(element))

    def vector_stride(self, matrix):
        return self.stride(Numeric(matrix.kind, matrix.width))

    def place(self, struct):
        """(field, offset from the struct's start) of each member."""
        offset, placed = 0, []
        for field in struct.fields:
            offset = field.offset if field.offset is not None else round_up(
                offset, max(field.align, self.align(field.type)))
            placed.append((field, offset))
            offset += self.size(field.type)
        return placed

    def scalars(self, type_, base):
        if isinstance(type_, Numeric):
            return [Scalar(base + 4 * c, type_.kind) for c in range(type_.width)]
        if isinstance(type_, Matrix):
            stride = self.vector_stride(type_)
            return [Scalar(base + v * stride + 4 * c, type_.kind)
                    for v in range(type_.vectors) for c in range(type_.width)]
        if isinstance(type_, Array):
            stride = self.stride(type_.element)
            return [s for i in range(type_.count) for s in self.scalars(type_.element, base + i * stride)]
        if isinstance(type_, Padding):
            return []
        return [s for field, offset in self.place(type_) for s in self.scalars(field.type, base + offset)]


class Std140(Rules):
    """OpenGL 4.6 core specification, 7.6.2.2: arrays, matrices and structs in whole rows of 16 bytes."""

    def align(self, type_):
        align = super().align(type_)
        return align if isinstance(type_, Numeric) else round_up(align, 16)

    def stride(self, element):
        return round_up(self.size(element), 16)


class Wgsl(Rules):
    """WGSL specification, 14.4.1 (alignment and size)."""


class Metal(Rules):
    """Metal Shading Language specification, 2.2 and 2.3: a float3 takes 16 bytes unless packed."""

    def size(self, type_):
        if isinstance(type_, Numeric) and type_.width == 3 and not type_.packed:
            return 16
        return super().size(type_)


class HlslPacking(Rules):
    """Direct3D constant buffers: a vector does not cross a row of 16 bytes; arrays, matrices and structs begin a row,
    and what follows them may fill the rest of their last row."""

    def align(self, type_):
        return 4 if isinstance(type_, Numeric) else 16

    def size(self, type_):
        if isinstance(type_, Array):
            return (type_.count - 1) * self.stride(type_.element) + self.size(type_.element)
        if isinstance(type_, Matrix):
            return (type_.vectors - 1) * 16 + 4 * type_.width
        if isinstance(type_, Struct):
            return max((offset + self.size(field.type) for field, offset in self.place(type_)), default=0)
        return super().size(type_)

    def stride(self, element):
        return round_up(self.size(element), 16)

    def place(self, struct):
        offset, placed = 0, []
        for field in struct.fields:
            if field.offset is not None:
                offset = field.offset
            else:
                offset = round_up(offset, self.align(field.type))
                if isinstance(field.type, Numeric) and offset % 16 + self.size(field.type) > 16:
                    offset = round_up(offset, 16)
            placed.append((field, offset))
            offset += self.size(field.type)
        return placed
