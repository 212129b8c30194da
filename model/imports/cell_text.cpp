// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/cell_text.h"

#include "model/units/text_fields.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace kneepoint {
namespace {

/// Without what people put before a number: "~", "≈", "<".
std::string_view withoutApproximation(std::string_view text)
{
    text = trimmed(text);
    for (bool found = true; found;) {
        found = false;
        for (const std::string_view mark : {"~", "≈", "<", ">", "=", "**", "*", "`"})
            if (text.starts_with(mark)) {
                text = trimmed(text.substr(mark.size()));
                found = true;
            }
    }
    return text;
}

/// Bytes of what groups thousands here, besides commas and dots: a space, one of Unicode's narrow ones, an apostrophe;
/// 0 if there is none before three digits.
std::size_t groupMark(std::string_view text)
{
    for (const std::string_view mark : {" ", "\u00a0", "\u202f", "\u2009", "'", "\u2019"})
        if (text.starts_with(mark)) {
            const std::string_view rest = text.substr(mark.size());
            constexpr std::size_t group = 3;
            return std::min(rest.find_first_not_of("0123456789"), rest.size()) == group ? mark.size() : 0;
        }
    return 0;
}

/// The digits and marks at the start of a text: "1.234,5", "1 234.5".
std::string_view digitsOf(std::string_view text)
{
    std::size_t end = 0, group = 0; // digits since the last mark
    bool may_group = true;          // no decimal mark so far, at most three digits before a group
    while (end < text.size()) {
        if (isDigit(text[end])) {
            ++group;
            ++end;
        } else if ((text[end] == '.' || text[end] == ',')
            && (end == 0 || (end + 1 < text.size() && isDigit(text[end + 1]))) && (end > 0 || text[end] == '.')) {
            may_group = false;
            ++end;
        } else if (const std::size_t mark = groupMark(text.substr(end));
                   mark > 0 && may_group && group > 0 && group <= 3) {
            group = 0;
            end += mark;
        } else {
            break;
        }
    }
    if (end > 0 && end + 1 < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        const std::size_t exponent = end + 1 + (text[end + 1] == '-' || text[end + 1] == '+');
        if (exponent < text.size() && isDigit(text[exponent])) {
            end = exponent;
            while (end < text.size() && isDigit(text[end]))
                ++end;
        }
    }
    return text.substr(0, end);
}

/// What one number shows of the marks; nothing if it has none that count.
std::optional<Marks> shows(std::string_view digits)
{
    const std::size_t comma = digits.rfind(','), dot = digits.rfind('.');
    const auto commas = std::ranges::count(digits, ','), dots = std::ranges::count(digits, '.');
    if (commas > 0 && dots > 0)
        return comma > dot ? Marks::decimal_comma : Marks::plain;
    if (commas > 1)
        return Marks::plain;
    if (dots > 1)
        return Marks::decimal_comma;
    if (commas == 1) {
        const bool could_group = digits.size() - comma == 4 && comma <= 3 && digits[0] != '0';
        return could_group ? Marks::open : Marks::decimal_comma;
    }
    if (dots == 1 && digits.size() - dot != 4)
        return Marks::plain;
    return {};
}

/// "1.250", which is a thousand and more where commas are decimal marks.
bool mayGroupByDots(std::string_view digits)
{
    const std::size_t dot = digits.find('.');
    constexpr std::size_t group = 3;
    return dot != std::string_view::npos && digits.find_first_of(".,", dot + 1) == std::string_view::npos && dot > 0
        && dot <= group && digits[0] != '0' && digits.size() - dot == group + 1;
}

/// What the numbers of a column decide; open if they have commas that may be either.
std::optional<Marks> columnShows(const TextTable& table, std::size_t column)
{
    bool is_open = false;
    for (const TableRow& row : table.rows) {
        if (column >= row.cells.size())
            continue;
        const auto shown = shows(digitsOf(withoutApproximation(row.cells[column])));
        if (shown && *shown != Marks::open)
            return shown;
        is_open = is_open || shown.has_value();
    }
    return is_open ? std::optional(Marks::open) : std::nullopt;
}

/// Seconds in a unit of time; nothing for another unit.
std::optional<double> secondsIn(std::string_view unit)
{
    struct TimeUnit {
        std::string_view names;
        double seconds;
    };
    constexpr std::array units{TimeUnit{"s sec secs second seconds s/it s/iter s/step sec/it sec/step sec/iter", 1},
        TimeUnit{"ms msec millisecond milliseconds ms/it ms/iter ms/step", 1e-3},
        TimeUnit{"us µs μs microseconds", 1e-6}, TimeUnit{"m min mins minute minutes", 60},
        TimeUnit{"h hr hour hours", 3600}};
    const std::string name = lowered(unit);
    for (const TimeUnit& u : units)
        for (const std::string_view n : wordsOf(u.names))
            if (name == n)
                return u.seconds;
    return {};
}

/// "0:01:20" and "1:20".
std::optional<double> clockSeconds(std::string_view text)
{
    const std::vector<std::string_view> parts = split(text, ':');
    if (parts.size() < 2 || parts.size() > 3)
        return {};
    double seconds = 0;
    for (const std::string_view part : parts) {
        const auto number = plainNumber(part);
        if (!number || *number < 0)
            return {};
        seconds = 60 * seconds + *number;
    }
    return seconds;
}

} // namespace

