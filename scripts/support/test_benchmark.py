#!/usr/bin/env python3
"""Tests of what scripts/benchmark-rhi makes of its measurements: medians, the gate, failed and differing programs."""
import json
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from benchmark import paired, programs, report, scenarios


def counted(**instructions):
    return [{"scenario": name, "library": "ludus", "driver": "null", "instructions_per_op": count}
            for name, count in instructions.items()]


class Gate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name) / "gate.json"
        self.file.write_text(json.dumps({"about": "", "allowed_rise_percent": 3, "limits": {"S1": 220, "S2": 350},
                                         "ratios": {"S1batch": ["S1", 1.15]}, "goals": {"S1": 100},
                                         "committed": {"S1": 180.0, "S2": 348.0}}))

    def test_equal_and_slightly_risen_counts_pass(self):
        self.assertEqual(scenarios.check_gate(self.file, counted(S1=185.4, S2=348.0)), [])

    def test_a_rise_beyond_the_allowed_names_the_scenario(self):
        problems = scenarios.check_gate(self.file, counted(S1=185.5, S2=348.0))
        self.assertEqual(problems, ["S1: rose from 180.0 to 185.5 instructions an operation (+3.1 %, allowed 3 %)"])

    def test_the_limit_holds_within_the_allowed_rise(self):
        problems = scenarios.check_gate(self.file, counted(S1=180.0, S2=351.0))
        self.assertEqual(problems, ["S2: 351.0 instructions an operation, the limit is 350"])

    def test_a_count_is_bounded_by_another(self):
        problems = scenarios.check_gate(self.file, counted(S1=180.0, S2=348.0, S1batch=208.0))
        self.assertEqual(problems, ["S1batch: 208.0 instructions an operation, more than 1.15 times the 180.0 of S1"])
        self.assertEqual(scenarios.check_gate(self.file, counted(S1=180.0, S2=348.0, S1batch=206.5)), [])

    def test_the_planner_is_counted_without_a_driver(self):
        rows = counted(S1=180.0, S2=348.0)
        rows[0]["library"], rows[0]["driver"] = "graph", "none"
        self.assertEqual(scenarios.check_gate(self.file, rows), [])

    def test_a_scenario_that_was_not_counted_fails(self):
        self.assertEqual(scenarios.check_gate(self.file, counted(S1=180.0)), ["S2: not counted"])

    def test_other_libraries_and_drivers_do_not_count(self):
        rows = counted(S1=1.0, S2=1.0)
        rows[0]["library"], rows[1]["driver"] = "vulkan", "lavapipe"
        self.assertEqual(scenarios.check_gate(self.file, rows), ["S1: not counted", "S2: not counted"])

    def test_recorded_counts_pass_and_keep_the_limits(self):
        scenarios.record_gate(self.file, counted(S1=200.0, S2=300.0))
        self.assertEqual(json.loads(self.file.read_text())["limits"], {"S1": 220, "S2": 350})
        self.assertEqual(scenarios.check_gate(self.file, counted(S1=200.0, S2=300.0)), [])


class Paired(unittest.TestCase):
    def lines(self):
        samples = [{"kind": "sample", "layers": layers, "merged": merged, "pair": pair, "setup_ns": 10,
                    "execute_ns": 4 if merged else 8}
                   for layers in paired.LAYERS for merged in (False, True) for pair in range(paired.PAIRS)]
        plans = [{"kind": "plan", "layers": layers, "merged": merged, "raster_passes": 2 if merged else layers + 1}
                 for layers in paired.LAYERS for merged in (False, True)]
        return plans + samples

    def test_a_complete_set_is_summed_up_by_layers_and_way(self):
        paired.check_complete(self.lines())
        workloads = paired.sum_up([self.lines(), self.lines()])
        self.assertEqual(len(workloads), 8)
        self.assertEqual((workloads[7]["layers"], workloads[7]["merged"], workloads[7]["execute_ns"]["median"]),
                         (31, True, 4))

    def test_missing_repeated_and_impossible_samples_are_refused(self):
        for change in (lambda lines: lines.pop(), lambda lines: lines.append(lines[-1]),
                       lambda lines: lines[-1].update(execute_ns=-1), lambda lines: lines[-1].update(setup_ns=1.5)):
            lines = self.lines()
            change(lines)
            with self.assertRaises(paired.PairedFailed):
                paired.check_complete(lines)


class Sums(unittest.TestCase):
    def test_the_figure_is_the_median_of_the_rounds_medians(self):
        summed = report.sum_up([[1, 2, 90], [3, 4, 5], [6, 7, 8]])
        self.assertEqual((summed["ns_per_op"], summed["round_medians"]), (4, [2, 4, 7]))
        self.assertEqual((summed["p50"], summed["p99"]), (5, 90))


class Programs(unittest.TestCase):
    """Measurements with shell scripts in the place of benchmark programs."""

    def measure(self, **bodies):
        with tempfile.TemporaryDirectory() as folder:
            found = []
            for library, body in bodies.items():
                path = pathlib.Path(folder) / library
                path.write_text(f"#!/bin/sh\n{body}\n")
                path.chmod(0o755)
                found.append(programs.Program(library, path))
            sheet = report.new_report(pathlib.Path(folder), {})
            measurement = scenarios.Measurement(sheet, found, pathlib.Path(folder), [])
            driver = programs.Driver("some", {}, runs=1, rounds=2)
            measurement.time(driver)
            measurement.count_calls(driver)
            return sheet["failures"]

    @staticmethod
    def lines(library, draws, image):
        said = [{"kind": "time", "library": library, "scenario": "S1", "operations": 10, "ns_per_op": [1.0]},
                {"kind": "image", "library": library, "scenario": "S1", "fnv1a": image},
                {"kind": "count", "library": library, "scenario": "S1", "operations": 10,
                 "calls": {"vkCmdDrawIndexed": draws}}]
        return "\n".join(f"echo '{json.dumps(line)}'" for line in said)

    def test_equal_work_has_no_failures(self):
        self.assertEqual(self.measure(ludus=self.lines("ludus", 10, "a"), vulkan=self.lines("vulkan", 10, "a")), [])

    def test_a_lost_draw_fails(self):
        self.assertEqual(self.measure(ludus=self.lines("ludus", 9, "a")),
                         ["ludus S1: 9 indexed draws reached Vulkan, not 10"])

    def test_differing_pictures_fail(self):
        failures = self.measure(ludus=self.lines("ludus", 10, "a"), vulkan=self.lines("vulkan", 10, "b"))
        self.assertEqual(len(failures), 1)
        self.assertIn("the pictures differ", failures[0])

    def test_a_program_that_ends_with_an_error_fails_by_name(self):
        self.assertEqual(self.measure(ludus="echo no device >&2; exit 1"), ["ludus on some: no device"])


if __name__ == "__main__":
    unittest.main()
