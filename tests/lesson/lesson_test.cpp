// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/calibration.h"
#include "model/lesson/lesson_check.h"
#include "model/lesson/lesson_results.h"
#include "model/lesson/verdict.h"
#include "model/scenario/scenario.h"
#include "tests/lesson/lesson_texts.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

std::vector<std::string> faultsOf(const std::string& text)
{
    const auto lesson = parseLesson(text, "file");
    return lesson ? checkLesson(*lesson) : std::vector{lesson.error().message};
}

} // namespace

/// Lessons and the lesson checker.
class LessonTest : public QObject {
    Q_OBJECT

private slots:
    void shippedLessonsPassTheCheck()
    {
        QVERIFY(shippedLessons().size() >= 12);
        for (const Lesson& lesson : shippedLessons()) {
            const auto faults = checkLesson(lesson);
            QVERIFY2(faults.empty(), faults.empty() ? "" : (lesson.id + faults.front()).c_str());
            QVERIFY2(lesson.minutes >= 5 && lesson.minutes <= 20, lesson.id.c_str());
            QVERIFY2(!instructorText(lesson).empty(), lesson.id.c_str());
        }
    }

    void everyShippedQuestionHasAMisconceptionForEachWrongChoice()
    {
        for (const Lesson& lesson : shippedLessons())
            for (const LessonStep& step : lesson.steps)
                if (step.question)
                    for (const AnswerChoice& c : step.question->choices)
                        QVERIFY2(c.right != c.misconception.has_value(), lesson.id.c_str());
    }

    void aGoodLessonPasses()
    {
        for (const std::string& question : {numberQuestion(linear), causeQuestion("exposed-communication")}) {
            const auto faults = faultsOf(lessonOf(question));
            QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
        }
    }

    void numbersComeFromTheEngine()
    {
        const auto lesson = parseLesson(lessonOf(numberQuestion(linear)), "file");
        QVERIFY(lesson.has_value());
        LessonStep step = lesson->steps.front();
        const double expected = *measure(metric("step_s"), step.scenario, shippedCalibration());
        QCOMPARE(*filledText(step, "{metric:step_s}"), formatQuantity(expected, Unit::seconds));
        QVERIFY(!filledText(step, "{metric:step_s @ elsewhere}"));
        step.scenario.cluster.gpu_mtbf_s = 182435600;
        QCOMPARE(*filledText(step, "{parameter:cluster.gpu_mtbf}"), std::string("5.78 years"));
        step.scenario.cluster.gpus = 16384;
        QCOMPARE(*filledText(step, "{parameter:cluster.gpus}"), std::string("16384"));
        QVERIFY(!filledText(step, "{nothing}"));
        QVERIFY(!filledText(step, "{metric:step_s"));
    }

