// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/explore/analysis.h"
#include "model/scenario/units.h"

#include <QString>

#include <span>
#include <string_view>

namespace kneepoint {

/// A number by which scenarios are compared, in tables and reports.
struct ComparedFigure {
    std::string_view label;
    Unit unit = Unit::none;
    double (*value)(const Analysis&) = nullptr; ///< infinity for a knee that does not come
};
[[nodiscard]] std::span<const ComparedFigure> comparedFigures();
/// The figure with its unit; "none" for a knee that does not come.
[[nodiscard]] QString figureText(const ComparedFigure& figure, const Analysis& analysis);

/// From A to B in per cent: "+12 %", "−48 %", "±0 %"; empty where a ratio says nothing.
[[nodiscard]] QString changeText(double from, double to);

} // namespace kneepoint
