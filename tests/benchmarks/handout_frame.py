# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes of an interactive page by part, the time from opening it to its first picture, and from a slider's event to the
picture: handout_frame.py [PROGRAM, default build/release/kneepoint]. In milliseconds. Frames follow each other as fast as
the page can draw them, so that no time is spent waiting for the next frame of a screen."""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/release/kneepoint").resolve())
sys.path.insert(0, str(HERE.parent / "handout"))
import browser  # noqa: E402

STARTS = 7
SCENARIO = ["llama3-70b-512xh100", "--controls", "cluster.gpus,workload.global_batch,plan.tensor_parallel,cluster.link_rate"]

# Engine: the event's handler, which asks the engine. Drawing: the page's work in the frame, and the layout that it
# causes. Picture: from the event until its frame has been painted.
EVENTS = """
const range = document.querySelector("[type=range]");
const engine = [], drawing = [], picture = [];
const frame = (work) => new Promise((done) => requestAnimationFrame(() => done(work())));
const [low, high] = [0.3, 0.6].map((share) => Math.round(Number(range.max) * share));
for (let i = 0; i < 300; ++i) {
  range.valueAsNumber = low + Math.abs((i % (2 * (high - low))) - (high - low)); // one step, there and back
  const before = frame(() => performance.now());
  const begin = performance.now();
  range.dispatchEvent(new Event("input"));
  engine.push(performance.now() - begin);
  const painted = new Promise((done) => requestAnimationFrame(() => { const channel = new MessageChannel();
    channel.port1.onmessage = () => done(performance.now()); channel.port2.postMessage(0); }));
  const after = frame(() => (document.body.getBoundingClientRect(), performance.now()));
  drawing.push((await after) - (await before));
  picture.push((await painted) - begin);
}
return { engine, drawing, picture };
"""
READY = "return performance.getEntriesByName('kneepoint-ready')[0].startTime"


def sizes(path):
    page = path.read_text(encoding="utf-8")
    parts = {}
    for name, begin, end in (("style", "<style>", "</style>"), ("scenarios and theme", 'id="data">', "</script>"),
                             ("engine, deflated, base64", 'id="engine">', "</script>"), ("D3 and page", "<script>", "</script>")):  # fmt: skip
        parts[name] = len(page.split(begin, 1)[1].split(end, 1)[0].encode())
    parts["whole"] = path.stat().st_size
    return parts


def summary(values):
    values = sorted(values)
    return {"median": round(statistics.median(values), 1), "p99": round(values[int(0.99 * len(values))], 1)}


def main():
    chromium = browser.Browser("--disable-frame-rate-limit", "--run-all-compositor-stages-before-draw")
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "page.html"
            subprocess.run([PROGRAM, "handout", *SCENARIO, "-o", str(path)], check=True)
            starts = []
            for _ in range(STARTS):
                chromium.open(path)
                chromium.wait("return performance.getEntriesByName('kneepoint-ready').length > 0")
                starts.append(chromium.run(READY))
            report = {"bytes": sizes(path), "first_picture_ms": {"median": round(statistics.median(starts), 1), "most": round(max(starts), 1)}}
            for name, values in chromium.run(EVENTS).items():
                report[f"{name}_ms"] = summary(values)
            print(json.dumps(report, indent=1))
    finally:
        chromium.close()


if __name__ == "__main__":
    main()
