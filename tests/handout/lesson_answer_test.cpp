// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/table.h"
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "model/handout/handout_answer.h"
#include "model/lesson/lesson_results.h"
#include "model/lesson/verdict.h"
#include "model/presets/embedded.h"
#include "model/scenario/scenario.h"
#include "tests/support/data_row.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <fmt/format.h>

using namespace kneepoint;

namespace {

/// Numbers, a choice, a curve, steps without a question, controls, and frozen charts.
constexpr std::string_view lessons[] = {"lessons/01-first-all-reduce", "lessons/04-moving-the-knee"};

Json ask(const Json& request)
{
    return Json::parse(handoutAnswer(request.dump(), shippedCalibration()));
}

std::string textOfLesson(std::string_view name)
{
    for (const EmbeddedFile& file : embeddedFiles())
        if (file.name == name)
            return std::string(file.text);
    return {};
}

/// A step of a lesson whose question has a kind.
struct Asked {
    std::string lesson;
    std::size_t index = 0;
    LessonStep step;

    [[nodiscard]] const Question& question() const { return *step.question; }
    [[nodiscard]] Json shown() const { return ask({{"question", "lesson_step"}, {"lesson", lesson}, {"step", index}}); }
    [[nodiscard]] Json judged(const Json& answer) const
    {
        return ask({{"question", "verdict"}, {"lesson", lesson}, {"step", index}, {"answer", answer}});
    }
};

Asked askedFor(Question::Kind kind)
{
    for (const std::string_view name : lessons) {
        const std::string text = textOfLesson(name);
        const Lesson lesson = *parseLesson(text, name);
        for (std::size_t i = 0; i < lesson.steps.size(); ++i)
            if (lesson.steps[i].question && lesson.steps[i].question->kind == kind)
                return {text, i, lesson.steps[i]};
    }
    qFatal("no lesson asks that");
}

std::string errorOf(const Json& answer)
{
    return answer.contains("error") ? answer["error"].get<std::string>() : std::string();
}

Json pointsOf(const std::vector<CurvePoint>& curve)
{
    Json points = Json::array();
    for (const CurvePoint& p : curve)
        points.push_back({p.x, p.y});
    return points;
}

Scenario scenarioIn(const Json& answer, const char* key)
{
    return parseScenario(answer[key].get<std::string>(), key, shippedCalibration())->scenario;
}

} // namespace

