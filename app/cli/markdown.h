// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kneepoint {

/// Escapes text for a table cell: a bar would end the cell, a line break the row.
[[nodiscard]] std::string markdownCell(std::string_view text);

} // namespace kneepoint
