"""Arrays of resources: proves from the emitted SPIR-V that no index leaves its array, and how elements are selected.

A device may read whatever lies behind a descriptor array, so an index is admitted only when its bound can be read off
the code: a constant, min or clamp of an unsigned value with a constant, and for a runtime table the min with the length
that the library's own buffer says, less one. Nothing else may be done with the array."""

from . import spirv
from .model import RUNTIME_ARRAY_BINDING, RUNTIME_LENGTH_BINDING

GLSL_STD = "GLSL.std.450"
UMIN, UCLAMP = 38, 44
MINUS_ONE = 0xFFFFFFFF

# Instructions that take pointers or results by id alone, from this operand on: where an array may turn up.
POINTER_USERS = {spirv.OP_LOAD: 2, spirv.OP_IN_BOUNDS_ACCESS_CHAIN: 2, spirv.OP_PTR_ACCESS_CHAIN: 2,
                 spirv.OP_IN_BOUNDS_PTR_ACCESS_CHAIN: 2, spirv.OP_COPY_OBJECT: 2, spirv.OP_FUNCTION_CALL: 3,
                 spirv.OP_SELECT: 2, spirv.OP_PHI: 2, spirv.OP_COPY_MEMORY: 0, spirv.OP_STORE: 0}

BOUND_ADVICE = "bound it before it selects an element: min(index, {last}U) of an unsigned index, or clamp"
RUNTIME_ADVICE = "write BoundRuntimeBindingIndex(index) of runtime_bindings.slang around it"


def verify(module, stage, refuse):
    """Sets `indexing` of each array of the stage, or refuses. `module` is the optimized one, with code inlined."""
    arrays = {}
    for variable in module.used_variables(module.entry(stage.entry, stage.stage)):
        number = module.decorations[variable].get(spirv.BINDING, [None])[0]
        binding = stage.bindings.get(number)
        if binding and binding.is_array:
            arrays[variable] = binding
    if arrays:
        Verifier(module, stage, arrays, refuse).run()


