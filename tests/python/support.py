# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the tests of the Python module. Each file is one ctest test: exit code 77 means skipped."""
import importlib
import json
import os
import subprocess
import sys
import unittest

PROGRAM = os.environ["KNEEPOINT_PROGRAM"]
SOURCES = os.environ["KNEEPOINT_SOURCES"]


def need(module, package):
    """Imports a module of a distribution package, or skips the whole test."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        print(f"skipped: {package} is not installed ({error})")
        sys.exit(77)


def program(*arguments):
    """The output of the command line; exit code 1 is an answer too."""
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise AssertionError(f"{arguments}: {done.stderr}")
    return done.stdout


def answer(*arguments):
    return json.loads(program(*arguments, "--json"))


def main():
    unittest.main(verbosity=2)