/// Lessons on the interactive page: what a step shows, and the verdict on an answer.
class LessonAnswerTest : public QObject {
    Q_OBJECT

private slots:
    void aStepHasItsTextsChartsAndControls()
    {
        int asking = 0, telling = 0;
        for (const std::string_view name : lessons) {
            const std::string text = textOfLesson(name);
            const Lesson lesson = *parseLesson(text, name);
            for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
                const LessonStep& step = lesson.steps[i];
                const Json shown = ask({{"question", "lesson_step"}, {"lesson", text}, {"step", i}});
                QCOMPARE(shown["lesson"].get<std::string>(), lesson.title);
                QCOMPARE(shown["minutes"].get<double>(), lesson.minutes);
                QCOMPARE(shown["steps"].get<std::size_t>(), lesson.steps.size());
                QCOMPARE(shown["title"].get<std::string>(), step.title);
                QCOMPARE(shown["text"].get<std::string>(), *filledText(step, step.text));
                QCOMPARE(shown["charts"].dump(), Json(step.charts).dump());
                QCOMPARE(shown["frozen"].dump(), Json(step.frozen).dump());
                QCOMPARE(shown["controls"].size(), step.controls.size());
                for (std::size_t c = 0; c < step.controls.size(); ++c)
                    QCOMPARE(shown["controls"][c].get<std::string>(), std::string(step.controls[c]->id));
                QVERIFY(scenarioIn(shown, "scenario") == step.scenario);
                QVERIFY(scenarioIn(shown, "before") == step.before_edits);
                const std::string explained = step.question ? "" : *filledText(step, step.explanation);
                QCOMPARE(shown["explanation"].get<std::string>(), explained);
                QCOMPARE(shown["question"].is_null(), !step.question.has_value());
                ++(step.question ? asking : telling);
            }
        }
        QVERIFY(asking > 3 && telling > 0);
    }

    /// The unit of a number, the answers of a choice, the axes of a curve, and nothing of the others.
    void aQuestionHasWhatItsKindNeeds_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("has");
        test::dataRow("number", static_cast<int>(Question::Kind::number), QByteArray("number"), QByteArray("unit"));
        test::dataRow("choice", static_cast<int>(Question::Kind::choice), QByteArray("choice"), QByteArray("choices"));
        test::dataRow("curve", static_cast<int>(Question::Kind::curve), QByteArray("curve"), QByteArray("sketch"));
    }
    void aQuestionHasWhatItsKindNeeds()
    {
        QFETCH(const int, kind);
        QFETCH(const QByteArray, name);
        QFETCH(const QByteArray, has);
        const Asked asked = askedFor(static_cast<Question::Kind>(kind));
        const Json question = asked.shown()["question"];
        QCOMPARE(question["kind"].get<std::string>(), name.toStdString());
        QCOMPARE(question["text"].get<std::string>(), *filledText(asked.step, asked.question().text));
        QCOMPARE(question["hint"].get<std::string>(), *filledText(asked.step, asked.question().hint));
        for (const char* part : {"unit", "choices", "sketch"})
            QCOMPARE(question.contains(part), has == part);
    }

    /// So that neither their order nor a mark says which one is right.
    void choicesAreSortedByTheirText()
    {
        const Asked asked = askedFor(Question::Kind::choice);
        const Json choices = asked.shown()["question"]["choices"];
        QCOMPARE(choices.size(), asked.question().choices.size());
        std::vector<std::string> texts;
        for (const Json& choice : choices) {
            texts.push_back(choice["text"].get<std::string>());
            QCOMPARE(choice.size(), std::size_t{2});
            const auto index = choice["index"].get<std::size_t>();
            QCOMPARE(texts.back(), *filledText(asked.step, asked.question().choices[index].text));
        }
        QVERIFY(std::ranges::is_sorted(texts));
    }

    /// From 1 to 256 workers: the axes have room for a speedup of 256, and for one that falls to 1/256.
    void axesOfACurveGiveNothingAway()
    {
        const Asked asked = askedFor(Question::Kind::curve);
        const Json sketch = asked.shown()["question"]["sketch"];
        QCOMPARE(sketch["parameter"].get<std::string>(), std::string("cluster.gpus"));
        QCOMPARE(sketch["metric"].get<std::string>(), std::string("speedup"));
        QCOMPARE(sketch["x"].dump(), std::string("[1.0,256.0]"));
        QCOMPARE(sketch["start"].dump(), std::string("[1.0,1.0]"));
        const std::vector<CurvePoint> right = rightCurve(asked.question());
        const double best = std::ranges::max(right, {}, &CurvePoint::y).y;
        QVERIFY(best > 1 && best < 256);
        QCOMPARE(sketch["y"][0].get<double>(), best / 256);
        QCOMPARE(sketch["y"][1].get<double>(), 256.0);
    }

    /// From 2 to 256 workers: 128 times what the curve begins with, or a 128th of its best.
    void axesOfACurveReachAsFarAsItsWorkers()
    {
        Asked asked = askedFor(Question::Kind::curve);
        const std::string whole = "\"from\": 1,\n    \"to\": 256", half = "\"from\": 2,\n    \"to\": 256";
        const auto at = asked.lesson.find(whole);
        QVERIFY(at != std::string::npos);
        asked.lesson.replace(at, whole.size(), half);
        const std::vector<CurvePoint> right =
            rightCurve(*parseLesson(asked.lesson, "lesson")->steps[asked.index].question);
        const Json sketch = asked.shown()["question"]["sketch"];
        QCOMPARE(sketch["x"].dump(), std::string("[2.0,256.0]"));
        QCOMPARE(sketch["start"][1].get<double>(), right.front().y);
        QCOMPARE(sketch["y"][0].get<double>(), std::ranges::max(right, {}, &CurvePoint::y).y / 128);
        QCOMPARE(sketch["y"][1].get<double>(), std::ranges::min(right, {}, &CurvePoint::y).y * 128);
    }

    void onlyStepsOfTheLessonAreShown()
    {
        const std::string text = textOfLesson(lessons[0]);
        const std::size_t steps = parseLesson(text, "lesson")->steps.size();
        const auto shown = [&](const Json& step) {
            return ask({{"question", "lesson_step"}, {"lesson", text}, {"step", step}});
        };
        QCOMPARE(errorOf(shown(0)), std::string());
        QCOMPARE(errorOf(shown(steps - 1)), std::string());
        for (const Json& none : {Json(-1), Json(steps), Json("1"), Json()})
            QCOMPARE(errorOf(shown(none)), std::string("the lesson has no such step"));
    }

    void aStepWithoutAQuestionTakesNoAnswer()
    {
        const std::string text = textOfLesson(lessons[0]);
        QVERIFY(!parseLesson(text, "lesson")->steps.front().question);
        const Json answer = ask({{"question", "verdict"}, {"lesson", text}, {"step", 0}, {"answer", {{"text", "1"}}}});
        QCOMPARE(errorOf(answer), std::string("the step asks nothing"));
    }

    void aNumberIsJudgedWithTheRightOne()
    {
        const Asked asked = askedFor(Question::Kind::number);
        const double right = *rightNumber(asked.question());
        for (const double factor : {1.0, 1.5, 0.5}) {
            const Json judged = asked.judged({{"text", fmt::format("{}", factor * right)}});
            const Verdict verdict = judgeNumber(asked.question(), factor * right);
            QCOMPARE(judged["right"].get<bool>(), factor == 1);
            QCOMPARE(judged["given"]["right"].get<bool>(), factor == 1);
            QCOMPARE(judged["given"]["step"].get<std::size_t>(), asked.index + 1);
            QCOMPARE(judged["given"]["factor"].get<double>(), verdict.factor);
            QCOMPARE(judged["given"]["misconception"].get<std::string>(), verdict.misconception);
            QCOMPARE(judged["sentence"].get<std::string>(), verdictSentence(asked.step, verdict));
            QCOMPARE(judged["explanation"].get<std::string>(), *filledText(asked.step, asked.step.explanation));
            QCOMPARE(judged["answer"].get<std::string>(), textOf(*asked.question().quantity));
            QVERIFY(!judged.contains("choice") && !judged.contains("curve"));
        }
    }

    void aChoiceIsJudgedWithTheRightOne()
    {
        const Asked asked = askedFor(Question::Kind::choice);
        const std::size_t right = *rightChoice(asked.question());
        const std::size_t count = asked.question().choices.size();
        for (std::size_t i = 0; i < count; ++i) {
            const Json judged = asked.judged({{"choice", i}});
            QCOMPARE(judged["right"].get<bool>(), i == right);
            QCOMPARE(judged["choice"].get<std::size_t>(), right);
            const auto& misconception = asked.question().choices[i].misconception;
            QCOMPARE(judged["given"]["misconception"].get<std::string>(), misconception ? misconception->name : "");
            QVERIFY(!judged.contains("answer") && !judged.contains("curve"));
        }
        for (const Json& none : {Json(-1), Json(count), Json("0"), Json()})
            QCOMPARE(errorOf(asked.judged({{"choice", none}})), std::string("choose one of the answers"));
    }

    void aCurveIsJudgedWithTheRightOne()
    {
        const Asked asked = askedFor(Question::Kind::curve);
        const std::vector<CurvePoint> right = rightCurve(asked.question());
        const Json judged = asked.judged({{"curve", pointsOf(right)}});
        QCOMPARE(judged["right"].get<bool>(), true);
        QCOMPARE(judged["given"]["factor"].get<double>(), 1.0);
        QCOMPARE(judged["curve"].dump(), pointsOf(right).dump());
        QVERIFY(!judged.contains("answer") && !judged.contains("choice"));
        const Json linear = asked.judged({{"curve", {{1, 1}, {256, 256}}}});
        QCOMPARE(linear["right"].get<bool>(), false);
        QCOMPARE(linear["given"]["misconception"].get<std::string>(), std::string("speedup is linear"));
    }

    /// In any order; what is no point of a curve does not count.
    void aSketchIsWhateverPointsWereDrawn()
    {
        const Asked asked = askedFor(Question::Kind::curve);
        std::vector<CurvePoint> right = rightCurve(asked.question());
        std::ranges::reverse(right);
        Json points = pointsOf(right);
        for (const Json& other : {Json(7), Json::array(), Json::array({1}), Json::array({"x", 9}),
                 Json::array({9, "y"}), Json::array({2, 900, 1}), Json::object()})
            points.push_back(other);
        QCOMPARE(asked.judged({{"curve", points}})["given"]["factor"].get<double>(), 1.0);
        const std::string nothing = "draw the curve from left to right first";
        QCOMPARE(errorOf(asked.judged({{"curve", Json::array({Json::array({1, 1})})}})), nothing);
        QCOMPARE(errorOf(asked.judged(Json::object())), nothing);
        QCOMPARE(errorOf(asked.judged({{"curve", {{1, 1}, {256, 40}}}})), std::string());
    }

    /// Steps are counted from 1 to 30, and only `true` is right.
    void resultsNameAStepEach()
    {
        const auto written = [](const Json& step, const Json& right) {
            return ask({{"question", "results"}, {"lesson", "x"}, {"student", ""},
                {"answers", {{{"step", step}, {"right", right}, {"factor", 1}, {"misconception", ""}}}}});
        };
        for (const int step : {1, 30})
            for (const Json& right : {Json(true), Json(false), Json("yes"), Json(1)}) {
                const Json answer = written(step, right);
                const Result<LessonResults> results = parseResults(answer["text"].get<std::string>(), "results");
                QVERIFY(results && results->lesson == "x" && results->answers.size() == 1);
                QCOMPARE(results->answers[0].step, step);
                QCOMPARE(results->answers[0].right, right == true);
            }
        for (const Json& none : {Json(0), Json(31), Json("1"), Json()})
            QCOMPARE(errorOf(written(none, true)), std::string("an answer names no step of the lesson"));
        const Json unmarked =
            ask({{"question", "results"}, {"lesson", "x"}, {"answers", {{{"step", 2}, {"factor", 3}}}}});
        QVERIFY(!parseResults(unmarked["text"].get<std::string>(), "results")->answers[0].right);
    }
};

KNEEPOINT_TEST(LessonAnswerTest)
#include "lesson_answer_test.moc"
