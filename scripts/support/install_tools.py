"""Downloads the pinned files of config/toolchain.json, verifies them and lays them out in out/tools.

Files come through the registries' own clients (pip, apt) as this machine configures them. The tree is put together in a
temporary folder and renamed into place at the end, so that an interrupted or refused run leaves the previous tools.
"""
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "out" / "tools"
DOWNLOADS = ROOT / "out" / "downloads"
RECORD = "installed.json"


class SetupError(Exception):
    """Something the user can mend; the text says what and how."""


def say(text):
    print(f"setup:   {text}", flush=True)


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as stream:
        for block in iter(lambda: stream.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def run(command, what):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        tail = "\n".join(done.stdout.strip().splitlines()[-8:])
        raise SetupError(f"{what} failed:\n{tail}\nCheck the network and run scripts/setup again.")
    return done.stdout


def verify(path, pin):
    """Refuses a file that is not the pinned one, and removes it so that the next run fetches it again."""
    actual = sha256_of(path)
    if actual != pin["sha256"]:
        path.unlink()
        raise SetupError(
            f"{pin['file']} ({pin['name']} {pin['version']}) is not the pinned file\n"
            f"  expected SHA-256 {pin['sha256']}\n"
            f"  actual   SHA-256 {actual}\n"
            "It was removed. Run scripts/setup again; if this repeats, the registry serves another file than the one\n"
            "config/toolchain.json names.")


def fetch_from_pypi(pin, folder):
    run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--no-cache-dir",
         "--dest", str(folder), f"{pin['package']}=={pin['package_version']}"],
        f"downloading {pin['package']} {pin['package_version']} with pip")


def debian_mirror():
    """The mirror that this machine's apt already uses for the main archive."""
    for line in run(["apt-cache", "policy"], "asking apt for its sources").splitlines():
        words = line.split()
        if len(words) >= 3 and words[0].isdigit() and words[2].endswith("/main") and "-" not in words[2].split("/")[0]:
            if words[1].rstrip("/").endswith("debian"):
                return words[1]
    raise SetupError("apt knows no Debian mirror (apt-cache policy lists none); add one to apt's sources")


def apt_of_suite(scratch, suite):
    """Options of an apt with lists of its own in `scratch`, updated: the system's sources and lists are neither read nor
    changed, and nothing counts as installed."""
    scratch.chmod(0o755)
    for part in ("lists/partial", "cache/archives/partial"):
        (scratch / part).mkdir(parents=True)
    (scratch / "status").touch()
    keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
    (scratch / "sources.list").write_text(f"deb [signed-by={keyring}] {debian_mirror()} {suite} main\n")
    options = ["-qq", "-o", f"Dir::Etc::sourcelist={scratch}/sources.list", "-o", "Dir::Etc::sourceparts=-",
               "-o", f"Dir::State::lists={scratch}/lists", "-o", f"Dir::State::status={scratch}/status",
               "-o", f"Dir::Cache={scratch}/cache", "-o", "Acquire::Languages=none", "-o", "Acquire::Retries=3",
               "-o", "APT::Sandbox::User=", "-o", "Debug::NoLocking=1"]
    run(["apt-get", *options, "update"], f"asking apt for the packages of {suite}")
    return options


