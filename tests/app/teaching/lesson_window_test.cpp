// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_controller.h"
#include "app/teaching/lesson_panel.h"
#include "app/teaching/lesson_summary.h"
#include "app/teaching/prediction_page.h"
#include "app/teaching/question_page.h"
#include "app/teaching/speaker_notes.h"
#include "app/window/file_controller.h"
#include "app/window/main_window.h"
#include "app/window/tour.h"
#include "app/window/window_actions.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/lesson/lesson.h"
#include "model/lesson/quiz.h"
#include "tests/app/teaching/classroom.h"
#include "tests/support/eventually.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/test_registry.h"
#include "widgets/charts/chart_registry.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/controls/answer_button.h"
#include "widgets/controls/control_panel.h"
#include "widgets/controls/parameter_control.h"
#include "widgets/math_label.h"
#include "widgets/panels/board.h"
#include "widgets/panels/diagnosis_panel.h"
#include "widgets/panels/evidence_bars.h"
#include "widgets/panels/explain_panel.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/sketch_pad.h"
#include "widgets/text.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>
#include <QTextEdit>
#include <QToolButton>
#include <qcustomplot.h>

#include <algorithm>

using namespace kneepoint;

namespace {

/// Gives some answer by keyboard.
void answerWithKeys(Classroom& room)
{
    const Question& q = *room.panel.step().question;
    if (q.kind == Question::Kind::number) {
        VERIFY_EVENTUALLY(shown<QLineEdit>(room)->hasFocus());
        QTest::keyClicks(shown<QLineEdit>(room), QStringLiteral("1"));
        QTest::keyClick(shown<QLineEdit>(room), Qt::Key_Return);
        return;
    }
    if (q.kind == Question::Kind::choice) {
        QTest::keyClick(&room.window, Qt::Key_1);
        QVERIFY(shown<AnswerButton>(room)->isChecked());
    } else {
        QVERIFY(room.panel.sketch()->hasFocus());
        for (const int key : {Qt::Key_Up, Qt::Key_Right, Qt::Key_Right, Qt::Key_Right, Qt::Key_Up})
            QTest::keyClick(room.panel.sketch(), static_cast<Qt::Key>(key));
    }
    QTest::keyClick(&room.window, Qt::Key_Return, Qt::ControlModifier);
}

} // namespace

/// A lesson in the window as a class sees it.
class LessonWindowTest : public QObject {
    Q_OBJECT

private slots:
    void aLessonCanShowEveryChart()
    {
        QStringList in_lessons, registered;
        for (const std::string_view id : lesson_charts)
            in_lessons << toQString(id);
        for (const ChartKind& kind : chartKinds())
            registered << toQString(kind.id);
        QCOMPARE(in_lessons, registered);
    }

    void aLessonIsAColumnBesideTheBoard()
    {
        Classroom room;
        const auto edge = [&room](const QWidget& widget) { return widget.mapTo(&room.window, QPoint()).x(); };
        QVERIFY(!room.panel.isVisible());
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        VERIFY_EVENTUALLY(room.panel.isVisible() && edge(room.window.board()) >= edge(room.panel) + room.panel.width());
        QVERIFY(room.panel.width() >= room.panel.minimumSizeHint().width());
        QVERIFY(room.window.findChildren<QDockWidget*>().isEmpty());
        room.window.setPage(MainWindow::Page::plan);
        QVERIFY(!room.panel.isVisible());
        room.window.setPage(MainWindow::Page::board);
        QVERIFY(room.panel.isVisible());
        room.window.lessons().close();
        QVERIFY(!room.panel.isVisible());
    }

    void aStepShowsOnlyItsChartsAndControls()
    {
        Classroom room;
        const int before = room.chartsInSight();
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        const LessonStep& step = room.panel.step();
        QVERIFY(!step.question);
        QCOMPARE(room.window.board().enlarged().size(), qsizetype(step.charts.size()));
        COMPARE_EVENTUALLY(room.chartsInSight(), int(step.charts.size()));
        int controls = 0;
        for (const ParameterControl* c : room.window.findChildren<ParameterControl*>())
            controls += c->isVisible();
        QCOMPARE(controls, int(step.controls.size()));
        QVERIFY(!room.window.diagnosis().isVisible());
        room.window.lessons().close();
        COMPARE_EVENTUALLY(room.chartsInSight(), before);
        QVERIFY(room.window.controls().isVisible() && room.window.diagnosis().isVisible());
    }

