// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/window/preset_menu.h"
#include "app/window/window_actions.h"
#include "model/scenario/scenario.h"
#include "tests/support/eventually.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/controls/value_slider.h"
#include "widgets/panels/board.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/message_bar.h"

#include <QAction>
#include <QDropEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QTabWidget>
#include <QTest>

using namespace kneepoint;

namespace {

/// A shown window and the widgets that the tests use.
struct Stage {
    MainWindow window{MainWindow::defaultScenario()};
    ScenarioDocument& document = window.document();

    Stage()
    {
        window.resize(1280, 800);
        window.show();
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window, test::patience_ms))
            qFatal("the window is not shown");
    }
    ValueSlider& slider(std::string_view id) { return *control(id).findChild<ValueSlider*>(); }
    NumberBox& box(std::string_view id) { return *control(id).findChild<NumberBox*>(); }
    ParameterControl& control(std::string_view id) { return *window.controls().control(parameter(id)); }
    std::vector<std::string> chartData()
    {
        std::vector<std::string> data;
        for (const Chart* chart : window.board().charts())
            data.push_back(chart->csv());
        return data;
    }
    QStringList sentences()
    {
        QStringList all;
        for (const Chart* chart : window.board().charts())
            all << chart->sentence();
        return all;
    }
};

/// Sends a drop to the window itself; the application would deliver it at the pointer.
struct Dropping : MainWindow {
    static void drop(MainWindow& window, QDropEvent& event) { (window.*&Dropping::dropEvent)(&event); }
};

QPoint handleOf(const QSlider& slider, int position)
{
    QStyleOptionSlider option;
    option.initFrom(&slider);
    option.orientation = Qt::Horizontal;
    option.minimum = slider.minimum();
    option.maximum = slider.maximum();
    option.sliderPosition = position;
    option.sliderValue = position;
    return slider.style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, &slider).center();
}

void drag(QSlider& slider, const QList<int>& positions)
{
    QTest::mousePress(&slider, Qt::LeftButton, {}, handleOf(slider, slider.value()));
    for (const int position : positions)
        QTest::mouseMove(&slider, handleOf(slider, position));
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, handleOf(slider, positions.back()));
}

} // namespace

class MainWindowTest : public QObject {
    Q_OBJECT

private slots:
    void draggingASliderRedrawsEveryChartAndIsOneUndoStep()
    {
        Stage stage;
        ValueSlider& slider = stage.slider("cluster.gpus");
        const QStringList before = stage.sentences();
        const double gpus = stage.document.scenario().cluster.gpus;
        const int start = slider.value();
        drag(slider, {start + 1, start + 2});
        QCOMPARE(slider.value(), start + 2);
        QCOMPARE(stage.document.scenario().cluster.gpus, 4 * gpus);
        QCOMPARE(stage.document.undoStack()->count(), 1);
        const QStringList after = stage.sentences();
        QCOMPARE(after.size(), 3);
        for (qsizetype i = 0; i < after.size(); ++i)
            QVERIFY(after[i] != before[i]);
        for (const Chart* chart : stage.window.board().charts())
            QVERIFY(!chart->isInteracting());
    }

    void draggingTheModelSizeChangesAllThreeCharts()
    {
        Stage stage;
        const auto before = stage.chartData();
        ValueSlider& slider = stage.slider("workload.parameters");
        drag(slider, {slider.value() + 20, slider.value() + 60});
        const auto after = stage.chartData();
        for (std::size_t i = 0; i < after.size(); ++i)
            QVERIFY(after[i] != before[i]);
        QCOMPARE(stage.document.undoStack()->count(), 1);
    }

    void draggingThereAndBackLeavesNoUndoStep()
    {
        Stage stage;
        ValueSlider& slider = stage.slider("cluster.gpus");
        const int start = slider.value();
        drag(slider, {start + 1, start + 3, start + 1, start});
        QCOMPARE(stage.document.undoStack()->count(), 0);
        QVERIFY(!stage.window.isWindowModified());
    }

