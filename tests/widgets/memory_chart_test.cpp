// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/memory_chart.h"

#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"

#include <QSignalSpy>

using namespace kneepoint;
using namespace kneepoint::test;

class MemoryChartTest : public QObject {
    Q_OBJECT

private slots:
    void stacksShowTheBytesAtEveryK()
    {
        MemoryChart chart;
        const Analysis a = analysisOf("llama3-8b-64xh100");
        display(chart, a);
        using Kind = MemoryChart::Kind;
        for (int i = 0; i < int(a.breakdown.size()); ++i) {
            double stack = 0;
            for (std::size_t kind = 0; kind < memory_kinds.size(); ++kind)
                stack += chart.bars(static_cast<Kind>(kind))->dataMainValue(i);
            QCOMPARE(stack, a.breakdown[std::size_t(i)].step.memory.total());
        }
    }
    void theCapacityIsVisible()
    {
        MemoryChart chart;
        const Analysis a = analysisOf("llama3-8b-64xh100");
        display(chart, a);
        QVERIFY(chart.plot()->yAxis->range().contains(a.step.memory.capacity));
    }
    void headroomAndShortfallAreStated()
    {
        MemoryChart chart;
        Analysis a = smallAnalysis();
        a.step.memory = {10e9, 10e9, 20e9, 12e9, 80e9};
        chart.show(share(a));
        QCOMPARE(chart.headroom(), QStringLiteral("28 GB free"));
        QVERIFY(chart.sentence().contains("28 GB free"));
        a.step.memory.activations = 50e9;
        chart.show(share(a));
        QCOMPARE(chart.headroom(), QStringLiteral("10 GB too much"));
        QVERIFY(chart.sentence().startsWith("Does not fit"));
    }
    void aClickOnABarPicksItsWorkers()
    {
        MemoryChart chart;
        display(chart, analysisOf("llama3-8b-64xh100"));
        QSignalSpy picked(&chart, &Chart::workersPicked);
        QTest::mouseClick(chart.plot(), Qt::LeftButton, {}, (chart.barPosition(8) - QPointF(0, 10)).toPoint());
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.last().at(0).toDouble(), 8.0);
    }
    void hoverReadsEveryKind()
    {
        MemoryChart chart;
        const Analysis a = analysisOf("llama3-8b-64xh100");
        display(chart, a);
        hoverOver(chart, chart.barPosition(8) - QPointF(0, 10));
        const auto bar = std::ranges::find(a.breakdown, 8.0, &ScalePoint::workers);
        const auto held = std::ranges::count_if(
            memory_kinds, [&](const MemoryKind& kind) { return bar->step.memory.*kind.bytes > 0; });
        QVERIFY(held > 4);
        QCOMPARE(chart.readout().size(), qsizetype(held) + 1);
    }
    void csvHoldsEveryKind()
    {
        MemoryChart chart;
        const Analysis a = analysisOf("llama3-8b-64xh100");
        chart.show(share(a));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QCOMPARE(rows.size(), qsizetype(a.breakdown.size()) + 1);
        QCOMPARE(rows.last().split(',').last().toDouble(), a.step.memory.capacity);
    }
    void csvIncludesThePinnedScenario()
    {
        MemoryChart chart;
        const Analysis a = analysisOf("llama3-8b-64xh100");
        chart.show(besideA(a, a));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QVERIFY(rows.first().endsWith(QStringLiteral(",capacity_bytes_a")));
        for (const QString& row : rows.mid(1)) {
            const QStringList cells = row.split(',');
            const qsizetype half = (cells.size() - 1) / 2;
            QCOMPARE(cells.mid(1, half), cells.mid(1 + half));
        }
    }
    void itDrawsSomethingInBothThemes()
    {
        MemoryChart chart;
        display(chart, analysisOf("llama3-8b-64xh100"));
        verifyInkInBothThemes(chart);
        chart.show(share(Analysis{}));
    }
};

KNEEPOINT_TEST(MemoryChartTest)
#include "memory_chart_test.moc"