def fetch_from_debian(pin, folder):
    with tempfile.TemporaryDirectory(prefix="ludus-apt-") as scratch:
        options = apt_of_suite(Path(scratch), pin["suite"])
        done = subprocess.run(["apt-get", *options, "download", f"{pin['package']}={pin['package_version']}"],
                              cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise SetupError(f"downloading {pin['package']} {pin['package_version']} of {pin['suite']} with apt failed:\n"
                             f"{done.stdout.strip()}")


FETCH = {"pypi": fetch_from_pypi, "debian": fetch_from_debian}


def download(pin):
    """The pinned file in out/downloads, fetched when it is not there."""
    kept = DOWNLOADS / pin["file"]
    if kept.exists():
        verify(kept, pin)
        return kept
    with tempfile.TemporaryDirectory(prefix="partial-", dir=DOWNLOADS) as folder:
        FETCH[pin["registry"]](pin, folder)
        names = sorted(path.name for path in Path(folder).iterdir())
        fetched = Path(folder) / pin["file"]
        if not fetched.exists():
            raise SetupError(f"{pin['name']} {pin['version']}: expected the file {pin['file']} with SHA-256 "
                             f"{pin['sha256']}, the registry sent {', '.join(names) or 'nothing'}")
        verify(fetched, pin)
        fetched.rename(kept)
    return kept


def unpack(archive, folder, wanted):
    """Of a wheel, only what begins with one of the wanted names; of a Debian package, everything."""
    if archive.suffix == ".deb":
        run(["dpkg-deb", "--extract", str(archive), str(folder)], f"unpacking {archive.name}")
    else:
        with zipfile.ZipFile(archive) as content:
            content.extractall(folder, [name for name in content.namelist() if name.startswith(wanted)])


def files_of(entry, folder):
    """(file, its place in the tree) of an entry: itself, or every file below it when its name ends in a slash."""
    source = folder / entry["from"]
    if not entry["from"].endswith("/"):
        return [(source, entry["to"])] if source.is_file() else []
    return [(path, entry["to"] + path.relative_to(source).as_posix())
            for path in sorted(source.rglob("*")) if path.is_file()]


def install(pin, archive, tree, installed):
    with tempfile.TemporaryDirectory(prefix="unpack-", dir=DOWNLOADS) as folder:
        unpack(archive, folder, tuple(entry["from"] for entry in pin["install"]))
        for entry in pin["install"]:
            files = files_of(entry, Path(folder))
            if not files:
                raise SetupError(f"{pin['file']} has no {entry['from']}; config/toolchain.json must be mended")
            for source, name in files:
                target = tree / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
                target.chmod(0o755 if entry.get("executable") else 0o644)
                installed[name] = sha256_of(target)


def is_current(pins):
    """True when out/tools holds exactly what the pins ask for, byte for byte."""
    try:
        record = json.loads((TOOLS / RECORD).read_text())
    except (OSError, ValueError):
        return False
    if record.get("pins") != {pin["name"]: pin["sha256"] for pin in pins}:
        return False
    expected = {entry["to"] for pin in pins for entry in pin["install"]}
    folders = tuple(name for name in expected if name.endswith("/"))
    # A folder's own list is what its pinned archive held.
    found = {next((folder for folder in folders if name.startswith(folder)), name) for name in record["files"]}
    if found != expected:
        return False
    for name, digest in record["files"].items():
        path = TOOLS / name
        if not path.is_file() or sha256_of(path) != digest:
            say(f"out/tools/{name} is missing or altered: installing the tools again")
            return False
    return True


def main():
    pins = json.loads((ROOT / "config" / "toolchain.json").read_text())["downloads"]
    if is_current(pins):
        say(f"out/tools: all present ({', '.join(pin['name'] + ' ' + pin['version'] for pin in pins)})")
        return
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    for left in [*DOWNLOADS.glob("partial-*"), *DOWNLOADS.glob("unpack-*"), *(ROOT / "out").glob("tools-partial-*")]:
        shutil.rmtree(left)  # of a run that was killed
    tree = Path(tempfile.mkdtemp(prefix="tools-partial-", dir=ROOT / "out"))
    try:
        tree.chmod(0o755)
        installed = {}
        for pin in pins:
            say(f"{pin['name']} {pin['version']}: {pin['why']}")
            install(pin, download(pin), tree, installed)
        record = {"pins": {pin["name"]: pin["sha256"] for pin in pins}, "files": installed}
        (tree / RECORD).write_text(json.dumps(record, indent=2) + "\n")
        if TOOLS.is_symlink():
            raise SetupError("out/tools is a link to another folder: remove the link to install the tools here")
        old = TOOLS.with_name("tools-old")
        shutil.rmtree(old, ignore_errors=True)
        if TOOLS.exists():
            TOOLS.rename(old)
        tree.rename(TOOLS)
        shutil.rmtree(old, ignore_errors=True)
    finally:
        shutil.rmtree(tree, ignore_errors=True)
    say("out/tools: installed and verified")


if __name__ == "__main__":
    if sys.argv[1:]:
        print(f"install_tools.py takes no arguments, got {' '.join(sys.argv[1:])}; usage: install_tools.py", file=sys.stderr)
        sys.exit(2)
    try:
        main()
    except SetupError as error:
        sys.exit(f"setup: {error}")
