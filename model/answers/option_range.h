// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <fmt/format.h>

#include <string_view>

namespace kneepoint {

/// Success, or an error sentence for an option outside its range.
[[nodiscard]] inline Result<void> checkOption(std::string_view name, double value, double least, double most)
{
    if (value >= least && value <= most)
        return {};
    return failure(fmt::format("{} must be from {} to {}, not {}", name, least, most, value));
}

inline constexpr double most_threads = 1024;

} // namespace kneepoint
