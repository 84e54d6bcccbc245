"""Instructions over the raw API on the lanes beside Vulkan: ours, and by hand the same calls, on wgpu-native and on OpenGL.

What is counted is what runs in the program's own object, by callgrind's account of objects: all of Ludus, which the
program holds, and none of the API, its driver or the C library. The raw API's program is counted the same way: its own
loop of calls.
"""
from __future__ import annotations

import dataclasses
import json
import pathlib

from . import programs, report
from .programs import Driver, Program, ProgramFailed
from .scenarios import check_rise

SCENARIOS = ("S1", "S2", "S3", "S5")
DRAWING = ("S1", "S2", "S5")


@dataclasses.dataclass
class Lane:
    """A backend, the library that calls its API by hand, and what it does not have."""
    name: str
    raw: str
    lacks: tuple[str, ...] = ()  # scenarios that the raw API has no calls for


LANES = (Lane("webgpu", "wgpu"), Lane("opengl", "opengl", lacks=("S3",)))


def _drivers(lane: Lane, layer_folder: pathlib.Path) -> tuple[Driver, Driver]:
    """A driver whose commands do nothing, so that it is not the rasterizer that takes the time, and one that draws."""
    chosen = {"LUDUS_BENCHMARK_LANE": lane.name}
    idle = programs.null_driver(layer_folder, 1) if lane.name == "webgpu" else programs.no_driver(1)
    drawing = programs.lavapipe(1)
    if lane.name == "opengl":
        chosen["LIBGL_ALWAYS_SOFTWARE"] = "1"
        idle.environment["GALLIUM_NOOP"] = "1"  # Mesa's driver that drops what it is told
    return (Driver(f"{lane.name}, null", {**idle.environment, **chosen}, 1, 1),
            Driver(f"{lane.name}, Mesa", {**drawing.environment, **chosen}, 1, 1))


def measure(folder: pathlib.Path, sheet: dict, with_raw: bool) -> list[dict]:
    """A row for each lane and scenario: instructions and calls an operation, ours and, `with_raw`, by hand; the pictures
    are then compared as well."""
    layer = folder / "benchmarks" / "null_driver"
    failures: list[str] = sheet["failures"]
    rows = []
    for lane in LANES:
        counted: dict[str, dict] = {}
        images: dict[str, dict[str, str]] = {}
        idle, drawing = _drivers(lane, layer)
        for library in ("ludus", lane.raw) if with_raw else ("ludus",):
            path = folder / "benchmarks" / library / f"ludus_benchmark_{library}"
            if not path.exists():
                failures.append(f"{lane.name}: {path.name} was not built")
                continue
            wanted = [name for name in SCENARIOS if library == "ludus" or name not in lane.lacks]
            program = Program(library, path)
            try:
                counted[library] = programs.count_by_object(program, idle, wanted)
                if with_raw:
                    images[library] = _draw(program, drawing, wanted)
                if with_raw and lane.name == "webgpu":
                    _check_draws(program, idle, layer, wanted, failures)
            except ProgramFailed as failure:
                failures.append(str(failure))
        _compare_images(lane, images, failures)
        for scenario in SCENARIOS:
            row = {"lane": lane.name, "scenario": scenario}
            for name, library in (("ludus", "ludus"), ("raw", lane.raw)):
                found = counted.get(library, {}).get(scenario, {})
                for field, digits in (("own", 2), ("all", 1), ("calls", 3)):
                    row[f"{name}_{field}"] = round(found[field], digits) if found else None
            rows.append(row)
    return rows


def _draw(program: Program, driver: Driver, wanted: list[str]) -> dict[str, str]:
    """What each scenario's picture comes to on a driver that draws."""
    lines = programs.time_once(program, driver, wanted)
    return {line["scenario"]: line["fnv1a"] for line in lines if line["kind"] == "image"}


def _check_draws(program: Program, driver: Driver, layer: pathlib.Path, wanted: list[str], failures: list[str]) -> None:
    """Below wgpu-native is the Vulkan driver that counts: one indexed draw an operation must reach it."""
    for line in programs.count_calls(program, driver, layer, wanted):
        draws = line["calls"].get("vkCmdDrawIndexed", 0)
        if line["scenario"] in DRAWING and draws != line["operations"]:
            failures.append(f"{program.library} on webgpu, {line['scenario']}: {draws} indexed draws reached Vulkan, "
                            f"not {line['operations']}")


def _compare_images(lane: Lane, images: dict[str, dict[str, str]], failures: list[str]) -> None:
    if len(images) < 2:
        return
    for scenario in DRAWING:
        pictures = {library: images[library].get(scenario) for library in images}
        if None in pictures.values() or len(set(pictures.values())) != 1:
            failures.append(f"{lane.name} {scenario}: the pictures differ ({pictures}), so the figures are no comparison")


def print_table(rows: list[dict]) -> None:
    lines = []
    for row in rows:
        ours, raw = row["ludus_own"], row["raw_own"]
        over = ours - raw if ours is not None and raw is not None else None
        lines.append([row["lane"], row["scenario"], _text(ours), _text(raw), _text(over), _text(row["ludus_all"]),
                      _text(row["raw_all"]), _text(row["ludus_calls"], 2), _text(row["raw_calls"], 2)])
    print("\nOther APIs, an operation: instructions of the program itself, of program, API and driver, and calls of the API")
    print(report.format_table(["lane", "scenario", "ludus", "by hand", "over it", "ludus, all", "by hand, all",
                               "calls", "by hand"], lines, left=2))


def check_gate(file: pathlib.Path, rows: list[dict]) -> list[str]:
    """What rose by more than is allowed above the committed counts, or was not counted."""
    gate = json.loads(file.read_text())
    counted = {(row["lane"], row["scenario"]) for row in rows}
    problems = [f"{lane} {scenario}: not counted" for lane, counts in gate.get("lanes", {}).items()
                for scenario in counts if (lane, scenario) not in counted]
    for row in rows:
        name, count = f"{row['lane']} {row['scenario']}", row["ludus_own"]
        committed = gate.get("lanes", {}).get(row["lane"], {}).get(row["scenario"])
        if count is None:
            problems.append(f"{name}: not counted")
        else:
            problems += check_rise(name, count, committed, gate["allowed_rise_percent"])
    return problems


def gate_counts(rows: list[dict]) -> dict[str, dict[str, float]]:
    counts: dict[str, dict[str, float]] = {}
    for row in rows:
        if row["ludus_own"] is not None:
            counts.setdefault(row["lane"], {})[row["scenario"]] = row["ludus_own"]
    return counts


def _text(value: float | None, digits: int = 1) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
