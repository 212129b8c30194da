# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine of Kneepoint: where distributed training stops scaling, and why.

>>> import kneepoint
>>> job = kneepoint.scenario("knee-simulator")
>>> round(job.evaluate()["efficiency"], 3)
0.731
>>> faster = job.set({"plan.gradient_precision": "fp8", "cluster.link_rate": "400 Gbit/s"})
>>> faster.evaluate()["step_s"] < job.evaluate()["step_s"]
True

Numbers are in SI base units: seconds, bytes, FLOP/s. Results are those of the command line with --json, digit for
digit. All functions release the global interpreter lock while they compute, and can be called from any thread.
"""
from kneepoint._engine import (
    Error,
    Scenario,
    __version__,
    evaluate_many,
    metrics,
    parameters,
    presets,
    scenario,
    sweep,
)

__all__ = ["Error", "Scenario", "evaluate_many", "metrics", "parameters", "presets", "scenario", "sweep"]
