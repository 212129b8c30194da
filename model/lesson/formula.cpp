// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/formula.h"

#include "model/lesson/formula_records.h"
#include "model/lesson/shown_expression.h"
#include "model/units/excerpt.h"
#include "model/units/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

namespace kneepoint {
namespace {

std::vector<Formula> allFormulas()
{
    std::vector<Formula> all;
    for (auto make : {formula_records::roofs, formula_records::collectives, formula_records::limits,
             formula_records::models, formula_records::memory, formula_records::speedups, formula_records::runs}) {
        std::vector<Formula> topic = make();
        std::move(topic.begin(), topic.end(), std::back_inserter(all));
    }
    return all;
}

Result<void> checkArgument(const FormulaArgument& a, double value)
{
    if (!(value >= a.min && value <= a.max))
        return failure(fmt::format("{}: {} is not between {} and {}", a.id, formatQuantity(value, a.unit),
            formatQuantity(a.min, a.unit), formatQuantity(a.max, a.unit)));
    if (a.whole && value != std::floor(value))
        return failure(fmt::format("{}: {} is not a whole number", a.id, formatQuantity(value, a.unit)));
    return {};
}

/// The expression with every symbol in braces replaced; a symbol that no argument has stays as it is.
std::string replaced(const Formula& f, std::string_view expression, const std::function<std::string(std::size_t)>& text)
{
    std::string out;
    std::string_view rest = expression;
    for (auto open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
        const auto close = rest.find('}', open);
        const std::string_view symbol = rest.substr(open + 1, close - open - 1);
        const auto a = std::ranges::find(f.arguments, symbol, &FormulaArgument::symbol);
        out += rest.substr(0, open);
        out += a == f.arguments.end() ? std::string(symbol)
                                      : text(static_cast<std::size_t>(std::distance(f.arguments.begin(), a)));
        rest.remove_prefix(close + 1);
    }
    return out + std::string(rest);
}

/// A number inside a product: bracketed if it contains a space or a division.
std::string factorText(double value, Unit unit)
{
    std::string text = formatQuantity(value, unit);
    return text.find('/') == std::string::npos ? text : "(" + text + ")";
}

/// Of plain arithmetic; NaN if it is not finite.
double expressionResult(const Formula& f, FormulaValues values)
{
    const auto valueOf = [&](std::string_view symbol) -> std::optional<double> {
        const auto a = std::ranges::find(f.arguments, symbol, &FormulaArgument::symbol);
        return a == f.arguments.end()
            ? std::nullopt
            : std::optional(values[static_cast<std::size_t>(std::distance(f.arguments.begin(), a))]);
    };
    return expressionValue(f.expression, valueOf).value_or(std::nan(""));
}

} // namespace

std::span<const Formula> formulas()
{
    static const std::vector<Formula> all = allFormulas();
    return all;
}

const Formula* findFormula(std::string_view id)
{
    const auto all = formulas();
    const auto found = std::ranges::find(all, id, &Formula::id);
    return found == all.end() ? nullptr : &*found;
}

Result<std::vector<double>> formulaValues(const Formula& f, const FormulaInput& given)
{
    for (const auto& [id, value] : given)
        if (std::ranges::find(f.arguments, id, &FormulaArgument::id) == f.arguments.end())
            return failure(fmt::format("{}: {} has no such argument", excerpt(id), f.id));
    std::vector<double> values;
    for (const FormulaArgument& a : f.arguments) {
        const auto found = given.find(a.id);
        if (found == given.end() && !a.fallback)
            return failure(fmt::format("{}: missing; {} needs the {}", a.id, f.id, a.label));
        values.push_back(found == given.end() ? *a.fallback : found->second);
        if (const auto checked = checkArgument(a, values.back()); !checked)
            return tl::unexpected(checked.error());
    }
    return values;
}

Result<double> evaluateFormula(const Formula& f, const FormulaInput& given)
{
    const auto values = formulaValues(f, given);
    if (!values)
        return tl::unexpected(values.error());
    const double result = f.value ? f.value(*values) : expressionResult(f, *values);
    if (!std::isfinite(result))
        return failure(fmt::format("{}: these arguments give no finite number", f.id));
    return result;
}

std::string formulaText(const Formula& f)
{
    return fmt::format("{} = {}", f.symbol,
        replaced(f, f.expression, [&](std::size_t i) { return std::string(f.arguments[i].symbol); }));
}

std::string formulaWithNumbers(const Formula& f, FormulaValues values, double result)
{
    const std::string numbers = replaced(
        f, shownExpression(f, values), [&](std::size_t i) { return factorText(values[i], f.arguments[i].unit); });
    return fmt::format("{} = {} = {}", f.symbol, numbers, formatQuantity(result, f.unit));
}

} // namespace kneepoint
