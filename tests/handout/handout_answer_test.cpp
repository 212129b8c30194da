// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/handout/handout_answer.h"

#include "model/analysis/knees.h"
#include "model/answers/diagnosis_json.h"
#include "model/answers/eval_answer.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/catalogue/slider_mapping.h"
#include "model/constants/calibration.h"
#include "model/lesson/lesson_results.h"
#include "model/presets/embedded.h"
#include "model/results/chart_words.h"
#include "model/results/headline_figures.h"
#include "model/units/units.h"
#include "tests/support/data_row.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// What the interactive page asks the engine.
class HandoutAnswerTest : public QObject {
    Q_OBJECT

    static Json ask(const Json& request) { return Json::parse(handoutAnswer(request.dump(), shippedCalibration())); }

    static std::string scenarioText(std::string_view id)
    {
        return writeScenario(*scenarioPreset(id, shippedCalibration()), shippedCalibration());
    }

    static std::string lessonText(std::string_view name)
    {
        for (const EmbeddedFile& file : embeddedFiles())
            if (file.name == name)
                return std::string(file.text);
        return {};
    }

private slots:
    void figuresAreThoseOfEval()
    {
        for (const ScenarioFile& shipped : scenarioPresets()) {
            ScenarioFile file = shipped;
            file.id.clear();
            const auto planned = planLayout(file.scenario, shippedCalibration());
            const Json answer =
                ask({{"question", "analysis"}, {"scenario", writeScenario(shipped, shippedCalibration())}});
            QCOMPARE(answer["figures"].dump(), evalJson(file, analyze(file.scenario), planned).dump());
        }
    }

    void anAnsweredScenarioIsAskedAgainWithTheSameAnswer()
    {
        const Json first = ask({{"question", "analysis"}, {"scenario", scenarioText("llama3-70b-512xh100")},
            {"set", {{{"id", "cluster.gpus"}, {"value", 256}}}}});
        const Json second = ask({{"question", "analysis"}, {"scenario", first["scenario"]}});
        QCOMPARE(second.dump(), first.dump());
    }

    void aSlidersPositionIsItsValue()
    {
        const Parameter& p = parameter("cluster.link_rate");
        const SliderMapping slider(p);
        const int position = slider.steps() / 2;
        const Json answer = ask({{"question", "analysis"}, {"scenario", scenarioText("knee-simulator")},
            {"set", {{{"id", p.id}, {"position", position}}}}, {"controls", {p.id}}});
        QCOMPARE(answer["controls"][0]["value"].get<double>(), slider.value(position));
        QCOMPARE(answer["controls"][0]["position"].get<int>(), position);
    }

