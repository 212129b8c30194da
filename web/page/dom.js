// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** Small helpers for the document. Texts are always set as text. */
const byId = (id) => document.getElementById(id);

/** An element: element("p", {class: "said", onclick: f}, "text", child). */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

/** Sets a text only where it changes, so that screen readers repeat nothing. */
function say(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

function complain(sentence) {
  say(byId("message"), sentence ?? "");
}
