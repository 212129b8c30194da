// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money_chart.h"

#include "model/explore/training.h"
#include "tests/widgets/chart_fixture.h"

#include <QSignalSpy>

using namespace kneepoint;
using namespace kneepoint::test;

class MoneyChartTest : public QObject {
    Q_OBJECT

private slots:
    void curvesAreTheRunsOfTheScalingCurve()
    {
        MoneyChart chart;
        const Analysis a = analysisOf("knee-simulator");
        display(chart, a);
        QCOMPARE(chart.cost()->dataCount(), int(a.curve.points.size()));
        for (const int i : {0, 20, 40}) {
            const Training run = training(a.scenario, a.curve.points[std::size_t(i)].step);
            QCOMPARE(chart.cost()->dataMainValue(i), run.cost);
            QCOMPARE(chart.time()->dataMainValue(i), run.time_s);
        }
    }
    void theCurveGoesThroughThePresentRun()
    {
        MoneyChart chart;
        const Analysis a = analysisOf("knee-simulator");
        display(chart, a);
        const auto at = chart.cost()->data()->findBegin(a.step.workers, false);
        QCOMPARE(at->key, a.step.workers);
        QCOMPARE(at->value, a.training.cost);
    }
    void noRunIsCheaperThanTheCheapest()
    {
        MoneyChart chart;
        display(chart, analysisOf("knee-1p3b"));
        const double least = chart.cost()->data()->findBegin(chart.cheapestWorkers(), false)->value;
        for (const QCPGraphData& point : *chart.cost()->data())
            QVERIFY(point.value >= least);
    }
    void theTriangleCanBeDragged()
    {
        MoneyChart chart;
        display(chart, analysisOf("knee-simulator"));
        QSignalSpy picked(&chart, &Chart::workersPicked);
        const QPointF from = chart.workersHandle() - QPointF(0, 5);
        dragMouse(chart, from, {chart.plot()->xAxis->coordToPixel(32), from.y()});
        QVERIFY(picked.count() > 0);
        QCOMPARE(picked.last().at(0).toDouble(), 32.0);
    }
    void hoverReadsMoneyAndTime()
    {
        MoneyChart chart;
        display(chart, analysisOf("knee-simulator"));
        QTest::mouseMove(chart.plot(), chart.plot()->axisRect()->center());
        QCOMPARE(chart.readout().size(), 3);
        QVERIFY(chart.readout()[1].contains("$"));
    }
    void aPinnedScenarioHasItsOwnCurve()
    {
        MoneyChart chart;
        display(chart, analysisOf("knee-simulator"));
        QCOMPARE(chart.pinnedCost()->dataCount(), 0);
        const Analysis pinned = analysisOf("knee-simulator-fp8");
        chart.setReference(pinned);
        QCOMPARE(chart.pinnedCost()->dataMainValue(5), training(pinned.scenario, pinned.curve.points[5].step).cost);
    }
    void csvHoldsEveryRun()
    {
        MoneyChart chart;
        const Analysis a = analysisOf("knee-simulator");
        chart.show(a);
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QCOMPARE(rows.size(), qsizetype(a.curve.points.size()) + 1);
        QCOMPARE(rows.last().split(',').size(), rows.first().split(',').size());
    }
    void itDrawsSomethingInBothThemes()
    {
        MoneyChart chart;
        display(chart, analysisOf("knee-simulator"));
        for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark}) {
            chart.setTheme(mode);
            QVERIFY(coloursIn(chart.grab().toImage()) > 10);
        }
        chart.show(Analysis{});
        QCOMPARE(chart.cheapestWorkers(), 0.0);
    }
};

QTEST_MAIN(MoneyChartTest)
#include "money_chart_test.moc"
