// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later

/** Colors, dashes and hatches: those of the program's theme, handed over as data. */
const theme = { all: null, mode: "light" };
const colors = () => theme.all[theme.mode];

function setTheme(mode) {
  theme.mode = mode;
  for (const [name, value] of Object.entries(colors().tokens))
    document.documentElement.style.setProperty(`--${name}`, value);
  document.documentElement.style.colorScheme = mode;
  say(byId("theme"), mode === "dark" ? "Light" : "Dark");
}

const quantity = (name) => colors().quantities[name];

/** Patterns of all parts of a step, drawn by the program; exposed and hidden. */
function patterns(svg, prefix) {
  const defs = svg.append("defs");
  colors().parts.forEach((part, i) => {
    for (const shade of ["exposed", "hidden"]) {
      if (!part[shade].tile) continue;
      const pattern = defs.append("pattern").attr("id", `${prefix}-${shade}-${i}`).attr("width", 8).attr("height", 8)
        .attr("patternUnits", "userSpaceOnUse");
      pattern.append("rect").attr("width", 8).attr("height", 8).attr("fill", part[shade].color);
      pattern.append("image").attr("width", 8).attr("height", 8).attr("href", part[shade].tile);
    }
  });
}

const fillOf = (prefix, i, shade) => {
  const fill = colors().parts[i][shade];
  return fill.tile ? `url(#${prefix}-${shade}-${i})` : fill.color;
};
