// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** Speedup and efficiency over the number of workers, with the knee, its bounds, and A; below, the pane of γ. */
const paneHeight = 44;
const paneGap = 14;
const mostGammaDecades = 4;

function drawScaling(now, others) {
  const frame = beginPicture("scaling", 380, { left: 54, right: 44, top: 44, bottom: 44 + paneHeight + paneGap });
  const pane = { ...frame.area, top: frame.area.bottom + paneGap, bottom: frame.area.bottom + paneGap + paneHeight };
  const chart = now.scaling;
  const all = [chart, ...others.map((other) => other.answer.scaling)];
  const scales = scalingScales(frame, pane, all);
  drawRegions(frame, pane, scales, chart.regions);
  drawScalingAxes(frame, pane, scales, chart);
  drawCurves(frame, scales, chart, others);
  drawFlag(frame, pane, scales, chart);
  const [k, speedup, efficiency, gamma] = chart.now;
  for (const y of [scales.speedup(speedup), scales.efficiency(efficiency)]) frame.taken.push({ left: scales.x(k) - 6, y: y + 5, length: 12 });
  nameCurves(frame, scales, chart, others);
  drawOtherKnees(frame, pane, scales, chart);
  nameRegions(frame, scales, chart.regions);
  namePane(frame, pane, scales, chart);
  dot(frame, "now speedup", scales.x(k), scales.speedup(speedup), colors().tokens.text);
  dot(frame, "now efficiency", scales.x(k), scales.efficiency(efficiency), quantity("compute").color);
  if (gamma > 0) dot(frame, "now gamma", scales.x(k), scales.gamma(gamma), quantity("data_comm").color, 4);
  nowMark(frame, scales.x(k), pane.bottom);
  const bisect = d3.bisector((p) => p[0]).left;
  endPicture(frame, chart.sentence, (at) => {
    const p = chart.points[Math.min(bisect(chart.points, scales.x.invert(at)), chart.points.length - 1)];
    return `K = ${figureText("workers", p[0])}: speedup ${figureText("speedup", p[1])}, efficiency `
      + `${figureText("efficiency", p[2])}, γ ${figureText("gamma", p[3])}`;
  });
}

/** Axes as in the program: that of speedup ends at the power of two above twice the best, at most at the largest K. */
function scalingScales({ area }, pane, all) {
  const points = all[0].points;
  const [first, last] = [points[0][0], points[points.length - 1][0]];
  const best = Math.max(...all.map((chart) => chart.best_speedup), 1);
  const above = (value) => 2 ** Math.ceil(Math.log2(value) - 1e-9);
  const most = Math.max(Math.min(above(2 * best), last), above(best), 2);
  const least = Math.min(1, ...all.flatMap((chart) => chart.points.map((p) => p[1] || 1)));
  const mostEfficient = Math.max(...all[0].points.map((p) => p[2]));
  const gammas = all.flatMap((chart) => chart.points.map((p) => p[3])).filter((gamma) => gamma > 0).concat(all[0].gamma.threshold);
  const top = Math.ceil(Math.log10(Math.max(...gammas)) + 0.05);
  const low = Math.max(Math.floor(Math.log10(Math.min(...gammas)) - 0.05), top - mostGammaDecades);
  return {
    x: d3.scaleLog().base(2).domain([first, last]).range([area.left, area.right]),
    speedup: d3.scaleLog().base(2).domain([2 ** Math.floor(Math.log2(Math.max(least, most * 1e-6))), most]).range([area.bottom, area.top]).clamp(true),
    efficiency: d3.scaleLinear().domain([0, mostEfficient > 1.005 ? Math.ceil(mostEfficient * 4 - 1e-9) / 4 : 1]).range([area.bottom, area.top]).clamp(true),
    gamma: d3.scaleLog().domain([10 ** low, 10 ** top]).range([pane.bottom, pane.top]).clamp(true),
  };
}

/** Ranges of K with one bound, tinted; those of one bound are one shape. */
function drawRegions({ mark, area }, pane, { x }, regions) {
  const shapes = {};
  for (const { from, to, bound } of regions) {
    const [left, right] = [Math.max(x(from), area.left), Math.min(x(to), area.right)];
    if (right <= left) continue;
    shapes[bound] = (shapes[bound] ?? "") + rectangle(left, area.top, right - left, area.bottom - area.top)
      + rectangle(left, pane.top, right - left, pane.bottom - pane.top);
  }
  for (const [bound, shape] of Object.entries(shapes))
    mark("path", `region ${bound}`, { d: shape, fill: quantity(colors().bounds[bound]).tint });
}

