"""What the checks share: the project's files, as git sees them."""
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


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