    void formulasHaveAPageOfTheRightPanelInALesson()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        const auto& explain = *room.window.findChild<ExplainPanel*>();
        QCoreApplication::processEvents(); // the lesson has its place
        const int height = room.window.board().height();
        room.window.actions().explain->trigger();
        VERIFY_EVENTUALLY(!explain.visibleRegion().isEmpty());
        QVERIFY(room.window.actions().explain->isChecked());
        QCOMPARE(room.window.board().height(), height);
        room.window.actions().explain->trigger();
        VERIFY_EVENTUALLY(explain.visibleRegion().isEmpty());
        QVERIFY(!room.window.actions().explain->isChecked());
    }
    void formulasLeaveTheChartsTheirRoom()
    {
        Classroom room;
        const QSize board = room.window.board().size();
        const auto& explain = *room.window.findChild<ExplainPanel*>();
        room.window.actions().explain->trigger();
        VERIFY_EVENTUALLY(!explain.visibleRegion().isEmpty());
        QVERIFY(!room.window.diagnosis().isVisible());
        QCOMPARE(room.window.board().size(), board);
        room.window.resize(1600, 1000);
        VERIFY_EVENTUALLY(!explain.visibleRegion().isEmpty());
        room.window.actions().remedies->trigger();
        QVERIFY(room.window.diagnosis().isVisible());
        QVERIFY(!room.window.actions().explain->isChecked());
    }
    void openingAnotherJobIsNotShownAsAChange()
    {
        Classroom room;
        const auto* terms = room.window.findChild<ExplainPanel*>()->findChild<QTableWidget*>();
        room.window.actions().explain->setChecked(true);
        room.window.document().editOnce(parameter("cluster.gpus"), 64);
        VERIFY_EVENTUALLY(terms->rowCount() > 0);
        room.window.document().edit(parameter("cluster.gpus"), 32); // a drag, from 64
        room.window.document().edit(parameter("cluster.gpus"), 16);
        room.window.document().finishEdit();
        VERIFY2_EVENTUALLY(
            terms->item(0, 4)->text().contains(QStringLiteral("64 → 16")), qPrintable(terms->item(0, 4)->text()));
        room.window.document().open(*findScenarioPreset("knee-1p3b"));
        COMPARE_EVENTUALLY(terms->rowCount(), 0);
    }
    void aLessonEndsTheTour()
    {
        Classroom room;
        room.window.startTour();
        QVERIFY(room.window.findChild<Tour*>());
        room.window.lessons().open(shippedLessons().front());
        VERIFY_EVENTUALLY(!room.window.findChild<Tour*>());
        QVERIFY(room.window.session().tour_seen);
    }

    void aQuestionHidesTheFormulas()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        const auto& explain = *room.window.findChild<ExplainPanel*>();
        room.window.actions().explain->setChecked(true);
        room.panel.goTo(1);
        QVERIFY(room.panel.isBlind() && explain.visibleRegion().isEmpty());
        answerWithMouse(room);
        VERIFY_EVENTUALLY(!explain.visibleRegion().isEmpty());
    }
    void aNumberCanBeEnteredByMouse()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        room.panel.goTo(1);
        const auto press = [&](const QString& text) {
            for (QToolButton* key : room.panel.page().findChildren<QToolButton*>())
                if (key->isVisible() && key->text() == text)
                    return QTest::mouseClick(key, Qt::LeftButton);
            QFAIL(qPrintable(text));
        };
        shown<QLineEdit>(room);
        for (const char* key : {"Keypad", "1", "4", "1", "⌫", "0", "ms"})
            press(QString::fromUtf8(key));
        QCOMPARE(shown<QLineEdit>(room)->text(), QStringLiteral("140 ms"));
        QTest::mouseClick(&room.panel.bar().lock(), Qt::LeftButton);
        QVERIFY(room.panel.results().answers.back().right);
    }
    void onASingleScreenTheNotesOverlayACorner()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        room.window.actions().present->setChecked(true);
        QVERIFY(!room.window.findChild<SpeakerNotes*>());
        QTest::keyClick(&room.window, Qt::Key_N);
        VERIFY_EVENTUALLY(room.window.findChild<SpeakerNotes*>());
        const auto* notes = room.window.findChild<SpeakerNotes*>();
        QVERIFY(!notes->isWindow() && notes->isVisible() && room.window.rect().contains(notes->geometry()));
        QVERIFY(notes->findChild<QTextEdit*>()->toPlainText().contains(QStringLiteral("Goal:")));
        QTest::keyClick(&room.window, Qt::Key_N);
        VERIFY_EVENTUALLY(!room.window.findChild<SpeakerNotes*>());
        room.window.actions().present->setChecked(false);
    }
    void noParagraphIsCutOffInAPresentation()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        room.window.actions().present->setChecked(true);
        for (const MathLabel* label : room.panel.findChildren<MathLabel*>())
            VERIFY2_EVENTUALLY(!label->isVisible() || label->height() >= label->heightForWidth(label->width()),
                qPrintable(label->text()));
        room.window.actions().present->setChecked(false);
    }

    void theFirstLessonIsDoneWithTheKeysAlone() { walkThrough(answerWithKeys, false); }
    void theFirstLessonIsDoneWithTheMouseAlone() { walkThrough(answerWithMouse, true); }

    /// No event is processed between the keys, as when they are typed in one go.
    void numberKeyAndEnterLockTheChosenAnswer_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<bool>("from_the_bar");
        QTest::newRow("first") << 1 << false;
        QTest::newRow("last") << 3 << false;
        QTest::newRow("focus elsewhere") << 2 << true;
    }
    void numberKeyAndEnterLockTheChosenAnswer()
    {
        QFETCH(const int, key);
        QFETCH(const bool, from_the_bar);
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        room.panel.goTo(2);
        const auto& choices = room.panel.step().question->choices;
        if (from_the_bar)
            room.panel.bar().previous().setFocus();
        else
            VERIFY_EVENTUALLY(qobject_cast<AnswerButton*>(room.window.focusWidget()));
        COMPARE_EVENTUALLY(room.panel.page().findChildren<AnswerButton*>().last()->isVisible(), true);
        QTest::keyClick(room.window.focusWidget(), static_cast<Qt::Key>(Qt::Key_0 + key));
        QTest::keyClick(room.window.focusWidget(), Qt::Key_Return);
        QVERIFY(!room.panel.isBlind());
        const auto& chosen = choices[static_cast<std::size_t>(key) - 1];
        QCOMPARE(room.panel.results().answers.back().right, chosen.right);
        QCOMPARE(room.panel.results().answers.back().misconception,
            chosen.misconception ? chosen.misconception->name : std::string());
        QTest::keyClick(room.window.focusWidget(), Qt::Key_Return); // on Next
        QCOMPARE(room.panel.stepNumber(), std::size_t(4));
    }
    void theBarIsBelowColumnAndBoardAndNextKeepsItsPlace()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        room.panel.goTo(2);
        const LessonBar& bar = room.panel.bar();
        const auto place = [&room](const QWidget& w) { return QRect(w.mapTo(&room.window, QPoint()), w.size()); };
        COMPARE_EVENTUALLY(bar.width(), room.window.width());
        QVERIFY(
            place(bar).top() >= place(room.panel).bottom() && place(bar).top() >= place(room.window.board()).bottom());
        QVERIFY(bar.lock().isVisible() && bar.lock().isDefault() && !bar.next().isDefault());
        VERIFY_EVENTUALLY(bar.next().isVisible() && bar.next().x() > bar.lock().x());
        const QRect next = place(bar.next());
        answerWithMouse(room);
        VERIFY_EVENTUALLY(!bar.lock().isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(place(bar.next()), next);
        QVERIFY(bar.next().isDefault());
        room.window.lessons().close();
        QVERIFY(!bar.isVisible());
    }
    void lockingNoAnswerSaysHowToGiveOne()
    {
        Classroom room;
        const Lesson& lesson = *findLesson("01-first-all-reduce");
        room.window.lessons().open(lesson);
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            room.panel.goTo(i);
            if (!lesson.steps[i].question)
                continue;
            QTest::mouseClick(&room.panel.bar().lock(), Qt::LeftButton);
            QVERIFY(room.panel.isBlind());
            const QString how = room.panel.page().keys() + u'.';
            VERIFY2_EVENTUALLY(readable(room.window).contains(how), qPrintable(how));
        }
    }
    void theVerdictIsInSightAfterTheAnswer()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        room.panel.goTo(2);
        answerWithMouse(room);
        const auto inSight = [&room] {
            const QList<MathLabel*> labels = room.panel.page().findChildren<MathLabel*>();
            return std::ranges::any_of(labels, [](const MathLabel* l) {
                return l->text().contains(QStringLiteral("Right.")) && l->visibleRegion().boundingRect() == l->rect();
            });
        };
        VERIFY_EVENTUALLY(inSight());
    }
    /// Readable from the last row: names and values are larger than the window's text.
    void twoOfThreeQuestionsShowAChart()
    {
        Classroom room;
        std::size_t questions = 0, with_chart = 0;
        for (const Lesson& lesson : shippedLessons()) {
            room.window.lessons().open(lesson);
            for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
                const auto& q = lesson.steps[i].question;
                if (!q)
                    continue;
                ++questions;
                if (q->evidence.empty() && !q->shows_profile && q->kind != Question::Kind::curve)
                    continue;
                ++with_chart;
                room.panel.goTo(i);
                if (q->kind == Question::Kind::curve)
                    continue;
                const auto* bars = shown<EvidenceBars>(room);
                QVERIFY(!bars->rows().isEmpty() && !bars->accessibleDescription().isEmpty());
                QVERIFY(q->shows_profile || bars->rows().size() == qsizetype(q->evidence.size()));
                QVERIFY2(bars->height() >= bars->sizeHint().height(), lesson.id.c_str());
            }
        }
        QVERIFY2(
            3 * with_chart >= 2 * questions, qPrintable(QStringLiteral("%1 of %2").arg(with_chart).arg(questions)));
    }
    /// Its charts would answer a later question.
    void theBoardIsOnlyOfferedWhenItAnswersNothing()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        for (std::size_t i = 0; i < room.panel.lesson().steps.size(); ++i) {
            room.panel.goTo(i);
            if (room.panel.step().question)
                answerWithMouse(room);
            QCOMPARE(room.panel.bar().board().isVisible(), i + 1 == room.panel.lesson().steps.size());
        }
    }

    void aFrozenChartShowsTheEffectOfTheControls()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("04-moving-the-knee"));
        QCOMPARE(room.panel.step().frozen, std::vector<std::string>{"scaling"});
        Chart& scaling = room.window.board().chart(QLatin1StringView("scaling"));
        QVERIFY(!scaling.isFrozen());
        answerWithMouse(room);
        QVERIFY(scaling.isFrozen());
        const QCPRange axis = scaling.plot()->yAxis->range();
        room.window.document().editOnce(parameter("cluster.link_rate"), 100e9);
        QCOMPARE(scaling.plot()->yAxis->range(), axis);
        room.panel.goTo(1);
        QVERIFY(!scaling.isFrozen());
    }

    void formulasAreTypesetAndReadableAsText()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        room.panel.goTo(1);
        const QList<MathLabel*> labels = room.panel.page().findChildren<MathLabel*>();
        const auto formula = std::ranges::find(labels, QString::fromUtf8("t = 2·(K − 1)/K·S/B"), &MathLabel::plainText);
        QVERIFY(formula != labels.end());
        QCOMPARE((*formula)->accessibleName(), (*formula)->plainText());
        QVERIFY((*formula)->text().contains(QStringLiteral("<table")));
    }

    void aQuizDoesNotRevealItsAnswer_data()
    {
        QTest::addColumn<bool>("all");
        QTest::newRow("suspects") << false;
        QTest::newRow("all causes") << true;
    }
    void aQuizDoesNotRevealItsAnswer()
    {
        QFETCH(const bool, all);
        Classroom room;
        room.window.lessons().open(makeQuiz(all ? QuizCases::all_causes : QuizCases::suspects, 11));
        for (std::size_t i = 0; i < room.panel.lesson().steps.size(); ++i) {
            room.panel.goTo(i);
            givesNothingAway(room);
            const WindowActions& a = room.window.actions();
            for (const QAction* action : {a.report, a.export_board, a.export_chart, a.copy_data, a.compare, a.pin,
                     a.remedies, a.command_search, a.undo, a.save, a.diagnosis, a.controls, a.fill_board})
                QVERIFY2(!action->isEnabled(), qPrintable(action->text()));
            QVERIFY(!room.window.session().recent_files.contains(QStringLiteral("suspect")));
        }
        answerWithMouse(room);
        QVERIFY(room.window.diagnosis().isVisible());
        QVERIFY(room.panel.page().isVisible());
        QTest::mouseClick(&room.button(QStringLiteral("Open on the board")), Qt::LeftButton);
        VERIFY_EVENTUALLY(room.chartsInSight() > 0);
        QVERIFY(room.window.actions().report->isEnabled());
        QTest::keyClick(&room.window, Qt::Key_Escape);
        VERIFY_EVENTUALLY(room.panel.page().isVisible());
    }

    /// A step of each. That no quiz has its answer in a text is shown by lesson/giveaway_test.
    void noQuizRevealsItsAnswer()
    {
        Classroom room;
        const auto quizzes = static_cast<std::uint32_t>(test::scenariosWanted(60));
        for (std::uint32_t seed = 0; seed < quizzes; ++seed) {
            room.window.lessons().open(makeQuiz(seed % 2 == 0 ? QuizCases::suspects : QuizCases::all_causes, seed));
            room.panel.goTo(seed / 2 % room.panel.lesson().steps.size());
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // former steps are not searched again
            givesNothingAway(room);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void theEndSumsUpAndOffersTheNextLesson()
    {
        Classroom room;
        const Lesson& first = shippedLessons().front();
        room.window.lessons().open(first);
        const std::size_t steps = first.steps.size();
        for (std::size_t i = 0; i < steps; ++i) {
            room.panel.goTo(i);
            if (first.steps[i].question)
                answerWithMouse(room);
        }
        QTest::mouseClick(&room.button(QStringLiteral("Summary")), Qt::LeftButton);
        VERIFY_EVENTUALLY(room.panel.summary().isVisible());
        QVERIFY(!room.panel.bar().next().isVisible());
        QVERIFY(!room.window.board().headline().isVisible());
        const QStringList words = readable(room.window);
        for (const std::string& line : first.teaches)
            QVERIFY2(words.join(u'\n').contains(toQString(line)), line.c_str());
        QVERIFY(words.contains(toQString(first.try_next)));
        QTest::mouseClick(room.panel.summary().nextButton(), Qt::LeftButton);
        QCOMPARE(room.panel.lesson().id, shippedLessons()[1].id);
        QCOMPARE(room.panel.stepNumber(), std::size_t(1));
    }
    void theLastLessonOffersNoNextOne()
    {
        Classroom room;
        const Lesson& last = shippedLessons().back();
        room.window.lessons().open(last);
        room.panel.goTo(last.steps.size());
        QVERIFY(room.panel.isSummary());
        QVERIFY(!room.panel.summary().nextButton());
    }
    void closingRestoresTheScenarioItsTitleAndItsChanges()
    {
        Classroom room;
        ScenarioDocument& document = room.window.document();
        document.editOnce(parameter("cluster.gpus"), 64);
        const QString title = document.shownTitle();
        const Scenario before = document.scenario();
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        room.panel.goTo(1);
        QVERIFY(document.shownTitle() != title);
        room.window.lessons().close();
        QCOMPARE(document.shownTitle(), title);
        QVERIFY(document.scenario() == before);
        QVERIFY(document.isModified());
        document.undoStack()->undo();
        QCOMPARE(document.scenario().cluster.gpus, MainWindow::defaultScenario().scenario.cluster.gpus);
    }
    void escapeLeavesALessonWhichContinuesLater()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        room.panel.goTo(1);
        answerWithMouse(room);
        QTest::keyClick(&room.window, Qt::Key_Escape);
        VERIFY_EVENTUALLY(!room.window.lessons().isOpen());
        QVERIFY(room.window.board().headline().isVisible());
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        QCOMPARE(room.panel.stepNumber(), std::size_t(2));
        QVERIFY(!room.panel.isBlind());
    }
    void tabGoesFromTheAnswerToTheLockAndToNext()
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        room.panel.goTo(2);
        VERIFY_EVENTUALLY(qobject_cast<AnswerButton*>(room.window.focusWidget()));
        const qsizetype answers = room.panel.page().findChildren<AnswerButton*>().size();
        QStringList visited;
        for (qsizetype i = 0; i <= answers + 2; ++i) {
            QTest::keyClick(room.window.focusWidget(), Qt::Key_Tab);
            if (const auto* b = qobject_cast<QPushButton*>(room.window.focusWidget()))
                visited << b->text();
        }
        const qsizetype lock = visited.indexOf(QStringLiteral("Lock in answer"));
        QVERIFY2(lock >= 0 && visited.indexOf(QStringLiteral("Next")) > lock, qPrintable(visited.join(u'|')));
    }
    void aFinishedLessonIsMarkedInTheMenu()
    {
        Classroom room;
        const Lesson& lesson = shippedLessons().front();
        room.window.lessons().open(lesson);
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            room.panel.goTo(i);
            if (lesson.steps[i].question)
                answerWithMouse(room);
        }
        QMenu& menu = room.window.lessons().menu();
        emit menu.aboutToShow();
        QVERIFY(menu.actions().front()->text().contains(QStringLiteral("✓")));
        QVERIFY(menu.actions().front()->text().contains(toQString(lesson.title)));
    }

    void aPredictionIsLogged()
    {
        Classroom room;
        const auto log = [&room]() -> const std::vector<Prediction>& {
            return room.window.lessons().predictions().log();
        };
        const std::size_t before = log().size();
        room.window.lessons().open(makeQuiz(QuizCases::suspects, 5));
        answerWithMouse(room);
        VERIFY_EVENTUALLY(!room.window.files().isSaving());
        QVERIFY(log().size() > before);
        const Prediction& last = log().back();
        QCOMPARE(last.lesson, room.panel.lesson().id);
        QCOMPARE(last.answer.right, room.panel.results().answers.back().right);
        const OwnPredictions next; // another window
        COMPARE_EVENTUALLY(next.log().size(), log().size());
        QCOMPARE(next.log().back().lesson, last.lesson);
    }

    void openingAnotherScenarioClosesTheQuestion()
    {
        Classroom room;
        const int before = room.chartsInSight();
        room.window.lessons().open(makeQuiz(QuizCases::suspects, 5));
        room.window.document().open(*findScenarioPreset("knee-1p3b"));
        QVERIFY(!room.window.lessons().isOpen());
        COMPARE_EVENTUALLY(room.chartsInSight(), before);
    }

