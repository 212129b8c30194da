// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/figures.h"
#include "app/cli/table.h"

#include <string>

namespace kneepoint {

/// For people: headings, labels, three significant digits.
[[nodiscard]] std::string figuresText(const std::vector<FigureGroup>& groups);
/// For CSV: quantity, value, unit.
[[nodiscard]] Table figuresTable(const std::vector<FigureGroup>& groups);

} // namespace kneepoint
