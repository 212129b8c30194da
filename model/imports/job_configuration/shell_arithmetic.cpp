// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/shell_arithmetic.h"

#include "model/imports/job_configuration/shell_branches.h"
#include "model/imports/job_configuration/shell_variables.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>

namespace kneepoint::job {
namespace {

using Number = std::optional<std::int64_t>;

__extension__ using Wide = __int128; ///< holds what two numbers of 64 bits make

/// Out of range: there is no result.
constexpr Wide no_result = Wide(1) << 100;

Number inRange(Wide value)
{
    using Limits = std::numeric_limits<std::int64_t>;
    return value >= Limits::min() && value <= Limits::max() ? Number(static_cast<std::int64_t>(value)) : Number();
}

Wide power(Wide base, Wide exponent)
{
    if (base == 0 || base == 1 || base == -1)
        exponent = exponent > 1 ? 2 - exponent % 2 : exponent;
    Wide result = exponent < 0 ? no_result : 1;
    for (; exponent > 0 && inRange(result); --exponent)
        result *= base;
    return result;
}

/// What two numbers make; && and ||, which may know it from one of them, have no function. Operators on single bits are
/// not understood.
struct Operator {
    std::string_view text;
    int precedence; ///< higher binds tighter
    Wide (*apply)(Wide a, Wide b);
};
constexpr int least_changing = 5; ///< precedence of operators that have an assignment, such as +=
constexpr int most_changing = 7;

/// Longer ones before those that they begin with.
constexpr std::array operators{
    Operator{"**", 8, power},
    Operator{"||", 1, nullptr},
    Operator{"&&", 2, nullptr},
    Operator{"<<", 5, [](Wide a, Wide b) { return a < 0 || b < 0 || b > 62 ? no_result : a << b; }},
    Operator{">>", 5, [](Wide a, Wide b) { return a < 0 || b < 0 || b > 62 ? no_result : a >> b; }},
    Operator{"<=", 4, [](Wide a, Wide b) { return Wide(a <= b); }},
    Operator{">=", 4, [](Wide a, Wide b) { return Wide(a >= b); }},
    Operator{"==", 3, [](Wide a, Wide b) { return Wide(a == b); }},
    Operator{"!=", 3, [](Wide a, Wide b) { return Wide(a != b); }},
    Operator{"<", 4, [](Wide a, Wide b) { return Wide(a < b); }},
    Operator{">", 4, [](Wide a, Wide b) { return Wide(a > b); }},
    Operator{"+", 6, [](Wide a, Wide b) { return a + b; }},
    Operator{"-", 6, [](Wide a, Wide b) { return a - b; }},
    Operator{"*", 7, [](Wide a, Wide b) { return a * b; }},
    Operator{"/", 7, [](Wide a, Wide b) { return b == 0 ? no_result : a / b; }},
    Operator{"%", 7, [](Wide a, Wide b) { return b == 0 ? no_result : a % b; }},
};

bool isNameCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

Number connected(std::string_view op, Number a, Number b)
{
    const bool decides = op == "||"; // the value of one side that decides
    for (const Number side : {a, b})
        if (side && (*side != 0) == decides)
            return static_cast<std::int64_t>(decides);
    return a && b ? Number(static_cast<std::int64_t>(!decides)) : Number();
}

class Arithmetic {
public:
    Arithmetic(std::string_view text, const ArithmeticNames& names)
        : m_text(text)
        , m_names(names)
    {
    }

    Number result()
    {
        Number value = list();
        if (m_at == m_text.size() && !m_failed)
            return value;
        forgetAssigned();
        return {};
    }

private:
    void skip() { m_at = std::min(m_text.find_first_not_of(" \t\r\n", m_at), m_text.size()); }
    bool take(std::string_view text)
    {
        skip();
        const bool is = m_text.substr(m_at).starts_with(text);
        m_at += is ? text.size() : 0;
        return is;
    }
    std::string_view word()
    {
        skip();
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isNameCharacter(m_text[m_at]))
            ++m_at;
        return m_text.substr(begin, m_at - begin);
    }
    static bool isName(std::string_view word)
    {
        return !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0;
    }
    /// Every part passes here, so that nesting is bounded.
    bool goesOn()
    {
        constexpr int most_parts = 300;
        m_failed = m_failed || ++m_parts > most_parts;
        return !m_failed;
    }

    void assign(std::string_view name, Number value)
    {
        if (m_live != Taken::no)
            m_names.assign(name, m_live == Taken::yes ? value : Number());
    }
    /// What may be assigned by an expression that was not understood.
    void forgetAssigned()
    {
        std::string plain(m_text);
        for (const std::string_view comparison : {"==", "!=", "<=", ">="})
            for (std::size_t at = plain.find(comparison); at != std::string::npos; at = plain.find(comparison))
                plain.replace(at, comparison.size(), "  ");
        if (plain.find('=') == std::string::npos && plain.find("++") == std::string::npos
            && plain.find("--") == std::string::npos)
            return;
        for (m_at = 0; m_at < m_text.size(); ++m_at)
            if (const std::string_view name = word(); isName(name))
                m_names.assign(name, {});
    }

