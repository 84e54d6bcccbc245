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

SCENARIOS = ("S1", "S2", "S3", "S5")


@dataclasses.dataclass
class Lane:
    """A backend, the library that calls its API by hand, and what it does not have."""
    name: str
    raw: str
    lacks: tuple[str, ...] = ()  # scenarios that the raw API has no calls for


LANES = (Lane("webgpu", "wgpu"), Lane("opengl", "opengl", lacks=("S3",)))


def _driver(lane: Lane, layer_folder: pathlib.Path) -> Driver:
    """wgpu-native above the null driver, so that it is not lavapipe's work that takes the time; OpenGL on Mesa."""
    null = programs.null_driver(layer_folder, 1)
    return Driver(lane.name, {**null.environment, "LUDUS_BENCHMARK_LANE": lane.name}, 1, 1)


def measure(folder: pathlib.Path, sheet: dict, with_raw: bool) -> list[dict]:
    """A row for each lane and scenario: instructions an operation, ours and by hand."""
    layer = folder / "benchmarks" / "null_driver"
    rows = []
    for lane in LANES:
        libraries = ("ludus", lane.raw) if with_raw else ("ludus",)
        counted: dict[str, dict] = {}
        for library in libraries:
            path = folder / "benchmarks" / library / f"ludus_benchmark_{library}"
            if not path.exists():
                sheet["failures"].append(f"{lane.name}: {path.name} was not built")
                continue
            wanted = [name for name in SCENARIOS if library == "ludus" or name not in lane.lacks]
            try:
                counted[library] = programs.count_by_object(Program(library, path), _driver(lane, layer), wanted)
            except ProgramFailed as failure:
                sheet["failures"].append(str(failure))
        _compare_images(lane, counted, sheet["failures"])
        for scenario in SCENARIOS:
            ours = counted.get("ludus", {}).get(scenario)
            raw = counted.get(lane.raw, {}).get(scenario)
            rows.append({"lane": lane.name, "scenario": scenario, "ludus": ours and round(ours["own"], 2),
                         "raw": raw and round(raw["own"], 2), "ludus_with_api": ours and round(ours["all"], 1),
                         "raw_with_api": raw and round(raw["all"], 1)})
    return rows


def _compare_images(lane: Lane, counted: dict[str, dict], failures: list[str]) -> None:
    """Where both programs have pictures; on the null driver there are none to compare."""
    if lane.name != "opengl" or lane.raw not in counted or "ludus" not in counted:
        return
    for scenario, raw in counted[lane.raw].items():
        ours = counted["ludus"][scenario]
        if ours["image"] != raw["image"]:
            failures.append(f"{lane.name} {scenario}: the pictures differ ({ours['image']}, {raw['image']})")


def print_table(rows: list[dict]) -> None:
    lines = []
    for row in rows:
        ours, raw = row["ludus"], row["raw"]
        both = ours is not None and raw is not None
        lines.append([row["lane"], row["scenario"], _text(ours), _text(raw), _text(ours - raw if both else None),
                      f"{ours / raw:.2f}" if both and raw else "-", _text(row["ludus_with_api"]),
                      _text(row["raw_with_api"])])
    print("\nInstructions an operation on other APIs: the program's own, and with the API and its driver:")
    print(report.format_table(["lane", "scenario", "ludus", "by hand", "over it", "x by hand", "ludus, all",
                               "by hand, all"], lines, left=2))


def check_gate(file: pathlib.Path, rows: list[dict]) -> list[str]:
    """What rose by more than is allowed above the committed counts."""
    gate = json.loads(file.read_text())
    problems = []
    for row in rows:
        name, count = f"{row['lane']} {row['scenario']}", row["ludus"]
        committed = gate.get("lanes", {}).get(row["lane"], {}).get(row["scenario"])
        if count is None:
            problems.append(f"{name}: not counted")
        elif committed is None:
            problems.append(f"{name}: no committed count; scripts/benchmark-rhi --record-gate writes it")
        elif count > committed * (1 + gate["allowed_rise_percent"] / 100):
            problems.append(f"{name}: rose from {committed:.1f} to {count:.1f} instructions an operation "
                            f"(+{(count / committed - 1) * 100:.1f} %, allowed {gate['allowed_rise_percent']} %)")
    return problems


def gate_counts(rows: list[dict]) -> dict[str, dict[str, float]]:
    counts: dict[str, dict[str, float]] = {}
    for row in rows:
        if row["ludus"] is not None:
            counts.setdefault(row["lane"], {})[row["scenario"]] = row["ludus"]
    return counts


def _text(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"
