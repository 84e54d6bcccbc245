"""Unpacks a newer release's Vulkan driver, validation layers and C library into out/next-vulkan, for scripts/support/with_next_vulkan.

Nothing of it is installed, and no root is needed: its own dynamic loader runs our programs with its own libraries. What
config/toolchain.json names is taken with everything it depends on. Where it cannot be had, the lane vulkan-next is
absent and the reason is said; set-up goes on.
"""
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from install_tools import SetupError, apt_of_suite, run, say

ROOT = Path(__file__).resolve().parents[2]
TREE = ROOT / "out" / "next-vulkan"
RECORD = "installed.json"


def is_current(wanted):
    try:
        record = json.loads((TREE / RECORD).read_text())
    except (OSError, ValueError):
        return False
    return record["wanted"] == wanted and all((TREE / name).is_file() for name in record["files"])


def unpack(wanted, tree):
    """All wanted packages and what they need, unpacked; returns their names with versions."""
    with tempfile.TemporaryDirectory(prefix="ludus-apt-") as name:
        scratch = Path(name)
        options = apt_of_suite(scratch, wanted["suite"])
        run(["apt-get", *options, "--yes", "--download-only", "--no-install-recommends", "install", *wanted["packages"]],
            f"downloading {', '.join(wanted['packages'])} of {wanted['suite']} with apt")
        archives = sorted((scratch / "cache" / "archives").glob("*.deb"))
        for archive in archives:
            run(["dpkg-deb", "--extract", str(archive), str(tree)], f"unpacking {archive.name}")
        return [archive.name for archive in archives]


def main():
    wanted = json.loads((ROOT / "config" / "toolchain.json").read_text())["next_vulkan"]
    if is_current(wanted):
        say("out/next-vulkan: present")
        return
    say(f"out/next-vulkan: {wanted['why'].split(';')[0]} (60 MB to download)")
    TREE.parent.mkdir(exist_ok=True)
    for left in TREE.parent.glob("next-vulkan-partial-*"):
        shutil.rmtree(left)  # of a run that was killed
    tree = Path(tempfile.mkdtemp(prefix="next-vulkan-partial-", dir=TREE.parent))
    try:
        tree.chmod(0o755)
        archives = unpack(wanted, tree)
        libraries = tree / "usr/lib/x86_64-linux-gnu"
        files = [str(path.relative_to(tree)) for path in
                 (libraries / "ld-linux-x86-64.so.2", libraries / "libvulkan_lvp.so", libraries / "libvulkan.so.1",
                  libraries / "libVkLayer_khronos_validation.so", tree / "usr/bin/vulkaninfo")]
        for name in files:
            if not (tree / name).is_file():
                raise SetupError(f"the packages of {wanted['suite']} hold no {name}; config/toolchain.json must be mended")
        (tree / RECORD).write_text(json.dumps({"wanted": wanted, "files": files, "archives": archives}, indent=2) + "\n")
        shutil.rmtree(TREE, ignore_errors=True)
        tree.rename(TREE)
    finally:
        shutil.rmtree(tree, ignore_errors=True)
    say(f"out/next-vulkan: unpacked {len(archives)} packages")


if __name__ == "__main__":
    if sys.argv[1:]:
        print(f"install_next_vulkan.py takes no arguments, got {' '.join(sys.argv[1:])}; usage: install_next_vulkan.py",
              file=sys.stderr)
        sys.exit(2)
    try:
        main()
    except (SetupError, subprocess.SubprocessError, OSError) as error:
        say(f"out/next-vulkan: not built, so that the lane vulkan-next is absent: {error}")
