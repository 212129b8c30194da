// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shipped.h"
#include "widgets/charts/network_chart.h"
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

    void aManifoldPartIsShownAsAFactor()
    {
        Analysis a = measuredAnalysis();
        a.measured.parts.back().measured_s = 0.22;
        const std::vector<LensBar> bars = measuredBars(a.measured);
        QCOMPARE(lensLabels(bars[1], bars.data()).front().change, QStringLiteral("11×"));
    }

    void oneReplicaHasAReasonInsteadOfAxes()
    {
        Scenario alone = analysisOf("llama3-8b-64xh100").scenario;
        parameter("cluster.gpus").edit(alone, 1, shippedCalibration());
        NetworkChart chart;
        display(chart, analyze(alone));
        QVERIFY(!chart.plot()->xAxis->visible() && !chart.plot()->yAxis->visible());
        QVERIFY2(chart.sentence().startsWith(QStringLiteral("One replica")), qPrintable(chart.sentence()));
        const QImage middle = chart.plot()->toPixmap().toImage().copy(chart.plot()->axisRect()->rect());
        QImage blank = middle;
        blank.fill(middle.pixel(0, 0));
        QVERIFY(middle != blank); // the reason
        display(chart, analysisOf("llama3-8b-64xh100"));
        QVERIFY(chart.plot()->xAxis->visible() && chart.plot()->yAxis->visible());
    }

    void measuredTransfersAreMarkedOverTheirSize()
    {
        Analysis a = analysisOf("llama3-8b-64xh100");
        const CollectiveGroup group{CollectiveOperation::all_reduce, 16, 2};
        const CollectiveRate rate(a.scenario, a.calibration, group);
        NetworkChart chart;
        display(chart, a);
        QVERIFY(chart.measuredMarks().empty());
        QVERIFY(!chart.sentence().isEmpty());
        a.measured.transfers = {
            {{CollectiveOperation::all_gather, 16, 2}, "all_gather.log", false, {{1e8, 0.01, 0.01}}},
            {group, "all_reduce.log", true, {}}};
        for (double bytes = 1e6; bytes < 1e9; bytes *= 10)
            a.measured.transfers[1].points.push_back({bytes, 2 * rate.seconds(bytes), rate.seconds(bytes)});
        display(chart, a);
        QVERIFY(chart.group() == group);
        const std::vector<QPointF> marks = chart.measuredMarks();
        QCOMPARE(marks.size(), std::size_t(3));
        for (std::size_t i = 0; i < marks.size(); ++i) {
            const double bytes = chart.plot()->xAxis->pixelToCoord(marks[i].x());
            const double shown = chart.plot()->yAxis->pixelToCoord(marks[i].y());
            QVERIFY(std::abs(shown / (rate.busBps(bytes) / 2) - 1) < 0.05);
        }
        QVERIFY2(chart.sentence().contains(QStringLiteral("misconfiguration")), qPrintable(chart.sentence()));
        chart.choose(CollectiveOperation::all_gather);
        QCOMPARE(chart.measuredMarks().size(), std::size_t(1));
        QVERIFY(chart.csv().find("measured_bytes_per_s") != std::string::npos);
    }

    void thePanelSaysWhatIsMisconfigured()
    {
        EvidencePanel panel;
        KeptEvidence file;
        file.source.name = "all_reduce.log";
        file.kind = "nccl-tests";
        file.used = false;
        file.findings = {{"protocol-overhead", 0.8, "NCCL uses TCP sockets between the nodes", "line 7"}};
        panel.show(share(smallAnalysis()), std::vector{file}, 0, {});
        QCOMPARE(panel.warning().replace(QChar::Nbsp, u' '),
            QStringLiteral("all_reduce.log points at a misconfiguration: NCCL uses TCP sockets between the nodes."));
    }

    void twoTracesAreComparedPartByPart()
    {
        EvidencePanel panel;
        const auto trace = [](const char* name, double compute_s, double idle_s) {
            KeptEvidence file;
            file.source.name = name;
            file.kind = "trace";
            file.measurements = {{"step_s", compute_s + idle_s, 0, 1, {}}};
            file.breakdown = {{"compute", compute_s}, {"idle", idle_s}};
            return file;
        };
        std::vector<KeptEvidence> files{trace("before.json", 0.08, 0.02), trace("after.json", 0.05, 0.03)};
        panel.show(share(smallAnalysis()), files, 2, {});
        const QString text = panel.tableText().replace(QChar::Nbsp, u' ');
        QVERIFY2(text.contains(QStringLiteral("after.json takes 20 ms less per step than before.json (−20 %)")),
            qPrintable(text));
        for (const char* row :
            {"compute\t80 ms\t50 ms\t−30 ms", "other idle\t20 ms\t30 ms\t+10 ms", "step\t100 ms\t80 ms\t−20 ms"})
            QVERIFY2(text.contains(QString::fromUtf8(row)), qPrintable(text));
        files[1].used = false;
        panel.show(share(smallAnalysis()), files, 2, {});
        QVERIFY(!panel.tableText().contains(QStringLiteral("before.json")));
    }

    /// As wide as at the right of a window of 1280 pixels, and of 1920.
    void thePanelIsNotCut()
    {
        for (const int width : {252, 330}) {
            EvidencePanel panel;
            panel.resize(width, 500);
            static_cast<QWidget&>(panel).show();
            panel.show(share(measuredAnalysis()), {}, 0, {});
            QCoreApplication::processEvents();
            QVERIFY(panel.widget()->minimumSizeHint().width() <= panel.viewport()->width());
        }
    }

    void thePanelComparesPartByPart()
    {
        EvidencePanel panel;
        panel.show(share(measuredAnalysis()), std::vector<KeptEvidence>(1), 2,
            {.layouts = {QStringLiteral("TP 4 · PP 1 · DP 2")}, .networks = {}});
        QVERIFY(panel.claim().startsWith(QStringLiteral("The measured step")));
        QVERIFY2(panel.tableText().contains(QStringLiteral("communication\t20 ms\t60 ms\t+200 %")),
            qPrintable(panel.tableText()));
        panel.show(share(smallAnalysis()), {}, 0, {});
        QVERIFY(panel.claim().startsWith(QStringLiteral("Nothing measured yet")));
        QVERIFY(panel.tableText().isEmpty());
    }
};

KNEEPOINT_TEST(MeasuredMarksTest)
#include "measured_marks_test.moc"
