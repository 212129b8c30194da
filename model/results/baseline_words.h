// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <string>

/// What a scaling efficiency and a knee rest on, in words.
namespace kneepoint {

/// "12 to 110 with links 10 % slower or faster"; empty where the knee hardly moves.
[[nodiscard]] std::string kneeRangeText(const Analysis& a);

/// Why the efficiency is above 100 %: "above 100 %, because context-parallel exchange takes 3 % of the step less than
/// on one replica: a torus closes its rings as it grows". Empty if it is not.
[[nodiscard]] std::string aboveOneText(const Analysis& a);
/// The same at another point of the scaling curve.
[[nodiscard]] std::string aboveOneText(const Analysis& a, const ScalePoint& at);

} // namespace kneepoint
