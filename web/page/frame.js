// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** What all charts share: an SVG of the width that there is, axes with the program's texts, labels with a halo. */
function chartFrame(id, height, margins) {
  const place = document.querySelector(`#${id} > div`);
  const width = Math.max(place.clientWidth, 240);
  let svg = d3.select(place).select("svg");
  if (svg.empty()) svg = d3.select(place).append("svg").attr("role", "img");
  svg.attr("viewBox", `0 0 ${width} ${height}`).attr("height", height).selectAll("*").remove();
  patterns(svg, id);
  const area = { left: margins.left, top: margins.top, right: width - margins.right, bottom: height - margins.bottom };
  return { svg, width, height, area, place };
}

/** The sentence of a chart is its caption and its description for screen readers. */
function describe(id, sentence) {
  say(document.querySelector(`#${id} figcaption p`), sentence);
  const title = document.querySelector(`#${id} h2`).textContent;
  d3.select(`#${id} svg`).attr("aria-label", `${title}. ${sentence}`);
}

/** At most `most` ticks of a logarithmic scale: powers of the base. */
function powers(scale, base, most) {
  const [low, high] = scale.domain();
  const from = Math.ceil(Math.log(low) / Math.log(base) - 1e-9);
  const to = Math.floor(Math.log(high) / Math.log(base) + 1e-9);
  const step = Math.max(1, Math.ceil((to - from + 1) / most));
  return d3.range(from, to + 1, step).map((power) => base ** power);
}

/** Moves a text so far that nothing of it is outside of the picture. */
function keepInside(text, width) {
  const box = text.node().getBBox();
  const beyond = Math.max(box.x + box.width - width + 2, 0) || Math.min(box.x - 2, 0);
  text.attr("x", Number(text.attr("x")) - beyond);
}

function bottomAxis({ svg, area }, scale, ticks, format, name) {
  const axis = d3.axisBottom(scale).tickValues(ticks).tickFormat(format).tickSize(area.top - area.bottom).tickPadding(12);
  svg.append("g").attr("transform", `translate(0,${area.bottom})`).call(axis).select(".domain").remove();
  svg.append("text").attr("class", "muted").attr("x", (area.left + area.right) / 2).attr("y", area.bottom + 38)
    .attr("text-anchor", "middle").text(name);
}

function leftAxis({ svg, area }, scale, ticks, format, name) {
  const axis = d3.axisLeft(scale).tickValues(ticks).tickFormat(format).tickSize(area.left - area.right);
  svg.append("g").attr("transform", `translate(${area.left},0)`).call(axis).select(".domain").remove();
  svg.append("text").attr("class", "muted").attr("x", 2).attr("y", area.top - 8).text(name);
}

function label(svg, x, y, words, { color = null, anchor = "start", strong = false, turn = 0 } = {}) {
  const text = svg.append("text").attr("class", `halo${strong ? " strong" : ""}`).attr("x", x).attr("y", y)
    .attr("text-anchor", anchor).text(words);
  if (color) text.style("fill", color);
  if (turn) text.attr("transform", `rotate(${turn},${x},${y})`);
  return text;
}

/** The triangle under an axis that marks the present K. */
function nowMark({ svg, area }, x) {
  svg.append("path").attr("d", `M${x - 6},${area.bottom + 9}L${x},${area.bottom}L${x + 6},${area.bottom + 9}Z`)
    .attr("fill", colors().tokens.text);
}

/** Shows words about what is under the pointer, in the line beneath a chart. */
function readout({ svg, area, place }, wordsAt) {
  let line = place.querySelector(".readout");
  if (!line) place.append((line = element("p", { class: "readout", "aria-hidden": "true" })));
  svg.on("pointermove", () => {
    const [x, y] = d3.clientPoint(svg.node(), d3.event);
    const scale = svg.node().viewBox.baseVal.width / svg.node().getBoundingClientRect().width;
    const inside = x * scale >= area.left && x * scale <= area.right;
    say(line, inside ? wordsAt(x * scale, y * scale) : "");
  }).on("pointerleave", () => say(line, ""));
}
