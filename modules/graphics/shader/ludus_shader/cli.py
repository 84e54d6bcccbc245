"""The command line: compiles one program for every target, checks that they agree, and writes the header last."""

import argparse
import os
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from . import agree, arrays, cross, depfile, manifest, rules, slang, spirv_stage, wgsl
from .errors import ShaderError
from .header import TARGETS, HeaderWriter
from .source import Sources
from .spirv import Module
from .tools import Tools, ToolFailure


# raster_bindings.slang and runtime_bindings.slang, for programs with arrays of resources.
BINDING_INCLUDES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "include")

CPP_KEYWORDS = frozenset("""
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl
    concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete
    do double dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable
    namespace new noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast
    requires return short signed sizeof static static_assert static_cast struct switch template this thread_local throw
    true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
    """.split())


def parse(arguments):
    parser = argparse.ArgumentParser(prog="compile_shader.py", description=__doc__, allow_abbrev=False)
    parser.add_argument("--name", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--vertex")
    parser.add_argument("--fragment")
    parser.add_argument("--compute")
    parser.add_argument("--raster", action="store_true")
    parser.add_argument("--fragment-storage", action="store_true")
    parser.add_argument("--native-binding-arrays", action="store_true")
    parser.add_argument("--runtime-binding-arrays", action="store_true")
    parser.add_argument("--include", action="append", default=[])
    parser.add_argument("--define", action="append", default=[])
    parser.add_argument("--output", required=True, help="folder that receives everything")
    parser.add_argument("--targets", default="spirv", help="targets that the header embeds, comma-separated")
    parser.add_argument("--depfile-target", help="how the build system calls the header; default: its path")
    for tool in ("slangc", "spirv-val", "spirv-opt", "spirv-cross", "glslangValidator"):
        parser.add_argument(f"--{tool}", required=True)
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    try:
        Program(options).build()
    except ShaderError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


class Program:
    """One call of ludus_compile_shader. `build` reads as the list of steps."""

    def __init__(self, options):
        self.options = options
        self.source = os.path.abspath(options.source)
        self.includes = [os.path.abspath(i) for i in options.include]
        self.arrays = spirv_stage.ArraySupport(options.native_binding_arrays, options.runtime_binding_arrays)
        if self.arrays.fixed:
            self.includes.append(BINDING_INCLUDES)
        self.output = os.path.abspath(options.output)
        self.targets = [t.strip() for t in options.targets.replace(";", ",").split(",") if t.strip()]
        self.entries = {stage: entry for stage, entry in (
            ("vertex", options.vertex), ("fragment", options.fragment), ("compute", options.compute)) if entry}
        self.is_facade = not options.raster and not options.compute
        self.has_es = not options.compute and not options.fragment_storage
        self.commands = []
        self.files = []
        self.artifacts = {}
        self.records = []
        self.stages = {}
        self.glsl_names = {}
        self.sources = Sources(self.source)

    def build(self):
        self.check_options()
        os.makedirs(self.output, exist_ok=True)
        self.work = tempfile.mkdtemp(prefix=".work-", dir=self.output)
        try:
            self.tools = Tools(tool_paths(self.options), self.placeholders())
            self.compile()
            self.reflect()
            self.check_interfaces()
            self.optimize()
            self.check_resources()
            self.translate()
            self.write()
        finally:
            shutil.rmtree(self.work, ignore_errors=True)

    def refuse(self, message, *names, struct=None, array=None):
        """Names the line of a declaration, or that where an element of `array` is selected."""
        where = self.sources.selection(array) if array else None
        raise ShaderError(message, where or self.sources.locate(*(names or [array]), struct=struct))

    def check_options(self):
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", self.options.name):
            raise ShaderError(f"NAME '{self.options.name}' is not a C identifier")
        if self.options.name in CPP_KEYWORDS:
            raise ShaderError(f"NAME '{self.options.name}' is a keyword of C++, and no namespace can be called that")
        self.check_entries()
        if os.path.exists(self.output) and not os.path.isdir(self.output):
            raise ShaderError(f"the output folder '{self.options.output}' is a file")
        if not os.path.isfile(self.source):
            raise ShaderError(f"SOURCE '{self.options.source}' does not exist")
        for define in self.options.define:
            if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*(=.*)?", define, re.S):
                raise ShaderError(f"'{define}' in DEFINES defines nothing; write NAME or NAME=VALUE, with a name of "
                                  "letters, digits and underscores")
        for given, folder in zip(self.options.include, self.includes):
            if not given or not os.path.isdir(folder):
                raise ShaderError(f"'{given}' in INCLUDES is no folder; name one that exists, relative to the "
                                  "CMakeLists.txt of the call")
        if not self.targets:
            raise ShaderError("LUDUS_SHADER_TARGETS is empty, so that the header would hold no artifact; write one or "
                              f"more of {', '.join(TARGETS)}")
        for target in self.targets:
            if target not in TARGETS:
                raise ShaderError(f"'{target}' in LUDUS_SHADER_TARGETS is not one of {', '.join(TARGETS)}")

    def check_entries(self):
        options = self.options
        if options.compute and (options.vertex or options.fragment or options.raster or options.fragment_storage):
            raise ShaderError("COMPUTE stands alone: it excludes VERTEX, FRAGMENT, RASTER and FRAGMENT_STORAGE; give "
                              "the stages that draw a ludus_compile_shader call of their own")
        if not options.compute and not (options.vertex and options.fragment):
            raise ShaderError("a program has a VERTEX and a FRAGMENT entry, or one COMPUTE entry")
        if options.runtime_binding_arrays and not options.native_binding_arrays:
            raise ShaderError("RUNTIME_BINDING_ARRAYS needs NATIVE_BINDING_ARRAYS beside it")
        if options.native_binding_arrays and self.is_facade:
            raise ShaderError("NATIVE_BINDING_ARRAYS needs RASTER or COMPUTE: a fullscreen program has one uniform block "
                              "alone")
        if options.fragment_storage and not options.raster:
            raise ShaderError("FRAGMENT_STORAGE needs RASTER: a fullscreen program has one uniform block alone")

    def placeholders(self):
        folders = {self.work: "${WORK}", self.output: "${OUT}", self.source: os.path.basename(self.source)}
        for index, folder in enumerate(self.includes):
            folders.setdefault(folder, "${LUDUS}" if folder == BINDING_INCLUDES else f"${{INCLUDE{index}}}")
        return folders

    # Steps.

    def compile(self):
        """slangc: both entries in one run for the facade (one WGSL text), else a run for each stage."""
        if not self.is_facade:
            runs = [(stage, [(entry, stage)]) for stage, entry in self.entries.items()]
        else:
            runs = [("program", [(entry, stage) for stage, entry in self.entries.items()])]
        with ThreadPoolExecutor(len(runs)) as pool:
            results = list(pool.map(lambda run: slang.compile_entries(
                self.tools, self.source, run[1], self.includes, self.options.define, self.work, run[0],
                not self.arrays.fixed), runs))
        warnings = dict.fromkeys(w for _, said in results for w in re.split(r"\n(?=warning|error)", said.strip()) if w)
        print("\n".join(warnings), end="\n" if warnings else "", file=sys.stderr)
        self.slang = {}
        for (_, entries), (output, _) in zip(runs, results):
            self.commands.append(output.command)
            self.files += [f for f in output.files if f not in self.files]
            for _, stage in entries:
                self.slang[stage] = output
        slang.check_inside(self.files, self.source, self.includes)
        self.sources = Sources(self.source, self.files)

    def reflect(self):
        """Reads each stage from the SPIR-V as Slang made it, which still has all that WGSL has, and compares them."""
        self.modules = {}
        for stage, entry in self.entries.items():
            whole = Module(self.slang[stage].spirv)
            if whole.entry(entry, stage) is None:
                raise ShaderError(f"'{entry}' is not a {stage} entry point", self.sources.function(entry))
            module = self.modules[stage] = whole.keep_entry(entry, stage)
            rules.check_module(module, self.refuse, self.arrays)
            variables = module.used_variables(module.entry(entry, stage))
            used = {module.names.get(v, "").partition(".")[0] for v in variables}
            rules.check_buffers(used, slang.other_buffers(self.slang[stage].reflection), self.refuse)
            found = self.stages[stage] = spirv_stage.StageReader(module, entry, stage, self.refuse,
                                                                   self.arrays).read()
            rules.check_storage(found, self.options.fragment_storage, self.refuse)
            if self.arrays.fixed:
                arrays.check_length(found, self.refuse)
                continue
            in_wgsl = wgsl.read_stage(self.slang[stage].wgsl, entry, stage, self.refuse)
            # Slang drops an input that is never read from SPIR-V and keeps it in WGSL, where the pipeline must feed it.
            for location, value in in_wgsl.inputs.items():
                found.inputs.setdefault(location, value)
            agree.check(found, in_wgsl, "WGSL", True, self.refuse)

    def check_interfaces(self):
        """Rules that need no pairing of textures and samplers."""
        if self.is_facade:
            rules.check_facade(self.stages, self.refuse)
        for stage in self.stages.values():
            rules.check_members(stage, self.refuse)
        if self.options.compute:
            self.check_workgroup()
        else:
            rules.check_link(self.stages["vertex"], self.stages["fragment"], self.refuse)

    def check_workgroup(self):
        """Without the attribute Slang takes one invocation for the whole workgroup, and says nothing."""
        entry = self.options.compute
        attribute = rf"\[\s*numthreads\b[^;{{]*?\]\s*(?:\[[^\]]*\]\s*)*\w+\s+{re.escape(entry)}\s*\("
        if self.stages["compute"].workgroup_size == (1, 1, 1) and self.sources.find(attribute) is None:
            raise ShaderError(f"'{entry}' says no workgroup size; write [numthreads(x, y, z)] before it",
                              self.sources.function(entry))

    def optimize(self):
        """Optimizes and validates the SPIR-V; the inlined code shows which texture is read through which sampler."""
        self.optimized = {}
        for stage in self.entries:
            raw, final = (os.path.join(self.work, f"{stage}.{ending}") for ending in ("kept.spv", "spv"))
            with open(raw, "wb") as stream:
                stream.write(self.modules[stage].bytes())
            self.tool("spirv-opt", ["-O", raw, "-o", final])
            self.tool("spirv-val", ["--target-env", "vulkan1.1", final])
            with open(final, "rb") as stream:
                self.optimized[stage] = Module(stream.read())
            self.optimized[stage].forget_language()
            if self.arrays.fixed:
                arrays.verify(self.optimized[stage], self.stages[stage], self.refuse)
                if any(b.indexing == "Uniform" for b in self.stages[stage].bindings.values()):
                    self.optimized[stage].require(rules.UNIFORM_INDEXING) # Slang leaves it out
            spirv_stage.read_pairs(self.optimized[stage], self.stages[stage], self.refuse)

    def check_resources(self):
        """Rules of each stage, once it is known how its textures are read."""
        sampled = {n for s in self.stages.values() for n, samplers in s.samplers.items() if samplers}
        for stage in self.stages.values():
            for number in slang.scalar_textures(self.slang[stage.stage].reflection):
                binding = stage.bindings.get(number)
                if binding and binding.kind == "Texture2D" and number not in sampled:
                    binding.kind = "TextureDepth2D"
        for stage in self.stages.values():
            rules.check_stage(stage, self.refuse)

    def translate(self):
        """Collects the artifacts of every target."""
        name = self.options.name
        for stage, entry in self.entries.items():
            self.add("spirv", stage, entry, self.optimized[stage].bytes(), f"{name}.{stage}.spv",
                     "spirv_1_3 for vulkan1.1")
            if self.arrays.fixed:
                continue
            self.add("wgsl", stage, entry, self.slang[stage].wgsl.encode("utf-8"),
                     f"{name}.wgsl" if self.is_facade else f"{name}.{stage}.wgsl", "sm_6_0")
            translator = cross.Translator(self.tools, self.work, self.optimized[stage], self.stages[stage],
                                          self.has_es, self.refuse).run()
            self.commands += translator.commands
            self.glsl_names[stage] = translator.glsl_names
            for target, (text, target_entry) in translator.texts.items():
                ending, profile, _ = cross.TRANSLATIONS[target]
                self.add(target, stage, target_entry, text.encode("utf-8"), f"{name}.{stage}.{ending}", profile)
        for target in () if self.arrays.fixed else ("glsl-es", "glsl") if self.has_es else ("glsl",):
            texts = {stage: data.decode("utf-8") for stage, (data, _) in self.artifacts[target].items()}
            self.commands.append(cross.check_glsl(self.tools, self.work, texts, self.refuse))

    def tool(self, role, arguments):
        try:
            command, said, _ = self.tools.run(role, arguments, self.work)
        except ToolFailure as failure:
            advice = rules.LOGICAL_ADVICE if "In Logical addressing" in failure.said else ""
            raise ShaderError(failure.message + advice, self.sources.start()) from failure
        self.commands.append(command)
        return said

    def add(self, target, stage, entry, data, file, profile):
        self.artifacts.setdefault(target, {})[stage] = (data, entry)
        self.records.append((file, data, manifest.artifact(file, target, stage, entry, data, profile)))

    def write(self):
        """Everything is known to be good: artifacts, reflection, manifest, depfile, and the header last."""
        name = self.options.name
        header = HeaderWriter(name, os.path.basename(self.source), self.is_facade, self.stages, self.artifacts,
                              self.glsl_names, self.targets).text().encode("utf-8")
        reflection = manifest.text({"name": name, "stages": [
            manifest.stage_reflection(s) for s in self.stages.values()]}).encode("utf-8")
        record = manifest.text({
            "name": name,
            "source": os.path.basename(self.source),
            "raster": self.options.raster,
            "fragment_storage": self.options.fragment_storage,
            **({"native_binding_arrays": True, "runtime_binding_arrays": self.arrays.runtime}
               if self.arrays.fixed else {}),
            "entries": self.entries,
            "defines": self.options.define,
            "commands": self.commands,
            "artifacts": [r for _, _, r in self.records],
            "reflection_sha256": manifest.digest(reflection),
            "header_sha256": manifest.digest(header),
        }).encode("utf-8")
        for file, data, _ in self.records:
            self.write_file(file, data)
        self.write_file(f"{name}.reflection.json", reflection)
        self.write_file("manifest.json", record)
        target = self.options.depfile_target or os.path.join(self.output, f"{name}.h")
        self.write_file("shader.d", depfile.text(target, self.files).encode("utf-8"))
        self.write_file(f"{name}.h", header)

    def write_file(self, name, data):
        """A reader never sees half a file."""
        path = os.path.join(self.output, name)
        with open(path + ".part", "wb") as stream:
            stream.write(data)
        os.replace(path + ".part", path)


def tool_paths(options):
    return {"slangc": options.slangc, "spirv-val": options.spirv_val, "spirv-opt": options.spirv_opt,
            "spirv-cross": options.spirv_cross, "glslangValidator": options.glslangValidator}
