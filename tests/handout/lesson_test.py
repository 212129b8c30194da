# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A lesson by keyboard alone, from its first question to the file of results."""
import pathlib
import unittest

import support

LESSON = "04-moving-the-knee"


class LessonTest(support.PageTest):
    def focused(self):
        return self.browser.run("return document.activeElement.id || document.activeElement.name || document.activeElement.className")

    def tab_to(self, id):
        for _ in range(40):
            if self.focused() == id:
                return
            self.browser.press("tab")
        self.fail(f"{id} cannot be reached by Tab")

    def test_the_answer_is_hidden_until_the_question_is_answered(self):
        self.open("--lesson", LESSON)
        self.assertFalse(self.browser.run("return document.querySelector('#results').checkVisibility()"))
        self.assertFalse(self.browser.run("return document.querySelector('#controls').checkVisibility()"))

    def test_a_class_can_do_the_lesson_by_keyboard(self):
        self.open("--lesson", LESSON)
        self.tab_to("number")
        self.browser.press(*"seventeen", "enter")
        self.assertNotEqual(self.browser.text("#lesson .fault"), "")
        self.browser.press(*["backspace"] * 9, *"1", "enter")
        self.assertIn("Off by a factor", self.browser.text(".verdict"))
        self.assertTrue(self.browser.run("return document.querySelector('#scaling svg').checkVisibility()"))
        self.tab_to("next")
        self.browser.press("enter")
        right = self.browser.run("return [...document.querySelectorAll('[name=choice]')].findIndex((radio) => radio.value === '0') + 1")
        self.browser.press(str(right))
        self.tab_to("lock")
        self.browser.press("enter")
        self.assertEqual(self.browser.text(".verdict"), "Right.")
        self.tab_to("next")
        self.browser.press("enter")
        self.tab_to("hint")
        self.browser.press("enter")
        self.assertIn("The payload halves", self.browser.text("#lesson"))
        self.tab_to("student")
        self.browser.press(*"Ada")
        self.save_and_sum_up()

    def save_and_sum_up(self):
        self.browser.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.folder.name)
        self.tab_to("results-file")
        self.browser.press("enter")
        path = pathlib.Path(self.folder.name) / f"{LESSON}-results.json"
        support.wait_for_file(path)
        rows = support.answer("lesson", "results", str(path))
        self.assertEqual([row["right"] for row in rows if row["kind"] == "question"], [0, 1])
        self.assertEqual([row["name"] for row in rows if row["kind"] == "misconception"], ["the knee moves less than the payload"])

    def test_a_curve_is_drawn_by_keyboard_and_judged(self):
        path = self.write("curve.md", CURVE)
        self.open("--lesson", str(path))
        self.assertFalse(self.browser.run("return document.querySelector('#results').checkVisibility()"))
        self.browser.click("#lock")
        self.assertNotEqual(self.browser.text("#lesson .fault"), "")
        self.browser.run("document.querySelector('.sketch svg').focus()")
        self.browser.press("right", "up", "right", "up")
        self.tab_to("lock")
        self.browser.press("enter")
        self.assertIn("factor", self.browser.text(".verdict"))
        self.assertIn("engine", self.browser.text(".sketch-picture"))
        share = "const [part, whole] = ['#results', '#main'].map((id) => document.querySelector(id).clientWidth); return part / whole"
        self.assertGreater(self.browser.run(share), 0.99)  # there are no controls beside the charts


CURVE = """---
kneepoint_lesson: 1
title: A curve
minutes: 5
teaches:
- Drawing
goal: A drawn curve.
before: Nothing.
next: Nothing.
---

# Speedup

```json
{
  "scenario": "knee-simulator",
  "charts": ["scaling"],
  "question": {
    "kind": "curve",
    "quantity": {"metric": "efficiency"},
    "over": "cluster.gpus", "from": 1, "to": 256,
    "tolerance": 0.1,
    "wrong": [{"shape": "flat", "misconception": "perfect scaling", "reply": "Communication grows."}]
  }
}
```

The job of lesson 1.

## Question

How does efficiency fall with the number of GPUs?

## Hint

What does γ do?

## Explanation

Efficiency falls.
"""

if __name__ == "__main__":
    unittest.main()
