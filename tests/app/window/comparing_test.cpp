// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_controller.h"
#include "app/window/compare_controller.h"
#include "app/window/file_controller.h"
#include "app/window/options_page.h"
#include "app/window/window_actions.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/lesson/lesson.h"
#include "model/results/change.h"
#include "model/scenario/scenario.h"
#include "tests/app/stage.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/controls/value_slider.h"
#include "widgets/panels/diagnosis_panel.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/finding_card.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/status_line.h"
#include "widgets/panels/step_bar.h"
#include "widgets/text.h"

#include <QLabel>
#include <QMenu>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <qcustomplot.h>

#include <algorithm>

using namespace kneepoint;
using test::Stage;

/// Comparison of the current scenario with pinned ones, by keyboard shortcuts.
class ComparingTest : public QObject {
    Q_OBJECT

private slots:
    void pinnedAIsNamedInHeadlineAndControls()
    {
        Stage stage;
        const auto* slider = stage.window.controls().control(parameter("cluster.gpus"))->findChild<ValueSlider*>();
        QVERIFY(!slider->mark());
        stage.key(Qt::Key_P, Qt::ControlModifier);
        stage.document.edit(parameter("cluster.gpus"), 2 * stage.document.scenario().cluster.gpus);
        const Figure* step = stage.window.board().headline().findChildren<Figure*>().front();
        QVERIFY(step->content().difference.before.startsWith(QStringLiteral("A ")));
        QVERIFY(step->content().difference.change.contains(u'%'));
        QVERIFY(slider->mark());
        QVERIFY(*slider->mark() != slider->value());
        stage.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(step->content().difference.before.isEmpty());
        QVERIFY(!slider->mark());
    }

