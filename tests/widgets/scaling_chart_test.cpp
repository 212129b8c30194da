// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/scaling_chart.h"

#include "model/analysis/efficiency_interval.h"
#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"
#include "widgets/charts/curve_sample.h"

#include <QSignalSpy>

using namespace kneepoint;
using namespace kneepoint::test;

class ScalingChartTest : public QObject {
    Q_OBJECT

private slots:
    void speedupHasABandAsWideAsThatOfEfficiency()
    {
        ScalingChart chart;
        const Analysis a = analysisOf("llama3-8b-64xh100");
        display(chart, a);
        const std::vector<Interval> band = efficiencyBand(a);
        QCOMPARE(band.size(), a.curve.points.size());
        QCOMPARE(std::size_t(chart.highSpeedup()->dataCount()), band.size());
        const std::optional<Interval> here = efficiencyInterval(a);
        QVERIFY(here.has_value());
        for (std::size_t i = 0; i < band.size(); ++i) {
            const ScalePoint& point = a.curve.points[i];
            QVERIFY(band[i].low <= point.efficiency && point.efficiency <= band[i].high);
            const double high = chart.highSpeedup()->dataMainValue(static_cast<int>(i));
            QVERIFY(std::abs(high / (band[i].high * point.speedup / point.efficiency) - 1) < 1e-9
                || high == chart.plot()->yAxis->range().upper);
            if (point.workers == a.step.workers)
                QVERIFY(std::abs(band[i].low - here->low) < 1e-9);
        }
        display(chart, analysisOf("knee-simulator")); // a textbook job has no interval
        QCOMPARE(chart.highSpeedup()->dataCount(), 0);
    }

