// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/shell_variables.h"

#include "model/imports/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
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

/// Sums and products of whole numbers.
class Calculation {
public:
    Calculation(std::string_view text, ShellVariables& variables, int depth)
        : m_text(text)
        , m_variables(variables)
        , m_depth(depth)
    {
    }
    std::optional<double> result()
    {
        const double value = sum();
        skip();
        return m_failed || m_at < m_text.size() || !std::isfinite(value) ? std::nullopt : std::optional(value);
    }

private:
    void skip() { m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size()); }
    bool take(char c)
    {
        skip();
        const bool is = m_at < m_text.size() && m_text[m_at] == c;
        m_at += is;
        return is;
    }
    double sum()
    {
        double value = product();
        while (!m_failed)
            if (take('+'))
                value += product();
            else if (take('-'))
                value -= product();
            else
                break;
        return value;
    }
    double product()
    {
        double value = operand();
        while (!m_failed)
            if (take('*'))
                value *= operand();
            else if (take('/'))
                value = divided(value, operand());
            else if (take('%'))
                value = std::fmod(value, divisor(operand()));
            else
                break;
        return value;
    }
    double divisor(double value)
    {
        m_failed = m_failed || value == 0;
        return m_failed ? 1 : value;
    }
    double divided(double value, double by) { return std::trunc(value / divisor(by)); }
    double operand()
    {
        if (++m_operands > 200)
            m_failed = true;
        if (m_failed)
            return 0;
        if (take('(')) {
            const double value = sum();
            m_failed = m_failed || !take(')');
            return value;
        }
        skip();
        const std::size_t begin = m_at;
        m_at = endOfName(m_text, m_at);
        const std::string_view word = m_text.substr(begin, m_at - begin);
        if (const auto number = plainNumber(word))
            return *number;
        if (const ShellVariables::Value* value = m_variables.find(word); value && m_depth < deepest)
            if (const auto number = m_variables.calculated(
                    value->items.empty() ? std::string_view() : std::string_view(value->items.front()), m_depth + 1))
                return *number;
        m_failed = true;
        return 0;
    }

    std::string_view m_text;
    ShellVariables& m_variables;
    std::size_t m_at = 0;
    int m_depth, m_operands = 0;
    bool m_failed = false;
};

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

std::optional<double> ShellVariables::calculated(std::string_view expression, int depth)
{
    const std::string unplaced = withoutLines(expression);
    const std::string_view text = unplaced;
    std::string plain;
    for (std::size_t at = 0; at < text.size();)
        if (text[at] == '$' && depth < deepest) {
            Words words;
            words.quoted = true;
            expandDollar(text, at, words, depth + 1);
            plain += "(" + withoutLines(words.current) + ")";
        } else {
            plain += text[at] == '"' ? ' ' : text[at];
            ++at;
        }
    return Calculation(plain, *this, depth).result();
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
            value ? fmt::format("{:.0f}", *value) : openMark(fmt::format("{} is not worked out", part.substr(0, 60))));
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
