// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** The step by part: this step and A on one scale, then one bar for each K. Hidden time is hatched, below the line. */
const negligibleShare = 1e-4;

function drawBreakdown(now, others) {
  const rows = [{ name: others.length ? "B" : "now", answer: now }, ...others];
  const head = 26 * rows.length + 24;
  const frame = beginPicture("breakdown", 290 + head, { left: 58, right: 14, top: head + 18, bottom: 44 });
  drawStepRows(frame, rows);
  const { mark, area } = frame;
  const chart = now.breakdown;
  const scaleBy = (bar) => (chart.in_shares ? 1 / Math.max(bar.step_s, 1e-300) : 1);
  const x = d3.scaleBand().domain(chart.bars.map((bar) => bar.k)).range([area.left, area.right]).padding(0.22);
  const y = d3.scaleLinear().domain([-d3.max(chart.bars, (bar) => d3.sum(bar.hidden) * scaleBy(bar)),
    d3.max(chart.bars, (bar) => bar.step_s * scaleBy(bar))]).range([area.bottom, area.top]);
  const every = Math.ceil(chart.bars.length / (frame.width < 480 ? 6 : 12));
  bottomAxis(frame, x, chart.bars.filter((bar, i) => i % every === 0).map((bar) => bar.k), (k) => figureText("workers", k), "Workers K");
  leftAxis(frame, y, y.ticks(5), (v) => (chart.in_shares ? figureText("efficiency", Math.abs(v)) : figureText("step_s", Math.abs(v))),
    chart.in_shares ? "Share of step time" : "Time per step");
  drawStacks(frame, "bars", chart.bars, (bar, from, to) => {
    const [top, bottom] = [y(Math.max(from, to) * scaleBy(bar)), y(Math.min(from, to) * scaleBy(bar))];
    return rectangle(x(bar.k), top, x.bandwidth(), bottom - top);
  });
  mark("path", "zero", { d: `M${area.left},${px(y(0))}H${area.right}`, stroke: colors().tokens.muted });
  nowMark(frame, x(chart.k) + x.bandwidth() / 2, area.bottom);
  drawLegend(frame, chart.bars);
  endPicture(frame, chart.sentence, (at) => {
    const bar = chart.bars[Math.min(Math.max(Math.floor((at - area.left) / x.step()), 0), chart.bars.length - 1)];
    const parts = catalogues.parts.map((part, i) => [part.label, bar.exposed[i]]).filter((p) => p[1] > 0.01 * bar.step_s)
      .sort((a, b) => b[1] - a[1]).map(([name, time]) => `${name} ${figureText("step_s", time)}`);
    return `K = ${figureText("workers", bar.k)}, step ${figureText("step_s", bar.step_s)}: ${parts.join(", ")}`;
  });
}

/** Bars as stacks of their parts, exposed ones up and hidden ones down; each part of all bars is one shape. */
function drawStacks({ mark }, key, bars, shapeOf, shades = ["exposed", "hidden"]) {
  for (const shade of shades) {
    const ends = bars.map(() => 0);
    catalogues.parts.forEach((part, i) => {
      let shape = "";
      bars.forEach((bar, b) => {
        const from = ends[b];
        ends[b] += shade === "exposed" ? bar.exposed[i] : -bar.hidden[i];
        if (ends[b] !== from) shape += shapeOf(bar, from, ends[b]);
      });
      if (shape) mark("path", `${key} ${shade} ${i}`, { d: shape, fill: fillOf(i, shade) });
    });
  }
}

const barNow = (answer) => answer.breakdown.bars.find((bar) => bar.k === answer.breakdown.k) ?? answer.breakdown.bars[0];

/** The present step and those it is compared with, in seconds; a whisker is the 90 % interval. */
function drawStepRows(frame, rows) {
  const { mark, area } = frame;
  const longest = d3.max(rows, ({ answer }) => Math.max(barNow(answer).step_s, answer.breakdown.interval?.[1] ?? 0));
  const x = d3.scaleLinear().domain([0, longest]).range([area.left, area.right - 58]);
  rows.forEach(({ name, answer }, i) => {
    const top = 6 + 26 * i;
    label(frame, `row ${i} name`, [[area.left - 8, top + 14, "end"]], name, { strong: true });
    const bar = barNow(answer);
    drawStacks(frame, `row ${i}`, [bar], (_, from, to) => rectangle(x(from), top, x(to) - x(from), 20), ["exposed"]);
    const interval = answer.breakdown.interval;
    if (interval)
      for (const [color, width] of [[colors().tokens.panel, 4], [colors().tokens.text, 1.5]])
        mark("path", `row ${i} interval ${width}`, { d: `M${px(x(interval[0]))},${top + 7}v6m0,-3H${px(x(interval[1]))}m0,-3v6`, fill: "none",
          stroke: color, "stroke-width": width });
    label(frame, `row ${i} time`, [[x(Math.max(bar.step_s, interval?.[1] ?? 0)) + 6, top + 14]], figureText("step_s", bar.step_s));
  });
}

function drawLegend(picture, bars) {
  const present = catalogues.parts.map((part, i) => ({ ...part, i }))
    .filter(({ i }) => bars.some((bar) => bar.exposed[i] + bar.hidden[i] > negligibleShare * bar.step_s));
  const hides = bars.some((bar) => d3.sum(bar.hidden) > negligibleShare * bar.step_s);
  const key = `${theme.mode} ${hides} ${present.map(({ id }) => id)}`;
  if (picture.legendKey === key) return;
  picture.legendKey = key;
  if (!picture.legend) picture.place.append((picture.legend = element("ul", { class: "legend" })));
  const list = d3.select(picture.legend);
  list.selectAll("*").remove();
  for (const { label: words, i } of present) {
    const item = list.append("li");
    item.append("svg").attr("aria-hidden", "true").append("rect").attr("width", 18).attr("height", 12).attr("fill", fillOf(i, "exposed"));
    item.append("span").text(words);
  }
  if (hides) list.append("li").attr("class", "said").text("below the line, hatched: hidden behind compute");
}
