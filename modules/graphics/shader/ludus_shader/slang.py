"""Drives slangc: one run gives SPIR-V, WGSL, Slang's own reflection and the list of files that were read."""

import json
import os
import re

from .errors import ShaderError
from .source import Location
from .tools import ToolFailure

# -O0: the pinned package has no downstream optimizer of its own, spirv-opt follows.
# spirv_1_3: the newest that Vulkan 1.1 takes. use-entrypoint-name: entries keep the author's names.
SPIRV_OPTIONS = ["-target", "spirv", "-O0", "-profile", "spirv_1_3", "-fvk-use-entrypoint-name"]
WGSL_OPTIONS = ["-target", "wgsl", "-profile", "sm_6_0"]

# 39029: a D3D register beside a Vulkan binding is missing; HLSL is made from the SPIR-V here and follows its binding.
# 41012: a feature raises the profile; whether the program may use it is decided in rules.py.
SILENCED = "39029,41012"

# What slangc says about things that we can name a cure for.
ADVICE = (
    (r"sv_depth' should have type",
     "write: return depth as a struct member marked SV_Depth, not as an 'out' parameter"),
    (r"sv_depth(greater|less)", "write: SV_Depth, without a promise about its direction"),
    (r"sv_primitiveid", "write: pass an id as a nointerpolation varying"),
    (r"E55202", "write: only system values that every target has: SV_Position, SV_VulkanVertexID, SV_VulkanInstanceID, "
                "SV_IsFrontFace, SV_Target, SV_Depth"),
    (r"dd[xy]_(fine|coarse)", "write: ddx, ddy and fwidth, which every target has"),
    (r"'double' type", "write: float; WGSL has no double"),
    (r"'u?int64' type", "write: uint2; WGSL has no 64-bit integers"),
    (r"using of 'Interlocked\w+'",
     "write: Atomic<uint> or Atomic<int> as the type of what is changed, and its add, max, or, exchange, "
     "compareExchange, load and store; WGSL has atomics only as a type"),
    (r"using of 'IncrementCounter'|using of 'DecrementCounter'",
     "write: a RWStructuredBuffer<Atomic<uint>> at its own binding, and add(1) for its element"),
    (r"using of 'WorkgroupCount'", "write: the number of workgroups into a uniform; HLSL cannot ask for it"),
    (r"using of '(ddx|ddy|fwidth|discard)'", "write: derivatives and discard in the fragment stage alone"),
    (r"E56105", "write: each resource at its own binding, or add NATIVE_BINDING_ARRAYS to ludus_compile_shader; arrays of resources "
     "have no WGSL form"),
    (r"E31102", "write: a size from 1 for each axis of [numthreads(x, y, z)]"),
    (r"E55205", "write: the size as a number in [numthreads(x, y, z)], or give it with DEFINES"),
    (r"E36107", "write: only features that SPIR-V and WGSL both have"),
)


class SlangOutput:
    """What one run produced. `reflection` is slangc's JSON."""

    def __init__(self, spirv, wgsl, reflection, files, command):
        self.spirv = spirv
        self.wgsl = wgsl
        self.reflection = reflection
        self.files = files
        self.command = command


def compile_entries(tools, source, entries, includes, defines, work, label, has_wgsl=True):
    """`entries` is a list of (name, stage) that share the artifacts of this run. `work` is a scratch folder. Arrays of
    resources have no WGSL."""
    paths = {kind: os.path.join(work, f"{label}.{ending}") for kind, ending in
             (("spirv", "raw.spv"), ("wgsl", "wgsl"), ("json", "slang.json"), ("deps", "slang.d"))}
    arguments = [source, "-matrix-layout-column-major", "-warnings-disable", SILENCED]
    arguments += [f"-I{folder}" for folder in includes]
    arguments += [f"-D{define}" for define in defines]
    for name, stage in entries:
        arguments += ["-entry", name, "-stage", stage]
    arguments += [*SPIRV_OPTIONS, *(WGSL_OPTIONS if has_wgsl else ()), "-o", paths["spirv"]]
    arguments += [*(("-o", paths["wgsl"]) if has_wgsl else ()), "-reflection-json", paths["json"], "-depfile", paths["deps"]]
    try:
        command, _, said = tools.run("slangc", arguments, work)
    except ToolFailure as failure:
        raise explain(failure, source) from failure
    spirv = read_bytes(paths["spirv"])
    wgsl = read_bytes(paths["wgsl"]).decode("utf-8") if has_wgsl else ""
    reflection = read_reflection(paths["json"])
    return SlangOutput(spirv, wgsl, reflection, read_depfile(paths["deps"]), command), said


