// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace kneepoint {

/// A short UTF-8 name stored inline, so that copying a scenario does not allocate. Longer names are truncated at a
/// character boundary.
class ShortName {
public:
    static constexpr std::size_t most_bytes = 47;

    constexpr ShortName() = default;
    explicit constexpr ShortName(std::string_view text)
    {
        std::size_t length = std::min(text.size(), most_bytes);
        const auto continues = [&](std::size_t i) { return (static_cast<unsigned char>(text[i]) & 0xc0U) == 0x80U; };
        while (length > 0 && length < text.size() && continues(length))
            --length;
        std::copy_n(text.begin(), length, m_bytes.begin());
    }

    [[nodiscard]] constexpr std::string_view text() const { return {m_bytes.data(), size()}; }
    [[nodiscard]] constexpr bool empty() const { return m_bytes.front() == '\0'; }
    bool operator==(const ShortName&) const = default;

private:
    [[nodiscard]] constexpr std::size_t size() const
    {
        return static_cast<std::size_t>(std::find(m_bytes.begin(), m_bytes.end(), '\0') - m_bytes.begin());
    }

    std::array<char, most_bytes + 1> m_bytes{}; ///< ends with a zero
};

} // namespace kneepoint
