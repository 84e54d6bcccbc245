"""Reads what one entry point of a SPIR-V module declares: bindings, block layouts, inputs, outputs, pairings."""

from dataclasses import dataclass

from . import spirv
from .errors import ShaderError
from .model import Binding, Member, Scalar, Stage, Value, round_up, type_name

BUILTINS = {0: "Position", 1: "PointSize", 3: "ClipDistance", 4: "CullDistance", 5: "VertexId", 6: "InstanceId",
            7: "PrimitiveId", 9: "Layer", 10: "ViewportIndex", 15: "FragCoord", 16: "PointCoord", 17: "FrontFacing",
            18: "SampleId", 19: "SamplePosition", 20: "SampleMask", 22: "FragDepth", 23: "HelperInvocation",
            24: "NumWorkgroups", 25: "WorkgroupSize", 26: "WorkgroupId", 27: "LocalInvocationId",
            28: "GlobalInvocationId", 29: "LocalInvocationIndex", 42: "VertexIndex", 43: "InstanceIndex",
            4424: "BaseVertex", 4425: "BaseInstance", 4426: "DrawIndex", 4440: "ViewIndex", 5014: "FragStencilRef"}

# Image dimensions (SPIR-V section 3.8) by (dim, arrayed) to the binding kind of a float-sampled texture.
TEXTURE_KINDS = {(1, 0): "Texture2D", (1, 1): "Texture2DArray", (3, 0): "TextureCube", (2, 0): "Texture3D"}
DIMENSION_NAMES = {0: "1D", 1: "2D", 2: "3D", 3: "cube", 4: "rectangle", 5: "buffer", 6: "subpass"}


COMPOSITE = ("'{}' is a matrix, array or struct as a vertex input, varying or output, which takes several locations; "
             "pass its columns or elements as separate float4 members")


@dataclass(frozen=True)
class ArraySupport:
    """Whether a program may have arrays of resources, and unsized ones."""

    fixed: bool = False
    runtime: bool = False


