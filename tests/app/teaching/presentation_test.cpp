// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/presentation_bar.h"
#include "app/window/tour.h"
#include "tests/app/stage.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/panels/board.h"
#include "widgets/panels/headline_strip.h"

#include <QApplication>
#include <QTest>

using namespace kneepoint;
using test::Stage;

/// The window in front of an audience: presentation mode, one chart alone, the tour.
class PresentationTest : public QObject {
    Q_OBJECT

private slots:
    void aKeyTogglesPresentationMode()
    {
        Stage stage;
        const double points = QApplication::font().pointSizeF();
        stage.document.edit(parameter("assumptions.overlap"), 0.125);
        stage.key(Qt::Key_F5);
        QCOMPARE(QApplication::font().pointSizeF(), 1.6 * points);
        QTRY_VERIFY(stage.window.board().headline().mapTo(&stage.window, QPoint()).y() < 160);
        QCOMPARE(stage.window.board().stage(), QStringList("scaling"));
        auto* title = stage.window.findChild<PresentationTitle*>();
        QTRY_VERIFY(title->isVisible());
        QCOMPARE(title->title(), stage.document.shownTitle());
        QVERIFY(title->mapTo(&stage.window, QPoint()).y()
            < stage.window.board().headline().mapTo(&stage.window, QPoint()).y());
        stage.key(Qt::Key_2);
        QCOMPARE(stage.window.board().stage(), QStringList("roofline"));
        stage.key(Qt::Key_4);
        QCOMPARE(stage.window.board().stage(), QStringList("waterfall"));
        QVERIFY(!stage.window.controls().isVisible());
        stage.key(Qt::Key_3);
        QCOMPARE(stage.window.board().stage(), QStringList("breakdown"));
        stage.key(Qt::Key_B);
        QCOMPARE(stage.window.board().stage(), QStringList({"breakdown", "waterfall"}));
        stage.key(Qt::Key_F9);
        QVERIFY(stage.window.controls().control(parameter("assumptions.overlap"))->isVisible());
        QVERIFY(!stage.window.controls().control(parameter("assumptions.sync_delay"))->isVisible());
        stage.key(Qt::Key_Escape);
        QCOMPARE(QApplication::font().pointSizeF(), points);
        QVERIFY(!stage.window.isFullScreen());
        QVERIFY(stage.window.board().stage().isEmpty());
        QVERIFY(stage.window.controls().isVisible());
    }

    void oneKeyMaximizesAChartAndRestoresIt()
    {
        Stage stage;
        Chart& breakdown = stage.window.board().chart(QLatin1StringView("breakdown"));
        const int height = breakdown.height();
        breakdown.setFocus();
        stage.key(Qt::Key_F6, Qt::ControlModifier);
        QCOMPARE(stage.window.board().stage(), QStringList("breakdown"));
        QTRY_VERIFY(breakdown.height() > 1.5 * height);
        QVERIFY(breakdown.hasFocus());
        stage.key(Qt::Key_Escape);
        QTRY_COMPARE(breakdown.height(), height);
        QVERIFY(stage.window.board().chart(QLatin1StringView("scaling")).isVisible());
    }

    void theTourRunsOnce()
    {
        Stage stage;
        QVERIFY(!stage.window.session().tour_seen);
        stage.window.startTour();
        auto* tour = stage.window.findChild<Tour*>();
        QVERIFY(tour);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(tour->stop(), 1);
        stage.key(Qt::Key_Escape);
        QVERIFY(stage.window.session().tour_seen);
        QTRY_VERIFY(!stage.window.findChild<Tour*>());
        stage.window.startTour();
        QVERIFY(!stage.window.findChild<Tour*>());
    }
};

KNEEPOINT_TEST(PresentationTest)
#include "presentation_test.moc"
