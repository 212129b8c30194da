// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/csv_field.h"

#include <charconv>
#include <system_error>

namespace kneepoint {
namespace {

bool isNumber(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

bool isFormula(std::string_view text)
{
    constexpr std::string_view formula_starts = "=+-@\t\r";
    return !text.empty() && formula_starts.find(text.front()) != std::string_view::npos && !isNumber(text);
}

} // namespace

std::string csvField(std::string_view text)
{
    std::string plain;
    if (isFormula(text))
        plain += '\'';
    plain += text;
    if (plain.find_first_of(",\"\n\r") == std::string::npos)
        return plain;
    std::string quoted = "\"";
    for (const char c : plain)
        quoted.append(c == '"' ? 2 : 1, c);
    quoted += '"';
    return quoted;
}

} // namespace kneepoint