def explain(failure, source):
    """slangc's own report already names file and line; it is passed on, with advice where we have some."""
    said = failure.said
    # A feature that a target lacks is reported at the entry point, and the note below it names the author's line.
    where = (re.search(r"note: see using of .*\n\s*-->\s*(.+?):(\d+)(?::\d+)?", said)
             or re.search(r"-->\s*(.+?):(\d+)(?::\d+)?", said))
    location = Location(where.group(1), int(where.group(2))) if where else Location(source, 1)
    text = f"slangc refused the program:\n{said}"
    for pattern, advice in ADVICE:
        if re.search(pattern, said):
            text += f"\n{advice}"
            break
    return ShaderError(text, location)


def scalar_textures(reflection):
    """Bindings declared as Texture2D<float>: one value a texel, as a depth aspect is read. Only Slang's reflection
    tells them from Texture2D<float4>."""
    found = []
    for parameter in reflection.get("parameters", []):
        type_, binding = parameter.get("type", {}), parameter.get("binding", {})
        if (type_.get("baseShape") == "texture2D" and binding.get("kind") == "descriptorTableSlot"
                and type_.get("resultType", {}).get("scalarType") == "float32"):
            found.append(binding.get("index", 0))
    return found


def other_buffers(reflection):
    """(name, what it is) of the buffers that are no StructuredBuffer; SPIR-V does not tell them apart."""
    found = []
    for parameter in reflection.get("parameters", []):
        type_ = parameter.get("type", {})
        if type_.get("baseShape") == "byteAddressBuffer":
            found.append((parameter.get("name", ""), "ByteAddressBuffer"))
        elif type_.get("access") in ("append", "consume"):
            found.append((parameter.get("name", ""), f"{type_['access'].title()}StructuredBuffer"))
    return found


def read_reflection(path):
    """slangc 2026.14 writes letters beyond ASCII as escapes that JSON does not have; they are kept as they stand."""
    text = read_bytes(path).decode("utf-8", "replace")
    return json.loads(re.sub(r'\\(?!["\\/bfnrtu])', r"\\\\", text))


def read_bytes(path):
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except FileNotFoundError as problem:
        raise ShaderError(f"slangc reported success but wrote no {os.path.basename(path)}") from problem


def read_depfile(path):
    """The files after the colon of each rule; a backslash keeps a blank inside a name."""
    files = []
    with open(path, encoding="utf-8") as stream:
        text = stream.read().replace("\\\n", " ")
    for rule in text.splitlines():
        _, colon, names = rule.partition(": ")
        if not colon:
            continue
        for name in re.findall(r"(?:\\.|[^\\\s])+", names):
            name = os.path.normpath(re.sub(r"\\(.)", r"\1", name))
            if name not in files:
                files.append(name)
    return files


def check_inside(files, source, includes):
    """An include from elsewhere would make the output depend on where the checkout lies."""
    folders = [os.path.realpath(f) for f in [os.path.dirname(source), *includes]]
    for file in files:
        real = os.path.realpath(file)
        if not any(os.path.commonpath([real, folder]) == folder for folder in folders):
            raise ShaderError(f"'{os.path.basename(file)}' is included from outside the folder of SOURCE and the "
                              "INCLUDES; add its folder to INCLUDES", include_line(source, files, file))


def include_line(source, files, file):
    name = os.path.basename(file)
    for reader in [source, *files]:
        with open(reader, encoding="utf-8", errors="replace") as stream:
            for number, line in enumerate(stream, 1):
                if name in line and re.search(r"#\s*include|\bimport\b|__include", line):
                    return Location(reader, number)
    return Location(source, 1)
