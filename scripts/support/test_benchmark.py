#!/usr/bin/env python3
"""Tests of what scripts/benchmark-rhi makes of its measurements: medians, the gate, failed and differing programs."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from benchmark import lanes, paired, programs, qualification, report, scenarios


def counted(**instructions):
    return [{"scenario": name, "library": "ludus", "driver": "null", "instructions_per_op": count}
            for name, count in instructions.items()]


def counted_lanes(**instructions):
    return [{"lane": lane, "scenario": "S1", "ludus_own": count} for lane, count in instructions.items()]


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
        rows = counted_lanes(webgpu=150.0, opengl=210.0)
        scenarios.record_gate(self.file, counted(S1=200.0, S2=300.0), lanes.gate_counts(rows))
        self.assertEqual(json.loads(self.file.read_text())["limits"], {"S1": 220, "S2": 350})
        self.assertEqual(scenarios.check_gate(self.file, counted(S1=200.0, S2=300.0)), [])
        self.assertEqual(lanes.check_gate(self.file, rows), [])

    def test_a_rise_on_another_lane_names_it(self):
        scenarios.record_gate(self.file, [], lanes.gate_counts(counted_lanes(webgpu=150.0, opengl=210.0)))
        problems = lanes.check_gate(self.file, counted_lanes(webgpu=154.0, opengl=217.0))
        self.assertEqual(len(problems), 1)
        self.assertIn("opengl S1: rose from 210.0 to 217.0", problems[0])

    def test_a_lane_that_was_not_counted_fails(self):
        scenarios.record_gate(self.file, [], lanes.gate_counts(counted_lanes(webgpu=150.0)))
        self.assertEqual(len(lanes.check_gate(self.file, counted_lanes(webgpu=None))), 1)
        self.assertEqual(len(lanes.check_gate(self.file, [])), 1)


class Paired(unittest.TestCase):
    ADAPTER = {"kind": "adapter", "has_identity": True, "name": "some GPU", "driver": "1.0", "vendor": 1, "device": 2,
               "hardware": True, "software": False}
    PROFILE = {"kind": "profile", "portable_raster": True, "compute": True, "ordered_graph": True,
               "resources_per_kind": 64, "draws_per_frame": 1024}

    def lines(self, is_timed=False, state="Available", adapter=None):
        samples = [{"kind": "sample", "layers": layers, "merged": merged, "pair": pair, "setup_ns": 10,
                    "execute_ns": 4 if merged else 8, "image": f"{layers}"}
                   for layers in paired.LAYERS for merged in (False, True) for pair in range(paired.PAIRS)]
        if is_timed:
            for sample in samples:
                sample.update(arm_ns=1, report_ns=2, gpu_state=state, tick_ns=1.5, valid_bits=36,
                              gpu_ns=(3 if sample["merged"] else 6) if state == "Available" else None,
                              logical_bytes=7, retiring_bytes=0, api_bytes=8, peak_api_bytes=9,
                              block_bytes=None, peak_block_bytes=None)
        plans = [{"kind": "plan", "layers": layers, "merged": merged, "raster_passes": 2 if merged else layers + 1}
                 for layers in paired.LAYERS for merged in (False, True)]
        return [{**self.ADAPTER, **(adapter or {})}, {**self.PROFILE, "gpu_timing": is_timed}, *plans, *samples]

    @staticmethod
    def arguments(**changes):
        return argparse.Namespace(**{"backend": "vulkan", "device": "a device", "runs": 1, "gpu_timing": True,
                                     **changes})

    def qualify(self, timed):
        return qualification.describe("a-device", paired.describe(self.arguments(), [timed], [self.lines()]))

    def test_a_complete_set_is_summed_up_by_layers_and_way(self):
        paired.check_complete(self.lines())
        workloads = paired.sum_up([self.lines(), self.lines()])
        self.assertEqual(len(workloads), 8)
        self.assertEqual((workloads[7]["layers"], workloads[7]["merged"], workloads[7]["execute_ns"]["median"]),
                         (31, True, 4))
        self.assertIsNone(workloads[7]["gpu_ns"])

    def refuse(self, is_timed, *changes):
        for change in changes:
            lines = self.lines(is_timed)
            change(lines)
            with self.assertRaises(paired.PairedFailed):
                paired.check_complete(lines, is_timed)

    def test_missing_repeated_and_impossible_samples_are_refused(self):
        self.refuse(False, lambda lines: lines.pop(), lambda lines: lines.append(lines[-1]),
                    lambda lines: lines[-1].update(execute_ns=-1), lambda lines: lines[-1].update(setup_ns=1.5),
                    lambda lines: lines[-1].update(setup_ns=float("nan")))

    def test_a_pair_whose_pictures_differ_is_refused(self):
        self.refuse(False, lambda lines: lines[-1].update(image="other"))

    def test_a_timed_run_gives_the_devices_durations_and_memory(self):
        paired.check_complete(self.lines(True), True)
        last = paired.sum_up([self.lines(True)], True)[7]
        self.assertEqual((last["gpu_ns"]["median"], last["gpu_ns"]["p99"]), (3, 3))
        self.assertEqual(last["gpu_states"], {"Available": 128, "Unavailable": 0, "Disjoint": 0, "Failed": 0})
        self.assertEqual(last["gpu_precision"], {"tick_ns": [1.5], "valid_bits": [36]})
        self.assertEqual((last["memory"]["peak_api_bytes"], last["memory"]["block_bytes"]), (9, None))
        self.assertEqual((last["arm_ns"]["median"], last["report_ns"]["median"]), (1, 2))

    def test_a_device_without_a_clock_gives_no_duration(self):
        lines = self.lines(True, "Unavailable")
        paired.check_complete(lines, True)
        last = paired.sum_up([lines], True)[7]
        self.assertIsNone(last["gpu_ns"])
        self.assertEqual(last["gpu_states"]["Unavailable"], 128)

    def test_durations_that_do_not_fit_their_state_are_refused(self):
        self.refuse(True, lambda lines: lines[-1].update(gpu_state="Unavailable"),
                    lambda lines: lines[-1].update(gpu_state="Disjoint", gpu_ns=0),
                    lambda lines: lines[-1].update(gpu_ns=None), lambda lines: lines[-1].update(gpu_ns=float("inf")),
                    lambda lines: lines[-1].update(gpu_state="Pending", gpu_ns=None),
                    lambda lines: lines[-1].update(api_bytes=-1))

    def test_a_control_that_was_timed_is_refused(self):
        with self.assertRaises(paired.PairedFailed):
            paired.check_complete(self.lines(True), False)

    def test_a_record_holds_the_control_apart_and_what_it_ran_on(self):
        record = paired.describe(self.arguments(), [self.lines(True)], [self.lines()])
        self.assertEqual((record["adapter"]["name"], record["profile"]["draws_per_frame"]), ("some GPU", 1024))
        self.assertEqual(record["controls"][7]["execute_ns"]["median"], 4)
        self.assertIsNone(record["controls"][7]["gpu_ns"])

    def test_runs_on_different_adapters_are_refused(self):
        with self.assertRaises(paired.PairedFailed):
            paired.describe(self.arguments(), [self.lines(True)], [self.lines(adapter={"name": "another"})])

    def test_named_hardware_is_observed_and_what_nobody_saw_is_open(self):
        record = self.qualify(self.lines(True))
        self.assertEqual((record["physical_gpu"], record["gpu_durations"], record["images"]), ("observed",) * 3)
        self.assertEqual((record["physical_residency"], record["input_to_display"], record["surface_journey"]),
                         ("open",) * 3)

    def test_software_and_hidden_identities_stay_open(self):
        for change in ({"hardware": False, "software": True}, {"has_identity": False, "name": ""},
                       {"hardware": False}):
            control = self.lines(adapter=change)
            record = paired.describe(self.arguments(), [self.lines(True, adapter=change)], [control])
            self.assertEqual(qualification.describe("a-device", record)["physical_gpu"], "open")

    def test_a_device_without_durations_leaves_them_open(self):
        self.assertEqual(self.qualify(self.lines(True, "Unavailable"))["gpu_durations"], "open")

    def test_one_missing_duration_leaves_them_open_and_is_counted(self):
        self.assertEqual(self.qualify(self.lines(True))["gpu_samples"], "1024 of 1024 available")
        lines = self.lines(True)
        lines[-1].update(gpu_state="Disjoint", gpu_ns=None)
        record = self.qualify(lines)
        self.assertEqual((record["gpu_durations"], record["gpu_samples"]), ("open", "1023 of 1024 available"))

    def test_no_record_without_pictures(self):
        lines = self.lines(True)
        for line in lines:
            if line["kind"] == "sample":
                line["image"] = None
        with self.assertRaises(qualification.Refused):
            self.qualify(lines)

    def test_names_are_stable_words(self):
        self.assertTrue(qualification.is_name("h200-headless-merging.1"))
        for name in ("", "-a", "a-", "a b", "A", "a--b", "../a"):
            self.assertFalse(qualification.is_name(name), name)


class PairedArguments(unittest.TestCase):
    """What scripts/benchmark-rhi refuses before it measures."""

    def refuse(self, reason, *arguments):
        command = [str(pathlib.Path(__file__).resolve().parents[1] / "benchmark-rhi"), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn(reason, done.stderr)

    def test_options_of_the_paired_comparison_need_an_executable(self):
        self.refuse("--executable", "--gpu-timing")
        self.refuse("--executable", "--qualification-name", "a")

    def test_a_record_needs_gpu_times_and_a_stable_name(self):
        paired_run = ("--executable", __file__, "--device", "d", "--output", "unused")
        self.refuse("needs --gpu-timing", *paired_run, "--qualification-name", "a")
        self.refuse("small letters", *paired_run, "--gpu-timing", "--qualification-name", "a b")


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
