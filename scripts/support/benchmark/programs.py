"""Runs benchmark programs on a Vulkan driver and reads the JSON lines they print."""
from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import tempfile

LAYER_NAME = "VK_LAYER_LUDUS_null"
DRIVER_FOLDERS = ("/usr/share/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/etc/vulkan/icd.d")
LANGUAGE_LIBRARIES = re.compile(r"/(libc|libm|libstdc\+\+|libgcc_s|ld-linux)[-.\w]*\.so")
CALLGRIND = ("valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no", "--collect-atstart=no")


class ProgramFailed(Exception):
    """A program ended with an error, or printed something else than it should."""


@dataclasses.dataclass
class Driver:
    """A driver by the name that results carry, and the environment that selects it."""
    name: str
    environment: dict[str, str]
    runs: int
    rounds: int


@dataclasses.dataclass
class Program:
    """A library's benchmark program."""
    library: str
    path: pathlib.Path

    def run(self, driver: Driver, *arguments: str, prefix: tuple[str, ...] = (), **extra: str) -> list[dict]:
        """The objects that the program printed. `extra` is added to the environment."""
        command = [*prefix, str(self.path), *arguments]
        done = subprocess.run(command, env={**driver.environment, **extra}, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            reason = done.stderr.strip() or f"ended with {done.returncode}"
            raise ProgramFailed(f"{self.library} on {driver.name}: {reason}")
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def _plain_environment() -> dict[str, str]:
    """This process's environment without settings that change a driver, a layer or Ludus itself."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("VK_", "LUDUS_", "MESA_", "LP_"))}
    return {**kept, "LP_NUM_THREADS": "1", "VK_LOADER_DEBUG": "none"}


def _with_layer(environment: dict[str, str], layer_folder: pathlib.Path) -> dict[str, str]:
    return {**environment, "VK_LAYER_PATH": str(layer_folder), "VK_INSTANCE_LAYERS": LAYER_NAME}


def _lavapipe_environment() -> dict[str, str]:
    manifests = [file for folder in DRIVER_FOLDERS for file in sorted(pathlib.Path(folder).glob("lvp_icd*.json"))]
    if not manifests:
        raise ProgramFailed("lavapipe is not installed: no lvp_icd*.json in " + ", ".join(DRIVER_FOLDERS))
    file = str(manifests[0])
    return {**_plain_environment(), "VK_DRIVER_FILES": file, "VK_ICD_FILENAMES": file}


def null_driver(layer_folder: pathlib.Path, rounds: int) -> Driver:
    return Driver("null", _with_layer(_lavapipe_environment(), layer_folder), runs=31, rounds=rounds)


def lavapipe(rounds: int) -> Driver:
    return Driver("lavapipe", _lavapipe_environment(), runs=7, rounds=rounds)


def machine_driver(name: str, rounds: int) -> Driver:
    """Whatever the Vulkan loader finds here, the caller's own VK_* settings included."""
    chosen = {key: value for key, value in os.environ.items() if key.startswith("VK_")}
    return Driver(name, {**_plain_environment(), **chosen}, runs=31, rounds=rounds)


def no_driver(rounds: int) -> Driver:
    """For programs that need none."""
    return Driver("none", _plain_environment(), runs=7, rounds=min(rounds, 3))


def time_once(program: Program, driver: Driver, only: list[str]) -> list[dict]:
    """One round: "device", "time" and "image" objects of all scenarios."""
    return program.run(driver, "--mode", "time", "--runs", str(driver.runs), *_only(only))


def count_calls(program: Program, driver: Driver, layer_folder: pathlib.Path, only: list[str]) -> list[dict]:
    """Vulkan calls of one run of each scenario, on the null driver above `driver`."""
    above = Driver(driver.name, _with_layer(driver.environment, layer_folder), driver.runs, driver.rounds)
    lines = program.run(above, "--mode", "count", *_only(only), LUDUS_NULL_COUNT="1")
    return [line for line in lines if line["kind"] == "count"]


def count_instructions(program: Program, driver: Driver, only: list[str]) -> dict[str, float]:
    """Instructions an operation of each scenario: everything that the recording thread ran, library and driver."""
    with tempfile.TemporaryDirectory() as folder:
        prefix = (*CALLGRIND, f"--callgrind-out-file={folder}/out")
        lines = program.run(driver, "--mode", "instructions", *_only(only), prefix=prefix)
        totals = dict(filter(None, map(_read_callgrind, pathlib.Path(folder).iterdir())))
    counted = {}
    for line in lines:
        if line["kind"] == "instructions":
            if line["scenario"] not in totals:
                raise ProgramFailed(f"{program.library}: callgrind wrote no count for {line['scenario']}")
            counted[line["scenario"]] = totals[line["scenario"]] / line["operations"]
    return counted


def count_by_object(program: Program, driver: Driver, only: list[str]) -> dict[str, dict]:
    """By scenario and operation: instructions of the program's own object ("own") and of everything ("all"), and how
    often the program called another object than the C and C++ libraries ("calls"), which is the API that it uses."""
    with tempfile.TemporaryDirectory() as folder:
        prefix = (*CALLGRIND, f"--callgrind-out-file={folder}/out")
        lines = program.run(driver, "--mode", "instructions", *_only(only), prefix=prefix)
        found = {}
        for file in pathlib.Path(folder).iterdir():
            total = _read_callgrind(file)
            if total:
                found[total[0]] = {**_read_object(file, str(program.path)), "all": total[1]}
    counted: dict[str, dict] = {}
    for line in lines:
        if line["kind"] == "instructions":
            scenario, operations = line["scenario"], line["operations"]
            if not found.get(scenario, {}).get("own"):
                raise ProgramFailed(f"{program.library} on {driver.name}: callgrind wrote no count for {scenario}")
            counted[scenario] = {name: count / operations for name, count in found[scenario].items()}
    return counted


def _read_object(file: pathlib.Path, path: str) -> dict[str, int]:
    """What ran in the code of one object, and its calls of others. A line after `calls=` is what the callee took."""
    names: dict[str, str] = {}
    counts = {"own": 0, "calls": 0}
    is_wanted, called, is_call = False, path, False
    for line in file.read_text(errors="replace").splitlines():
        found = re.match(r"(c?)ob=(\(\d+\))(?: (.*))?$", line)
        if found:
            name = names.setdefault(found.group(2), found.group(3) or "")
            if found.group(1):
                called = name
            else:
                is_wanted = name == path
        elif line.startswith("calls="):
            if is_wanted and called != path and not LANGUAGE_LIBRARIES.search(called):
                counts["calls"] += int(line[len("calls="):].split()[0])
            called, is_call = path, True
        elif line and line[0] in "0123456789+-*":
            if is_wanted and not is_call:
                counts["own"] += int(line.split()[1])
            is_call = False
    return counts


def _read_callgrind(file: pathlib.Path) -> tuple[str, int] | None:
    """(scenario, instructions) of a file that a scenario asked for; None of the file at the program's end."""
    text = file.read_text(errors="replace")
    scenario = re.search(r"^desc: Trigger: Client Request: (\S+)$", text, re.MULTILINE)
    total = re.search(r"^totals: (\d+)", text, re.MULTILINE)
    return (scenario.group(1), int(total.group(1))) if scenario and total else None


def _only(names: list[str]) -> tuple[str, ...]:
    return ("--only", ",".join(names)) if names else ()
