// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/explore/analysis.h"
#include "model/scenario/units.h"

#include <string_view>
#include <vector>

namespace kneepoint {

/// One number of a report. JSON, CSV and the text for people are made from the same list.
struct Figure {
    std::string_view key;   ///< stable name in JSON and CSV
    std::string_view label; ///< for people
    Unit unit;
    double value; ///< in the base unit
};

/// A heading and the figures under it.
struct FigureGroup {
    std::string_view heading;
    std::vector<Figure> figures;
};

[[nodiscard]] std::vector<FigureGroup> evalFigures(const Analysis& a);
[[nodiscard]] std::vector<FigureGroup> rooflineFigures(const Analysis& a);

} // namespace kneepoint
