// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kneepoint {

/// A field of a CSV file: quoted where it has a comma, a quote or a line break. A text that a spreadsheet would run as
/// a formula (it begins with =, +, - or @ and is no number) gets an apostrophe in front, by which spreadsheets know
/// plain text.
[[nodiscard]] std::string csvField(std::string_view text);

} // namespace kneepoint
