// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/file_controller.h"
#include "app/window/main_window.h"

#include "app/teaching/lesson_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/window/window_actions.h"
#include "model/catalogue/catalogue.h"
#include "model/lesson/lesson.h"
#include "model/scenario/scenario.h"
#include "tests/app/stage.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/number_box.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/panels/board.h"
#include "widgets/panels/detail_pages.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/plan_strip.h"
#include "widgets/panels/right_panel.h"
#include "widgets/panels/status_line.h"
#include "widgets/text.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCompleter>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScrollBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>

using namespace kneepoint;
using test::Stage;

namespace {

ParameterControl& controlOf(Stage& stage, std::string_view id)
{
    return *stage.window.controls().control(parameter(id));
}

/// Where a widget is in the window.
QRect placeOf(const QWidget& widget)
{
    return {widget.mapTo(widget.window(), QPoint()), widget.size()};
}

} // namespace

/// What hands expect: nothing moves under the mouse, what is typed arrives, Escape leads back.
class HandsTest : public QObject {
    Q_OBJECT

private slots:
    void aMovedBatchIsKeptByOneClick()
    {
        Stage stage("llama3-70b-512xh100");
        stage.document.editOnce(parameter("workload.scaling"), static_cast<double>(Scaling::strong));
        const double batch = stage.document.scenario().workload.global_batch;
        stage.document.editOnce(parameter("cluster.gpus"), 384);
        QVERIFY(stage.document.scenario().workload.global_batch != batch);
        QPushButton& keep = stage.window.messageBar().actionButton();
        QVERIFY(keep.isVisible());
        QVERIFY2(keep.text().startsWith(QStringLiteral("Keep %1").arg(batch)), qPrintable(keep.text()));
        keep.click();
        QCOMPARE(stage.document.scenario().workload.global_batch, batch);
        stage.window.actions().undo->trigger();
        QCOMPARE(stage.document.scenario().cluster.gpus, 384.);
    }

    void theSentenceOfAnUndoneStepGoes()
    {
        for (const bool presenting : {false, true}) {
            Stage stage("llama3-70b-512xh100");
            stage.document.editOnce(parameter("workload.scaling"), static_cast<double>(Scaling::strong));
            stage.window.actions().present->setChecked(presenting);
            stage.document.editOnce(parameter("cluster.gpus"), 384);
            QVERIFY(stage.window.messageBar().sentence().contains(QStringLiteral("1020")));
            QVERIFY(!stage.window.messageBar().isHidden());
            stage.window.actions().undo->trigger();
            QVERIFY(stage.window.messageBar().isHidden());
            QVERIFY(!stage.window.statusLine().text().contains(QStringLiteral("1020")));
            stage.window.actions().present->setChecked(false);
        }
    }

