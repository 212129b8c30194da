# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sweeps and searches in shards, for any engine that runs Python functions on several machines.

A job has two functions: compute(i, n) returns shard i of n, and merge(parts) joins all of them. Both are pure, so a
shard that is lost can be computed again, and shards can be computed in any order. Jobs and parts are plain data: they
can be pickled and written as JSON.

>>> from kneepoint.shards import Sweep
>>> job = Sweep({"scenario": "knee-simulator", "axes": {"cluster.gpus": [4, 8, 16]}, "metrics": ["step_s"]})
>>> table = job.merge([job.compute(i, 2) for i in (2, 1)])
>>> table["point"], table["cluster.gpus"]
([0, 1, 2], [4, 8, 16])
"""
import dataclasses
import hashlib
import json
from typing import Any, Dict, List

import kneepoint


@dataclasses.dataclass(frozen=True)
class Sweep:
    """The points of a sweep; a part is a dict of columns."""

    spec: Dict[str, Any]

    def compute(self, i: int, n: int) -> Dict[str, List[Any]]:
        return kneepoint.sweep(self.spec, shard=f"{i}/{n}", threads=1)

    def merge(self, parts: List[Dict[str, List[Any]]]) -> Dict[str, List[Any]]:
        """All rows in the order of the points: what pandas.DataFrame takes."""
        filled = [part for part in parts if part]
        points = [point for part in filled for point in part["point"]]
        order = sorted(range(len(points)), key=points.__getitem__)
        columns = {key: [value for part in filled for value in part[key]] for key in (filled[0] if filled else {})}
        return {key: [values[row] for row in order] for key, values in columns.items()}


@dataclasses.dataclass(frozen=True)
class Search:
    """The best layouts of a scenario with these settings; options as in Scenario.search().

    The list has layouts that differ only in details too (alike), because a shard cannot see those of the others.
    """

    scenario: str
    settings: Dict[str, Any] = dataclasses.field(default_factory=dict)
    options: Dict[str, Any] = dataclasses.field(default_factory=dict)

    def compute(self, i: int, n: int) -> Dict[str, Any]:
        job = kneepoint.scenario(self.scenario).set(self.settings)
        options: Dict[str, Any] = {"alike": True, "threads": 1, **self.options}
        return job.search(shard=f"{i}/{n}", **options)

    def merge(self, parts: List[Dict[str, Any]]) -> Dict[str, Any]:
        """The best of all parts; counts are sums."""
        objective = self.options.get("objective", "step_s")
        better = {metric["id"]: metric["better"] for metric in kneepoint.metrics()}[objective]
        found = [layout for part in parts for layout in part["top"]]
        found.sort(key=lambda layout: layout["metrics"][objective], reverse=better == "higher")
        top = found[: self.options.get("top", 5)]
        counts = ("valid", "evaluated", "pruned", "out_of_memory")
        return {
            "best": top[0] if top else None,
            "top": top,
            "layouts": parts[0]["layouts"],
            **{count: sum(part[count] for part in parts) for count in counts},
            "proof": all(part["proof"] for part in parts),
        }


def token(job: Any, n: int) -> str:
    """A name of the job's parts that changes with the job, the number of shards and the version of the engine."""
    text = json.dumps([type(job).__name__, dataclasses.asdict(job), n, kneepoint.__version__], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