    Number list()
    {
        Number value = assignment();
        while (!m_failed && take(","))
            value = assignment();
        skip();
        return value;
    }

    Number assignment()
    {
        if (!goesOn())
            return {};
        skip();
        const std::size_t begin = m_at;
        const std::string_view name = word();
        const Operator* op = nextOperator();
        const bool changes = op && op->precedence >= least_changing && op->precedence <= most_changing;
        m_at += changes ? op->text.size() : 0;
        const std::string_view rest = m_text.substr(m_at);
        if (!isName(name) || !rest.starts_with('=') || (!changes && rest.starts_with("=="))) {
            m_at = begin;
            return conditional();
        }
        ++m_at;
        Number value = assignment();
        if (changes) {
            const Number before = m_names.value(name);
            value = before && value ? inRange(op->apply(*before, *value)) : Number();
        }
        assign(name, value);
        return value;
    }

    /// A part that is evaluated only if `is`; a part whose turn is not known assigns what is not known.
    template <typename Part> Number when(std::optional<bool> is, const Part& part)
    {
        const Taken before = m_live;
        if (is == false || m_live == Taken::no)
            m_live = Taken::no;
        else if (!is)
            m_live = Taken::unknown;
        const Number value = part();
        m_live = before;
        return value;
    }

    Number conditional()
    {
        const Number condition = binary(1);
        if (m_failed || !take("?"))
            return condition;
        const auto is = condition ? std::optional(*condition != 0) : std::nullopt;
        const Number first = when(is, [&] { return assignment(); });
        m_failed = m_failed || !take(":");
        const Number second = when(is ? std::optional(!*is) : is, [&] { return assignment(); });
        if (!is)
            return first == second ? first : Number();
        return *is ? first : second;
    }

    const Operator* nextOperator()
    {
        skip();
        const std::string_view rest = m_text.substr(m_at);
        const auto found =
            std::ranges::find_if(operators, [&](const Operator& op) { return rest.starts_with(op.text); });
        return found == operators.end() ? nullptr : &*found;
    }

    Number binary(int least)
    {
        Number left = operand();
        while (!m_failed) {
            const Operator* op = nextOperator();
            if (!op || op->precedence < least)
                break;
            m_at += op->text.size();
            const bool connects = op->apply == nullptr;
            const auto known = left ? std::optional((*left != 0) == (op->text == "&&")) : std::nullopt;
            const int next = op->precedence + (op->text == "**" ? 0 : 1);
            const Number right = when(connects ? known : std::optional(true), [&] { return binary(next); });
            if (connects)
                left = connected(op->text, left, right);
            else
                left = left && right ? inRange(op->apply(*left, *right)) : Number();
        }
        return left;
    }

    Number changed(std::string_view name, std::int64_t by, bool after)
    {
        const Number before = m_names.value(name);
        const Number value = before ? inRange(Wide(*before) + by) : Number();
        assign(name, value);
        return after ? before : value;
    }

    /// The step of "++" or "--"; 0 if neither follows.
    int step() { return take("++") ? 1 : take("--") ? -1 : 0; }

    Number operand()
    {
        if (!goesOn())
            return {};
        if (const int by = step(); by != 0) {
            const std::string_view name = word();
            m_failed = m_failed || !isName(name);
            return m_failed ? Number() : changed(name, by, false);
        }
        if (take("-")) {
            const Number value = operand();
            return value ? inRange(-Wide(*value)) : value;
        }
        if (take("+"))
            return operand();
        if (take("!")) {
            const Number value = operand();
            return value ? Number(static_cast<std::int64_t>(*value == 0)) : value;
        }
        if (take("(")) {
            const Number value = list();
            m_failed = m_failed || !take(")");
            return value;
        }
        if (const std::size_t length = openMarkLength(m_text.substr(m_at)); length > 0) {
            m_at += length;
            return {};
        }
        const std::string_view text = word();
        if (!isName(text))
            return constant(text);
        const int by = step();
        return by != 0 ? changed(text, by, true) : m_names.value(text);
    }

    /// A leading zero makes it octal, "0x" hexadecimal.
    Number constant(std::string_view text)
    {
        int base = 10;
        if (text.starts_with("0x") || text.starts_with("0X")) {
            base = 16;
            text.remove_prefix(2);
        } else if (text.size() > 1 && text.starts_with('0')) {
            base = 8;
        }
        std::int64_t value = 0;
        const char* end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data(), end, value, base);
        m_failed = m_failed || text.empty() || error != std::errc() || rest != end;
        return m_failed ? Number() : Number(value);
    }

    std::string_view m_text;
    const ArithmeticNames& m_names;
    std::size_t m_at = 0;
    int m_parts = 0;
    Taken m_live = Taken::yes; ///< whether what is read here is evaluated
    bool m_failed = false;
};

} // namespace

std::optional<std::int64_t> arithmeticValue(std::string_view expression, const ArithmeticNames& names)
{
    return Arithmetic(expression, names).result();
}

} // namespace kneepoint::job
