// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shipped.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/charts/step_lens.h"
#include "widgets/panels/evidence_panel.h"

#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

/// Two sizes on the curve, and the parts of a traced step that is twice as long as predicted.
Analysis measuredAnalysis()
{
    Analysis a = smallAnalysis();
    for (const double k : {2., 8.}) {
        const ScalePoint point = pointAt(k);
        a.measured.sizes.push_back({k, k, point.step.step_s, point.speedup, point.efficiency, "runs.csv"});
    }
    a.measured.parts = {{"compute", Part::compute, 0.025, 0.03}, {"communication", Part::data_comm, 0.02, 0.06}};
    a.measured.step_s = 0.09;
    a.measured.sentences = {"The measured step is 100 % longer than predicted: 90 ms instead of 45 ms."};
    return a;
}

} // namespace

/// What was measured, beside the prediction.
class MeasuredMarksTest : public QObject {
    Q_OBJECT

private slots:
    void measuredSizesAreMarkedWhereTheyAre()
    {
        ScalingChart chart;
        display(chart, measuredAnalysis());
        const std::vector<QPointF> marks = chart.measuredSpeedups();
        QCOMPARE(marks.size(), std::size_t(2));
        QVERIFY(marks[0].x() < marks[1].x());
        QVERIFY(std::abs(chart.plot()->yAxis->pixelToCoord(marks[0].y()) / pointAt(2).speedup - 1) < 0.01);
    }

    void nothingIsMarkedWithoutEvidence()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        QVERIFY(chart.measuredSpeedups().empty());
    }

    void measuredPartsStandBesidePredictedOnes()
    {
        const std::vector<LensBar> bars = measuredBars(measuredAnalysis().measured);
        QCOMPARE(bars.size(), std::size_t(2));
        QVERIFY(std::abs(bars[0].step_s - 0.045) < 1e-12);
        QVERIFY(std::abs(bars[1].step_s - 0.09) < 1e-12);
        const std::vector<LensLabel> labels = lensLabels(bars[1], bars.data());
        QCOMPARE(labels.front().name, QStringLiteral("communication"));
        QCOMPARE(labels.front().change, QStringLiteral("+200 %"));
    }

    void thePanelComparesPartByPart()
    {
        EvidencePanel panel;
        panel.show(share(measuredAnalysis()), std::vector<KeptEvidence>(1), 2, {QStringLiteral("TP 4 · PP 1 · DP 2")});
        QVERIFY(panel.claim().startsWith(QStringLiteral("The measured step")));
        QVERIFY2(panel.tableText().contains(QStringLiteral("communication\t20 ms\t60 ms\t+200 %")),
            qPrintable(panel.tableText()));
        panel.show(share(smallAnalysis()), {}, 0);
        QVERIFY(panel.claim().startsWith(QStringLiteral("Nothing measured yet")));
        QVERIFY(panel.tableText().isEmpty());
    }
};

KNEEPOINT_TEST(MeasuredMarksTest)
#include "measured_marks_test.moc"
