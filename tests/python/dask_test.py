# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A real Dask cluster on the loopback address: a scheduler and workers as processes, one of them killed."""
import contextlib
import dataclasses
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
    """A client of workers without a nanny, which would start a killed worker again."""
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        file = folder / "scheduler.json"
        stack.enter_context(
            process("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
                    "--scheduler-file", str(file))
        )  # fmt: skip
        for _ in range(workers):
            stack.enter_context(
                process("distributed.cli.dask_worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny",
                        "--local-directory", str(folder))
            )  # fmt: skip
        support.wait_until(lambda: file.exists() and file.read_text())
        client = stack.enter_context(distributed.Client(scheduler_file=str(file), timeout=support.PATIENCE_S))
        client.wait_for_workers(workers, timeout=support.PATIENCE_S)
        yield client


@dataclasses.dataclass(frozen=True)
class DeadlySweep(Sweep):
    """The first worker that begins a shard once the folder has the file "kill" dies of it, and no other worker does.

    Before that, its former shards are saved in the folder.
    """

    folder: str

    def compute(self, i, n):
        folder = pathlib.Path(self.folder)
        former = folder / f"worker-{os.getpid()}"
        if (folder / "kill").exists():
            with contextlib.suppress(FileExistsError):
                (folder / "killed").touch(exist_ok=False)
                unsaved = set(former.read_text().split()) if former.exists() else set()
                while unsaved:
                    time.sleep(0)
                    unsaved = {shard for shard in unsaved if not any(folder.glob(f"*-{shard}.json"))}
                os.kill(os.getpid(), signal.SIGKILL)
        part = super().compute(i, n)
        with former.open("a") as file:
            print(i, file=file)
        return part


class Lost(Exception):
    """Stands for a driver that is interrupted."""


class Dask(unittest.TestCase):
    def setUp(self):
        """The tests share a cluster that had two workers; one of them kills one."""
        if not hasattr(Dask, "client") or len(Dask.client.scheduler_info()["workers"]) < 2:
            Dask.doClassCleanups()
            Dask.client = self.enterClassContext(cluster(2))

    def test_nothing_is_lost_or_doubled_when_a_worker_is_killed(self):
        seen = []
        client = self.client
        with tempfile.TemporaryDirectory() as folder:
            job = DeadlySweep(SWEEP, folder)

            def kill_one(done, total):
                seen.append((done, total))
                if done == 2:  # of ten, so that more than two have not begun
                    pathlib.Path(folder, "kill").touch()

            table = kneepoint.dask.run(client, job, SHARDS, folder=folder, progress=kill_one)
            self.assertTrue(pathlib.Path(folder, "killed").exists())
            support.wait_until(lambda: len(client.scheduler_info()["workers"]) == 1)
        self.assertEqual(seen, [(done, SHARDS) for done in range(SHARDS + 1)])
        self.assertEqual(table["point"], list(range(20)))
        self.assertEqual(table, kneepoint.sweep(SWEEP, threads=1))

    def test_an_interrupted_run_continues(self):
        job = Sweep({**SWEEP, "auto": False})
        client = self.client
        with tempfile.TemporaryDirectory() as folder:

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
        merged = kneepoint.dask.run(self.client, job, 6, progress=lambda *at: None)
        whole = kneepoint.scenario(job.scenario).set(job.settings).search(**job.options, alike=True)
        self.assertEqual([x["metrics"]["mfu"] for x in merged["top"]], [x["metrics"]["mfu"] for x in whole["top"]])
        self.assertEqual(merged["valid"], whole["valid"])
        self.assertTrue(merged["proof"])


if __name__ == "__main__":
    support.main()
