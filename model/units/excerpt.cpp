// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/excerpt.h"

#include <algorithm>

namespace kneepoint {

std::string excerpt(std::string_view text, std::size_t most_bytes)
{
    const bool cut = text.size() > most_bytes;
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
    std::size_t size = std::min(text.size(), most_bytes);
    while (cut && size > 0 && continues(text[size]))
        --size;
    std::string shown(text.substr(0, size));
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    std::ranges::replace_if(shown, isControl, '?');
    for (std::size_t at = 0; (at = shown.find('\xC2', at)) != std::string::npos; ++at)
        if (at + 1 < shown.size() && static_cast<unsigned char>(shown[at + 1]) < 0xA0) // U+0080 … U+009F
            shown.replace(at, 2, "?");
    return cut ? shown + "…" : shown;
}

} // namespace kneepoint