/** Each bound is named once, where it is widest, if there is room. */
function nameRegions(frame, { x }, regions) {
  const { area } = frame;
  const widest = {};
  for (const region of regions) {
    const [left, right] = [Math.max(x(region.from), area.left), Math.min(x(region.to), area.right)];
    if (right - left > (widest[region.bound]?.width ?? 0)) widest[region.bound] = { left, width: right - left, region };
  }
  for (const [bound, { left, width, region }] of Object.entries(widest))
    if (width > textWidth(region.name) + 8)
      label(frame, `bound ${bound}`, [area.bottom - 6, area.bottom - 22, area.top + 14, area.bottom - 38].map((y) => [left + width / 2, y, "middle"]),
        region.name, { color: quantity(colors().bounds[bound]).text, mayBeMissing: true });
}

function drawScalingAxes(frame, pane, { x, speedup, efficiency, gamma }, chart) {
  const { mark, area } = frame;
  bottomAxis({ mark, area: pane }, x, powers(x, 2, frame.width < 480 ? 5 : 8), (k) => figureText("workers", k), "Workers K", area.top);
  leftAxis(frame, speedup, powers(speedup, 2, 7), (s) => figureText("speedup", s), "Speedup");
  const muted = colors().tokens.muted;
  d3.range(0, efficiency.domain()[1] + 0.01, 0.25).forEach((share, i) =>
    mark("text", `share ${i}`, { x: area.right + 5, y: efficiency(share) + 4, fill: quantity("compute").text }, figureText("efficiency", share)));
  label(frame, "share name", [[frame.width - 2, area.top - 12, "end"]], "Efficiency", { color: quantity("compute").text });
  const ends = gamma.domain().filter((end) => Math.abs(gamma(end) - gamma(chart.gamma.threshold)) > letterPixels);
  leftAxis({ mark, area: pane }, gamma, [chart.gamma.threshold, ...ends], (value) => figureText("gamma", value), null, "gamma");
  mark("path", "gamma threshold", { d: `M${area.left},${px(gamma(chart.gamma.threshold))}H${area.right}`, fill: "none",
    stroke: quantity("data_comm").color, "stroke-dasharray": "2 4" });
  mark("path", "pane border", { d: `M${area.left},${area.bottom}H${area.right}`, stroke: muted });
}

function drawCurves({ mark, area }, { x, speedup, efficiency, gamma }, chart, others) {
  const ink = colors().tokens.text;
  const curve = (key, of, scale, points, attributes) => mark("path", key,
    { d: polyline(points.filter((p) => of !== 3 || p[3] > 0).map((p) => [x(p[0]), scale(p[of])])), fill: "none", ...attributes });
  const [from, to] = [0, 1].map((end) => (end ? Math.min : Math.max)(x.domain()[end], speedup.domain()[end]));
  mark("path", "ideal", { d: polyline([[x(from), speedup(from)], [x(to), speedup(to)]]), stroke: colors().tokens.muted, "stroke-dasharray": "1 4" });
  const kinds = [["speedup", 1, speedup, ink, 2.4], ["efficiency", 2, efficiency, quantity("compute").color, 1.6], ["gamma", 3, gamma, quantity("data_comm").color, 1.8]];
  for (const other of others)
    for (const [name, of, scale, color] of kinds)
      curve(`${other.name} ${name}`, of, scale, other.answer.scaling.points,
        { class: "other", stroke: color, "stroke-width": 1.5, "stroke-dasharray": other.dashes });
  for (const [name, of, scale, color, width] of kinds)
    curve(name, of, scale, chart.points, { class: name, stroke: color, "stroke-width": width,
      "stroke-dasharray": name === "gamma" ? quantity("data_comm").dashes : null });
  mark("path", "tolerance", { d: `M${area.left},${px(efficiency(chart.tolerance))}H${area.right}`, stroke: colors().tokens.accent, "stroke-dasharray": "5 4" });
}

