// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/table.h"
#include "model/validation/ran_memory.h"

#include <span>
#include <string>

/// Runs that ran and are predicted not to fit, by series, as text, as JSON and for docs/validation.md.
namespace kneepoint {

[[nodiscard]] std::string ranText(std::span<const RanMemory> runs);
/// By series, "all" last: for all runs, those whose recomputation is stated and the others, the number of runs and the
/// fractions predicted not to fit, and not to fit with a probability of likely_fit_chance.
[[nodiscard]] Json ranJson(std::span<const RanMemory> runs);
[[nodiscard]] Json ranRowJson(const RanMemory& run);
[[nodiscard]] std::string ranMarkdown(std::span<const RanMemory> runs);

} // namespace kneepoint
