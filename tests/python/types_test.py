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
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def mypy(self, *arguments):
        environment = {**os.environ, "MYPYPATH": str(pathlib.Path(kneepoint.__file__).parents[1])}
        return subprocess.run(
            [sys.executable, "-m", "mypy", *arguments],
            capture_output=True, text=True, check=False, env=environment, cwd=self.folder,
        )  # fmt: skip

    def checked(self, code):
        return self.mypy("--strict", "-c", code)

    def test_users_code(self):
        good = self.checked(GOOD)
        self.assertEqual(good.returncode, 0, good.stdout + good.stderr)
        self.assertNotEqual(self.checked(BAD).returncode, 0)

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
