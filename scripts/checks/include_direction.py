#!/usr/bin/env python3
"""Proves the direction of the house from the includes: what each part may see, and where native SDKs may appear.

    include_direction.py             checks the project's files
    include_direction.py --self-test  feeds the check one violation of each rule and expects each to be found
"""
import re
import sys
import tempfile
from pathlib import Path

from sources import ROOT, include_folders, project_files, wants_self_test

# What each part sees besides itself. Parts are found by path, see part_of.
BASE = {"foundation", "platform", "public"}
BELOW_FRONTEND = BASE | {"formats", "boundary", "validation", "registry", "diagnostics"}
SEES = {
    "foundation": set(),
    "platform": {"foundation"},
    "public": {"foundation", "platform"},
    "formats": BASE,
    "boundary": BASE | {"formats"},
    "diagnostics": BASE | {"formats", "boundary"},
    "validation": BASE | {"formats", "boundary", "diagnostics"},
    "registry": BASE | {"formats", "boundary", "diagnostics"},
    "frontend": BELOW_FRONTEND,
    "graph": BELOW_FRONTEND,
    "graph execution": BELOW_FRONTEND | {"frontend", "graph"},
    "backend common": BASE | {"formats", "boundary"},
    "backend": BASE | {"formats", "boundary", "backend common"},
    "level": BASE | {"level public"},
    "window": {"foundation", "platform"},
    "program": BASE | {"window", "level public"},
    "level public": BASE,
}
RHI = Path("modules/graphics/rhi")
# The files of src/graph/ that meet the frontend; the compiler's passes do not.
GRAPH_ENTRIES = ("author", "coverage", "dispatch", "entries", "execute", "imports", "graph_record")
LEVELS = ("renderer", "vgpu", "intent")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
NATIVE = re.compile(r"^(vulkan/|volk|vk_mem_alloc|vma/|SDL|GL/|GLES|EGL/|epoxy/|webgpu|wgpu|emscripten|X11/|xcb/|wayland"
                    r"|windows\.h|Windows\.h|d3d|dxgi|Metal/|QuartzCore/)")
SOURCES = (".h", ".hpp", ".cpp", ".c", ".mm", ".inl")


def part_of(path):
    """The part a file belongs to, or None for what may see everything (tests, benchmarks, tools)."""
    text = path.as_posix()
    if "/tests/" in text or text.startswith(("tests/", "benchmarks/", "cmake/", "scripts/")):
        return "program" if text.startswith("tests/sdk_consumer/") else None
    if text.startswith("apps/"):
        return "program"
    if text.startswith("modules/foundation/"):
        return "foundation"
    if text.startswith("modules/platform/window/"):
        return "window"
    if text.startswith("modules/platform/"):
        return "platform"
    if text.startswith(f"{RHI}/include/"):
        return "public"
    if text.startswith(f"{RHI}/src/"):
        below = path.relative_to(RHI / "src").parts
        if below[0] == "backends":
            return "backend common" if len(below) > 2 and below[1] == "common" else "backend"
        if below[0] == "graph" and path.stem in GRAPH_ENTRIES:
            return "graph execution"
        return below[0]
    if path.parts[:2] == ("modules", "graphics") and path.parts[2] in LEVELS:
        return "level public" if "include" in path.parts else "level"
    return None


def backend_of(path):
    """The folder of a backend's own files: no backend sees another."""
    below = path.relative_to(RHI / "src" / "backends").parts
    return below[0] if len(below) > 1 else ""


def may_use_native(path, part):
    if part in ("backend", "backend common", "program"):
        return True
    if part == "window":
        return "include" not in path.parts
    return part == "public" and (path.name.startswith("native_") or path.name == "hosted_surface.h")


def resolve(root, files, folders, path, quoted, name):
    """The project file an include names, or None."""
    candidates = [path.parent / name] if quoted else []
    candidates += [folder / name for folder in folders]
    if path.is_relative_to(RHI):
        candidates.append(RHI / "src" / name)
    for parent in path.parents:
        if parent.name == "src":
            candidates.append(parent / name)
    for candidate in candidates:
        normal = Path(*_normalised(candidate.parts))
        if normal in files:
            return normal
    return None


def _normalised(parts):
    out = []
    for part in parts:
        if part == "..":
            out.pop()
        elif part != ".":
            out.append(part)
    return out


def violations(root):
    files = {path for path in project_files(root) if path.suffix in SOURCES}
    folders = include_folders(root)
    found = []
    for path in sorted(files):
        part = part_of(path)
        if part is None:
            continue
        if part not in SEES:
            found.append(f"{path}: the folder {part} is no part of the house; see docs/overview.md")
            continue
        for match in INCLUDE.finditer((root / path).read_text(encoding="utf-8")):
            quoted, name = match.group(1) == '"', match.group(2)
            line = (root / path).read_text(encoding="utf-8")[:match.start()].count("\n") + 1
            if NATIVE.match(name) and not may_use_native(path, part):
                found.append(f"{path}:{line}: {part} includes {name}: native headers belong to backends, the window's "
                             "sources, native_*.h and programs")
            target = resolve(root, files, folders, path, quoted, name)
            if target is None:
                if name.startswith("ludus/") and not name.startswith("ludus/shaders/"):
                    found.append(f"{path}:{line}: {name} is no header of the project")
                continue
            seen = part_of(target)
            if seen in ("level", "level public") and part in ("level", "level public") and path.parts[2] != target.parts[2]:
                found.append(f"{path}:{line}: {path.parts[2]} includes {target}, of another level")
                continue
            if seen is None or seen == part:
                if part == "backend" and backend_of(target) != backend_of(path):
                    found.append(f"{path}:{line}: backend {backend_of(path)} includes {target}, of another backend")
                elif seen is None:
                    found.append(f"{path}:{line}: {part} includes {target}, a test's or tool's file")
                continue
            if seen not in SEES[part]:
                found.append(f"{path}:{line}: {part} must not see {seen}, but includes {target}")
    return found