    void aMessageMovesNothing()
    {
        Stage stage;
        QCoreApplication::processEvents();
        const QRect control = placeOf(controlOf(stage, "cluster.gpus"));
        const QRect board = placeOf(stage.window.board());
        stage.window.messageBar().say(QStringLiteral("A sentence about something."));
        VERIFY_EVENTUALLY(stage.window.messageBar().isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(placeOf(controlOf(stage, "cluster.gpus")), control);
        QCOMPARE(placeOf(stage.window.board()), board);
        stage.key(Qt::Key_Escape);
        QVERIFY(!stage.window.messageBar().isVisible());
        QCOMPARE(placeOf(stage.window.board()), board);
    }

    void planningAutomaticallyMovesNoRow()
    {
        Stage stage;
        const QRect control = placeOf(controlOf(stage, "cluster.gpus"));
        stage.document.editOnce(parameter("plan.auto"), 1);
        QCoreApplication::processEvents();
        QCOMPARE(placeOf(controlOf(stage, "cluster.gpus")), control);
    }

    void whatIsTypedIsExplainedBesideTheBoxAndMovesNothing_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("note");
        QTest::newRow("hours") << QStringLiteral("assumptions.deadline") << QStringLiteral("30")
                               << QStringLiteral("= 30 h");
        QTest::newRow("thousands") << QStringLiteral("workload.sequence_length") << QStringLiteral("32k")
                                   << QStringLiteral("= 32000");
        QTest::newRow("a refusal") << QStringLiteral("workload.parameters") << QStringLiteral("12 xB")
                                   << QStringLiteral("Model size: ");
    }
    void whatIsTypedIsExplainedBesideTheBoxAndMovesNothing()
    {
        QFETCH(const QString, id);
        QFETCH(const QString, typed);
        QFETCH(const QString, note);
        Stage stage;
        const Parameter& p = parameter(id.toStdString());
        stage.window.controls().focusControl(p);
        QCoreApplication::processEvents();
        ParameterControl& control = controlOf(stage, p.id);
        const QRect before = placeOf(control);
        auto* box = control.findChild<NumberBox*>();
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, typed);
        if (note.startsWith(u'='))
            QCOMPARE(control.note(), note);
        QTest::keyClick(box, Qt::Key_Return);
        if (!note.startsWith(u'='))
            QVERIFY2(control.note().startsWith(note), qPrintable(control.note()));
        QCOMPARE(placeOf(control), before);
    }

    void aListOpenedTwiceTakesWhatIsTyped()
    {
        Stage stage;
        auto* list = controlOf(stage, "cluster.gpu").findChild<ChoiceBox*>();
        const auto click = [&] {
            QTest::mouseClick(list->lineEdit(), Qt::LeftButton);
            VERIFY_EVENTUALLY(list->completer()->popup()->isVisible());
        };
        click();
        QTest::keyClick(list->completer()->popup(), Qt::Key_Escape);
        VERIFY_EVENTUALLY(!list->completer()->popup()->isVisible());
        click();
        QWidget* popup = list->completer()->popup();
        for (const QChar letter : QStringLiteral("b200"))
            QTest::keyClick(popup->isVisible() ? popup : list->lineEdit(), letter.toLatin1());
        QTest::keyClick(popup->isVisible() ? popup : list->lineEdit(), Qt::Key_Return);
        const auto gpu = static_cast<std::size_t>(stage.document.scenario().cluster.gpu);
        const QString chosen = toQString(parameter("cluster.gpu").choices()[gpu].label);
        QVERIFY2(chosen.contains(QStringLiteral("B200")), qPrintable(chosen));
    }

    /// Names are whole and most lists need no scrolling, although the field is narrow.
    void aListIsAsWideAsItsNames()
    {
        Stage stage;
        const auto* list = controlOf(stage, "workload.model").findChild<ChoiceBox*>();
        QTest::mouseClick(list->lineEdit(), Qt::LeftButton);
        const QAbstractItemView* popup = list->completer()->popup();
        VERIFY_EVENTUALLY(popup->isVisible());
        QCOMPARE_GE(popup->width(), popup->sizeHintForColumn(0));
        const int rows = std::min(popup->model()->rowCount(), list->maxVisibleItems());
        QVERIFY(rows > 7);
        QCOMPARE(list->completer()->maxVisibleItems(), list->maxVisibleItems());
        QTest::keyClick(list->completer()->popup(), Qt::Key_Escape);
    }

    void escapeInABoxKeepsTheFocus()
    {
        Stage stage;
        auto* box = controlOf(stage, "cluster.gpus").findChild<NumberBox*>();
        box->setFocus();
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(box, Qt::Key_Escape);
        QVERIFY(box->hasFocus());
    }

    void escapeLeadsBackToTheBoard()
    {
        Stage stage;
        stage.key(Qt::Key_F4);
        QCOMPARE(stage.window.page(), MainWindow::Page::plan);
        stage.key(Qt::Key_Escape);
        QCOMPARE(stage.window.page(), MainWindow::Page::board);
        stage.key(Qt::Key_F6);
        QCOMPARE(stage.window.page(), MainWindow::Page::plan);
        stage.key(Qt::Key_F2);
        QCOMPARE(stage.window.page(), MainWindow::Page::board);
        stage.key(Qt::Key_F12);
        QCOMPARE(stage.window.page(), MainWindow::Page::learn);
        QVERIFY(stage.window.actions().learn->isChecked());
        stage.key(Qt::Key_Escape);
        QVERIFY(stage.window.actions().board->isChecked());
    }

    /// A part that is shown before it has a parent is a window for a moment, and takes the focus away.
    void noPageOpensAWindowOfItsOwn()
    {
        struct Opened : QObject {
            QStringList names;
            bool eventFilter(QObject* watched, QEvent* event) override
            {
                const auto* widget = qobject_cast<QWidget*>(watched);
                if (event->type() == QEvent::Show && widget && widget->isWindow()
                    && !qobject_cast<MainWindow*>(watched))
                    names << QString::fromLatin1(widget->metaObject()->className());
                return false;
            }
        } opened;
        qApp->installEventFilter(&opened);
        Stage stage;
        for (const Qt::Key page : {Qt::Key_F12, Qt::Key_F4, Qt::Key_F6, Qt::Key_F3, Qt::Key_F2}) {
            stage.key(page);
            QCoreApplication::processEvents();
        }
        stage.window.lessons().open(shippedLessons().front());
        QCoreApplication::processEvents();
        qApp->removeEventFilter(&opened);
        QVERIFY2(opened.names.isEmpty(), qPrintable(opened.names.join(u',')));
        QVERIFY(stage.window.isActiveWindow());
    }

    void aLessonBelongsToLearnAndTheBoardLeavesIt()
    {
        Stage stage;
        stage.window.lessons().open(shippedLessons().front());
        QVERIFY(stage.window.actions().learn->isChecked());
        stage.key(Qt::Key_F2);
        QVERIFY(!stage.window.lessons().isOpen());
        QVERIFY(stage.window.actions().board->isChecked());
        QCOMPARE(stage.window.page(), MainWindow::Page::board);
    }

    void escapeLeavesALesson()
    {
        Stage stage;
        stage.window.lessons().open(shippedLessons().front());
        QVERIFY(stage.window.lessons().isOpen());
        stage.key(Qt::Key_Escape);
        QVERIFY(!stage.window.lessons().isOpen());
    }

    void lessonsAreFoundByTheCommandSearch()
    {
        Stage stage;
        stage.command(toQString(shippedLessons()[2].title));
        QVERIFY(stage.window.lessons().isOpen());
        QCOMPARE(stage.window.lessons().panel().lesson().id, shippedLessons()[2].id);
    }

    void chartsAreInTheViewMenu()
    {
        Stage stage;
        QMenu* charts = nullptr;
        for (QMenu* menu : stage.window.findChildren<QMenu*>())
            if (menu->title() == QStringLiteral("&Charts"))
                charts = menu;
        QVERIFY(charts);
        emit charts->aboutToShow();
        QStringList names;
        for (const QAction* action : charts->actions())
            names << action->text();
        QVERIFY2(names.contains(QStringLiteral("Scaling")), qPrintable(names.join(u',')));
        QVERIFY2(names.contains(QStringLiteral("Timeline")), qPrintable(names.join(u',')));
    }

    void shortcutsCanBeSearched()
    {
        Stage stage;
        stage.window.actions().shortcuts->trigger();
        QWidget* page = stage.window.details().page();
        QVERIFY(page && page->isVisible());
        auto* search = page->findChild<QLineEdit*>();
        QVERIFY(search->hasFocus());
        const auto* list = page->findChild<QTextEdit*>();
        QVERIFY(list->toPlainText().contains(QStringLiteral("Ctrl+Z")));
        QTest::keyClicks(search, QStringLiteral("spotlight"));
        QVERIFY(list->toPlainText().contains(QStringLiteral("Presentation")));
        QVERIFY(!list->toPlainText().contains(QStringLiteral("Ctrl+Z")));
        search->clear();
        QTest::keyClicks(search, QStringLiteral("ctrl+z"));
        QVERIFY(list->toPlainText().contains(QStringLiteral("Ctrl+Z")));
    }

    /// Its memory, bandwidth and constants come along; its price follows the price list.
    void anotherGpuIsOneChange()
    {
        Stage stage("llama3-70b-512xh100");
        const auto& gpus = parameter("cluster.gpu").choices();
        std::size_t other = 0;
        while (gpus[other].id != "b200-sxm" && other + 1 < gpus.size())
            ++other;
        stage.document.editOnce(parameter("cluster.gpu"), static_cast<double>(other));
        QVERIFY(stage.document.scenario() != stage.document.baseline());
        const int brought = stage.changedIn(Group::cluster);
        QVERIFY(brought <= 1);
        QCOMPARE(stage.changedIn(Group::stack), 0);
        stage.document.editOnce(parameter("cluster.gpu_mtbf"), 1e8); // not a figure of the GPU
        QCOMPARE(stage.changedIn(Group::cluster), brought + 1);
    }

    void savingIsConfirmed()
    {
        const QTemporaryDir folder;
        Stage stage;
        stage.document.editOnce(parameter("cluster.gpus"), 64);
        QVERIFY(stage.document.save(folder.filePath(QStringLiteral("job.kneepoint"))));
        stage.document.editOnce(parameter("cluster.gpus"), 128);
        stage.window.files().save();
        // On a busy machine, a sentence about a slow file comes first.
        VERIFY_EVENTUALLY(
            stage.window.messageBar().isVisible() && stage.window.messageBar().tone() == MessageBar::Tone::done);
        QVERIFY(stage.window.messageBar().sentence().contains(QStringLiteral("job.kneepoint")));
        stage.document.editOnce(parameter("cluster.gpus"), 64);
        QVERIFY(!stage.window.messageBar().isVisible());
    }

    void aPartOfTheLayoutLeadsToItsControl()
    {
        Stage stage("llama3-70b-512xh100");
        const auto* strip = stage.window.findChild<PlanStrip*>();
        QVERIFY(!strip->chips().isEmpty());
        QTest::mouseClick(strip->chips().front(), Qt::LeftButton);
        const QString id = strip->state().layout.front().id;
        VERIFY_EVENTUALLY(controlOf(stage, id.toStdString()).isAncestorOf(QApplication::focusWidget()));
    }

    void whatIsFixedIsPinned()
    {
        Stage stage("llama3-70b-512xh100");
        stage.document.editOnce(parameter("plan.auto"), 1);
        stage.document.editOnce(parameter("plan.tensor_parallel"), 8);
        const auto* strip = stage.window.findChild<PlanStrip*>();
        QVERIFY(strip->chips().front()->isPinned());
        QVERIFY(!strip->chips().back()->isPinned());
    }

    void whatChangedHasThePlaceOfTheBottlenecks()
    {
        Stage stage;
        const QSize scaling = stage.window.board().size();
        stage.document.editOnce(parameter("cluster.gpus"), 64);
        QVERIFY(!stage.window.statusLine().text().isEmpty());
        stage.key(Qt::Key_F3);
        QCOMPARE(stage.window.rightPanel().page(), RightPanel::Page::changes);
        QCOMPARE(stage.window.board().size(), scaling);
        stage.key(Qt::Key_F3);
        QCOMPARE(stage.window.rightPanel().page(), RightPanel::Page::bottlenecks);
    }

    /// In a small window, too, the terms of a change are whole: the table does not scroll sideways.
    void theTermsOfAChangeFitInASmallWindow()
    {
        Stage stage("llama3-70b-512xh100");
        stage.window.resize(1280, 720);
        stage.key(Qt::Key_F3);
        stage.document.editOnce(parameter("cluster.gpus"), 1024);
        QCoreApplication::processEvents();
        const auto* table = stage.window.findChild<ExplainPanel*>()->findChild<QTableWidget*>();
        QVERIFY(table->rowCount() > 5);
        QCOMPARE(table->horizontalScrollBar()->maximum(), 0);
        for (const QString& word : {QStringLiteral("communication"), QStringLiteral("synchronization")})
            QVERIFY2(table->fontMetrics().horizontalAdvance(word) <= table->columnWidth(0), qPrintable(word));
    }
};

KNEEPOINT_TEST(HandsTest)
#include "hands_test.moc"
