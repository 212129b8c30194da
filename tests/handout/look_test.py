# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Both themes, a phone, zoom, print, and what a screen reader gets."""
import unittest

import support

MEETING = ["llama3-70b-512xh100", "--controls", "cluster.gpus,workload.global_batch,plan.tensor_parallel,cluster.link_rate"]

SMALLEST_CONTRAST = """
const light = (css) => { const [r, g, b] = css.match(/[\\d.]+/g).map((c) => { const s = c / 255;
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const ground = (node) => { for (; node; node = node.parentElement) { const c = getComputedStyle(node).backgroundColor;
  if (c !== "rgba(0, 0, 0, 0)") return light(c); } return 1; };
let least = 21;
for (const node of document.querySelectorAll("p, h1, h2, h3, label, button:enabled, .label, .value, .note, text")) {
  if (!node.textContent || !node.getClientRects().length) continue;
  const style = getComputedStyle(node);
  const [a, b] = [light(node.tagName === "text" ? style.fill : style.color), ground(node)].sort((p, q) => q - p);
  least = Math.min(least, (a + 0.05) / (b + 0.05));
}
return least;
"""

OUTSIDE = """
return [...document.querySelectorAll("button, input, select, h1, p, .value, .chart")].filter((node) => {
  const box = node.getBoundingClientRect();
  return box.width && (box.right > innerWidth + 1 || box.left < -1) && !node.matches(".skip");
}).map((node) => node.id || node.className || node.textContent);
"""


class LookTest(support.PageTest):
    def scheme(self, value):
        self.browser.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])

    def test_texts_are_readable_in_both_themes(self):
        for scheme in ("light", "dark"):
            with self.subTest(scheme):
                self.scheme(scheme)
                self.open(*MEETING)
                self.browser.wait("return document.querySelector('#diagnosis p') !== null")
                self.assertEqual(self.browser.run("return document.documentElement.style.colorScheme"), scheme)
                self.assertGreaterEqual(self.browser.run(SMALLEST_CONTRAST), 4.5)
                self.browser.click("#theme")
                self.assertNotEqual(self.browser.run("return document.documentElement.style.colorScheme"), scheme)
        self.scheme("light")

    def test_nothing_is_cut_off_on_a_phone_or_at_double_size(self):
        for name, screen in {"phone": (360, 740, True, 2), "200 %": (640, 480, False, 2)}.items():
            with self.subTest(name):
                self.browser.screen(*screen)
                self.open(*MEETING)
                self.browser.wait("return document.querySelector('#diagnosis p') !== null")
                self.assertLessEqual(self.browser.run("return document.scrollingElement.scrollWidth"), screen[0])
                self.assertEqual(self.browser.run(OUTSIDE), [])
        self.browser.command("Emulation.clearDeviceMetricsOverride")

    def test_every_control_and_chart_has_a_name(self):
        self.open(*MEETING)
        nodes = self.browser.command("Accessibility.getFullAXTree")["nodes"]
        unnamed = [
            node["role"]["value"] for node in nodes
            if not node.get("ignored") and node["role"]["value"] in ("button", "slider", "textbox", "combobox", "image")
            and not node.get("name", {}).get("value")
        ]  # fmt: skip
        self.assertEqual(unnamed, [])
        names = [node["name"]["value"] for node in nodes if node["role"]["value"] == "image"]
        for chart, sentence in (("Scaling", "#scaling p"), ("Roofline", "#roofline p"), ("Step time", "#breakdown p")):
            self.assertIn(f"{chart}. {self.browser.text(sentence)}", names)

    def test_the_headline_is_spoken_once_a_change_rests(self):
        self.open(*MEETING)
        self.browser.run("document.querySelector('[type=range]').focus()")
        self.browser.press("left")
        self.browser.wait("return document.querySelector('#live').textContent === kneepoint.answer().headline_sentence")

    def test_it_prints_in_light_on_white(self):
        self.scheme("dark")
        self.open(*MEETING)
        mode = "return document.documentElement.style.colorScheme"
        self.browser.run("dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.browser.run(mode), "light")
        self.browser.command("Emulation.setEmulatedMedia", media="print")
        self.assertEqual(self.browser.run("return getComputedStyle(document.body).backgroundColor"), "rgba(0, 0, 0, 0)")
        self.browser.command("Emulation.setEmulatedMedia", media="")
        self.browser.run("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(self.browser.run(mode), "dark")
        pdf = self.browser.command("Page.printToPDF", printBackground=True)["data"]
        self.assertGreater(len(pdf), 20000)
        self.assertEqual(self.browser.run(mode), "dark")
        self.scheme("light")

    def test_a_page_is_at_most_two_megabytes(self):
        self.assertLess(self.page(*MEETING).stat().st_size, 2e6)


if __name__ == "__main__":
    unittest.main()
