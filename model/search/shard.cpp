// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/shard.h"

#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <charconv>

namespace kneepoint {

Result<Shard> parseShard(std::string_view text)
{
    const auto slash = text.find('/');
    const auto whole = [](std::string_view digits) {
        std::uint32_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return error == std::errc() && end == digits.data() + digits.size() ? value : 0U;
    };
    const std::size_t index = slash == std::string_view::npos ? 0 : whole(text.substr(0, slash));
    const std::size_t count = slash == std::string_view::npos ? 0 : whole(text.substr(slash + 1));
    if (index < 1 || index > count)
        return failure(fmt::format("a shard must be i/n with 1 ≤ i ≤ n, such as 3/16, not \"{}\"", excerpt(text)));
    return Shard{index, count};
}

} // namespace kneepoint
