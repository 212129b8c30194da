// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** Marks of a picture: elements of SVG that stay from one drawing to the next, because building them anew takes longer
 * than all the rest of a frame. */
const svgSpace = "http://www.w3.org/2000/svg";

/** Pixels as they are written: a tenth is finer than any screen shows. */
const px = (value) => Math.round(value * 10) / 10;

const polyline = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${px(x)},${px(y)}`).join("");
const rectangle = (x, y, width, height) => `M${px(x)},${px(y)}h${px(width)}v${px(height)}h${px(-width)}z`;

/** Sets what differs from what is shown; null removes an attribute. */
function setAttributes(node, shown, attributes) {
  for (const name in attributes) {
    const value = typeof attributes[name] === "number" ? px(attributes[name]) : attributes[name];
    if (shown[name] === value) continue;
    shown[name] = value;
    if (value === null) node.removeAttribute(name);
    else node.setAttribute(name, value);
  }
}

/** mark() draws an element of this key on top of those before it: the same one as in the drawing before, if there was
 * one. end() removes those that begin() left without a mark(). */
function marksOf(root) {
  const known = new Map();
  let drawing = 0;
  let next = null;
  const begin = () => {
    drawing += 1;
    next = root.firstChild;
  };
  const mark = (tag, key, attributes, words = null) => {
    let entry = known.get(key);
    if (!entry) known.set(key, (entry = { node: document.createElementNS(svgSpace, tag), shown: {}, words: null, drawing: 0 }));
    entry.drawing = drawing;
    setAttributes(entry.node, entry.shown, attributes);
    if (entry.words !== words) entry.node.textContent = entry.words = words;
    if (entry.node !== next && next?.nextSibling !== entry.node) root.insertBefore(entry.node, next);
    next = entry.node.nextSibling;
  };
  const end = () => {
    for (const [key, entry] of known) {
      if (entry.drawing === drawing) continue;
      entry.node.remove();
      known.delete(key);
    }
  };
  return { begin, mark, end };
}

/** The length of a label, measured beside the page: asking the page would make it lay itself out in the middle of a drawing. */
const letters = { context: null, known: new Map() };
function textWidth(words, strong = false) {
  const key = `${strong} ${words}`;
  if (!letters.known.has(key)) {
    letters.context ??= document.createElement("canvas").getContext("2d");
    letters.context.font = `${strong ? 600 : 400} 12px ${getComputedStyle(document.body).fontFamily}`;
    if (letters.known.size > 5000) letters.known.clear();
    letters.known.set(key, letters.context.measureText(words).width);
  }
  return letters.known.get(key);
}