class Verifier:
    def __init__(self, module, stage, arrays, refuse):
        self.module = module
        self.arrays = arrays
        self.refuse = refuse
        self.code = module.reachable(module.entry(stage.entry, stage.stage).function)
        self.results = {i.operands[1]: i for i in self.code if len(i.operands) > 1 and i.opcode in spirv.OP_WITH_RESULT}
        self.sets = {i.operands[0] for i in module.instructions
                     if i.opcode == spirv.OP_EXT_INST_IMPORT and spirv.read_string(i.operands[1:])[0] == GLSL_STD}
        self.constants = dict(module.constants)
        self.constants.update({i.operands[1]: 0 for i in module.instructions if i.opcode == spirv.OP_CONSTANT_NULL})

    def run(self):
        chains = {}
        for instruction in self.code:
            op, args = instruction.opcode, instruction.operands
            if op == spirv.OP_ACCESS_CHAIN and args[2] in self.arrays:
                chains[args[1]] = args
                continue
            for operand in args[POINTER_USERS[op]:] if op in POINTER_USERS else ():
                if operand in self.arrays:
                    self.refuse_path(self.arrays[operand])
        loads = {}
        for instruction in self.code:
            if instruction.opcode == spirv.OP_LOAD and instruction.operands[2] in chains:
                loads.setdefault(instruction.operands[2], []).append(instruction.operands[1])
        for result, args in chains.items():
            self.check(self.arrays[args[2]], args[3], [result, args[3], *loads.get(result, ())])

    def refuse_path(self, binding):
        self.refuse(f"'{binding.name}' is an array of resources that is passed on or copied as a whole; select one "
                    "element where it is used, and remove [noinline] from functions that take it", array=binding.name)

    def check(self, binding, index, decorated):
        value = self.constants.get(index)
        if binding.is_runtime:
            if value != 0 and not self.is_bound_by_length(index):
                self.refuse(f"an index of the runtime table '{binding.name}' is not bound by the table's length; "
                            f"{RUNTIME_ADVICE}", array=binding.name)
        else:
            bound = self.largest(index)
            advice = BOUND_ADVICE.format(last=binding.count - 1)
            if bound is None:
                self.refuse(f"an index of '{binding.name}' has no bound that can be read off the code; {advice}",
                            array=binding.name)
            if bound >= binding.count:
                self.refuse(f"an index of '{binding.name}' reaches {bound}, and the array has {binding.count} elements; "
                            + (advice if value is None else f"write 0 to {binding.count - 1}"), array=binding.name)
        indexing = "Constant"
        if value is None:
            differs = any(spirv.NON_UNIFORM in self.module.decorations[i] for i in decorated)
            indexing = "NonUniform" if differs else "Uniform"
        if indexing != "Constant" and not binding.kind.startswith("Texture"):
            what = "samplers" if binding.kind == "Sampler" else "buffers"
            self.refuse(f"'{binding.name}' is an array of {what}, whose elements are selected by constants alone; "
                        "select among arrays of textures, or branch and write the number in each branch",
                        array=binding.name)
        if ORDER.index(indexing) > ORDER.index(binding.indexing):
            binding.indexing = indexing

    def largest(self, value):
        """The largest that an unsigned value can be, or None."""
        if value in self.constants:
            return self.constants[value]
        instruction = self.results.get(value)
        if instruction is None:
            return None
        op, args = instruction.opcode, instruction.operands
        if op == spirv.OP_COPY_OBJECT:
            return self.largest(args[2])
        if op == spirv.OP_BITCAST and self.is_scalar(args[0]) and self.is_scalar(self.type_of(args[2])):
            return self.largest(args[2])
        if op != spirv.OP_EXT_INST or args[2] not in self.sets:
            return None
        if args[3] == UMIN:
            bounds = [b for b in map(self.largest, args[4:6]) if b is not None]
            return min(bounds, default=None)
        if args[3] == UCLAMP:
            low, high = self.constants.get(args[5]), self.constants.get(args[6])
            return high if low is not None and high is not None and low <= high else None
        return None

    def type_of(self, value):
        return self.results[value].operands[0] if value in self.results else None

    def is_scalar(self, type_id):
        type_ = self.module.types.get(type_id)
        return type_ is not None and type_.opcode == spirv.OP_TYPE_INT

    def is_bound_by_length(self, value):
        instruction = self.results.get(value)
        if instruction is None:
            return False
        op, args = instruction.opcode, instruction.operands
        if op == spirv.OP_COPY_OBJECT:
            return self.is_bound_by_length(args[2])
        if op != spirv.OP_EXT_INST or args[2] not in self.sets or args[3] != UMIN:
            return False
        return any(self.is_last(operand) or self.is_bound_by_length(operand) for operand in args[4:6])

    def is_last(self, value):
        """length - 1, as written or as the optimizer writes it."""
        instruction = self.results.get(value)
        if instruction is None:
            return False
        op, args = instruction.opcode, instruction.operands
        if op == spirv.OP_I_SUB:
            return self.is_length(args[2]) and self.constants.get(args[3]) == 1
        if op == spirv.OP_I_ADD:
            return any(self.is_length(a) and self.constants.get(b) == MINUS_ONE
                       for a, b in ((args[2], args[3]), (args[3], args[2])))
        return False

    def is_length(self, value):
        """The first component of the vector in the buffer of the length."""
        instruction = self.results.get(value)
        if instruction is None:
            return False
        op, args = instruction.opcode, instruction.operands
        if op == spirv.OP_COMPOSITE_EXTRACT:
            return args[3:] == [0] and self.is_length_load(args[2], 1)
        return self.is_length_load(value, 2)

    def is_length_load(self, value, depth):
        """A load through an access chain of `depth` zeros into the block."""
        load = self.results.get(value)
        if load is None or load.opcode != spirv.OP_LOAD:
            return False
        chain = self.results.get(load.operands[2])
        if chain is None or chain.opcode != spirv.OP_ACCESS_CHAIN:
            return False
        variable, indices = chain.operands[2], chain.operands[3:]
        return (variable in self.module.variables and self.module.storage(variable) == "Uniform"
                and self.module.decorations[variable].get(spirv.BINDING) == [RUNTIME_LENGTH_BINDING]
                and len(indices) == depth and all(self.constants.get(i) == 0 for i in indices))


ORDER = ("Constant", "Uniform", "NonUniform")


def check_length(stage, refuse):
    """Beside a runtime table, the number of its length holds exactly the library's block."""
    table = next((b for b in stage.bindings.values() if b.is_runtime), None)
    if table is None:
        return
    if table.number != RUNTIME_ARRAY_BINDING:
        refuse(f"the runtime table '{table.name}' is at binding {table.number}; write "
               f"[[vk::binding({RUNTIME_ARRAY_BINDING}, 0)]]", table.name)
    length = stage.bindings.get(RUNTIME_LENGTH_BINDING)
    if length is None:
        return # constant zero alone is used
    scalars = [(s.offset, s.kind) for m in length.members for s in m.scalars]
    if (length.kind != "UniformBuffer" or length.is_array or len(length.members) != 1
            or scalars != [(4 * i, "u32") for i in range(4)]):
        refuse(f"'{length.name}' is at binding {RUNTIME_LENGTH_BINDING}, which belongs to the length of the runtime "
               "table; include runtime_bindings.slang, and give it another number", length.name)
