// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shipped.h"
#include "widgets/charts/kneemap_chart.h"

#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"

#include <QSignalSpy>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

void displayWhole(KneeMapChart& chart, const Analysis& a)
{
    chart.setMetric(metric("step_s"));
    display(chart, a);
    chart.finish();
}

} // namespace

class KneeMapChartTest : public QObject {
    Q_OBJECT

private slots:
    void theMapIsRefinedUntilEveryCellIsKnown()
    {
        KneeMapChart chart;
        const Analysis a = analysisOf("knee-simulator");
        chart.setMetric(metric("step_s"));
        display(chart, a);
        VERIFY_EVENTUALLY(chart.drawn() && chart.drawn()->isDone());
        const KneeMap& map = *chart.drawn();
        QCOMPARE(map.value(3, 7), measure(metric("step_s"), applied(a.scenario, map.editTo(3, 7))).value());
        QVERIFY(!chart.isRefining());
    }
    void aMapSuppliedFromOutsideReplacesItsOwn()
    {
        KneeMapChart chart;
        displayWhole(chart, analysisOf("knee-simulator"));
        QVERIFY(chart.question() && !chart.showsBest());
        KneeMap best = *chart.question();
        best.measureBy([](const Scenario&) { return std::optional(7.0); });
        best.advance(best.columns() * best.rows());
        chart.setBest(best);
        chart.finish(); // as a picture does
        QCOMPARE(chart.drawn()->value(3, 7), 7.0);
        QVERIFY2(chart.sentence().contains(QStringLiteral("with the best layout at each point: 7")),
            qPrintable(chart.sentence()));
        chart.setMetric(metric("mfu"));
        QVERIFY(!chart.showsBest());
    }
    void aClickPicksTheValuesOfItsCell()
    {
        KneeMapChart chart;
        displayWhole(chart, analysisOf("knee-simulator"));
        QSignalSpy picked(&chart, &KneeMapChart::picked);
        QTest::mouseClick(chart.plot(), Qt::LeftButton, {}, chart.cellPosition(10, 5).toPoint());
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.last().at(1).toDouble(), chart.drawn()->xValue(10));
        QCOMPARE(picked.last().at(3).toDouble(), chart.drawn()->yValue(5));
    }
    void movingOnTheMapDoesNotRecompute()
    {
        KneeMapChart chart;
        const Analysis a = analysisOf("knee-simulator");
        displayWhole(chart, a);
        chart.show(share(analyze(applied(a.scenario, chart.drawn()->editTo(10, 5)))));
        QVERIFY(!chart.isRefining());
        Scenario other = a.scenario;
        other.assumptions.overlap = 0.5;
        chart.show(share(analyze(other)));
        QVERIFY(chart.isRefining());
    }
    void aHiddenMapComputesNothing()
    {
        QWidget window;
        auto* chart = new KneeMapChart(&window);
        chart->hide();
        chart->show(share(analysisOf("knee-simulator")));
        QVERIFY(!chart->isRefining());
    }
    void hidingTheChartCancels()
    {
        KneeMapChart chart;
        display(chart, analysisOf("knee-simulator"));
        chart.hide();
        QVERIFY(!chart.isRefining());
    }
    void hoverReadsTheCell()
    {
        KneeMapChart chart;
        displayWhole(chart, analysisOf("knee-simulator"));
        hoverOver(chart, chart.cellPosition(10, 5));
        QCOMPARE(chart.readout().size(), 3);
    }
    void theSentenceDescribesTheCurrentPoint()
    {
        KneeMapChart chart;
        const Analysis a = analysisOf("knee-simulator");
        displayWhole(chart, a);
        const auto step = QString::fromStdString(formatQuantity(a.step.step_s, Unit::seconds));
        QVERIFY(chart.sentence().contains(step));
    }
    void itDrawsSomethingInBothThemes()
    {
        KneeMapChart chart;
        displayWhole(chart, analysisOf("knee-simulator"));
        verifyInkInBothThemes(chart);
    }
    void csvIncludesThePinnedMap()
    {
        KneeMapChart chart;
        displayWhole(chart, analysisOf("knee-simulator"));
        chart.show(besideA(analysisOf("knee-simulator"), analysisOf("knee-simulator-fp8")));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QVERIFY(rows.first().endsWith(QStringLiteral("step_s,step_s_a")));
        qsizetype faster = 0;
        for (const QString& row : rows.mid(1)) {
            const QStringList cells = row.split(',');
            QVERIFY(cells[3].toDouble() <= cells[2].toDouble());
            faster += cells[3].toDouble() < cells[2].toDouble() ? 1 : 0;
        }
        QVERIFY(faster > 0);
    }
    void csvHoldsEveryCell()
    {
        KneeMapChart chart;
        displayWhole(chart, analysisOf("knee-simulator"));
        const auto cells = qsizetype(chart.drawn()->columns()) * chart.drawn()->rows();
        QCOMPARE(QString::fromStdString(chart.csv()).trimmed().split('\n').size(), cells + 1);
    }
};

KNEEPOINT_TEST(KneeMapChartTest)
#include "kneemap_chart_test.moc"
