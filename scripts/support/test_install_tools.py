"""Tests of the set-up of pinned tools with a registry of its own: nothing is downloaded. Run by scripts/test."""
import hashlib
import io
import json
import tempfile
import unittest
import zipfile
from contextlib import redirect_stdout
from pathlib import Path

import install_tools


def archive(content):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as writer:
        writer.writestr(zipfile.ZipInfo("package/tool"), content)
        writer.writestr(zipfile.ZipInfo("package/library/a.js"), "a")
        writer.writestr(zipfile.ZipInfo("package/library/deep/b.js"), "b")
        writer.writestr(zipfile.ZipInfo("unwanted"), "left in the archive")
    return data.getvalue()


class InstallTools(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.served = archive("first")
        self.fetches = 0
        install_tools.ROOT = self.root
        install_tools.TOOLS = self.root / "out" / "tools"
        install_tools.DOWNLOADS = self.root / "out" / "downloads"
        install_tools.FETCH["test"] = self.fetch
        self.pin(self.served)

    def fetch(self, pin, folder):
        self.fetches += 1
        if self.served is not None:
            (Path(folder) / pin["file"]).write_bytes(self.served)

    def pin(self, data):
        entry = {"name": "tool", "version": "1", "why": "a test", "registry": "test", "package": "tool",
                 "package_version": "1", "file": "tool-1.whl", "sha256": hashlib.sha256(data).hexdigest(),
                 "install": [{"from": "package/tool", "to": "bin/tool", "executable": True},
                             {"from": "package/library/", "to": "lib/tool/"}]}
        (self.root / "config").mkdir(exist_ok=True)
        (self.root / "config" / "toolchain.json").write_text(json.dumps({"downloads": [entry]}))

    def run_setup(self):
        with redirect_stdout(io.StringIO()) as said:
            install_tools.main()
        return said.getvalue()

    def tool(self):
        return (self.root / "out/tools/bin/tool").read_text()

    def left(self):
        return sorted(path.name for path in (self.root / "out").iterdir() if path.name not in ("tools", "downloads")) + \
            sorted(path.name for path in (self.root / "out/downloads").iterdir() if path.name != "tool-1.whl")

    def test_installs_once(self):
        self.run_setup()
        self.assertEqual(self.tool(), "first")
        self.assertTrue((self.root / "out/tools/bin/tool").stat().st_mode & 0o100)
        self.assertIn("all present", self.run_setup())
        self.assertEqual(self.fetches, 1)
        self.assertEqual(self.left(), [])

    def test_installs_a_folder_whole_and_misses_each_of_its_files(self):
        self.run_setup()
        library = self.root / "out/tools/lib/tool"
        self.assertEqual(sorted(path.name for path in library.rglob("*.js")), ["a.js", "b.js"])
        (library / "deep/b.js").unlink()
        self.assertIn("missing or altered", self.run_setup())
        self.assertTrue((library / "deep/b.js").exists())

    def test_altered_download_is_refused_with_both_checksums_and_removed(self):
        expected = hashlib.sha256(self.served).hexdigest()
        self.served = archive("altered")
        with self.assertRaises(install_tools.SetupError) as refused:
            self.run_setup()
        for text in ("tool-1.whl", expected, hashlib.sha256(self.served).hexdigest()):
            self.assertIn(text, str(refused.exception))
        self.assertFalse((self.root / "out/tools").exists())
        self.assertFalse((self.root / "out/downloads/tool-1.whl").exists())
        self.assertEqual(self.left(), [])

    def test_refused_update_keeps_the_installed_tools(self):
        self.run_setup()
        self.pin(archive("second"))
        (self.root / "out/downloads/tool-1.whl").unlink()
        with self.assertRaises(install_tools.SetupError):
            self.run_setup()
        self.assertEqual(self.tool(), "first")
        self.assertEqual(self.left(), [])
        self.served = archive("second")
        self.run_setup()
        self.assertEqual(self.tool(), "second")

    def test_missing_download_is_named(self):
        self.served = None
        with self.assertRaises(install_tools.SetupError) as refused:
            self.run_setup()
        self.assertIn("tool-1.whl", str(refused.exception))
        self.assertEqual(self.left(), [])

    def test_altered_tool_is_installed_again(self):
        self.run_setup()
        (self.root / "out/tools/bin/tool").write_text("spoilt")
        self.assertIn("missing or altered", self.run_setup())
        self.assertEqual(self.tool(), "first")

    def test_leftovers_of_a_killed_run_go(self):
        (self.root / "out/downloads/partial-x").mkdir(parents=True)
        (self.root / "out/tools-partial-x").mkdir()
        self.run_setup()
        self.assertEqual(self.left(), [])


if __name__ == "__main__":
    unittest.main()
