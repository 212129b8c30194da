// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/fitted.h"
#include "model/lesson/lesson.h"
#include "model/lesson/lesson_markdown.h"
#include "model/scenario/scenario.h"
#include "model/units/units.h"
#include "tests/lesson/typed_numbers.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace kneepoint;
using nlohmann::json;

namespace {

json fileOf(const std::string& id)
{
    QFile file(sourcePath("resources/lessons/" + QString::fromStdString(id) + ".md"));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no such lesson");
    return json::parse(*jsonOfLessonMarkdown(file.readAll().toStdString(), id));
}

bool same(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::abs(b);
}

/// All values set by the step's scenarios.
std::vector<double> settingsOf(const LessonStep& step)
{
    std::vector<double> values;
    const auto add = [&](const Scenario& s) {
        for (const Parameter& p : catalogue())
            values.push_back(p.get(s));
    };
    add(step.scenario);
    add(step.before_edits);
    for (const auto& [name, scenario] : step.variants)
        add(scenario);
    if (step.question && step.question->over)
        values.insert(values.end(), {step.question->from, step.question->to});
    return values;
}

/// A formula argument typed in the file as a number or text, not taken from the engine.
struct TypedArgument {
    std::string where;
    double value = 0;
};

void collect(const json& node, const std::string& where, std::vector<TypedArgument>& typed)
{
    if (node.is_object() && node.contains("formula")) {
        const Formula& f = *findFormula(node.at("formula").get<std::string>());
        for (const FormulaArgument& a : f.arguments) {
            const std::string id(a.id);
            if (!node.at("arguments").contains(id))
                continue;
            const json& given = node.at("arguments").at(id);
            if (given.is_string())
                typed.push_back({where + "/" + id, parseQuantity(given.get<std::string>(), a.unit).value()});
            else if (given.is_number())
                typed.push_back({where + "/" + id, given.get<double>()});
        }
    }
    if (node.is_structured())
        for (const auto& [key, child] : node.items())
            collect(child, where + "/" + key, typed);
}

std::vector<TypedArgument> typedArguments(const json& step)
{
    std::vector<TypedArgument> typed;
    collect(step, "", typed);
    return typed;
}

/// Default arguments of a formula and the constants of its expression, which lessons may type.
void addConstants(const json& node, std::vector<double>& values)
{
    if (node.is_object() && node.contains("formula")) {
        const Formula& f = *findFormula(node.at("formula").get<std::string>());
        for (const FormulaArgument& a : f.arguments)
            if (a.fallback)
                values.push_back(*a.fallback);
        for (const TypedNumber& number : typedNumbers(f.expression))
            values.push_back(number.values.front());
    }
    if (node.is_structured())
        for (const auto& child : node)
            addConstants(child, values);
}

bool isAmong(const TypedNumber& number, const std::vector<double>& values)
{
    return std::ranges::any_of(number.values,
        [&](double reading) { return std::ranges::any_of(values, [&](double v) { return same(reading, v); }); });
}

/// The texts of the question as written in the file.
std::string posed(const LessonStep& step)
{
    return step.text + "\n\n" + (step.question ? step.question->text : std::string());
}

} // namespace

