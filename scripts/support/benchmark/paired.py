"""Compares one executable with itself: passes merged and not, in alternating pairs, on one device."""
from __future__ import annotations

import json
import os
import pathlib
import platform
import subprocess

from . import programs, qualification, report

LAYERS = (1, 8, 16, 31)
PAIRS = 128
WARM_UP_PAIRS = 16
LANES = {"vulkan": "vulkan", "opengl": "opengl", "reference": "reference"}
CPU = ("setup_ns", "execute_ns")
PROBE = ("arm_ns", "report_ns")
MEMORY = ("logical_bytes", "retiring_bytes", "api_bytes", "peak_api_bytes", "block_bytes", "peak_block_bytes")
STATES = ("Available", "Unavailable", "Disjoint", "Failed")  # how a sample can have ended


class PairedFailed(Exception):
    """The executable failed, or its samples are not complete."""


def run(executable: pathlib.Path, backend: str, environment: dict[str, str], log: pathlib.Path,
        is_timed: bool) -> list[dict]:
    """One run: the objects that the executable printed. Its whole output is kept in `log`."""
    command = [str(executable), f"--gtest_filter=PairedMerging.*/{LANES[backend]}"]
    wanted = {"LUDUS_PAIRED_RUNS": "1", "LUDUS_REQUIRE": LANES[backend]}
    if is_timed:
        wanted["LUDUS_PAIRED_TIMING"] = "1"
    done = subprocess.run(command, env={**environment, **wanted}, capture_output=True, text=True, check=False)
    log.write_text(done.stdout + done.stderr)
    if done.returncode != 0 or "[  PASSED  ] 1 test." not in done.stdout:
        raise PairedFailed(f"{executable.name} failed: see {log.name}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def select(lines: list[dict], layers: int, merged: bool) -> list[dict]:
    return [line for line in lines
            if line["kind"] == "sample" and line["layers"] == layers and line["merged"] == merged]


def check_complete(lines: list[dict], is_timed: bool = False) -> None:
    """Exactly one sample of every pair, layer count and way; in a pair the same picture; and only whole numbers."""
    seen: dict[tuple, int] = {}
    pictures: dict[tuple, list] = {}
    for line in lines:
        if line["kind"] == "sample":
            key = (line["layers"], line["merged"], line["pair"])
            seen[key] = seen.get(key, 0) + 1
            pictures.setdefault((line["layers"], line["pair"]), []).append(line["image"])
            _check_numbers(line, key, is_timed)
    wanted = {(layers, merged, pair) for layers in LAYERS for merged in (False, True) for pair in range(PAIRS)}
    if set(seen) != wanted or any(count != 1 for count in seen.values()):
        raise PairedFailed(f"{len(seen)} samples instead of {len(wanted)}, or some of them twice")
    for pair, images in pictures.items():
        if images[0] != images[1]:
            raise PairedFailed(f"the pictures of {pair} differ")


def _check_numbers(line: dict, key: tuple, is_timed: bool) -> None:
    if not all(_is_whole(line[what]) for what in (*CPU, *(PROBE if is_timed else ()))):
        raise PairedFailed(f"a sample of {key} is no duration")
    if not is_timed:
        if "gpu_state" in line:
            raise PairedFailed(f"a sample of {key} was timed, in a run without timing")
        return
    if line["gpu_state"] not in STATES:
        raise PairedFailed(f"a sample of {key} has not ended: {line['gpu_state']}")
    if line["gpu_state"] == "Available" and not _is_whole(line["gpu_ns"]):
        raise PairedFailed(f"a sample of {key} is available and has no duration")
    if line["gpu_state"] != "Available" and line["gpu_ns"] is not None:
        raise PairedFailed(f"a sample of {key} is {line['gpu_state']} and has a duration")
    if not all(line[what] is None or _is_whole(line[what]) for what in MEMORY):
        raise PairedFailed(f"a sample of {key} has no whole number of bytes")


def _is_whole(value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def sum_up(runs: list[list[dict]], is_timed: bool = False) -> list[dict]:
    """For each layer count and way: the plan's counts, and each duration over the runs."""
    workloads = []
    for layers in LAYERS:
        for merged in (False, True):
            plan = next(line for line in runs[0]
                        if line["kind"] == "plan" and line["layers"] == layers and line["merged"] == merged)
            entry = {key: value for key, value in plan.items() if key != "kind"}
            samples = [select(lines, layers, merged) for lines in runs]
            for what in (*CPU, *(PROBE if is_timed else ())):
                entry[what] = _distribution([[line[what] for line in one] for one in samples])
            entry.update(_gpu(samples) if is_timed else {"gpu_ns": None})  # not measured: never zero
            workloads.append(entry)
    return workloads


def _distribution(samples: list[list[int]]) -> dict:
    summed = report.sum_up(samples)
    return {"median": summed.pop("ns_per_op"), **summed}


def _gpu(samples: list[list[dict]]) -> dict:
    """What the device's clock said, how often it said nothing, and the largest observations of memory."""
    lines = [line for one in samples for line in one]
    durations = [[line["gpu_ns"] for line in one if line["gpu_state"] == "Available"] for one in samples]
    durations = [one for one in durations if one]
    memory = {}
    for what in MEMORY:
        known = [line[what] for line in lines if line[what] is not None]
        memory[what] = max(known) if known else None
    return {
        "gpu_ns": _distribution(durations) if durations else None,
        "gpu_states": {state: sum(line["gpu_state"] == state for line in lines) for state in STATES},
        "gpu_precision": {"tick_ns": sorted({line["tick_ns"] for line in lines}),
                          "valid_bits": sorted({line["valid_bits"] for line in lines})},
        "memory": memory,
    }


def measure(arguments, root: pathlib.Path) -> tuple[dict, list[str]]:
    """The report of all runs, and what went wrong. A timed run is followed by a control: the same without timing."""
    executable = arguments.executable.resolve()
    sheet = report.new_report(root, {"paired": executable})
    arguments.output.mkdir(parents=True, exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LUDUS_")}
    if arguments.backend == "vulkan" and not any(name.startswith("VK_") for name in environment):
        environment = programs.lavapipe(1).environment
    runs: list[list[dict]] = []
    controls: list[list[dict]] = []
    try:
        for number in range(1, arguments.runs + 1):
            for name, kept, is_timed in ((("run", runs, True), ("control", controls, False)) if arguments.gpu_timing
                                         else (("run", runs, False),)):
                log = arguments.output / f"{name}-{number}.log"
                lines = run(executable, arguments.backend, environment, log, is_timed)
                check_complete(lines, is_timed)
                kept.append(lines)
        record = describe(arguments, runs, controls)
        if arguments.qualification_name:
            record["qualification"] = qualification.describe(arguments.qualification_name, record)
    except (PairedFailed, qualification.Refused) as failure:
        sheet["failures"].append(str(failure))
        return sheet, sheet["failures"]
    sheet["paired"] = [record]
    return sheet, sheet["failures"]


def describe(arguments, runs: list[list[dict]], controls: list[list[dict]]) -> dict:
    """One comparison: what it ran on, what was enabled, and each workload."""
    def said(kind: str) -> dict:
        seen = {json.dumps({key: value for key, value in line.items() if key not in ("kind", "gpu_timing")})
                for lines in (*runs, *controls) for line in lines if line["kind"] == kind}
        if len(seen) != 1:
            raise PairedFailed(f"the runs name {len(seen)} different {kind}s")
        return json.loads(seen.pop())

    is_timed = bool(arguments.gpu_timing)
    compared = all(line["image"] is not None for lines in (*runs, *controls) for line in lines
                   if line["kind"] == "sample")
    return {
        "workload": "opaque layers in one attachment, shown on a 96x64 surface",
        "backend": arguments.backend,
        "device": arguments.device,
        "adapter": said("adapter"),
        "profile": said("profile"),
        "host": platform.platform(),
        "warm_up_pairs": WARM_UP_PAIRS,
        "pairs": PAIRS,
        "runs": arguments.runs,
        "images_compared": compared,
        "gpu_timing": is_timed,
        "physical_bytes": None,  # no API tells
        "presentation_ns": None,  # not measured
        "workloads": sum_up(runs, is_timed),
        "controls": sum_up(controls) if is_timed else None,
    }


def print_table(sheet: dict) -> None:
    for pairing in sheet["paired"]:
        print(report.format_table(["layers", "passes off / on", "execute us off / on", "p95", "setup us off / on",
                                   "us saved a merged pass"], _cpu_rows(pairing["workloads"]), left=1))
        if pairing["gpu_timing"]:
            print("\nby the device's clock, and the execute medians of the same without timing")
            print(report.format_table(["layers", "GPU us off / on", "p95", "measured", "control us off / on", "arm ns",
                                       "report ns"], _gpu_rows(pairing), left=1))
        if "qualification" in pairing:
            qualification.print_record(pairing["qualification"])


def _both(off: dict | None, on: dict | None, figure: str) -> str:
    return " / ".join("unavailable" if one is None else f"{one[figure] / 1000:.1f}" for one in (off, on))


def _pairs(workloads: list[dict]) -> list[tuple[int, dict, dict]]:
    by_key = {(entry["layers"], entry["merged"]): entry for entry in workloads}
    return [(layers, by_key[(layers, False)], by_key[(layers, True)]) for layers in LAYERS]


def _cpu_rows(workloads: list[dict]) -> list[list[str]]:
    rows = []
    for layers, off, on in _pairs(workloads):
        saved = (off["execute_ns"]["median"] - on["execute_ns"]["median"]) / max(1, layers - 1) / 1000
        rows.append([str(layers), f"{off['raster_passes']} / {on['raster_passes']}",
                     *(_both(off[what], on[what], figure)
                       for what, figure in (("execute_ns", "median"), ("execute_ns", "p95"), ("setup_ns", "median"))),
                     f"{saved:.2f}" if layers > 1 else "-"])
    return rows


def _gpu_rows(pairing: dict) -> list[list[str]]:
    rows = []
    for (layers, off, on), (_, control_off, control_on) in zip(_pairs(pairing["workloads"]),
                                                              _pairs(pairing["controls"])):
        counts = [f"{entry['gpu_states']['Available']}/{sum(entry['gpu_states'].values())}" for entry in (off, on)]
        rows.append([str(layers), _both(off["gpu_ns"], on["gpu_ns"], "median"),
                     _both(off["gpu_ns"], on["gpu_ns"], "p95"), " ".join(counts),
                     _both(control_off["execute_ns"], control_on["execute_ns"], "median"),
                     *(f"{off[what]['median']:.0f} / {on[what]['median']:.0f}" for what in PROBE)])
    return rows
