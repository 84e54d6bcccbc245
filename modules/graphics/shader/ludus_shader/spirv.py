"""Reads a SPIR-V module into instructions, names, decorations and types, and writes a changed one back.

Only the format is known here (SPIR-V specification 1.6, section 2.3 and 3); what a program may contain is decided in
spirv_stage.py and rules.py."""

import struct
from collections import defaultdict
from dataclasses import dataclass

from .errors import ShaderError

MAGIC = 0x07230203

# Opcodes that the tool looks at (section 3.49).
OP_SOURCE = 3
OP_NAME, OP_MEMBER_NAME = 5, 6
OP_EXT_INST_IMPORT, OP_EXT_INST = 11, 12
OP_ENTRY_POINT, OP_EXECUTION_MODE, OP_CAPABILITY = 15, 16, 17
OP_TYPE_VOID, OP_TYPE_BOOL, OP_TYPE_INT, OP_TYPE_FLOAT, OP_TYPE_VECTOR, OP_TYPE_MATRIX = 19, 20, 21, 22, 23, 24
OP_TYPE_IMAGE, OP_TYPE_SAMPLER, OP_TYPE_SAMPLED_IMAGE = 25, 26, 27
OP_TYPE_ARRAY, OP_TYPE_RUNTIME_ARRAY, OP_TYPE_STRUCT, OP_TYPE_POINTER = 28, 29, 30, 32
OP_TYPE_ACCELERATION_STRUCTURE = 5341
OP_CONSTANT, OP_CONSTANT_NULL = 43, 46
OP_SPEC_CONSTANTS = (48, 49, 50, 51, 52)
OP_FUNCTION, OP_FUNCTION_PARAMETER, OP_FUNCTION_END, OP_FUNCTION_CALL = 54, 55, 56, 57
OP_VARIABLE, OP_LOAD, OP_ACCESS_CHAIN, OP_ARRAY_LENGTH, OP_COPY_OBJECT = 59, 61, 65, 68, 83
OP_STORE, OP_COPY_MEMORY, OP_IN_BOUNDS_ACCESS_CHAIN, OP_PTR_ACCESS_CHAIN, OP_IN_BOUNDS_PTR_ACCESS_CHAIN = 62, 63, 66, 67, 70
OP_COMPOSITE_EXTRACT, OP_BITCAST, OP_I_ADD, OP_I_SUB, OP_SELECT, OP_PHI = 81, 124, 128, 130, 169, 245

# Those that arrays.py looks through: a type and a result come first.
OP_WITH_RESULT = frozenset((OP_EXT_INST, OP_LOAD, OP_ACCESS_CHAIN, OP_COPY_OBJECT, OP_COMPOSITE_EXTRACT, OP_BITCAST, OP_I_ADD, OP_I_SUB))
OP_DECORATE, OP_MEMBER_DECORATE = 71, 72
OP_SAMPLED_IMAGE, OP_IMAGE = 86, 100
OP_IMAGE_SAMPLES = tuple(range(87, 95))
OP_IMAGE_DREF_SAMPLES = (89, 90, 93, 94)
OP_IMAGE_FETCH, OP_IMAGE_GATHER, OP_IMAGE_DREF_GATHER = 95, 96, 97
OP_IMAGE_QUERIES = (103, 104, 105, 106, 107)

# Decorations (section 3.20).
BLOCK, BUFFER_BLOCK, ROW_MAJOR, COL_MAJOR, ARRAY_STRIDE, MATRIX_STRIDE = 2, 3, 4, 5, 6, 7
BUILT_IN, NO_PERSPECTIVE, FLAT, CENTROID, SAMPLE = 11, 13, 14, 16, 17
VOLATILE, COHERENT = 21, 23
NON_WRITABLE, LOCATION, COMPONENT, INDEX, BINDING, DESCRIPTOR_SET, OFFSET = 24, 30, 31, 32, 33, 34, 35
NON_UNIFORM = 5300

# Storage classes (section 3.7).
STORAGE_CLASSES = {0: "UniformConstant", 1: "Input", 2: "Uniform", 3: "Output", 4: "Workgroup", 6: "Private",
                   7: "Function", 9: "PushConstant", 12: "StorageBuffer"}

EXECUTION_MODELS = {0: "vertex", 4: "fragment", 5: "compute"}
MODE_LOCAL_SIZE = 17
CONTROL_DONT_INLINE = 2


@dataclass
class Instruction:
    opcode: int
    operands: list

    def words(self):
        return [((len(self.operands) + 1) << 16) | self.opcode, *self.operands]


@dataclass
class EntryPoint:
    model: str
    function: int
    name: str
    interface: list


def read_string(words):
    """A literal string and how many words it takes."""
    data = struct.pack(f"<{len(words)}I", *words)
    end = data.find(b"\0")
    if end < 0:
        raise ShaderError("the SPIR-V module has an unterminated string")
    return data[:end].decode("utf-8", "replace"), end // 4 + 1


def string_words(text):
    data = text.encode("utf-8") + b"\0"
    data += b"\0" * (-len(data) % 4)
    return list(struct.unpack(f"<{len(data) // 4}I", data))


