// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/app/stage.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/charts/money_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/panels/board.h"

#include <QApplication>
#include <QTest>
#include <qcustomplot.h>

using namespace kneepoint;
using test::Stage;

/// What a mouse does in the charts.
class ChartInputTest : public QObject {
    Q_OBJECT

private slots:
    void aRightClickDoesNotStartADrag()
    {
        Stage stage;
        Chart& scaling = stage.window.board().chart(QLatin1StringView("scaling"));
        QTest::mousePress(scaling.plot(), Qt::RightButton);
        QVERIFY(!scaling.isInteracting());
    }

    void openingAScenarioResetsTheZoom()
    {
        Stage stage;
        Chart& scaling = stage.window.board().chart(QLatin1StringView("scaling"));
        QWheelEvent wheel({100, 100}, scaling.plot()->mapToGlobal(QPointF(100, 100)), {}, {0, 120}, Qt::NoButton,
            Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(scaling.plot(), &wheel);
        QVERIFY(scaling.isZoomed());
        stage.document.open(*findScenarioPreset("knee-1p3b"));
        QVERIFY(!scaling.isZoomed());
    }

    void anyWholeNumberOfWorkersCanBePicked()
    {
        Stage stage("knee-1p3b");
        emit stage.window.board().workersPicked(23);
        QCOMPARE(stage.document.analysis().step.workers, 23.0);
    }

    void draggingAHandleLeavesNoReadoutBehind()
    {
        Stage stage("knee-1p3b");
        auto& scaling = dynamic_cast<ScalingChart&>(stage.window.board().chart(QLatin1StringView("scaling")));
        const QPoint handle = scaling.workersHandle().toPoint();
        QTest::mouseMove(scaling.plot(), handle - QPoint(0, 60));
        QTest::mousePress(scaling.plot(), Qt::LeftButton, {}, handle);
        QVERIFY(scaling.readout().isEmpty());
        QTest::mouseRelease(scaling.plot(), Qt::LeftButton, {}, handle);
    }

    void aDragInAChartIsOneUndoStep_data()
    {
        QTest::addColumn<QString>("handle");
        for (const char* handle : {"tolerance", "gamma", "workers", "batch", "deadline", "budget"})
            QTest::newRow(handle) << QString::fromLatin1(handle);
    }
    void aDragInAChartIsOneUndoStep()
    {
        QFETCH(const QString, handle);
        Stage stage("knee-1p3b");
        Board& board = stage.window.board();
        auto& roofline = dynamic_cast<RooflineChart&>(board.chart(QLatin1StringView("roofline")));
        auto& scaling = dynamic_cast<ScalingChart&>(board.chart(QLatin1StringView("scaling")));
        auto& money = stage.look<MoneyChart>();
        const Scenario before = stage.document.scenario();
        VERIFY_EVENTUALLY(money.rect().contains(money.deadlineHandle().toPoint())); // it has been drawn
        const auto drag = [](Chart& chart, const QPointF& from, const QPointF& by) {
            QWidget* plot = chart.findChild<QCustomPlot*>();
            QTest::mousePress(plot, Qt::LeftButton, {}, from.toPoint());
            for (int step = 1; step <= 5; ++step)
                QTest::mouseMove(plot, (from + by * step / 5).toPoint());
            QTest::mouseRelease(plot, Qt::LeftButton, {}, (from + by).toPoint());
            QCoreApplication::processEvents();
        };
        if (handle == "tolerance")
            drag(scaling, scaling.toleranceHandle(), {0, 40});
        else if (handle == "gamma")
            drag(scaling, scaling.gammaHandle(), {0, -12});
        else if (handle == "workers")
            drag(scaling, scaling.workersHandle() - QPointF(0, 5), {60, 0});
        else if (handle == "batch")
            drag(roofline, roofline.pointHandle(), {60, 0});
        else if (handle == "deadline")
            drag(money, money.deadlineHandle(), {0, 60});
        else
            drag(money, money.budgetHandle(), {0, 60});
        QVERIFY(stage.document.scenario() != before);
        QCOMPARE(stage.document.undoStack()->count(), 1);
        stage.key(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(stage.document.scenario() == before);
    }

    void aClickOnTheKneeMapEditsTheScenario()
    {
        Stage stage("knee-1p3b");
        auto& map = stage.look<KneeMapChart>();
        VERIFY_EVENTUALLY(map.drawn().has_value());
        QTest::mouseClick(map.findChild<QCustomPlot*>(), Qt::LeftButton, {}, map.cellPosition(20, 9).toPoint());
        QCOMPARE(map.xParameter().get(stage.document.scenario()), map.drawn()->xValue(20));
        QCOMPARE(map.yParameter().get(stage.document.scenario()), map.drawn()->yValue(9));
        QCOMPARE(stage.document.undoStack()->count(), 1);
    }
};

KNEEPOINT_TEST(ChartInputTest)
#include "chart_input_test.moc"
