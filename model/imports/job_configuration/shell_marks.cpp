// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/shell_variables.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace kneepoint::job {
namespace {

constexpr char line_begin = '\x02', open_begin = '\x04', mark_end = '\x05';
constexpr std::size_t most_marked_words = 4000;

/// Position after the bracket that closes the one at `at`.
std::size_t endOfBracket(std::string_view text, std::size_t at, char opening, char closing)
{
    int depth = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == '\\')
            ++at;
        else if (text[at] == opening)
            ++depth;
        else if (text[at] == closing && --depth == 0)
            return at + 1;
    }
    return text.size();
}

} // namespace

std::string lineMark(std::size_t line)
{
    return fmt::format("{}{}{}", line_begin, line, mark_end);
}

std::string openMark(std::string_view reason)
{
    return fmt::format("{}{}{}", open_begin, reason, mark_end);
}

std::size_t openMarkLength(std::string_view marked)
{
    return marked.starts_with(open_begin) ? std::min(marked.find(mark_end), marked.size() - 1) + 1 : 0;
}

std::string withoutLines(std::string_view marked)
{
    std::string plain;
    for (std::size_t at = 0; at < marked.size(); ++at)
        if (marked[at] == line_begin)
            at = std::min(marked.find(mark_end, at), marked.size());
        else
            plain += marked[at];
    return plain;
}

std::vector<ShellWord> unmarked(std::string_view marked, std::size_t line, bool whole)
{
    std::vector<ShellWord> words;
    ShellWord word;
    bool begun = whole;
    const auto end = [&] {
        if (begun && words.size() < most_marked_words)
            words.push_back(std::move(word));
        word = {};
        begun = false;
    };
    word.line = line;
    for (std::size_t at = 0; at < marked.size(); ++at) {
        const char c = marked[at];
        if (c == line_begin || c == open_begin) {
            const std::size_t close = std::min(marked.find(mark_end, at), marked.size());
            const std::string inside(marked.substr(at + 1, close - at - 1));
            if (c == line_begin) {
                line = static_cast<std::size_t>(plainNumber(inside).value_or(0));
            } else {
                if (!begun || word.text.empty())
                    word.line = line;
                begun = true;
                word.open = inside;
            }
            at = close;
            continue;
        }
        line += c == '\n';
        if (!whole && std::isspace(static_cast<unsigned char>(c))) {
            end();
            continue;
        }
        if (!begun || word.text.empty())
            word.line = line;
        begun = true;
        word.text += c;
    }
    end();
    return words;
}

std::size_t endOfRoundBracket(std::string_view text, std::size_t at)
{
    return endOfBracket(text, at, '(', ')');
}

std::size_t endOfPart(std::string_view text, std::size_t at)
{
    const char c = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '\\')
        return std::min(at + 2, text.size());
    if (c == '\'')
        return std::min(text.find('\'', at + 1), text.size() - 1) + 1;
    if (c == '`')
        return std::min(text.find('`', at + 1), text.size() - 1) + 1;
    if (c == '$' && next == '(')
        return endOfBracket(text, at + 1, '(', ')');
    if (c == '$' && next == '{')
        return endOfBracket(text, at + 1, '{', '}');
    if (c != '"')
        return at + 1;
    for (++at; at < text.size() && text[at] != '"';)
        at = text[at] == '\'' ? at + 1 : endOfPart(text, at);
    return std::min(at + 1, text.size());
}

} // namespace kneepoint::job
