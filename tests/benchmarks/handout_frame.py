# SPDX-FileCopyrightText: 2026 The Kneepoint developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes of an interactive page by part, the time from opening it to its first picture, and from a slider's event to the
picture: handout_frame.py [PROGRAM, default build/release/kneepoint]. In milliseconds, medians."""
import json
import os
import pathlib
import statistics
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
os.environ["KNEEPOINT_PROGRAM"] = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/release/kneepoint").resolve())
sys.path.insert(0, str(HERE.parent / "handout"))
import browser  # noqa: E402
import support  # noqa: E402

STARTS = 7
SCENARIO = ["llama3-70b-512xh100", "--controls", "cluster.gpus,workload.global_batch,plan.tensor_parallel,cluster.link_rate"]

# Work of an event: the handler, and the layout that it causes. Picture: until the frame after it has been painted.
EVENTS = """
const range = document.querySelector("[type=range]");
const work = [], picture = [];
for (let i = 0; i < 300; ++i) {
  range.valueAsNumber = Number(range.max) * (0.3 + 0.3 * Math.abs(Math.sin(i / 20)));
  const begin = performance.now();
  range.dispatchEvent(new Event("input"));
  document.body.getBoundingClientRect();
  work.push(performance.now() - begin);
  await new Promise((done) => requestAnimationFrame(() => { const channel = new MessageChannel();
    channel.port1.onmessage = done; channel.port2.postMessage(0); }));
  picture.push(performance.now() - begin);
}
return { work, picture };
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


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "page.html"
        support.program("handout", *SCENARIO, "-o", str(path))
        chromium = browser.Browser()
        starts = []
        for _ in range(STARTS):
            chromium.open(path)
            chromium.wait("return performance.getEntriesByName('kneepoint-ready').length > 0")
            starts.append(chromium.run(READY))
        times = chromium.run(EVENTS)
        chromium.close()
        report = {"bytes": sizes(path), "first_picture_ms": statistics.median(starts)}
        for name, values in times.items():
            values.sort()
            report[f"{name}_ms"] = {"median": statistics.median(values), "p99": values[int(0.99 * len(values))]}
        print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
