// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** The causes of lost time with their fixes: pointer or focus previews a fix in all charts, a click applies it. */
function showDiagnosis(diagnosis, { preview, apply }) {
  const place = byId("diagnosis");
  const focused = document.activeElement?.dataset?.fix;
  place.replaceChildren(element("h2", {}, "Bottlenecks and fixes"), element("p", {}, diagnosis.sentence),
    ...diagnosis.causes.map((cause) => element("article", { class: "cause" },
      element("h3", {}, `${cause.label} `, element("span", { class: "share" }, figureText("efficiency", cause.severity))),
      element("p", {}, cause.sentence),
      ...cause.remedies.slice(0, 3).map((remedy) => fixRow(cause, remedy, { preview, apply })))));
  if (focused) place.querySelector(`[data-fix="${focused}"]`)?.focus({ preventScroll: true });
}

function fixRow(cause, remedy, { preview, apply }) {
  const show = () => preview(remedy);
  const hide = () => preview(null);
  return element("div", { class: "fix" },
    element("button", { type: "button", "data-fix": `${cause.id}/${remedy.id}`, title: remedy.sentence, onmouseenter: show, onmouseleave: hide,
      onfocus: show, onblur: hide, onclick: () => apply(remedy) }, remedy.label),
    element("span", { class: "gain" }, remedy.gain_text),
    remedy.trade_off ? element("span", { class: "trade" }, `Trade-off: ${remedy.trade_off}`) : null);
}