    void theIdealLineIsK()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        const QCPGraph* ideal = chart.plot()->graph(0);
        QCOMPARE(ideal->dataCount(), 2);
        for (int i = 0; i < ideal->dataCount(); ++i)
            QCOMPARE(ideal->dataMainValue(i), ideal->dataMainKey(i));
        QCOMPARE(ideal->dataMainKey(1), 64.0);
    }
    void curvesMatchTheAnalysis()
    {
        ScalingChart chart;
        const Analysis a = smallAnalysis();
        display(chart, a);
        const QCPGraph* efficiency = chart.plot()->graph(1);
        const QCPGraph* speedup = chart.plot()->graph(2);
        const QCPGraph* gamma = chart.plot()->graph(3);
        QCOMPARE(speedup->dataCount(), int(a.curve.points.size()));
        QCOMPARE(gamma->dataCount(), int(a.curve.points.size()) - 1); // γ(1) = 0 cannot be on a logarithmic axis
        for (int i = 0; i < speedup->dataCount(); ++i) {
            const ScalePoint& point = a.curve.points[std::size_t(i)];
            QCOMPARE(speedup->dataMainKey(i), point.workers);
            QCOMPARE(speedup->dataMainValue(i), point.speedup);
            QCOMPARE(efficiency->dataMainValue(i), point.efficiency);
        }
    }
    void oneFlagMarksTheKneeAndTicksTheRest()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        QVERIFY(chart.flag());
        QCOMPARE(chart.flag()->workers, 2.2);
        QCOMPARE(chart.flag()->knee, QStringLiteral("Knee K = 2.2"));
        QCOMPARE(chart.flag()->definition, QStringLiteral("efficiency below 80 %"));
        QCOMPARE(chart.ticks().size(), std::size_t(2));
        QCOMPARE(chart.ticks()[0].text, QString::fromUtf8("γ = 1 at 2.8"));
        QCOMPARE(chart.ticks()[0].on, ScalingChart::Tick::On::gamma);
        QCOMPARE(chart.ticks()[1].workers, 6.0);
        QCOMPARE(chart.ticks()[1].on, ScalingChart::Tick::On::speedup);
    }
    void theKneeOfThePinnedScenarioIsATick()
    {
        ScalingChart chart;
        Analysis pinned = smallAnalysis();
        pinned.curve.knees.tolerance->workers = 5;
        display(chart, besideA(smallAnalysis(), pinned));
        QCOMPARE(chart.flag()->workers, 2.2);
        QCOMPARE(chart.ticks()[1].text, QStringLiteral("A: 5"));
    }
    void aKneeBelowTwoReplicasIsShownAsTwo()
    {
        ScalingChart chart;
        Analysis a = smallAnalysis();
        a.curve.knees.tolerance->workers = 1.09;
        a.curve.knees.gamma->workers = 1.5;
        display(chart, a);
        QVERIFY(chart.flag()->knee.contains(QStringLiteral("K = 2")));
        QVERIFY(chart.ticks().front().text.contains(QStringLiteral("already at K = 2")));
    }
    void missingKneesHaveNoFlag()
    {
        ScalingChart chart;
        Analysis a = smallAnalysis();
        a.curve.knees = {};
        display(chart, a);
        QVERIFY(!chart.flag());
        QVERIFY(chart.ticks().empty());
    }
    /// The name of A's knee keeps clear of the words that there is none.
    void thatThereIsNoKneeIsNotDrawnOver()
    {
        ScalingChart chart;
        Analysis none = smallAnalysis();
        none.curve.knees = {};
        const auto words = [&](const Shown& shown) {
            display(chart, shown);
            const QRect area = chart.plot()->axisRect(0)->rect();
            return chart.plot()->toPixmap().toImage().copy(area.left(), area.top() - 24, 100, 16);
        };
        const QImage alone = words({.analysis = share(none)});
        for (const double workers : {1.0, 1.05, 1.2}) {
            Analysis pinned = smallAnalysis();
            pinned.curve.knees.tolerance->workers = workers;
            QCOMPARE(words(besideA(none, pinned)), alone);
        }
    }
    /// Power of two above twice the best speedup, at most the largest K.
    void theAxisOfSpeedupFollowsTheBestOne_data()
    {
        QTest::addColumn<double>("best");
        QTest::addColumn<double>("end");
        QTest::newRow("6.1 of 64") << 6.1 << 16.0;
        QTest::newRow("8 of 64") << 8.0 << 16.0;
        QTest::newRow("40 of 64") << 40.0 << 64.0;
        QTest::newRow("no gain") << 1.0 << 2.0;
    }
    void theAxisOfSpeedupFollowsTheBestOne()
    {
        const QFETCH(double, best);
        const QFETCH(double, end);
        ScalingChart chart;
        Analysis a = smallAnalysis();
        for (ScalePoint& point : a.curve.points)
            point.speedup = std::min(best, point.workers);
        display(chart, a);
        QCOMPARE(chart.plot()->yAxis->range().upper, end);
        QCOMPARE(chart.plot()->yAxis2->range().upper, 1.0);
        QCOMPARE(chart.plot()->xAxis->range(), QCPRange(1, 64));
    }
    /// The handle of the current K is never under a name.
    void theTriangleIsFreeAtEveryK()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        for (const double k : {1.0, 2.0, 4.0, 16.0, 64.0}) {
            chart.show(share(smallAnalysis(k)));
            chart.plot()->replot();
            const QRectF triangle(chart.workersHandle() - QPointF(6, 9), QSizeF(12, 9));
            QVERIFY(!chart.nameRect(ScalingChart::Curve::gamma).intersects(triangle));
        }
    }
    /// The dotted line of the current K crosses no name: where there is no room beside it, the name is γ alone.
    void theNameOfGammaIsBesideTheLineOfTheCurrentWorkers_data()
    {
        QTest::addColumn<int>("width");
        QTest::newRow("wide") << 800;
        QTest::newRow("narrow") << 480;
    }
    void theNameOfGammaIsBesideTheLineOfTheCurrentWorkers()
    {
        QFETCH(int, width);
        ScalingChart chart;
        display(chart, smallAnalysis());
        chart.resize(width, chart.height());
        for (double k = 1; k <= 64; k *= 1.3) {
            chart.show(share(smallAnalysis(k)));
            chart.plot()->replot();
            const QRectF name = chart.nameRect(ScalingChart::Curve::gamma);
            const double x = chart.workersHandle().x();
            QVERIFY2(name.right() <= x || name.left() >= x, qPrintable(QString::number(k)));
        }
    }
    /// Where γ is far below its threshold, the strip has no room beside the line of the threshold.
    void gammaIsNamedWhereOnlyItsThresholdIsInTheWay()
    {
        ScalingChart chart;
        const Analysis a = analysisOf("cause-out-of-memory");
        display(chart, a);
        for (const QSize size : {QSize(900, 460), QSize(700, 380)}) {
            chart.resize(size);
            chart.show(share(a));
            chart.plot()->replot();
            QVERIFY2(!chart.nameRect(ScalingChart::Curve::gamma).isEmpty(), qPrintable(QString::number(size.height())));
        }
    }
    void theToleranceLineCanBeDragged()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        QSignalSpy dragged(&chart, &Chart::knobDragged);
        const QPointF from = chart.toleranceHandle() - QPointF(200, 0);
        const double y = chart.plot()->yAxis2->coordToPixel(0.5);
        dragMouse(chart, from, {from.x(), y});
        QVERIFY(dragged.count() >= 2);
        QCOMPARE(dragged.last().at(0).value<const Parameter*>(), &parameter("assumptions.efficiency_tolerance"));
        QVERIFY(std::abs(dragged.last().at(1).toDouble() - 0.5) < 0.02);
        QCOMPARE(dragged.last().at(2).toBool(), true);
        QCOMPARE(dragged.first().at(2).toBool(), false);
        QVERIFY(!chart.isZoomed());
    }
    void theThresholdOfGammaCanBeDragged()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        QSignalSpy dragged(&chart, &Chart::knobDragged);
        const QPointF from = chart.gammaHandle();
        const QCPAxis* axis = chart.plot()->graph(3)->valueAxis();
        dragMouse(chart, from, {from.x(), axis->coordToPixel(5)});
        QCOMPARE(dragged.last().at(0).value<const Parameter*>(), &parameter("assumptions.knee_gamma"));
        QVERIFY(std::abs(dragged.last().at(1).toDouble() / 5 - 1) < 0.12);
        QCOMPARE(dragged.last().at(2).toBool(), true);
        QVERIFY(!chart.isZoomed());
        dragMouse(chart, from, from + QPointF(0, 1));
        QCOMPARE(dragged.last().at(1).toDouble(), 1.0);
    }
    void theTickNamesTheThreshold()
    {
        ScalingChart chart;
        Analysis a = smallAnalysis();
        a.scenario.assumptions.knee_gamma = 2;
        display(chart, a);
        QVERIFY(chart.ticks().front().text.startsWith(QStringLiteral("γ = 2 at")));
    }
    void clickingALegendEntryHidesItsCurve_data()
    {
        QTest::addColumn<int>("curve");
        QTest::addColumn<int>("graph");
        QTest::newRow("ideal") << int(ScalingChart::Curve::ideal) << 0;
        QTest::newRow("efficiency") << int(ScalingChart::Curve::efficiency) << 1;
        QTest::newRow("speedup") << int(ScalingChart::Curve::speedup) << 2;
        QTest::newRow("gamma") << int(ScalingChart::Curve::gamma) << 3;
    }
    void clickingALegendEntryHidesItsCurve()
    {
        QFETCH(const int, curve);
        QFETCH(const int, graph);
        ScalingChart chart;
        display(chart, smallAnalysis());
        const QSignalSpy picked(&chart, &Chart::workersPicked);
        const auto id = static_cast<ScalingChart::Curve>(curve);
        for (const bool shown : {false, true}) {
            QTest::mouseClick(chart.plot(), Qt::LeftButton, {}, chart.nameRect(id).center().toPoint());
            QCOMPARE(chart.isShown(id), shown);
            QCOMPARE(chart.plot()->graph(graph)->visible(), shown);
            chart.plot()->replot();
        }
        QVERIFY(picked.isEmpty());
    }
    void thePinnedScenarioHasANameToClick()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        QVERIFY(chart.nameRect(ScalingChart::Curve::pinned).isEmpty());
        chart.show(besideA(smallAnalysis(), analysisOf("knee-simulator")));
        chart.plot()->replot();
        const QPointF name = chart.nameRect(ScalingChart::Curve::pinned).center();
        QTest::mouseClick(chart.plot(), Qt::LeftButton, {}, name.toPoint());
        QVERIFY(!chart.pinnedSpeedup()->visible());
    }
    void csvIncludesThePinnedCurve()
    {
        ScalingChart chart;
        const Analysis a = analysisOf("knee-simulator");
        const Analysis pinned = analysisOf("knee-simulator-fp8");
        chart.show(besideA(a, pinned));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        const QStringList header = rows.first().split(',');
        const QStringList last = rows.last().split(',');
        QCOMPARE(last[header.indexOf("speedup")].toDouble(), a.curve.points.back().speedup);
        QCOMPARE(last[header.indexOf("speedup_a")].toDouble(), pinned.curve.points.back().speedup);
        QVERIFY(!header.contains("workers_a"));
    }
    void theTriangleCanBeDragged()
    {
        ScalingChart chart;
        display(chart, smallAnalysis(4));
        QSignalSpy picked(&chart, &Chart::workersPicked);
        const QPointF from = chart.workersHandle() - QPointF(0, 5);
        dragMouse(chart, from, {chart.plot()->xAxis->coordToPixel(32), from.y()});
        QVERIFY(!picked.isEmpty());
        QVERIFY(std::abs(picked.last().at(0).toDouble() - 32) <= 1);
    }
    void hoverReadsTheAnalysisAndMovesTheCursor()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        QSignalSpy hovered(&chart, &Chart::workersHovered);
        hoverOver(chart, QPointF(chart.plot()->xAxis->coordToPixel(16), chart.plot()->axisRect()->center().y()));
        QVERIFY(!hovered.isEmpty());
        QVERIFY(std::abs(hovered.last().at(0).toDouble() - 16) < 1);
        QCOMPARE(chart.readout().size(), 6);
        QVERIFY(chart.readout().last() == QString::fromUtf8(boundLabel(Bound::communication).data()));
    }
    void idealIsNamedWhereItsLineIs()
    {
        ScalingChart chart;
        display(chart, analysisOf("knee-simulator")); // its line leaves the chart far from the right end
        const QRectF name = chart.nameRect(ScalingChart::Curve::ideal);
        QVERIFY(!name.isEmpty());
        QVERIFY(name.left() < chart.plot()->xAxis->coordToPixel(chart.plot()->yAxis->range().upper) + 10);
    }
    /// "262144" beside "K = 1.05 M".
    void noTickIsUnderTheNameOfTheCurrentWorkers()
    {
        ScalingChart chart;
        Analysis a = smallAnalysis(64);
        a.curve.max_workers = 1 << 20;
        a.step.workers = 1 << 20;
        display(chart, a);
        chart.resize(560, 400);
        chart.show(share(a));
        chart.plot()->replot();
        const QCPAxis* axis = chart.plot()->axisRect(1)->axis(QCPAxis::atBottom);
        const QFontMetricsF metrics(axis->tickLabelFont());
        const double k = axis->coordToPixel(a.step.workers);
        const double name = metrics.horizontalAdvance(QStringLiteral("K = 1.05 M")) / 2;
        for (qsizetype i = 0; i < axis->tickVector().size(); ++i)
            if (const QString label = axis->tickVectorLabels()[i]; !label.isEmpty())
                QVERIFY2(std::abs(k - axis->coordToPixel(axis->tickVector()[i]))
                        > name + metrics.horizontalAdvance(label) / 2,
                    qPrintable(label));
    }
    void ticksOfGammaAreALineApart()
    {
        ScalingChart chart;
        const Analysis a = analysisOf("llama3-70b-512xh100");
        display(chart, a);
        for (const int height : {240, 300, 460, 900}) {
            chart.resize(420, height);
            chart.show(share(a));
            chart.plot()->replot();
            const QCPAxis* axis = chart.plot()->axisRect(1)->axis(QCPAxis::atLeft);
            const QVector<double> ticks = axis->tickVector();
            QVERIFY(!ticks.isEmpty());
            const double apart = axis->coordToPixel(ticks.first()) - axis->coordToPixel(ticks.last());
            QVERIFY(ticks.size() == 1 || apart >= QFontMetricsF(axis->tickLabelFont()).height() - 1);
        }
    }
    void samplesAreInterpolatedLogarithmically()
    {
        ScalingCurve curve;
        curve.points = {pointAt(2), pointAt(8)};
        curve.points[0].speedup = 2;
        curve.points[1].speedup = 8;
        QCOMPARE(sampleCurve(curve, 4).speedup, 4.0);
        QCOMPARE(sampleCurve(curve, 1).workers, 2.0);
        QCOMPARE(sampleCurve(curve, 99).speedup, 8.0);
    }
    void aDoubleClickUndoesTheZoom()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        const QCPRange whole = chart.plot()->xAxis->range();
        const QPointF center = chart.plot()->axisRect()->center() + QPoint(0, 30);
        dragMouse(chart, center, center + QPointF(-120, 0));
        QVERIFY(chart.isZoomed());
        QVERIFY(chart.plot()->xAxis->range() != whole);
        QTest::mouseDClick(chart.plot(), Qt::LeftButton, {}, center.toPoint());
        QVERIFY(!chart.isZoomed());
        QCOMPARE(chart.plot()->xAxis->range(), whole);
    }
    void theThemeAppliesToCurvesAndBackground()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        chart.setPalette(palette(ThemeMode::dark));
        QCOMPARE(chart.plot()->graph(2)->pen().color(), theme(ThemeMode::dark).text);
        chart.plot()->replot();
        const QImage picture = chart.grab().toImage();
        QCOMPARE(QColor(picture.pixel(2, 2)), theme(ThemeMode::dark).panel);
    }
    void csvHoldsEveryPoint()
    {
        ScalingChart chart;
        const Analysis a = smallAnalysis();
        chart.show(share(a));
        const QStringList rows = QString::fromStdString(chart.csv()).trimmed().split('\n');
        QCOMPARE(rows.size(), qsizetype(a.curve.points.size()) + 1);
        const QStringList header = rows.first().split(',');
        const QStringList last = rows.last().split(',');
        QCOMPARE(last[header.indexOf("workers")].toDouble(), 64.0);
        QCOMPARE(last[header.indexOf("speedup")].toDouble(), a.curve.points.back().speedup);
        QCOMPARE(last[header.indexOf("bound")], QString("communication"));
    }
    void theChartHasAnAccessibleNameAndDescription()
    {
        ScalingChart chart;
        chart.show(share(smallAnalysis()));
        QCOMPARE(chart.accessibleName(), chart.title());
        QVERIFY(!chart.sentence().isEmpty());
        QCOMPARE(chart.accessibleDescription(), chart.sentence());
    }
    void framesAreAnnounced()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        const QSignalSpy drawn(&chart, &Chart::frameDrawn);
        chart.show(share(smallAnalysis(8)));
        VERIFY_EVENTUALLY(!drawn.isEmpty());
    }
    void itDrawsSomething()
    {
        ScalingChart chart;
        display(chart, smallAnalysis());
        QVERIFY2(inkOf(chart) > least_ink, qPrintable(QString::number(inkOf(chart))));
    }
};

KNEEPOINT_TEST(ScalingChartTest)
#include "scaling_chart_test.moc"
