// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"
#include "widgets/charts/breakdown_chart.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/charts/memory_chart.h"
#include "widgets/charts/money_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/charts/stage_memory_chart.h"
#include "widgets/charts/timeline_chart.h"
#include "widgets/charts/tornado_chart.h"
#include "widgets/charts/waterfall_chart.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTimer>
#include <QWheelEvent>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

std::unique_ptr<Chart> makeChart(const QString& name)
{
    if (name == "roofline")
        return std::make_unique<RooflineChart>();
    if (name == "scaling")
        return std::make_unique<ScalingChart>();
    if (name == "breakdown")
        return std::make_unique<BreakdownChart>();
    if (name == "waterfall")
        return std::make_unique<WaterfallChart>();
    if (name == "timeline")
        return std::make_unique<TimelineChart>();
    if (name == "money")
        return std::make_unique<MoneyChart>();
    if (name == "memory")
        return std::make_unique<MemoryChart>();
    if (name == "stages")
        return std::make_unique<StageMemoryChart>();
    if (name == "kneemap")
        return std::make_unique<KneeMapChart>();
    return std::make_unique<TornadoChart>();
}

void everyChartThatZooms()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
        {"roofline", "scaling", "breakdown", "waterfall", "timeline", "money", "memory", "stages", "tornado"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void everyChart()
{
    everyChartThatZooms();
    QTest::newRow("kneemap") << QStringLiteral("kneemap");
}

void turnWheel(QCustomPlot& plot, const QPointF& at, int steps)
{
    QWheelEvent event(
        at, plot.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&plot, &event);
}

/// The entries of a context menu, which is closed immediately.
QStringList menuOf(Chart& chart)
{
    QStringList texts;
    QTimer::singleShot(0, [&texts] {
        if (auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget())) {
            for (const QAction* action : menu->actions())
                texts << action->text();
            menu->close();
        }
    });
    const QPoint middle = chart.plot()->rect().center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, middle, chart.plot()->mapToGlobal(middle));
    QCoreApplication::sendEvent(chart.plot(), &event);
    return texts;
}

} // namespace

/// Mouse interaction that all charts share.
class PointerTest : public QObject {
    Q_OBJECT

private slots:
    void chartsFromTabsReturnToTheirPlaces()
    {
        Board board;
        board.resize(1400, 900);
        static_cast<QWidget&>(board).show();
        QVERIFY(QTest::qWaitForWindowExposed(&board, test::patience_ms));
        const auto height = [&](const char* id) { return board.chart(QLatin1StringView(id)).height(); };
        for (const QSize size : {QSize(700, 400), QSize(1000, 560), QSize(1400, 900)}) {
            board.resize(size);
            QCoreApplication::processEvents();
        }
        VERIFY_EVENTUALLY(board.more().height() > 250);
        QVERIFY(height("scaling") > 250);
        QVERIFY(height("roofline") > 250);
        const QList<QByteArray> states = board.splitterStates();
        Board twin;
        twin.resize(700, 400);
        static_cast<QWidget&>(twin).show();
        twin.restoreSplitters(states);
        twin.resize(1400, 900);
        VERIFY_EVENTUALLY(twin.more().height() > 250);
    }

    void theWheelZoomsAndADoubleClickUndoesIt_data() { everyChartThatZooms(); }
    void theWheelZoomsAndADoubleClickUndoesIt()
    {
        QFETCH(const QString, name);
        const auto chart = makeChart(name);
        display(*chart, analysisOf("gap-64-gpus"));
        const QCPRange whole = chart->plot()->xAxis->range();
        const QPointF middle = chart->plot()->axisRect()->center();
        turnWheel(*chart->plot(), middle, 2);
        QVERIFY(chart->isZoomed());
        QVERIFY(chart->plot()->xAxis->range().size() < whole.size());
        chart->show(share(analysisOf("gap-64-gpus")));
        QVERIFY(chart->plot()->xAxis->range().size() < whole.size());
        QTest::mouseDClick(chart->plot(), Qt::LeftButton, {}, middle.toPoint());
        QVERIFY(!chart->isZoomed());
        QCOMPARE(chart->plot()->xAxis->range(), whole);
    }

