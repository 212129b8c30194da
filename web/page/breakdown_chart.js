// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** The step by part: this step and A on one scale, then one bar for each K. Hidden time is hatched, below the line. */
const negligibleShare = 1e-4;

function drawBreakdown(now, others) {
  const rows = [{ name: others.length ? "B" : "now", answer: now }, ...others];
  const head = 26 * rows.length + 24;
  const frame = chartFrame("breakdown", 300 + head, { left: 58, right: 14, top: head + 28, bottom: 44 });
  drawStepRows(frame, rows);
  const { svg, area } = frame;
  const chart = now.breakdown;
  const scaleBy = (bar) => (chart.in_shares ? 1 / Math.max(bar.step_s, 1e-300) : 1);
  const x = d3.scaleBand().domain(chart.bars.map((bar) => bar.k)).range([area.left, area.right]).padding(0.22);
  const y = d3.scaleLinear().domain([-d3.max(chart.bars, (bar) => d3.sum(bar.hidden) * scaleBy(bar)),
    d3.max(chart.bars, (bar) => bar.step_s * scaleBy(bar))]).range([area.bottom, area.top]);
  const every = Math.ceil(chart.bars.length / (frame.width < 480 ? 6 : 12));
  bottomAxis(frame, x, chart.bars.filter((bar, i) => i % every === 0).map((bar) => bar.k), (k) => figureText("workers", k), "Workers K");
  leftAxis(frame, y, y.ticks(5), (v) => (chart.in_shares ? figureText("efficiency", Math.abs(v)) : figureText("step_s", Math.abs(v))),
    chart.in_shares ? "Share of step time" : "Time per step");
  for (const bar of chart.bars)
    stack(bar, (part, shade, from, to) => {
      const [top, bottom] = [y(Math.max(from, to) * scaleBy(bar)), y(Math.min(from, to) * scaleBy(bar))];
      svg.append("rect").attr("x", x(bar.k)).attr("width", x.bandwidth()).attr("y", top).attr("height", Math.max(bottom - top, 0))
        .attr("fill", fillOf("breakdown", part, shade));
    });
  svg.append("line").attr("x1", area.left).attr("x2", area.right).attr("y1", y(0)).attr("y2", y(0)).attr("stroke", colors().tokens.muted);
  nowMark(frame, x(chart.k) + x.bandwidth() / 2);
  readout(frame, (px) => {
    const bar = chart.bars[Math.min(Math.max(Math.floor((px - area.left) / x.step()), 0), chart.bars.length - 1)];
    const parts = catalogues.parts.map((part, i) => [part.label, bar.exposed[i]]).filter((p) => p[1] > 0.01 * bar.step_s)
      .sort((a, b) => b[1] - a[1]).map(([name, time]) => `${name} ${figureText("step_s", time)}`);
    return `K = ${figureText("workers", bar.k)}, step ${figureText("step_s", bar.step_s)}: ${parts.join(", ")}`;
  });
  drawLegend(frame, chart.bars);
  describe("breakdown", chart.sentence);
}

/** Calls draw(part, shade, from, to) for each piece of a bar. */
function stack(bar, draw) {
  let above = 0;
  let below = 0;
  bar.exposed.forEach((exposed, i) => {
    if (exposed > 0) draw(i, "exposed", above, above + exposed);
    if (bar.hidden[i] > 0) draw(i, "hidden", below, below - bar.hidden[i]);
    above += exposed;
    below -= bar.hidden[i];
  });
}

const barNow = (answer) => answer.breakdown.bars.find((bar) => bar.k === answer.breakdown.k) ?? answer.breakdown.bars[0];

/** The present step and those it is compared with, in seconds; a whisker is the 90 % interval. */
function drawStepRows({ svg, area }, rows) {
  const longest = d3.max(rows, ({ answer }) => Math.max(barNow(answer).step_s, answer.breakdown.interval?.[1] ?? 0));
  const x = d3.scaleLinear().domain([0, longest]).range([area.left, area.right - 58]);
  rows.forEach(({ name, answer }, i) => {
    const top = 6 + 26 * i;
    label(svg, area.left - 8, top + 14, name, { anchor: "end", strong: true });
    const bar = barNow(answer);
    stack(bar, (part, shade, from, to) => {
      if (shade === "exposed")
        svg.append("rect").attr("x", x(from)).attr("width", x(to) - x(from)).attr("y", top).attr("height", 20)
          .attr("fill", fillOf("breakdown", part, shade));
    });
    const interval = answer.breakdown.interval;
    if (interval)
      for (const [color, width] of [[colors().tokens.panel, 4], [colors().tokens.text, 1.5]])
        svg.append("path").attr("d", `M${x(interval[0])},${top + 7}v6m0,-3H${x(interval[1])}m0,-3v6`).attr("fill", "none")
          .attr("stroke", color).attr("stroke-width", width);
    label(svg, x(Math.max(bar.step_s, interval?.[1] ?? 0)) + 6, top + 14, figureText("step_s", bar.step_s));
  });
}

function drawLegend({ place }, bars) {
  let list = place.querySelector(".legend");
  if (!list) place.append((list = element("ul", { class: "legend" })));
  const present = catalogues.parts.map((part, i) => ({ ...part, i }))
    .filter(({ i }) => bars.some((bar) => bar.exposed[i] + bar.hidden[i] > negligibleShare * bar.step_s));
  const hides = bars.some((bar) => d3.sum(bar.hidden) > negligibleShare * bar.step_s);
  const key = `${theme.mode} ${hides} ${present.map(({ id }) => id)}`;
  if (list.dataset.key === key) return;
  list.dataset.key = key;
  list.replaceChildren();
  for (const { label: words, i } of present) {
    const item = d3.select(list).append("li");
    item.append("svg").attr("aria-hidden", "true").append("rect").attr("width", 18).attr("height", 12).attr("fill", fillOf("breakdown", i, "exposed"));
    item.append("span").text(words);
  }
  if (hides) d3.select(list).append("li").attr("class", "said").text("below the line, hatched: hidden behind compute");
}
