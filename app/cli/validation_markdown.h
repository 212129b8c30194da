// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/validation/validation.h"

#include <string>

namespace kneepoint {

/// The page docs/validation.md: both ways of predicting each series, side by side.
[[nodiscard]] std::string validationMarkdown(
    const ValidationReport& fitted, const ValidationReport& left_out, const ValidationReport& source_out);

} // namespace kneepoint