class Module:
    """One module. `types`, `constants`, `variables` map result ids to their instructions."""

    def __init__(self, data):
        if len(data) < 20 or len(data) % 4:
            raise ShaderError("the SPIR-V module is truncated")
        words = struct.unpack(f"<{len(data) // 4}I", data)
        if words[0] != MAGIC:
            raise ShaderError("the SPIR-V module has a wrong first word")
        self.header = list(words[:5])
        self.instructions = []
        position = 5
        while position < len(words):
            count, opcode = words[position] >> 16, words[position] & 0xFFFF
            if count == 0 or position + count > len(words):
                raise ShaderError(f"the SPIR-V module has a broken instruction at word {position}")
            self.instructions.append(Instruction(opcode, list(words[position + 1:position + count])))
            position += count
        self.index()

    def index(self):
        self.names = {}
        self.member_names = {}
        self.decorations = defaultdict(dict)
        self.member_decorations = defaultdict(dict)
        self.types = {}
        self.constants = {}
        self.variables = {}
        self.capabilities = []
        self.entry_points = []
        self.modes = defaultdict(list)
        self.spec_constants = []
        function_depth = False
        for instruction in self.instructions:
            op, args = instruction.opcode, instruction.operands
            if op == OP_NAME:
                self.names[args[0]] = read_string(args[1:])[0]
            elif op == OP_MEMBER_NAME:
                self.member_names[args[0], args[1]] = read_string(args[2:])[0]
            elif op == OP_DECORATE:
                self.decorations[args[0]][args[1]] = args[2:]
            elif op == OP_MEMBER_DECORATE:
                self.member_decorations[args[0], args[1]][args[2]] = args[3:]
            elif op == OP_CAPABILITY:
                self.capabilities.append(args[0])
            elif op == OP_ENTRY_POINT:
                name, used = read_string(args[2:])
                model = EXECUTION_MODELS.get(args[0], f"execution model {args[0]}")
                self.entry_points.append(EntryPoint(model, args[1], name, args[2 + used:]))
            elif op == OP_EXECUTION_MODE:
                self.modes[args[0]].append((args[1], args[2:]))
            elif OP_TYPE_VOID <= op <= 39 or op == OP_TYPE_ACCELERATION_STRUCTURE:
                self.types[args[0]] = instruction
            elif op == OP_CONSTANT:
                self.constants[args[1]] = args[2]
            elif op in OP_SPEC_CONSTANTS:
                self.spec_constants.append(args[1])
            elif op == OP_VARIABLE and not function_depth:
                self.variables[args[1]] = instruction
            function_depth = op == OP_FUNCTION or (function_depth and op != OP_FUNCTION_END)

    def bytes(self):
        words = list(self.header)
        for instruction in self.instructions:
            words.extend(instruction.words())
        return struct.pack(f"<{len(words)}I", *words)

    def forget_language(self):
        """Says that the source language is unknown: validators older than Slang's number refuse the module for it."""
        for instruction in self.instructions:
            if instruction.opcode == OP_SOURCE:
                instruction.operands[0] = 0

    def require(self, capability):
        """Declares a capability that the code uses."""
        if capability not in self.capabilities:
            self.instructions.insert(0, Instruction(OP_CAPABILITY, [capability]))
            self.index()

    def storage(self, variable):
        return STORAGE_CLASSES.get(self.variables[variable].operands[2], "other")

    def pointee(self, variable):
        return self.types[self.variables[variable].operands[0]].operands[2]

    def entry(self, name, model):
        for entry in self.entry_points:
            if entry.name == name and entry.model == model:
                return entry
        return None

    def functions(self):
        """Function id to its instructions."""
        result, body = {}, None
        for instruction in self.instructions:
            if instruction.opcode == OP_FUNCTION:
                body = result[instruction.operands[1]] = []
            if body is not None:
                body.append(instruction)
            if instruction.opcode == OP_FUNCTION_END:
                body = None
        return result

    def noinline_functions(self):
        """Names of the functions that the author marked [noinline]."""
        return sorted({self.names.get(function, "") for function, body in self.functions().items()
                       if body[0].operands[2] & CONTROL_DONT_INLINE} - {""})

    def reachable(self, function):
        """All instructions that the entry function can reach through calls."""
        functions, seen, pending, result = self.functions(), set(), [function], []
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen.add(current)
            result.extend(functions[current])
            pending.extend(i.operands[2] for i in functions[current] if i.opcode == OP_FUNCTION_CALL)
        return result

    def used_variables(self, entry):
        """Module-scope variables that the entry's code mentions, and its declared interface."""
        mentioned = set(entry.interface)
        for instruction in self.reachable(entry.function):
            mentioned.update(o for o in instruction.operands if o in self.variables)
        return [v for v in self.variables if v in mentioned]

    def keep_entry(self, name, model):
        """A copy of the module with this entry point alone; the optimizer then drops what only the others used."""
        copy = Module(self.bytes())
        keep = copy.entry(name, model)
        if keep is None:
            raise ShaderError(f"the SPIR-V module has no {model} entry '{name}'")
        others = {e.function for e in copy.entry_points if e.function != keep.function}
        copy.instructions = [
            i for i in copy.instructions
            if not (i.opcode == OP_ENTRY_POINT and i.operands[1] in others)
            and not (i.opcode == OP_EXECUTION_MODE and i.operands[0] in others)
        ]
        copy.index()
        return copy

    def rename(self, names):
        """A copy whose ids in `names` have exactly that name, and no other id has one of those names."""
        copy = Module(self.bytes())
        taken = set(names.values())
        kept = []
        for instruction in copy.instructions:
            if instruction.opcode == OP_NAME:
                target, old = instruction.operands[0], read_string(instruction.operands[1:])[0]
                if target in names or old in taken:
                    continue
            kept.append(instruction)
        first = next(i for i, x in enumerate(kept) if x.opcode not in (17, 10, 11, 14, 15, 16, 331, 7, 3, 4, 330))
        kept[first:first] = [Instruction(OP_NAME, [i, *string_words(n)]) for i, n in sorted(names.items())]
        copy.instructions = kept
        copy.index()
        return copy
