// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/breakdown_chart.h"

#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"

#include <QSignalSpy>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

using namespace kneepoint;
using namespace kneepoint::test;

class BreakdownChartTest : public QObject {
    Q_OBJECT

private slots:
    void barsInSecondsMatchThePartsOfTheStep()
    {
        BreakdownChart chart;
        chart.setMeasure(BreakdownChart::Measure::seconds);
        const Analysis a = smallAnalysis();
        display(chart, a);
        const QCPBars* exposed = chart.exposedBars(Part::data_comm);
        const QCPBars* hidden = chart.hiddenBars(Part::data_comm);
        QCOMPARE(exposed->dataCount(), int(a.breakdown.size()));
        for (int i = 0; i < exposed->dataCount(); ++i) {
            const PartTime& time = a.breakdown[std::size_t(i)].step.part(Part::data_comm);
            QCOMPARE(exposed->dataMainValue(i), time.exposed_s);
            QCOMPARE(hidden->dataMainValue(i), -time.hidden_s);
        }
    }
    void sharesOfAStepAddUpToOne()
    {
        BreakdownChart chart;
        chart.setMeasure(BreakdownChart::Measure::share);
        const Analysis a = smallAnalysis();
        display(chart, a);
        for (int i = 0; i < int(a.breakdown.size()); ++i)
            QCOMPARE(chart.exposedBars(Part::compute)->dataMainValue(i)
                    + chart.exposedBars(Part::data_comm)->dataMainValue(i),
                1.0);
    }
    void theMeasureFollowsTheKindOfScaling()
    {
        BreakdownChart chart;
        Analysis a = smallAnalysis();
        chart.show(share(a));
        QCOMPARE(chart.measure(), BreakdownChart::Measure::share);
        a.scenario.workload.scaling = Scaling::weak;
        chart.show(share(a));
        QCOMPARE(chart.measure(), BreakdownChart::Measure::seconds);
    }
    void anErrorBarSpansTheInterval()
    {
        BreakdownChart chart;
        chart.setMeasure(BreakdownChart::Measure::seconds);
        Analysis a = smallAnalysis();
        display(chart, a);
        QVERIFY(chart.intervalLine().isNull());
        const double step_s = a.step.step_s;
        a.prediction_interval = {0.8 * step_s, 4 * step_s, {0.5, 0.5}, 20, Basis::measured, "near", {}};
        display(chart, a);
        const QLineF line = chart.intervalLine();
        QVERIFY(std::abs(chart.plot()->yAxis->pixelToCoord(line.y1()) - 0.8 * step_s) < 1e-9);
        QVERIFY(std::abs(chart.plot()->yAxis->pixelToCoord(line.y2()) - 4 * step_s) < 1e-9);
        QVERIFY(chart.plot()->yAxis->range().contains(4 * step_s));
        chart.setMeasure(BreakdownChart::Measure::share);
        QVERIFY(chart.intervalLine().isNull());
    }
    void aClickOnABarPicksItsWorkers()
    {
        BreakdownChart chart;
        display(chart, smallAnalysis());
        QSignalSpy picked(&chart, &Chart::workersPicked);
        QTest::mouseClick(chart.plot(), Qt::LeftButton, {}, (chart.barPosition(32) - QPointF(0, 20)).toPoint());
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.last().at(0).toDouble(), 32.0);
    }
    void hoverReadsSecondsAndShareOfEachPart()
    {
        BreakdownChart chart;
        display(chart, smallAnalysis());
        hoverOver(chart, chart.barPosition(4) - QPointF(0, 20));
        const QStringList lines = chart.readout();
        QCOMPARE(lines.size(), 4); // the step, compute, communication exposed and hidden
        QVERIFY(lines[1].contains("25 ms"));
        QVERIFY(lines[1].contains("55.6 %"));
    }
    void partsThatTakeNoTimeHaveNoBars()
    {
        BreakdownChart chart;
        display(chart, smallAnalysis());
        QCOMPARE(chart.exposedBars(Part::bubble)->dataCount(), 0);
        QVERIFY(chart.exposedBars(Part::compute)->dataCount() > 0);
    }
    void csvHoldsEveryPartInSeconds()
    {
        BreakdownChart chart;
        const Analysis a = smallAnalysis();
        chart.show(share(a));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QCOMPARE(rows.size(), qsizetype(a.breakdown.size()) + 1);
        const QStringList header = rows.first().split(',');
        const QStringList last = rows.last().split(',');
        QCOMPARE(last.size(), header.size());
        QCOMPARE(last[header.indexOf("data_comm_hidden_s")].toDouble(),
            a.breakdown.back().step.part(Part::data_comm).hidden_s);
        QCOMPARE(last[header.indexOf("step_s")].toDouble(), a.breakdown.back().step.step_s);
    }
    void theEnlargedBarNamesTheWholeStep()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            const std::vector<LensLabel> labels = lensLabels(lensBar(a.step, QString()), nullptr);
            double exposed_s = 0;
            qsizetype named = 0;
            for (const LensLabel& label : labels) {
                exposed_s += label.hidden ? 0 : label.seconds;
                named += label.part && !label.hidden ? 1 : 0;
            }
            QVERIFY(std::abs(exposed_s / a.step.step_s - 1) < 1e-9);
            QVERIFY(named <= 5);
        }
    }
    void aShareThatNobodySeesHasNoDigits()
    {
        StepReport step;
        step.step_s = 1;
        step.part(Part::compute).exposed_s = 1 - 1e-6;
        step.part(Part::launch).exposed_s = 1e-6;
        const std::vector<LensLabel> labels = lensLabels(lensBar(step, QString()), nullptr);
        QVERIFY(std::ranges::any_of(labels, [](const LensLabel& l) { return l.value.endsWith("under 0.01 %"); }));
    }
    void aSmallChartHasALegendAndALargeOneDoesNot()
    {
        BreakdownChart chart;
        display(chart, smallAnalysis());
        QVERIFY(chart.lens());
        chart.resize(380, 300);
        chart.plot()->replot();
        QVERIFY(!chart.lens());
    }
    /// However few of them there is room for, and however little is hidden.
    void labelsOfTheEnlargedBarNeverMeet()
    {
        StepReport step;
        for (const Part part : {Part::compute, Part::memory, Part::launch, Part::tensor_comm, Part::data_comm})
            step.part(part).exposed_s = 0.02;
        step.step_s = 0.1;
        for (const double hidden_s : {0.0, 0.001, 0.05, 1.0}) {
            step.part(Part::input).hidden_s = hidden_s;
            step.part(Part::data_comm).hidden_s = hidden_s;
            for (int height = 160; height < 420; height += 20) {
                const QRectF place(0, 0, 240, height);
                const std::vector<QRectF> rects = StepLens({lensBar(step, "K = 8")}, place, QFont()).labelRects();
                QVERIFY(!rects.empty());
                QVERIFY(rects.front().top() >= 0);
                QVERIFY(rects.back().bottom() <= height + 5);
                for (std::size_t i = 1; i < rects.size(); ++i)
                    QVERIFY(rects[i - 1].bottom() < rects[i].top());
            }
        }
    }
    void aClickOnAPartOfTheEnlargedBarAsksForItsFormula()
    {
        BreakdownChart chart;
        display(chart, smallAnalysis());
        const QSignalSpy explained(&chart, &Chart::explained);
        const QRectF bar = chart.lens()->barRect(0);
        QTest::mouseClick(chart.plot(), Qt::LeftButton, {}, (bar.topLeft() + QPointF(20, 10)).toPoint());
        QCOMPARE(explained.count(), 1);
    }
    void thePinnedScenarioStandsBesideOnOneScale()
    {
        BreakdownChart chart;
        display(chart, besideA(smallAnalysis(8), smallAnalysis(2)));
        const std::optional<StepLens> lens = chart.lens();
        const double a = smallAnalysis(2).step.step_s;
        const double b = smallAnalysis(8).step.step_s;
        QVERIFY(lens->barRect(0).right() < lens->barRect(1).left());
        QVERIFY(a > b);
        QVERIFY(lens->barRect(0).top() < lens->barRect(1).top());
    }
    void everyOptionHasItsBar()
    {
        BreakdownChart chart;
        chart.setMeasure(BreakdownChart::Measure::seconds);
        display(chart, besideA(smallAnalysis(8), smallAnalysis(2)));
        const double before = chart.topOfTotal(0);
        Analysis slow = smallAnalysis(1);
        slow.breakdown[0].step.part(Part::compute).exposed_s *= 4;
        display(chart,
            Shown{.analysis = share(smallAnalysis(8)),
                .reference = share(smallAnalysis(2)),
                .options = {{{'B', share(slow)}, {'C', share(smallAnalysis(16))}}, 'D'}});
        const std::optional<StepLens> lens = chart.lens();
        for (const std::size_t bar : {0U, 1U, 2U}) {
            QVERIFY(lens->barRect(bar).right() < lens->barRect(bar + 1).left());
            QVERIFY(lens->titleRect(bar).right() < lens->titleRect(bar + 1).left());
        }
        QVERIFY(lens->barRect(1).top() < lens->barRect(0).top()); // on one scale
        const bool longer = smallAnalysis(8).step.step_s > smallAnalysis(16).step.step_s;
        QCOMPARE(lens->barRect(3).top() < lens->barRect(2).top(), longer);
        QVERIFY(!lens->labelRects().empty());
        QVERIFY(chart.topOfTotal(0) < chart.plot()->yAxis->coordToPixel(slow.breakdown[0].step.step_s));
        QVERIFY(before > 0);
    }
    void totalsStandAboveBothScenarios()
    {
        BreakdownChart chart;
        chart.setMeasure(BreakdownChart::Measure::seconds);
        const Analysis a = smallAnalysis();
        Analysis other = a;
        const double step_s = a.breakdown[0].step.step_s;
        for (const double factor : {3.0, 0.5}) {
            other.breakdown[0].step.part(Part::compute).exposed_s = factor * step_s;
            display(chart, besideA(a, other));
            const double higher = chart.plot()->yAxis->coordToPixel(std::max(1.0, factor) * step_s);
            QVERIFY(std::abs(chart.topOfTotal(0) - higher) < 1e-6);
        }
    }
    void titlesOfTwoBarsDoNotMeet()
    {
        const LensBar now = lensBar(smallAnalysis().step, QStringLiteral("now 140 ms"));
        LensBar other = now;
        for (const char* title : {"preview 205 ms", "before 1.25 ms"}) {
            other.title = QString::fromLatin1(title);
            const StepLens lens({now, other}, QRectF(0, 0, 180, 240), QFont());
            QVERIFY(lens.titleRect(0).right() < lens.titleRect(1).left());
            QVERIFY(lens.titleRect(1).right() <= 180);
            QVERIFY(lens.titleRect(1).bottom() < lens.barRect(1).top());
        }
    }
    void anEmptyAnalysisIsShownEmpty()
    {
        BreakdownChart chart;
        display(chart, Analysis{});
        QCOMPARE(chart.exposedBars(Part::compute)->dataCount(), 0);
        QVERIFY(chart.readout().isEmpty());
    }
    void itDrawsSomething()
    {
        BreakdownChart chart;
        display(chart, smallAnalysis());
        QVERIFY2(inkOf(chart) > least_ink, qPrintable(QString::number(inkOf(chart))));
    }
};

KNEEPOINT_TEST(BreakdownChartTest)
#include "breakdown_chart_test.moc"
