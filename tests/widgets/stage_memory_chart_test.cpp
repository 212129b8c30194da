// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "widgets/charts/stage_memory_chart.h"

#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

Analysis pipelineOf(std::string_view stages)
{
    return analyze(edited(preset("gpt3-175b-1024xa100"),
        {{"stack.software", "megatron-2021"}, {"plan.pipeline_parallel", stages}, {"plan.accumulation", "96"}}));
}

} // namespace

class StageMemoryChartTest : public QObject {
    Q_OBJECT

private slots:
    void everyStageIsABarOfItsBytes()
    {
        StageMemoryChart chart;
        const Analysis a = pipelineOf("8");
        display(chart, a);
        QCOMPARE(chart.stages().size(), std::size_t(8));
        for (int stage = 0; stage < 8; ++stage) {
            const double bytes = chart.plot()->yAxis->pixelToCoord(chart.barRect(stage).top());
            QVERIFY(std::abs(bytes / memoryOfStage(a.scenario, stage).total() - 1) < 1e-6);
        }
    }
    void theCapacityIsVisible()
    {
        StageMemoryChart chart;
        const Analysis a = pipelineOf("8");
        display(chart, a);
        QVERIFY(chart.plot()->yAxis->range().contains(a.step.memory.capacity));
    }
    void firstLastAndFullestStageAreAlwaysLabeled()
    {
        StageMemoryChart chart;
        display(chart, pipelineOf("96"));
        const std::vector<int> named = chart.namedStages();
        for (const int stage : {0, 95})
            QVERIFY(std::ranges::find(named, stage) != named.end());
        QVERIFY(named.size() < 96);
        display(chart, pipelineOf("8"));
        QCOMPARE(chart.namedStages().size(), std::size_t(8));
    }
    /// Not over the line of the capacity, far from a bar whose neighbors leave no room.
    void totalsAreOverTheirBars()
    {
        StageMemoryChart chart;
        display(chart, analysisOf("deepseek-v3-2048xh800"));
        int written = 0;
        for (int stage = 0; stage < static_cast<int>(chart.stages().size()); ++stage) {
            const QRectF total = chart.totalRect(stage);
            if (total.isEmpty())
                continue;
            ++written;
            QVERIFY2(
                chart.barRect(stage).top() - total.bottom() < 2 * total.height(), qPrintable(QString::number(stage)));
        }
        QVERIFY(written > 1);
    }
    void hoverReadsTheStage()
    {
        StageMemoryChart chart;
        display(chart, pipelineOf("8"));
        hoverOver(chart, chart.barRect(7).center());
        QVERIFY(!chart.readout().isEmpty());
        QVERIFY(chart.readout().first().startsWith("stage 8 of 8"));
        QVERIFY(chart.readout().filter("logits").size() == 1);
    }
    void aRemovedStageUnderThePointerIsNotRead()
    {
        StageMemoryChart chart;
        display(chart, pipelineOf("8"));
        hoverOver(chart, chart.barRect(7).center());
        QCOMPARE(chart.readout().isEmpty(), false);
        chart.show(share(pipelineOf("2")));
        chart.plot()->replot();
        QVERIFY(chart.readout().isEmpty());
        hoverOver(chart, {-5, -5});
        QVERIFY(chart.readout().isEmpty());
    }
    void csvHoldsEveryStageAndKind()
    {
        StageMemoryChart chart;
        const Analysis a = pipelineOf("8");
        chart.show(share(a));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QCOMPARE(rows.size(), qsizetype(9));
        for (int stage = 0; stage < 8; ++stage) {
            const QStringList cells = rows[stage + 1].split(',');
            QCOMPARE(cells.size(), rows[0].split(',').size());
            double sum = 0;
            for (qsizetype i = 1; i + 1 < cells.size(); ++i)
                sum += cells[i].toDouble();
            QVERIFY(std::abs(sum / memoryOfStage(a.scenario, stage).total() - 1) < 1e-9);
        }
    }
    void theSentenceNamesTheFullestStage()
    {
        StageMemoryChart chart;
        chart.show(share(pipelineOf("8")));
        QVERIFY2(chart.sentence().contains("Stage 1 of 8 is the fullest"), qPrintable(chart.sentence()));
        chart.show(share(pipelineOf("1")));
        QVERIFY(chart.sentence().startsWith("There is one pipeline stage"));
    }
    void csvIncludesThePinnedScenario()
    {
        StageMemoryChart chart;
        chart.show(besideA(pipelineOf("8"), pipelineOf("4")));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QCOMPARE(rows.size(), qsizetype(9));
        QVERIFY(rows.first().endsWith(QStringLiteral(",capacity_bytes_a")));
        QVERIFY(!rows[4].split(',').last().isEmpty());
        QVERIFY(rows[5].split(',').last().isEmpty());
    }
    void itDrawsSomethingInBothThemes()
    {
        StageMemoryChart chart;
        display(chart, pipelineOf("8"));
        verifyInkInBothThemes(chart);
        chart.show(share(Analysis{}));
    }
};

KNEEPOINT_TEST(StageMemoryChartTest)
#include "stage_memory_chart_test.moc"