    /// The status line is about the last change, the panel about the difference from A, whatever was changed since.
    void theLastChangeIsToldFromTheDifferenceFromA()
    {
        Stage stage;
        const double gpus = stage.document.scenario().cluster.gpus;
        stage.key(Qt::Key_P, Qt::ControlModifier);
        const SharedAnalysis a = stage.document.sharedAnalysis();
        stage.document.editOnce(parameter("cluster.gpus"), 4 * gpus);
        const SharedAnalysis before = stage.document.sharedAnalysis();
        stage.document.editOnce(parameter("cluster.gpus"), 2 * gpus);
        const Analysis& now = stage.document.analysis();
        QCOMPARE(stage.window.statusLine().text(), toQString(changeBetween(*before, now).sentence));
        stage.key(Qt::Key_F3);
        const auto labels = stage.window.findChild<ExplainPanel*>()->findChildren<QLabel*>();
        const QString against =
            withUnbrokenNumbers(QStringLiteral("Against A: %1").arg(toQString(changeBetween(*a, now).sentence)));
        QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) { return label->text() == against; }));
    }

    /// The chip of A takes the place of the button that pins it.
    void theToolBarOffersToPinUntilAIsThere()
    {
        Stage stage;
        const auto buttonIsSeen = [&](const QString& name) {
            const auto buttons = stage.window.findChildren<QToolButton*>();
            return std::ranges::any_of(buttons,
                [&](const QToolButton* b) { return b->isVisible() && b->defaultAction() && b->text() == name; });
        };
        QVERIFY(buttonIsSeen(QStringLiteral("Pin A")));
        stage.key(Qt::Key_P, Qt::ControlModifier);
        QVERIFY(!buttonIsSeen(QStringLiteral("Pin A")));
        QVERIFY(buttonIsSeen(QStringLiteral("Unpin")));
        stage.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(buttonIsSeen(QStringLiteral("Pin A")));
    }

    void swappingTwiceRestoresTheOriginal()
    {
        Stage stage;
        const Scenario a = stage.document.scenario();
        stage.key(Qt::Key_P, Qt::ControlModifier);
        stage.document.edit(parameter("assumptions.overlap"), 0.125);
        const Scenario b = stage.document.scenario();
        stage.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(stage.document.scenario() == a);
        QVERIFY(stage.window.compare().comparison().pins().front().file.scenario == b);
        stage.key(Qt::Key_X, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(stage.document.scenario() == b);
        QVERIFY(stage.window.compare().comparison().pins().front().file.scenario == a);
    }

    void theDiagnosisComparesAWithB()
    {
        Stage stage;
        VERIFY_EVENTUALLY(!stage.window.diagnosis().cards().isEmpty());
        QVERIFY(stage.window.diagnosis().cards().front()->changeText().isEmpty());
        stage.key(Qt::Key_P, Qt::ControlModifier);
        VERIFY_EVENTUALLY(!stage.window.diagnosis().cards().front()->changeText().isEmpty());
        stage.document.open(*findScenarioPreset("suspect-straggler"));
        VERIFY_EVENTUALLY(!stage.window.diagnosis().vanished().isEmpty());
        stage.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        VERIFY_EVENTUALLY(stage.window.diagnosis().vanished().isEmpty());
    }

    void theTableListsEveryScenarioAndItsDifferences()
    {
        Stage stage;
        stage.key(Qt::Key_P, Qt::ControlModifier);
        stage.document.edit(parameter("assumptions.overlap"), 0.125);
        stage.key(Qt::Key_P, Qt::ControlModifier);
        stage.document.edit(parameter("assumptions.overlap"), 0.25);
        stage.key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        const auto* dialog = stage.window.findChild<OptionsPage*>();
        QVERIFY(dialog);
        const auto* table = dialog->findChild<QTableWidget*>();
        QVERIFY(table);
        QCOMPARE(table->columnCount(), 3);
        QStringList rows;
        for (int i = 0; i < table->rowCount(); ++i)
            rows << table->verticalHeaderItem(i)->text();
        QVERIFY(rows.contains(QStringLiteral("Step time")));
        const auto label = parameter("assumptions.overlap").label;
        QVERIFY(rows.contains(QString::fromUtf8(label.data(), static_cast<qsizetype>(label.size()))));
        stage.document.edit(parameter("cluster.gpus"), 2);
        const QString gpus = table->item(static_cast<int>(rows.indexOf(QStringLiteral("GPUs"))), 2)
                                 ->text()
                                 .split(u'\n')
                                 .front(); // of the open one
        QCOMPARE(gpus, QStringLiteral("2"));
    }

    /// The rate is 60 / 312 of the peak; rounded values that look alike have all their digits.
    void theTableRoundsWhatNobodyWouldType()
    {
        Stage stage("knee-simulator");
        stage.key(Qt::Key_P, Qt::ControlModifier);
        const auto cells = [&](double efficiency) {
            stage.document.edit(parameter("stack.compute_efficiency"), efficiency);
            const auto* table = stage.window.findChild<OptionsPage*>()->findChild<QTableWidget*>();
            const int last = table->rowCount() - 1;
            QStringList texts;
            for (int column = 0; column < table->columnCount(); ++column)
                texts << table->item(last, column)->text();
            return texts;
        };
        stage.key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(cells(0.4), (QStringList{QStringLiteral("19.2 %"), QStringLiteral("40 %")}));
        QCOMPARE(cells(0.19234), (QStringList{QStringLiteral("0.19230769230769232"), QStringLiteral("19.234 %")}));
    }

    void everyOptionHasALetterAndANameInTheTable()
    {
        Stage stage("llama3-70b-512xh100");
        stage.key(Qt::Key_P, Qt::ControlModifier);
        stage.document.editOnce(parameter("cluster.gpus"), 256);
        stage.key(Qt::Key_P, Qt::ControlModifier);
        stage.key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        const auto* table = stage.window.findChild<OptionsPage*>()->findChild<QTableWidget*>();
        QCOMPARE(table->columnCount(), 2);
        QCOMPARE(table->horizontalHeaderItem(0)->text(), QStringLiteral("A\n512 GPUs"));
        QCOMPARE(table->horizontalHeaderItem(1)->text(), QStringLiteral("B (open)\n256 GPUs"));
    }

    void optionsAreOutlinesInTheScalingChart()
    {
        Stage stage("llama3-70b-512xh100");
        const auto& scaling =
            static_cast<const ScalingChart&>(stage.window.board().chart(QLatin1StringView("scaling")));
        for (const double gpus : {256., 1024.}) {
            stage.key(Qt::Key_P, Qt::ControlModifier);
            stage.document.editOnce(parameter("cluster.gpus"), gpus);
        }
        QVERIFY(scaling.pinnedSpeedup()->dataCount() > 0);
        QVERIFY(scaling.optionSpeedup(0)->dataCount() > 0);
        QCOMPARE(scaling.optionSpeedup(1)->dataCount(), 0);
    }

    /// Where the charts share one place too.
    void optionsAreInTheBarOfThisStep()
    {
        Stage stage("llama3-70b-512xh100");
        stage.window.resize(1280, 720);
        QCoreApplication::processEvents();
        const auto* bar = stage.window.board().findChild<StepBar*>();
        QVERIFY(bar->isVisible());
        for (const double gpus : {256., 1024.}) {
            const auto buttons = stage.window.findChildren<QToolButton*>();
            const auto pin = std::ranges::find_if(buttons, [&](const QToolButton* button) {
                return button->isVisible() && button->defaultAction() == stage.window.actions().pin;
            });
            QVERIFY(pin != buttons.end());
            QTest::mouseClick(*pin, Qt::LeftButton);
            stage.document.editOnce(parameter("cluster.gpus"), gpus);
        }
        QVERIFY2(bar->accessibleName().contains(QStringLiteral(" · A "))
                && bar->accessibleName().contains(QStringLiteral(" · B ")),
            qPrintable(bar->accessibleName()));
    }

    void aLessonAndAnotherKindOfJobHaveNoA()
    {
        Stage stage("llama3-70b-512xh100");
        stage.key(Qt::Key_P, Qt::ControlModifier);
        QVERIFY(stage.window.board().reference());
        stage.window.lessons().open(*findLesson("01-first-all-reduce"));
        QVERIFY(!stage.window.board().reference());
        QVERIFY(stage.window.lessons().leave());
        QVERIFY(stage.window.board().reference());
        stage.document.open(*findScenarioPreset("knee-simulator"));
        QVERIFY(!stage.window.board().reference());
        stage.key(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(stage.window.board().reference());
    }

    void aSharesOfAnotherWholeIsNotCompared()
    {
        Stage stage("llama3-70b-512xh100");
        stage.key(Qt::Key_P, Qt::ControlModifier);
        stage.command(QStringLiteral("gb300"));
        const auto figures = stage.window.board().headline().findChildren<Figure*>();
        const auto mfu = std::ranges::find(figures, QStringLiteral("MFU"), &Figure::caption);
        QVERIFY(mfu != figures.end());
        QCOMPARE((*mfu)->content().difference.change, QStringLiteral("of another peak"));
    }

    void aFurtherOptionIsOpenedFromTheToolBar()
    {
        Stage stage("llama3-70b-512xh100");
        for (const double gpus : {256., 1024.}) {
            stage.key(Qt::Key_P, Qt::ControlModifier);
            stage.document.editOnce(parameter("cluster.gpus"), gpus);
        }
        const auto buttons = stage.window.findChildren<QToolButton*>();
        const auto b = std::ranges::find_if(
            buttons, [](const QToolButton* button) { return button->text() == u"B" && button->isVisible(); });
        QVERIFY(b != buttons.end());
        QCOMPARE((*b)->toolTip(), plainToolTip(QStringLiteral("256 GPUs")));
        (*b)->menu()->actions().front()->trigger();
        QCOMPARE(stage.document.scenario().cluster.gpus, 256.);
    }

    void aSavedComparisonCanBeReopened()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("comparison.json"));
        Stage stage;
        stage.key(Qt::Key_P, Qt::ControlModifier);
        const Scenario a = stage.document.scenario();
        stage.window.compare().saveTo(path);
        VERIFY_EVENTUALLY(!stage.window.files().isSaving());
        stage.window.compare().comparison().clear();
        stage.window.compare().openFrom(path);
        VERIFY_EVENTUALLY(!stage.window.compare().comparison().pins().empty());
        QVERIFY(stage.window.compare().comparison().pins().front().file.scenario == a);
        stage.window.compare().openFrom(folder.filePath(QStringLiteral("nowhere.json")));
        VERIFY_EVENTUALLY(stage.window.messageBar().isVisible());
        QVERIFY(stage.window.compare().comparison().pins().front().file.scenario == a);
    }

    void theSessionRestoresPins()
    {
        Session session;
        {
            Stage stage;
            stage.key(Qt::Key_P, Qt::ControlModifier);
            session = stage.window.session();
        }
        MainWindow next(MainWindow::defaultScenario());
        QVERIFY(next.restoreSession(session));
        QCOMPARE(next.compare().comparison().pins().size(), std::size_t(1));
    }
};

KNEEPOINT_TEST(ComparingTest)
#include "comparing_test.moc"
