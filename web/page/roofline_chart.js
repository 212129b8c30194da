// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** The three roofs of a GPU, the intensities of the step on them, and the rate that it achieves. */
function drawRoofline(now, others) {
  const frame = beginPicture("roofline", 380, { left: 82, right: 16, top: 28, bottom: 44 });
  const { mark, area } = frame;
  const chart = now.roofline;
  const all = [chart, ...others.map((o) => o.answer.roofline)];
  const x = d3.scaleLog().domain(roofRange(all)).range([area.left, area.right]);
  const rates = all.flatMap((r) => [r.achieved_flops, r.attainable_flops]).filter((rate) => rate > 0);
  const y = d3.scaleLog().domain([d3.min(rates) / 8, d3.max(all, (r) => r.peak_flops) * 2.2])
    .range([area.bottom, area.top]).clamp(true);
  bottomAxis(frame, x, powers(x, 10, frame.width < 480 ? 4 : 7), (i) => d3.format("~s")(i).replace("k", " k").replace("M", " M"),
    frame.width < 360 ? "FLOP per byte (AI, CI)" : "FLOP per byte: of memory (AI), of network (CI)");
  leftAxis(frame, y, powers(y, 10, 6), (rate) => figureText("achieved_flops", rate), "Rate per GPU");
  for (const other of others) drawRoofs(frame, x, y, other.answer.roofline, other);
  mark("path", "peak", { d: `M${area.left},${px(y(chart.peak_flops))}H${area.right}`, stroke: quantity("compute").color, "stroke-dasharray": "2 4" });
  drawRoofs(frame, x, y, chart, null);
  drawIntensities(frame, x, y, chart);
  for (const other of others) drawPoint(frame, x, y, other.answer.roofline, other.name);
  drawPoint(frame, x, y, chart, null);
  nameRoofs(frame, x, y, chart);
  nameIntensities(frame, x, chart);
  endPicture(frame, chart.sentence, (at) => {
    const i = x.invert(at);
    const rate = (value) => figureText("achieved_flops", value);
    const network = chart.network_bandwidth > 0 ? `, network roof ${rate(chart.network_bandwidth * i)}` : "";
    return `${figureText("arithmetic_intensity", i)}: compute roof ${rate(chart.sustained_flops)}, memory roof `
      + `${rate(chart.memory_bandwidth * i)}${network}`;
  });
}

const roofsOf = (r) => [["memory", "memory", r.memory_bandwidth, r.arithmetic_intensity],
  ["network", "data_comm", r.network_bandwidth, r.communication_intensity]].filter((roof) => roof[2] > 0);

function roofRange(all) {
  const marks = all.flatMap((r) => roofsOf(r).flatMap(([, , bandwidth, intensity]) => [r.sustained_flops / bandwidth, intensity]));
  const known = marks.filter((mark) => mark > 0 && isFinite(mark));
  return [d3.min(known) / 12, d3.max(known) * 12];
}

function drawRoofs({ mark }, x, y, r, other) {
  const [from, to] = x.domain();
  const line = (name, x1, y1, x2, y2, limits) => mark("path", `${other?.name ?? ""} roof ${name}`,
    { class: other ? "other" : `roof-${name}`, d: polyline([[x(x1), y(y1)], [x(x2), y(y2)]]), stroke: quantity(name).color,
      "stroke-width": limits && !other ? 4 : 1.8, "stroke-dasharray": other?.dashes ?? quantity(name).dashes });
  let ridge = from;
  for (const [id, name, bandwidth] of roofsOf(r)) {
    const top = r.sustained_flops / bandwidth;
    const low = Math.max(from, y.domain()[0] / bandwidth);
    line(name, low, low * bandwidth, Math.min(top, to), Math.min(top, to) * bandwidth, r.bound === id);
    ridge = ridge === from ? top : Math.min(ridge, top);
  }
  line("compute", Math.max(ridge, from), r.sustained_flops, to, r.sustained_flops, r.bound === "compute");
}

