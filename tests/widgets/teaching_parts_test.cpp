// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/derivation.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"
#include "tests/support/eventually.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"
#include "widgets/charts/cluster_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/charts/statistics_chart.h"
#include "widgets/controls/answer_button.h"
#include "widgets/math_label.h"
#include "widgets/panels/evidence_bars.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/sketch_pad.h"
#include "widgets/text.h"

#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTextDocument>

using namespace kneepoint;
using namespace kneepoint::test;

/// The charts and panels used in lessons.
class TeachingPartsTest : public QObject {
    Q_OBJECT

private slots:
    void theDiagramShowsTheTrafficOfLinks()
    {
        ClusterChart chart;
        display(chart, analysisOf("llama3-70b-512xh100"));
        QVERIFY(chart.drawn().links.size() >= 2);
        QVERIFY2(
            chart.linkText(LinkLevel::leaf).contains("per GPU and step"), qPrintable(chart.linkText(LinkLevel::leaf)));
        QVERIFY(inkOf(chart) > least_ink);
        QVERIFY(QString::fromStdString(chart.csv()).startsWith("link,bytes"));
    }
    void aLinkBusyForMostOfTheStepIsTheBottleneck()
    {
        ClusterChart chart;
        display(chart, analysisOf("comm-wall-1024"));
        const std::size_t busiest = chart.drawn().bottleneck.value();
        const ClusterLink& link = chart.drawn().links[busiest];
        QVERIFY(chart.linkText(link.level).contains(link.utilization >= 0.5 ? "the bottleneck" : "the busiest link"));
        QVERIFY(chart.linkText(link.level).contains(toQString(link.bytes, Unit::bytes)));
    }
    void aTorusSliceIsLabeledAsOne()
    {
        ClusterChart chart;
        display(chart, analysisOf("palm-540b-4096xtpuv4"));
        QVERIFY2(chart.linkText(LinkLevel::node).startsWith("Inside the slice"),
            qPrintable(chart.linkText(LinkLevel::node)));
        QVERIFY(inkOf(chart) > least_ink);
        QVERIFY2(chart.sentence().contains("torus of 16 × 16 × 16"), qPrintable(chart.sentence()));
    }
    void onlyTheFirstAndTheLastOfManyNodesAreDrawn_data()
    {
        QTest::addColumn<QByteArray>("gpus");
        QTest::addColumn<QByteArray>("per_leaf");
        QTest::addColumn<QList<double>>("nodes");
        QTest::newRow("one node") << QByteArray("8") << QByteArray("8") << QList<double>{1};
        QTest::newRow("a leaf a node") << QByteArray("512") << QByteArray("8") << QList<double>{1, 2, 3, 64};
        QTest::newRow("one leaf") << QByteArray("64") << QByteArray("64") << QList<double>{1, 2, 3, 8};
        QTest::newRow("many leaves") << QByteArray("16384") << QByteArray("256") << QList<double>{1, 32, 2017, 2048};
        QTest::newRow("a last leaf with one node") << QByteArray("72") << QByteArray("64") << QList<double>{1, 8, 9};
    }
    void onlyTheFirstAndTheLastOfManyNodesAreDrawn()
    {
        QFETCH(const QByteArray, gpus);
        QFETCH(const QByteArray, per_leaf);
        QFETCH(const QList<double>, nodes);
        ClusterChart chart;
        display(chart,
            analyze(edited(preset("llama3-8b-64xh100"),
                {{"cluster.gpus", gpus.constData()}, {"cluster.pod_gpus", per_leaf.constData()}})));
        const std::vector<double> drawn = chart.drawnNodes();
        QCOMPARE(QList<double>(drawn.begin(), drawn.end()), nodes);
    }
    void theCriticalBatchIsMarked()
    {
        StatisticsChart chart;
        display(chart, analysisOf("suspect-large-batch"));
        QVERIFY(chart.criticalX() > 0 && chart.criticalX() < chart.plot()->width());
        hoverOver(chart, QPoint(int(chart.criticalX()), chart.plot()->height() / 2));
        QVERIFY(inkOf(chart) > least_ink);
        display(chart, analysisOf("knee-simulator"));
        QVERIFY2(chart.sentence().startsWith("No critical batch"), qPrintable(chart.sentence()));
    }
    void aFrozenChartKeepsItsAxesAndItsCurve()
    {
        ScalingChart chart;
        display(chart, smallAnalysis(4));
        const QCPRange range = chart.plot()->xAxis->range();
        QTest::keyClick(&chart, Qt::Key_F);
        QVERIFY(chart.isFrozen());
        Analysis longer = smallAnalysis(8);
        longer.curve.max_workers = 4096;
        chart.show(share(longer));
        QCOMPARE(chart.plot()->xAxis->range().upper, range.upper);
        QVERIFY(chart.ghostSpeedup()->dataCount() > 0);
        QTest::keyClick(&chart, Qt::Key_F);
        QVERIFY(chart.plot()->xAxis->range().upper > range.upper);
        QCOMPARE(chart.ghostSpeedup()->dataCount(), 0);
    }
    void aChartCanBeFrozenAtAnotherAnalysis()
    {
        ScalingChart chart;
        Analysis longer = smallAnalysis(8);
        longer.curve.max_workers = 4096;
        display(chart, longer);
        const QCPRange wide = chart.plot()->xAxis->range();
        chart.freezeAt(smallAnalysis(4));
        QVERIFY(chart.isFrozen() && chart.plot()->xAxis->range().upper < wide.upper);
        QVERIFY(chart.ghostSpeedup()->dataCount() > 0);
        const QCPRange kept = chart.plot()->xAxis->range();
        chart.show(share(longer));
        QCOMPARE(chart.plot()->xAxis->range(), kept);
        chart.resetZoom();
        QCOMPARE(chart.plot()->xAxis->range(), kept);
        chart.setFrozen(false);
        QCOMPARE(chart.plot()->xAxis->range(), wide);
    }
    void aSketchIsDrawnWithTheMouseAndLocked()
    {
        SketchPad pad;
        pad.resize(640, 420);
        pad.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pad, test::patience_ms));
        pad.start({1, 256, 1, 256, &parameter("cluster.gpus"), &metric("speedup")});
        auto* plot = pad.findChild<QCustomPlot*>();
        plot->replot();
        const QPoint from = pad.place({2, 2}).toPoint() - plot->pos();
        const QPoint to = pad.place({128, 128}).toPoint() - plot->pos();
        QTest::mousePress(plot, Qt::LeftButton, {}, from);
        QTest::mouseMove(plot, (from + to) / 2);
        QTest::mouseMove(plot, to);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, to);
        const std::vector<CurvePoint> sketch = pad.sketch();
        QVERIFY(sketch.size() > 40);
        for (const CurvePoint& p : sketch)
            QVERIFY2(std::abs(std::log(p.y / p.x)) < 0.15, qPrintable(QString::number(p.y / p.x)));
        pad.reveal({{1, 1}, {256, 10}});
        QTest::mouseClick(plot, Qt::LeftButton, {}, to - QPoint(0, 80));
        QCOMPARE(pad.sketch().size(), sketch.size());
        QCOMPARE(pad.sketch().back().y, sketch.back().y);
    }
    /// A key can lock a sketch while the button is held; its release then comes too late.
    void aNewSketchIsNotDrawnByTheMouseAlone()
    {
        SketchPad pad;
        pad.resize(640, 420);
        pad.show();
        QVERIFY(QTest::qWaitForWindowExposed(&pad, test::patience_ms));
        const SketchPad::Axes axes{1, 256, 1, 256, &parameter("cluster.gpus"), &metric("speedup")};
        pad.start(axes);
        auto* plot = pad.findChild<QCustomPlot*>();
        const QPoint at = plot->rect().center();
        QTest::mousePress(plot, Qt::LeftButton, {}, at);
        pad.reveal({{1, 1}, {256, 10}});
        QTest::mouseRelease(plot, Qt::LeftButton, {}, at);
        pad.start(axes);
        const std::size_t empty = pad.sketch().size();
        QTest::mouseMove(plot, at + QPoint(40, 0));
        QTest::mouseMove(plot, at + QPoint(80, 0));
        QCOMPARE(pad.sketch().size(), empty);
    }
    void theAxesOfASketchBeginWhereTheCurveBeginsAndHaveRoomForAStraightLine()
    {
        const SketchPad::Axes rising = sketchAxes(nullptr, nullptr, {{1, 1}, {16, 5}, {256, 5.1}});
        QCOMPARE(rising.from_y, 1.0);
        QCOMPARE(rising.to_y, 256.0);
        QCOMPARE(rising.anchor_y, 1.0);
        QCOMPARE(rising.straight_y, 256.0);
        const SketchPad::Axes falling = sketchAxes(nullptr, nullptr, {{1, 8}, {2, 6}, {4, 5}});
        QCOMPARE(falling.from_y, 2.0);
        QCOMPARE(falling.to_y, 8.0);
        SketchPad pad;
        pad.start(rising);
        QCOMPARE(pad.sketch().size(), std::size_t(1));
        QVERIFY(std::abs(pad.sketch().front().y - 1) < 1e-9);
    }
    void anAnswerTellsWhetherItWasRight()
    {
        AnswerButton button(3, "Above 8 workers");
        QCOMPARE(button.shortcut(), QKeySequence(Qt::Key_3));
        const int height = button.heightForWidth(400);
        QVERIFY(height >= 56);
        button.setChecked(true);
        QCOMPARE(button.heightForWidth(400), height);
        QVERIFY(button.heightForWidth(120) > height);
        button.setMark(AnswerButton::Mark::wrong, "your answer");
        QVERIFY(!button.isEnabled());
        QCOMPARE(button.accessibleName(), QString("Above 8 workers (your answer)"));
    }
    /// No word is cut by the mark; it is below the answer where there is no room beside it.
    void aMarkLeavesRoomForTheAnswer()
    {
        AnswerButton button(1, "exposed communication");
        const int narrow = button.heightForWidth(260);
        const int wide = button.heightForWidth(700);
        button.setMark(AnswerButton::Mark::right, "right");
        QVERIFY(button.heightForWidth(260) >= narrow + QFontMetrics(button.font()).height());
        QCOMPARE(button.heightForWidth(700), wide);
    }
    void evidenceIsReadToTheBlind()
    {
        EvidenceBars bars;
        bars.show({{"compute", {}, "102 ms", Quantity::compute, 0, 0.102, 0},
                      {"all-reduce", {}, "140 ms", Quantity::data_comm, 0, 0.14, 0}},
            Unit::seconds, "On 8 GPUs");
        QCOMPARE(bars.accessibleDescription(), QString("compute 102 ms; all-reduce 140 ms"));
        const int two = bars.sizeHint().height();
        bars.resize(600, two);
        QVERIFY(!bars.grab().isNull());
        bars.show({}, Unit::seconds, {});
        QVERIFY(bars.sizeHint().height() < two);
    }
    /// In the narrow column beside the board: lines break, and terms are elided with a tool tip.
    void noFormulaScrollsSideways()
    {
        const Analysis a = analysisOf("llama3-70b-512xh100");
        ExplainPanel panel;
        panel.resize(264, 500);
        static_cast<QWidget&>(panel).show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::patience_ms));
        int derived = 0;
        for (const Metric& m : metrics()) {
            if (!derivationOf(m.id, a))
                continue;
            ++derived;
            panel.derive(toQString(m.id), a);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            QCoreApplication::processEvents();
            const QScrollBar& bar = *panel.findChild<QScrollArea*>()->horizontalScrollBar();
            QVERIFY2(bar.maximum() == 0, std::string(m.id).c_str());
            for (const MathLabel* label : panel.findChildren<MathLabel*>()) {
                QTextDocument page;
                page.setDefaultFont(label->font());
                page.setDocumentMargin(0);
                page.setHtml(label->text());
                page.setTextWidth(label->width());
                QVERIFY2(page.idealWidth() <= label->width() + 1, qPrintable(label->plainText()));
            }
        }
        QVERIFY(derived > 10);
    }

    void aFormulaLinksToThoseOfItsTermsAndBack()
    {
        ExplainPanel panel;
        const Analysis a = analysisOf("knee-simulator");
        connect(&panel, &ExplainPanel::wanted, &panel, [&](const QString& id) { panel.derive(id, a); });
        panel.derive("gamma", a);
        QVERIFY2(panel.lines().front().endsWith("= t_comm/t_comp"), qPrintable(panel.lines().front()));
        for (QPushButton* button : panel.findChildren<QPushButton*>())
            if (button->isFlat() && button->isEnabled()) {
                button->click();
                break;
            }
        QCOMPARE(panel.derived(), QString("comm_s"));
        for (QPushButton* button : panel.findChildren<QPushButton*>())
            if (!button->isFlat())
                button->click();
        QCOMPARE(panel.derived(), QString("gamma"));
    }
    void aRowOfTheTableShowsItsFormula()
    {
        ExplainPanel panel;
        QSignalSpy wanted(&panel, &ExplainPanel::wanted);
        panel.show(changeBetween(analysisOf("knee-simulator"), analysisOf("knee-simulator-double-batch")));
        auto* table = panel.findChild<QTableWidget*>();
        QVERIFY(table->rowCount() >= 4);
        emit table->cellClicked(1, 0);
        QCOMPARE(wanted.size(), 1);
        QVERIFY(wanted.front().front().toString().startsWith("part:"));
    }
};

KNEEPOINT_TEST(TeachingPartsTest)
#include "teaching_parts_test.moc"
