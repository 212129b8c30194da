# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages written by the program, and the browser that the tests of one file share."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import browser

PROGRAM = os.environ["KNEEPOINT_PROGRAM"]


def program(*arguments, accept=(0, 1)):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    if done.returncode not in accept:
        raise RuntimeError(f"{arguments}: {done.stderr}")
    return done


def answer(*arguments):
    return json.loads(program(*arguments, "--json").stdout)


class PageTest(unittest.TestCase):
    """Every test ends without an error on the console and without a request."""

    @classmethod
    def setUpClass(cls):
        browser.need_chromium()
        cls.folder = tempfile.TemporaryDirectory()
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.folder.cleanup()

    def tearDown(self):
        self.assertEqual(self.browser.problems(), [])

    def page(self, *arguments):
        path = pathlib.Path(self.folder.name) / "page.html"
        program("handout", *arguments, "-o", str(path))
        return path

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
