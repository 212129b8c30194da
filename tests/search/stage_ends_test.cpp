// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "model/search/layout_rules.h"
#include "tests/support/data_row.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

/// 32 layers, some of them stated for the first and the last stage.
Scenario withEnds(double first, double last)
{
    Scenario s = test::preset("llama3-8b-64xh100");
    s.stack.software = 0;
    s.plan.first_stage_layers = first;
    s.plan.last_stage_layers = last;
    return s;
}

/// Why p stages cannot share the layers; empty if they can.
QString faultOf(const Scenario& s, double p)
{
    Layout l;
    for (const Dimension d : {Dimension::tensor, Dimension::context, Dimension::expert, Dimension::virtual_stages,
             Dimension::micro_batch, Dimension::accumulation})
        l[d] = 1;
    l[Dimension::pipeline] = p;
    for (const BrokenRule& rule : LayoutRules(s).broken(l))
        if (rule.id == "stage_layers")
            return QString::fromStdString(rule.sentence);
    return {};
}

} // namespace

/// Pipelines whose first or last stage has a stated number of the 32 layers: the other stages have equal ones.
class StageEndsTest : public QObject {
    Q_OBJECT

private slots:
    void theOtherStagesHaveEqualNumbersOfLayers_data()
    {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("last");
        QTest::addColumn<QList<double>>("stages");                                       // of 1 … 64
        test::dataRow("4 on the first", 4.0, 0.0, QList<double>{1, 2, 3, 5, 8, 15, 29}); // 28 on the others
        test::dataRow("4 on the last", 0.0, 4.0, QList<double>{1, 2, 3, 5, 8, 15, 29});
        test::dataRow("4 on each", 4.0, 4.0, QList<double>{1, 3, 4, 5, 6, 8, 10, 14, 26}); // 24
        test::dataRow("5 and 3", 5.0, 3.0, QList<double>{1, 3, 4, 5, 6, 8, 10, 14, 26});
        test::dataRow("all on two stages", 20.0, 12.0, QList<double>{1, 2});
        test::dataRow("all on the first", 32.0, 0.0, QList<double>{1});
        test::dataRow("too many", 40.0, 0.0, QList<double>{1});
    }
    void theOtherStagesHaveEqualNumbersOfLayers()
    {
        QFETCH(const double, first);
        QFETCH(const double, last);
        QFETCH(const QList<double>, stages);
        const Scenario s = withEnds(first, last);
        const LayoutRules rules(s);
        QList<double> allowed;
        for (double p = 1; p <= 64; ++p) {
            if (rules.pipeline(p))
                allowed += p;
            QCOMPARE(faultOf(s, p).isEmpty(), rules.pipeline(p));
        }
        QCOMPARE(allowed, stages);
    }

    /// Two chunks of each stage: seven stages with 28 layers, 2 in a chunk.
    void everyStageHasWholeChunks()
    {
        constexpr auto interleaved = static_cast<double>(PipelineSchedule::interleaved);
        const auto allowed = [](double first, double last, double v, double p) {
            return LayoutRules(withEnds(first, last)).schedule(interleaved, v, p, p);
        };
        QVERIFY(allowed(4, 0, 2, 8) && allowed(0, 4, 2, 8) && allowed(6, 2, 2, 4) && allowed(20, 12, 4, 2));
        QVERIFY(!allowed(4, 0, 2, 5));                         // 7 layers on each of four stages
        QVERIFY(!allowed(5, 3, 2, 4));                         // 24 on the others, but odd numbers on the ends
        QVERIFY(!allowed(3, 5, 3, 4) && !allowed(5, 3, 3, 4)); // thirds of one end only
        QVERIFY(!allowed(20, 12, 8, 2));                       // eighths of neither
    }

    void textbookDepthKnowsNoStages()
    {
        Scenario s = withEnds(4, 0);
        QVERIFY(!LayoutRules(s).pipeline(4));
        s.assumptions.compute_model = ComputeModel::sustained;
        QVERIFY(LayoutRules(s).pipeline(4));
    }

    void theNearestNumbersThatWouldDoAreSaid_data()
    {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("last");
        QTest::addColumn<double>("stages");
        QTest::addColumn<QString>("says");
        test::dataRow("first", 4.0, 0.0, 4.0,
            QString(
                "4 of 32 layers on the first stage leave 28 for the 3 other stages, which must have equal numbers: 2 "
                "or 5 would do"));
        test::dataRow("last", 0.0, 4.0, 4.0,
            QString(
                "4 of 32 layers on the last stage leave 28 for the 3 other stages, which must have equal numbers: 2 "
                "or 5 would do"));
        test::dataRow("both", 5.0, 3.0, 7.0,
            QString("8 of 32 layers on the first and the last stage leave 24 for the 5 other stages, which must have "
                    "equal numbers: 7 or 12 would do"));
        test::dataRow("both of two", 5.0, 3.0, 2.0,
            QString(
                "8 of 32 layers on the first and the last stage, but there are no other stages: it must be all 32"));
        test::dataRow("too few", 4.0, 0.0, 9.0,
            QString(
                "4 of 32 layers on the first stage leave 28 for the 8 other stages, which must have equal numbers: 8 "
                "would do"));
        test::dataRow("one layer each", 4.0, 0.0, 32.0,
            QString(
                "4 of 32 layers on the first stage leave 28 for the 31 other stages, which must have equal numbers: "
                "1 would do"));
        test::dataRow("more than there are", 40.0, 0.0, 5.0,
            QString("40 of 32 layers on the first stage leave 0 for the 4 other stages, which must have equal numbers: "
                    "24 or 28 would do"));
        test::dataRow("more stages than layers", 4.0, 0.0, 33.0,
            QString("4 of 32 layers on the first stage: 33 stages have too few layers to state any"));
        test::dataRow("no layers for two ends", 1.0, 2.0, 33.0,
            QString("3 of 32 layers on the first and the last stage: 33 stages have too few layers to state any"));
    }
    void theNearestNumbersThatWouldDoAreSaid()
    {
        QFETCH(const double, first);
        QFETCH(const double, last);
        QFETCH(const double, stages);
        QFETCH(const QString, says);
        QCOMPARE(faultOf(withEnds(first, last), stages), says);
    }

    /// Whatever was stated: each number offered instead has a layout, with at least one layer on every stage.
    void whatIsOfferedWouldDo()
    {
        static const QRegularExpression numbers(R"(: (\d+)(?: or (\d+))? would do$)");
        int offered = 0;
        for (double p = 2; p <= 32; ++p)
            for (double first = 1; first <= 34; ++first) {
                const QRegularExpressionMatch found = numbers.match(faultOf(withEnds(first, 0), p));
                for (const int group : {1, 2})
                    if (found.hasMatch() && !found.captured(group).isEmpty()) {
                        const double other = found.captured(group).toDouble();
                        QVERIFY2(LayoutRules(withEnds(other, 0)).pipeline(p), qPrintable(found.captured()));
                        ++offered;
                    }
            }
        QVERIFY(offered > 500);
    }
};

KNEEPOINT_TEST(StageEndsTest)
#include "stage_ends_test.moc"
