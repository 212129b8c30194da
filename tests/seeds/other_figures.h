// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"

#include <string>
#include <string_view>
#include <variant>

/// Figures that the source documents state and the catalogue of results does not have.
namespace kneepoint::test {

/// A number in base units, or an id or a name.
using FigureValue = std::variant<double, std::string>;

struct OtherFigure {
    std::string_view id;
    FigureValue (*of)(const Scenario&);
};

/// nullptr if there is no such figure.
[[nodiscard]] const OtherFigure* findOtherFigure(std::string_view id);

} // namespace kneepoint::test
