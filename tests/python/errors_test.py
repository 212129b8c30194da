# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors of the command line are exceptions with place and range, and change nothing."""
import unittest

import support

kneepoint = support.need("kneepoint", "the module")


class Errors(unittest.TestCase):
    def setUp(self):
        self.job = kneepoint.scenario("knee-simulator")

    def caught(self, function, *arguments, **options):
        with self.assertRaises(kneepoint.Error) as context:
            function(*arguments, **options)
        return context.exception

    def test_value_out_of_range(self):
        error = self.caught(self.job.set, {"cluster.link_rate": "1 Gbit/s", "cluster.gpus": -1})
        gpus = next(p for p in kneepoint.parameters() if p["id"] == "cluster.gpus")
        self.assertIsInstance(error, ValueError)
        self.assertEqual((error.place, error.range), ("cluster.gpus", gpus["range"]))
        self.assertIn("cluster.gpus", str(error))
        self.assertIn(gpus["range"], str(error))

    def test_sentence_is_that_of_the_command_line(self):
        with self.assertRaises(AssertionError) as context:
            support.program("eval", "knee-simulator", "--set", "cluster.gpus=abc")
        self.assertIn(str(self.caught(self.job.set, {"cluster.gpus": "abc"})), str(context.exception))

    def test_unknown_ids(self):
        self.assertEqual(self.caught(self.job.set, {"cluster.gpu_count": 4}).place, "cluster.gpu_count")
        self.assertIn("nowhere", str(self.caught(kneepoint.scenario, "nowhere")))
        self.assertIn("mfuu", str(self.caught(self.job.search, objective="mfuu")))
        self.assertIn("lessons", str(self.caught(kneepoint.presets, "lessons")))
        with self.assertRaises(KeyError):
            self.job["cluster.gpu_count"]

    def test_choices_are_ids(self):
        self.assertEqual(self.caught(self.job.set, {"plan.gradient_precision": "fp7"}).place, "plan.gradient_precision")
        self.assertEqual(self.caught(self.job.set, {"plan.gradient_precision": 2}).place, "plan.gradient_precision")

    def test_not_a_number(self):
        for value in (float("nan"), float("inf"), None, [1]):
            self.assertEqual(self.caught(self.job.set, {"cluster.gpus": value}).place, "cluster.gpus")
        with self.assertRaises(TypeError):
            self.job.set({"cluster.gpus": object()})
        endless = []
        endless.append(endless)
        with self.assertRaises(RecursionError):
            self.job.set({"cluster.gpus": endless})

    def test_wrong_types_are_named(self):
        surrogate = "\ud800"
        for error, said, call in (
            (TypeError, "a key: expected a text, found int", lambda: kneepoint.sweep({1: 2})),
            (ValueError, "surrogates", lambda: kneepoint.sweep({"scenario": surrogate})),
            (TypeError, "a column: expected a text, found NoneType", lambda: kneepoint.evaluate_many(self.job, {None: [1]})),
            (TypeError, "cluster.gpus: expected", lambda: kneepoint.evaluate_many(self.job, {"cluster.gpus": [None]})),
            (TypeError, "found int", lambda: kneepoint.evaluate_many(self.job, {"cluster.gpus": [8, 1 << 70]})),
            (TypeError, "found complex", lambda: kneepoint.evaluate_many(self.job, {"cluster.gpus": [1j]})),
            (TypeError, "a parameter: expected a text, found int", lambda: self.job.set({1: 2})),
            (OverflowError, "too large", lambda: self.job.set({"cluster.gpus": 1 << 2000})),
        ):
            with self.subTest(said), self.assertRaises(error) as context:
                call()
            self.assertIn(said, str(context.exception))
        gpus = next(p for p in kneepoint.parameters() if p["id"] == "cluster.gpus")
        with self.assertRaises(TypeError) as context:
            kneepoint.evaluate_many(self.job, {"cluster.gpus": [None]})
        self.assertIn(gpus["range"], str(context.exception))

    def test_worker_counts(self):
        self.assertIn("1048576", str(self.caught(self.job.scale, k=[0])))

    def test_options_out_of_range(self):
        job = kneepoint.scenario("llama3-8b-64xh100")
        for options in ({"top": 0}, {"headroom": 0.95}, {"noise": -1}, {"threads": -1}, {"shard": "3/2"},
                        {"pareto": ["mfu"]}, {"limits": ["mfu"]}, {"fix": {"cluster.gpus": 4}}):  # fmt: skip
            with self.subTest(options=options):
                self.caught(job.search, **options)
        for options in ({"deadline": "-3 d"}, {"max_gpus": 0}, {"gpus": ["h1000"]}, {"prices": {"h100-sxm": 2}}):
            with self.subTest(options=options):
                self.caught(job.plan, **options)

    def test_runs_and_sweeps(self):
        self.caught(self.job.calibrate, [])
        self.caught(self.job.calibrate, "no-such-file.json")
        slow = [{"cluster.gpus": 64, "step_time_s": 5e4}, {"cluster.gpus": 32, "step_time_s": 1e5}]
        job = kneepoint.scenario("llama3-8b-64xh100")
        self.assertIn("no factor within its range explains", str(self.caught(job.calibrate, slow)))
        empty = {"scenario": "knee-simulator", "axes": {"cluster.gpus": [0]}}
        self.assertIn("sweep: /axes/cluster.gpus/0: GPUs: 0", str(self.caught(kneepoint.sweep, empty)))

    def test_nothing_changes_on_failure(self):
        before = self.job.values()
        self.caught(self.job.set, {"cluster.gpus": 64, "plan.zero_stage": 17})
        self.assertEqual(self.job.values(), before)


if __name__ == "__main__":
    support.main()
