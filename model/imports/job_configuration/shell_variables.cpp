// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/shell_variables.h"

#include "model/imports/job_configuration/shell_arithmetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace kneepoint::job {
namespace {

constexpr std::size_t most_work = 4 << 20, most_words = 4000, longest_text = 64 << 10;
constexpr int deepest = 12;

bool isName(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::size_t endOfName(std::string_view text, std::size_t at)
{
    while (at < text.size() && isName(text[at]))
        ++at;
    return at;
}

} // namespace

/// The words being made of a raw one.
struct ShellVariables::Words {
    std::vector<std::string> done;
    std::string current;
    bool begun = false;  ///< the current word exists, though it may be empty
    bool splits = true;  ///< unquoted values are split
    bool quoted = false; ///< inside double quotes

    void add(std::string_view text)
    {
        if (current.size() < longest_text)
            current += text;
        begun = true;
    }
    void end()
    {
        if (begun && done.size() < most_words)
            done.push_back(std::move(current));
        current.clear();
        begun = false;
    }
};

void ShellVariables::set(const std::string& name, Value value)
{
    constexpr std::size_t most_variables = 1000;
    if (m_values.size() < most_variables || m_values.contains(name))
        m_values[name] = std::move(value);
}

const ShellVariables::Value* ShellVariables::find(std::string_view name) const
{
    const auto found = m_values.find(name);
    return found == m_values.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> ShellVariables::calculated(std::string_view expression, int depth, const Assign& assign)
{
    const std::string unplaced = withoutLines(expression);
    const std::string_view text = unplaced;
    m_work += text.size() + 1;
    if (depth > deepest || m_work > most_work)
        return {};
    std::string plain;
    for (std::size_t at = 0; at < text.size();)
        if (text[at] == '$') {
            Words words;
            words.quoted = true;
            expandDollar(text, at, words, depth + 1);
            plain += "(" + withoutLines(words.current) + ")";
        } else {
            plain += text[at] == '"' ? ' ' : text[at];
            ++at;
        }
    const auto valueOf = [&](std::string_view name) {
        const Value* value = find(name);
        return value && !value->items.empty() ? calculated(value->items.front(), depth + 1) : std::nullopt;
    };
    const auto forget = [&](std::string_view name, std::optional<std::int64_t>) {
        set(std::string(name), {{openMark("an expression sets it")}, false});
    };
    return arithmeticValue(plain, {valueOf, assign ? assign : Assign(forget)});
}

void ShellVariables::insert(const std::string& name, Words& words)
{
    const Value* value = find(name);
    if (!value) {
        words.add(openMark(fmt::format("{} is not set in the file", name)));
        return;
    }
    for (std::size_t i = 0; i < value->items.size(); ++i) {
        const std::string& item = value->items[i];
        m_work += item.size() + 1;
        if (m_work > most_work)
            return;
        if (i > 0) {
            if (value->is_array && !words.quoted)
                words.end();
            else if (value->is_array)
                words.add(" ");
        }
        if (words.quoted || !words.splits) {
            words.add(item);
            continue;
        }
        bool first = true;
        for (const ShellWord& piece : unmarked(item, 0)) {
            if (!std::exchange(first, false))
                words.end();
            words.add((piece.line > 0 ? lineMark(piece.line) : std::string())
                + (piece.open.empty() ? std::string() : openMark(piece.open)) + piece.text);
        }
    }
}

void ShellVariables::expandBraces(std::string_view inside, Words& words, int depth)
{
    const std::size_t name_end = endOfName(inside, 0);
    const std::string name(inside.substr(0, name_end));
    std::string_view rest = inside.substr(name_end);
    if (rest.starts_with("[@]") || rest.starts_with("[*]")) {
        const bool quoted = std::exchange(words.quoted, false); // "${A[@]}" is one word an item
        const bool splits = std::exchange(words.splits, words.splits && !quoted);
        insert(name, words);
        words.quoted = quoted;
        words.splits = splits;
        return;
    }
    const bool may_replace = rest.starts_with(":-") || rest.starts_with(":=") || rest.starts_with("-");
    const bool is_set = find(name) && !find(name)->items.empty()
        && (rest.starts_with("-") || !withoutLines(find(name)->items.front()).empty());
    if (!name.empty() && (rest.empty() || (may_replace && is_set))) {
        insert(name, words);
    } else if (!name.empty() && may_replace && depth < deepest) {
        for (const std::string& word : expanded(rest.substr(rest[0] == ':' ? 2 : 1), 0, false, depth + 1))
            words.add(word);
    } else {
        words.add(openMark(fmt::format("${{{}}} is not worked out", inside.substr(0, 40))));
    }
}

void ShellVariables::expandDollar(std::string_view raw, std::size_t& at, Words& words, int depth)
{
    const std::size_t end = endOfPart(raw, at);
    const std::string_view part = raw.substr(at, end - at);
    if (part.starts_with("$((") && part.ends_with("))") && part.size() >= 5) {
        const auto value = calculated(part.substr(3, part.size() - 5), depth);
        words.add(
            value ? fmt::format("{}", *value) : openMark(fmt::format("{} is not worked out", part.substr(0, 60))));
    } else if (part.starts_with("$(")) {
        words.add(openMark("a command prints it"));
    } else if (part.starts_with("${")) {
        expandBraces(part.substr(2, part.size() - 2 - part.ends_with('}')), words, depth);
    } else {
        const std::size_t name_end = endOfName(raw, at + 1);
        const std::string name(raw.substr(at + 1, name_end - at - 1));
        if (name.empty()) { // $@ is what the script is called with; a lone $ is itself
            const bool is_special = at + 1 < raw.size() && std::string_view("@*#?!$-").find(raw[at + 1]) < 7;
            if (!is_special)
                words.add("$");
            at += is_special ? 2 : 1;
            return;
        }
        insert(name, words);
        at = name_end;
        return;
    }
    at = end;
}

std::vector<std::string> ShellVariables::expanded(std::string_view raw, std::size_t line, bool splits, int depth)
{
    Words words;
    words.splits = splits;
    if (line > 0)
        words.current = lineMark(line);
    for (std::size_t at = 0; at < raw.size() && m_work <= most_work;) {
        const char c = raw[at];
        if (c == '"') {
            words.quoted = !words.quoted;
            words.begun = true;
            ++at;
        } else if (c == '\'' && !words.quoted) {
            const std::size_t end = endOfPart(raw, at);
            words.add(raw.substr(at + 1, end - at - 1 - (end > at + 1 && raw[end - 1] == '\'')));
            at = end;
        } else if (c == '\\') {
            const std::string_view escaped = raw.substr(at + 1, 1);
            words.add(escaped == "\n" ? std::string_view(words.quoted ? "\n" : "") : escaped);
            at = std::min(at + 2, raw.size());
        } else if (c == '`') {
            words.add(openMark("a command prints it"));
            at = endOfPart(raw, at);
        } else if (c == '$') {
            expandDollar(raw, at, words, depth);
            if (line > 0) // after a value from elsewhere
                words.current += lineMark(line + static_cast<std::size_t>(std::ranges::count(raw.substr(0, at), '\n')));
        } else {
            words.add(raw.substr(at, 1));
            ++at;
        }
    }
    if (m_work > most_work)
        words.add(openMark("the script's variables grow too long"));
    words.end();
    return std::move(words.done);
}

} // namespace kneepoint::job
