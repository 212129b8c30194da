// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** The main figures with their 90 % intervals, and A beside them. */
function showHeadline(answer, a) {
  const place = byId("headline");
  const pinned = Object.fromEntries((a?.headline ?? []).map((figure) => [figure.id, figure]));
  place.replaceChildren(...answer.headline.map((figure) => {
    const help = catalogues.metrics[figure.id];
    const before = pinned[figure.id];
    return element("div", { class: "figure", "data-id": figure.id, title: help.help },
      element("div", { class: "label" }, figure.mark ? `⚠ ${figure.label}` : figure.label),
      element("div", { class: "value" }, figure.text),
      figure.interval ? element("div", { class: "note" }, `90 %: ${figure.interval}`) : null,
      figure.mark ? element("div", { class: "note" }, figure.mark) : null,
      before ? element("div", { class: "a" }, `A ${before.text}${changeOf(before.value, figure.value)}`) : null);
  }));
  byId("remarks").replaceChildren(...answer.remarks.map((remark) => element("li", {}, remark)));
}

function changeOf(from, to) {
  if (!(from > 0) || to == null || from === to) return "";
  const change = to / from - 1;
  return change > 9 ? ` (${(to / from).toPrecision(2)}×)` : ` (${change < 0 ? "−" : "+"}${Math.abs(100 * change).toPrecision(2)} %)`;
}
