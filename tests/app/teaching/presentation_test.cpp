// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/presentation_bar.h"
#include "app/window/tour.h"
#include "app/window/window_actions.h"
#include "tests/app/stage.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/name_label.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/panels/board.h"
#include "widgets/panels/headline_strip.h"

#include <QApplication>
#include <QLabel>
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
        VERIFY_EVENTUALLY(stage.window.board().headline().mapTo(&stage.window, QPoint()).y() < 160);
        QCOMPARE(stage.window.board().enlarged(), QStringList("scaling"));
        auto* title = stage.window.findChild<PresentationTitle*>();
        VERIFY_EVENTUALLY(title->isVisible());
        QCOMPARE(title->title(), stage.document.shownTitle());
        QVERIFY(title->mapTo(&stage.window, QPoint()).y()
            < stage.window.board().headline().mapTo(&stage.window, QPoint()).y());
        stage.key(Qt::Key_2);
        QCOMPARE(stage.window.board().enlarged(), QStringList("roofline"));
        stage.key(Qt::Key_4);
        QCOMPARE(stage.window.board().enlarged(), QStringList("waterfall"));
        QVERIFY(!stage.window.controls().isVisible());
        stage.key(Qt::Key_3);
        QCOMPARE(stage.window.board().enlarged(), QStringList("breakdown"));
        stage.key(Qt::Key_B);
        QCOMPARE(stage.window.board().enlarged(), QStringList({"breakdown", "waterfall"}));
        stage.key(Qt::Key_F9);
        QVERIFY(stage.window.controls().control(parameter("assumptions.overlap"))->isVisible());
        QVERIFY(!stage.window.controls().control(parameter("assumptions.sync_delay"))->isVisible());
        stage.key(Qt::Key_Escape);
        QCOMPARE(QApplication::font().pointSizeF(), points);
        QVERIFY(!stage.window.isFullScreen());
        QVERIFY(stage.window.board().enlarged().isEmpty());
        QVERIFY(stage.window.controls().isVisible());
    }

    /// The title is larger than the text, and what was small before is small again afterwards.
    void fontsOfRolesFollowThePresentation()
    {
        Stage stage;
        MainWindow& window = stage.window;
        window.controls().unfoldSections({QStringLiteral("Cluster")});
        std::vector<std::pair<const QLabel*, double>> before;
        for (const QLabel* label : window.controls().findChildren<QLabel*>())
            before.emplace_back(label, label->font().pointSizeF());
        window.actions().present->setChecked(true);
        const auto* title = window.findChild<PresentationTitle*>();
        QVERIFY(title->isVisible());
        QVERIFY(title->findChild<NameLabel*>()->font().pointSizeF() > 1.2 * QApplication::font().pointSizeF());
        window.controls().unfoldSections({QStringLiteral("Cluster"), QStringLiteral("Stack")});
        window.actions().present->setChecked(false);
        for (const auto& [label, points] : before)
            QCOMPARE(label->font().pointSizeF(), points);
        for (const QLabel* label : window.controls().findChildren<QLabel*>())
            QVERIFY(label->font().pointSizeF() <= QApplication::font().pointSizeF());
    }

    /// The number of GPUs and what was changed stand under the chart, and edit the scenario.
    void controlsInUseStandUnderTheChart()
    {
        Stage stage;
        MainWindow& window = stage.window;
        window.document().editOnce(parameter("workload.sequence_length"), 2);
        window.actions().present->setChecked(true);
        const auto* keys = window.findChild<PresentationKeys*>();
        QVERIFY(!keys->controls().isEmpty());
        auto& gpus = static_cast<ParameterControl&>(*keys->controls().front());
        QCOMPARE(gpus.parameter().id, std::string_view("cluster.gpus"));
        VERIFY_EVENTUALLY(gpus.isVisible());
        emit gpus.edited(&gpus.parameter(), 32);
        QCOMPARE(window.document().scenario().cluster.gpus, 32.0);
        QCOMPARE(gpus.findChild<NumberBox*>()->text(), QStringLiteral("32"));
        window.actions().present->setChecked(false);
        QVERIFY(keys->controls().isEmpty());
    }

    /// The names of charts are elided there, and the layout leaves the title a third.
    void aPresentationFitsAScreenOf800Pixels()
    {
        Stage stage;
        MainWindow& window = stage.window;
        window.actions().present->setChecked(true);
        VERIFY_EVENTUALLY(window.findChild<PresentationTitle*>()->isVisible());
        VERIFY2_EVENTUALLY(
            window.minimumSizeHint().width() <= 800, qPrintable(QString::number(window.minimumSizeHint().width())));
        auto& title = *window.findChild<PresentationTitle*>();
        title.show(QStringLiteral("A name of a job that is long"), QString(200, QLatin1Char('x')));
        title.resize(600, title.height());
        VERIFY_EVENTUALLY(title.findChildren<NameLabel*>().front()->width() >= (600 - 2 * 16) / 3 - 8);
        window.actions().present->setChecked(false);
    }

    void oneKeyMaximizesAChartAndRestoresIt()
    {
        Stage stage;
        Chart& breakdown = stage.window.board().chart(QLatin1StringView("breakdown"));
        const int height = breakdown.height();
        breakdown.setFocus();
        stage.key(Qt::Key_F6, Qt::ControlModifier);
        QCOMPARE(stage.window.board().enlarged(), QStringList("breakdown"));
        VERIFY_EVENTUALLY(breakdown.height() > 1.5 * height);
        QVERIFY(breakdown.hasFocus());
        stage.key(Qt::Key_Escape);
        COMPARE_EVENTUALLY(breakdown.height(), height);
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
        VERIFY_EVENTUALLY(!stage.window.findChild<Tour*>());
        stage.window.startTour();
        QVERIFY(!stage.window.findChild<Tour*>());
    }
};

KNEEPOINT_TEST(PresentationTest)
#include "presentation_test.moc"