class StageReader:
    """One pass over one entry point. `refuse(message, name, struct)` raises with the author's line."""

    def __init__(self, module, entry_name, model, refuse, arrays=ArraySupport()):
        self.module = module
        self.arrays = arrays
        self.refuse = refuse
        self.entry = module.entry(entry_name, model)
        if self.entry is None:
            raise ShaderError(f"the SPIR-V module has no {model} entry '{entry_name}'")
        self.stage = Stage(model, entry_name)

    def read(self):
        used = self.module.used_variables(self.entry)
        for variable in used:
            storage = self.module.storage(variable)
            if storage == "Input":
                self.read_value(variable, self.stage.inputs, self.stage.builtin_inputs)
            elif storage == "Output":
                self.read_value(variable, self.stage.outputs, self.stage.builtin_outputs)
            elif storage in ("Uniform", "UniformConstant", "StorageBuffer", "PushConstant"):
                self.read_resource(variable, storage)
            elif storage == "Workgroup":
                self.stage.shared_bytes += self.shared_bytes(self.module.pointee(variable))
        for mode, operands in self.module.modes[self.entry.function]:
            if mode == spirv.MODE_LOCAL_SIZE:
                self.stage.workgroup_size = tuple(operands)
        return self.stage

    # Inputs, varyings, outputs.

    def read_value(self, variable, values, builtins):
        module = self.module
        decorations = module.decorations[variable]
        type_id = module.pointee(variable)
        type_ = module.types[type_id]
        name = module.names.get(variable, "")
        if spirv.BUILT_IN in decorations:
            number = decorations[spirv.BUILT_IN][0]
            builtins.add(BUILTINS.get(number, f"builtin {number}"))
            return
        members = [module.member_decorations[type_id, i] for i in range(len(type_.operands) - 1)
                   ] if type_.opcode == spirv.OP_TYPE_STRUCT else []
        if any(spirv.BUILT_IN in member for member in members):
            numbers = [m[spirv.BUILT_IN][0] for m in members if spirv.BUILT_IN in m]
            builtins.update(BUILTINS.get(number, f"builtin {number}") for number in numbers)
            return
        if spirv.LOCATION not in decorations:
            self.refuse(f"'{author_name(name)}' has no location", author_name(name))
        if spirv.INDEX in decorations and decorations[spirv.INDEX][0]:
            self.refuse("dual-source blending outputs exist only on some targets; write one output for each "
                        "SV_Target", author_name(name))
        if decorations.get(spirv.COMPONENT, [0])[0]:
            self.refuse(f"'{author_name(name)}' shares its location with another value; give each value its own "
                        "location", author_name(name))
        kind, width = self.numeric(type_id)
        if kind is None:
            self.refuse(COMPOSITE.format(author_name(name)), author_name(name))
        interpolation = [w for d, w in ((spirv.FLAT, "flat"), (spirv.NO_PERSPECTIVE, "noperspective"),
                                        (spirv.CENTROID, "centroid"), (spirv.SAMPLE, "sample")) if d in decorations]
        location = decorations[spirv.LOCATION][0]
        if location in values:
            self.refuse(f"'{author_name(name)}' and '{values[location].name}' share location {location}; give each "
                        "its own", author_name(name))
        values[location] = Value(location, kind, width, author_name(name), " ".join(interpolation))

    def numeric(self, type_id):
        """(component kind, width) of a scalar or vector; (None, 0) otherwise."""
        type_ = self.module.types[type_id]
        if type_.opcode == spirv.OP_TYPE_VECTOR:
            return self.numeric(type_.operands[1])[0], type_.operands[2]
        if type_.opcode == spirv.OP_TYPE_FLOAT:
            return f"f{type_.operands[1]}", 1
        if type_.opcode == spirv.OP_TYPE_INT:
            return f"{'i' if type_.operands[2] else 'u'}{type_.operands[1]}", 1
        if type_.opcode == spirv.OP_TYPE_BOOL:
            return "bool", 1
        return None, 0

    # Resources.

    def read_resource(self, variable, storage):
        module = self.module
        name = module.names.get(variable, "")
        decorations = module.decorations[variable]
        if storage == "PushConstant":
            self.refuse("push constants do not exist on every target; declare a ConstantBuffer at a binding of group "
                        "0 and bind it with a dynamic offset (remove [[vk::push_constant]] and move 'uniform' "
                        "parameters of the entry point to module scope)", name)
        type_id = module.pointee(variable)
        type_ = module.types[type_id]
        if spirv.BINDING not in decorations:
            self.refuse(f"'{name}' has no binding; write [[vk::binding(n, 0)]]", name)
        group, number = decorations.get(spirv.DESCRIPTOR_SET, [0])[0], decorations[spirv.BINDING][0]
        if group != 0:
            self.refuse(f"'{name}' is in group {group}; only group 0 exists: write [[vk::binding({number}, 0)]] with a "
                        "number that no other resource has", name)
        count, is_runtime = 1, type_.opcode == spirv.OP_TYPE_RUNTIME_ARRAY
        is_array = is_runtime or type_.opcode == spirv.OP_TYPE_ARRAY
        if is_array:
            count = self.array_count(type_, name, is_runtime)
            type_id = type_.operands[1]
            type_ = module.types[type_id]
        binding = self.resource(type_id, type_, storage, name, number, decorations)
        binding.is_array, binding.is_runtime, binding.count = is_array, is_runtime, count
        if is_runtime and (not binding.kind.startswith("Texture") or binding.kind == "TextureStencil2D"):
            self.refuse(f"'{name}' is an unsized array of something other than colour textures; give it a size", name)
        if number in self.stage.bindings:
            self.refuse(f"'{name}' and '{self.stage.bindings[number].name}' are both at binding {number} of group 0; "
                        "give each resource its own number, textures and samplers included", name)
        self.stage.bindings[number] = binding

    def array_count(self, type_, name, is_runtime):
        if not self.arrays.fixed:
            what, option = (("an unsized array", "RUNTIME_BINDING_ARRAYS") if is_runtime else
                            ("an array", "NATIVE_BINDING_ARRAYS"))
            self.refuse(f"'{name}' is {what} of resources, which needs {option} and gives up every target but SPIR-V; "
                        "where that is too much, declare each element at its own binding, or use a Texture2DArray",
                        name)
        if is_runtime and not self.arrays.runtime:
            self.refuse(f"'{name}' is an unsized array of resources; add RUNTIME_BINDING_ARRAYS to "
                        "ludus_compile_shader, or give it a size", name)
        if self.module.types[type_.operands[1]].opcode in (spirv.OP_TYPE_ARRAY, spirv.OP_TYPE_RUNTIME_ARRAY):
            self.refuse(f"'{name}' is an array of arrays; write one array and work the index out", name)
        return 1 if is_runtime else self.module.constants[type_.operands[2]]

    def resource(self, type_id, type_, storage, name, number, decorations):
        if type_.opcode == spirv.OP_TYPE_SAMPLER:
            return Binding(number, "Sampler", name)
        if type_.opcode == spirv.OP_TYPE_SAMPLED_IMAGE:
            self.refuse(f"'{name}' is a texture and sampler in one, which takes one binding on some targets and two on "
                        "others; declare a Texture2D and a SamplerState at bindings of their own", name)
        if type_.opcode == spirv.OP_TYPE_IMAGE:
            return Binding(number, self.texture_kind(type_, name), name)
        if type_.opcode == spirv.OP_TYPE_ACCELERATION_STRUCTURE:
            self.refuse(f"'{name}' is an acceleration structure, which only compute stages can use", name)
        if type_.opcode != spirv.OP_TYPE_STRUCT:
            self.refuse(f"'{name}' is a resource of a kind that no binding can hold", name)
        if storage == "StorageBuffer" or spirv.BUFFER_BLOCK in self.module.decorations[type_id]:
            read_only = spirv.NON_WRITABLE in decorations or all(
                spirv.NON_WRITABLE in self.module.member_decorations[type_id, m]
                for m in range(len(type_.operands) - 1))
            return self.storage_buffer(type_, "StorageRead" if read_only else "StorageReadWrite", name, number,
                                       decorations)
        return self.uniform_block(type_id, name, number)

    def storage_buffer(self, type_, kind, name, number, decorations):
        if spirv.COHERENT in decorations or spirv.VOLATILE in decorations:
            self.refuse(f"'{name}' is globallycoherent, which WGSL cannot say; let a later dispatch read what other "
                        "workgroups wrote, or use Atomic<uint> elements", name)
        binding = Binding(number, kind, name, element="", stride=0)
        array = self.module.types[type_.operands[1]] if len(type_.operands) == 2 else type_
        if array.opcode == spirv.OP_TYPE_RUNTIME_ARRAY:
            element_kind, width = self.numeric(array.operands[1])
            binding.element = type_name(element_kind, width) if element_kind else ""
            binding.stride = self.module.decorations[array.operands[0]][spirv.ARRAY_STRIDE][0]
        return binding

    def shared_bytes(self, type_id):
        """Bytes of a group-shared value as WGSL counts them, whose rows are the longest."""
        type_ = self.module.types[type_id]
        if type_.opcode == spirv.OP_TYPE_ARRAY:
            return self.module.constants[type_.operands[2]] * self.shared_bytes(type_.operands[1])
        if type_.opcode == spirv.OP_TYPE_STRUCT:
            return round_up(sum(self.shared_bytes(member) for member in type_.operands[1:]), 16)
        if type_.opcode == spirv.OP_TYPE_MATRIX:
            return type_.operands[2] * self.shared_bytes(type_.operands[1])
        return {1: 4, 2: 8}.get(self.numeric(type_id)[1], 16)

    def texture_kind(self, type_, name):
        sampled_type, dimension, depth, arrayed, multisampled, sampled = type_.operands[1:7]
        kind, _ = self.numeric(sampled_type)
        if sampled == 2:
            self.refuse(f"'{name}' is a storage texture, which is outside the portable bindings; draw into an "
                        "offscreen texture and sample it, or write a storage buffer from a compute stage", name)
        if multisampled:
            self.refuse(f"'{name}' is a multisampled texture; resolve it in the pass that draws it and sample the "
                        "resolved texture", name)
        if kind == "u32" and (dimension, arrayed) == (1, 0):
            return "TextureStencil2D"
        if kind != "f32":
            self.refuse(f"'{name}' is an integer texture; colour textures are read as float (Texture2D<float4>), and "
                        "Texture2D<uint> reads a stencil aspect", name)
        if depth == 1:
            self.refuse(f"'{name}' is a DepthTexture2D or is compared while sampling; declare Texture2D<float>, Load "
                        "the depth and compare it in the shader", name)
        found = TEXTURE_KINDS.get((dimension, arrayed))
        if found is None:
            shape = DIMENSION_NAMES.get(dimension, "unknown") + (" array" if arrayed else "")
            self.refuse(f"'{name}' is a {shape} texture; the portable shapes are Texture2D, Texture2DArray, "
                        "TextureCube and Texture3D", name)
        return found

    # Uniform blocks.

    def uniform_block(self, type_id, name, number):
        struct = author_struct(self.module.names.get(type_id, ""))
        binding = Binding(number, "UniformBuffer", name, struct=struct)
        for label, offset, scalars, shape, _ in self.struct_members(type_id, 0):
            binding.members.append(Member(label, offset, tuple(scalars), shape))
        binding.leaves = list(self.leaves(type_id, 0, ""))
        return binding

    def struct_members(self, type_id, base):
        type_ = self.module.types[type_id]
        for index, member in enumerate(type_.operands[1:]):
            decorations = self.module.member_decorations[type_id, index]
            name = self.module.member_names.get((type_id, index), f"member{index}")
            offset = base + decorations[spirv.OFFSET][0]
            yield name, offset, self.scalars(member, offset, decorations), self.shape(member), member

    def leaves(self, type_id, base, prefix):
        for name, offset, scalars, shape, member in self.struct_members(type_id, base):
            if self.module.types[member].opcode == spirv.OP_TYPE_STRUCT and self.unwrapped(member) == member:
                yield from self.leaves(member, offset, f"{prefix}{name}.")
            else:
                yield Member(prefix + name, offset, tuple(scalars), shape)

    def unwrapped(self, type_id):
        """Slang wraps arrays in a struct of one member named 'data'; this is the array inside, else the type."""
        type_ = self.module.types[type_id]
        if (type_.opcode == spirv.OP_TYPE_STRUCT and len(type_.operands) == 2
                and self.module.names.get(type_id, "").startswith(("_Array_", "_MatrixStorage_"))):
            return type_.operands[1]
        return type_id

    def scalars(self, type_id, offset, decorations):
        """Every 32-bit value in it with its byte offset. `decorations` are those of the member that holds it (matrix
        stride and order)."""
        type_ = self.module.types[type_id]
        op = type_.opcode
        if op == spirv.OP_TYPE_STRUCT:
            return [s for _, _, scalars, _, _ in self.struct_members(type_id, offset) for s in scalars]
        if op == spirv.OP_TYPE_ARRAY:
            count = self.module.constants[type_.operands[2]]
            stride = self.module.decorations[type_id][spirv.ARRAY_STRIDE][0]
            return [s for i in range(count) for s in self.scalars(type_.operands[1], offset + i * stride, decorations)]
        if op == spirv.OP_TYPE_MATRIX:
            column = self.module.types[type_.operands[1]]
            columns, rows = type_.operands[2], column.operands[2]
            vectors, width = (rows, columns) if spirv.ROW_MAJOR in decorations else (columns, rows)
            stride = decorations[spirv.MATRIX_STRIDE][0]
            kind, _ = self.numeric(column.operands[1])
            return [Scalar(offset + v * stride + 4 * c, kind) for v in range(vectors) for c in range(width)]
        kind, width = self.numeric(type_id)
        return [Scalar(offset + 4 * c, kind) for c in range(width)]

    def shape(self, type_id):
        """RasterUniformShape of a member; Opaque for all that has no name there."""
        type_id = self.unwrapped(type_id)
        type_ = self.module.types[type_id]
        if type_.opcode == spirv.OP_TYPE_ARRAY:
            element = self.shape(type_.operands[1])
            return f"{element}Array" if element in ("Float4", "Float4x4") else "Opaque"
        if type_.opcode == spirv.OP_TYPE_MATRIX:
            column = self.module.types[type_.operands[1]]
            square = (type_.operands[2], column.operands[2]) == (4, 4)
            return "Float4x4" if square and self.numeric(column.operands[1])[0] == "f32" else "Opaque"
        kind, width = self.numeric(type_id)
        return {1: "Float32", 2: "Float2", 3: "Float3", 4: "Float4"}.get(width, "Opaque") if kind == "f32" else "Opaque"


