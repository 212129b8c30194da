// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** The main figures with their 90 % intervals, and A beside them. */
function showHeadline(answer, a) {
  const place = byId("headline");
  while (place.children.length > answer.headline.length) place.lastChild.remove();
  while (place.children.length < answer.headline.length) place.append(figureBox());
  const pinned = Object.fromEntries((a?.headline ?? []).map((figure) => [figure.id, figure]));
  answer.headline.forEach((figure, i) => showFigure(place.children[i], figure, pinned[figure.id]));
  if (byId("remarks").textContent !== answer.remarks.join(""))
    byId("remarks").replaceChildren(...answer.remarks.map((remark) => element("li", {}, remark)));
}

const longText = 10;
const figureBox = () => element("div", { class: "figure" },
  ...["label", "value", "note", "note mark", "a"].map((part) => element("div", { class: part })));

function showFigure(box, figure, before) {
  const [label, value, interval, mark, a] = box.children;
  if (box.dataset.id !== figure.id) {
    box.dataset.id = figure.id;
    box.title = catalogues.metrics[figure.id].help;
  }
  say(label, figure.mark ? `⚠ ${figure.label}` : figure.label);
  say(value, figure.text);
  value.className = figure.text.length > longText ? "value long" : "value";
  say(interval, figure.interval ? `90 %: ${figure.interval}` : "");
  say(mark, figure.mark);
  say(a, before ? `A ${before.text}${changeOf(before.value, figure.value)}` : "");
}

const leastChange = 0.0005;
function changeOf(from, to) {
  if (!(from > 0) || to == null) return "";
  const change = to / from - 1;
  if (Math.abs(change) < leastChange) return " (±0 %)";
  return change > 9 ? ` (${figureText("speedup", to / from)})` : ` (${change < 0 ? "−" : "+"}${Number(Math.abs(100 * change).toPrecision(2))} %)`;
}
