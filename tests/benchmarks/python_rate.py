# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows per second of evaluate_many() on one core, and of the same table in C++ (Table/transformer of kneepoint_bench).

python3 tests/benchmarks/python_rate.py [BUILD, default build/release]
"""
import json
import pathlib
import statistics
import subprocess
import sys
import time

build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/release")
sys.path.insert(0, str(build / "python"))
import kneepoint
import numpy

ROWS = 10000
ROUNDS = 9


def python_rate():
    job = kneepoint.scenario("llama3-70b-512xh100").set({"stack.software": "nemo-2024", "plan.zero_stage": "1"})
    row = numpy.arange(ROWS)
    table = {"cluster.gpus": 64.0 * (1 + row % 8), "cluster.link_rate": 1e10 + 1e6 * row}
    started = time.process_time()
    kneepoint.evaluate_many(job, table)
    return ROWS / (time.process_time() - started)


def cpp_rate():
    output = subprocess.run(
        [build / "kneepoint_bench", "--benchmark_filter=^Table/transformer$", "--benchmark_format=json",
         "--benchmark_min_time=0.1"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    benchmark = json.loads(output)["benchmarks"][0]
    return ROWS / (1e-3 * benchmark["cpu_time"])


# Taken in turns, so that both see the same load of the machine.
rates = [(python_rate(), cpp_rate()) for _ in range(ROUNDS)]
python, cpp = (statistics.median(column) for column in zip(*rates))
ratio = statistics.median(p / c for p, c in rates)
print(json.dumps({"python_rows_per_s": round(python), "cpp_rows_per_s": round(cpp), "ratio": round(ratio, 3)}))
