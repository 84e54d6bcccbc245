"""Compares one executable with itself: passes merged and not, in alternating pairs, on one device."""
from __future__ import annotations

import json
import os
import pathlib
import platform
import subprocess

from . import programs, report

LAYERS = (1, 8, 16, 31)
PAIRS = 128
LANES = {"vulkan": "vulkan", "reference": "reference"}
WHAT = ("setup_ns", "execute_ns")


class PairedFailed(Exception):
    """The executable failed, or its samples are not complete."""


def run(executable: pathlib.Path, backend: str, environment: dict[str, str], log: pathlib.Path) -> list[dict]:
    """One run: the objects that the executable printed. Its whole output is kept in `log`."""
    command = [str(executable), f"--gtest_filter=PairedMerging.*/{LANES[backend]}"]
    done = subprocess.run(command, env={**environment, "LUDUS_PAIRED_RUNS": "1", "LUDUS_REQUIRE": LANES[backend]},
                          capture_output=True, text=True, check=False)
    log.write_text(done.stdout + done.stderr)
    if done.returncode != 0 or "[  PASSED  ] 1 test." not in done.stdout:
        raise PairedFailed(f"{executable.name} failed: see {log.name}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def check_complete(lines: list[dict]) -> None:
    """Exactly one sample of every pair, layer count and way, and nothing that is not finite."""
    seen: dict[tuple, int] = {}
    for line in lines:
        if line["kind"] == "sample":
            key = (line["layers"], line["merged"], line["pair"])
            seen[key] = seen.get(key, 0) + 1
            if any(not isinstance(line[what], int) or line[what] < 0 for what in WHAT):
                raise PairedFailed(f"a sample of {key} is no duration")
    wanted = {(layers, merged, pair) for layers in LAYERS for merged in (False, True) for pair in range(PAIRS)}
    if set(seen) != wanted or any(count != 1 for count in seen.values()):
        raise PairedFailed(f"{len(seen)} samples instead of {len(wanted)}, or some of them twice")


def sum_up(runs: list[list[dict]]) -> list[dict]:
    """For each layer count and way: the plan's counts, and each duration over the runs."""
    workloads = []
    for layers in LAYERS:
        for merged in (False, True):
            plan = next(line for line in runs[0]
                        if line["kind"] == "plan" and line["layers"] == layers and line["merged"] == merged)
            entry = {key: value for key, value in plan.items() if key != "kind"}
            for what in WHAT:
                samples = [[line[what] for line in lines if line["kind"] == "sample" and line["layers"] == layers
                            and line["merged"] == merged] for lines in runs]
                summed = report.sum_up(samples)
                entry[what] = {"median": summed.pop("ns_per_op"), **summed}
            workloads.append(entry)
    return workloads


def measure(arguments, root: pathlib.Path) -> tuple[dict, list[str]]:
    """The report of all runs, and what went wrong."""
    executable = arguments.executable.resolve()
    sheet = report.new_report(root, {"paired": executable})
    arguments.output.mkdir(parents=True, exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LUDUS_")}
    if arguments.backend == "vulkan" and not any(name.startswith("VK_") for name in environment):
        environment = programs.lavapipe(1).environment
    runs: list[list[dict]] = []
    try:
        for number in range(arguments.runs):
            lines = run(executable, arguments.backend, environment, arguments.output / f"run-{number + 1}.log")
            check_complete(lines)
            runs.append(lines)
    except PairedFailed as failure:
        sheet["failures"].append(str(failure))
        return sheet, sheet["failures"]
    adapters = {json.dumps({key: line[key] for key in ("name", "driver", "hardware")}, sort_keys=True)
                for lines in runs for line in lines if line["kind"] == "adapter"}
    sheet["paired"] = [{
        "workload": "opaque layers in one attachment, shown on a 96x64 surface",
        "backend": arguments.backend,
        "device": arguments.device,
        "adapters": [json.loads(text) for text in sorted(adapters)],
        "host": platform.platform(),
        "warm_up_pairs": 16,
        "pairs": PAIRS,
        "runs": arguments.runs,
        "gpu_ns": None,  # not measured: never zero
        "physical_bytes": None,
        "presentation_ns": None,
        "workloads": sum_up(runs),
    }]
    return sheet, sheet["failures"]


def print_table(sheet: dict) -> None:
    for pairing in sheet["paired"]:
        by_key = {(entry["layers"], entry["merged"]): entry for entry in pairing["workloads"]}
        rows = []
        for layers in LAYERS:
            off, on = by_key[(layers, False)], by_key[(layers, True)]
            rows.append([str(layers), f"{off['raster_passes']} / {on['raster_passes']}",
                         *(f"{off[what][figure] / 1000:.1f} / {on[what][figure] / 1000:.1f}"
                           for what, figure in (("execute_ns", "median"), ("execute_ns", "p95"), ("setup_ns", "median"))),
                         f"{(off['execute_ns']['median'] - on['execute_ns']['median']) / max(1, layers - 1) / 1000:.2f}"
                         if layers > 1 else "-"])
        print(report.format_table(["layers", "passes off / on", "execute us off / on", "p95", "setup us off / on",
                                   "us saved a merged pass"], rows, left=1))
