// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/window/command_search.h"
#include "app/window/compare_controller.h"
#include "app/window/comparison_table.h"
#include "app/window/export_controller.h"
#include "app/window/tour.h"
#include "app/window/window_actions.h"
#include "model/scenario/presets.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/kneemap_chart.h"
#include "widgets/charts/money_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/controls/value_slider.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/diagnosis_panel.h"
#include "widgets/panels/figure.h"
#include "widgets/panels/finding_card.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/remedy_button.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCompleter>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <qcustomplot.h>

using namespace kneepoint;

namespace {

/// Brings the chart of this kind into sight.
template <class ChartKind> ChartKind& look(Board& board)
{
    for (int tab = 0; tab < board.more().count(); ++tab) {
        board.more().setCurrentIndex(tab);
        if (auto* chart = dynamic_cast<ChartKind*>(board.more().current()))
            return *chart;
    }
    qFatal("no such chart");
}

struct Stage {
    MainWindow window;
    ScenarioDocument& document = window.document();

    explicit Stage(std::string_view preset = "suspect-exposed-communication")
        : window(*findScenarioPreset(preset))
    {
        window.resize(1600, 900);
        window.show();
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window))
            qFatal("the window is not shown");
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&window, key, modifiers); }
    QStringList captions()
    {
        QStringList all;
        for (const Figure* figure : window.board().headline().findChildren<Figure*>())
            all << figure->caption();
        return all;
    }
    /// Types into the command search and presses Enter.
    void command(const QString& text)
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // the one before
        key(Qt::Key_K, Qt::ControlModifier);
        auto* search = window.findChild<CommandSearch*>();
        QVERIFY(search);
        auto* field = search->findChild<QLineEdit*>();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
};

} // namespace

