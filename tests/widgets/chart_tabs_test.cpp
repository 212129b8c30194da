// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "widgets/panels/chart_tabs.h"

#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/chart_fixture.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/controls/segments.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>

#include <QToolButton>
#include <algorithm>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

/// Two charts in tabs, on the screen, with four workers shown.
struct Stage {
    ChartTabs tabs{{*findChartKind("scaling"), *findChartKind("breakdown")}};

    Stage()
    {
        tabs.resize(600, 400);
        tabs.QWidget::show();
        if (!QTest::qWaitForWindowExposed(&tabs, test::patience_ms))
            qFatal("the tabs are not shown");
        tabs.show({.analysis = share(smallAnalysis(4))});
    }
    void click(int index)
    {
        QTest::mouseClick(tabs.tabBar(), Qt::LeftButton, {}, tabs.tabBar()->tabRect(index).center());
    }
};

} // namespace

class ChartTabsTest : public QObject {
    Q_OBJECT

private slots:
    void aChartIsCreatedWhenFirstShown()
    {
        Stage stage;
        const QSignalSpy made(&stage.tabs, &ChartTabs::made);
        QCOMPARE(stage.tabs.charts().size(), 1);
        stage.click(1);
        QCOMPARE(stage.tabs.charts().size(), 2);
        QCOMPARE(made.size(), 1);
        stage.click(0);
        stage.click(1);
        QCOMPARE(stage.tabs.charts().size(), 2);
    }

    void aHiddenChartUpdatesWhenShownAgain()
    {
        Stage stage;
        ScalingChart twin;
        Analysis other = smallAnalysis(16);
        other.curve.points.pop_back();
        twin.show(share(other));
        stage.click(1);
        stage.tabs.show({.analysis = share(other)});
        stage.click(0);
        QCOMPARE(stage.tabs.current()->csv(), twin.csv());
    }

    void theMenuListsAllChartsAndShowsTheChosenOne()
    {
        Stage stage;
        auto* menu = stage.tabs.cornerWidget()->findChild<QMenu*>();
        QVERIFY(menu);
        menu->popup(stage.tabs.mapToGlobal(QPoint(10, 10)));
        QCOMPARE(menu->actions().size(), stage.tabs.count());
        QVERIFY(menu->actions().at(0)->isChecked());
        menu->actions().at(1)->trigger();
        QCOMPARE(stage.tabs.currentIndex(), 1);
        menu->close();
    }

    /// Five tabs, and the chosen one; the menu has all of them.
    void fewTabsAreInSight()
    {
        ChartTabs tabs({chartKinds().begin(), chartKinds().end()});
        tabs.resize(1200, 400);
        tabs.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&tabs, test::patience_ms));
        const auto in_sight = [&] {
            int count = 0;
            for (int i = 0; i < tabs.count(); ++i)
                count += tabs.isTabVisible(i);
            return count;
        };
        QVERIFY(tabs.count() > 6);
        QCOMPARE(in_sight(), 5);
        tabs.setCurrentIndex(tabs.count() - 1);
        QVERIFY(tabs.isTabVisible(tabs.count() - 1));
        QCOMPARE(in_sight(), 6);
        tabs.setCurrentIndex(0);
        QCOMPARE(in_sight(), 5);
    }

    /// By K and by stage are one tab, in one place.
    void viewsOfOneSubjectShareATab()
    {
        ChartTabs tabs(tabbedCharts());
        tabs.resize(1200, 400);
        tabs.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&tabs, test::patience_ms));
        tabs.show({.analysis = share(analyze(Scenario{}))});
        const auto placeOf = [&](const char* id) {
            for (int i = 0; i < tabs.count(); ++i) {
                tabs.setCurrentIndex(i);
                if (tabs.current() && tabs.current()->objectName() == QLatin1StringView(id))
                    return i;
            }
            return -1;
        };
        const int stages = placeOf("memory-stages");
        const int memory = placeOf("memory");
        QVERIFY(stages >= 0 && memory >= 0);
        QVERIFY(tabs.isTabVisible(memory) && !tabs.isTabVisible(stages));
        const int left = tabs.tabBar()->tabRect(memory).left();
        const auto all = tabs.cornerWidget()->findChildren<Segments*>();
        const auto shown = std::ranges::find_if(all, [](const Segments* views) { return views->isVisible(); });
        QVERIFY(shown != all.end());
        Segments* views = *shown;
        views->segments()[1]->click();
        QCOMPARE(tabs.currentIndex(), stages);
        QVERIFY(!tabs.isTabVisible(memory) && tabs.isTabVisible(stages));
        QCOMPARE(tabs.tabText(stages), tabs.tabText(memory));
        QCOMPARE(tabs.tabBar()->tabRect(stages).left(), left);
        QCOMPARE(views->index(), 1);
        views->segments()[0]->click();
        QCOMPARE(tabs.currentIndex(), memory);
        tabs.setCurrentIndex(0);
        QVERIFY(!views->isVisible());
    }

    /// As wide as a quarter of a window of 1920 pixels.
    void fiveTabsFitBesideTheSwitchOfLosses()
    {
        ChartTabs tabs(tabbedCharts());
        tabs.resize(600, 400);
        tabs.QWidget::show();
        QVERIFY(QTest::qWaitForWindowExposed(&tabs, test::patience_ms));
        tabs.show({.analysis = share(analyze(Scenario{}))});
        int in_sight = 0;
        int end = 0;
        for (int i = 0; i < tabs.count(); ++i)
            if (tabs.isTabVisible(i)) {
                ++in_sight;
                end = tabs.tabBar()->tabRect(i).right();
            }
        QCOMPARE(in_sight, 5);
        QVERIFY2(end <= tabs.cornerWidget()->geometry().left(), qPrintable(QString::number(end)));
    }

    void everyChartOfTheBoardHasANameAndASentence()
    {
        ChartTabs tabs({chartKinds().begin(), chartKinds().end()});
        tabs.resize(600, 400);
        tabs.QWidget::show();
        tabs.show({.analysis = share(analyze(Scenario{}))});
        for (int i = 0; i < tabs.count(); ++i) {
            tabs.setCurrentIndex(i);
            QVERIFY(!tabs.current()->accessibleName().isEmpty());
            QVERIFY(!tabs.current()->sentence().isEmpty());
            QVERIFY(!tabs.current()->whatsThis().isEmpty());
        }
    }
};

KNEEPOINT_TEST(ChartTabsTest)
#include "chart_tabs_test.moc"