    void faultsAreReportedWithTheirPlace_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& text, const char* says) {
            QTest::newRow(name) << QString::fromStdString(text) << says;
        };
        row("too long", lessonOf(numberQuestion(linear), "", "46"), "/minutes");
        row("unknown metric", lessonOf(numberQuestion(linear, R"({"metric": "joy"})")),
            "/steps/0/question/quantity/metric");
        row("unknown parameter", lessonOf(numberQuestion(linear), R"(, "edits": {"cluster.joy": 1})"),
            "/steps/0/edits/cluster.joy");
        row("four controls",
            lessonOf(numberQuestion(linear),
                R"(, "controls": ["cluster.gpus", "cluster.gpus", "cluster.gpus", "cluster.gpus"])"),
            "/steps/0/controls");
        row("unknown chart", lessonOf(numberQuestion(linear), R"(, "charts": ["pie"])"), "/steps/0/charts/0");
        row("unknown cause", lessonOf(causeQuestion("bad-luck") + ""), "/steps/0/question");
        row("an answer that differs from the engine's", lessonOf(causeQuestion("starved-input")),
            "the engine gives this one, but it is not marked right");
        row("a wrong answer that is right",
            lessonOf(numberQuestion(R"({"near": {"metric": "speedup"}, "misconception": "m", "reply": "r"})")),
            "within the tolerance of the right one");
        row("an unreachable answer", lessonOf(numberQuestion(linear + ", " + linear)), "this one is never matched");
        row("an unknown placeholder",
            lessonOf(numberQuestion(R"({"side": "above", "misconception": "m", "reply": "{joy}"})")),
            "/steps/0/question/wrong/0/reply");
        row("a chart that cannot be frozen",
            lessonOf(numberQuestion(linear), R"(, "charts": ["cluster"], "freeze": ["cluster"])"), "/steps/0/freeze/0");
        row("a frozen chart that is not shown",
            lessonOf(numberQuestion(linear), R"(, "controls": ["cluster.gpus"], "freeze": ["scaling"])"),
            "the step does not show this chart");
        row("a frozen chart that nothing changes",
            lessonOf(numberQuestion(linear), R"(, "charts": ["scaling"], "freeze": ["scaling"])"),
            "nothing changes against the frozen curve");
        const auto ring = [](const std::string& ranks) {
            return R"({"formula": "all_reduce.ring", "arguments": {"bytes": {"metric": "gradient_bytes"}, "ranks": )"
                + ranks + R"(, "bandwidth": {"parameter": "cluster.link_rate"}}})";
        };
        row("an argument from no parameter", lessonOf(numberQuestion(linear, ring(R"({"parameter": "joy"})"))),
            "/steps/0/question/quantity/arguments/ranks/parameter");
        row("an argument from a choice", lessonOf(numberQuestion(linear, ring(R"({"parameter": "cluster.gpu"})"))),
            "cluster.gpu is a choice, not a number");
        row("an argument from no figure", lessonOf(numberQuestion(linear, ring(R"({"metric": "joy"})"))),
            "/steps/0/question/quantity/arguments/ranks/metric");
        row("an argument out of range", lessonOf(numberQuestion(linear, ring(R"({"metric": "efficiency"})"))), "ranks");
        row("duplicate keys", lessonOf(numberQuestion(linear), R"(, "charts": [], "charts": [])"), "charts");
    }

    void faultsAreReportedWithTheirPlace()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, says);
        const auto faults = faultsOf(text.toStdString());
        QVERIFY(!faults.empty());
        QVERIFY2(faults.front().find(says.toStdString()) != std::string::npos, faults.front().c_str());
    }

    void aFrozenChartKeepsTheScenarioBeforeTheEdits()
    {
        const std::string frozen = R"(, "edits": {"cluster.gpus": 64}, "charts": ["scaling"], "freeze": ["scaling"])";
        const auto lesson = parseLesson(lessonOf(numberQuestion(linear), frozen), "file");
        QVERIFY2(lesson.has_value(), lesson ? "" : lesson.error().message.c_str());
        QVERIFY(checkLesson(*lesson).empty());
        const LessonStep& step = lesson->steps.front();
        QCOMPARE(step.frozen, std::vector<std::string>{"scaling"});
        QCOMPARE(step.scenario.cluster.gpus, 64.0);
        QVERIFY(step.before_edits.cluster.gpus != 64.0);
    }

    void deepNestingIsRejected()
    {
        QVERIFY(!parseLesson(lessonOf(std::string(100000, '[')), "file"));
        QVERIFY(!parseLesson(lessonOf(numberQuestion(linear)) + std::string(1 << 20, 'x'), "file"));
    }

    void guessesAreCheckedAgainstTheEngine()
    {
        const auto lesson = parseLesson(lessonOf(numberQuestion(linear)), "file");
        const Question& q = *lesson->steps.front().question;
        const double right = *rightNumber(q);
        QVERIFY(judgeNumber(q, right).right);
        QVERIFY(judgeNumber(q, right * 1.05).right);
        QVERIFY(!judgeNumber(q, right * 3).right);
        QCOMPARE(judgeNumber(q, right * 3).factor, 3.0);
        QCOMPARE(judgeNumber(q, *measure(metric("gpus"), lesson->steps.front().scenario, shippedCalibration()))
                     .misconception,
            std::string("linear"));
    }

    void sketchesAreComparedWithTheCurve()
    {
        const auto lesson = parseLesson(lessonOf(curve_question), "file");
        QVERIFY2(lesson.has_value(), lesson ? "" : lesson.error().message.c_str());
        QVERIFY(checkLesson(*lesson).empty());
        const Question& q = *lesson->steps.front().question;
        const auto right = rightCurve(q);
        QVERIFY(judgeCurve(q, right).right);
        const std::vector<CurvePoint> straight{{1, 1}, {16, 16}, {64, 64}, {256, 256}};
        QVERIFY(!judgeCurve(q, straight).right);
        std::vector<CurvePoint> line = right;
        for (CurvePoint& p : line)
            p.y = p.x;
        QCOMPARE(judgeCurve(q, line).misconception, std::string("linear"));
        QVERIFY(judgeCurve(q, line).factor > 2);
    }

    void resultsAreSummarized()
    {
        const LessonResults a{"x", "", {{1, false, 4, "linear"}, {2, true, 1, ""}}};
        const LessonResults b{"x", "B", {{1, false, 0.25, "linear"}, {2, false, 1, "other"}}};
        const auto read = parseResults(writeResults(b), "file");
        QVERIFY(read.has_value());
        QCOMPARE(read->answers.size(), b.answers.size());
        QCOMPARE(read->student, b.student);
        const std::vector<LessonResults> all{a, *read};
        const ResultsSummary summary = summarized(all);
        QCOMPARE(summary.misconceptions.front().name, std::string("linear"));
        QCOMPARE(summary.misconceptions.front().count, 2);
        QCOMPARE(summary.questions.front().typical_factor, 4.0);
        QCOMPARE(summary.questions.back().right, 1);
        QVERIFY(
            !parseResults(R"({"kneepoint_results": 1, "lesson": "x", "answers": [{"step": 0, "right": true}]})", "f"));
    }
};

KNEEPOINT_TEST(LessonTest)
#include "lesson_test.moc"
