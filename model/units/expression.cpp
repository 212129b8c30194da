// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace kneepoint {
namespace {

/// Evaluates an expression from left to right; good() becomes false on an error.
class Reader {
public:
    Reader(std::string_view text, const QuantityOf& quantity)
        : m_left(text)
        , m_quantity(quantity)
    {
    }
    double sum()
    {
        double value = product();
        for (;;) {
            if (take(" + "))
                value += product();
            else if (take(" − "))
                value -= product();
            else
                return value;
        }
    }
    [[nodiscard]] bool good() const { return m_good && m_left.empty(); }

private:
    bool take(std::string_view token)
    {
        if (!m_left.starts_with(token))
            return false;
        m_left.remove_prefix(token.size());
        return true;
    }
    void demand(std::string_view token) { m_good = take(token) && m_good; }
    double product()
    {
        double value = take("−") ? -power() : power();
        for (;;) {
            if (take("·"))
                value *= power();
            else if (take("/"))
                value /= power();
            else
                return value;
        }
    }
    double power()
    {
        const double value = factor();
        if (take("²"))
            return value * value;
        return take("^") ? std::pow(value, factor()) : value;
    }
    double factor()
    {
        if (take("min("))
            return extreme([](double a, double b) { return std::min(a, b); });
        if (take("max("))
            return extreme([](double a, double b) { return std::max(a, b); });
        if (take("√("))
            return std::sqrt(bracketed(")"));
        if (take("exp("))
            return std::exp(bracketed(")"));
        if (take("log₂"))
            return std::log2(factor());
        if (take("⌈"))
            return std::ceil(bracketed("⌉"));
        if (take("("))
            return bracketed(")");
        return take("{") ? quantity() : number();
    }
    double bracketed(std::string_view end)
    {
        const double value = sum();
        demand(end);
        return value;
    }
    double extreme(double (*choice)(double, double))
    {
        double value = sum();
        while (take(", "))
            value = choice(value, sum());
        demand(")");
        return value;
    }
    double quantity()
    {
        const std::size_t end = m_left.find('}');
        const auto found = end == std::string_view::npos ? std::nullopt : m_quantity(m_left.substr(0, end));
        m_good = m_good && found.has_value();
        m_left.remove_prefix(std::min(m_left.size(), end == std::string_view::npos ? end : end + 1));
        return found.value_or(0);
    }
    double number()
    {
        double value = 0;
        const auto [end, error] = std::from_chars(m_left.data(), m_left.data() + m_left.size(), value);
        m_good = m_good && error == std::errc();
        m_left.remove_prefix(static_cast<std::size_t>(end - m_left.data()));
        return value;
    }

    std::string_view m_left;
    const QuantityOf& m_quantity;
    bool m_good = true;
};

} // namespace

std::optional<double> expressionValue(std::string_view expression, const QuantityOf& quantity)
{
    Reader reader(expression, quantity);
    const double value = reader.sum();
    return reader.good() && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

} // namespace kneepoint
