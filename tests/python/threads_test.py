# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine runs without the interpreter lock, and gives the same results on all threads."""
import concurrent.futures
import os
import pickle
import signal
import sys
import threading
import time
import unittest

import support

kneepoint = support.need("kneepoint", "the module")
numpy = support.need("numpy", "python3-numpy")


def act_during(function, act=lambda: None):
    """Calls the function until another thread acts while this one is in it; says whether that happened.

    Meanwhile the interpreter takes the lock from no thread, so the other one runs only where this one gives it away.
    """
    inside = acted = over = False

    def watch():
        nonlocal acted
        while not over:
            if inside:
                acted = True
                act()
                return
            time.sleep(0)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e6)
    watcher = threading.Thread(target=watch)
    watcher.start()
    until = time.monotonic() + support.PATIENCE_S
    try:
        while not acted and time.monotonic() < until:
            inside = True
            function()
            inside = False
    finally:
        over = True
        sys.setswitchinterval(usual)
        watcher.join()
    return acted


class Threads(unittest.TestCase):
    def test_search_releases_the_lock(self):
        job = kneepoint.scenario("llama3-70b-512xh100")
        self.assertTrue(act_during(lambda: job.search(threads=1)))

    def test_evaluate_many_releases_the_lock(self):
        job = kneepoint.scenario("llama3-8b-64xh100")
        table = {"cluster.link_rate": numpy.linspace(1e9, 1e11, 2000)}
        self.assertTrue(act_during(lambda: kneepoint.evaluate_many(job, table)))

    def test_ctrl_c_stops_a_plan(self):
        """Not interrupted, it would run into the time limit of the test."""
        job = kneepoint.scenario("llama3-405b-16384xh100")
        gpus = [gpu["id"] for gpu in kneepoint.presets("gpus")]
        networks = [network["id"] for network in kneepoint.presets("interconnects")]
        with self.assertRaises(KeyboardInterrupt):
            act_during(
                lambda: job.plan(gpus=gpus, networks=networks, max_gpus=1048576),
                lambda: os.kill(os.getpid(), signal.SIGINT),
            )

    def test_all_threads_get_the_same(self):
        jobs = [kneepoint.scenario(preset["id"]) for preset in kneepoint.presets()]
        expected = [job.analyze() for job in jobs]
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            for result, expectation in zip(pool.map(kneepoint.Scenario.analyze, jobs * 4), expected * 4):
                self.assertEqual(result, expectation)

    def test_a_changed_copy_leaves_the_shared_scenario_alone(self):
        job = kneepoint.scenario("knee-simulator")
        step_s = job.evaluate()["step_s"]

        def change(gpus):
            return job.set({"cluster.gpus": gpus}).evaluate()["step_s"], job.evaluate()["step_s"]

        counts = [2, 4, 8, 16, 32, 64] * 20
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            results = list(pool.map(change, counts))
        self.assertEqual({unchanged for _, unchanged in results}, {step_s})
        self.assertEqual(len({changed for changed, _ in results}), 6)

    def test_scenarios_are_pickled_exactly(self):
        for preset in kneepoint.presets():
            job = kneepoint.scenario(preset["id"]).set({"assumptions.knee_gamma": 1.1})
            copy = pickle.loads(pickle.dumps(job))
            self.assertEqual(copy, job)
            self.assertEqual(copy.evaluate(), job.evaluate())


if __name__ == "__main__":
    support.main()
