// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"

#include <cstddef>
#include <string>
#include <string_view>

/// Tables as text and as Markdown. Both omit a column without a heading.
namespace kneepoint {

[[nodiscard]] std::string tableText(const Table& table);
[[nodiscard]] std::string tableMarkdown(const Table& table);

/// Escapes text for a table cell in Markdown: a bar would end the cell, a line break the row.
[[nodiscard]] std::string markdownCell(std::string_view text);

/// Width of a text in a terminal, counted in code points.
[[nodiscard]] std::size_t textWidth(std::string_view text);

} // namespace kneepoint