    void wrongRequestsAreAnsweredInASentence_data()
    {
        QTest::addColumn<QString>("request");
        QTest::addColumn<QString>("says");
        test::dataRow("no JSON", "no", "not valid JSON");
        test::dataRow("a list", "[]", "not a question");
        test::dataRow("no question", "{}", "not a question");
        test::dataRow("an unknown question", R"({"question": "why"})", "\"why\" is not a question");
        test::dataRow("a scenario that is a number", R"({"question": "analysis", "scenario": 7})", "not valid JSON");
        test::dataRow("a name of the file", R"({"question": "analysis", "scenario": "{}", "place": "a.kneepoint"})",
            "a.kneepoint: /kneepoint: missing");
        test::dataRow("an unknown parameter",
            R"({"question": "analysis", "scenario": MINIMAL, "set": [{"id": "cluster.gpuss"}]})",
            "cluster.gpuss: no parameter is called that");
        test::dataRow("a setting that is a number", R"({"question": "analysis", "scenario": MINIMAL, "set": [7]})",
            "no parameter");
        test::dataRow("no value", R"({"question": "analysis", "scenario": MINIMAL, "set": [{"id": "cluster.gpus"}]})",
            "expected a number");
        test::dataRow("a value out of range", R"({"question": "analysis", "scenario": MINIMAL, "edit":
                [{"parameter": "cluster.gpus", "value": -1}]})",
            "GPUs: -1 is out of range");
        test::dataRow("a flag for a number", R"({"question": "analysis", "scenario": MINIMAL, "edit":
                [{"parameter": "cluster.gpus", "value": true}]})",
            "GPUs: expected a number");
        test::dataRow("a number for a choice", R"({"question": "analysis", "scenario": MINIMAL, "edit":
                [{"parameter": "cluster.gpu", "value": 1}]})",
            "'1' is not one of");
        test::dataRow("an unknown figure", R"({"question": "texts", "metric": "x", "values": [1]})", "neither");
        test::dataRow("no lesson", R"({"question": "lesson_step", "step": 0})", "lesson");
        test::dataRow("an answer to no lesson", R"({"question": "verdict", "step": 0})", "lesson");
    }

    void wrongRequestsAreAnsweredInASentence()
    {
        QFETCH(const QString, request);
        QFETCH(const QString, says);
        // Qt's meta-object compiler cannot read a raw string with a backslash before a quotation mark.
        const QString whole = QString(request).replace("MINIMAL", "\"{\\\"kneepoint\\\": 1}\"");
        const Json answer = Json::parse(handoutAnswer(whole.toStdString(), shippedCalibration()));
        QVERIFY2(answer.contains("error"), qPrintable(whole));
        const auto sentence = QString::fromStdString(answer["error"].get<std::string>());
        QVERIFY2(sentence.contains(says), qPrintable(sentence));
    }

    void textsAreThoseOfTheProgram()
    {
        const Json answer = ask({{"question", "texts"}, {"metric", "step_s"}, {"values", {0.412, "x"}}});
        QCOMPARE(answer["texts"][0].get<std::string>(), std::string("412 ms"));
        QCOMPARE(answer["texts"][1].get<std::string>(), std::string("–"));
    }

    /// Figures of the roofline, the curve and the bars, as the analysis has them.
    void chartsHaveTheFiguresOfTheAnalysis_data()
    {
        QTest::addColumn<QByteArray>("id");
        for (const char* id : {"knee-simulator", "llama3-70b-512xh100", "comm-wall-1024", "resnet50-10gbe"})
            QTest::newRow(id) << QByteArray(id);
    }
    void chartsHaveTheFiguresOfTheAnalysis()
    {
        QFETCH(const QByteArray, id);
        const Json answer = ask({{"question", "analysis"}, {"scenario", scenarioText(id.toStdString())}});
        const Analysis a = analyze(scenarioPreset(id.toStdString(), shippedCalibration())->scenario);
        const Json& bars = answer["breakdown"]["bars"];
        QCOMPARE(bars.size(), a.breakdown.size());
        for (std::size_t i = 0; i < a.breakdown.size(); ++i) {
            QCOMPARE(bars[i]["k"].get<double>(), a.breakdown[i].workers);
            QCOMPARE(bars[i]["step_s"].get<double>(), a.breakdown[i].step.step_s);
            for (std::size_t part = 0; part < part_count; ++part) {
                QCOMPARE(bars[i]["exposed"][part].get<double>(), a.breakdown[i].step.parts[part].exposed_s);
                QCOMPARE(bars[i]["hidden"][part].get<double>(), a.breakdown[i].step.parts[part].hidden_s);
            }
        }
        QCOMPARE(answer["breakdown"]["in_shares"].get<bool>(), a.scenario.workload.scaling == Scaling::strong);
        const Json& interval = answer["breakdown"]["interval"];
        QCOMPARE(interval.is_null(), a.prediction_interval.rows == 0);
        if (!interval.is_null()) {
            QCOMPARE(interval[0].get<double>(), a.prediction_interval.low_s);
            QCOMPARE(interval[1].get<double>(), a.prediction_interval.high_s);
        }
        QCOMPARE(answer["scaling"]["flag"].is_null(), !theKnee(a.curve).has_value());
        QCOMPARE(answer["scaling"]["regions"].size(), a.curve.regions.size());
        const std::vector<OtherKnee> others = otherKnees(a);
        for (std::size_t i = 0; i < others.size(); ++i)
            QCOMPARE(answer["scaling"]["other_knees"][i]["on"].get<std::string>(),
                std::string(others[i].on == OtherKnee::On::gamma ? "gamma" : "speedup"));
        QCOMPARE(answer["roofline"]["achieved_flops"].get<double>(), a.roofline.achieved_flops);
    }

    /// In the order of the window; examples where a job has no tokens.
    void theHeadlineIsThatOfTheWindow()
    {
        for (const char* id : {"knee-simulator", "llama3-70b-512xh100"}) {
            const Json headline = ask({{"question", "analysis"}, {"scenario", scenarioText(id)}})["headline"];
            const Analysis a = analyze(scenarioPreset(id, shippedCalibration())->scenario);
            QCOMPARE(headline.size(), headline_figures.size());
            for (std::size_t i = 0; i < headline.size(); ++i) {
                const Metric& m = headlineMetric(headline_figures[i], a.scenario);
                QCOMPARE(headline[i]["id"].get<std::string>(), std::string(m.id));
                QCOMPARE(headline[i]["text"].get<std::string>(), valueText(m, a));
            }
        }
    }

    /// Only numbers have a slider; what has no effect says why.
    void controlsShowWhatTheirKindHas()
    {
        const Json answer = ask({{"question", "analysis"}, {"scenario", scenarioText("llama3-70b-512xh100")},
            {"controls", {"cluster.gpus", "plan.recompute", "no.parameter", 7, "plan.expert_parallel"}}});
        const Json& controls = answer["controls"];
        QCOMPARE(controls.size(), std::size_t{3});
        QCOMPARE(controls[0]["id"].get<std::string>(), std::string("cluster.gpus"));
        QCOMPARE(controls[0]["value"].get<double>(), 512.0);
        QCOMPARE(controls[0]["text"].get<std::string>(), std::string("512"));
        QCOMPARE(controls[0]["exact"].get<std::string>(), std::string("512"));
        QVERIFY(controls[0].contains("position"));
        QCOMPARE(controls[1]["id"].get<std::string>(), std::string("plan.recompute"));
        QVERIFY(!controls[1].contains("position") && !controls[1].contains("exact"));
        QVERIFY(!controls[2]["idle"].get<std::string>().empty()); // a dense model
    }

    void theCataloguesAreWhole()
    {
        const Json answer = ask({{"question", "catalogues"}});
        QCOMPARE(answer["parameters"].size(), catalogue().size());
        for (const Parameter& p : catalogue()) {
            const Json& described = answer["parameters"][std::string(p.id)];
            QCOMPARE(described["label"].get<std::string>(), std::string(p.label));
            QCOMPARE(described.contains("steps"), p.isNumber());
            QCOMPARE(described.contains("page"), p.isNumber());
            if (p.isNumber())
                QCOMPARE(described["steps"].get<int>(), SliderMapping(p).steps());
        }
        QCOMPARE(answer["metrics"].size(), metrics().size());
        QCOMPARE(answer["parts"].size(), part_count);
        for (std::size_t i = 0; i < part_count; ++i) {
            QCOMPARE(answer["parts"][i]["id"].get<std::string>(), std::string(partId(static_cast<Part>(i))));
            QCOMPARE(answer["parts"][i]["label"].get<std::string>(), std::string(partLabel(static_cast<Part>(i))));
        }
    }

    void aDiagnosisIsThatOfTheProgram()
    {
        const Json answer = ask({{"question", "diagnosis"}, {"scenario", scenarioText("comm-wall-1024")}});
        ScenarioFile file = *scenarioPreset("comm-wall-1024", shippedCalibration());
        file.id.clear();
        const Analysis a = analyze(file.scenario);
        QCOMPARE(answer.dump(), diagnosisJson(file, diagnose(a), waterfall(a)).dump());
    }

    /// Eight MiB, eight levels and 100,000 values.
    void requestsAreBounded()
    {
        const auto sentence = [](const std::string& request) {
            const Json answer = Json::parse(handoutAnswer(request, shippedCalibration()));
            return answer["error"].get<std::string>();
        };
        const auto nested = [](int levels) {
            return "{\"x\": " + std::string(static_cast<std::size_t>(levels - 1), '[')
                + std::string(static_cast<std::size_t>(levels - 1), ']') + "}";
        };
        const auto listed = [](int values) { // with the request and the list
            std::string text = "{\"x\": [0";
            for (int i = 3; i < values; ++i)
                text += ",0";
            return text + "]}";
        };
        const auto long_text = [](std::size_t bytes) { return "{\"x\": \"" + std::string(bytes - 9, 'x') + "\"}"; };
        const std::string no_question = sentence("{}");
        QCOMPARE(sentence(nested(8)), no_question);
        QVERIFY(sentence(nested(9)) != no_question);
        QCOMPARE(sentence(listed(100000)), no_question);
        QVERIFY(sentence(listed(100001)) != no_question);
        QCOMPARE(sentence(long_text(8 << 20)), no_question);
        QVERIFY(sentence(long_text((8 << 20) + 1)) != no_question);
    }

    /// In UTF-8 and on one line.
    void anAnswerIsAShortText()
    {
        const std::string answer =
            handoutAnswer(R"({"question": "texts", "metric": "step_s", "values": [0.412, "x"]})", shippedCalibration());
        QCOMPARE(answer, std::string("{\"texts\":[\"412 ms\",\"–\"]}"));
    }

    void valuesOfAParameterHaveItsUnit()
    {
        const Json answer = ask({{"question", "texts"}, {"parameter", "cluster.link_rate"}, {"values", {12.5e9}}});
        QCOMPARE(answer["texts"][0].get<std::string>(), formatQuantity(12.5e9, parameter("cluster.link_rate").unit));
    }

    void theScalingChartHasWhatTheWindowMarks()
    {
        const Json answer = ask({{"question", "analysis"}, {"scenario", scenarioText("knee-simulator")}});
        const Json& chart = answer["scaling"];
        const Analysis a = analyze(scenarioPreset("knee-simulator", shippedCalibration())->scenario);
        QCOMPARE(chart["gamma"]["threshold"].get<double>(), a.scenario.assumptions.knee_gamma);
        QCOMPARE(chart["flag"]["k"].get<double>(), theKnee(a.curve)->workers);
        QCOMPARE(chart["other_knees"].size(), otherKnees(a).size());
        for (std::size_t i = 0; i < a.curve.points.size(); ++i)
            QCOMPARE(chart["points"][i][3].get<double>(), a.curve.points[i].step.gamma);
    }

    void aStepOfALessonKeepsItsAnswer()
    {
        const Json step =
            ask({{"question", "lesson_step"}, {"lesson", lessonText("lessons/04-moving-the-knee")}, {"step", 0}});
        QCOMPARE(step["question"]["kind"].get<std::string>(), std::string("number"));
        QVERIFY(!step["question"].contains("answer"));
        QVERIFY(step["explanation"].get<std::string>().empty());
        QCOMPARE(step["controls"].size(), std::size_t{3});
    }

    void anAnswerIsJudgedAsInTheWindow()
    {
        const std::string lesson = lessonText("lessons/04-moving-the-knee");
        const auto judged = [&](const std::string& text) {
            return ask({{"question", "verdict"}, {"lesson", lesson}, {"step", 0}, {"answer", {{"text", text}}}});
        };
        QCOMPARE(judged("1")["given"]["misconception"].get<std::string>(),
            std::string("the knee moves less than the payload"));
        QVERIFY(judged("many").contains("error"));
        const auto right = judged("1")["answer"].get<std::string>();
        QCOMPARE(judged(right.substr(right.find_last_of(' ') + 1))["right"].get<bool>(), true);
    }

    void resultsAreAFileOfTheProgram()
    {
        const Json given{{"step", 1}, {"right", false}, {"factor", 2.5}, {"misconception", "payload does not matter"}};
        const Json answer =
            ask({{"question", "results"}, {"lesson", "04-moving-the-knee"}, {"student", "Ada"}, {"answers", {given}}});
        const Result<LessonResults> results = parseResults(answer["text"].get<std::string>(), "results");
        QVERIFY(results.has_value());
        QCOMPARE(results->student, std::string("Ada"));
        QCOMPARE(results->answers.size(), std::size_t{1});
        QCOMPARE(results->answers[0].factor, 2.5);
        QCOMPARE(results->answers[0].misconception, std::string("payload does not matter"));
    }
};

KNEEPOINT_TEST(HandoutAnswerTest)
#include "handout_answer_test.moc"
