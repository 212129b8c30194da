// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/text_fields.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace kneepoint {
namespace {

constexpr std::string_view blank = " \t\r\n\v\f";

/// The number at the start of the text and its length; nothing if there is none.
std::optional<std::pair<double, std::size_t>> readNumber(std::string_view text)
{
    const std::size_t sign = text.starts_with('+') ? 1 : 0;
    double value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + sign, end, value);
    if (error != std::errc() || !std::isfinite(value))
        return {};
    return std::pair(value, static_cast<std::size_t>(rest - text.data()));
}

/// The digits of a number as they are read, with a dot as the decimal mark.
struct Digits {
    std::string text;
    bool grouped = false; ///< commas separate thousands

    /// Points stand before groups of three digits, as in 12.345.678.
    [[nodiscard]] bool pointsGroup() const
    {
        const std::size_t first = text.find('.');
        const auto isGroup = [](std::string_view part) {
            return part.size() == 3 && std::ranges::all_of(part, isDigit);
        };
        return first != 0 && first != std::string::npos
            && std::ranges::all_of(split(std::string_view(text).substr(first + 1), '.'), isGroup);
    }

    /// Takes a comma with `rest` behind it: of thousands before three digits, else the decimal mark. False if the
    /// number ends before it, as in a list.
    bool takeComma(std::string_view rest)
    {
        constexpr std::size_t group = 3;
        const std::size_t follow = std::min(rest.find_first_not_of("0123456789"), rest.size());
        const std::size_t dot = text.find('.'), digits = text.size() - (text.find_first_of("+-") == 0 ? 1 : 0);
        if (text.empty() || !isDigit(text.back()) || follow == 0)
            return false;
        if (dot == std::string::npos && follow == group && (grouped || digits <= group))
            return grouped = true; // 7,084
        const bool is_list = rest.size() > follow + 1 && rest[follow] == ',' && isDigit(rest[follow + 1]);
        if (grouped || is_list || (dot != std::string::npos && !pointsGroup()))
            return false;
        std::erase(text, '.'); // of thousands, as in 1.234,5
        text += '.';
        return true;
    }
};

} // namespace

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(blank);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

bool anyLine(std::string_view text, const std::function<bool(std::string_view line)>& test)
{
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (test(text.substr(0, end)))
            return true;
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return false;
}

std::vector<std::string_view> wordsOf(std::string_view text)
{
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(blank); at != std::string_view::npos;) {
        const std::size_t end = text.find_first_of(blank, at);
        words.push_back(text.substr(at, end == std::string_view::npos ? end : end - at));
        at = end == std::string_view::npos ? end : text.find_first_not_of(blank, end);
    }
    return words;
}

std::vector<std::string_view> split(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (std::size_t at = 0;;) {
        const std::size_t end = text.find(separator, at);
        parts.push_back(trimmed(text.substr(at, end == std::string_view::npos ? end : end - at)));
        if (end == std::string_view::npos)
            return parts;
        at = end + 1;
    }
}

std::optional<double> plainNumber(std::string_view text)
{
    const auto read = readNumber(text);
    return read && read->second == text.size() ? std::optional(read->first) : std::nullopt;
}

std::optional<double> leadingNumber(std::string_view text)
{
    const std::size_t start = text.find_first_not_of(blank);
    if (start == std::string_view::npos)
        return {};
    constexpr std::size_t longest = 40;
    text = text.substr(start, longest);
    Digits digits;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == ',') {
            if (!digits.takeComma(text.substr(at + 1)))
                break;
        } else if (isDigit(c) || std::string_view("+-.eE").find(c) != std::string_view::npos) {
            digits.text += c;
        } else {
            break;
        }
    }
    while (digits.text.ends_with('.')) // the end of a sentence, or dots
        digits.text.pop_back();
    if (std::ranges::count(digits.text, '.') > 1) {
        if (!digits.pointsGroup())
            return {};
        std::erase(digits.text, '.');
    }
    const auto read = readNumber(digits.text);
    return read ? std::optional(read->first) : std::nullopt;
}

std::optional<double> numberAfter(std::string_view text, std::string_view label)
{
    const std::size_t at = text.find(label);
    if (at == std::string_view::npos)
        return {};
    text.remove_prefix(at + label.size());
    const std::size_t value = text.find_first_not_of(" \t=:'\"");
    return value == std::string_view::npos ? std::nullopt : leadingNumber(text.substr(value));
}

std::string plainKey(std::string_view text)
{
    std::string key;
    for (const char c : text) {
        if (c == '#')
            key += "num";
        else if (std::isalnum(static_cast<unsigned char>(c)))
            key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    return key;
}

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

std::string lowered(std::string_view text)
{
    std::string copy(text);
    std::ranges::transform(
        copy, copy.begin(), [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    return copy;
}

std::optional<double> times(std::optional<double> value, double factor)
{
    return value ? std::optional(*value * factor) : std::nullopt;
}

} // namespace kneepoint
