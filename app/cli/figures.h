// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/table.h"
#include "model/answers/figures_json.h"

#include <span>
#include <string>

namespace kneepoint {

/// As text: groups, labels, three significant digits, intervals, and a mark if a figure is not valid.
[[nodiscard]] std::string figuresText(std::span<const Metric* const> figures, const Analysis& a);

} // namespace kneepoint
