// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** Speedup and efficiency over the number of workers, with the knee, its bounds, and A. */
function drawScaling(now, others) {
  const frame = chartFrame("scaling", 330, { left: 48, right: 44, top: 44, bottom: 44 });
  const { svg, area } = frame;
  const chart = now.scaling;
  const points = chart.points;
  const most = Math.max(chart.best_speedup, ...others.map((o) => o.answer.scaling.best_speedup), 2);
  const x = d3.scaleLog().base(2).domain([points[0][0], points[points.length - 1][0]]).range([area.left, area.right]);
  const y = d3.scaleLog().base(2).domain([Math.min(1, d3.min(points, (p) => p[1] || 1)), 2 ** Math.ceil(Math.log2(most) + 0.5)])
    .range([area.bottom, area.top]).clamp(true);
  const share = d3.scaleLinear().domain([0, 1.05]).range([area.bottom, area.top]).clamp(true);
  drawBands(frame, x, chart.regions);
  const room = frame.width < 480 ? 5 : 8;
  bottomAxis(frame, x, powers(x, 2, room), (k) => figureText("workers", k), "Workers K");
  leftAxis(frame, y, powers(y, 2, 7), (s) => figureText("speedup", s), "Speedup");
  drawShares(frame, share);
  const line = (of, scale) => d3.line().x((p) => x(p[0])).y((p) => scale(p[of]));
  svg.append("path").attr("d", d3.line()(idealLine(x, y)))
    .attr("stroke", colors().tokens.muted).attr("stroke-dasharray", "1 4").attr("fill", "none");
  for (const other of others)
    for (const [of, scale, color] of [[1, y, colors().tokens.text], [2, share, quantity("compute").color]])
      svg.append("path").attr("class", "other").attr("d", line(of, scale)(other.answer.scaling.points)).attr("fill", "none")
        .attr("stroke", color).attr("stroke-width", 1.5).attr("stroke-dasharray", other.dashes);
  svg.append("path").attr("class", "efficiency").attr("d", line(2, share)(points)).attr("fill", "none")
    .attr("stroke", quantity("compute").color).attr("stroke-width", 1.6);
  svg.append("path").attr("class", "speedup").attr("d", line(1, y)(points)).attr("fill", "none")
    .attr("stroke", colors().tokens.text).attr("stroke-width", 2.4);
  drawTolerance(frame, share, chart);
  drawFlag(frame, x, chart.flag);
  nameCurves(frame, x, y, share, points, others);
  const [k, speedup, efficiency] = chart.now;
  for (const [at, color] of [[y(speedup), colors().tokens.text], [share(efficiency), quantity("compute").color]])
    svg.append("circle").attr("cx", x(k)).attr("cy", at).attr("r", 5).attr("fill", color)
      .attr("stroke", colors().tokens.panel).attr("stroke-width", 1.5);
  nowMark(frame, x(k));
  const bisect = d3.bisector((p) => p[0]).left;
  readout(frame, (px) => {
    const p = points[Math.min(bisect(points, x.invert(px)), points.length - 1)];
    return `K = ${figureText("workers", p[0])}: speedup ${figureText("speedup", p[1])}, efficiency `
      + `${figureText("efficiency", p[2])}, γ ${figureText("gamma", p[3])}`;
  });
  describe("scaling", chart.sentence);
}

/** Speedup K, from one end of the chart to where it leaves it. */
function idealLine(x, y) {
  const from = Math.max(x.domain()[0], y.domain()[0]);
  const to = Math.min(x.domain()[1], y.domain()[1]);
  return [[x(from), y(from)], [x(to), y(to)]];
}

/** Ranges of K with one bound, tinted; each bound is named once, where it is widest. */
function drawBands({ svg, area }, x, regions) {
  const widest = {};
  for (const region of regions) {
    const from = Math.max(x(region.from), area.left);
    const to = Math.min(x(region.to), area.right);
    if (to <= from) continue;
    svg.append("rect").attr("x", from).attr("y", area.top).attr("width", to - from).attr("height", area.bottom - area.top)
      .attr("fill", quantity(colors().bounds[region.bound]).tint);
    if (!(widest[region.bound]?.width > to - from)) widest[region.bound] = { from, width: to - from, region };
  }
  for (const { from, width, region } of Object.values(widest))
    if (width > region.name.length * 6.6 + 8)
      label(svg, from + width / 2, area.bottom - 6, region.name,
        { anchor: "middle", color: quantity(colors().bounds[region.bound]).text });
}

function drawShares({ svg, area }, share) {
  const axis = d3.axisRight(share).tickValues([0.2, 0.4, 0.6, 0.8, 1]).tickFormat((e) => figureText("efficiency", e)).tickSize(0);
  svg.append("g").attr("transform", `translate(${area.right + 2},0)`).call(axis).select(".domain").remove();
}

function drawTolerance({ svg, area }, share, chart) {
  const at = share(chart.tolerance);
  svg.append("line").attr("x1", area.left).attr("x2", area.right).attr("y1", at).attr("y2", at)
    .attr("stroke", colors().tokens.accent).attr("stroke-dasharray", "5 4");
  label(svg, area.left + 4, at + 14, chart.tolerance_name, { color: quantity("compute").text });
}

function drawFlag({ svg, area, width }, x, flag) {
  if (!flag) return;
  const at = Math.min(Math.max(x(flag.k), area.left), area.right);
  svg.append("line").attr("class", "knee").attr("x1", at).attr("x2", at).attr("y1", area.top - 12).attr("y2", area.bottom)
    .attr("stroke", quantity("compute").color).attr("stroke-width", 1.5);
  const words = label(svg, at, area.top - 16, flag.name, { anchor: "middle", strong: true });
  if (words.node().getComputedTextLength() > width - 8) words.text(flag.place);
  keepInside(words, width);
}

function nameCurves({ svg, area }, x, y, share, points, others) {
  const end = points[points.length - 1];
  const middle = points[Math.floor(points.length * 0.62)];
  label(svg, area.right - 4, y(end[1]) + (y(end[1]) < area.top + 30 ? 16 : -8), "speedup", { anchor: "end", strong: true });
  label(svg, x(middle[0]), share(middle[2]) - 9, "efficiency", { anchor: "middle", strong: true, color: quantity("compute").text });
  for (const other of others) {
    const p = other.answer.scaling.points[Math.floor(other.answer.scaling.points.length * 0.8)];
    label(svg, Math.min(x(p[0]), area.right - 8), y(p[1]) + 14, other.name, { anchor: "end", strong: true });
  }
}
