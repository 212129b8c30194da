// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/validation/calibrated_runs.h"
#include "model/validation/validation.h"

#include <span>
#include <string>

namespace kneepoint {

/// The page docs/validation.md: what a stranger gets (strangerMarkdown), then both ways of predicting each series, side
/// by side.
[[nodiscard]] std::string validationMarkdown(const ValidationReport& fitted, const ValidationReport& left_out,
    const ValidationReport& source_out, const std::string& strangers);

/// Sources never seen, the measured teams (measuredTeams) apart from the others and also with the interval of a typical
/// team; and what one run brings.
[[nodiscard]] std::string strangerMarkdown(const ValidationReport& source_out,
    const ValidationReport& source_out_as_typical, std::span<const CalibratedRow> after_one_run);

} // namespace kneepoint
