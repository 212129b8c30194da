// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** The three roofs of a GPU, the intensities of the step on them, and the rate that it achieves. */
function drawRoofline(now, others) {
  const frame = chartFrame("roofline", 330, { left: 74, right: 16, top: 28, bottom: 44 });
  const { svg, area } = frame;
  const chart = now.roofline;
  const all = [chart, ...others.map((o) => o.answer.roofline)];
  const x = d3.scaleLog().domain(roofRange(all)).range([area.left, area.right]);
  const rates = all.flatMap((r) => [r.achieved_flops, r.attainable_flops]).filter((rate) => rate > 0);
  const y = d3.scaleLog().domain([d3.min(rates) / 8, d3.max(all, (r) => r.peak_flops) * 2.2])
    .range([area.bottom, area.top]).clamp(true);
  bottomAxis(frame, x, powers(x, 10, frame.width < 480 ? 4 : 7), (i) => d3.format("~s")(i).replace("k", " k").replace("M", " M"),
    "FLOP per byte: of memory (AI), of network (CI)");
  leftAxis(frame, y, powers(y, 10, 6), (rate) => figureText("achieved_flops", rate), "Rate per GPU");
  for (const other of others) drawRoofs(frame, x, y, other.answer.roofline, other.dashes);
  svg.append("line").attr("x1", area.left).attr("x2", area.right).attr("y1", y(chart.peak_flops)).attr("y2", y(chart.peak_flops))
    .attr("stroke", quantity("compute").color).attr("stroke-dasharray", "2 4");
  drawRoofs(frame, x, y, chart, null);
  nameRoofs(frame, x, y, chart);
  drawIntensities(frame, x, y, chart);
  for (const other of others) drawPoint(frame, x, y, other.answer.roofline, other.name);
  drawPoint(frame, x, y, chart, null);
  readout(frame, (px) => {
    const i = x.invert(px);
    const rate = (value) => figureText("achieved_flops", value);
    const network = chart.network_bandwidth > 0 ? `, network roof ${rate(chart.network_bandwidth * i)}` : "";
    return `${figureText("arithmetic_intensity", i)}: compute roof ${rate(chart.sustained_flops)}, memory roof `
      + `${rate(chart.memory_bandwidth * i)}${network}`;
  });
  describe("roofline", chart.sentence);
}

const roofsOf = (r) => [["memory", "memory", r.memory_bandwidth, r.arithmetic_intensity],
  ["network", "data_comm", r.network_bandwidth, r.communication_intensity]].filter((roof) => roof[2] > 0);

function roofRange(all) {
  const marks = all.flatMap((r) => roofsOf(r).flatMap(([, , bandwidth, intensity]) => [r.sustained_flops / bandwidth, intensity]));
  const known = marks.filter((mark) => mark > 0 && isFinite(mark));
  return [d3.min(known) / 12, d3.max(known) * 12];
}

function drawRoofs({ svg, area }, x, y, r, dashes) {
  const [from, to] = x.domain();
  const line = (name, x1, y1, x2, y2, limits) => {
    const path = svg.append("line").attr("class", dashes ? "other" : `roof-${name}`).attr("x1", x(x1)).attr("y1", y(y1))
      .attr("x2", x(x2)).attr("y2", y(y2)).attr("stroke", quantity(name).color).attr("stroke-width", limits && !dashes ? 4 : 1.8);
    path.attr("stroke-dasharray", dashes ?? quantity(name).dashes);
  };
  let ridge = from;
  for (const [id, name, bandwidth] of roofsOf(r)) {
    const top = r.sustained_flops / bandwidth;
    const low = Math.max(from, y.domain()[0] / bandwidth);
    line(name, low, low * bandwidth, Math.min(top, to), Math.min(top, to) * bandwidth, r.bound === id);
    ridge = ridge === from ? top : Math.min(ridge, top);
  }
  line("compute", Math.max(ridge, from), r.sustained_flops, to, r.sustained_flops, r.bound === "compute");
}

function nameRoofs({ svg, area }, x, y, r) {
  label(svg, area.right - 4, y(r.sustained_flops) + 16, r.names.compute, { anchor: "end", color: quantity("compute").text, strong: r.bound === "compute" });
  if (y(r.sustained_flops) - y(r.peak_flops) > 12)
    label(svg, area.right - 4, y(r.peak_flops) - 5, r.names.peak, { anchor: "end", color: quantity("compute").text });
  for (const [id, name, bandwidth] of roofsOf(r)) {
    const top = Math.min(r.sustained_flops / bandwidth, x.domain()[1]);
    const low = Math.max(x.domain()[0], y.domain()[0] / bandwidth);
    const rise = (Math.atan2(y(top * bandwidth) - y(low * bandwidth), x(top) - x(low)) * 180) / Math.PI;
    if (x(top) - x(low) < 90) continue;
    const at = Math.sqrt(low * top);
    label(svg, x(at) - 6, y(at * bandwidth) - 7, r.names[id], { anchor: "middle", turn: rise, color: quantity(name).text, strong: r.bound === id });
  }
}

/** Where the step's intensities meet their roofs. */
function drawIntensities({ svg, area }, x, y, r) {
  let last = -1e9;
  for (const [id, name, bandwidth, intensity] of roofsOf(r)) {
    if (!(intensity > 0)) continue;
    const at = y(Math.min(bandwidth * intensity, r.sustained_flops));
    svg.append("line").attr("x1", x(intensity)).attr("x2", x(intensity)).attr("y1", at).attr("y2", area.bottom)
      .attr("stroke", quantity(name).color).attr("stroke-dasharray", "1 3");
    svg.append("circle").attr("cx", x(intensity)).attr("cy", at).attr("r", 4).attr("fill", colors().tokens.panel)
      .attr("stroke", quantity(name).color).attr("stroke-width", 2);
    const near = Math.abs(x(intensity) - last) < 90;
    last = x(intensity);
    label(svg, Math.min(x(intensity) + 5, area.right - 90), area.bottom - (near ? 22 : 6), r.names[id === "memory" ? "ai" : "ci"], { color: quantity(name).text });
  }
}

/** The operating point, with its way to the roof; that of A is hollow. */
function drawPoint({ svg, area }, x, y, r, name) {
  const intensity = r.bound === "network" ? r.communication_intensity : r.arithmetic_intensity;
  if (!(intensity > 0 && r.achieved_flops > 0)) return;
  const [px, py, roof] = [x(intensity), y(r.achieved_flops), y(r.attainable_flops)];
  const ink = colors().tokens.text;
  if (!name && py - roof > 16)
    svg.append("path").attr("d", `M${px},${py}V${roof + 4}m-4,7l4,-8l4,8`).attr("stroke", ink).attr("fill", "none").attr("stroke-width", 1.5);
  svg.append("circle").attr("class", name ? "other-point" : "point").attr("cx", px).attr("cy", py).attr("r", 6)
    .attr("fill", name ? colors().tokens.panel : ink).attr("stroke", name ? ink : colors().tokens.panel).attr("stroke-width", 2);
  const left = px > (area.left + area.right) / 2;
  label(svg, px + (left ? -11 : 11), py + (name ? 18 : 5), name ?? r.names.achieved, { anchor: left ? "end" : "start", strong: true });
}
