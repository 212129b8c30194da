// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shipped.h"
#include "widgets/charts/timeline_chart.h"

#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"

using namespace kneepoint;
using namespace kneepoint::test;

class TimelineChartTest : public QObject {
    Q_OBJECT

private slots:
    void theGpuLaneFillsTheStep()
    {
        TimelineChart chart;
        const Analysis a = analysisOf("gap-64-gpus");
        display(chart, a);
        const TimelineLane& gpu = chart.drawn().lanes.front();
        QVERIFY(gpu.kind == LaneKind::gpu);
        const double left = chart.blockRect(gpu.blocks.front(), 0).left();
        const double right = chart.blockRect(gpu.blocks.back(), 0).right();
        const QRect area = chart.plot()->axisRect()->rect();
        QVERIFY(std::abs(left - area.left()) < 1);
        QVERIFY(std::abs(right - area.right()) < 2);
    }
    void blocksAreOnTheTimeAxis()
    {
        TimelineChart chart;
        display(chart, analysisOf("gap-64-gpus"));
        const TimelineBlock& block = chart.drawn().lanes.front().blocks.back();
        QCOMPARE(chart.plot()->xAxis->pixelToCoord(chart.blockRect(block, 0).left()), block.start_s);
    }
    void hoverReadsPartAndSeconds()
    {
        TimelineChart chart;
        display(chart, analysisOf("gap-64-gpus"));
        const auto& lanes = chart.drawn().lanes;
        const auto lane = std::ranges::find(lanes, LaneKind::gradients, &TimelineLane::kind);
        QVERIFY(lane != lanes.end());
        const auto& block = *std::ranges::max_element(lane->blocks, {}, &TimelineBlock::seconds);
        const QPointF at = chart.blockRect(block, int(lane - lanes.begin())).center();
        hoverOver(chart, at);
        const QStringList lines = chart.readout();
        QVERIFY(!lines.isEmpty());
        const auto label = partLabel(block.part);
        QCOMPARE(lines.first(), QString::fromUtf8(label.data(), qsizetype(label.size())));
        QVERIFY(lines.filter(QString::fromStdString(formatQuantity(block.seconds(), Unit::seconds))).size() == 1);
    }
    void theLegendTogglesAPart()
    {
        TimelineChart chart;
        display(chart, analysisOf("gap-64-gpus"));
        QVERIFY(!chart.legendRect(Part::compute).isEmpty());
        for (const bool shown : {false, true}) {
            QTest::mouseClick(chart.plot(), Qt::LeftButton, {}, chart.legendRect(Part::compute).center().toPoint());
            QCOMPARE(chart.isShown(Part::compute), shown);
            chart.plot()->replot();
        }
    }
    void csvHoldsEveryBlock()
    {
        TimelineChart chart;
        const Analysis a = analysisOf("gap-64-gpus");
        chart.show(share(a));
        qsizetype blocks = 0;
        for (const TimelineLane& lane : timeline(a.scenario, a.step).lanes)
            blocks += qsizetype(lane.blocks.size());
        QCOMPARE(QString::fromStdString(chart.csv()).trimmed().split('\n').size(), blocks + 1);
    }
    void theSentenceStatesWhatIsHidden()
    {
        TimelineChart chart;
        Analysis a = smallAnalysis(4);
        chart.show(share(a));
        QVERIFY2(chart.sentence().contains("20 ms of other work"), qPrintable(chart.sentence()));
    }
    void itDrawsSomethingInBothThemes()
    {
        TimelineChart chart;
        display(chart, analysisOf("opt-175b-992"));
        verifyInkInBothThemes(chart);
        chart.show(share(Analysis{}));
    }
};

KNEEPOINT_TEST(TimelineChartTest)
#include "timeline_chart_test.moc"
