// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/giveaway.h"
#include "model/lesson/lesson_check.h"
#include "model/lesson/quiz.h"
#include "tests/lesson/lesson_texts.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

Question questionOf(const std::string& json)
{
    const auto lesson = parseLesson(lessonOf(json), "file");
    if (!lesson)
        qFatal("%s", lesson.error().message.c_str());
    return *lesson->steps.front().question;
}

const std::string time_question = numberQuestion(linear, R"({"metric": "comm_s"})");

} // namespace

/// Nothing may answer a question before it is asked.
class GiveawayTest : public QObject {
    Q_OBJECT

private slots:
    void noShippedLessonAnswersAQuestionThatIsStillToCome_data()
    {
        QTest::addColumn<QString>("id");
        for (const Lesson& lesson : shippedLessons())
            QTest::newRow(lesson.id.c_str()) << QString::fromStdString(lesson.id);
    }
    void noShippedLessonAnswersAQuestionThatIsStillToCome()
    {
        QFETCH(const QString, id);
        for (const std::string& fault : giveaways(*findLesson(id.toStdString())))
            QTest::qFail(fault.c_str(), __FILE__, __LINE__);
    }
    void noQuizAnswersAQuestion()
    {
        for (std::uint32_t seed = 0; seed < 50; ++seed)
            for (const QuizCases which : {QuizCases::suspects, QuizCases::all_causes})
                for (const std::string& fault : giveaways(makeQuiz(which, seed)))
                    QTest::qFail(fault.c_str(), __FILE__, __LINE__);
    }

    void aNumberIsFoundWithItsUnit_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("found");
        QTest::newRow("as formatted") << "It takes 140 ms." << true;
        QTest::newRow("in another unit") << "It takes 0.14 s." << true;
        QTest::newRow("another number") << "It takes 150 ms." << false;
        QTest::newRow("another quantity") << "It sends 140 GB." << false;
        QTest::newRow("part of a number") << "It takes 2140 ms." << false;
        QTest::newRow("part of a word") << "The H140 ms" << false;
        QTest::newRow("no number") << "How long does it take?" << false;
    }
    void aNumberIsFoundWithItsUnit()
    {
        QFETCH(const QString, text);
        QFETCH(const bool, found);
        QCOMPARE(givenAway(questionOf(time_question), text.toStdString()).has_value(), found);
    }

    void aCauseIsFoundByItsNameAndByTheWordsOfItsChoice()
    {
        const Question& q = *findLesson("05-five-suspects")->steps.front().question;
        QVERIFY(givenAway(q, "This is exposed communication."));
        QVERIFY(givenAway(q, "Communication that is exposed"));
        QVERIFY(!givenAway(q, "Communication takes long."));
        QVERIFY(!givenAway(q, "Starved input"));
    }

    void everyPlaceOfALessonIsSearched_data()
    {
        QTest::addColumn<QByteArray>("part");
        QTest::addColumn<QByteArray>("telling"); // instead of that part
        QTest::addColumn<QByteArray>("where");
        const auto row = [](const char* name, const QByteArray& part, const QByteArray& telling, const char* where) {
            QTest::newRow(name) << part << telling << QByteArray(where);
        };
        row("nowhere", "T", "T", "");
        row("title of the lesson", "title: T", "title: 140 ms", "/title");
        row("title of a later step", "{metric:step_s}.", "{metric:step_s}.\n\n# 140 ms\n\nx", "/steps/1/title");
        row("text", "K is", "140 ms, K is", "/steps/0/text");
        row("explanation of an earlier step", "# s\n",
            "# a\n\n```json\n{\"scenario\": \"knee-simulator\"}\n```\n\nx\n\n## Explanation\n\n140 ms\n\n# s\n",
            "/steps/0/explanation");
        row("question", "\nq\n", "\n140 ms\n", "/steps/0/question/text");
        row("hint", "\nh\n", "\n140 ms\n", "/steps/0/question/hint");
        row("evidence", R"("tolerance": 0.1)",
            R"("tolerance": 0.1, "evidence": [{"label": "140 ms", "metric": "comm_s"}])", "/steps/0/question/evidence");
    }
    void everyPlaceOfALessonIsSearched()
    {
        QFETCH(const QByteArray, part);
        QFETCH(const QByteArray, telling);
        QFETCH(const QByteArray, where);
        std::string text = lessonOf(time_question);
        text.replace(text.rfind(part.toStdString()), static_cast<std::size_t>(part.size()), telling.toStdString());
        const auto lesson = parseLesson(text, "file");
        QVERIFY2(lesson.has_value(), lesson ? "" : lesson.error().message.c_str());
        const auto faults = giveaways(*lesson);
        QCOMPARE(faults.empty(), where.isEmpty());
        if (!where.isEmpty())
            QVERIFY2(QByteArray::fromStdString(faults.front()).startsWith(where + ":"), faults.front().c_str());
    }
    void aChartThatDrawsTheAnswerOfALaterStepIsFound()
    {
        const std::string first =
            "# a\n\n```json\n{\"scenario\": \"knee-simulator\", \"charts\": [\"scaling\"]}\n```\n\nx\n\n";
        std::string text = lessonOf(numberQuestion(linear));
        text.insert(text.find("# s\n"), first);
        const auto lesson = parseLesson(text, "file");
        QVERIFY2(lesson.has_value(), lesson ? "" : lesson.error().message.c_str());
        const auto faults = checkLesson(*lesson);
        QVERIFY(!faults.empty());
        QVERIFY2(faults.front().find("the chart scaling answers the question of step 2") != std::string::npos,
            faults.front().c_str());
    }
};

KNEEPOINT_TEST(GiveawayTest)
#include "giveaway_test.moc"
