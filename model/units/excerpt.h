// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kneepoint {

/// The beginning of external text for use in an error sentence: at most the given number of bytes, only whole
/// characters, control characters replaced by question marks.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t most_bytes = 60);

} // namespace kneepoint
