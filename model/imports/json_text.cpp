// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/json_text.h"

#include "model/units/excerpt.h"

#include <algorithm>

namespace kneepoint {
namespace {

constexpr std::string_view white_space = " \t\r\n";

/// Position after the white space from `at` on.
std::size_t skipSpace(std::string_view text, std::size_t at)
{
    return std::min(text.find_first_not_of(white_space, at), text.size());
}

} // namespace

std::string_view withoutMark(std::string_view text)
{
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (text.starts_with(byte_order_mark))
        text.remove_prefix(byte_order_mark.size());
    return text.substr(skipSpace(text, 0));
}

std::string withoutPythonNumbers(std::string_view text)
{
    std::string plain;
    plain.reserve(text.size());
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted && c == '\\') {
            plain += text.substr(at, 2);
            ++at;
            continue;
        }
        quoted = quoted != (c == '"');
        bool replaced = false;
        for (const std::string_view word : {"NaN", "-Infinity", "Infinity"})
            if (!quoted && !replaced && text.substr(at).starts_with(word)) {
                plain += "null";
                at += word.size() - 1;
                replaced = true;
            }
        if (!replaced)
            plain += c;
    }
    return plain;
}

bool beginsJson(std::string_view text)
{
    if (text.empty() || (text[0] != '{' && text[0] != '['))
        return false;
    const std::size_t next = skipSpace(text, 1);
    // "[2026-03-11 02:06" and "[07/12 10:00:00] starting" are times.
    if (text[0] == '[' && next < text.size() && text[next] >= '0' && text[next] <= '9') {
        const std::size_t end = text.find_first_not_of("0123456789.eE+", next);
        if (end < text.size() && std::string_view(", ]\t\r\n").find(text[end]) == std::string_view::npos)
            return false;
    }
    constexpr std::string_view after_bracket = "\"{[]}0123456789-";
    return next == text.size() || after_bracket.find(text[next]) != std::string_view::npos;
}

bool mentionsKey(std::string_view text, std::string_view name)
{
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if (at == 0 || text[at - 1] != '"' || end >= text.size() || text[end] != '"')
            continue;
        const std::size_t colon = skipSpace(text, end + 1);
        if (colon < text.size() && text[colon] == ':')
            return true;
    }
    return false;
}

std::vector<std::string> firstKeys(std::string_view text, std::size_t most)
{
    std::vector<std::string> keys;
    constexpr std::size_t longest_key = 40;
    for (std::size_t at = text.find('"'); at != std::string_view::npos && keys.size() < most; at = text.find('"', at)) {
        const std::size_t end = text.find('"', at + 1);
        if (end == std::string_view::npos)
            break;
        const std::size_t colon = skipSpace(text, end + 1);
        if (colon < text.size() && text[colon] == ':') {
            std::string key = excerpt(text.substr(at + 1, end - at - 1), longest_key);
            if (std::ranges::find(keys, key) == keys.end())
                keys.push_back(std::move(key));
        }
        at = end + 1;
    }
    return keys;
}

} // namespace kneepoint
