# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""evaluate_many() gives in columns what single evaluations give."""
import math
import unittest

import support

kneepoint = support.need("kneepoint", "the module")
numpy = support.need("numpy", "python3-numpy")


class EvaluateMany(unittest.TestCase):
    def setUp(self):
        self.job = kneepoint.scenario("llama3-8b-64xh100")

    def test_rows_are_single_evaluations(self):
        table = {
            "cluster.gpus": numpy.array([32, 64, 128, 256]),
            "cluster.link_rate": numpy.array([1.25e10, 2.5e10, 5e10, 1e11]),
            "plan.gradient_precision": numpy.array(["bf16", "fp32", "fp32", "bf16"]),
        }
        result = kneepoint.evaluate_many(self.job, table)
        for row in range(4):
            job = self.job.set({key: column[row] for key, column in table.items()})
            single = job.evaluate()
            for key, column in result.items():
                if key in single:
                    value = column[row].item()
                    self.assertEqual(None if math.isnan(value) else value, single[key], key)
        self.assertEqual(len(set(result["step_s"])), 4)

    def test_batches_stay_whole(self):
        job = kneepoint.scenario("llama3-70b-512xh100").set({"workload.scaling": "strong"})
        moved = job.set({"cluster.gpus": 384})
        self.assertNotEqual(moved["workload.global_batch"], job["workload.global_batch"])
        self.assertIn("Global batch", moved.adjusted)
        self.assertEqual(job.set({"cluster.gpus": 384}, keep_whole=False)["workload.global_batch"],
                         job["workload.global_batch"])
        with self.assertRaises(kneepoint.Error):
            job.set({"cluster.gpus": 384, "workload.global_batch": 1024})
        many = kneepoint.evaluate_many(job, {"cluster.gpus": [384, 512], "workload.global_batch": [1024, 1024]})
        self.assertTrue(math.isnan(many["step_s"][0]) and not many["fits"][0])
        self.assertEqual(many["step_s"][1], job.evaluate()["step_s"])

    def test_columns_are_those_of_a_sweep(self):
        gpus = [8, 64, 512]
        sweep = kneepoint.sweep({"scenario": self.job.id, "axes": {"cluster.gpus": gpus}})
        many = kneepoint.evaluate_many(self.job, {"cluster.gpus": gpus})
        self.assertEqual(set(many), set(sweep) - {"point", "cluster.gpus"})
        for key, column in many.items():
            self.assertEqual([None if math.isnan(x) else x for x in column.tolist()], sweep[key], key)

    def test_whole_analysis_where_a_figure_needs_it(self):
        result = kneepoint.evaluate_many(self.job, {"cluster.gpus": [32, 64]}, metrics=["efficiency", "mfu"])
        self.assertEqual(list(result), ["efficiency", "mfu", "fits"])
        for row, gpus in enumerate((32, 64)):
            self.assertEqual(
                result["efficiency"][row], self.job.set({"cluster.gpus": gpus}).evaluate()["efficiency"]
            )

    def test_types_of_columns(self):
        result = kneepoint.evaluate_many(self.job, {"cluster.gpus": numpy.array([32, 64], dtype=numpy.float32)[::-1]})
        self.assertEqual(result["step_s"].dtype, numpy.float64)
        self.assertEqual(result["fits"].dtype, numpy.bool_)
        expected = kneepoint.evaluate_many(self.job, {"cluster.gpus": [64, 32]})
        self.assertEqual(result["step_s"].tolist(), expected["step_s"].tolist())
        self.assertEqual(len(kneepoint.evaluate_many(self.job, {"cluster.gpus": numpy.array([])})["step_s"]), 0)

    def test_errors_name_the_row(self):
        gpus = numpy.full(40000, 64)
        gpus[30000] = -1
        with self.assertRaises(kneepoint.Error) as context:
            kneepoint.evaluate_many(self.job, {"cluster.gpus": gpus})
        self.assertIn("row 30000: cluster.gpus", str(context.exception))

    def test_wrong_columns(self):
        for table, word in (
            ({}, "column"),
            ({"cluster.gpu_count": [1]}, "cluster.gpu_count"),
            ({"cluster.gpus": [1, 2], "cluster.link_rate": [1e9]}, "rows"),
            ({"cluster.gpus": [[1, 2]]}, "dimension"),
            ({"plan.gradient_precision": [0, 1]}, "fp32"),
            ({"plan.gradient_precision": ["fp7"]}, "fp7"),
        ):
            with self.subTest(table=table), self.assertRaises(kneepoint.Error) as context:
                kneepoint.evaluate_many(self.job, table)
            self.assertIn(word, str(context.exception))
        with self.assertRaises(kneepoint.Error):
            kneepoint.evaluate_many(self.job, {"cluster.gpus": [1]}, metrics=["mfuu"])


if __name__ == "__main__":
    support.main()
