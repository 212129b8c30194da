# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Results of the module are those of the command line, digit for digit."""
import csv
import json
import pathlib
import tempfile
import unittest

import support
from support import answer

kneepoint = support.need("kneepoint", "the module")

SWEEP = {
    "scenario": "llama3-8b-64xh100",
    "axes": {"cluster.gpus": [32, 64], "plan.gradient_precision": ["bf16", "fp32"]},
    "metrics": ["step_s", "mfu", "cost"],
}


def without(result, *keys):
    return {key: value for key, value in result.items() if key not in keys}


class SameDigits(unittest.TestCase):
    def assert_same_for_all_scenarios(self, verb, method):
        scenarios = kneepoint.presets()
        self.assertGreater(len(scenarios), 20)
        for preset in scenarios:
            with self.subTest(scenario=preset["id"]):
                self.assertEqual(method(kneepoint.scenario(preset["id"])), answer(verb, preset["id"]))

    def test_evaluate(self):
        self.assert_same_for_all_scenarios("eval", kneepoint.Scenario.evaluate)

    def test_scale(self):
        self.assert_same_for_all_scenarios("scale", kneepoint.Scenario.scale)

    def test_diagnose(self):
        self.assert_same_for_all_scenarios("diagnose", kneepoint.Scenario.diagnose)

    def test_roofline(self):
        self.assert_same_for_all_scenarios("roofline", kneepoint.Scenario.roofline)

    def test_analyze_has_all_of_them(self):
        job = kneepoint.scenario("gap-64-gpus")
        for name, result in job.analyze().items():
            self.assertEqual(result, getattr(job, name)())

    def test_worker_counts(self):
        job = kneepoint.scenario("knee-simulator")
        self.assertEqual(job.scale(k=[1, 3, 12]), answer("scale", "knee-simulator", "--k", "1,3,12"))
        self.assertEqual(job.scale(k=3)["rows"], job.scale(k=[1, 3])["rows"][1:])

    def test_settings(self):
        job = kneepoint.scenario("knee-simulator").set(
            {"cluster.link_rate": "400 Gbit/s", "plan.gradient_precision": "fp8", "cluster.gpus": 16}
        )
        self.assertEqual(
            job.evaluate(),
            answer("eval", "knee-simulator", "--set", "cluster.link_rate=400 Gbit/s",
                   "--set", "plan.gradient_precision=fp8", "--set", "cluster.gpus=16"),
        )  # fmt: skip

    def test_automatic_layout(self):
        self.assertEqual(
            kneepoint.scenario("llama3-8b-64xh100").evaluate(auto=True), answer("eval", "llama3-8b-64xh100", "--auto")
        )

    def test_search(self):
        volatile = ("seconds",)
        job = kneepoint.scenario("llama3-8b-64xh100")
        found = job.search(
            objective="mfu", top=3, pareto=["step_s", "memory_bytes"], fix={"plan.tensor_parallel": [1, 2]},
            limits=["memory_bytes<=7e10"], why={"plan.tensor_parallel": 2}, headroom=0.05, threads=1,
        )  # fmt: skip
        expected = answer(
            "search", "llama3-8b-64xh100", "--objective", "mfu", "--top", "3", "--pareto", "step_s,memory_bytes",
            "--fix", "plan.tensor_parallel=1,2", "--limit", "memory_bytes<=7e10", "--why", "plan.tensor_parallel=2",
            "--headroom", "0.05", "--threads", "1",
        )  # fmt: skip
        self.assertEqual(without(found, *volatile), without(expected, *volatile))
        self.assertTrue(found["top"])

    def test_plan(self):
        job = kneepoint.scenario("llama3-8b-64xh100").set({"workload.training_tokens": "100B"})
        limits = {"deadline": "30 d", "gpus": ["h100-sxm", "a100-sxm-80"], "prices": {"h100-sxm": 2.5}, "max_gpus": 32}
        expected = answer(
            "plan", "llama3-8b-64xh100", "--set", "workload.training_tokens=100B", "--deadline", "30 d",
            "--gpus", "h100-sxm,a100-sxm-80", "--price", "h100-sxm=2.5", "--max-gpus", "32", "--threads", "1",
        )  # fmt: skip
        self.assertEqual(job.plan(**limits, threads=1)["recommended"], expected["recommended"])
        in_seconds = job.plan(**{**limits, "deadline": 30 * 86400.0}, threads=1)
        self.assertEqual(in_seconds["pareto"], expected["pareto"])

    def test_sweep(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "sweep.json")
            file.write_text(json.dumps(SWEEP), encoding="utf-8")
            rows = [json.loads(line) for line in support.program("sweep", str(file), "--json").splitlines()]
            header = next(csv.reader(support.program("sweep", str(file), "--csv").splitlines()))
            columns = kneepoint.sweep(SWEEP)
            self.assertEqual(columns, kneepoint.sweep(file))
        self.assertEqual(list(columns), header)
        for row in rows:
            values = {"point": row["point"], **row["edit"], "fits": row["fits"], **row["metrics"]}
            self.assertEqual({key: column[row["point"]] for key, column in columns.items()}, values)
        self.assertEqual(kneepoint.sweep(SWEEP, shard="2/3")["point"], [1])

    def test_calibrate(self):
        runs = [
            {"plan.tensor_parallel": 1, "step_time_s": 2.5, "id": "a"},
            {"plan.tensor_parallel": 2, "step_time_s": 2.9, "memory_bytes": 6e10},
            {"plan.tensor_parallel": 3, "step_time_s": 2.9},
        ]
        job = kneepoint.scenario("llama3-8b-64xh100")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "runs.json")
            file.write_text(json.dumps({"rows": runs}), encoding="utf-8")
            calibrated = pathlib.Path(folder, "calibrated.kneepoint")
            expected = answer("calibrate", job.id, "--runs", str(file), "-o", str(calibrated), "--name", "ours")
            report = job.calibrate(runs, name="ours")
            self.assertEqual(without(report, "scenario"), expected)
            self.assertEqual(report["scenario"], kneepoint.scenario(calibrated))
            self.assertEqual(without(job.calibrate(file), "scenario"), expected)
        self.assertNotEqual(report["scenario"].evaluate()["step_s"], job.evaluate()["step_s"])

    def test_catalogues(self):
        self.assertEqual(kneepoint.parameters(), answer("parameters"))
        self.assertEqual(kneepoint.metrics(), answer("metrics"))
        for library in ("scenarios", "gpus", "interconnects", "models"):
            self.assertEqual(kneepoint.presets(library), answer("presets", library))


if __name__ == "__main__":
    support.main()