def author_name(name):
    """'entryPointParam_vsMain.uv' and 'input.uv' are what Slang makes of the author's 'uv'."""
    return name.rsplit(".", 1)[-1]


def author_struct(name):
    for ending in ("_std140", "_std430", "_natural"):
        name = name.removesuffix(ending)
    return name


def read_pairs(module, stage, refuse):
    """Fills `samplers` and `loaded`: which textures the (inlined) code reads through which samplers."""
    variables, source = module.variables, {}
    numbers = {v: module.decorations[v][spirv.BINDING][0] for v in variables
               if spirv.BINDING in module.decorations[v]}
    combined = {}
    for instruction in module.reachable(module.entry(stage.entry, stage.stage).function):
        op, args = instruction.opcode, instruction.operands
        if op in (spirv.OP_LOAD, spirv.OP_COPY_OBJECT, spirv.OP_IMAGE):
            origin = source.get(args[2], combined.get(args[2], (args[2],))[0] if op == spirv.OP_IMAGE else args[2])
            source[args[1]] = origin
        elif op == spirv.OP_ACCESS_CHAIN and args[2] in numbers:
            source[args[1]] = args[2] # an element of an array, or a member of a block
        elif op == spirv.OP_SAMPLED_IMAGE:
            texture, sampler = source.get(args[2]), source.get(args[3])
            if texture not in numbers or sampler not in numbers:
                refuse("a texture or sampler is passed to a function that is not inlined; remove [noinline] from "
                       "functions that take textures or samplers", "noinline")
            combined[args[1]] = (texture, sampler)
            stage.samplers.setdefault(numbers[texture], set()).add(numbers[sampler])
        elif op == spirv.OP_ARRAY_LENGTH:
            name = module.names.get(args[2], "")
            refuse(f"the shader asks for the length of '{name}', which Metal cannot know; pass the count in a uniform",
                   rf"{name}\s*\.\s*GetDimensions")
        elif op in spirv.OP_IMAGE_DREF_SAMPLES or op == spirv.OP_IMAGE_DREF_GATHER:
            refuse("comparison samplers are outside the portable bindings; Load the depth from a Texture2D<float> and "
                   "compare it in the shader", "SampleCmp", "SampleCmpLevelZero", "GatherCmp")
        elif op == spirv.OP_IMAGE_FETCH or op in spirv.OP_IMAGE_QUERIES:
            texture = source.get(args[2])
            if texture in numbers:
                stage.loaded.add(numbers[texture])
    for number, binding in stage.bindings.items():
        if binding.kind.startswith("Texture"):
            stage.samplers.setdefault(number, set())
