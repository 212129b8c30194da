// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <cstddef>
#include <string_view>

namespace kneepoint {

/// Every n-th item of a list, starting at the i-th: the part of one of n machines. Shards are independent, and together
/// they cover each item exactly once.
struct Shard {
    std::size_t index = 1, count = 1; ///< i and n, 1 ≤ i ≤ n
    [[nodiscard]] std::size_t first() const { return index - 1; }
    [[nodiscard]] bool takes(std::size_t position) const { return position % count == first(); }
    [[nodiscard]] bool isWhole() const { return count == 1; }
};

/// Parses "i/n", such as "3/16".
[[nodiscard]] Result<Shard> parseShard(std::string_view text);

} // namespace kneepoint
