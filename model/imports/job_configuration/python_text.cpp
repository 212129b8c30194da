// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/python_text.h"

#include "model/imports/job_configuration/python_tokens.h"
#include "model/imports/job_configuration/records.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace kneepoint::job {
namespace {

using Kind = PythonValue::Kind;
using TokenKind = PythonToken::Kind;

constexpr std::size_t most_parts = 500;     ///< of a variable's value that is put in elsewhere
constexpr std::size_t most_copied = 200000; ///< parts that are put in, in all

std::size_t sizeOf(const PythonValue& value)
{
    std::size_t size = 1;
    for (const PythonValue& part : value.parts)
        size += sizeOf(part);
    return size;
}

std::optional<double> numberOf(const PythonValue& value)
{
    return value.kind == Kind::literal ? plainNumber(value.text) : std::nullopt;
}

/// What two numbers give; nothing for a sign that is no arithmetic, or beyond what a number holds.
std::optional<double> reckoned(double left, std::string_view sign, double right)
{
    double result = NAN;
    if (sign == "+")
        result = left + right;
    else if (sign == "-")
        result = left - right;
    else if (sign == "*")
        result = left * right;
    else if (sign == "**")
        result = std::pow(left, right);
    else if (sign == "/")
        result = left / right;
    else if (sign == "//")
        result = std::floor(left / right);
    else if (sign == "%")
        result = left - right * std::floor(left / right);
    return std::isfinite(result) ? std::optional(result) : std::nullopt;
}

class Parser {
public:
    explicit Parser(std::string_view text)
        : m_tokens(pythonTokens(text))
    {
        m_scopes.push_back({});
    }

    std::vector<PythonStatement> all()
    {
        while (m_at < m_tokens.size() && m_statements.size() < most_records) {
            leaveBlocks(now().indent);
            takeStatement();
            while (now().kind != TokenKind::line_end)
                ++m_at;
            ++m_at;
        }
        return std::move(m_statements);
    }

private:
    struct Scope {
        std::size_t indent = 0, line = 0;
        std::map<std::string, PythonValue, std::less<>> variables = {};
    };
    struct Block { ///< a condition or a loop
        std::size_t indent = 0;
    };

    [[nodiscard]] const PythonToken& now() const { return m_tokens[std::min(m_at, m_tokens.size() - 1)]; }
    [[nodiscard]] const PythonToken& after() const { return m_tokens[std::min(m_at + 1, m_tokens.size() - 1)]; }
    bool skipped(std::string_view sign)
    {
        const bool found = now().is(sign);
        m_at += found ? 1 : 0;
        return found;
    }

    [[nodiscard]] static PythonValue openValue(std::size_t line, std::string why = "Python works it out")
    {
        return {Kind::open, std::move(why), {}, line};
    }

    void leaveBlocks(std::size_t indent)
    {
        while (!m_blocks.empty() && m_blocks.back().indent >= indent)
            m_blocks.pop_back();
        while (m_scopes.size() > 1 && m_scopes.back().indent >= indent) {
            m_scopes.pop_back();
        }
    }

    void takeStatement()
    {
        const PythonToken first = now();
        const auto begins = [&](std::initializer_list<std::string_view> words) {
            return first.kind == TokenKind::name && std::ranges::find(words, first.text) != words.end();
        };
        if (begins({"import", "from"}))
            return takeImport();
        if (begins({"async"}))
            ++m_at;
        if (now().is("def") || now().is("class"))
            return takeScope();
        if (begins({"if", "elif", "else", "for", "while", "except", "match", "case"}) && endsWithColon())
            return takeBlock();
        if (begins({"global", "nonlocal"}))
            return takeGlobals();
        if (begins({"try", "finally", "with", "assert", "del", "raise", "pass"}) || first.is("@"))
            return;
        if (begins({"return", "yield", "await"}))
            ++m_at;
        if (now().kind != TokenKind::line_end)
            takeAssignment(first);
    }

    /// Variables that a function changes.
    void takeGlobals()
    {
        for (++m_at; now().kind == TokenKind::name; ++m_at) {
            for (Scope& scope : m_scopes)
                scope.variables[now().text] = openValue(now().line, fmt::format("{} changes", now().text));
            if (!after().is(","))
                return;
            ++m_at;
        }
    }