function drawFlag(frame, pane, { x }, { flag, no_knee: none }) {
  const { mark, area, width } = frame;
  if (!flag) return label(frame, "flag", [[(area.left + area.right) / 2, area.top - 28, "middle"]], none, { color: colors().tokens.muted });
  const at = Math.min(Math.max(x(flag.k), area.left), area.right);
  mark("path", "knee", { class: "knee", d: `M${px(at)},${area.top - 24}V${area.bottom}M${px(at)},${pane.top}V${pane.bottom}`,
    stroke: colors().tokens.accent, "stroke-width": 1.5 });
  const words = textWidth(flag.name, true) > width - 8 ? flag.short_name : flag.name;
  label(frame, "flag", [[at, area.top - 28, "middle"]], words, { strong: true });
}

/** Where γ reaches its threshold and where the curve bends most: ticks, as far as they are inside. */
function drawOtherKnees(frame, within, { x, speedup, gamma }, { other_knees: knees, points, gamma: line }) {
  const { mark, area } = frame;
  knees.forEach((tick, i) => {
    const onGamma = tick.on === "gamma";
    const after = points.findIndex((p) => p[0] >= tick.k);
    const at = x(tick.k);
    if (at < area.left || at > area.right || after < 0) return;
    const y = onGamma ? gamma(line.threshold) : speedup(points[after][1]);
    const color = quantity(onGamma ? "data_comm" : "overhead");
    mark("path", `tick ${i}`, { d: `M${px(at)},${px(y - 6)}v12`, stroke: color.color, "stroke-width": 2 });
    label(frame, `tick ${i} name`, [-6, 16, -20, 30].flatMap((up) => [[at - 8, y + up, "end"], [at + 8, y + up]]), tick.name,
      { color: color.text, within: onGamma ? within : area, mayBeMissing: true });
  });
}

function nameCurves(frame, { x, speedup, efficiency }, chart, others) {
  const { area } = frame;
  const { points } = chart;
  const left = area.left + 4;
  const near = (of, scale, ups, shares) => shares.flatMap((share) => {
    const p = of[Math.floor((of.length - 1) * share)];
    return ups.map((up) => [Math.min(x(p[0]), area.right - 4), scale(p) + up, "end"]);
  });
  const ink = quantity("compute").text;
  const ofSpeedup = (p) => speedup(p[1]);
  label(frame, "speedup name", near(points, ofSpeedup, [-10, 18], [1, 0.85, 0.7, 0.5]), "speedup", { strong: true, within: area });
  label(frame, "efficiency name", near(points, (p) => efficiency(p[2]), [16, -8], [0.62, 0.4, 0.8, 0.25, 0.95]), "efficiency", { strong: true, color: ink, within: area });
  const tolerance = efficiency(chart.tolerance);
  const beside = [tolerance - 5, tolerance + 14];
  const along = area.right - left - 4 - textWidth(chart.tolerance_name);
  label(frame, "tolerance name", [0, 1, 0.5, 0.25, 0.75].flatMap((share) => beside.map((y) => [left + share * along, y])), chart.tolerance_name,
    { color: ink, within: area, mayBeMissing: true });
  for (const other of others)
    label(frame, `${other.name} name`, near(other.answer.scaling.points, ofSpeedup, [18, -10], [0.9, 0.75, 0.55, 0.35]), other.name, { strong: true, within: area });
}

/** The name of γ is where its curve and its threshold leave most room, at the right or at the left end. */
function namePane(frame, pane, { gamma }, chart) {
  const heights = (points) => points.filter((p) => p[3] > 0).map((p) => gamma(p[3])).concat(gamma(chart.gamma.threshold));
  const half = Math.ceil(chart.points.length / 2);
  const places = [[pane.right - 4, "end", heights(chart.points.slice(half))], [pane.left + 4, "start", heights(chart.points.slice(0, half))]]
    .flatMap(([x, anchor, lines]) => [pane.top + 12, (pane.top + pane.bottom) / 2 + 4, pane.bottom - 4].map((y) =>
      ({ place: [x, y, anchor], room: Math.min(...lines.map((line) => Math.abs(line - y + 4))) })));
  label(frame, "gamma name", places.sort((a, b) => b.room - a.room).map(({ place }) => place), chart.gamma.name, { color: quantity("data_comm").text });
}
