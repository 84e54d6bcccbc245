"""Reads webgpu.h and writes how its structures lie in WebAssembly's memory, for webgpu.js to read them.

    layout.py WEBGPU_H LIBRARY_JS OUTPUT_JS OUTPUT_CPP

OUTPUT_JS holds the structures that LIBRARY_JS names, those inside them, and the words of the enumerators in them as
browsers write them. OUTPUT_CPP asserts every size and offset, so that the compiler confirms what was computed here.
"""
import json
import re
import sys
from pathlib import Path

SIMPLE = {  # type of a field: (its kind for webgpu.js, size)
    "uint32_t": ("u", 4), "int32_t": ("i", 4), "uint16_t": ("w", 2), "uint64_t": ("U", 8), "size_t": ("u", 4),
    "float": ("f", 4), "double": ("d", 8), "WGPUBool": ("b", 4), "void*": ("u", 4), "void *": ("u", 4),
    "WGPUOptionalBool": ("o", 4), "WGPUFlags": ("F", 8),
}
NOTHING = ("Undefined", "Force32")
UNUSED = "BindingNotUsed"  # the structure that holds it is absent
CHAINS = ("nextInChain", "chain")


def words(enum, name):
    """The word of a browser for an enumerator: RGBA8UnormSrgb is rgba8unorm-srgb, TriangleList is triangle-list."""
    if enum == "WGPUTextureFormat":
        name = re.sub(r"^(BC\d)(RGBA|RG|R)(?=[A-Z])", r"\1-\2-", name)
        name = re.sub(r"^BC6HRGB", "BC6H-RGB-", name)
        name = re.sub(r"^(ETC2|EAC|ASTC)(?=\w)", r"\1-", name)
        name = re.sub(r"^(ASTC-\d+x\d+)", r"\1-", name)
        name = re.sub(r"(?<=\w)(Srgb)$", r"-\1", name)
        name = re.sub(r"^(Depth24Plus|Depth32Float)(?=Stencil8$)", r"\1-", name)
        return name.lower()
    if re.fullmatch(r"[123]D", name):
        return name.lower()
    name = re.sub(r"^2DArray$", "2d-array", name).replace("_", "-")
    if enum == "WGPUFeatureName":
        name = re.sub(r"^RG11B10Ufloat", "rg11b10ufloat-", name)
        name = re.sub(r"^BGRA8Unorm", "bgra8unorm-", name)
        name = re.sub(r"^Depth32Float(?=Stencil8$)", "depth32float-", name)
        name = re.sub(r"(?<=Compression)(ETC2|ASTC|BC)", r"-\1-", name).strip("-").replace("--", "-")
        name = re.sub(r"(?<=Sliced)3D$", "-3d", name)
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name)
    return name.lower()


