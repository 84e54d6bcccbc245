"""Named qualification records: what a paired comparison with GPU times shows of a device, and what stays open."""
from __future__ import annotations

import re

OBSERVED = "observed"
OPEN = "open"
NAME = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)*")


class Refused(Exception):
    """The comparison is not one that a record can stand on."""


def is_name(name: str) -> bool:
    """A stable name of hardware, host and workload: small letters, digits, and single . _ - between them."""
    return NAME.fullmatch(name) is not None


def describe(name: str, record: dict) -> dict:
    """The record of one comparison. Whatever it did not observe is open; nothing is guessed."""
    if not record["images_compared"]:
        raise Refused(f"{name}: the {record['backend']} backend draws no pictures that could be compared")
    adapter = record["adapter"]
    is_physical = adapter["hardware"] and not adapter["software"] and adapter["has_identity"] and adapter["name"] != ""
    states = [entry.get("gpu_states") or {} for entry in record["workloads"]]
    samples = sum(sum(counts.values()) for counts in states)
    available = sum(counts.get("Available", 0) for counts in states)
    return {
        "name": name,
        "physical_gpu": OBSERVED if is_physical else OPEN,
        "why_not_physical": None if is_physical else _say_why(adapter),
        "gpu_durations": OBSERVED if samples and available == samples else OPEN,  # one that is missing leaves it open
        "gpu_samples": f"{available} of {samples} available",
        "images": OBSERVED,
        "physical_residency": OPEN,  # no API tells what memory is resident
        "input_to_display": OPEN,  # the picture is read back, not shown
        "surface_journey": OPEN,  # a window, its resizes and a lost device are other programs
    }


def _say_why(adapter: dict) -> str:
    if adapter["software"]:
        return "the adapter is software"
    if not adapter["has_identity"] or adapter["name"] == "":
        return "the adapter's identity is hidden"
    return "the API does not say that the adapter is hardware"


def print_record(record: dict) -> None:
    print(f"\nqualification {record['name']}")
    for what, state in record.items():
        if what not in ("name", "why_not_physical"):
            reason = f" ({record['why_not_physical']})" if what == "physical_gpu" and state == OPEN else ""
            print(f"  {what.replace('_', ' ')}: {state}{reason}")