class HandsTest : public QObject {
    Q_OBJECT

private slots:
    void theBestRemedyIsAppliedAndUndoneByKeysAlone()
    {
        Stage stage;
        const Scenario before = stage.document.scenario();
        QTRY_VERIFY(!stage.window.diagnosis().cards().isEmpty());
        const Remedy best = stage.window.diagnosis().cards().front()->remedies().front()->remedy();
        stage.key(Qt::Key_D, Qt::ControlModifier);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(stage.document.scenario() == applied(before, best.edit));
        QCOMPARE(stage.document.analysis().step.step_s, best.after.step_s);
        QCOMPARE(stage.document.undoStack()->count(), 1);
        QCOMPARE(stage.document.undoStack()->undoText(), QString::fromStdString(best.label));
        stage.key(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(stage.document.scenario() == before);
        QVERIFY(!stage.document.isModified());
    }

    void undoWorksRightAfterTyping()
    {
        Stage stage;
        const double before = stage.document.scenario().cluster.gpus;
        auto* box = stage.window.controls().control(parameter("cluster.gpus"))->findChild<NumberBox*>();
        box->setFocus(Qt::MouseFocusReason);
        box->selectAll();
        QTest::keyClicks(box, QStringLiteral("64"));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(stage.document.scenario().cluster.gpus, 64.0);
        QVERIFY(box->hasFocus());
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(stage.document.scenario().cluster.gpus, before);
    }

    void typingAndEnterChooseInEveryList_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("chosen");
        QTest::newRow("GPU") << QStringLiteral("cluster.gpu") << QStringLiteral("h100") << QStringLiteral("h100");
        QTest::newRow("network") << QStringLiteral("cluster.interconnect") << QStringLiteral("roce")
                                 << QStringLiteral("roce");
        QTest::newRow("model") << QStringLiteral("workload.model") << QStringLiteral("llama 8b")
                               << QStringLiteral("llama");
        QTest::newRow("short list") << QStringLiteral("workload.precision") << QStringLiteral("fp8")
                                    << QStringLiteral("fp8");
    }
    void typingAndEnterChooseInEveryList()
    {
        QFETCH(const QString, id);
        QFETCH(const QString, typed);
        QFETCH(const QString, chosen);
        Stage stage;
        const Parameter& p = parameter(id.toStdString());
        stage.window.controls().focusControl(p);
        auto* list = stage.window.controls().control(p)->findChild<ChoiceBox*>();
        list->lineEdit()->selectAll();
        QTest::keyClicks(list->lineEdit(), typed);
        QTest::keyClick(list->lineEdit(), Qt::Key_Return);
        const auto value = static_cast<std::size_t>(p.get(stage.document.scenario()));
        const std::string_view option = p.choices()[value].id;
        QVERIFY2(QString::fromStdString(std::string(option)).contains(chosen), std::string(option).c_str());
        QCOMPARE(list->currentIndex(), static_cast<int>(value));
        QTest::keyClick(list->lineEdit(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(p.get(stage.document.scenario()), p.get(stage.document.baseline()));
    }

    void aClickOnTheNameOpensTheList()
    {
        Stage stage;
        auto* list = stage.window.controls().control(parameter("cluster.gpu"))->findChild<ChoiceBox*>();
        QTest::mouseClick(list->lineEdit(), Qt::LeftButton);
        QTRY_VERIFY(list->completer()->popup()->isVisible());
        QCOMPARE(list->completer()->completionCount(), list->count());
        list->completer()->popup()->hide();
    }

    void whatIsTypedIsSaidBesideTheBox()
    {
        Stage stage;
        auto* control = stage.window.controls().control(parameter("workload.sequence_length"));
        auto* box = control->findChild<NumberBox*>();
        QSignalSpy understood(box, &NumberBox::understood);
        box->setFocus();
        box->selectAll();
        understood.clear();
        QTest::keyClicks(box, QStringLiteral("8k"));
        QVERIFY(understood.last().front().toString().startsWith(QStringLiteral("8000")));
        QTest::keyClick(box, Qt::Key_Return);
        QVERIFY(understood.last().front().toString().isEmpty());
    }

    void aRightClickInAChartLeavesItsAxesFree()
    {
        Stage stage;
        Chart& scaling = stage.window.board().chart(QLatin1StringView("scaling"));
        QTest::mousePress(scaling.plot(), Qt::RightButton);
        QVERIFY(!scaling.isInteracting());
    }

    void anotherScenarioIsShownWhole()
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

    void aDraggedHandleLeavesNoReadOutBehind()
    {
        Stage stage("knee-1p3b");
        auto& scaling = dynamic_cast<ScalingChart&>(stage.window.board().chart(QLatin1StringView("scaling")));
        const QPoint handle = scaling.workersHandle().toPoint();
        QTest::mouseMove(scaling.plot(), handle - QPoint(0, 60));
        QTest::mousePress(scaling.plot(), Qt::LeftButton, {}, handle);
        QVERIFY(scaling.readout().isEmpty());
        QTest::mouseRelease(scaling.plot(), Qt::LeftButton, {}, handle);
    }

    void aChangedPresetSaysSoInTheTitleOfTheWindow()
    {
        Stage stage("llama3-70b-512xh100");
        QVERIFY(!stage.window.windowTitle().contains(QStringLiteral("(changed)")));
        stage.document.editOnce(parameter("cluster.gpus"), 256);
        QVERIFY(stage.window.windowTitle().contains(QStringLiteral("(changed)")));
        stage.key(Qt::Key_P, Qt::ControlModifier);
        QVERIFY(stage.window.compare().comparison().pins().front().file.title.ends_with("(changed)"));
    }

    void aFoldedGroupShowsThatSomethingInItHasChanged()
    {
        Stage stage;
        QCOMPARE(stage.window.controls().changedIn(Group::plan), 0);
        stage.document.applyEdit(
            {{&parameter("plan.zero_stage"), 2}, {&parameter("plan.tensor_parallel"), 2}}, QStringLiteral("Remedy"));
        QVERIFY(stage.window.controls().changedIn(Group::plan) > 0);
        stage.document.undoStack()->undo();
        QCOMPARE(stage.window.controls().changedIn(Group::plan), 0);
    }

    void aFileThatHasChangedOnDiskIsAskedAbout()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.kneepoint"));
        Stage stage;
        QVERIFY(stage.document.save(path));
        ScenarioDocument other;
        QVERIFY(other.save(path));
        int asked = 0;
        bool answer = false;
        stage.window.ask_to_overwrite = [&](const QString&) {
            ++asked;
            return answer;
        };
        stage.window.save();
        QCOMPARE(asked, 1);
        QVERIFY(loadScenario(path.toStdString(), shippedCalibration())->scenario == other.scenario());
        answer = true;
        stage.window.save();
        QVERIFY(loadScenario(path.toStdString(), shippedCalibration())->scenario == stage.document.scenario());
        stage.window.save();
        QCOMPARE(asked, 2);
    }

    /// A file of a stranger names pictures to load; none of its words may be taken for HTML.
    void wordsOfAFileAreNeverHtml()
    {
        ScenarioFile file = *findScenarioPreset("knee-1p3b");
        file.title = "<img src=\"/dev/zero\">title";
        file.about = "<img src=\"/dev/zero\">about";
        file.source = "<img src=\"/dev/zero\">source";
        Stage stage;
        stage.document.open(file);
        stage.key(Qt::Key_P, Qt::ControlModifier);
        for (const QWidget* widget : stage.window.findChildren<QWidget*>()) {
            const auto* label = qobject_cast<const QLabel*>(widget);
            QVERIFY2(!widget->toolTip().contains(QStringLiteral("<img")), qPrintable(widget->toolTip()));
            QVERIFY(!widget->whatsThis().contains(QStringLiteral("<img")));
            QVERIFY(!label || label->textFormat() == Qt::PlainText || !label->text().contains(QStringLiteral("<img")));
        }
    }

    void theDiagnosisFollowsTheDocument()
    {
        Stage stage;
        QTRY_VERIFY(!stage.window.diagnosis().cards().isEmpty());
        QCOMPARE(stage.window.diagnosis().cards().front()->cause(), Cause::exposed_communication);
        stage.document.open(*findScenarioPreset("suspect-starved-input"));
        QTRY_COMPARE(stage.window.diagnosis().cards().front()->cause(), Cause::starved_input);
    }

    void pinnedAIsNamedInHeadlineAndControls()
    {
        Stage stage;
        const auto* slider = stage.window.controls().control(parameter("cluster.gpus"))->findChild<ValueSlider*>();
        QVERIFY(!slider->mark());
        stage.key(Qt::Key_P, Qt::ControlModifier);
        stage.document.edit(parameter("cluster.gpus"), 2 * stage.document.scenario().cluster.gpus);
        QVERIFY(stage.captions().front().contains(QStringLiteral(" · A ")));
        QVERIFY(stage.captions().front().contains(u'%'));
        QVERIFY(slider->mark());
        QVERIFY(*slider->mark() != slider->value());
        stage.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!stage.captions().front().contains(QStringLiteral(" · A ")));
        QVERIFY(!slider->mark());
    }

