# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every control changes its parameter as `--set` does."""
import json
import unittest

import support

SCENARIO = "llama3-70b-512xh100"

# Each control from the same start by one step of its own; what the page has before and after.
MOVE = """
const moved = {};
const valueOf = (id) => kneepoint.answer().controls.find((control) => control.id === id);
for (const id of args[0]) {
  document.querySelector("#reset").click();
  const control = document.querySelector(`.control[data-id="${id}"]`);
  const before = valueOf(id).value;
  const [range, select, check] = ["[type=range]", "select", "[type=checkbox]"].map((kind) => control.querySelector(kind));
  const send = (target, kind) => target.dispatchEvent(new Event(kind, { bubbles: true }));
  if (range) {
    range.valueAsNumber += range.valueAsNumber < Number(range.max) / 2 ? 1 : -1;
    send(range, "input");
  } else if (select) {
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    send(select, "change");
  } else {
    check.click();
  }
  moved[id] = { before, after: valueOf(id), fault: control.querySelector(".fault").textContent, figures: kneepoint.answer().figures };
}
return moved;
"""


class ControlsTest(support.PageTest):
    def test_every_parameter_can_be_moved_and_changes_what_set_changes(self):
        ids = [parameter["id"] for parameter in support.answer("parameters")]
        text = self.page(SCENARIO, "--controls", ids[0]).read_text(encoding="utf-8")
        one, all_of_them = (f'"controls":{json.dumps(shown, separators=(",", ":"))}' for shown in (ids[:1], ids))
        self.assertEqual(text.count(one), 1)
        self.browser.open(self.write("all.html", text.replace(one, all_of_them)))
        moved = self.browser.run(MOVE, ids)
        for id in ids:
            with self.subTest(id):
                self.judge(id, moved[id])

    def judge(self, id, moved):
        """The value in the page, handed to the program, gives the page's figures."""
        if moved["after"]["value"] == moved["before"]:  # refused: the control says why
            self.assertNotEqual(moved["fault"], "")
            return
        value = moved["after"].get("exact", moved["after"]["value"])
        value = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
        expected = support.answer("eval", SCENARIO, "--set", f"{id}={value}")
        expected["scenario"] = moved["figures"]["scenario"]
        self.assert_same(moved["figures"], expected)

    def test_boxes_take_units_and_sums_and_say_what_is_wrong(self):
        self.open(SCENARIO, "--controls", "cluster.link_rate,cluster.gpus")
        box = '.control[data-id="cluster.link_rate"] [type=text]'
        self.browser.run("document.querySelector(args[0]).select()", box)
        self.browser.type(box, "2*100 Gbit/s\ue007")
        self.assertEqual(self.browser.run("return kneepoint.answer().controls[0].value"), 25e9)
        self.browser.run("document.querySelector(args[0]).select()", box)
        self.browser.type(box, "seven\ue007")
        self.assertEqual(self.browser.run("return kneepoint.answer().controls[0].value"), 25e9)
        _, refused = support.commands.run("eval", SCENARIO, "--set", "cluster.link_rate=seven", accept=(3,))
        said = self.browser.text('.control[data-id="cluster.link_rate"] .fault')
        self.assertIn(said.rstrip("."), refused)

    def test_sliders_move_by_keyboard_and_reset_goes_back(self):
        self.open(SCENARIO, "--controls", "cluster.gpus")
        start = self.browser.run("return kneepoint.answer().controls[0].value")
        self.browser.run("document.querySelector('[type=range]').focus()")
        self.browser.press("right")
        self.assertGreater(self.browser.run("return kneepoint.answer().controls[0].value"), start)
        self.browser.click(".control .reset")
        self.assertEqual(self.browser.run("return kneepoint.answer().controls[0].value"), start)

    def test_a_stays_while_b_changes(self):
        self.open(SCENARIO, "--controls", "cluster.gpus")
        self.browser.click("#pin")
        self.browser.run("document.querySelector('[type=range]').focus()")
        self.browser.press("left", "left")
        self.assertIn("A ", self.browser.text(".figure .a"))
        self.assertTrue(self.browser.run("return document.querySelectorAll('#scaling .other').length === 3"))
        self.browser.click("#pin")
        self.assertEqual(self.browser.text(".figure .a"), "")


if __name__ == "__main__":
    unittest.main()