Marks marksOf(const TextTable& table, std::size_t column)
{
    const auto own = columnShows(table, column);
    if (own && *own != Marks::open)
        return *own;
    for (std::size_t other = 0; other < table.columns.size(); ++other)
        if (columnShows(table, other) == Marks::decimal_comma)
            return Marks::decimal_comma;
    // Semicolons separate cells where commas are decimal marks.
    const auto groups = [&](const TableRow& row) {
        return column < row.cells.size() && mayGroupByDots(digitsOf(withoutApproximation(row.cells[column])));
    };
    const bool is_open = own == Marks::open || std::ranges::any_of(table.rows, groups);
    return is_open && table.separator == ';' ? Marks::open : Marks::plain;
}

std::optional<CellNumber> cellNumber(std::string_view text, Marks marks)
{
    text = withoutApproximation(text);
    const bool negative = text.starts_with('-');
    if (negative)
        text.remove_prefix(1);
    const std::string_view digits = digitsOf(text);
    std::string plain;
    for (const char c : digits)
        if (c == ',' || c == '.') {
            if ((c == ',') == (marks == Marks::decimal_comma))
                plain += '.';
        } else if (isDigit(c) || std::string_view("eE+-").find(c) != std::string_view::npos) {
            plain += c;
        }
    const auto value = plainNumber(plain);
    if (!value || (marks == Marks::open && (digits.find(',') != std::string_view::npos || mayGroupByDots(digits))))
        return {};
    std::string_view rest = trimmed(text.substr(digits.size()));
    std::size_t end = 0;
    while (end < rest.size() && rest[end] != ' ' && rest[end] != '(' && !isDigit(rest[end]) && rest[end] != '+')
        ++end;
    std::string unit(rest.substr(0, end));
    while (!unit.empty() && (unit.back() == '*' || unit.back() == '`' || unit.back() == '.'))
        unit.pop_back();
    return CellNumber{negative ? -*value : *value, std::move(unit), trimmed(rest.substr(end))};
}

std::optional<double> cellSeconds(std::string_view text, Marks marks, double otherwise)
{
    if (const auto clock = clockSeconds(withoutApproximation(text)))
        return clock;
    double seconds = 0;
    bool any = false;
    while (const auto number = cellNumber(text, marks)) {
        const auto unit = secondsIn(number->unit);
        if (!unit)
            return !any && (number->unit.empty() || number->unit.starts_with("±"))
                ? std::optional(number->value * otherwise)
                : std::nullopt;
        seconds += number->value * *unit;
        any = true;
        text = number->rest;
        if (text.starts_with("±") || text.starts_with("+"))
            break;
    }
    return any ? std::optional(seconds) : std::nullopt;
}

