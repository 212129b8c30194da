// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shipped.h"
#include "widgets/charts/tornado_chart.h"

#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"

using namespace kneepoint;
using namespace kneepoint::test;

class TornadoChartTest : public QObject {
    Q_OBJECT

private slots:
    void barsSpanTheEffectOfTheKnob()
    {
        TornadoChart chart;
        const Analysis a = analysisOf("knee-simulator");
        display(chart, a);
        QVERIFY(!chart.knobs().empty());
        const Leverage& knob = chart.knobs().front();
        const QRectF bar = chart.barRect(0, true);
        const auto [least, most] = std::minmax(a.step.step_s, knob.high);
        QCOMPARE(chart.plot()->xAxis->pixelToCoord(bar.left()), least);
        QCOMPARE(chart.plot()->xAxis->pixelToCoord(bar.right()), most);
    }
    void theStrongestKnobIsOnTop()
    {
        TornadoChart chart;
        display(chart, analysisOf("knee-simulator"));
        for (std::size_t i = 1; i < chart.knobs().size(); ++i)
            QVERIFY(chart.knobs()[i].swing() <= chart.knobs()[i - 1].swing());
    }
    /// Half of DeepSeek-V3's size would be a dense model, four times as slow.
    void aModelWithExpertsIsNotComparedWithADenseOne()
    {
        TornadoChart chart;
        display(chart, analysisOf("deepseek-v3-2048xh800"));
        QVERIFY(!chart.knobs().empty());
        for (const Leverage& knob : chart.knobs())
            QVERIFY(knob.parameter->id != "workload.parameters");
    }
    void theMetricCanBeChosen()
    {
        TornadoChart chart;
        const Analysis a = analysisOf("knee-simulator");
        display(chart, a);
        chart.setMetric(metric("cost"));
        QVERIFY(chart.sentence().startsWith("Cost of the run"));
        QVERIFY(chart.plot()->xAxis->range().contains(a.training.cost));
    }
    void aLowChartShowsOnlyTheFirstKnobs()
    {
        TornadoChart chart;
        display(chart, analysisOf("llama3-70b-512xh100"));
        const std::size_t tall = chart.knobs().size();
        chart.resize(620, 240);
        QCoreApplication::processEvents();
        QVERIFY(chart.knobs().size() < tall);
        QVERIFY(!chart.knobs().empty());
    }
    void hoverReadsBothDirections()
    {
        TornadoChart chart;
        display(chart, analysisOf("knee-simulator"));
        hoverOver(chart, chart.barRect(0, true).center());
        QCOMPARE(chart.readout().size(), 4);
    }
    void theLegendTogglesADirection()
    {
        TornadoChart chart;
        display(chart, analysisOf("knee-simulator"));
        const QImage whole = chart.grab().toImage();
        for (const bool up : {true, false})
            for (const bool shown : {false, true}) {
                QTest::mouseClick(chart.plot(), Qt::LeftButton, {}, chart.legendRect(up).center().toPoint());
                QCOMPARE(chart.isShown(up), shown);
                chart.plot()->replot();
                QCOMPARE(chart.grab().toImage() == whole, shown);
            }
    }
    void csvHoldsEveryKnob()
    {
        TornadoChart chart;
        const Analysis a = analysisOf("knee-simulator");
        chart.show(share(a));
        const auto all = sensitivity(a.scenario, metric("step_s"), a.calibration).knobs;
        QCOMPARE(QString::fromStdString(chart.csv()).trimmed().split('\n').size(), qsizetype(all.size()) + 1);
    }
    void itDrawsSomethingInBothThemes()
    {
        TornadoChart chart;
        display(chart, analysisOf("knee-simulator"));
        verifyInkInBothThemes(chart);
    }
};

KNEEPOINT_TEST(TornadoChartTest)
#include "tornado_chart_test.moc"
