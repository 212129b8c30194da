// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** One control for each parameter that the author chose, made from its record in the catalogue. */
let catalogues = null;
const controlParts = new Map();

function buildControls(ids, change) {
  const place = byId("controls");
  controlParts.clear();
  place.replaceChildren(element("h2", {}, "Controls"));
  for (const id of ids) place.append(buildControl(catalogues.parameters[id], change));
  if (!ids.length) place.append(element("p", { class: "said" }, "Look first; the controls come with the answer."));
}

function buildControl(parameter, change) {
  const name = `in-${parameter.id}`;
  const row = element("div", { class: "row" });
  const control = element("div", { class: "control", "data-id": parameter.id });
  control.append(element("label", { for: name }, parameter.label, parameter.symbol ? ` ${parameter.symbol}` : ""), row);
  const back = element("button", { type: "button", class: "reset", title: "Back to the start", "aria-label": `${parameter.label}: back to the start`,
    onclick: () => change({ id: parameter.id, value: startValue(parameter.id) }) }, "↺");
  if (parameter.scale === "choice") row.append(choiceBox(parameter, name, change));
  else if (parameter.scale === "flag") row.append(flagBox(parameter, name, change));
  else row.append(...slider(parameter, name, change));
  row.append(back);
  control.append(element("p", { class: "fault", role: "alert" }), helpOf(parameter));
  const [range, select, check, box, reset, fault] =
    ["[type=range]", "select", "[type=checkbox]", "[type=text]", ".reset", ".fault"].map((kind) => control.querySelector(kind));
  controlParts.set(parameter.id, { range, select, check, box, reset, fault });
  return control;
}

const helpOf = (parameter) => element("details", {}, element("summary", {}, "What is this?"),
  element("p", { class: "help" }, parameter.help),
  parameter.formula ? element("p", { class: "help" }, parameter.formula) : null,
  parameter.scale === "choice" ? null : element("p", { class: "help" }, `Range: ${parameter.range}`));

function choiceBox(parameter, name, change) {
  const box = element("select", { id: name, onchange: () => change({ id: parameter.id, value: box.value }) });
  for (const choice of parameter.choices) box.append(element("option", { value: choice.id, title: choice.note || null }, choice.label));
  return box;
}

function flagBox(parameter, name, change) {
  const box = element("input", { id: name, type: "checkbox", onchange: () => change({ id: parameter.id, value: box.checked }) });
  return box;
}

/** A slider over positions, whose values the engine knows, and a box that takes units and sums. */
function slider(parameter, name, change) {
  const range = element("input", { id: name, type: "range", min: 0, max: parameter.steps, step: 1,
    oninput: () => change({ id: parameter.id, position: range.valueAsNumber }, true) });
  range.addEventListener("keydown", (event) => {
    const page = { PageUp: parameter.page, PageDown: -parameter.page }[event.key];
    if (!page) return;
    event.preventDefault();
    change({ id: parameter.id, position: Math.min(Math.max(range.valueAsNumber + page, 0), parameter.steps) });
  });
  const box = element("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-label": `${parameter.label}, value with unit`,
    onchange: () => change({ id: parameter.id, text: box.value }) });
  return [range, box];
}

/** Shows the values of an answer; the control that has the focus keeps what is being typed. */
function showControls(answer) {
  for (const now of answer.controls) {
    if (!controlParts.has(now.id)) continue;
    const { range, select, check, box, reset, fault } = controlParts.get(now.id);
    if (range) {
      range.value = now.position;
      if (document.activeElement !== box || box.value === box.dataset.shown) box.value = box.dataset.shown = now.text;
      if (box.title !== now.exact) {
        range.setAttribute("aria-valuetext", now.text);
        box.title = now.exact;
      }
    }
    if (select) select.value = now.value;
    if (check) check.checked = now.value;
    reset.disabled = now.value === startValue(now.id);
    say(fault, now.idle ?? "");
  }
}

function showFault(id, sentence) {
  if (controlParts.has(id)) say(controlParts.get(id).fault, sentence);
  else complain(sentence);
}
