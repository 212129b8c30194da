# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The stubs agree with the module, and with code that uses it."""
import ast
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import support

kneepoint = support.need("kneepoint", "the module")
support.need("mypy", "mypy")

GOOD = """
import kneepoint
job = kneepoint.scenario("knee-simulator").set({"cluster.gpus": 64, "plan.zero_stage": "1"})
step_s: float = job.evaluate()["step_s"]
columns = kneepoint.evaluate_many(job, {"cluster.gpus": [1, 2]}, metrics=["step_s"])["step_s"].sum()
try:
    job.search(top=3, fix={"plan.tensor_parallel": [1, 2]}, pareto=["step_s", "cost"])
except kneepoint.Error as error:
    print(error.place, error.range)
"""
BAD = """
import kneepoint
kneepoint.scenario("knee-simulator").scale(k="all")
"""


class Types(unittest.TestCase):
    def test_users_code(self):
        """The only error is that of the bad code."""
        environment = {**os.environ, "MYPYPATH": str(pathlib.Path(kneepoint.__file__).parents[1])}
        with tempfile.TemporaryDirectory() as folder:
            for name, code in (("good", GOOD), ("bad", BAD)):
                pathlib.Path(folder, f"{name}.py").write_text(code)
            checked = subprocess.run(
                [sys.executable, "-m", "mypy", "--strict", "--no-pretty", "--cache-dir", os.devnull, "good.py", "bad.py"],
                capture_output=True, text=True, check=False, env=environment, cwd=folder,
            )  # fmt: skip
        errors = [line for line in checked.stdout.splitlines() if ": error: " in line]
        self.assertEqual([line.split(":")[:2] for line in errors], [["bad.py", "3"]], checked.stdout + checked.stderr)

    def test_stubs_agree_with_the_module(self):
        """Functions have the same arguments as in the first line of their docstring, which pybind11 writes."""
        path = pathlib.Path(kneepoint.__file__).with_suffix(".pyi")
        stub = ast.parse(path.read_text(encoding="utf-8"))
        functions = [(kneepoint, node) for node in stub.body if isinstance(node, ast.FunctionDef)]
        scenario = next(node for node in stub.body if isinstance(node, ast.ClassDef) and node.name == "Scenario")
        functions += [(kneepoint.Scenario, node) for node in scenario.body if isinstance(node, ast.FunctionDef)]
        self.assertEqual(
            {node.name for owner, node in functions if owner is kneepoint},
            {name for name in kneepoint.__all__ if name not in ("Error", "Scenario")},
        )
        public = {name for name in dir(kneepoint.Scenario) if not name.startswith("_")} | {"__getitem__"}
        self.assertEqual({node.name for owner, node in functions if owner is not kneepoint}, public)
        for owner, node in functions:
            real = getattr(owner, node.name)
            if not isinstance(real, property):
                names = re.findall(r"[(,] ?(\w+): ", real.__doc__.splitlines()[0])
                self.assertEqual([x.arg for x in node.args.args + node.args.kwonlyargs if x.arg != "self"],
                                 [name for name in names if name != "self"], node.name)  # fmt: skip

    def test_all_ids_are_typed(self):
        from kneepoint import ids

        for name, entries in (("ParameterId", kneepoint.parameters()), ("MetricId", kneepoint.metrics()),
                              ("ScenarioId", kneepoint.presets()), ("GpuId", kneepoint.presets("gpus"))):  # fmt: skip
            self.assertEqual(list(getattr(ids, name).__args__), [entry["id"] for entry in entries])


if __name__ == "__main__":
    support.main()