/// Lessons compute their results: a typed number in a text or formula is a setting or given by the question.
class LessonProseTest : public QObject {
    Q_OBJECT

private slots:
    void typedNumbersAreFoundInProse_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("found");
        QTest::newRow("a result") << "It takes 140 ms." << QStringList{"140 ms"};
        QTest::newRow("groups and units") << "On 16 384 GPUs at 25 GB/s." << QStringList{"16 384 GPUs", "25 GB/s"};
        QTest::newRow("a value of a symbol") << "The knee is at K = 6.12 here." << QStringList{"6.12 here"};
        QTest::newRow("money and shares") << "$3 an hour, 40 % of it" << QStringList{"$3 an", "40 %"};
        QTest::newRow("small words") << "from 0 to 1, twice 2" << QStringList{};
        QTest::newRow("formulas") << "2·(K − 1)/K of it, 3/e, t₁·B/(2·S), m·v, (1 − p)^n" << QStringList{};
        QTest::newRow("a formula's result") << "m·v is 32 in both" << QStringList{"32 in"};
        QTest::newRow("names") << "ZeRO-3 on H100 in BF16, Llama 70B, see lesson 6, stage 3" << QStringList{};
        QTest::newRow("formats") << "in 16 bits, a 32-bit copy" << QStringList{};
        QTest::newRow("an example of an answer") << "How much? (such as 40 GB)" << QStringList{};
        QTest::newRow("placeholders") << "{metric:step_s} of {working:a1}" << QStringList{};
    }
    void typedNumbersAreFoundInProse()
    {
        QFETCH(const QString, text);
        QFETCH(const QStringList, found);
        QStringList texts;
        for (const TypedNumber& number : typedNumbers(text.toStdString()))
            texts << QString::fromStdString(number.text);
        QCOMPARE(texts, found);
    }

    void everyNumberInATextIsASettingOrGivenByTheQuestion_data() { everyLesson(); }
    void everyNumberInATextIsASettingOrGivenByTheQuestion()
    {
        QFETCH(const QString, id);
        const Lesson& lesson = *findLesson(id.toStdString());
        const json file = fileOf(lesson.id);
        std::vector<double> given; // by the steps so far; later steps may refer back
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            const LessonStep& step = lesson.steps[i];
            const json& source = file.at("steps").at(i);
            for (const double value : settingsOf(step))
                given.push_back(value);
            for (const TypedArgument& argument : typedArguments(source))
                given.push_back(argument.value);
            addConstants(source, given);
            for (const std::string& text : {step.text, step.explanation})
                report(lesson, step, text, given);
            if (step.question)
                reportQuestion(lesson, step, given);
        }
    }

    void everyArgumentOfAFormulaIsASettingOrGivenByTheQuestion_data() { everyLesson(); }
    void everyArgumentOfAFormulaIsASettingOrGivenByTheQuestion()
    {
        QFETCH(const QString, id);
        const Lesson& lesson = *findLesson(id.toStdString());
        const json file = fileOf(lesson.id);
        std::vector<double> stated;
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            const LessonStep& step = lesson.steps[i];
            for (const double value : settingsOf(step))
                stated.push_back(value);
            for (const TypedNumber& number : typedNumbers(posed(step), SmallNumbers::kept))
                stated.insert(stated.end(), number.values.begin(), number.values.end());
            for (const TypedArgument& argument : typedArguments(file.at("steps").at(i))) {
                const bool small = argument.value <= 2 && argument.value == std::floor(argument.value);
                const auto is = [&](double value) { return same(argument.value, value); };
                QVERIFY2(small || std::ranges::any_of(stated, is),
                    (step.title + argument.where + " is typed: neither a setting of the step nor given in its question")
                        .c_str());
            }
        }
    }

    void noTextShowsMoreDigitsThanAnyoneWouldSay_data() { everyLesson(); }
    void noTextShowsMoreDigitsThanAnyoneWouldSay()
    {
        QFETCH(const QString, id);
        static const QRegularExpression fraction(QStringLiteral("[0-9]+[.][0-9]+"));
        for (const LessonStep& step : findLesson(id.toStdString())->steps) {
            std::vector<std::string> texts{step.text, step.explanation};
            if (step.question)
                texts.insert(texts.end(), {step.question->text, step.question->hint});
            for (const std::string& text : texts) {
                const QString filled = QString::fromStdString(filledText(step, text).value());
                for (auto found = fraction.globalMatch(filled); found.hasNext();)
                    if (const QString number = found.next().captured(); number.size() > 5)
                        QFAIL(qPrintable(number + QStringLiteral(" in: ") + filled));
            }
        }
    }

private:
    static void report(
        const Lesson& lesson, const LessonStep& step, const std::string& text, const std::vector<double>& given)
    {
        for (const TypedNumber& number : typedNumbers(text))
            if (!isAmong(number, given))
                QTest::qFail(
                    (lesson.id + ", " + step.title + ": \"" + number.text + "\" is typed; let it be computed").c_str(),
                    __FILE__, __LINE__);
    }
    static void reportQuestion(const Lesson& lesson, const LessonStep& step, std::vector<double> given)
    {
        const Question& q = *step.question;
        std::vector<std::string> texts{q.text, q.hint};
        for (const WrongNumber& wrong : q.wrong_numbers)
            texts.push_back(wrong.misconception.reply);
        for (const WrongShape& wrong : q.wrong_shapes)
            texts.push_back(wrong.misconception.reply);
        for (const AnswerChoice& choice : q.choices) {
            if (choice.misconception)
                texts.push_back(choice.misconception->reply);
            reportChoice(lesson, step, choice, given);
        }
        for (const std::string& text : texts)
            report(lesson, step, text, given);
    }
    /// A choice may contain a number of its own range; the engine determines which range is right.
    static void reportChoice(
        const Lesson& lesson, const LessonStep& step, const AnswerChoice& choice, const std::vector<double>& given)
    {
        for (const TypedNumber& number : typedNumbers(choice.text)) {
            const auto inside = [&](double value) { return choice.from <= value && value <= choice.to; };
            if (!std::ranges::any_of(number.values, inside) && !isAmong(number, given))
                QTest::qFail(
                    (lesson.id + ", " + step.title + ": \"" + number.text + "\" is not in the choice's range").c_str(),
                    __FILE__, __LINE__);
        }
    }
    static void everyLesson()
    {
        QTest::addColumn<QString>("id");
        for (const Lesson& lesson : shippedLessons())
            QTest::newRow(lesson.id.c_str()) << QString::fromStdString(lesson.id);
    }
};

KNEEPOINT_TEST(LessonProseTest)
#include "lesson_prose_test.moc"
