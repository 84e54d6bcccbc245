"""What a benchmark report says about its circumstances, and how its figures are summed up and printed."""
from __future__ import annotations

import datetime
import hashlib
import json
import os
import pathlib
import platform
import statistics
import subprocess

REPORT_VERSION = 2


def describe_machine() -> dict:
    return {
        "processor": _first_value("/proc/cpuinfo", "model name") or platform.processor(),
        "cores": os.cpu_count(),
        "memory": _first_value("/proc/meminfo", "MemTotal"),
        "kernel": platform.release(),
        "system": _first_value("/etc/os-release", "PRETTY_NAME", "=").strip('"'),
    }


def describe_revision(root: pathlib.Path) -> dict:
    def git(*arguments: str) -> str:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    commit = git("rev-parse", "HEAD")
    return {"commit": commit or None, "dirty": bool(git("status", "--porcelain")) if commit else None}


def hash_file(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def new_report(root: pathlib.Path, executables: dict[str, pathlib.Path]) -> dict:
    """`results` holds the scenario table; `paired` is for comparisons of one executable with itself."""
    return {
        "version": REPORT_VERSION,
        "captured": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "machine": describe_machine(),
        "revision": describe_revision(root),
        "executables": {name: {"file": path.name, "sha256": hash_file(path)} for name, path in executables.items()},
        "devices": [],
        "results": [],
        "paired": [],
        "failures": [],
    }


def write_report(report: dict, folder: pathlib.Path) -> pathlib.Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "report.json"
    file.write_text(json.dumps(report, indent=2) + "\n")
    return file


def sum_up(rounds: list[list[float]]) -> dict:
    """The median over rounds of each round's median; percentiles over all samples; the samples themselves."""
    medians = [statistics.median(samples) for samples in rounds]
    samples = sorted(sample for one in rounds for sample in one)
    return {
        "ns_per_op": round(statistics.median(medians), 3),
        "round_medians": [round(median, 3) for median in medians],
        "p50": _percentile(samples, 50),
        "p95": _percentile(samples, 95),
        "p99": _percentile(samples, 99),
        "samples": rounds,
    }


def format_table(header: list[str], rows: list[list[str]], left: int) -> str:
    """Columns padded to their widest cell: the first `left` of them to the left, the others to the right."""
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]

    def line(row: list[str]) -> str:
        cells = [cell.ljust(width) if column < left else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths))]
        return "  ".join(cells).rstrip()

    return "\n".join([line(header), line(["-" * width for width in widths]), *map(line, rows)])


def _percentile(ordered: list[float], percent: int) -> float:
    """Nearest rank."""
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]


def _first_value(file: str, name: str, separator: str = ":") -> str:
    try:
        lines = pathlib.Path(file).read_text().splitlines()
    except OSError:
        return ""
    for line in lines:
        key, found, value = line.partition(separator)
        if found and key.strip() == name:
            return value.strip()
    return ""