class Header:
    def __init__(self, text):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        self.structs = {}
        for name, body in re.findall(r"typedef struct (WGPU\w+) \{(.*?)\} \1 WGPU_STRUCTURE_ATTRIBUTE;", text, re.DOTALL):
            fields = [line.strip().replace("WGPU_NULLABLE ", "") for line in body.split(";") if line.strip()]
            self.structs[name] = [tuple(field.rsplit(None, 1)) for field in fields]
        self.enums = {}
        for name, body in re.findall(r"typedef enum (WGPU\w+) \{(.*?)\} \1 WGPU_ENUM_ATTRIBUTE;", text, re.DOTALL):
            self.enums[name] = {key: int(value, 16) for key, value in re.findall(rf"{name}_(\w+) = (0x[0-9A-Fa-f]+)", body)}
        self.flags = set(re.findall(r"typedef WGPUFlags (WGPU\w+);", text))
        self.handles = set(re.findall(r"typedef struct \w+Impl\* (WGPU\w+) WGPU_OBJECT_ATTRIBUTE;", text))
        self.callbacks = set(re.findall(r"typedef void \(\*(WGPU\w+)\)", text))
        if not (self.structs and self.enums and self.flags and self.handles and self.callbacks):
            sys.exit("layout.py: this is not a webgpu.h whose shape is known")

    def field(self, type_name):
        """(kind, detail, size, alignment) of a field that is neither a chain nor an array."""
        if type_name in SIMPLE:
            kind, size = SIMPLE[type_name]
            return kind, None, size, size
        if type_name in self.flags:
            return "F", None, 8, 8
        if type_name in self.handles:
            return "h", None, 4, 4
        if type_name in self.callbacks:
            return "u", None, 4, 4
        if type_name == "WGPUStringView":
            return "s", None, 8, 4
        if type_name in self.enums:
            return "e", type_name, 4, 4
        if type_name in self.structs:
            size, alignment, _ = self.layout(type_name)
            return "S", type_name, size, alignment
        if type_name.endswith("*"):
            return "P", type_name[:-1].replace("const", "").replace("struct", "").strip(), 4, 4
        sys.exit(f"layout.py: {type_name} is a type of field that is not known")

    def layout(self, name):
        """(size, alignment, fields) of a structure; a field is (name, offset, kind, detail, offset of its count)."""
        at, widest, fields, count = 0, 1, [], None
        for type_name, field in self.structs[name]:
            kind, detail, size, alignment = self.field(type_name)
            at = (at + alignment - 1) // alignment * alignment
            widest = max(widest, alignment)
            if kind == "P" and count is not None:
                kind = "A"
            fields.append((field, at, kind, detail, count if kind == "A" else None))
            count = at if field.endswith("Count") and type_name == "size_t" else None
            at += size
        return (at + widest - 1) // widest * widest, widest, fields


def main():
    header_path, library_path, js_path, cpp_path = map(Path, sys.argv[1:])
    header = Header(header_path.read_text())
    named = set(re.findall(r"'(WGPU\w+)'", library_path.read_text()))
    unknown = named - set(header.structs) - set(header.enums)
    if unknown:
        sys.exit(f"layout.py: {library_path.name} names what webgpu.h has not: {', '.join(sorted(unknown))}")

    structs, enums, checks = {}, {}, []
    waiting = sorted(named)
    while waiting:
        name = waiting.pop()
        if name in header.enums:
            table = []
            for key, value in header.enums[name].items():
                if key in NOTHING or value > 0xFFFF:
                    continue
                table += [None] * (value + 1 - len(table))
                table[value] = "" if key == UNUSED else words(name, key)
            enums[name] = table
        if name not in header.structs or name in structs:
            continue
        size, _, fields = header.layout(name)
        checks.append(f"static_assert(sizeof({name}) == {size});")
        checks += [f"static_assert(offsetof({name}, {field}) == {at});" for field, at, *_ in fields]
        kept = []
        for field, at, kind, detail, count in fields:
            if field in CHAINS or field.endswith("Count") and any(at == other[4] for other in fields):
                continue
            if kind in "PA":
                if detail in header.handles:
                    kind, detail = "H", None
                elif detail in header.enums:
                    kind = "E"
                elif detail not in header.structs:
                    continue  # bytes, of which no function here takes any in a structure
            kept.append([field, at, kind] + ([detail, count] if count is not None else [detail] if detail else []))
            if detail:
                waiting.append(detail)
        structs[name] = [size, kept]

    def sorted_json(table):
        return json.dumps(dict(sorted(table.items())), separators=(",", ":"))

    js_path.write_text("// Made by layout.py from webgpu.h.\nmergeInto(LibraryManager.library, {\n"
                       f"    $LudusGpuStructs: {sorted_json(structs)},\n    $LudusGpuEnums: {sorted_json(enums)},\n}});\n")
    cpp_path.write_text("// Made by layout.py: the compiler confirms the offsets that webgpu.js reads at.\n#include <cstddef>\n"
                        "#include <webgpu.h>\n\n" + "\n".join(sorted(set(checks))) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    main()
