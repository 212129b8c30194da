# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The examples of the docstrings and of the tutorial."""
import doctest
import os
import pathlib
import re
import tempfile
import unittest

import support

kneepoint = support.need("kneepoint", "the module")
support.need("pandas", "python3-pandas")
support.need("matplotlib", "python3-matplotlib").use("Agg")
import kneepoint.shards


class Examples(unittest.TestCase):
    def assert_all_pass(self, results):
        self.assertGreater(results.attempted, 3)
        self.assertEqual(results.failed, 0)

    def test_docstrings(self):
        self.assert_all_pass(doctest.testmod(kneepoint))
        self.assert_all_pass(doctest.testmod(kneepoint.shards))

    def test_tutorial(self):
        tutorial = pathlib.Path(support.SOURCES, "docs", "python.md")
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            self.assert_all_pass(doctest.testfile(str(tutorial), module_relative=False, optionflags=flags))
            shown = set(re.findall(r"\]\(images/(.*?)\)", tutorial.read_text(encoding="utf-8")))
            self.assertEqual(set(os.listdir()), shown)
            os.chdir("/")

    def test_docstrings_have_the_units_of_the_catalogues(self):
        for parameter in kneepoint.parameters():
            line = next(x for x in kneepoint.Scenario.set.__doc__.splitlines() if x.split()[:1] == [parameter["id"]])
            self.assertIn(parameter["unit"], line)
        for metric in kneepoint.metrics():
            self.assertIn(f"    {metric['id']}", kneepoint.Scenario.evaluate.__doc__)


if __name__ == "__main__":
    support.main()