    /// "match" and "case" are names too where no colon ends the line.
    [[nodiscard]] bool endsWithColon() const
    {
        std::size_t at = m_at, depth = 0;
        for (; m_tokens[at].kind != TokenKind::line_end; ++at) {
            depth += m_tokens[at].is("(") || m_tokens[at].is("[") || m_tokens[at].is("{") ? 1 : 0;
            depth -= depth > 0 && (m_tokens[at].is(")") || m_tokens[at].is("]") || m_tokens[at].is("}")) ? 1 : 0;
            if (depth == 0 && m_tokens[at].is(":"))
                return true;
        }
        return false;
    }

    void takeImport()
    {
        std::string name;
        bool names = now().is("import");
        for (; now().kind != TokenKind::line_end; ++m_at) {
            if (now().is("import"))
                names = true;
            else if (names && now().kind == TokenKind::name && !now().is("as") && !m_tokens[m_at - 1].is("."))
                m_imported.insert(now().text);
        }
    }

    void takeScope()
    {
        Scope scope{now().indent, now().line};
        const bool is_function = now().is("def");
        if (is_function) { // its parameters are what a caller says
            std::size_t depth = 0;
            for (m_at += 2; now().kind != TokenKind::line_end; ++m_at) {
                depth += now().is("(") || now().is("[") ? 1 : 0;
                depth -= depth > 0 && (now().is(")") || now().is("]")) ? 1 : 0;
                if (depth == 1 && now().kind == TokenKind::name
                    && (m_tokens[m_at - 1].is("(") || m_tokens[m_at - 1].is(",") || m_tokens[m_at - 1].is("*")
                        || m_tokens[m_at - 1].is("**")))
                    scope.variables[now().text] =
                        openValue(now().line, fmt::format("{} is an argument of a function", now().text));
            }
        }
        m_scopes.push_back(std::move(scope));
    }

    /// The head of a condition or a loop, and the statement after it in its line.
    void takeBlock()
    {
        const PythonToken first = now();
        bool is_main = false, binds = first.is("for");
        std::size_t depth = 0;
        for (; now().kind != TokenKind::line_end && !(depth == 0 && now().is(":")); ++m_at) {
            depth += now().is("(") || now().is("[") || now().is("{") ? 1 : 0;
            depth -= depth > 0 && (now().is(")") || now().is("]") || now().is("}")) ? 1 : 0;
            is_main = is_main || (now().is("__name__") && first.is("if"));
            binds = binds && !now().is("in");
            if (binds && now().kind == TokenKind::name)
                forget(now().text);
        }
        if (!is_main)
            m_blocks.push_back({first.indent});
        if (skipped(":") && now().kind != TokenKind::line_end)
            takeAssignment(now());
    }

    void forget(const std::string& name)
    {
        m_scopes.back().variables[name] = openValue(now().line, fmt::format("{} is not known", name));
    }

    [[nodiscard]] bool isConditional() const
    {
        return !m_blocks.empty() && (m_scopes.size() == 1 || m_blocks.back().indent > m_scopes.back().indent);
    }

    void takeAssignment(const PythonToken& first)
    {
        std::string target;
        const std::size_t begin = m_at;
        const std::string path = takeTarget();
        bool assigns = !path.empty();
        if (assigns && skipped(":")) // an annotation
            skipExpression();
        if (assigns && now().kind == TokenKind::sign && now().text.size() >= 2 && now().text.ends_with("=")
            && !now().is("==") && !now().is("!=") && !now().is("<=") && !now().is(">=")) {
            remember(path, openValue(first.line));
            return state(first, path, openValue(first.line));
        }
        assigns = assigns && skipped("=");
        if (assigns)
            target = path;
        else
            m_at = begin;
        std::vector<std::string> names; // what is assigned to if "=" follows
        const auto part = [&] {
            if (now().kind == TokenKind::name)
                names.push_back(now().text);
            return expression(0);
        };
        PythonValue value = part();
        while (!assigns && skipped(",")) { // "model, tokenizer = …"
            if (value.kind == Kind::call)  // "return a(), b()"
                state(first, {}, std::move(value));
            value = part();
        }
        while (skipped("=")) { // also of "a = b = …" and "a[0] = …"
            for (const std::string& name : names)
                forget(name);
            value = part();
        }
        if (now().kind != TokenKind::line_end && !now().is(","))
            value = openValue(first.line);
        if (!target.empty())
            remember(target, value);
        state(first, std::move(target), std::move(value));
    }

    void state(const PythonToken& first, std::string target, PythonValue value)
    {
        m_statements.push_back(
            {std::move(target), std::move(value), first.line, m_scopes.back().line, isConditional()});
    }

