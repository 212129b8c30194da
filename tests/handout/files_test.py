# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenarios in and out: by file, by drop, in the address. What is wrong gets the program's sentence."""
import hashlib
import json
import pathlib
import unittest

import support

BAD = {
    "text.kneepoint": "no JSON",
    "version.kneepoint": '{"kneepoint": 99}',
    "key.kneepoint": '{"kneepoint": 1, "scenario": {"cluster.gpuss": 8}}',
    "range.kneepoint": '{"kneepoint": 1, "scenario": {"cluster.gpus": -4}}',
    "unit.kneepoint": '{"kneepoint": 1, "scenario": {"cluster.link_rate": "4 kg"}}',
    "twice.kneepoint": '{"kneepoint": 1, "kneepoint": 1}',
    "deep.kneepoint": "[" * 5000,
    "markup.kneepoint": '{"kneepoint": 1, "<img src=x onerror=alert(1)>": 1}',
    "huge.kneepoint": '{"kneepoint": 1, "scenario": {"cluster.gpus": 1e999}}',
}


class FilesTest(support.PageTest):
    def test_a_bad_scenario_gets_the_programs_sentence_and_changes_nothing(self):
        self.open("knee-simulator")
        before = self.browser.run("return kneepoint.answer().scenario")
        for name, text in BAD.items():
            with self.subTest(name):
                path = self.write(name, text)
                _, said = support.commands.run("eval", str(path), accept=(3,))
                self.browser.type("#file", str(path))
                self.browser.wait("return document.querySelector('#message').textContent !== ''")
                shown = self.browser.text("#message")
                self.assertEqual(f"kneepoint: {shown.rstrip('.')}.\n", said)
                self.assertEqual(self.browser.run("return kneepoint.answer().scenario"), before)
                self.browser.run("document.querySelector('#message').textContent = ''")

    def test_a_dropped_file_opens(self):
        self.open("knee-simulator")
        text = self.write("b.kneepoint", '{"kneepoint": 1, "title": "Dropped", "scenario": {"cluster.gpus": 128}}').read_text()
        self.browser.run(
            """
            const transfer = new DataTransfer();
            transfer.items.add(new File([args[0]], "b.kneepoint"));
            document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, cancelable: true, bubbles: true }));
            """,
            text,
        )
        self.browser.wait("return document.querySelector('h1').textContent === 'Dropped'")

    def test_texts_of_a_scenario_are_texts(self):
        path = self.write("t.kneepoint", json.dumps({"kneepoint": 1, "title": "<b>bold</b><script>alert(1)</script>",
                                                     "about": "<img src=http://example.org/x.png>"}))  # fmt: skip
        self.open(str(path))
        self.assertEqual(self.browser.text("h1"), "<b>bold</b><script>alert(1)</script>")
        self.assertEqual(self.browser.run("return document.images.length"), 0)

    def test_a_link_carries_the_scenario(self):
        self.open("knee-simulator", "--controls", "cluster.gpus")
        self.browser.run("document.querySelector('[type=range]').focus()")
        self.browser.press("right")
        changed = self.browser.run("return kneepoint.answer().scenario")
        self.browser.click("#link")
        self.browser.wait("return location.hash.startsWith('#s=')")
        fragment = self.browser.run("return location.hash")
        self.open("knee-simulator", "--controls", "cluster.gpus", fragment=fragment)
        self.assertEqual(self.browser.run("return kneepoint.answer().scenario"), changed)

    def test_a_scenario_too_large_for_a_link_is_refused_in_words(self):
        about = "".join(hashlib.sha256(str(i).encode()).hexdigest() for i in range(5000))
        path = self.write("large.kneepoint", json.dumps({"kneepoint": 1, "about": about, "scenario": {"cluster.gpus": 64}}))
        self.open("knee-simulator")
        self.browser.type("#file", str(path))
        self.browser.wait("return kneepoint.answer().scenario.length > 300000")
        self.browser.click("#link")
        self.browser.wait("return document.querySelector('#message').textContent.includes('too large for a link')")
        self.assertEqual(self.browser.run("return location.hash"), "")

    def test_a_broken_link_is_refused_in_words(self):
        self.open("knee-simulator", fragment="#s=eJzT0yMAAGTvBe8")
        self.assertNotEqual(self.browser.text("#message"), "")
        self.assertNotEqual(self.browser.text("#headline"), "")

    def test_a_saved_scenario_is_one_of_the_program(self):
        self.open("knee-simulator", "--controls", "cluster.gpus")
        self.browser.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=self.folder.name)
        self.browser.click("#save")
        path = pathlib.Path(self.folder.name) / "scenario.kneepoint"
        support.wait_for_file(path)
        figures = self.browser.run("return kneepoint.answer().figures")
        expected = support.answer("eval", str(path))
        expected["scenario"] = figures["scenario"]
        self.assert_same(figures, expected)


if __name__ == "__main__":
    unittest.main()
