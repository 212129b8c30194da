// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** What all charts share: pictures whose marks stay, axes with the program's texts, labels with a halo. */
const pictures = new Map();
const letterPixels = 12;
const leastWidth = 240;
const printWidths = { scaling: 340, roofline: 340, breakdown: 700 }; // two columns on a page, or one
let printing = false;

/** A picture of the width that there is, ready to be drawn; endPicture() removes what was not drawn again. */
function beginPicture(id, height, margins) {
  if (!pictures.has(id)) pictures.set(id, newPicture(id));
  const picture = pictures.get(id);
  picture.roomy ||= picture.place.clientWidth;
  const width = printing ? printWidths[id] : Math.max(picture.roomy, leastWidth);
  const area = { left: margins.left, top: margins.top, right: width - margins.right, bottom: height - margins.bottom };
  setAttributes(picture.svg, picture.shown, { viewBox: `0 0 ${width} ${height}`, height });
  picture.begin();
  return Object.assign(picture, { width, height, area, taken: [] });
}

function endPicture(picture, sentence, wordsAt) {
  picture.end();
  picture.wordsAt = wordsAt;
  describe(picture, sentence);
}

function newPicture(id) {
  const figure = byId(id);
  const place = figure.querySelector("div");
  const svg = document.createElementNS(svgSpace, "svg");
  svg.setAttribute("role", "img");
  const readout = element("p", { class: "readout", "aria-hidden": "true" });
  place.append(svg, readout);
  const picture = { id, place, svg, shown: {}, roomy: 0, wordsAt: null, ...marksOf(svg),
    title: figure.querySelector("h2").textContent, caption: figure.querySelector("figcaption p") };
  svg.addEventListener("pointermove", (event) => say(readout, readoutAt(picture, event)));
  svg.addEventListener("pointerleave", () => say(readout, ""));
  new ResizeObserver(() => {
    if (picture.roomy === place.clientWidth) return;
    picture.roomy = place.clientWidth;
    if (picture.roomy) drawSoon();
  }).observe(place);
  return picture;
}

/** Words about what is under the pointer, for the line beneath a chart. */
function readoutAt({ svg, area, width, wordsAt }, event) {
  const box = svg.getBoundingClientRect();
  const x = ((event.clientX - box.left) * width) / box.width;
  return x >= area.left && x <= area.right ? wordsAt(x) : "";
}

/** The sentence of a chart is its caption and its description for screen readers. */
function describe({ svg, shown, title, caption }, sentence) {
  say(caption, sentence);
  setAttributes(svg, shown, { "aria-label": `${title}. ${sentence}` });
}

/** At most `most` ticks of a logarithmic scale: powers of the base. */
function powers(scale, base, most) {
  const [low, high] = scale.domain();
  const from = Math.ceil(Math.log(low) / Math.log(base) - 1e-9);
  const to = Math.floor(Math.log(high) / Math.log(base) + 1e-9);
  const step = Math.max(1, Math.ceil((to - from + 1) / most));
  return d3.range(from, to + 1, step).map((power) => base ** power);
}

/** Lines at the ticks from `top`, which may be another area's, to the bottom of an area, and their texts beneath. */
function bottomAxis({ mark, area }, scale, ticks, format, name, top = area.top) {
  const at = (tick) => scale(tick) + (scale.bandwidth?.() ?? 0) / 2;
  mark("path", "x grid", { class: "grid", d: ticks.map((tick) => `M${px(at(tick))},${top}V${area.bottom}`).join("") });
  ticks.forEach((tick, i) => mark("text", `x ${i}`, { x: at(tick), y: area.bottom + 21, "text-anchor": "middle", fill: colors().tokens.muted }, format(tick)));
  mark("text", "x name", { x: (area.left + area.right) / 2, y: area.bottom + 38, "text-anchor": "middle", fill: colors().tokens.muted }, name);
}

function leftAxis({ mark, area, taken }, scale, ticks, format, name, key = "y") {
  mark("path", `${key} grid`, { class: "grid", d: ticks.map((tick) => `M${area.left},${px(scale(tick))}H${area.right}`).join("") });
  ticks.forEach((tick, i) => mark("text", `${key} ${i}`, { x: area.left - 6, y: scale(tick) + 4, "text-anchor": "end", fill: colors().tokens.muted }, format(tick)));
  if (!name) return;
  mark("text", `${key} name`, { x: 2, y: area.top - 12, fill: colors().tokens.muted }, name);
  taken?.push({ left: 2, y: area.top - 12, length: textWidth(name) });
}

/** A text at the first of its places, [x, y, anchor], that nothing else has taken and that is inside of an area; what
 * may be missing is left out where there is none. */
function label(frame, key, places, words, { color = colors().tokens.text, strong = false, within = null, mayBeMissing = false } = {}) {
  const length = textWidth(words, strong);
  const { left: least, right: most, top, bottom } = within ?? { left: 2, right: frame.width - 2, top: 0, bottom: frame.height };
  const boxes = places.map(([x, y, anchor = "start"]) => {
    const left = x - { start: 0, middle: length / 2, end: length }[anchor];
    const isInside = left >= least && left + length <= most && y - letterPixels >= top && y <= bottom;
    return { left: Math.max(2, Math.min(left, frame.width - 2 - length)), y, isInside };
  });
  const overlaps = (box, other) => box.left < other.left + other.length + 4 && other.left < box.left + length + 4
    && Math.abs(box.y - other.y) < letterPixels + 1;
  const isFree = (box) => !frame.taken.some((other) => overlaps(box, other));
  const box = boxes.find((place) => isFree(place) && place.isInside) ?? (mayBeMissing ? null : boxes.find(isFree) ?? boxes[0]);
  if (!box) return;
  frame.taken.push({ ...box, length });
  frame.mark("text", key, { class: strong ? "halo strong" : "halo", x: box.left, y: box.y, fill: color }, words);
}

/** A text along a line. */
function slantedLabel({ mark }, key, x, y, turn, words, { color, strong = false }) {
  mark("text", key, { class: strong ? "halo strong" : "halo", x, y, fill: color, "text-anchor": "middle",
    transform: `rotate(${px(turn)},${px(x)},${px(y)})` }, words);
}

function dot({ mark }, key, x, y, color, r = 5) {
  mark("circle", key, { cx: x, cy: y, r, fill: color, stroke: colors().tokens.panel, "stroke-width": 1.5 });
}

/** The triangle on an axis that marks the present K. */
function nowMark({ mark }, x, bottom) {
  mark("path", "now", { d: `M${px(x - 6)},${bottom + 9}L${px(x)},${bottom}L${px(x + 6)},${bottom + 9}Z`, fill: colors().tokens.text });
}