    void swappingTwiceIsWhereItBegan()
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

    void aDragInAChartIsOneStepOfUndo_data()
    {
        QTest::addColumn<QString>("handle");
        for (const char* handle : {"tolerance", "gamma", "workers", "batch", "deadline", "budget"})
            QTest::newRow(handle) << QString::fromLatin1(handle);
    }
    void aDragInAChartIsOneStepOfUndo()
    {
        QFETCH(const QString, handle);
        Stage stage("knee-1p3b");
        Board& board = stage.window.board();
        auto& roofline = dynamic_cast<RooflineChart&>(board.chart(QLatin1StringView("roofline")));
        auto& scaling = dynamic_cast<ScalingChart&>(board.chart(QLatin1StringView("scaling")));
        auto& money = look<MoneyChart>(board);
        const Scenario before = stage.document.scenario();
        QTRY_VERIFY(money.rect().contains(money.deadlineHandle().toPoint())); // it has been drawn
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

    void aClickOnTheKneeMapMovesTheScenario()
    {
        Stage stage("knee-1p3b");
        auto& map = look<KneeMapChart>(stage.window.board());
        QTRY_VERIFY(map.drawn().has_value());
        QTest::mouseClick(map.findChild<QCustomPlot*>(), Qt::LeftButton, {}, map.cellPosition(20, 9).toPoint());
        QCOMPARE(map.xParameter().get(stage.document.scenario()), map.drawn()->xValue(20));
        QCOMPARE(map.yParameter().get(stage.document.scenario()), map.drawn()->yValue(9));
        QCOMPARE(stage.document.undoStack()->count(), 1);
    }

    void theDiagnosisHoldsAAgainstB()
    {
        Stage stage;
        QTRY_VERIFY(!stage.window.diagnosis().cards().isEmpty());
        QVERIFY(stage.window.diagnosis().cards().front()->changeText().isEmpty());
        stage.key(Qt::Key_P, Qt::ControlModifier);
        QTRY_VERIFY(!stage.window.diagnosis().cards().front()->changeText().isEmpty());
        stage.document.open(*findScenarioPreset("suspect-starved-input"));
        QTRY_VERIFY(!stage.window.diagnosis().vanished().isEmpty());
        stage.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(stage.window.diagnosis().vanished().isEmpty());
    }

    void theTableHoldsEveryScenarioAndWhatDiffers()
    {
        Stage stage;
        stage.key(Qt::Key_P, Qt::ControlModifier);
        stage.document.edit(parameter("assumptions.overlap"), 0.125);
        stage.key(Qt::Key_P, Qt::ControlModifier);
        stage.document.edit(parameter("assumptions.overlap"), 0.25);
        stage.key(Qt::Key_T, Qt::ControlModifier | Qt::ShiftModifier);
        const auto* dialog = stage.window.findChild<ComparisonTable*>();
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
        QCOMPARE(table->item(0, 0)->text().split(u' ').front(), QStringLiteral("2"));
    }

    void aComparisonIsSavedAndComesBack()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("comparison.json"));
        Stage stage;
        stage.key(Qt::Key_P, Qt::ControlModifier);
        const Scenario a = stage.document.scenario();
        stage.window.compare().saveTo(path);
        stage.window.compare().comparison().clear();
        stage.window.compare().openFrom(path);
        QVERIFY(stage.window.compare().comparison().pins().front().file.scenario == a);
        stage.window.compare().openFrom(folder.filePath(QStringLiteral("nowhere.json")));
        QVERIFY(stage.window.messageBar().isVisible());
        QVERIFY(stage.window.compare().comparison().pins().front().file.scenario == a);
    }

    void theSessionBringsPinsBack()
    {
        Session session;
        {
            Stage stage;
            stage.key(Qt::Key_P, Qt::ControlModifier);
            session = stage.window.session();
        }
        MainWindow next(MainWindow::defaultScenario());
        next.restoreSession(session);
        QCOMPARE(next.compare().comparison().pins().size(), std::size_t(1));
    }

    void theCommandSearchSetsAValueAsOneStep()
    {
        Stage stage;
        const Scenario before = stage.document.scenario();
        stage.command(QStringLiteral("gpus 128"));
        QCOMPARE(stage.document.scenario().cluster.gpus, 128.0);
        QCOMPARE(stage.document.undoStack()->count(), 1);
        stage.key(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(stage.document.scenario() == before);
    }

    void theCommandSearchRunsAnAction()
    {
        Stage stage;
        stage.command(QStringLiteral("weak scaling"));
        QVERIFY(stage.document.scenario().workload.scaling == Scaling::weak);
    }

    void theCommandSearchFocusesAControl()
    {
        Stage stage;
        stage.command(QStringLiteral("cluster.link_latency"));
        const auto* control = stage.window.controls().control(parameter("cluster.link_latency"));
        QTRY_VERIFY(control->isAncestorOf(QApplication::focusWidget()));
    }

    void theCommandSearchBringsAChartInSight()
    {
        Stage stage;
        for (const QSize size : {QSize(1600, 900), QSize(1280, 640)}) {
            stage.window.resize(size);
            ChartTabs& more = stage.window.board().more();
            stage.command(QStringLiteral("timeline"));
            QTRY_VERIFY(more.isVisible());
            QCOMPARE(more.current()->objectName(), QStringLiteral("timeline"));
            stage.command(QStringLiteral("money"));
            QCOMPARE(more.current()->objectName(), QStringLiteral("money"));
        }
        QCOMPARE(stage.document.undoStack()->count(), 0);
    }

    void theCommandSearchSaysWhereNothingIsFound()
    {
        Stage stage;
        stage.key(Qt::Key_K, Qt::ControlModifier);
        auto* search = stage.window.findChild<CommandSearch*>();
        auto* field = search->findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("no such thing"));
        const auto* list = search->findChild<QListWidget*>();
        QCOMPARE(list->count(), 1);
        QVERIFY(list->item(0)->text().contains(QStringLiteral("no such thing")));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(search->isVisible());
    }

    void theCommandSearchIsLeftByEscape()
    {
        Stage stage;
        stage.key(Qt::Key_K, Qt::ControlModifier);
        auto* search = stage.window.findChild<CommandSearch*>();
        QTest::keyClick(search->findChild<QLineEdit*>(), Qt::Key_Escape);
        QVERIFY(!search->isVisible());
        QCOMPARE(stage.document.undoStack()->count(), 0);
    }

    void presentationIsEnteredAndLeftByAKey()
    {
        Stage stage;
        const double points = QApplication::font().pointSizeF();
        stage.document.edit(parameter("assumptions.overlap"), 0.125);
        stage.key(Qt::Key_F5);
        QCOMPARE(QApplication::font().pointSizeF(), 1.6 * points);
        QTRY_VERIFY(stage.window.board().headline().mapTo(&stage.window, QPoint()).y() < 100);
        QCOMPARE(stage.window.board().stage(), QStringList("scaling"));
        QVERIFY(!stage.window.controls().isVisible());
        stage.key(Qt::Key_3);
        QCOMPARE(stage.window.board().stage(), QStringList("breakdown"));
        stage.key(Qt::Key_B);
        QCOMPARE(stage.window.board().stage(), QStringList({"breakdown", "scaling"}));
        stage.key(Qt::Key_F9);
        QVERIFY(stage.window.controls().control(parameter("assumptions.overlap"))->isVisible());
        QVERIFY(!stage.window.controls().control(parameter("assumptions.sync_delay"))->isVisible());
        stage.key(Qt::Key_Escape);
        QCOMPARE(QApplication::font().pointSizeF(), points);
        QVERIFY(!stage.window.isFullScreen());
        QVERIFY(stage.window.board().stage().isEmpty());
        QVERIFY(stage.window.controls().isVisible());
    }

    void oneKeyFillsTheBoardWithAChartAndPutsItBack()
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

    void theTourWalksAndIsNotShownAgain()
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

    void everyExportIsAFile_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"chart.png", "chart.svg", "chart.pdf", "chart.csv", "board.png", "board.svg",
                 "board.pdf", "board.csv", "report.html", "report.pdf"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void everyExportIsAFile()
    {
        QFETCH(const QString, name);
        const QTemporaryDir folder;
        const QString path = folder.filePath(name);
        Stage stage;
        auto* exports = stage.window.findChild<ExportController*>();
        if (name.startsWith(QLatin1String("chart")))
            exports->exportChart(path);
        else if (name.startsWith(QLatin1String("board")))
            exports->exportBoard(path);
        else
            exports->saveReport(path);
        QVERIFY2(!stage.window.messageBar().isVisible(), qPrintable(stage.window.messageBar().sentence()));
        QVERIFY(QFileInfo(path).size() > 500);
    }

    void anEndingThatNobodyKnowsIsASentence()
    {
        Stage stage;
        stage.window.findChild<ExportController*>()->saveReport(QStringLiteral("report.docx"));
        QVERIFY(stage.window.messageBar().sentence().contains(QStringLiteral("report.docx")));
        QVERIFY(!QFileInfo::exists(QStringLiteral("report.docx")));
    }

    void theFocusedChartIsCopied()
    {
        Stage stage;
        Chart* breakdown = &stage.window.board().chart(QLatin1StringView("breakdown"));
        breakdown->setFocus();
        stage.key(Qt::Key_D, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(QApplication::clipboard()->text().toStdString(), breakdown->csv());
        stage.key(Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!QApplication::clipboard()->image().isNull());
    }
};

KNEEPOINT_TEST(HandsTest)
#include "hands_test.moc"
