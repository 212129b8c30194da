// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace kneepoint {

/// The q-quantile, q in 0..1, linear between the two nearest values; 0 of none.
[[nodiscard]] inline double quantile(std::vector<double> values, double q)
{
    if (values.empty())
        return 0;
    std::ranges::sort(values);
    const double place = q * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::size_t>(place);
    const std::size_t high = std::min(low + 1, values.size() - 1);
    return values[low] + (place - static_cast<double>(low)) * (values[high] - values[low]);
}

/// 0 of none.
[[nodiscard]] inline double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// Probability that a normal variable with mean 0 is below x.
[[nodiscard]] inline double normalBelow(double x, double standard_deviation = 1)
{
    return std::erfc(-x / (standard_deviation * std::numbers::sqrt2)) / 2;
}

} // namespace kneepoint