    void theKneeMapAlwaysShowsItsWholeRange()
    {
        KneeMapChart map;
        display(map, analysisOf("gap-64-gpus"));
        const QCPRange across = map.plot()->xAxis->range();
        const QCPRange upwards = map.plot()->yAxis->range();
        const QPointF middle = map.plot()->axisRect()->center();
        turnWheel(*map.plot(), middle, 3);
        dragMouse(map, middle, middle + QPointF(60, 40));
        QVERIFY(!map.isZoomed());
        QCOMPARE(map.plot()->xAxis->range(), across);
        QCOMPARE(map.plot()->yAxis->range(), upwards);
    }

    void theHomeKeyUndoesTheZoomToo()
    {
        ScalingChart chart;
        display(chart, analysisOf("gap-64-gpus"));
        const QCPRange whole = chart.plot()->xAxis->range();
        turnWheel(*chart.plot(), chart.plot()->axisRect()->center(), 3);
        QTest::keyClick(&chart, Qt::Key_Home);
        QCOMPARE(chart.plot()->xAxis->range(), whole);
    }

    void theContextMenuOffersPictureDataAndZoom_data() { everyChart(); }
    void theContextMenuOffersPictureDataAndZoom()
    {
        QFETCH(const QString, name);
        const auto chart = makeChart(name);
        display(*chart, analysisOf("gap-64-gpus"));
        const QStringList menu = menuOf(*chart);
        for (const char* entry : {"Copy picture", "Copy data (CSV)", "Save as…", "Reset zoom"})
            QVERIFY2(menu.contains(QString::fromUtf8(entry)), entry);
        if (name == "scaling")
            QVERIFY(menu.contains(QStringLiteral("Efficiency")));
        if (name == "money")
            QVERIFY(menu.contains(QStringLiteral("No deadline")));
        if (name == "kneemap")
            for (const char* entry : {"Across", "Upwards"})
                QVERIFY2(menu.contains(QString::fromLatin1(entry)), entry);
    }

    void aCursorIsSharedByAllChartsOfTheBoard()
    {
        Board board;
        board.resize(1400, 900);
        board.QWidget::show();
        board.show(share(analysisOf("gap-64-gpus")));
        QVERIFY(QTest::qWaitForWindowExposed(&board, test::patience_ms));
        Chart* scaling = &board.chart(QLatin1StringView("scaling"));
        Chart* breakdown = &board.chart(QLatin1StringView("breakdown"));
        for (Chart* chart : {scaling, breakdown})
            chart->plot()->replot();
        const QImage before = breakdown->grab().toImage();
        QCustomPlot& plot = *scaling->plot();
        const QPointF at(plot.xAxis->coordToPixel(16), plot.axisRect()->center().y());
        const QSignalSpy hovered(scaling, &Chart::workersHovered);
        // Not by moving the pointer: the offscreen screen is smaller than the board.
        QMouseEvent move(QEvent::MouseMove, at, plot.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&plot, &move);
        QVERIFY(!hovered.isEmpty());
        VERIFY_EVENTUALLY(breakdown->grab().toImage() != before);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&plot, &leave);
        VERIFY_EVENTUALLY(breakdown->grab().toImage() == before);
    }

    void theBoardForwardsADragAndItsEnd()
    {
        Board board;
        board.resize(1400, 900);
        board.QWidget::show();
        board.show(share(analysisOf("knee-simulator")));
        QVERIFY(QTest::qWaitForWindowExposed(&board, test::patience_ms));
        auto& scaling = dynamic_cast<ScalingChart&>(board.chart(QLatin1StringView("scaling")));
        scaling.plot()->replot();
        QSignalSpy dragged(&board, &Board::knobDragged);
        QSignalSpy ended(&board, &Board::pickFinished);
        dragMouse(scaling, scaling.toleranceHandle(), scaling.toleranceHandle() + QPointF(0, 40));
        QVERIFY(!dragged.isEmpty());
        COMPARE_EVENTUALLY(ended.count(), 1);
    }
};

KNEEPOINT_TEST(PointerTest)
#include "pointer_test.moc"
