// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/window_actions.h"
#include "model/catalogue/catalogue.h"
#include "model/lesson/giveaway.h"
#include "tests/app/teaching/classroom.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/board.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/panels/status_line.h"

#include <QAction>

using namespace kneepoint;

/// Walks every step of every lesson in the window and reads everything that can be read there.
class LessonGiveawayWindowTest : public QObject {
    Q_OBJECT

private slots:
    void nothingInTheWindowAnswersAQuestionBeforeItIsAnswered_data()
    {
        QTest::addColumn<QString>("id");
        for (const Lesson& lesson : shippedLessons())
            QTest::newRow(lesson.id.c_str()) << QString::fromStdString(lesson.id);
    }
    void nothingInTheWindowAnswersAQuestionBeforeItIsAnswered()
    {
        QFETCH(const QString, id);
        Classroom room;
        const Lesson& lesson = *findLesson(id.toStdString());
        room.window.lessons().open(lesson);
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            room.panel.goTo(i);
            QVERIFY(!room.window.board().headline().isVisible() || !room.panel.asksAgain());
            readFor(room, lesson, i, i);
            if (!lesson.steps[i].question)
                continue;
            QCOMPARE(room.chartsInSight(), 0);
            answerWithMouse(room);
            VERIFY_EVENTUALLY(!room.panel.isBlind());
            readFor(room, lesson, i, i + 1);
        }
    }

    /// Nor does the difference from a scenario that was pinned before the lesson.
    void thePinnedScenarioAnswersNothing()
    {
        Classroom room;
        room.window.actions().pin->trigger();
        room.window.document().editOnce(parameter("cluster.gpus"), 256);
        QVERIFY(room.window.statusLine().text() != room.window.document().shownTitle());
        const Lesson& lesson = *findLesson("01-first-all-reduce");
        room.window.lessons().open(lesson);
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            room.panel.goTo(i);
            if (lesson.steps[i].question)
                QCOMPARE(room.window.statusLine().text(), room.window.document().shownTitle());
        }
    }

private:
    /// No text answers the question of this step or a later one.
    static void readFor(const Classroom& room, const Lesson& lesson, std::size_t step, std::size_t from)
    {
        for (const QString& words : readable(room.window))
            for (std::size_t i = from; i < lesson.steps.size(); ++i)
                if (const auto& q = lesson.steps[i].question)
                    if (const auto found = givenAway(*q, words.toStdString()))
                        QTest::qFail(qPrintable(QStringLiteral("step %1 shows \"%2\", the answer of step %3: %4")
                                                    .arg(step + 1)
                                                    .arg(QString::fromStdString(*found))
                                                    .arg(i + 1)
                                                    .arg(words)),
                            __FILE__, __LINE__);
    }
};

KNEEPOINT_TEST(LessonGiveawayWindowTest)
#include "lesson_giveaway_window_test.moc"