    /// What is assigned to; "" if this is no name, or one with computed parts.
    std::string takeTarget()
    {
        if (now().kind != TokenKind::name)
            return {};
        std::string path = now().text;
        ++m_at;
        for (;;) {
            if (now().is(".") && after().kind == TokenKind::name) {
                path += "." + after().text;
                m_at += 2;
            } else if (now().is("[") && after().kind == TokenKind::text
                && m_tokens[std::min(m_at + 2, m_tokens.size() - 1)].is("]")) {
                path += "." + after().text;
                m_at += 3;
            } else {
                return path;
            }
        }
    }

    void remember(const std::string& path, const PythonValue& value)
    {
        if (path.find('.') != std::string::npos) { // a part of a variable changes
            if (PythonValue* whole = variable(path.substr(0, path.find('.'))))
                *whole = openValue(value.line);
            return;
        }
        const PythonValue* before = variable(path);
        const bool is_certain = !isConditional()
            || (before && before->kind == Kind::literal && value.kind == Kind::literal && before->text == value.text);
        PythonValue kept = is_certain && sizeOf(value) <= most_parts
            ? value
            : openValue(value.line, fmt::format("{} depends on a condition", path));
        kept.borrowed = true;
        m_scopes.back().variables[path] = std::move(kept);
    }

    PythonValue* variable(std::string_view name)
    {
        for (std::size_t i = m_scopes.size(); i-- > 0;)
            if (const auto found = m_scopes[i].variables.find(name); found != m_scopes[i].variables.end())
                return &found->second;
        return nullptr;
    }

    void skipExpression()
    {
        std::size_t depth = 0;
        for (; now().kind != TokenKind::line_end; ++m_at) {
            const bool closes = now().is(")") || now().is("]") || now().is("}");
            if (depth == 0 && (closes || now().is(",") || now().is("=") || now().is(":")))
                return;
            depth += now().is("(") || now().is("[") || now().is("{") ? 1 : 0;
            depth -= closes ? 1 : 0;
        }
    }

    [[nodiscard]] bool endsExpression() const
    {
        static constexpr std::array<std::string_view, 6> ends{",", ")", "]", "}", "=", ":"};
        return now().kind == TokenKind::line_end
            || std::ranges::any_of(ends, [&](std::string_view sign) { return now().is(sign); });
    }

    PythonValue expression(int depth)
    {
        const std::size_t line = now().line;
        PythonValue value = sum(depth);
        if (!endsExpression()) { // a comparison, a condition, a loop
            skipExpression();
            return openValue(line);
        }
        return value;
    }

    PythonValue combined(PythonValue left, const std::string& sign, const PythonValue& right) const
    {
        const auto a = numberOf(left), b = numberOf(right);
        const auto result = a && b ? reckoned(*a, sign, *b) : std::nullopt;
        if (result)
            return {Kind::literal, fmt::format("{:.17g}", *result), {}, left.line};
        if (left.kind == Kind::open)
            return left;
        return right.kind == Kind::open ? right : openValue(left.line);
    }

    PythonValue sum(int depth)
    {
        PythonValue value = product(depth);
        while (now().is("+") || now().is("-")) {
            const std::string sign = now().text;
            ++m_at;
            value = combined(std::move(value), sign, product(depth));
        }
        return value;
    }

    PythonValue product(int depth)
    {
        PythonValue value = power(depth);
        while (now().is("*") || now().is("/") || now().is("//") || now().is("%")) {
            const std::string sign = now().text;
            ++m_at;
            value = combined(std::move(value), sign, power(depth));
        }
        return value;
    }

    /// Whatever nests passes here.
    PythonValue power(int depth)
    {
        if (depth > deepest_nesting)
            return openValue(now().line);
        if (skipped("-"))
            return combined({Kind::literal, "0", {}, now().line}, "-", power(depth + 1));
        if (skipped("+"))
            return power(depth + 1);
        PythonValue value = withTrailers(primary(depth), depth);
        if (skipped("**"))
            value = combined(std::move(value), "**", power(depth + 1));
        return value;
    }