std::optional<double> cellAmount(std::string_view text, Marks marks)
{
    const auto number = cellNumber(text, marks);
    if (!number)
        return {};
    std::string_view unit = number->unit;
    double factor = 1;
    constexpr std::array<std::pair<char, double>, 6> magnitudes{
        std::pair{'k', 1e3}, {'K', 1e3}, {'M', 1e6}, {'G', 1e9}, {'B', 1e9}, {'T', 1e12}};
    const bool is_magnitude =
        unit.size() == 1 || (unit.size() > 1 && (unit[1] == '/' || lowered(unit.substr(1)).starts_with("tok")));
    for (const auto& [letter, size] : magnitudes)
        if (!unit.empty() && unit[0] == letter && is_magnitude) {
            factor = size;
            unit.remove_prefix(1);
            break;
        }
    const std::string name = lowered(unit);
    if (unit.empty() || unit.starts_with("±") || unit.starts_with("/") || name.starts_with("tok")
        || name.starts_with("sample") || name.starts_with("im") || name.starts_with("example")
        || name.starts_with("seq") || name.starts_with("it") || name.starts_with("step") || name.starts_with("batch"))
        return number->value * factor;
    return {};
}

std::string_view cellUnit(std::string_view text)
{
    if (clockSeconds(trimmed(text)))
        return "s";
    const auto number = cellNumber(text, Marks::plain);
    if (!number)
        return {};
    if (secondsIn(number->unit))
        return "s";
    const std::string unit = plainKey(number->unit + std::string(number->rest));
    const auto is = [&](std::string_view part) { return unit.find(part) != std::string::npos; };
    const bool per_gpu = is("gpu") || is("device");
    if (is("tok"))
        return per_gpu ? "tokens/s/gpu" : "tokens/s";
    if (is("sample") || is("im") || is("example"))
        return per_gpu ? "" : "examples/s";
    if (is("its") || is("steps"))
        return "steps/s";
    return {};
}

std::optional<CellGpus> cellGpus(std::string_view text, Marks marks)
{
    std::string plain = lowered(withoutApproximation(text));
    for (std::size_t at = plain.find("×"); at != std::string::npos; at = plain.find("×", at))
        plain.replace(at, std::string_view("×").size(), "x");
    std::ranges::replace(plain, '*', 'x');
    CellGpus cell;
    std::vector<double> factors;
    std::string_view rest = plain;
    while (const auto number = cellNumber(rest, marks)) {
        if (number->value < 1)
            return {};
        factors.push_back(number->value);
        // "2 nodes x 8": what is left begins with the unit.
        const std::size_t after = rest.find_first_not_of("0123456789.,~ ");
        std::string_view left = after == std::string_view::npos ? std::string_view() : rest.substr(after);
        if (left.starts_with("nodes"))
            left = trimmed(left.substr(5));
        else if (left.starts_with("node"))
            left = trimmed(left.substr(4));
        if (!left.starts_with('x') || factors.size() > 2) {
            rest = left;
            break;
        }
        rest = trimmed(left.substr(1));
    }
    // What is left may name the GPU, but "2/16" and "8-16" are not understood.
    if (factors.empty() || (!rest.empty() && std::isalpha(static_cast<unsigned char>(rest[0])) == 0 && rest[0] != '('))
        return {};
    cell.gpus = factors[0] * (factors.size() > 1 ? factors[1] : 1);
    cell.per_node = factors.size() > 1 ? factors[1] : 0;
    cell.name = std::string(rest);
    return factors.size() > 2 ? std::nullopt : std::optional(cell);
}

} // namespace kneepoint