def self_test():
    """One legal tree, then each broken include alone: every one must be found."""
    legal = {
        "modules/foundation/include/ludus/foundation/a.h": "#include <vector>\n",
        "modules/platform/include/ludus/platform/p.h": "#include <ludus/foundation/a.h>\n",
        "modules/platform/window/include/ludus/platform/w.h": "#include <ludus/platform/p.h>\n",
        "modules/platform/window/src/w.cpp": "#include <SDL2/SDL.h>\n",
        "modules/graphics/rhi/include/ludus/graphics/rhi/r.h": "#include <ludus/platform/p.h>\n",
        "modules/graphics/rhi/src/formats/f.h": "#include <ludus/graphics/rhi/r.h>\n",
        "modules/graphics/rhi/src/boundary/backend.h": '#include "formats/f.h"\n',
        "modules/graphics/rhi/src/validation/v.h": '#include "boundary/backend.h"\n',
        "modules/graphics/rhi/src/registry/g.h": '#include "../boundary/backend.h"\n',
        "modules/graphics/rhi/src/frontend/e.h": '#include "registry/g.h"\n#include "validation/v.h"\n',
        "modules/graphics/rhi/src/graph/plan.h": '#include "validation/v.h"\n',
        "modules/graphics/rhi/src/graph/execute.cpp": '#include "plan.h"\n#include "frontend/e.h"\n',
        "modules/graphics/rhi/src/backends/common/c.h": '#include "boundary/backend.h"\n',
        "modules/graphics/rhi/src/backends/vulkan/d.h": '#include "../common/c.h"\n#include <vulkan/vulkan.h>\n',
        "modules/graphics/rhi/src/backends/reference/d.h": '#include "backends/common/c.h"\n',
        "modules/graphics/rhi/tests/t.cpp": '#include "frontend/e.h"\n',
        "modules/graphics/renderer/include/ludus/graphics/renderer/g.h": "#include <ludus/graphics/rhi/r.h>\n",
        "modules/graphics/renderer/src/g.cpp": "#include <ludus/graphics/renderer/g.h>\n",
        "apps/view/main.cpp": "#include <ludus/graphics/rhi/r.h>\n",
    }
    broken = {
        "modules/foundation/include/ludus/foundation/a.h": "#include <ludus/platform/p.h>\n",
        "modules/platform/include/ludus/platform/p.h": "#include <ludus/graphics/rhi/r.h>\n",
        "modules/graphics/rhi/include/ludus/graphics/rhi/r.h": '#include "formats/f.h"\n',
        "modules/graphics/rhi/include/ludus/graphics/rhi/n.h": "#include <vulkan/vulkan.h>\n",
        "modules/platform/window/include/ludus/platform/w.h": "#include <SDL2/SDL.h>\n",
        "modules/graphics/rhi/src/formats/w.h": "#include <ludus/platform/w.h>\n",
        "modules/graphics/rhi/src/formats/f.h": '#include "boundary/backend.h"\n',
        "modules/graphics/rhi/src/boundary/backend.h": '#include "../validation/v.h"\n',
        "modules/graphics/rhi/src/validation/v.h": '#include "registry/g.h"\n',
        "modules/graphics/rhi/src/registry/g.h": '#include "frontend/e.h"\n',
        "modules/graphics/rhi/src/frontend/e.h": '#include "graph/plan.h"\n',
        "modules/graphics/rhi/src/frontend/n.cpp": "#include <volk.h>\n",
        "modules/graphics/rhi/src/graph/plan.h": '#include "frontend/e.h"\n',
        "modules/graphics/rhi/src/backends/vulkan/d.h": '#include "frontend/e.h"\n',
        "modules/graphics/rhi/src/backends/vulkan/o.h": '#include "../reference/d.h"\n',
        "modules/graphics/rhi/src/backends/common/c.h": '#include "registry/g.h"\n',
        "modules/graphics/rhi/src/misc/m.h": "#include <vector>\n",
        "modules/graphics/renderer/src/g.cpp": '#include "../../rhi/src/registry/g.h"\n',
        "modules/graphics/vgpu/src/v.cpp": "#include <ludus/graphics/renderer/g.h>\n",
        "modules/graphics/intent/src/i.cpp": '#include "../../rhi/src/registry/g.h"\n',
        "apps/view/main.cpp": '#include "../../modules/graphics/rhi/src/frontend/e.h"\n',
        "apps/view/other.cpp": "#include <ludus/graphics/rhi/missing.h>\n",
    }

    def check(tree):
        import subprocess
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            subprocess.run(["git", "init", "-q", folder], check=True)
            for name, text in tree.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            return violations(root)

    failures = [f"the legal tree is refused: {text}" for text in check(legal)]
    for name, text in broken.items():
        found = check({**legal, name: text})
        if not any(entry.startswith(name) for entry in found):
            failures.append(f"not found: {name} with {text.strip()}")
    return failures, len(broken)


def main():
    if wants_self_test():
        failures, count = self_test()
        print("\n".join(failures) or f"include direction: self-test found each of {count} violations")
        return 1 if failures else 0
    found = violations(ROOT)
    print("\n".join(found) or "include direction: holds")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
