"""Tries each lane the tests can run on and writes what works, and why the rest does not, to out/lanes.json."""
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def attempt(command):
    """(None, output) when the command works, else (its last line as the reason, output)."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error), ""
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    if done.returncode != 0:
        return lines[-1].strip() if lines else f"{command[0]} ended with {done.returncode}", done.stdout
    return None, done.stdout


def vulkan(wrapper=()):
    reason, output = attempt([*wrapper, "vulkaninfo", "--summary"])
    if reason is None and "deviceName" not in output:
        reason = "vulkaninfo lists no device"
    names = [line.split("=", 1)[1].strip() for line in output.splitlines() if "deviceName" in line]
    return reason, ", ".join(names)


def webgpu(vulkan_reason):
    """wgpu-native draws through Vulkan; the test programs say why where it does not."""
    if not (ROOT / "out/tools/lib/libwgpu_native-release.so").exists():
        return "out/tools has no wgpu-native", ""
    return vulkan_reason, "wgpu-native on the Vulkan driver"


def opengl():
    reason, output = attempt([sys.executable, str(ROOT / "scripts/support/probe_opengl.py")])
    return reason, output.strip()


def display(lane):
    reason, _ = attempt([str(ROOT / "scripts/support/with_displays"), lane, "true"])
    return reason, {"x11": "Xvfb", "wayland": "headless weston"}[lane]


def chromium(probe):
    reason, output = attempt(["node", str(ROOT / "tests/web/run.js"), probe])
    return reason, output.strip()


def main():
    if sys.argv[1:]:
        print(f"record_lanes.py takes no arguments, got {' '.join(sys.argv[1:])}; usage: record_lanes.py", file=sys.stderr)
        sys.exit(2)
    on_vulkan = vulkan()
    found = {"reference": (None, "built in"), "vulkan": on_vulkan,
             "vulkan-next": vulkan([str(ROOT / "scripts/support/with_next_vulkan")]),
             "webgpu-native": webgpu(on_vulkan[0]), "opengl": opengl(),
             "x11": display("x11"), "wayland": display("wayland"), "chromium": chromium("--probe"),
             "chromium-webgpu": chromium("--probe-webgpu"), "chromium-webgl2": chromium("--probe-webgl2")}
    lanes = [lane for lane, (reason, _) in found.items() if reason is None]
    absent = {lane: reason for lane, (reason, _) in found.items() if reason is not None}
    for lane, (reason, detail) in found.items():
        print(f"setup:   {lane}: {detail if reason is None else 'absent: ' + reason}", flush=True)
    (ROOT / "out").mkdir(exist_ok=True)
    (ROOT / "out" / "lanes.json").write_text(json.dumps({"lanes": lanes, "absent": absent}, indent=2) + "\n")


if __name__ == "__main__":
    main()
