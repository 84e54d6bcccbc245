"""The scenario table: every library's program on every driver, in interleaved rounds, and the instruction gate."""
from __future__ import annotations

import json
import pathlib
import shutil

from . import programs, report
from .programs import Driver, Program, ProgramFailed

# The scenarios that draw, and what hand-written scenario each one is a multiple of.
DRAWING = ("S1", "S1fresh", "S1offset", "S2", "S1batch", "S2batch", "S1graph", "S5", "S5graph")
BASELINE = {"S1": "S1", "S1fresh": "S1", "S1offset": "S1offset", "S2": "S2", "S1batch": "S1", "S2batch": "S2",
            "S1graph": "S1", "S3": "S3", "S4": "S4", "S5": "S5", "S5graph": "S5",
            "S6": "S6", "S7": "S7"}
PASSES = ("S5", "S5graph")  # one barrier call a pass at most
FLOOR_LIBRARY = "vulkan"


class Measurement:
    """Fills a report with the results of one run of the table."""

    def __init__(self, sheet: dict, found: list[Program], layer_folder: pathlib.Path, only: list[str]) -> None:
        self.sheet = sheet
        self.programs = found
        self.layer_folder = layer_folder
        self.only = only
        self.rows: dict[tuple[str, str, str], dict] = {}
        self.images: dict[tuple[str, str], dict[str, str]] = {}

    def fail(self, text: str) -> None:
        if text not in self.sheet["failures"]:
            self.sheet["failures"].append(text)

    def time(self, driver: Driver) -> None:
        """Rounds over all libraries, so that what slows the machine for a while slows them alike."""
        samples: dict[tuple[str, str], list[list[float]]] = {}
        broken = set()
        for number in range(driver.rounds):
            shift = number % len(self.programs)
            for program in self.programs[shift:] + self.programs[:shift]:
                if program.library in broken:
                    continue
                try:
                    lines = programs.time_once(program, driver, self.only)
                except ProgramFailed as failure:
                    self.fail(str(failure))
                    broken.add(program.library)
                    continue
                for line in lines:
                    self._take(driver, line, samples)
        for (library, scenario), rounds in samples.items():
            self._row(scenario, library, driver.name).update(report.sum_up(rounds))
        if driver.name != "null":
            self._compare_images(driver)

    def count_calls(self, driver: Driver) -> None:
        for program in self.programs:
            try:
                lines = programs.count_calls(program, driver, self.layer_folder, self.only)
            except ProgramFailed as failure:
                self.fail(str(failure))
                continue
            for line in lines:
                scenario, calls = line["scenario"], line["calls"]
                row = self._row(scenario, program.library, driver.name)
                row["calls_per_op"] = round(sum(calls.values()) / line["operations"], 4)
                row["calls"] = calls
                if scenario in DRAWING and calls.get("vkCmdDrawIndexed", 0) != line["operations"]:
                    self.fail(f"{program.library} {scenario}: {calls.get('vkCmdDrawIndexed', 0)} indexed draws reached "
                              f"Vulkan, not {line['operations']}")
                if scenario in PASSES and calls.get("vkCmdPipelineBarrier", 0) > line["operations"]:
                    self.fail(f"{program.library} {scenario}: {calls['vkCmdPipelineBarrier']} barrier calls for "
                              f"{line['operations']} passes")

    def count_instructions(self, driver: Driver) -> None:
        if shutil.which("valgrind") is None:
            self.fail("instructions need valgrind, which is not installed")
            return
        for program in self.programs:
            try:
                counted = programs.count_instructions(program, driver, self.only)
            except ProgramFailed as failure:
                self.fail(str(failure))
                continue
            for scenario, instructions in counted.items():
                self._row(scenario, program.library, driver.name)["instructions_per_op"] = round(instructions, 2)

    def finish(self) -> None:
        """Adds what was measured to the results of the report."""
        rows = [*self.sheet["results"], *self.rows.values()]
        self.sheet["results"] = sorted(rows, key=lambda row: (row["driver"] != "null", row["driver"], row["scenario"],
                                                              row["library"]))

    def _take(self, driver: Driver, line: dict, samples: dict) -> None:
        library = line["library"]
        if line["kind"] == "device":
            device = {"library": library, "driver": driver.name, "device": line["name"], "version": line["driver"]}
            if device not in self.sheet["devices"]:
                self.sheet["devices"].append(device)
        elif line["kind"] == "time":
            samples.setdefault((library, line["scenario"]), []).append(line["ns_per_op"])
        elif line["kind"] == "image":
            self.images.setdefault((driver.name, BASELINE[line["scenario"]]), {})[library] = line["fnv1a"]

    def _compare_images(self, driver: Driver) -> None:
        for (name, scenario), images in self.images.items():
            if name == driver.name and len(set(images.values())) > 1:
                self.fail(f"{scenario} on {name}: the pictures differ ({images}), so the figures are no comparison")

    def _row(self, scenario: str, library: str, driver: str) -> dict:
        empty = {"scenario": scenario, "library": library, "driver": driver, "ns_per_op": None,
                 "instructions_per_op": None, "calls_per_op": None}
        return self.rows.setdefault((driver, scenario, library), empty)


