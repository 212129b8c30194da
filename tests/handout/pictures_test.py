# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page's charts: readable at every width, and drawn with the elements that are there."""
import unittest

import support

# Chooses a scenario; texts of its charts that cover each other by more than the gap of their lines, or are cut off.
UNREADABLE = """
const box = document.querySelector("#scenario");
box.selectedIndex = args[0];
box.dispatchEvent(new Event("change"));
const found = [];
for (const svg of document.querySelectorAll(".chart > div > svg")) {
  const frame = svg.getBoundingClientRect();
  const flat = [...svg.querySelectorAll("text")].filter((text) => !text.getAttribute("transform"));
  const texts = flat.map((text) => ({ words: text.textContent, box: text.getBoundingClientRect() }));
  texts.forEach(({ words, box }, i) => {
    if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2)
      found.push(`${words} is cut off`);
    for (const { words: other, box: over } of texts.slice(i + 1)) {
      const across = Math.min(box.right, over.right) - Math.max(box.left, over.left);
      const down = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top);
      if (across > 1 && down > 5) found.push(`${words} and ${other} cover each other`);
    }
  });
}
return found;
"""

# Drags to both ends and back, with a frame after each event.
DRAG = """
const range = document.querySelector("[type=range]");
const start = range.valueAsNumber;
const elements = () => [...document.querySelectorAll(".chart > div > svg *")];
const before = elements();
const paths = before.map((node) => node.getAttribute("d"));
for (const value of [0, Number(range.max), start - 1, start]) {
  range.valueAsNumber = value;
  range.dispatchEvent(new Event("input"));
  await new Promise(requestAnimationFrame);
}
const after = elements();
return { kept: before.filter((node) => after.includes(node)).length / before.length,
         same: after.length === before.length && after.map((node) => node.getAttribute("d")).sort().join() === paths.sort().join() };
"""


class PicturesTest(support.PageTest):
    def test_no_text_covers_another_or_is_cut_off(self):
        ids = [scenario["id"] for scenario in support.answer("presets", "scenarios")]
        page = self.page(*ids)
        for name, screen in {"desktop": (1440, 1000, False, 1), "phone": (360, 740, True, 2)}.items():
            self.browser.screen(*screen)
            self.browser.open(page)
            for i, id in enumerate(ids):
                with self.subTest(id, screen=name):
                    self.assertEqual(self.browser.run(UNREADABLE, i), [])
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def test_a_drag_changes_elements_instead_of_building_them_anew(self):
        self.open("llama3-70b-512xh100", "--controls", "cluster.gpus")
        drag = self.browser.run(DRAG)
        self.assertTrue(drag["same"])
        self.assertGreater(drag["kept"], 0.6)

    def test_the_pane_of_gamma_shows_the_points_of_scale(self):
        self.open("knee-simulator", "--controls", "cluster.gpus")
        rows = support.answer("scale", "knee-simulator")["rows"]
        points = self.browser.run("return kneepoint.answer().scaling.points")
        gamma = {point[0]: point[3] for point in points}
        for row in rows:
            self.assert_same(gamma[row["k"]], row["gamma"])
        length = self.browser.run("return document.querySelector('#scaling .gamma').getAttribute('d').split('L').length")
        self.assertEqual(length, len([point for point in points if point[3] > 0]))
        self.assertIn("γ: communication over compute", self.browser.text("#scaling svg"))


if __name__ == "__main__":
    unittest.main()
