# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page computes what the program computes."""
import unittest

import support


class SameDigitsTest(support.PageTest):
    def test_every_shipped_scenario_has_the_figures_of_eval(self):
        ids = [scenario["id"] for scenario in support.answer("presets", "scenarios")]
        self.open(*ids)
        for i, id in enumerate(ids):
            self.browser.run("const box = document.querySelector('#scenario'); box.selectedIndex = args[0];"
                             "box.dispatchEvent(new Event('change'))", i)  # fmt: skip
            figures = self.browser.run("return kneepoint.answer().figures")
            expected = support.answer("eval", id)
            figures["scenario"]["id"] = id  # a page knows titles alone
            with self.subTest(id):
                self.assert_same(figures, expected)

    def test_the_diagnosis_is_that_of_the_program(self):
        self.open("gap-64-gpus")
        mine = self.browser.run("return kneepoint.ask('diagnosis', {scenario: kneepoint.answer().scenario})")
        expected = support.answer("diagnose", "gap-64-gpus")
        expected["scenario"] = mine["scenario"]
        self.assert_same(mine, expected)

    def test_the_fix_that_is_previewed_is_the_fix_that_is_promised(self):
        self.open("gap-64-gpus")
        self.browser.wait("return document.querySelector('.fix button')")
        before = self.browser.run("return kneepoint.answer().figures.step_s")
        remedy = support.answer("diagnose", "gap-64-gpus")["causes"][0]["remedies"][0]
        promised = remedy["after"]["step_s"]
        self.assertEqual(self.browser.text(".fix .gain"), remedy["gain_text"])
        self.browser.run("document.querySelector('.fix button').focus()")
        self.assertTrue(self.browser.run("return document.querySelectorAll('.other').length > 0"))
        self.assertEqual(self.browser.run("return kneepoint.answer().figures.step_s"), before)
        self.browser.press("enter")
        self.assert_same(self.browser.run("return kneepoint.answer().figures.step_s"), promised)


if __name__ == "__main__":
    unittest.main()
