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
  drawTiles();
}

const quantity = (name) => colors().quantities[name];

/** Hatches of the parts of a step, exposed and hidden, as the program draws them: once in the page, for all charts. */
function drawTiles() {
  const tiles = d3.select("#tiles");
  tiles.selectAll("*").remove();
  colors().parts.forEach((part, i) => {
    for (const shade of ["exposed", "hidden"]) {
      if (!part[shade].tile) continue;
      const pattern = tiles.append("pattern").attr("id", `${shade}-${i}`).attr("width", 8).attr("height", 8)
        .attr("patternUnits", "userSpaceOnUse");
      pattern.append("rect").attr("width", 8).attr("height", 8).attr("fill", part[shade].color);
      pattern.append("image").attr("width", 8).attr("height", 8).attr("href", part[shade].tile);
    }
  });
}

const fillOf = (i, shade) => (colors().parts[i][shade].tile ? `url(#${shade}-${i})` : colors().parts[i][shade].color);
