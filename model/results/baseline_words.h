// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <string>

/// What a scaling efficiency and a knee rest on, in words.
namespace kneepoint {

/// "12 to 110 with links 10 % slower or faster"; empty where the knee hardly moves.
[[nodiscard]] std::string kneeRangeText(const Analysis& a);

/// What the efficiency is relative to: "of 8 GPUs in their best layout", "of 1 GPU in this layout", or where no smaller
/// cluster exceeds the job, "no smaller cluster is faster per GPU".
[[nodiscard]] std::string baselineText(const Analysis& a);
/// An efficiency with that, in brief: "73 % of 1 GPU", "98 % of 8 GPUs in their best
/// layout", "100 %, the best per GPU".
[[nodiscard]] std::string efficiencyText(const Analysis& a);

} // namespace kneepoint
