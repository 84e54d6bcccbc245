"""Tests of run.js with programs of plain JavaScript that print what GoogleTest would: each way to end is told apart."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

RUN = Path(__file__).resolve().parent / "run.js"
START = "const filter = ludusTest.environment.GTEST_FILTER;\nconst ran = name => filter.includes(name);\n"


def case(name, body="", word="      OK"):
    """A case that runs unless the filter leaves it out."""
    return f"if (!ran('{name}')) {{ console.log('[ RUN      ] {name}'); {body}; console.log('[ {word} ] {name} (1 ms)'); }}\n"


class RunsPrograms(unittest.TestCase):
    def run_program(self, text, *options, environment=None):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program.js"
            program.write_text(START + text)
            done = subprocess.run([os.environ.get("LUDUS_NODE", "node"), str(RUN), *options, str(program)], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120,
                                  env={**os.environ, **(environment or {})})
        return done.returncode, done.stdout

    def test_counts_by_lane(self):
        status, said = self.run_program(case("A.One/reference") + case("A.One/chromium_webgpu") + case("A.Two") +
                                        case("A.Three", word=" SKIPPED") + "console.debug('ludus-exit 0');")
        self.assertEqual(status, 0, said)
        self.assertIn("program, reference: 1 passed, 0 skipped, 0 failed", said)
        self.assertIn("program, chromium-webgpu: 1 passed", said)
        self.assertIn("program, without a device: 1 passed, 1 skipped, 0 failed", said)

    def test_a_failure_is_named(self):
        status, said = self.run_program(case("A.One", word=" FAILED ") + "console.debug('ludus-exit 1');")
        self.assertEqual(status, 1)
        self.assertIn("failed: A.One", said)

    def test_a_trap_fails_its_case_and_the_others_run(self):
        status, said = self.run_program(case("A.One") + case("A.Two", "throw new Error('boom')") + case("A.Three") +
                                        "console.debug('ludus-exit 0');")
        self.assertEqual(status, 1)
        self.assertIn("A.Two threw Error: boom", said)
        self.assertIn("2 passed, 0 skipped, 1 failed", said)
        self.assertEqual(said.count("OK ] A.One"), 1)

    def test_a_case_that_hangs_fails(self):
        status, said = self.run_program(case("A.One", "for (;;) {}") + case("A.Two") + "console.debug('ludus-exit 0');",
                                        "--case-seconds", "3")
        self.assertEqual(status, 1)
        self.assertIn("A.One took longer than 3 s", said)
        self.assertIn("1 passed, 0 skipped, 1 failed", said)

    def test_nothing_that_ran_is_a_failure(self):
        status, said = self.run_program("console.debug('ludus-exit 0');")
        self.assertEqual(status, 1)
        self.assertIn("no case ran", said)

    def test_a_bad_exit_without_a_failed_case_is_a_failure(self):
        status, said = self.run_program(case("A.One") + "console.debug('ludus-exit 3');")
        self.assertEqual(status, 1)
        self.assertIn("program ended with 3", said)

    def test_a_missing_browser_says_what_to_do(self):
        status, said = self.run_program("", environment={"LUDUS_CHROMIUM": "/nowhere/chromium"})
        self.assertEqual(status, 1)
        self.assertIn("there is no browser /nowhere/chromium: run scripts/setup", said)

    def test_an_unknown_option_is_refused(self):
        status, said = self.run_program("", "--colour")
        self.assertEqual(status, 2)
        self.assertIn("usage:", said)


if __name__ == "__main__":
    unittest.main()
