# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A real Dask cluster on the loopback address: a scheduler and workers as processes, one of them killed."""
import contextlib
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import support

kneepoint = support.need("kneepoint", "the module")
distributed = support.need("distributed", "python3-distributed")
import kneepoint.dask
from kneepoint.shards import Search, Sweep

SWEEP = {
    "scenario": "llama3-70b-512xh100",
    "axes": {"cluster.gpus": [64, 128, 256, 512], "cluster.link_rate": {"from": 1e10, "to": 1e11, "steps": 5}},
    "auto": True,
    "metrics": ["step_s", "mfu"],
}
SHARDS = 10


@contextlib.contextmanager
def process(module, *arguments):
    started = subprocess.Popen(
        [sys.executable, "-m", module, "--no-dashboard", *arguments],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@contextlib.contextmanager
def cluster(workers):
    """A client, and the processes of its workers: without a nanny that would start a killed worker again."""
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file = folder / "scheduler.json"
        stack.enter_context(
            process("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
                    "--scheduler-file", str(file))
        )  # fmt: skip
        processes = [
            stack.enter_context(
                process("distributed.cli.dask_worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny",
                        "--local-directory", str(folder))
            )
            for _ in range(workers)
        ]  # fmt: skip
        while not file.exists() or not file.read_text():
            time.sleep(0.05)
        client = stack.enter_context(distributed.Client(scheduler_file=str(file), timeout=60))
        client.wait_for_workers(workers, timeout=60)
        yield client, processes


class Lost(Exception):
    """Stands for a driver that is interrupted."""


class Dask(unittest.TestCase):
    def test_nothing_is_lost_or_doubled_when_a_worker_is_killed(self):
        job = Sweep(SWEEP)
        seen = []
        killed = []
        with cluster(2) as (client, _):
            processes = client.run(os.getpid)

            def kill_a_busy_one(done, total):
                seen.append((done, total))
                # A worker can be without a shard for a moment, between two of them.
                busy = [worker for worker, shards in client.processing().items() if shards]
                if done >= 2 and busy and not killed:
                    killed.append(busy[0])
                    os.kill(processes[busy[0]], signal.SIGKILL)

            table = kneepoint.dask.run(client, job, SHARDS, progress=kill_a_busy_one)
            self.assertEqual(len(killed), 1)
            # The limit of the whole test ends this if the worker is never missed.
            while len(client.scheduler_info()["workers"]) > 1:
                time.sleep(0.05)
        self.assertEqual(seen, [(done, SHARDS) for done in range(SHARDS + 1)])
        self.assertEqual(table["point"], list(range(20)))
        self.assertEqual(table, kneepoint.sweep(SWEEP, threads=1))

    def test_an_interrupted_run_continues(self):
        job = Sweep({**SWEEP, "auto": False})
        with tempfile.TemporaryDirectory() as folder, cluster(2) as (client, _):

            def interrupt(done, total):
                if done == 4:
                    raise Lost

            with self.assertRaises(Lost):
                kneepoint.dask.run(client, job, SHARDS, folder=folder, progress=interrupt)
            seen = []
            table = kneepoint.dask.run(client, job, SHARDS, folder=folder, progress=lambda *at: seen.append(at))
            self.assertEqual(seen[0], (4, SHARDS))
            self.assertEqual(table, kneepoint.sweep(job.spec))
            another = kneepoint.dask.run(client, Sweep({**job.spec, "metrics": ["cost"]}), 2, folder=folder)
            self.assertEqual(list(another)[-1], "cost")

    def test_a_search_in_shards_finds_the_best(self):
        job = Search("llama3-70b-512xh100", {"cluster.gpus": 256}, {"objective": "mfu", "top": 4})
        with cluster(2) as (client, _):
            merged = kneepoint.dask.run(client, job, 6, progress=lambda *at: None)
        whole = kneepoint.scenario(job.scenario).set(job.settings).search(**job.options, alike=True)
        self.assertEqual([x["metrics"]["mfu"] for x in merged["top"]], [x["metrics"]["mfu"] for x in whole["top"]])
        self.assertEqual(merged["valid"], whole["valid"])
        self.assertTrue(merged["proof"])


if __name__ == "__main__":
    support.main()
