# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line, run in one process for all questions of a test."""
import atexit
import json
import os
import subprocess


class _Process:
    def __init__(self):
        self.process = None

    def ask(self, arguments):
        if self.process is None:
            self.process = subprocess.Popen(
                [os.environ["KNEEPOINT_COMMANDS"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            atexit.register(self.end)
        print(json.dumps(arguments), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


_process = _Process()


def run(*arguments, accept=(0, 1)):
    """Output and errors of the command; exit code 1 is an answer too."""
    code, output, errors = _process.ask(arguments)
    if code not in accept:
        raise AssertionError(f"{arguments}: {errors}")
    return output, errors


def answer(*arguments):
    return json.loads(run(*arguments, "--json")[0])
