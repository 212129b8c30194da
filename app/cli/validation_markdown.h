// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/validation/validation.h"

#include <string>

namespace kneepoint {

/// The page docs/validation.md: both ways of predicting each series, side by side.
[[nodiscard]] std::string validationMarkdown(
    const ValidationReport& fitted, const ValidationReport& left_out, const ValidationReport& source_out);
/// Predicted over measured step time of every row, both axes logarithmic, as an SVG picture.
[[nodiscard]] std::string paritySvg(const ValidationReport& report);

} // namespace kneepoint
