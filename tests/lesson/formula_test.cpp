// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/formula.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace kneepoint;

Q_DECLARE_METATYPE(kneepoint::FormulaInput)

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
    void whatWasNotGivenIsNotShown_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<FormulaInput>("given");
        QTest::addColumn<QString>("shown");
        const auto row = [](const char* name, const char* id, FormulaInput given, const char* shown) {
            QTest::newRow(name) << QString::fromUtf8(id) << std::move(given) << QString::fromUtf8(shown);
        };
        row("many nodes, dense, no pipeline", "data_parallel.tokens_per_gpu", {{"peak", 990e12}, {"network", 50e9}},
            "b = (990 TFLOP/s)/(50 GB/s) = 19800 tokens");
        row("experts", "data_parallel.tokens_per_gpu",
            {{"peak", 990e12}, {"network", 400e9}, {"experts", 8}, {"active_experts", 2}},
            "b = (990 TFLOP/s)/(400 GB/s)·8/2 = 9900 tokens");
        row("two matrices cancel", "tensor_parallel.most_ways", {{"ffn", 28672}, {"peak", 990e12}, {"network", 450e9}},
            "t = 28672·(450 GB/s)/(990 TFLOP/s) = 13.0");
        row("no ZeRO", "memory.state", {{"parameters", 8e9}}, "M = 8 B·(2 + 2 + 12) = 128 GB");
        row("one GPU inside a root", "checkpoint.overhead", {{"write", 120}, {"mtbf", 10800}},
            "o = √(2·120 s/3 h) = 14.9 %");
        row("one GPU inside a bracket", "training.time", {{"flops", 990e12}, {"peak", 990e12}},
            "t = 990 TFLOP/(990 TFLOP/s) = 1 s");
        row("virtual stages", "pipeline.bubble_share", {{"stages", 16}, {"micro_batches", 16}},
            "share = (16 − 1)/(16 − 1 + 16) = 48.4 %");
    }
    void whatWasNotGivenIsNotShown()
    {
        QFETCH(const QString, id);
        QFETCH(const FormulaInput, given);
        QFETCH(const QString, shown);
        const Formula& f = *findFormula(id.toStdString());
        const auto values = formulaValues(f, given);
        QVERIFY(values.has_value());
        QCOMPARE(QString::fromStdString(formulaWithNumbers(f, *values, *evaluateFormula(f, given))), shown);
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