def print_table(results: list[dict]) -> None:
    floors = {(row["driver"], row["scenario"]): row for row in results if row["library"] == FLOOR_LIBRARY}
    lines = []
    for row in results:
        floor = floors.get((row["driver"], BASELINE.get(row["scenario"], row["scenario"])), {})
        spread = row.get("round_medians") or []
        lines.append([
            row["driver"], row["scenario"], row["library"],
            _number(row["ns_per_op"], 1), f"{min(spread):.1f}-{max(spread):.1f}" if spread else "-",
            _ratio(row["ns_per_op"], floor.get("ns_per_op")),
            _number(row["instructions_per_op"], 1), _ratio(row["instructions_per_op"], floor.get("instructions_per_op")),
            _number(row["calls_per_op"], 2),
        ])
    print(report.format_table(
        ["driver", "scenario", "library", "ns/op", "rounds", "x vulkan", "instructions/op", "x vulkan", "calls/op"],
        lines, left=3))


def print_published(file: pathlib.Path, results: list[dict]) -> None:
    """The two best published figures of each scenario that was measured on the null driver."""
    published = json.loads(file.read_text())
    scenarios = {row["scenario"] for row in results if row["driver"] == published["driver"]}
    rows = []
    for scenario in sorted(scenarios):
        figures = [figure for figure in published["figures"] if figure["scenario"] == scenario]
        for figure in sorted(figures, key=lambda one: one["ns_per_op"])[:2]:
            rows.append([scenario, figure["library"], _number(figure["ns_per_op"], 1),
                         _number(figure["instructions_per_op"], 0), figure.get("note", "")])
    if rows:
        print("\nBest published figures of other libraries (null driver of another machine, "
              f"{file.name}):")
        print(report.format_table(["scenario", "library", "ns/op", "instructions/op", ""], rows, left=2))


def check_gate(file: pathlib.Path, results: list[dict]) -> list[str]:
    """What is above the limits, or more than the allowed rise above the committed counts."""
    gate = json.loads(file.read_text())
    counts = gate_counts(results)
    problems = []
    for scenario, limit in gate["limits"].items():
        count, committed = counts.get(scenario), gate["committed"].get(scenario)
        if count is None:
            problems.append(f"{scenario}: not counted")
            continue
        if count > limit:
            problems.append(f"{scenario}: {count:.1f} instructions an operation, the limit is {limit}")
        problems += check_rise(scenario, count, committed, gate["allowed_rise_percent"])
    for scenario, (other, times) in gate["ratios"].items():
        if scenario in counts and other in counts and counts[scenario] > times * counts[other]:
            problems.append(f"{scenario}: {counts[scenario]:.1f} instructions an operation, more than {times} times the "
                            f"{counts[other]:.1f} of {other}")
    return problems


def check_rise(name: str, count: float, committed: float | None, allowed_percent: float) -> list[str]:
    """Whether a count is more than is allowed above the committed one."""
    if committed is None:
        return [f"{name}: no committed count; scripts/benchmark-rhi --record-gate writes it"]
    if count > committed * (1 + allowed_percent / 100):
        return [f"{name}: rose from {committed:.1f} to {count:.1f} instructions an operation "
                f"(+{(count / committed - 1) * 100:.1f} %, allowed {allowed_percent} %)"]
    return []


def print_goals(file: pathlib.Path, results: list[dict]) -> None:
    """What the gate allows and we still want to lower."""
    counts = gate_counts(results)
    for scenario, goal in json.loads(file.read_text())["goals"].items():
        if counts.get(scenario, 0) > goal:
            print(f"goal not reached: {scenario} takes {counts[scenario]:.0f} instructions an operation, the goal is {goal}")


def record_gate(file: pathlib.Path, results: list[dict], lanes: dict) -> None:
    gate = json.loads(file.read_text())
    counts = gate_counts(results)
    gate["lanes"] = lanes
    gate["committed"] = {scenario: counts[scenario] for scenario in gate["limits"] if scenario in counts}
    lines = ("limits", "ratios", "goals", "committed", "lanes")
    text = json.dumps({**gate, **{name: name.upper() for name in lines}}, indent=4)
    for name in lines:
        text = text.replace(f'"{name.upper()}"', json.dumps(gate[name]))
    file.write_text(text + "\n")


def gate_counts(results: list[dict]) -> dict[str, float]:
    return {row["scenario"]: row["instructions_per_op"] for row in results
            if row["library"] in ("ludus", "graph") and row["driver"] in ("null", "none")
            and row["instructions_per_op"] is not None}


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def _ratio(value: float | None, floor: float | None) -> str:
    return "-" if value is None or not floor else f"{value / floor:.2f}"
