// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/shell_statements.h"

#include "model/imports/job_configuration/shell_variables.h"
#include "model/units/text_fields.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace kneepoint::job {

std::string_view assignedName(std::string_view word)
{
    std::size_t end = 0;
    while (end < word.size() && (std::isalnum(static_cast<unsigned char>(word[end])) || word[end] == '_'))
        ++end;
    if (end == 0 || std::isdigit(static_cast<unsigned char>(word[0])))
        return {};
    const std::string_view rest = word.substr(end);
    return rest.starts_with("=") || rest.starts_with("+=") ? word.substr(0, end) : std::string_view();
}

ShellStatements::ShellStatements(std::string_view text)
    : m_text(text)
{
    std::ranges::replace_if(
        m_text, [](unsigned char c) { return c < ' ' && c != '\n' && c != '\t'; }, ' ');
}

char ShellStatements::at(std::size_t ahead) const
{
    return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
}

void ShellStatements::advance(std::size_t to)
{
    for (; m_at < to && m_at < m_text.size(); ++m_at)
        m_line += m_text[m_at] == '\n';
}

void ShellStatements::skipBlanks()
{
    while (m_at < m_text.size() && (at() == ' ' || at() == '\t' || (at() == '\\' && at(1) == '\n')))
        advance(m_at + (at() == '\\' ? 2 : 1));
}

std::string_view ShellStatements::restOfLine() const
{
    const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
    return std::string_view(m_text).substr(m_at, end - m_at);
}

RawWord ShellStatements::word()
{
    RawWord word{.text = {}, .line = m_line};
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && std::string_view(" \t\n;&|<>()").find(at()) == std::string_view::npos) {
        if (at() == '\\' && at(1) == '\n')
            break;
        advance(endOfPart(m_text, m_at));
    }
    word.text = m_text.substr(begin, m_at - begin);
    if (at() == '(' && !assignedName(word.text).empty() && word.text.ends_with('=')) {
        word.is_array = true;
        advance(m_at + 1);
        while (m_at < m_text.size() && at() != ')') {
            skipBlanks();
            if (at() == '\n')
                advance(m_at + 1);
            else if (at() == '#')
                advance(m_at + restOfLine().size());
            else if (at() != ')' && m_at < m_text.size()) {
                const std::size_t before = m_at;
                word.items.push_back(this->word());
                if (m_at == before)
                    advance(m_at + 1);
            }
        }
        advance(m_at + 1);
    }
    return word;
}

void ShellStatements::takeComment(ShellStatement& statement)
{
    const std::string_view line = restOfLine();
    for (const std::string_view mark : {"#SBATCH", "#PBS", "#FLUX:"})
        if (line.starts_with(mark))
            statement.headers.push_back({std::string(line.substr(mark.size())), m_line});
    advance(m_at + line.size());
}

ShellText ShellStatements::document(const std::string& delimiter)
{
    advance(m_at + restOfLine().size() + 1);
    ShellText document{{}, m_line};
    while (m_at < m_text.size()) {
        const std::string_view line = restOfLine();
        const bool ends = trimmed(line) == delimiter;
        if (!ends)
            document.text.append(line).push_back('\n');
        advance(m_at + line.size() + 1);
        if (ends)
            break;
    }
    return document;
}

bool ShellStatements::isArithmetic() const
{
    return std::string_view(m_text).substr(0, endOfRoundBracket(m_text, m_at)).ends_with("))");
}

ShellStatement ShellStatements::next()
{
    ShellStatement statement;
    statement.before = std::exchange(m_separator, "\n");
    std::string delimiter;
    bool drops_next = false;
    while (m_at < m_text.size()) {
        skipBlanks();
        const char c = at();
        if (c == '#') {
            takeComment(statement);
        } else if (c == '\n') {
            if (!delimiter.empty())
                statement.document = document(delimiter);
            else
                advance(m_at + 1);
            break;
        } else if (c == '<' && at(1) == '<' && at(2) != '<') {
            advance(m_at + 2 + (at(2) == '-'));
            skipBlanks();
            delimiter = word().text;
            statement.is_literal =
                std::erase_if(delimiter, [](char q) { return q == '"' || q == '\'' || q == '\\'; }) > 0;
        } else if (c == '>' || c == '<') {
            advance(m_at + 1 + (at(1) == c) + (at(1) == '&'));
            drops_next = statement.redirects = true;
        } else if (c == '(' && at(1) == '(' && isArithmetic()) {
            const std::size_t end = endOfRoundBracket(m_text, m_at);
            statement.words.push_back({.text = m_text.substr(m_at, end - m_at), .line = m_line});
            advance(end);
        } else if (std::string_view(";&|()").find(c) != std::string_view::npos && c != '\0') {
            const std::size_t length = at(1) == c && std::string_view(";&|").find(c) != std::string_view::npos ? 2 : 1;
            m_separator = m_text.substr(m_at, length);
            advance(m_at + length);
            if (delimiter.empty())
                break;
        } else if (m_at < m_text.size()) {
            RawWord next = word();
            const bool is_descriptor = (at() == '>' || at() == '<') && next.text.size() == 1
                && std::isdigit(static_cast<unsigned char>(next.text[0])); // 2>&1
            if (!std::exchange(drops_next, false) && !is_descriptor)
                statement.words.push_back(std::move(next));
        }
    }
    statement.separator = m_separator;
    return statement;
}

} // namespace kneepoint::job
