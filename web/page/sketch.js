// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** A curve to draw: by pointer, or by keyboard with left and right to choose a place and up and down to move it. */
const sketchPlaces = 9;

function sketchAxes(sketch, svg) {
  const { begin, mark } = marksOf(svg.node());
  const area = { left: 70, right: 620, top: 24, bottom: 250 };
  const x = d3.scaleLog().domain(sketch.x).range([area.left, area.right]);
  const y = d3.scaleLog().domain([sketch.y[0] / 1.3, sketch.y[1] * 1.3]).range([area.bottom, area.top]).clamp(true);
  const frame = { mark, area };
  begin();
  bottomAxis(frame, x, d3.range(5).map((i) => sketch.x[0] * (sketch.x[1] / sketch.x[0]) ** (i / 4)),
    (value) => textOf("parameter", sketch.parameter, value), sketch.x_label);
  leftAxis(frame, y, d3.range(5).map((i) => sketch.y[0] * (sketch.y[1] / sketch.y[0]) ** (i / 4)), (value) => figureText(sketch.metric, value), sketch.y_label);
  return { x, y, mark };
}

const sketchSvg = (name) => d3.create("svg").attr("viewBox", "0 0 640 300").attr("class", "sketch-picture").attr("role", "img").attr("aria-label", name);

function curveInput(question) {
  const { sketch } = question;
  const svg = sketchSvg("My curve").attr("role", "application").attr("tabindex", 0)
    .attr("aria-describedby", "sketch-help");
  const { x, y } = sketchAxes(sketch, svg);
  const places = d3.range(sketchPlaces).map((i) => sketch.x[0] * (sketch.x[1] / sketch.x[0]) ** (i / (sketchPlaces - 1)));
  const heights = places.map(() => sketch.start[1]);
  const path = svg.append("path").attr("fill", "none").attr("stroke", colors().tokens.accent).attr("stroke-width", 3);
  const dots = places.map((place) => svg.append("circle").attr("r", 5).attr("fill", colors().tokens.accent).attr("cx", x(place)));
  const words = element("p", { class: "said", "aria-live": "polite" });
  let at = 1;
  let drawn = false;
  const draw = () => {
    path.attr("d", d3.line()(places.map((place, i) => [x(place), y(heights[i])])));
    dots.forEach((dot, i) => dot.attr("cy", y(heights[i])).attr("r", i === at ? 7 : 5));
  };
  const tell = () => say(words, `${textOf("parameter", sketch.parameter, places[at])}: ${figureText(sketch.metric, heights[at])}`);
  const move = (px, py) => {
    at = d3.scan(places, (a, b) => Math.abs(x(a) - px) - Math.abs(x(b) - px));
    if (at > 0) heights[at] = y.invert(py); // the first point is given
    drawn = true;
    draw();
  };
  let held = false;
  svg.on("pointerdown", () => { held = true; svg.node().setPointerCapture(d3.event.pointerId); move(...pointOf(svg)); d3.event.preventDefault(); svg.node().focus(); })
    .on("pointermove", () => { if (held) move(...pointOf(svg)); })
    .on("pointerup", () => { held = false; tell(); })
    .on("keydown", () => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[d3.event.key];
      if (!step) return;
      d3.event.preventDefault();
      at = Math.min(Math.max(at + step[0], 1), sketchPlaces - 1);
      heights[at] = Math.min(Math.max(heights[at] * (sketch.y[1] / sketch.y[0]) ** (step[1] / 40), y.domain()[0]), y.domain()[1]);
      drawn = drawn || step[1] !== 0;
      draw();
      tell();
    });
  draw();
  const body = element("div", { class: "sketch" }, svg.node(), element("p", { class: "said", id: "sketch-help" },
    "Draw from left to right. By keyboard: left and right choose a point, up and down move it. The first point is given."), words);
  return { body, answer: () => ({ curve: drawn ? places.map((place, i) => [place, heights[i]]) : [] }) };
}

function pointOf(svg) {
  const box = svg.node().getBoundingClientRect();
  return [((d3.event.clientX - box.left) * 640) / box.width, ((d3.event.clientY - box.top) * 300) / box.height];
}

/** My curve and the engine's. */
function sketchPicture(sketch, mine, right) {
  const svg = sketchSvg("My curve, and the engine's");
  const { x, y, mark } = sketchAxes(sketch, svg);
  const line = d3.line().x((p) => x(p[0])).y((p) => y(p[1]));
  const [first, last] = [mine[mine.length - 1], right[right.length - 1]];
  svg.append("path").attr("d", line(mine)).attr("fill", "none").attr("stroke", colors().tokens.accent).attr("stroke-width", 2).attr("stroke-dasharray", "6 4");
  svg.append("path").attr("d", line(right)).attr("fill", "none").attr("stroke", colors().tokens.text).attr("stroke-width", 3);
  const frame = { mark, width: 640, taken: [] };
  label(frame, "mine", [[x(first[0]) - 6, y(first[1]) - 8, "end"]], "mine", { color: colors().tokens.accent });
  label(frame, "engine", [[x(last[0]) - 6, y(last[1]) + 18, "end"], [x(last[0]) - 6, y(last[1]) - 8, "end"]], "engine", { strong: true });
  return d3.create("div").attr("class", "sketch").call((div) => div.node().append(svg.node()));
}
