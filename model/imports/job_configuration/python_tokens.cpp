// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/python_tokens.h"

#include "model/units/text_fields.h"

#include <algorithm>
#include <cctype>

namespace kneepoint::job {
namespace {

bool isWord(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

class Tokens {
public:
    explicit Tokens(std::string_view text)
        : m_text(text)
    {
    }

    std::vector<PythonToken> all()
    {
        beginLine();
        while (m_at < m_text.size())
            takeOne();
        endLine();
        return std::move(m_tokens);
    }

private:
    [[nodiscard]] char ahead(std::size_t by = 0) const { return m_at + by < m_text.size() ? m_text[m_at + by] : '\0'; }

    void add(PythonToken::Kind kind, std::string text)
    {
        m_tokens.push_back({kind, std::move(text), m_line, m_indent});
    }

    void beginLine()
    {
        m_indent = 0;
        for (; ahead() == ' ' || ahead() == '\t'; ++m_at)
            m_indent = ahead() == '\t' ? (m_indent / 8 + 1) * 8 : m_indent + 1;
    }

    void endLine()
    {
        if (!m_tokens.empty() && m_tokens.back().kind != PythonToken::Kind::line_end)
            add(PythonToken::Kind::line_end, {});
    }

    void takeOne()
    {
        const char c = ahead();
        if (c == '\n' || (c == ';' && m_depth == 0)) {
            if (m_depth == 0)
                endLine();
            ++m_at;
            if (c == '\n') {
                ++m_line;
                if (m_depth == 0)
                    beginLine();
            }
        } else if (c == '\\' && (ahead(1) == '\n' || (ahead(1) == '\r' && ahead(2) == '\n'))) {
            m_at += ahead(1) == '\n' ? 2 : 3;
            ++m_line;
        } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
            ++m_at;
        } else if (c == '#') {
            m_at = std::min(m_text.size(), m_text.find('\n', m_at));
        } else if (c == '"' || c == '\'') {
            takeText(false);
        } else if (isDigit(c) || (c == '.' && isDigit(ahead(1)))) {
            takeNumber();
        } else if (isWord(c)) {
            takeName();
        } else {
            takeSign(c);
        }
    }

    void takeName()
    {
        const std::size_t begin = m_at;
        while (isWord(ahead()))
            ++m_at;
        const std::string_view name = m_text.substr(begin, m_at - begin);
        constexpr std::size_t longest_prefix = 2;
        const bool is_prefix = name.size() <= longest_prefix
            && name.find_first_not_of("rRbBuUfFtT") == std::string_view::npos && (ahead() == '"' || ahead() == '\'');
        if (is_prefix)
            takeText(name.find_first_of("fFtT") != std::string_view::npos);
        else
            add(PythonToken::Kind::name, std::string(name));
    }

    /// A number, with the underscores that Python allows left out.
    void takeNumber()
    {
        std::string digits;
        for (;; ++m_at) {
            const char c = ahead();
            const bool is_sign = (c == '+' || c == '-') && !digits.empty() && (digits.back() | 0x20) == 'e'
                && !digits.starts_with("0x") && !digits.starts_with("0X");
            if (!isWord(c) && c != '.' && !is_sign)
                break;
            if (c != '_')
                digits += c;
        }
        add(PythonToken::Kind::number, std::move(digits));
    }

    void takeText(bool computed)
    {
        const char quote = ahead();
        const bool is_long = ahead(1) == quote && ahead(2) == quote;
        m_at += is_long ? 3 : 1;
        std::string text;
        for (; m_at < m_text.size(); ++m_at) {
            const char c = ahead();
            if (c == quote && (!is_long || (ahead(1) == quote && ahead(2) == quote)))
                break;
            if (c == '\n' && !is_long) // a quote that nothing closes ends with its line
                break;
            m_line += c == '\n' ? 1 : 0;
            if (c == '\\' && m_at + 1 < m_text.size()) {
                ++m_at;
                m_line += ahead() == '\n' ? 1 : 0;
            }
            text += ahead();
        }
        if (ahead() == quote)
            m_at += is_long ? 3 : 1;
        add(computed ? PythonToken::Kind::computed_text : PythonToken::Kind::text, std::move(text));
    }

    void takeSign(char c)
    {
        if (c == '(' || c == '[' || c == '{')
            ++m_depth;
        else if ((c == ')' || c == ']' || c == '}') && m_depth > 0)
            --m_depth;
        static constexpr std::string_view longer[] = {"**=", "//=", ">>=", "<<=", "...", "**", "//",
            "==", "!=", "<=", ">=", "->", ":=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "@=", "<<", ">>"};
        for (const std::string_view sign : longer)
            if (m_text.substr(m_at).starts_with(sign)) {
                m_at += sign.size();
                return add(PythonToken::Kind::sign, std::string(sign));
            }
        ++m_at;
        add(PythonToken::Kind::sign, std::string(1, c));
    }

    std::string_view m_text;
    std::size_t m_at = 0, m_line = 1, m_indent = 0, m_depth = 0;
    std::vector<PythonToken> m_tokens;
};

} // namespace

std::vector<PythonToken> pythonTokens(std::string_view text)
{
    return Tokens(text).all();
}

} // namespace kneepoint::job
