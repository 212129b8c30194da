// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/money_chart.h"

#include "model/analysis/training.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"

#include <QSignalSpy>

using namespace kneepoint;
using namespace kneepoint::test;

class MoneyChartTest : public QObject {
    Q_OBJECT

private slots:
    void curvesMatchTheScalingCurve()
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
    void theCurvePassesThroughTheCurrentRun()
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
            QVERIFY(point.value >= least || point.key != std::round(point.key));
    }
    void theCheapestIsAWholeNumberOfReplicas()
    {
        MoneyChart chart;
        for (const ScenarioFile& preset : scenarioPresets()) {
            chart.show(share(analyze(preset.scenario)));
            const double k = chart.cheapestWorkers();
            QVERIFY2(std::abs(k - std::round(k)) < 1e-6, preset.id.c_str());
        }
    }
    void theBestLayoutsAreDrawnNextToTheFixedPlan()
    {
        MoneyChart chart;
        const Analysis a = analysisOf("knee-simulator");
        display(chart, a);
        const QString sentence = chart.sentence();
        Envelope best;
        for (const double k : {1.0, 2.0, 4.0}) {
            EnvelopePoint point;
            point.workers = k;
            point.run.cost = k == 2 ? 0.5 * a.training.cost : a.training.cost;
            point.run.time_s = a.training.time_s / k;
            best.points.push_back(point);
        }
        chart.setEnvelope(best);
        QCOMPARE(chart.bestCost()->dataCount(), 3);
        QCOMPARE(chart.bestTime()->dataMainValue(2), a.training.time_s / 4);
        QCOMPARE(chart.cheapestWorkers(), 2.0);
        QVERIFY2(chart.sentence().contains(QStringLiteral("With the best layout at each K, cheapest at K = 2")),
            qPrintable(chart.sentence()));
        chart.setEnvelope({});
        QCOMPARE(chart.bestCost()->dataCount(), 0);
        QCOMPARE(chart.sentence(), sentence);
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
    void limitsAreSetByDraggingDownFromTheTop_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("deadline") << "assumptions.deadline";
        QTest::newRow("budget") << "assumptions.budget";
    }
    void limitsAreSetByDraggingDownFromTheTop()
    {
        QFETCH(const QString, id);
        const bool time = id == "assumptions.deadline";
        MoneyChart chart;
        display(chart, analysisOf("knee-1p3b"));
        QSignalSpy dragged(&chart, &Chart::knobDragged);
        const QPointF from = time ? chart.deadlineHandle() : chart.budgetHandle();
        QCOMPARE(from.y(), double(chart.plot()->axisRect()->rect().top()));
        const double y = chart.plot()->axisRect()->center().y();
        dragMouse(chart, from, {from.x(), y});
        QVERIFY(dragged.count() >= 2);
        QCOMPARE(dragged.last().at(0).value<const Parameter*>(), &parameter(id.toStdString()));
        const QCPAxis* axis = time ? chart.plot()->yAxis2 : chart.plot()->yAxis;
        const double asked = dragged.last().at(1).toDouble();
        QVERIFY(std::abs(asked / axis->pixelToCoord(std::round(y)) - 1) < 0.06);
        QCOMPARE(dragged.last().at(2).toBool(), true);
        QCOMPARE(dragged.first().at(2).toBool(), false);
        QVERIFY(!chart.isZoomed());
    }
    void draggingALimitOverTheTopRemovesIt()
    {
        MoneyChart chart;
        Analysis a = analysisOf("knee-1p3b");
        a.scenario.assumptions.deadline_s = a.training.time_s;
        display(chart, a);
        QSignalSpy dragged(&chart, &Chart::knobDragged);
        const QPointF from = chart.deadlineHandle();
        dragMouse(chart, from - QPointF(150, 0), {from.x() - 150, 1});
        QCOMPARE(dragged.last().at(1).toDouble(), 0.0);
    }
    void allowedWorkersMatchTheSentence()
    {
        MoneyChart chart;
        Analysis a = analysisOf("knee-1p3b");
        display(chart, a);
        QVERIFY(chart.allowed().empty());
        const QImage open = chart.grab().toImage();
        a.scenario.assumptions.deadline_s = 2 * a.training.time_s;
        chart.show(share(a));
        chart.plot()->replot();
        QVERIFY(!chart.allowed().empty());
        QVERIFY(chart.sentence().contains(QStringLiteral("the deadline of")));
        QVERIFY(chart.grab().toImage() != open);
    }
    void csvIncludesThePinnedRuns()
    {
        MoneyChart chart;
        const Analysis a = analysisOf("knee-simulator");
        const Analysis pinned = analysisOf("knee-simulator-fp8");
        chart.show(besideA(a, pinned));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        const auto column = rows.first().split(',').indexOf("cost_dollars_a");
        QVERIFY(column > 0);
        QCOMPARE(rows.size(), qsizetype(a.curve.points.size()) + 1);
        for (const qsizetype i : {0, 9, 30}) {
            const Training run = training(pinned.scenario, pinned.curve.points[std::size_t(i)].step);
            QCOMPARE(rows[i + 1].split(',')[column].toDouble(), run.cost);
        }
    }
    void hoverReadsMoneyAndTime()
    {
        MoneyChart chart;
        display(chart, analysisOf("knee-simulator"));
        hoverOver(chart, chart.plot()->axisRect()->center());
        QCOMPARE(chart.readout().size(), 3);
        QVERIFY(chart.readout()[1].contains("$"));
    }
    void aPinnedScenarioHasItsOwnCurve()
    {
        MoneyChart chart;
        const Analysis shown = analysisOf("knee-simulator");
        display(chart, shown);
        QCOMPARE(chart.pinnedCost()->dataCount(), 0);
        const Analysis pinned = analysisOf("knee-simulator-fp8");
        chart.show(besideA(shown, pinned));
        QCOMPARE(chart.pinnedCost()->dataMainValue(5), training(pinned.scenario, pinned.curve.points[5].step).cost);
    }
    void furtherOptionsHaveTheirCurves()
    {
        MoneyChart chart;
        const Analysis b = analysisOf("knee-simulator-fp8");
        Shown shown{.analysis = share(analysisOf("knee-simulator")), .options = {{{'B', share(b)}}, 'C'}};
        display(chart, shown);
        QCOMPARE(chart.otherCost(0)->dataMainValue(5), training(b.scenario, b.curve.points[5].step).cost);
        QCOMPARE(chart.otherCost(1)->dataCount(), 0);
        shown.options = {};
        chart.show(shown);
        QCOMPARE(chart.otherCost(0)->dataCount(), 0);
    }
    void csvHoldsEveryRun()
    {
        MoneyChart chart;
        const Analysis a = analysisOf("knee-simulator");
        chart.show(share(a));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QCOMPARE(rows.size(), qsizetype(a.curve.points.size()) + 1);
        QCOMPARE(rows.last().split(',').size(), rows.first().split(',').size());
    }
    void itDrawsSomethingInBothThemes()
    {
        MoneyChart chart;
        display(chart, analysisOf("knee-simulator"));
        verifyInkInBothThemes(chart);
        chart.show(share(Analysis{}));
        QCOMPARE(chart.cheapestWorkers(), 0.0);
    }
};

KNEEPOINT_TEST(MoneyChartTest)
#include "money_chart_test.moc"
