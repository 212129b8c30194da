# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""pandas takes the results as they are, and its tables are taken as they are."""
import unittest

import support

kneepoint = support.need("kneepoint", "the module")
pandas = support.need("pandas", "python3-pandas")


class Pandas(unittest.TestCase):
    def setUp(self):
        self.job = kneepoint.scenario("llama3-8b-64xh100")

    def test_rows_of_a_scaling_curve(self):
        frame = pandas.DataFrame(self.job.scale()["rows"]).set_index("k")
        self.assertTrue(frame["step_s"].dtype == float)
        self.assertEqual(frame.loc[1, "efficiency"], 1.0)

    def test_a_table_there_and_back(self):
        table = pandas.MultiIndex.from_product(
            [[32, 64, 128], ["bf16", "fp32"]], names=["cluster.gpus", "plan.gradient_precision"]
        ).to_frame(index=False)
        frame = table.join(pandas.DataFrame(kneepoint.evaluate_many(self.job, table)))
        self.assertEqual(len(frame), 6)
        best = frame.groupby("cluster.gpus")["step_s"].idxmin()
        self.assertEqual(set(frame.loc[best, "plan.gradient_precision"]), {"bf16"})

    def test_a_sweep(self):
        frame = pandas.DataFrame(kneepoint.sweep({"scenario": self.job.id, "axes": {"cluster.gpus": [32, 64, 128]}}))
        self.assertTrue(frame["tokens_per_s"].is_monotonic_increasing)

    def test_runs_with_empty_cells(self):
        runs = pandas.DataFrame(
            {"plan.tensor_parallel": [1, 2], "step_time_s": [2.5, 2.9], "memory_bytes": [None, 6e10]}
        )
        rows = [{"plan.tensor_parallel": 1, "step_time_s": 2.5},
                {"plan.tensor_parallel": 2, "step_time_s": 2.9, "memory_bytes": 6e10}]  # fmt: skip
        self.assertEqual(self.job.calibrate(runs), self.job.calibrate(rows))


if __name__ == "__main__":
    support.main()
