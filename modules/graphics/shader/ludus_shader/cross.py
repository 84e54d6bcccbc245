"""Translates optimized SPIR-V to GLSL ES 3.00, GLSL 4.50, HLSL and MSL with spirv-cross, and checks the texts."""

import os
import re

from . import agree, glsl, hlsl, msl, spirv
from .errors import ShaderError
from .tools import ToolFailure

# Per target: file ending, profile for the manifest, options of spirv-cross.
# ES: WebGL 2 clips depth to [-1, 1] and has the first row at the bottom, so depth and y are turned in the vertex stage.
# 4.50: the backend sets glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE) instead.
# MSL: 2.3; slots are the binding numbers.
TRANSLATIONS = {
    "glsl-es": ("essl", "300 es", ["--version", "300", "--es", "--flip-vert-y", "--fixup-clipspace"]),
    "glsl": ("glsl", "450", ["--version", "450", "--combined-samplers-inherit-bindings"]),
    "hlsl": ("sm50.hlsl", "sm_5_0", ["--hlsl", "--shader-model", "50"]),
    "hlsl-51": ("sm51.hlsl", "sm_5_1", ["--hlsl", "--shader-model", "51"]),
    "msl": ("metal", "msl 2.3", ["--msl", "--msl-version", "20300", "--msl-decoration-binding"]),
}
GLSLANG_STAGES = {"vertex": "vert", "fragment": "frag", "compute": "comp"}


def neutral_names(module, stage):
    """Names by binding and location: varyings of GLSL ES meet by name, blocks and samplers are looked up by name."""
    names = {}
    for variable in module.used_variables(module.entry(stage.entry, stage.stage)):
        decorations = module.decorations[variable]
        storage = module.storage(variable)
        if storage in ("Input", "Output") and spirv.LOCATION in decorations:
            number = decorations[spirv.LOCATION][0]
            role = {("vertex", "Input"): "attribute", ("fragment", "Output"): "color"}.get(
                (stage.stage, storage), "varying")
            names[variable] = f"{role}{number}"
        elif spirv.BINDING in decorations:
            number = decorations[spirv.BINDING][0]
            kind = stage.bindings[number].kind
            role = ("uniforms" if kind == "UniformBuffer" else "sampler" if kind == "Sampler" else
                    "storage" if stage.bindings[number].is_storage else "texture")
            names[variable] = f"{role}{number}"
            if kind == "UniformBuffer":
                names[module.pointee(variable)] = f"{stage.stage.title()}Uniforms{number}"
    return names


# What spirv-cross says, and what to write instead.
ADVICE = (
    ("textureGather", "Gather has no WebGL 2 form: Load the four texels"),
    ("samplerCubeArray|CubeArray", "arrays of cube textures have no WebGL 2 form: use a Texture2DArray"),
    ("BaseInstance|BaseVertex", "write SV_VulkanVertexID and SV_VulkanInstanceID"),
    ("offset|packoffset|layout|std140|packing|cannot be expressed", agree.ADVICE),
)


# Functions that a GLSL version lacks, by the name in the text: words of the source, what to write instead.
MISSING_FUNCTIONS = (
    ("bitfieldReverse|bitCount|findLSB|findMSB", ("reversebits", "countbits", "firstbitlow", "firstbithigh"),
     "bit counting and reversal have no WebGL 2 form: shift and mask in a loop"),
    ("bitfieldExtract|bitfieldInsert", ("bitfieldExtract", "bitfieldInsert"), "write shifts and masks"),
    ("fma", ("fma",), "write a * b + c"),
    ("Coarse|Fine", (r"dd[xy]_\w+",), "write ddx, ddy and fwidth"),
    ("interpolateAt", (r"EvaluateAttribute\w+",), "evaluate at the fragment's own position"),
)


def advice(said):
    return next((f"; {text}" for pattern, text in ADVICE if re.search(pattern, said)), "")


class Translator:
    """Makes and checks the texts of one stage. `texts[target]` is (text, entry); `glsl_names` the names of GLSL's
    blocks and textures by binding, which are the same in ES and 4.50."""

    def __init__(self, tools, work, module, stage, has_es, refuse):
        self.tools = tools
        self.targets = [t for t in TRANSLATIONS if has_es or t != "glsl-es"]
        self.work = work
        self.stage = stage
        self.refuse = refuse
        self.noinline = module.noinline_functions()
        self.commands = []
        self.texts = {}
        self.glsl_names = ({}, {})
        self.input = os.path.join(work, f"{stage.stage}.named.spv")
        with open(self.input, "wb") as stream:
            stream.write(module.rename(neutral_names(module, stage)).bytes())

    def run(self):
        for target in self.targets:
            self.translate(target)
        return self

    def translate(self, target):
        _, profile, options = TRANSLATIONS[target]
        stage = self.stage
        try:
            command, text, _ = self.tools.run("spirv-cross", [self.input, *options], self.work)
        except ToolFailure as failure:
            self.refuse(f"the {stage.stage} stage has no {profile} form: {failure.said}{advice(failure.said)}",
                        stage.entry)
        self.commands.append(command)
        entry = "main"
        try:
            if target in ("glsl", "glsl-es"):
                text = glsl.clean(text, stage)
                found, *self.glsl_names = glsl.read_stage(text, entry, stage.stage)
            elif target == "msl":
                text = msl.keep_noinline(text, self.noinline)
                found = msl.read_stage(text, stage.stage)
                entry = found.entry
                found.workgroup_size = stage.workgroup_size
            else:
                text = hlsl.declare_results(text)
                found = hlsl.read_stage(text, entry, stage.stage)
        except ShaderError as problem:
            if problem.where is None:
                self.refuse(f"{profile}: {problem.message}", stage.entry)
            raise
        agree.check(stage, found, profile, False, self.refuse)
        self.texts[target] = (text, entry)


def check_glsl(tools, work, texts, refuse):
    """Compiles and links the GLSL texts of all stages. spirv-cross writes what the language does not have (a storage
    buffer in ES 3.00) without a word, so the texts are checked by glslang. `texts[stage]` is a text of one target."""
    files, stages = [], {short: stage for stage, short in GLSLANG_STAGES.items()}
    for stage, text in texts.items():
        files.append(os.path.join(work, f"linked.{GLSLANG_STAGES[stage]}"))
        with open(files[-1], "w", encoding="utf-8") as stream:
            stream.write(text)
    try:
        command, _, _ = tools.run("glslangValidator", ["-l", *files], work)
    except ToolFailure as failure:
        profile = next(iter(texts.values())).splitlines()[0].removeprefix("#version ")
        quoted = [f"\n    {line.strip()}" for stage, number in re.findall(r"linked\.(\w+):(\d+)", failure.said)
                  for line in texts[stages[stage]].splitlines()[int(number) - 1:int(number)]]
        said = failure.said.replace(work + os.sep, "") + "".join(dict.fromkeys(quoted))
        for pattern, words, instead in MISSING_FUNCTIONS:
            if re.search(pattern, said):
                refuse(f"the program has no GLSL {profile} form; {instead}:\n{said}", *words)
        refuse(f"the program has no GLSL {profile} form; write it with what that version has:\n{said}")
    return command
