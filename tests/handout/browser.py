# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A headless Chromium, driven by ChromeDriver over the WebDriver protocol with the standard library alone."""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

KEYS = {"tab": "\ue004", "enter": "\ue007", "left": "\ue012", "up": "\ue013", "right": "\ue014", "down": "\ue015",
        "space": " ", "page up": "\ue00e", "backspace": "\ue003", "shift": "\ue008", "home": "\ue011"}  # fmt: skip
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
PATIENCE_S = 120  # far longer than anything takes on a loaded machine


def need_chromium():
    """Skips the test where Chromium is not installed."""
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        print("skipped: needs chromium and chromium-driver")
        sys.exit(77)


class Browser:
    """One window. `problems()` lists errors of the console and requests beyond the page itself."""

    def __init__(self, *more):
        need_chromium()
        self.folder = tempfile.TemporaryDirectory()
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            self.begin(more)
        except BaseException:
            self.stop_driver()
            raise

    def begin(self, more):
        port = next(m[1] for line in self.driver.stdout if (m := re.search(r"started successfully on port (\d+)", line)))
        self.url = f"http://127.0.0.1:{port}/session"
        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--window-size=1440,1000", f"--user-data-dir={self.folder.name}/profile", *more]  # fmt: skip
        capabilities = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments},
                        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}  # fmt: skip
        session = self.send("POST", "", {"capabilities": {"alwaysMatch": capabilities}})
        self.url += "/" + session["sessionId"]
        self.send("POST", "/timeouts", {"script": 1000 * PATIENCE_S})
        self.send("POST", "/url", {"url": "about:blank"})
        self.problems()  # of the page that Chromium opens with

    def close(self):
        try:
            self.send("DELETE", "")
        finally:
            self.stop_driver()

    def stop_driver(self):
        """ChromeDriver takes its Chromium along."""
        self.driver.terminate()
        self.driver.wait()
        self.driver.stdout.close()
        self.folder.cleanup()

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE_S) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as problem:
            raise RuntimeError(json.load(problem)["value"]["message"]) from None

    def command(self, name, **arguments):
        """A command of the DevTools protocol."""
        return self.send("POST", "/goog/cdp/execute", {"cmd": name, "params": arguments})

    def run(self, script, *arguments):
        """The value that a script returns; it may await."""
        wrapped = f"const done = arguments[arguments.length - 1]; (async (...args) => {{ {script} }})(...arguments)" \
                  ".then(done, (problem) => done({thrown: String(problem)}));"  # fmt: skip
        value = self.send("POST", "/execute/async", {"script": wrapped, "args": list(arguments)})
        if isinstance(value, dict) and "thrown" in value:
            raise RuntimeError(value["thrown"])
        return value

    def open(self, path, fragment=""):
        self.send("POST", "/url", {"url": "about:blank"})
        self.send("POST", "/url", {"url": f"file://{path}{fragment}"})
        self.wait("return document.documentElement.dataset.ready === 'yes'")

    def wait(self, condition):
        until = time.monotonic() + PATIENCE_S
        while not self.run(condition):
            if time.monotonic() > until:
                raise RuntimeError(f"waited in vain for: {condition}; the page says: {self.text('#message')}")
            time.sleep(0.02)

    def find(self, selector):
        return self.send("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def text(self, selector):
        return self.run("return document.querySelector(args[0])?.textContent ?? ''", selector)

    def click(self, selector):
        self.send("POST", f"/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        self.send("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def press(self, *keys):
        """Keys to whatever has the focus."""
        actions = []
        for key in keys:
            for kind in ("keyDown", "keyUp"):
                actions.append({"type": kind, "value": KEYS.get(key, key)})
        self.send("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def screen(self, width, height, mobile=False, scale=1):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)

    def picture(self, path):
        import base64

        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("GET", "/screenshot")))

    def problems(self):
        found = [f"{entry['level']}: {entry['message']}" for entry in self.send("POST", "/se/log", {"type": "browser"})]
        for entry in self.send("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                if not url.startswith(("file:///", "data:", "blob:", "about:")):
                    found.append(f"request: {url}")
        return found