    PythonValue primary(int depth)
    {
        const PythonToken token = now();
        if (token.kind == TokenKind::line_end)
            return openValue(token.line);
        if (endsExpression())
            return openValue(token.line);
        ++m_at;
        switch (token.kind) {
        case TokenKind::number:
            return {plainNumber(token.text) ? Kind::literal : Kind::open, token.text, {}, token.line};
        case TokenKind::text: {
            PythonValue value{Kind::literal, token.text, {}, token.line};
            for (; now().kind == TokenKind::text; ++m_at)
                value.text += now().text;
            if (now().kind == TokenKind::computed_text)
                value = openValue(token.line);
            return value;
        }
        case TokenKind::name:
            return named(token, depth);
        case TokenKind::sign:
            if (token.is("("))
                return bracketed(")", depth, token.line);
            if (token.is("["))
                return bracketed("]", depth, token.line);
            if (token.is("{"))
                return bracketed("}", depth, token.line);
            [[fallthrough]];
        default:
            return openValue(token.line);
        }
    }

    /// A name with its parts: a variable's value, or what it is called.
    PythonValue named(const PythonToken& token, int depth)
    {
        if (token.is("True") || token.is("False") || token.is("None"))
            return {Kind::literal, token.text, {}, token.line};
        if (token.is("not") || token.is("lambda") || token.is("await"))
            return openValue(token.line);
        std::string name = token.text;
        while (now().is(".") && after().kind == TokenKind::name) {
            name += "." + after().text;
            m_at += 2;
        }
        if (skipped("("))
            return {Kind::call, std::move(name), arguments(")", depth), token.line};
        const bool is_whole = name == token.text;
        if (const PythonValue* value = variable(token.text))
            return is_whole && (m_copied += sizeOf(*value)) <= most_copied
                ? *value
                : openValue(token.line, fmt::format("{} is not known", name));
        const bool is_class = std::isupper(static_cast<unsigned char>(name.front())) != 0
            && std::ranges::any_of(token.text, [](unsigned char c) { return std::islower(c) != 0; });
        if (!is_whole && (is_class || m_imported.contains(token.text)))
            return {Kind::symbol, std::move(name), {}, token.line};
        return openValue(token.line, fmt::format("{} is not known", name));
    }

    /// A method of a call's result gives what is not known, but the call is there: "Config(…).validate()".
    PythonValue withTrailers(PythonValue value, int depth)
    {
        while (now().is("(") || now().is("[") || (now().is(".") && after().kind == TokenKind::name)) {
            const bool is_part = now().is(".");
            const std::string_view end = now().is("(") ? ")" : "]";
            m_at += is_part ? 2 : 1;
            if (!is_part)
                arguments(end, depth);
            if (value.kind != Kind::call)
                value = openValue(value.line);
        }
        return value;
    }

    std::vector<PythonValue> arguments(std::string_view end, int depth)
    {
        std::vector<PythonValue> parts;
        while (now().kind != TokenKind::line_end && !skipped(end)) {
            std::string key = skipped("**") ? "**" : "";
            skipped("*");
            if (now().kind == TokenKind::name && after().is("=")) {
                key = now().text;
                m_at += 2;
            }
            PythonValue value = expression(depth + 1);
            if (skipped(":")) { // an entry of a dictionary, or a slice
                key = value.kind == Kind::literal ? value.text : "";
                value = expression(depth + 1);
            }
            value.key = std::move(key);
            parts.push_back(std::move(value));
            if (!skipped(",") && !now().is(end) && now().kind != TokenKind::line_end)
                ++m_at; // what is no expression
        }
        return parts;
    }

    /// A list, a tuple, a dictionary, or an expression in brackets.
    PythonValue bracketed(std::string_view end, int depth, std::size_t line)
    {
        std::vector<PythonValue> parts = arguments(end, depth);
        const bool has_comma = m_at >= 2 && m_tokens[m_at - 2].is(",");
        if (end == ")" && parts.size() == 1 && !has_comma)
            return std::move(parts.front());
        const bool is_dict = end == "}" && std::ranges::none_of(parts, &std::string::empty, &PythonValue::key);
        return {is_dict ? Kind::dict : Kind::list, {}, std::move(parts), line};
    }

    std::vector<PythonToken> m_tokens;
    std::size_t m_at = 0;
    std::vector<Scope> m_scopes;
    std::vector<Block> m_blocks;
    std::set<std::string, std::less<>> m_imported;
    std::vector<PythonStatement> m_statements;
    std::size_t m_copied = 0;
};

} // namespace

std::vector<PythonStatement> pythonStatements(std::string_view text)
{
    return Parser(text).all();
}

std::string_view lastName(std::string_view dotted)
{
    return dotted.substr(dotted.rfind('.') == std::string_view::npos ? 0 : dotted.rfind('.') + 1);
}

} // namespace kneepoint::job
