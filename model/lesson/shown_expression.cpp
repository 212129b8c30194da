// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/shown_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace kneepoint {
namespace {

constexpr std::string_view dot = "·";
constexpr std::string_view over = "/";
constexpr std::string_view minus_one = " − 1";

/// A piece of an expression and the separator in front of it.
struct Piece {
    std::string_view sign;
    std::string text;
};

/// Splits at these signs outside of brackets.
std::vector<Piece> splitAt(std::string_view expression, std::span<const std::string_view> signs)
{
    std::vector<Piece> pieces;
    int depth = 0;
    std::size_t begin = 0;
    std::string_view sign;
    for (std::size_t i = 0; i < expression.size(); ++i) {
        depth += expression[i] == '(' ? 1 : expression[i] == ')' ? -1 : 0;
        if (depth > 0)
            continue;
        for (const std::string_view s : signs)
            if (expression.substr(i, s.size()) == s) {
                pieces.push_back({sign, std::string(expression.substr(begin, i - begin))});
                sign = s;
                begin = i + s.size();
                i = begin - 1;
                break;
            }
    }
    pieces.push_back({sign, std::string(expression.substr(begin))});
    return pieces;
}

std::string joinedText(const std::vector<Piece>& pieces)
{
    std::string text;
    for (const Piece& piece : pieces)
        text += (text.empty() ? std::string() : std::string(piece.sign)) + piece.text;
    return text;
}

/// Simplifies one expression with its values.
class Simplifier {
public:
    Simplifier(const Formula& f, FormulaValues values)
        : m_formula(f)
        , m_values(values)
    {
    }

    [[nodiscard]] std::string sum(std::string_view expression) const
    {
        constexpr std::array<std::string_view, 3> signs{" + ", " − ", ", "};
        const std::vector<Piece> terms = splitAt(expression, signs);
        const bool subtracts = std::ranges::find(terms, signs[1], &Piece::sign) != terms.end();
        std::vector<Piece> kept;
        kept.reserve(terms.size());
        for (const Piece& term : terms)
            if (subtracts || !vanishes(term.text))
                kept.push_back({term.sign, product(term.text)});
        return kept.empty() ? std::string(expression) : joinedText(kept);
    }

    /// Whether every argument of this text is at its default.
    [[nodiscard]] bool isDefault(std::string_view text, std::string_view except) const
    {
        for (std::size_t i = 0; i < m_formula.arguments.size(); ++i) {
            const std::string name = symbol(i);
            if (text.find(name) != std::string_view::npos && except.find(name) == std::string_view::npos
                && m_formula.arguments[i].fallback != m_values[i])
                return false;
        }
        return true;
    }

private:
    [[nodiscard]] std::string symbol(std::size_t i) const
    {
        return fmt::format("{{{}}}", m_formula.arguments[i].symbol);
    }

    /// The argument that is all of this text.
    [[nodiscard]] std::optional<std::size_t> argument(std::string_view text) const
    {
        for (std::size_t i = 0; i < m_formula.arguments.size(); ++i)
            if (text == symbol(i))
                return i;
        return {};
    }
    [[nodiscard]] bool isOmitted(std::string_view text, double value) const
    {
        const auto i = argument(text);
        return i && m_formula.arguments[*i].fallback == value && m_values[*i] == value;
    }

    /// Whether a product has a factor that is zero: "2·({n} − 1)·{α}" without latency.
    [[nodiscard]] bool vanishes(std::string_view term) const
    {
        constexpr std::array signs{dot, over};
        return std::ranges::any_of(splitAt(term, signs), [this](const Piece& factor) {
            const auto i = argument(factor.text);
            return factor.sign != over && i && m_values[*i] == 0;
        });
    }

    [[nodiscard]] std::string product(std::string_view term) const
    {
        constexpr std::array signs{dot, over};
        std::vector<Piece> factors = splitAt(term, signs);
        if (factors.size() == 1)
            return bracket(factors.front().text);
        dropMany(factors);
        dropCancelled(factors);
        std::erase_if(factors, [this](const Piece& p) { return isOmitted(p.text, 1); });
        for (Piece& factor : factors)
            factor.text = bracket(factor.text);
        if (factors.empty())
            return "1";
        if (factors.front().sign == over)
            factors.insert(factors.begin(), {"", "1"});
        return joinedText(factors);
    }

    /// "({X} − 1)/{X}" of X = 0, which means many: the factor is 1.
    void dropMany(std::vector<Piece>& factors) const
    {
        for (std::size_t i = 0; i + 1 < factors.size(); ++i) {
            const std::string& x = factors[i + 1].text;
            if (factors[i + 1].sign == over && isOmitted(x, 0)
                && factors[i].text == fmt::format("({}{})", x, minus_one)) {
                factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(i),
                    factors.begin() + static_cast<std::ptrdiff_t>(i) + 2);
                return;
            }
        }
    }

    /// A default and the number that it cancels: "{m}/2" of m = 2.
    void dropCancelled(std::vector<Piece>& factors) const
    {
        for (std::size_t i = 0; i < factors.size(); ++i)
            for (std::size_t j = 0; j < factors.size(); ++j) {
                const auto number = literal(factors[j].text);
                if (!number || !isOmitted(factors[i].text, *number)
                    || (factors[i].sign == over) == (factors[j].sign == over))
                    continue;
                factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
                factors.erase(factors.begin() + static_cast<std::ptrdiff_t>(std::min(i, j)));
                return;
            }
    }

    [[nodiscard]] static std::optional<double> literal(const std::string& text)
    {
        double value = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
        return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value) : std::nullopt;
    }

    /// The same inside of the first bracket: "√(2·{c}·{M}/{n})".
    [[nodiscard]] std::string bracket(const std::string& factor) const
    {
        const auto open = factor.find('(');
        const auto close = factor.rfind(')');
        if (open == std::string::npos || close == std::string::npos || close < open)
            return factor;
        const std::string inner = sum(std::string_view(factor).substr(open + 1, close - open - 1));
        const bool is_whole = open == 0 && close + 1 == factor.size();
        return is_whole && argument(inner) ? inner : factor.substr(0, open + 1) + inner + factor.substr(close);
    }

    const Formula& m_formula;
    FormulaValues m_values;
};

} // namespace

std::string shownExpression(const Formula& f, FormulaValues values)
{
    const Simplifier simplifier(f, values);
    constexpr std::array<std::string_view, 1> comma{", "};
    const std::vector<Piece> parts = splitAt(f.expression, comma);
    std::string text = simplifier.sum(parts.front().text);
    const std::string_view note = f.expression.substr(parts.front().text.size());
    return simplifier.isDefault(note, parts.front().text) ? text : text + std::string(note);
}

} // namespace kneepoint
