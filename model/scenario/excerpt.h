// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kneepoint {

/// The beginning of a foreign text as an error sentence may repeat it: at most so many bytes, whole characters, control
/// characters as question marks.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t most_bytes = 60);

} // namespace kneepoint
