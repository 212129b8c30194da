// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/analysis.h"
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "model/lesson/lesson.h"
#include "model/lesson/verdict.h"
#include "model/scenario/scenario.h"
#include "tests/cli/answer.h"
#include "tests/support/compare.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"

#include <QRegularExpression>

#include <map>

using namespace kneepoint;

namespace {

/// The output of `kneepoint eval` for a scenario.
class Eval {
public:
    explicit Eval(const Scenario& s)
        : m_analysis(analyze(s))
    {
        ScenarioFile scenario;
        scenario.title = "Step";
        scenario.scenario = s;
        const test::TemporaryFiles files;
        const std::string step =
            files.write("step.kneepoint", QByteArray::fromStdString(writeScenario(scenario, shippedCalibration())));
        m_lines = lines(ask({"eval", step}).out);
        m_json = ask({"eval", step, "--json"}).json();
    }

    /// The value as printed, without interval or mark; empty if it is not listed.
    [[nodiscard]] std::string printed(const Metric& m) const
    {
        const std::string name = "  " + nameText(m, m_analysis) + "  ";
        for (const std::string& line : m_lines)
            if (line.starts_with(name)) {
                const std::string value = line.substr(line.find_first_not_of(' ', name.size()));
                return value.substr(0, value.find("  "));
            }
        return {};
    }
    [[nodiscard]] double value(const Metric& m) const { return m_json.at(std::string(m.id)).get<double>(); }

private:
    Analysis m_analysis;
    std::vector<std::string> m_lines;
    nlohmann::ordered_json m_json;
};

/// All texts of a step that may contain a number.
std::vector<std::string> textsOf(const LessonStep& step)
{
    std::vector<std::string> texts{step.text, step.explanation};
    if (!step.question)
        return texts;
    const Question& q = *step.question;
    texts.insert(texts.end(), {q.text, q.hint});
    for (const WrongNumber& wrong : q.wrong_numbers)
        texts.push_back(wrong.misconception.reply);
    for (const WrongShape& wrong : q.wrong_shapes)
        texts.push_back(wrong.misconception.reply);
    for (const AnswerChoice& choice : q.choices) {
        texts.push_back(choice.text);
        if (choice.misconception)
            texts.push_back(choice.misconception->reply);
    }
    return texts;
}

/// The quantity from the output of eval, in base units.
double fromEval(const ComputedNumber& q)
{
    const double value = Eval(q.scenario).value(*q.metric);
    if (!q.against)
        return value;
    return joined(q.as, value, Eval(*q.against).value(*q.metric));
}

/// The text of a quantity as eval prints it; formulas are not metrics of a scenario.
std::string textFromEval(const ComputedNumber& q)
{
    return q.as == ComputedNumber::As::value ? Eval(q.scenario).printed(*q.metric)
                                             : formatQuantity(fromEval(q), unitOf(q));
}

} // namespace

/// Every number in every shipped lesson equals that of `kneepoint eval` for the step's scenario.
class LessonNumbersTest : public QObject {
    Q_OBJECT

private slots:
    void numbersInTextsMatchEval_data() { everyLesson(); }
    void numbersInTextsMatchEval()
    {
        QFETCH(const QString, id);
        static const QRegularExpression figure(QStringLiteral("\\{metric:(\\w+)(?: @ (\\w+))?\\}"));
        for (const LessonStep& step : findLesson(id.toStdString())->steps) {
            std::map<std::string, Eval> evals;
            for (const std::string& text : textsOf(step))
                for (auto all = figure.globalMatch(QString::fromStdString(text)); all.hasNext();) {
                    const auto found = all.next();
                    const std::string variant = found.captured(2).toStdString();
                    const Scenario& scenario = variant.empty() ? step.scenario : step.variants.at(variant);
                    const Eval& eval = evals.try_emplace(variant, scenario).first->second;
                    const auto shown = filledText(step, found.captured().toStdString());
                    QVERIFY2(shown.has_value(), qPrintable(found.captured()));
                    const std::string expected = eval.printed(metric(found.captured(1).toStdString()));
                    QVERIFY2(*shown == expected,
                        (found.captured().toStdString() + ": " + *shown + ", eval: " + expected).c_str());
                }
        }
    }

