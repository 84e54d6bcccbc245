"""What the checks share: the project's files, as git sees them."""
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def wants_self_test():
    """What every check takes: nothing, or --self-test. Ends the program when it gets something else."""
    if sys.argv[1:] in ([], ["--self-test"]):
        return bool(sys.argv[1:])
    name = Path(sys.argv[0]).name
    print(f"{name} does not know {' '.join(sys.argv[1:])}; usage: {name} [--self-test]", file=sys.stderr)
    sys.exit(2)


def project_files(root=ROOT):
    """Paths, relative to root, of the files that are committed or would be: ignored ones are left out."""
    listed = subprocess.run(["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            check=True, stdout=subprocess.PIPE).stdout.decode()
    return sorted(Path(name) for name in set(listed.split("\0")) if name and (Path(root) / name).is_file())


def public_headers(root=ROOT):
    """The headers below modules/*/include: what users may include."""
    return [path for path in project_files(root)
            if path.parts[0] == "modules" and "include" in path.parts and path.suffix in (".h", ".hpp")]


def include_folders(root=ROOT):
    """The public include folders that exist."""
    folders = {Path(*path.parts[:path.parts.index("include") + 1]) for path in public_headers(root)}
    return sorted(folders)