    void keysUndoAndRedo()
    {
        Stage stage;
        const auto before = stage.chartData();
        ValueSlider& slider = stage.slider("cluster.gpus");
        const int start = slider.value();
        drag(slider, {start + 2});
        const auto after = stage.chartData();
        QVERIFY(stage.window.isWindowModified());
        QTest::keyClick(&stage.window, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(slider.value(), start);
        QCOMPARE(stage.chartData(), before);
        QVERIFY(!stage.window.isWindowModified());
        QTest::keyClick(&stage.window, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(slider.value(), start + 2);
        QCOMPARE(stage.chartData(), after);
    }

    void aTypedNumberIsOneUndoStepAndGarbageIsNone()
    {
        Stage stage;
        NumberBox& box = stage.box("workload.parameters");
        box.setFocus();
        box.selectAll();
        QTest::keyClicks(&box, QStringLiteral("7B"));
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(stage.document.scenario().workload.parameters, 7e9);
        QCOMPARE(stage.document.undoStack()->count(), 1);
        box.selectAll();
        QTest::keyClicks(&box, QStringLiteral("many"));
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(stage.document.scenario().workload.parameters, 7e9);
        QCOMPARE(stage.document.undoStack()->count(), 1);
        QVERIFY(!box.complaint().isEmpty());
    }

    void theKeyboardReachesEveryHeadlineControl()
    {
        Stage stage;
        QTest::keyClick(&stage.window, Qt::Key_F, Qt::ControlModifier);
        QSet<QString> reached;
        for (int i = 0; i < 60; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            for (const QWidget* at = QApplication::focusWidget(); at; at = at->parentWidget())
                if (const auto* control = qobject_cast<const ParameterControl*>(at))
                    reached << control->objectName();
        }
        for (const Parameter& p : catalogue())
            if (p.headline && !(p.idle && !p.idle(stage.document.scenario()).empty()))
                QVERIFY2(reached.contains(QString::fromStdString(std::string(p.id))), std::string(p.id).c_str());
    }

    void aPresetIsAnUndoableEdit()
    {
        Stage stage;
        const Scenario before = stage.document.scenario();
        emit stage.window.findChild<PresetMenu*>()->aboutToShow();
        auto* preset = stage.window.findChild<QAction*>(QStringLiteral("knee-simulator-fp8"));
        QVERIFY(preset);
        preset->trigger();
        QVERIFY(stage.document.scenario() != before);
        QVERIFY(stage.window.windowTitle().contains(stage.document.title()));
        stage.window.actions().undo->trigger();
        QVERIFY(stage.document.scenario() == before);
    }

    void theScaleModeStaysInSyncWithTheDocument()
    {
        Stage stage;
        QVERIFY(stage.window.actions().strong_scaling->isChecked());
        stage.window.actions().weak_scaling->trigger();
        QVERIFY(stage.document.scenario().workload.scaling == Scaling::weak);
        stage.window.actions().undo->trigger();
        QVERIFY(stage.window.actions().strong_scaling->isChecked());
    }

    void aBrokenFileGivesAMessageThatEscapeCloses()
    {
        Stage stage;
        const test::TemporaryFiles files;
        const std::string path =
            files.write("broken.json", R"({"kneepoint": 1, "scenario": {"cluster.gpus": "many"}})");
        const Scenario before = stage.document.scenario();
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(QString::fromStdString(path))});
        QDropEvent drop({50, 50}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        Dropping::drop(stage.window, drop);
        VERIFY_EVENTUALLY(
            stage.window.messageBar().isVisible() && stage.window.messageBar().tone() == MessageBar::Tone::fault);
        QVERIFY(stage.window.messageBar().sentence().contains(QStringLiteral("broken.json")));
        QVERIFY(stage.document.scenario() == before);
        QCOMPARE(stage.document.undoStack()->count(), 0);
        QTest::keyClick(&stage.window, Qt::Key_Escape);
        QVERIFY(!stage.window.messageBar().isVisible());
    }

    void workersAndToleranceCanBePickedInAChart()
    {
        Stage stage;
        Chart* scaling = &stage.window.board().chart(QLatin1StringView("scaling"));
        emit scaling->workersPicked(30);
        QCOMPARE(stage.document.scenario().cluster.gpus, 30.0);
        const Parameter& tolerance = parameter("assumptions.efficiency_tolerance");
        emit scaling->knobDragged(&tolerance, 0.7, false);
        emit scaling->knobDragged(&tolerance, 0.6, true);
        QCOMPARE(stage.document.scenario().assumptions.efficiency_tolerance, 0.6);
        QCOMPARE(stage.document.undoStack()->count(), 2);
    }

    void aJobThatDoesNotFitGivesAWarning()
    {
        Stage stage;
        QVERIFY(stage.window.board().headline().warning().isEmpty());
        stage.document.edit(parameter("workload.parameters"), 1e12);
        QVERIFY(!stage.window.board().headline().warning().isEmpty());
    }

    void theSessionRestoresUnsavedWork()
    {
        Session session;
        Scenario kept;
        {
            Stage stage;
            stage.document.edit(parameter("assumptions.overlap"), 0.125);
            stage.window.setThemeChoice(ThemeChoice::dark);
            kept = stage.document.scenario();
            session = stage.window.session();
        }
        MainWindow next(MainWindow::defaultScenario());
        QVERIFY(next.restoreSession(session));
        QVERIFY(next.document().scenario() == kept);
        QVERIFY(next.document().isModified());
        QCOMPARE(next.theme(), ThemeMode::dark);
        QVERIFY(next.isWindowModified());
        next.setThemeChoice(ThemeChoice::light);
    }

    void anotherThemeReachesEveryPartOfTheWindow()
    {
        Stage stage;
        for (const ThemeChoice choice : {ThemeChoice::dark, ThemeChoice::light}) {
            stage.window.setThemeChoice(choice);
            const ThemeMode mode = stage.window.theme();
            QCOMPARE(mode, choice == ThemeChoice::dark ? ThemeMode::dark : ThemeMode::light);
            QCoreApplication::processEvents(); // Qt tells widgets of another palette when the event loop comes round
            for (const QWidget* part : stage.window.findChildren<QWidget*>())
                QVERIFY2(modeOf(part->palette()) == mode, qPrintable(part->metaObject()->className()));
            for (Chart* chart : stage.window.board().charts())
                if (chart->isVisible())
                    QCOMPARE(QColor(chart->plot()->grab().toImage().pixel(2, 2)), theme(mode).panel);
        }
    }

    void everyActionHasItsOwnShortcutAndAMenuEntry()
    {
        Stage stage;
        QSet<QAction*> in_menus;
        QList<QAction*> open = stage.window.menuBar()->actions();
        while (!open.isEmpty()) {
            QAction* action = open.takeLast();
            in_menus << action;
            if (action->menu())
                open << action->menu()->actions();
        }
        QSet<QString> shortcuts;
        for (QAction* action : stage.window.actions().all()) {
            QVERIFY2(in_menus.contains(action), qPrintable(action->text()));
            QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->text()));
            QVERIFY2(!shortcuts.contains(action->shortcut().toString()), qPrintable(action->text()));
            shortcuts << action->shortcut().toString();
        }
    }

    /// The controls come first, until the other column is asked for; with room again, both are there.
    void halfAScreenHasOneColumnBesideTheCharts()
    {
        Stage stage;
        const WindowActions& actions = stage.window.actions();
        QVERIFY(actions.controls->isChecked() && actions.diagnosis->isChecked());
        stage.window.resize(960, 1050);
        VERIFY_EVENTUALLY(!actions.diagnosis->isChecked());
        QVERIFY(actions.controls->isChecked());
        const NumberBox& box = stage.box("cluster.gpus");
        VERIFY_EVENTUALLY(
            box.mapTo(&stage.window.controls(), QPoint(box.width(), 0)).x() <= stage.window.controls().width());
        const Board& board = stage.window.board();
        VERIFY_EVENTUALLY(board.mapTo(&stage.window, QPoint(board.width(), 0)).x() <= stage.window.width() - 8);
        QVERIFY(stage.window.session().diagnosis_in_sight);
        actions.diagnosis->setChecked(true);
        QVERIFY(!actions.controls->isChecked());
        stage.window.resize(1280, 800);
        VERIFY_EVENTUALLY(actions.controls->isChecked() && actions.diagnosis->isChecked());
    }

    void everyChartIsReachableInALowWindow()
    {
        Stage stage;
        stage.window.resize(960, 540);
        VERIFY_EVENTUALLY(!stage.window.board().chart(QLatin1StringView("breakdown")).isVisible());
        QVERIFY(stage.window.board().chart(QLatin1StringView("scaling")).isVisible());
        QCOMPARE(stage.window.findChild<QTabWidget*>(QStringLiteral("board_tabs"))->count(), 4);
        stage.window.resize(1600, 900);
        VERIFY_EVENTUALLY(stage.window.board().chart(QLatin1StringView("breakdown")).isVisible());
        QVERIFY(stage.window.board().chart(QLatin1StringView("roofline")).isVisible());
        stage.window.resize(1600, 800); // wide, but two charts over each other would have no room
        VERIFY_EVENTUALLY(!stage.window.board().chart(QLatin1StringView("breakdown")).isVisible());
    }
};

KNEEPOINT_TEST(MainWindowTest)
#include "main_window_test.moc"