private:
    /// No visible text names the cause or the shipped scenario.
    static void givesNothingAway(Classroom& room)
    {
        QVERIFY(room.panel.isBlind());
        QCOMPARE(room.chartsInSight(), 0);
        QVERIFY(!room.window.board().headline().isVisible());
        QVERIFY(!room.window.diagnosis().isVisible() && !room.window.controls().isVisible());
        const auto& choices = room.panel.step().question->choices;
        const auto right = std::ranges::find(choices, true, &AnswerChoice::right);
        for (const QString& words : readable(room.window)) {
            QVERIFY2(!words.contains(toQString(right->text), Qt::CaseInsensitive), qPrintable(words));
            for (const ScenarioFile& preset : scenarioPresets())
                if (preset.id.starts_with("suspect-") || preset.id.starts_with("cause-"))
                    QVERIFY2(!words.contains(toQString(preset.title)), qPrintable(words));
        }
    }

    static void walkThrough(void (*answer)(Classroom&), bool mouse)
    {
        Classroom room;
        room.window.lessons().open(*findLesson("01-first-all-reduce"));
        const std::size_t steps = room.panel.lesson().steps.size();
        int questions = 0;
        for (std::size_t i = 0; i < steps; ++i) {
            QCOMPARE(room.panel.stepNumber(), i + 1);
            if (room.panel.step().question) {
                QVERIFY(room.panel.isBlind());
                QCOMPARE(room.chartsInSight(), 0);
                answer(room);
                QVERIFY2(!room.panel.isBlind(), qPrintable(QString::number(i)));
                QVERIFY(room.chartsInSight() > 0 || room.panel.page().isVisible());
                ++questions;
            }
            if (i + 1 == steps)
                break;
            if (mouse)
                QTest::mouseClick(&room.button(QStringLiteral("Next")), Qt::LeftButton);
            else
                QTest::keyClick(&room.window, Qt::Key_Right, Qt::AltModifier);
        }
        QCOMPARE(qsizetype(room.panel.results().answers.size()), qsizetype(questions));
        QVERIFY(questions >= 3);
    }
};

KNEEPOINT_TEST(LessonWindowTest)
#include "lesson_window_test.moc"
