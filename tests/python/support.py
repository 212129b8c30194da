# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the tests of the Python module. Each file is one ctest test: exit code 77 means skipped."""
import importlib
import os
import sys
import time
import unittest

SOURCES = os.environ["KNEEPOINT_SOURCES"]
PATIENCE_S = 300  # far longer than anything takes on a loaded machine
sys.path.insert(0, f"{SOURCES}/tests/support")
import commands  # noqa: E402
from commands import answer  # noqa: E402, F401


def need(module, package):
    """Imports a module of a distribution package, or skips the whole test."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        print(f"skipped: {package} is not installed ({error})")
        sys.exit(77)


def program(*arguments):
    """The output of the command line."""
    return commands.run(*arguments)[0]


def wait_until(condition):
    """Only a hang ends it otherwise."""
    until = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > until:
            raise AssertionError("waited in vain")
        time.sleep(0.02)


def main():
    unittest.main(verbosity=2)