function nameRoofs(frame, x, y, r) {
  const { area } = frame;
  const flat = quantity("compute").text;
  const sustained = y(r.sustained_flops);
  label(frame, "name compute", [16, -12].flatMap((up) => [[area.right - 4, sustained + up, "end"], [(area.left + area.right) / 2, sustained + up, "middle"]]),
    r.names.compute, { color: flat, strong: r.bound === "compute" });
  if (sustained - y(r.peak_flops) > 12) label(frame, "name peak", [[area.right - 4, y(r.peak_flops) - 5, "end"], [area.left + 4, y(r.peak_flops) - 5]], r.names.peak, { color: flat, mayBeMissing: true });
  for (const [id, name, bandwidth] of roofsOf(r)) {
    const top = Math.min(r.sustained_flops / bandwidth, x.domain()[1]);
    const low = Math.max(x.domain()[0], y.domain()[0] / bandwidth);
    const [across, up] = [x(top) - x(low), y(top * bandwidth) - y(low * bandwidth)];
    if (Math.hypot(across, up) < textWidth(r.names[id], true) + 16) continue;
    const at = Math.sqrt(low * top);
    const turn = Math.atan2(up, across);
    slantedLabel(frame, `name ${id}`, x(at) + 6 * Math.sin(turn), y(at * bandwidth) - 6 * Math.cos(turn), (turn * 180) / Math.PI, r.names[id],
      { color: quantity(name).text, strong: r.bound === id });
  }
}

/** Where the step's intensities meet their roofs. */
function drawIntensities({ mark, area, taken }, x, y, r) {
  for (const [id, name, bandwidth, intensity] of roofsOf(r)) {
    if (!(intensity > 0)) continue;
    const [at, meets] = [x(intensity), y(Math.min(bandwidth * intensity, r.sustained_flops))];
    mark("path", `intensity ${id}`, { d: `M${px(at)},${px(meets)}V${area.bottom}`, stroke: quantity(name).color, "stroke-dasharray": "1 3" });
    taken.push({ left: at - 5, y: meets + 4, length: 10 });
    mark("circle", `meets ${id}`, { cx: at, cy: meets, r: 4, fill: colors().tokens.panel, stroke: quantity(name).color, "stroke-width": 2 });
  }
}

function nameIntensities(frame, x, r) {
  const { area } = frame;
  for (const [id, name, , intensity] of roofsOf(r)) {
    if (!(intensity > 0)) continue;
    const at = x(intensity);
    label(frame, `intensity name ${id}`, [6, 22, 38].flatMap((up) => [[at + 5, area.bottom - up], [at - 5, area.bottom - up, "end"]]),
      r.names[id === "memory" ? "ai" : "ci"], { color: quantity(name).text });
  }
}

/** The operating point, with its way to the roof; that of A is hollow. */
function drawPoint(frame, x, y, r, name) {
  const { mark, area } = frame;
  const intensity = r.bound === "network" ? r.communication_intensity : r.arithmetic_intensity;
  if (!(intensity > 0 && r.achieved_flops > 0)) return;
  const [at, height, roof] = [x(intensity), y(r.achieved_flops), y(r.attainable_flops)];
  const ink = colors().tokens.text;
  if (!name && height - roof > 16)
    mark("path", "way to the roof", { d: `M${px(at)},${px(height)}V${px(roof + 4)}m-4,7l4,-8l4,8`, stroke: ink, fill: "none", "stroke-width": 1.5 });
  mark("circle", `point ${name}`, { class: name ? "other-point" : "point", cx: at, cy: height, r: 6,
    fill: name ? colors().tokens.panel : ink, stroke: name ? ink : colors().tokens.panel, "stroke-width": 2 });
  frame.taken.push({ left: at - 7, y: height + 5, length: 14 });
  const sides = at > (area.left + area.right) / 2 ? [[-11, "end"], [11, "start"], [0, "middle"]] : [[11, "start"], [-11, "end"], [0, "middle"]];
  label(frame, `point name ${name}`, [18, 5, 24, 36, 48, -14].flatMap((down) => sides.map(([aside, anchor]) => [at + aside, height + down, anchor])),
    name ?? r.names.achieved, { strong: true, within: area });
}
