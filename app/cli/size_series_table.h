// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/table.h"
#include "model/validation/size_series.h"

#include <span>
#include <string>

namespace kneepoint {

/// The section of docs/validation.md about predicting the largest size of a series from its smallest ones.
[[nodiscard]] std::string sizeSeriesMarkdown(std::span<const SizePrediction> predictions);
[[nodiscard]] std::string sizeSeriesText(std::span<const SizePrediction> predictions);
[[nodiscard]] Json sizeSeriesJson(std::span<const SizePrediction> predictions);

} // namespace kneepoint
