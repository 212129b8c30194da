// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "model/diagnosis/diagnosis.h"
#include "model/lesson/lesson_check.h"
#include "model/lesson/quiz.h"
#include "model/lesson/verdict.h"
#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace kneepoint;

/// The quiz, which opens scenarios without their names.
class QuizTest : public QObject {
    Q_OBJECT

private slots:
    void theIntendedAnswerIsTheFirstCauseOfTheDiagnosis()
    {
        for (const QuizCases which : {QuizCases::suspects, QuizCases::all_causes}) {
            const Lesson quiz = makeQuiz(which, 1);
            const auto faults = checkLesson(quiz);
            QVERIFY2(faults.empty(), faults.empty() ? "" : faults.front().c_str());
        }
    }

    /// For 200 seeds, in any order and with any choices, the right answer is the diagnosis's first cause.
    void theAnswerOfEverySeedIsTheFirstCauseOfTheDiagnosis()
    {
        std::vector<std::pair<Scenario, Cause>> known; // all seeds share the same cases
        const auto causeOf = [&](const Scenario& s) {
            const auto found = std::ranges::find(known, s, &std::pair<Scenario, Cause>::first);
            if (found != known.end())
                return found->second;
            known.emplace_back(s, diagnose(analyze(s)).causes.front().cause);
            return known.back().second;
        };
        for (std::uint32_t seed = 0; seed < 200; ++seed)
            for (const QuizCases which : {QuizCases::suspects, QuizCases::all_causes})
                for (const LessonStep& step : makeQuiz(which, seed).steps) {
                    const Cause cause = causeOf(*step.question->scenario);
                    for (const AnswerChoice& choice : step.question->choices)
                        QCOMPARE(choice.right, choice.cause == cause);
                }
        QCOMPARE(known.size(), std::size_t(12));
    }

    void anyScenarioWithACauseCanBeACase()
    {
        int cases = 0;
        for (const ScenarioFile& preset : scenarioPresets()) {
            const auto lesson = blindCase(preset.scenario, 3);
            QCOMPARE(lesson.has_value(), !diagnose(analyze(preset.scenario)).causes.empty());
            if (!lesson)
                continue;
            ++cases;
            const auto faults = checkLesson(*lesson);
            QVERIFY2(faults.empty(), faults.empty() ? "" : (preset.id + ": " + faults.front()).c_str());
        }
        QVERIFY(cases > 20);
    }

    void eachNameGivesItsOwnQuiz()
    {
        QCOMPARE(quizSeed(7, ""), 7U);
        QCOMPARE(quizSeed(7, "Ada"), quizSeed(7, "Ada"));
        QVERIFY(quizSeed(7, "Ada") != quizSeed(7, "Alan"));
        QVERIFY(quizSeed(7, "Ada") != quizSeed(8, "Ada"));
    }

    void everyCaseOfEverySeedHasOneRightAnswer()
    {
        std::set<std::string> orders;
        for (std::uint32_t seed = 0; seed < 200; ++seed)
            for (const QuizCases which : {QuizCases::suspects, QuizCases::all_causes}) {
                const Lesson quiz = makeQuiz(which, seed);
                std::string order;
                std::set<Cause> asked;
                for (const LessonStep& step : quiz.steps) {
                    const auto& choices = step.question->choices;
                    QCOMPARE(std::ranges::count(choices, true, &AnswerChoice::right), 1);
                    const auto right = std::ranges::find(choices, true, &AnswerChoice::right);
                    asked.insert(right->cause);
                    order += right->text + std::to_string(right - choices.begin());
                }
                QCOMPARE(asked.size(), quiz.steps.size());
                orders.insert(order);
            }
        QVERIFY(orders.size() > 300);
    }

    void theSameSeedGivesTheSameQuiz()
    {
        QCOMPARE(lessonText(makeQuiz(QuizCases::suspects, 7)), lessonText(makeQuiz(QuizCases::suspects, 7)));
        QVERIFY(lessonText(makeQuiz(QuizCases::suspects, 7)) != lessonText(makeQuiz(QuizCases::suspects, 8)));
    }

    void noTextRevealsTheAnswer()
    {
        for (const LessonStep& step : makeQuiz(QuizCases::all_causes, 3).steps) {
            const auto right = std::ranges::find(step.question->choices, true, &AnswerChoice::right);
            for (const std::string& text : {step.title, *filledText(step, step.text), step.question->text}) {
                QVERIFY2(text.find(right->text) == std::string::npos, text.c_str());
                for (const ScenarioFile& preset : scenarioPresets())
                    QVERIFY(text.find(preset.title) == std::string::npos);
            }
        }
    }
};

KNEEPOINT_TEST(QuizTest)
#include "quiz_test.moc"
