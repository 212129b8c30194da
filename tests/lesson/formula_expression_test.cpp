// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/formula.h"
#include "model/units/expression.h"
#include "tests/support/random_seed.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

using namespace kneepoint;

namespace {

/// Within the argument's range: shares evenly, counts from 2 to 64, other quantities from 2 to 10⁵.
double drawn(const FormulaArgument& a, std::mt19937_64& random)
{
    if (a.whole) {
        const double low = std::clamp(2.0, a.min, a.max);
        return std::uniform_int_distribution(
            static_cast<int>(a.max == 1 ? a.min : low), static_cast<int>(std::min(a.max, 64.0)))(random);
    }
    if (a.max <= 1)
        return std::uniform_real_distribution(a.min, a.max)(random);
    return std::exp(std::uniform_real_distribution(std::log(2.0), std::log(1e5))(random));
}

std::optional<double> displayedValue(const Formula& f, const FormulaInput& given)
{
    return expressionValue(f.expression, [&](std::string_view symbol) -> std::optional<double> {
        const auto a = std::ranges::find(f.arguments, symbol, &FormulaArgument::symbol);
        if (a == f.arguments.end())
            return std::nullopt;
        const double per_hour = a->unit == Unit::dollars_per_hour ? 3600 : 1; // times are in seconds
        return given.at(std::string(a->id)) / per_hour;
    });
}

} // namespace

/// What a formula displays and what the engine computes for it.
class FormulaExpressionTest : public QObject {
    Q_OBJECT

private slots:
    void theEngineComputesWhatIsDisplayed()
    {
        // These contain words or functions without an expression; their values are checked by textbook problems.
        const std::set<std::string_view> described{"memory.state", "activations.layers", "model.parameters",
            "model.active_parameters", "all_reduce.library_bandwidth", "all_reduce.library_ring_bandwidth",
            "stragglers.expected_slowest"};
        std::mt19937_64 random(test::randomSeed(24));
        for (const Formula& f : formulas()) {
            for (int draw = 0; draw < 50; ++draw) {
                FormulaInput given;
                for (const FormulaArgument& a : f.arguments)
                    given.emplace(a.id, drawn(a, random));
                const auto displayed = displayedValue(f, given);
                QVERIFY2(displayed.has_value() != described.contains(f.id), f.id.data());
                if (!displayed)
                    break;
                const auto computed = evaluateFormula(f, given);
                QVERIFY2(computed.has_value(), f.id.data());
                QVERIFY2(std::abs(*computed - *displayed) <= 1e-9 * std::abs(*displayed),
                    (std::string(f.id) + ": displays " + std::to_string(*displayed) + ", computes "
                        + std::to_string(*computed))
                        .c_str());
            }
        }
    }

    void onlyArithmeticIsComputedFromTheExpression()
    {
        for (const Formula& f : formulas())
            QVERIFY2((f.value == nullptr) == f.computed_by.empty(), f.id.data());
    }
};

KNEEPOINT_TEST(FormulaExpressionTest)
#include "formula_expression_test.moc"