    void namedNumbersMatchEval_data() { everyLesson(); }
    void namedNumbersMatchEval()
    {
        QFETCH(const QString, id);
        for (const LessonStep& step : findLesson(id.toStdString())->steps)
            for (const auto& [name, number] : step.numbers)
                if (number.metric) {
                    const auto shown = filledText(step, "{" + name + "}");
                    QVERIFY(shown.has_value());
                    QCOMPARE(*shown, textFromEval(number));
                }
    }

    void revealedAnswersMatchEval_data() { everyLesson(); }
    void revealedAnswersMatchEval()
    {
        QFETCH(const QString, id);
        for (const LessonStep& step : findLesson(id.toStdString())->steps) {
            if (!step.question || !step.question->quantity || !step.question->quantity->metric)
                continue;
            const Question& q = *step.question;
            if (q.kind == Question::Kind::number)
                QCOMPARE(textOf(*q.quantity), textFromEval(*q.quantity));
            if (q.kind == Question::Kind::choice) {
                const double value = fromEval(*q.quantity);
                const AnswerChoice& right = q.choices[rightChoice(q).value()];
                QVERIFY2(right.from <= value && value <= right.to, step.title.c_str());
            }
            if (q.kind == Question::Kind::curve)
                for (const CurvePoint& point : rightCurve(q, 5)) {
                    Scenario there = q.quantity->scenario;
                    q.over->edit(there, point.x, shippedCalibration());
                    VERIFY_CLOSE(point.y, Eval(there).value(*q.quantity->metric), 1e-9);
                }
        }
    }

    /// "t = 2·(8 − 1)/8·2 GB/(25 GB/s) = 140 ms" under a question about comm_s: both match eval.
    void formulasWithNumbersMatchEval_data() { everyLesson(); }
    void formulasWithNumbersMatchEval()
    {
        QFETCH(const QString, id);
        static const QRegularExpression working(QStringLiteral("\\{working:(\\w+)\\}"));
        for (const LessonStep& step : findLesson(id.toStdString())->steps) {
            const auto* asked = step.question && step.question->quantity ? &*step.question->quantity : nullptr;
            for (auto all = working.globalMatch(QString::fromStdString(step.explanation)); all.hasNext();) {
                const auto found = all.next();
                const ComputedNumber& number = step.numbers.at(found.captured(1).toStdString());
                const std::string shown = filledText(step, found.captured().toStdString()).value();
                const std::string result = formatQuantity(valueOf(number).value(), unitOf(number));
                QVERIFY2(shown.ends_with(" = " + result), shown.c_str());
                for (const FormulaArgument& a : number.formula->arguments)
                    if (const auto given = number.arguments.find(a.id); given != number.arguments.end())
                        QVERIFY2(shown.find(formatQuantity(given->second, a.unit)) != std::string::npos, shown.c_str());
                const bool is_answer = asked && step.question->kind == Question::Kind::number;
                if (is_answer && asked->metric && unitOf(*asked) == unitOf(number))
                    QVERIFY2(textFromEval(*asked).ends_with(result), shown.c_str());
            }
        }
    }

    void argumentsFromTheEngineMatchEval()
    {
        const LessonStep& ring = findLesson("01-first-all-reduce")->steps[1];
        const FormulaInput& given = ring.numbers.at("ring").arguments;
        const Eval eval(ring.scenario);
        QCOMPARE(given.at("bytes"), eval.value(metric("gradient_bytes")));
        QCOMPARE(given.at("ranks"), eval.value(metric("workers")));
        const LessonStep& knee = findLesson("01-first-all-reduce")->steps[2];
        Scenario one = knee.scenario;
        parameter("cluster.gpus").edit(one, 1, shippedCalibration());
        QCOMPARE(knee.numbers.at("knee").arguments.at("compute"), Eval(one).value(metric("compute_s")));
    }

private:
    static void everyLesson()
    {
        QTest::addColumn<QString>("id");
        for (const Lesson& lesson : shippedLessons())
            QTest::newRow(lesson.id.c_str()) << QString::fromStdString(lesson.id);
    }
};

KNEEPOINT_TEST(LessonNumbersTest)
#include "lesson_numbers_test.moc"
