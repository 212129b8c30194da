# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages written by the program, and the browser that the tests of one file share."""
import os
import pathlib
import sys
import tempfile
import time
import unittest

import browser

sys.path.insert(0, f"{os.environ['KNEEPOINT_SOURCES']}/tests/support")
import commands  # noqa: E402
from commands import answer  # noqa: E402, F401


def wait_for_file(path):
    """Chromium gives a download its name when it is complete."""
    until = time.monotonic() + browser.PATIENCE_S
    while not path.exists():
        if time.monotonic() > until:
            raise AssertionError(f"{path} was not saved")
        time.sleep(0.02)


class PageTest(unittest.TestCase):
    """Every test ends without an error on the console and without a request."""

    @classmethod
    def setUpClass(cls):
        browser.need_chromium()
        cls.folder = tempfile.TemporaryDirectory()
        cls.pages = {}
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def tearDown(self):
        self.assertEqual(self.browser.problems(), [])

    def page(self, *arguments):
        if arguments not in self.pages:
            path = pathlib.Path(self.folder.name) / f"page-{len(self.pages)}.html"
            commands.run("handout", *arguments, "-o", str(path))
            self.pages[arguments] = path
        return self.pages[arguments]

    def open(self, *arguments, fragment=""):
        self.browser.open(self.page(*arguments), fragment)

    def write(self, name, text):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(text, encoding="utf-8")
        return path

    def assert_same(self, mine, theirs, place=""):
        """Equal texts and keys; numbers to 1e-12."""
        if isinstance(theirs, dict):
            self.assertEqual(mine.keys(), theirs.keys(), place)
            for key, value in theirs.items():
                self.assert_same(mine[key], value, f"{place}/{key}")
        elif isinstance(theirs, list):
            self.assertEqual(len(mine), len(theirs), place)
            for i, value in enumerate(theirs):
                self.assert_same(mine[i], value, f"{place}/{i}")
        elif isinstance(theirs, (int, float)) and not isinstance(theirs, bool):
            self.assertIsInstance(mine, (int, float), place)
            self.assertLessEqual(abs(mine - theirs), 1e-12 * abs(theirs), place)
        else:
            self.assertEqual(mine, theirs, place)
