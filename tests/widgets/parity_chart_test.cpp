// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/parity_chart.h"

#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"

#include <QSignalSpy>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

ParityPoint runOf(double measured_s, double predicted_s, std::string kind)
{
    ParityPoint p;
    p.row.id = "run";
    p.row.measured_s = measured_s;
    p.row.predicted_s = predicted_s;
    p.row.bias = predicted_s / measured_s - 1;
    p.row.error = std::abs(p.row.bias);
    p.kind = std::move(kind);
    return p;
}

/// A scenario whose interval was learned from runs of the kind "near".
Analysis scenarioNear()
{
    Analysis a = smallAnalysis();
    a.step.step_s = 1;
    a.prediction_interval = {0.9, 1.2, {0.1, 0.1}, 20, Basis::measured, "near", {}};
    return a;
}

} // namespace

class ParityChartTest : public QObject {
    Q_OBJECT

private slots:
    void markersAreAtTheirTimes()
    {
        const ParityPoint run = runOf(2, 3, "near");
        ParityChart chart;
        display(chart, scenarioNear());
        chart.setPoints({&run});
        const auto marker = *chart.markers(ParityChart::Group::near_here)->data()->constBegin();
        QCOMPARE(marker.key, 2.0);
        QCOMPARE(marker.value, 3.0);
        chart.setRatio(true);
        QCOMPARE(chart.markers(ParityChart::Group::near_here)->data()->constBegin()->value, 1.5);
    }
    void similarRunsAreHighlighted()
    {
        const ParityPoint near_run = runOf(2, 2, "near");
        const ParityPoint far_run = runOf(2, 2, "far");
        ParityPoint suspect = near_run;
        suspect.row.gate = false;
        ParityChart chart;
        display(chart, scenarioNear());
        QCOMPARE(chart.groupOf(near_run), ParityChart::Group::near_here);
        QCOMPARE(chart.groupOf(far_run), ParityChart::Group::other);
        QCOMPARE(chart.groupOf(suspect), ParityChart::Group::suspect);
    }
    void aClickOnAMarkerPicksItsRun()
    {
        const ParityPoint one = runOf(2, 2, "near");
        const ParityPoint other = runOf(20, 25, "far");
        ParityChart chart;
        display(chart, scenarioNear());
        chart.setPoints({&one, &other});
        chart.plot()->replot();
        const ParityPoint* picked = nullptr;
        connect(&chart, &ParityChart::pointPicked, &chart, [&](const ParityPoint* p) { picked = p; });
        QTest::mouseClick(chart.plot(), Qt::LeftButton, {}, chart.placeOf(other).toPoint());
        QCOMPARE(picked, &other);
    }
    void hoverNamesTheRun()
    {
        const ParityPoint run = runOf(2, 2, "near");
        ParityChart chart;
        display(chart, scenarioNear());
        chart.setPoints({&run});
        chart.plot()->replot();
        const QImage before = chart.grab().toImage();
        hoverOver(chart, chart.placeOf(run));
        QVERIFY(!chart.readout().isEmpty());
        QCOMPARE(chart.readout().first(), QStringLiteral("run"));
        QVERIFY(chart.grab().toImage() != before);
    }
    void theSelectedRunIsMarked()
    {
        const ParityPoint run = runOf(2, 2, "near");
        ParityChart chart;
        display(chart, scenarioNear());
        chart.setPoints({&run});
        const QImage before = chart.grab().toImage();
        chart.select(&run);
        QVERIFY(chart.grab().toImage() != before);
        chart.select(nullptr);
        QCOMPARE(chart.grab().toImage(), before);
    }
    void theSentenceCountsTheRuns()
    {
        const ParityPoint run = runOf(2, 2.2, "near");
        ParityChart chart;
        display(chart, scenarioNear());
        QCOMPARE(chart.sentence(), QStringLiteral("No measured run matches."));
        chart.setPoints({&run});
        QVERIFY(chart.sentence().contains(QStringLiteral("10 %")));
        QCOMPARE(QString::fromStdString(chart.csv()).trimmed().split('\n').size(), 2);
    }
    void namesWithCommasAreQuoted()
    {
        ParityPoint run = runOf(2, 2.5, "near");
        run.gpu = "GB200 (per GPU, NVL72)";
        run.layout = "tensor, pipeline";
        ParityChart chart;
        display(chart, scenarioNear());
        chart.setPoints({&run});
        const QStringList lines = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QVERIFY(
            lines.last().startsWith(QStringLiteral("run,,\"GB200 (per GPU, NVL72)\",1,,\"tensor, pipeline\",2,2.5,")));
    }
    void itDrawsSomethingInBothThemes()
    {
        const ParityPoint run = runOf(2, 3, "near");
        ParityChart chart;
        display(chart, scenarioNear());
        chart.setPoints({&run});
        verifyInkInBothThemes(chart);
    }
};

KNEEPOINT_TEST(ParityChartTest)
#include "parity_chart_test.moc"
