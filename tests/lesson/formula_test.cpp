// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/formula.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace kneepoint;

/// The registry of formulas.
class FormulaTest : public QObject {
    Q_OBJECT

private slots:
    void everyFormulaIsDescribed()
    {
        std::set<std::string_view> ids;
        for (const Formula& f : formulas()) {
            QVERIFY2(ids.insert(f.id).second, std::string(f.id).c_str());
            QVERIFY(!f.label.empty() && !f.expression.empty() && !f.source.empty());
            std::set<std::string_view> arguments;
            for (const FormulaArgument& a : f.arguments) {
                QVERIFY2(arguments.insert(a.id).second, std::string(f.id).c_str());
                QVERIFY(a.min <= a.max && !a.label.empty());
                QVERIFY2(f.expression.find("{" + std::string(a.symbol) + "}") != std::string_view::npos,
                    (std::string(f.id) + " does not show " + std::string(a.id)).c_str());
            }
        }
        QVERIFY(ids.size() >= 50);
    }

    void argumentsAreChecked()
    {
        const Formula& ring = *findFormula("all_reduce.ring");
        QVERIFY(!evaluateFormula(ring, {{"bytes", 1e9}, {"ranks", 8}}));
        QVERIFY(!evaluateFormula(ring, {{"bytes", 1e9}, {"ranks", 8.5}, {"bandwidth", 1e9}}));
        QVERIFY(!evaluateFormula(ring, {{"bytes", -1}, {"ranks", 8}, {"bandwidth", 1e9}}));
        QVERIFY(!evaluateFormula(ring, {{"bytes", 1}, {"ranks", 8}, {"bandwidth", 1e9}, {"color", 1}}));
        QVERIFY(!evaluateFormula(ring, {{"bytes", std::nan("")}, {"ranks", 8}, {"bandwidth", 1e9}}));
        QVERIFY(evaluateFormula(ring, {{"bytes", 1e9}, {"ranks", 8}, {"bandwidth", 1e9}}).has_value());
    }

    void aRingAllReduceIsTwoAllGathers()
    {
        const FormulaInput input{{"bytes", 3e8}, {"ranks", 12}, {"bandwidth", 2e10}, {"latency", 4e-6}};
        const double there = *evaluateFormula(*findFormula("all_gather.ring"), input);
        const double both = *evaluateFormula(*findFormula("all_reduce.ring"), input);
        QVERIFY(std::abs(both - 2 * there) < 1e-12);
    }

    void zeroTermsAreOmitted()
    {
        const Formula& ring = *findFormula("all_reduce.ring");
        const double without[] = {2e9, 8, 25e9, 0};
        QCOMPARE(formulaWithNumbers(ring, without, 0.14), std::string("t = 2·(8 − 1)/8·2 GB/(25 GB/s) = 140 ms"));
        const double with[] = {2e9, 8, 25e9, 5e-6};
        QVERIFY(formulaWithNumbers(ring, with, 0.14).starts_with("t = 2·(8 − 1)·5 µs + 2·(8 − 1)/8·"));
    }
    void numbersReplaceSymbols()
    {
        const Formula& ridge = *findFormula("roofline.ridge");
        const double values[] = {990e12, 3.3e12};
        QCOMPARE(formulaText(ridge), std::string("I* = P/W"));
        QCOMPARE(formulaWithNumbers(ridge, values, 300), std::string("I* = (990 TFLOP/s)/(3.3 TB/s) = 300 FLOP/byte"));
    }
};

KNEEPOINT_TEST(FormulaTest)
#include "formula_test.moc"
