"""Every script refuses an option that it does not know, says its usage, and does nothing else. Run by scripts/test."""
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
UNKNOWN = "--no-such-option"


def scripts():
    """What can be run in scripts/ and .ci/: it says how in its first line, or has a main."""
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard",
                             "scripts", ".ci"], check=True, stdout=subprocess.PIPE, text=True).stdout
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if text.startswith("#!") or '__name__ == "__main__"' in text:
            yield path


class Options(unittest.TestCase):
    def run_script(self, path, arguments):
        command = ["python3", str(path)] if path.suffix == ".py" else [str(path)]
        return subprocess.run([*command, *arguments], cwd=ROOT, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=30)

    def test_an_unknown_option_is_refused_with_usage(self):
        found = list(scripts())
        self.assertGreater(len(found), 15)
        for path in found:
            with self.subTest(path.relative_to(ROOT).as_posix()):
                done = self.run_script(path, [UNKNOWN])
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertRegex(done.stdout.lower(), "usage|scripts/test --")
                self.assertIn(UNKNOWN, done.stdout)

    def test_too_many_arguments_are_refused(self):
        for name in ("scripts/install-sdk", ".ci/run"):
            with self.subTest(name):
                done = self.run_script(ROOT / name, ["HEAD", "HEAD"])
                self.assertEqual(done.returncode, 2, done.stdout)
                self.assertIn("usage", done.stdout)

    def test_a_missing_folder_is_asked_for(self):
        done = self.run_script(ROOT / "scripts/prove-fresh", [])
        self.assertEqual(done.returncode, 2)
        self.assertIn("usage: scripts/prove-fresh FOLDER", done.stdout)


if __name__ == "__main__":
    unittest.main()
