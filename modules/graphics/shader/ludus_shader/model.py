"""The common language of the tool: what one stage needs, said the same way whichever target it was read from."""

from dataclasses import dataclass, field

# Limits of the runtime that receives the descriptions (raster.h); a program beyond them is refused here already.
MAX_BINDINGS = 16
MAX_VERTEX_INPUTS = 16
MAX_UNIFORM_MEMBERS = 64
MAX_MEMBER_NAME_BYTES = 63
MIN_UNIFORM_BYTES = 16
MAX_UNIFORM_BYTES = 16384
MAX_COLOR_OUTPUTS = 4
MAX_WORKGROUP_SIZE = (256, 256, 64)
MAX_WORKGROUP_INVOCATIONS = 256

# Group-shared bytes that every device with compute has (Vulkan's and WebGPU's smallest maximum).
MAX_SHARED_BYTES = 16384

# Storage elements: 32-bit scalars, vectors of two and of four. A vector of three has another stride on each target.
STORAGE_ELEMENT_WIDTHS = (1, 2, 4)

# GLSL pairs each texture with the sampler it is read through; this value stands for "none, only loads".
NO_SAMPLER = 0xFFFFFFFF

# Numbers of a runtime table and of its length (profile.h).
RUNTIME_ARRAY_BINDING = 15
RUNTIME_LENGTH_BINDING = 14

STAGES = ("vertex", "fragment", "compute")


def type_name(kind, width):
    return kind if width == 1 else f"{kind}x{width}"


def round_up(value, multiple):
    return (value + multiple - 1) // multiple * multiple


@dataclass(frozen=True)
class Scalar:
    """One 32-bit value of a uniform block: byte offset from the block's start and what it holds (f32, i32, u32)."""

    offset: int
    kind: str


@dataclass(frozen=True)
class Member:
    """A named part of a uniform block. `shape` is a RasterUniformShape enumerator."""

    name: str
    offset: int
    scalars: tuple
    shape: str = "Opaque"

    @property
    def end(self):
        return max(s.offset for s in self.scalars) + 4 if self.scalars else self.offset


@dataclass
class Binding:
    """A resource of group 0. `kind` is a RasterBindingKind enumerator. `members` are a block's direct members, in
    order; `leaves` the same with nested structs opened ("light.color"), for the member table of the header. A storage
    buffer has an `element` ("f32x4"; empty for what is no scalar or vector) and a `stride` in bytes instead; None where
    a text does not say. An array has `count` elements of that, a runtime table one at least; `indexing` is a
    RasterBindingIndexing enumerator."""

    number: int
    kind: str
    name: str
    members: list = field(default_factory=list)
    leaves: list = field(default_factory=list)
    struct: str = ""
    element: str | None = None
    stride: int | None = None
    count: int = 1
    is_array: bool = False
    is_runtime: bool = False
    indexing: str = "Constant"

    @property
    def occupied(self):
        """Bytes up to the end of the last member."""
        return max((m.end for m in self.members), default=0)

    @property
    def size(self):
        """Bytes that a bound range must have on every target: the occupied bytes in whole rows of 16."""
        return round_up(self.occupied, 16) if self.kind == "UniformBuffer" else 0

    @property
    def is_storage(self):
        return self.kind in ("StorageRead", "StorageReadWrite")

    @property
    def min_size(self):
        """What the header gives as MinSize: bytes of a uniform block, the element stride of storage."""
        return self.stride if self.is_storage else self.size


@dataclass(frozen=True)
class Value:
    """A vertex input, varying or colour output."""

    location: int
    kind: str
    width: int
    name: str = ""
    interpolation: str = ""

    @property
    def type(self):
        return type_name(self.kind, self.width)


@dataclass
class Stage:
    """What one entry point of one artifact declares. `samplers` gives for each texture binding the set of sampler
    bindings it is read through; a texture that is only loaded has an empty set."""

    stage: str
    entry: str
    bindings: dict = field(default_factory=dict)
    inputs: dict = field(default_factory=dict)
    outputs: dict = field(default_factory=dict)
    builtin_inputs: set = field(default_factory=set)
    builtin_outputs: set = field(default_factory=set)
    samplers: dict = field(default_factory=dict)
    loaded: set = field(default_factory=set)
    workgroup_size: tuple = (1, 1, 1)
    shared_bytes: int = 0
