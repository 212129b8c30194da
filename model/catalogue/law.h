// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace kneepoint {

/// The formula of a parameter or a figure, the function that computes it, and the source of the formula; see Parameter
/// and Metric. Any of them may be empty.
struct Law {
    std::string_view formula = {}, computed_by = {}, source = {};
};

} // namespace kneepoint
