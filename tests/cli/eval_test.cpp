// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "model/answers/report_json.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/units/units.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

class EvalTest : public QObject {
    Q_OBJECT

private slots:
    void jsonHasEveryKeyOfTheContract()
    {
        const auto json = ask({"eval", "knee-simulator", "--json"}).json();
        for (const char* key :
            {"step_s", "compute_s", "comm_s", "exposed_comm_s", "load_s", "exposed_load_s", "straggler_s", "bubble_s",
                "gamma", "efficiency", "speedup", "gpu_utilisation", "mfu", "hfu", "attainable_flops",
                "arithmetic_intensity", "communication_intensity", "gradient_bytes", "network_bytes", "examples_per_s",
                "tokens_per_s", "memory_bytes", "memory_capacity_bytes", "training_time_s", "cost"})
            QVERIFY2(json.contains(key) && json[key].is_number(), key);
        QVERIFY(json["fits"].is_boolean());
        QVERIFY(json["bound"].is_string());
    }

    void aGpuWithoutAPriceIsNamed()
    {
        const Answer text = ask({"eval", "llama3-8b-64xh100", "--set", "cluster.gpu=gaudi3"});
        QVERIFY2(text.out.find("the price list has no Gaudi 3") != std::string::npos, text.out.c_str());
        const Answer priced = ask(
            {"eval", "llama3-8b-64xh100", "--set", "cluster.gpu=gaudi3", "--set", "cluster.price_per_gpu_hour=1.5"});
        QVERIFY(priced.out.find("price list") == std::string::npos);
    }

    void componentsAddUpToTheStep_data()
    {
        QTest::addColumn<QString>("id");
        for (const ScenarioFile& file : scenarioPresets())
            QTest::newRow(file.id.c_str()) << QString::fromStdString(file.id);
    }

    void componentsAddUpToTheStep()
    {
        QFETCH(QString, id);
        const auto json = ask({"eval", id.toStdString(), "--json"}).json();
        double sum = 0;
        for (const auto& [name, seconds] : json["components"].items())
            sum += seconds.get<double>();
        QCOMPARE(sum, json["step_s"].get<double>());
        QVERIFY(sum == json["step_s"].get<double>());
    }

    void theExitCodeTellsWhetherTheJobFits_data() { componentsAddUpToTheStep_data(); }

    void theExitCodeTellsWhetherTheJobFits()
    {
        QFETCH(QString, id);
        const Answer answer = ask({"eval", id.toStdString(), "--json"});
        QCOMPARE(answer.code, answer.json()["fits"].get<bool>() ? 0 : 1);
        QVERIFY(answer.err.empty());
    }

    void theAnswerIsNoIfTheModelDoesNotFit()
    {
        const Answer answer = ask({"eval", "knee-simulator", "--set", "cluster.memory_bytes=1 GB", "--json"});
        QCOMPARE(answer.code, 1);
        QCOMPARE(answer.json()["fits"].get<bool>(), false);
    }

    void memoryByKindAndStageAddsUp()
    {
        const auto json =
            ask({"eval", "gpt3-175b-1024xa100", "--set", "stack.software=megatron-2021", "--json"}).json();
        const auto total = [](const nlohmann::ordered_json& kinds) {
            double sum = 0;
            for (const auto& [name, bytes] : kinds.items())
                sum += name == "stage" || name == "total" ? 0 : bytes.get<double>();
            return sum;
        };
        const double bytes = json["memory_bytes"];
        QCOMPARE(total(json["memory"]), bytes);
        QCOMPARE(json["memory_stages"].size(), std::size_t(8));
        double most = 0;
        for (const auto& stage : json["memory_stages"]) {
            QCOMPARE(total(stage), stage["total"].get<double>());
            most = std::max(most, stage["total"].get<double>());
        }
        QCOMPARE(most, bytes);
        QVERIFY(json["memory_stages"][7]["logits"].get<double>() > 0);
    }

    void simulatorAtEightWorkers()
    {
        const auto json = ask({"eval", "knee-simulator", "--json"}).json();
        QCOMPARE(json["workers"].get<double>(), 8.0);
        QCOMPARE(json["compute_s"].get<double>(), 0.1024);
        QCOMPARE(json["comm_s"].get<double>(), 0.14);
        QCOMPARE(json["step_s"].get<double>(), 0.14);
        QCOMPARE(json["exposed_comm_s"].get<double>(), 0.14 - 0.1024);
        QCOMPARE(json["step_bound"].get<std::string>(), std::string("communication"));
    }

    void settingsAcceptUnitsAndTheLastOneWins()
    {
        const auto twice = ask({"eval", "knee-simulator", "--set", "cluster.link_rate=100 Gbit/s", "--set",
                                   "cluster.link_rate=400 Gbit/s", "--json"})
                               .json();
        const auto once = ask({"eval", "knee-simulator", "--set", "cluster.link_rate=400e9", "--json"}).json();
        QCOMPARE(twice["comm_s"].get<double>(), 0.07);
        QVERIFY(twice == once);
    }

    void theTextOfAFixIsASetting()
    {
        std::size_t texts = 0;
        for (const char* id : {"gap-64-gpus", "suspect-straggler", "llama3-70b-512xh100"}) {
            const Json answer = ask({"diagnose", id, "--json"}).json();
            for (const auto& cause : answer["causes"])
                for (const auto& remedy : cause["remedies"])
                    for (const auto& setting : remedy["edit"]) {
                        const Parameter& p = parameter(setting["parameter"].get<std::string>());
                        const Result<double> read = parseValue(p, setting["text"].get<std::string>());
                        QVERIFY2(read && valueJson(p, *read) == setting["value"], setting.dump().c_str());
                        ++texts;
                    }
        }
        QVERIFY(texts > 0);
    }

    void settingsMayComeBeforeTheScenario()
    {
        const Answer before = ask({"eval", "--set", "cluster.gpus=16", "knee-simulator", "--json"});
        const Answer after = ask({"eval", "knee-simulator", "--set", "cluster.gpus=16", "--json"});
        QCOMPARE(before.code, after.code);
        QCOMPARE(before.out, after.out);
    }

    void textShowsTheNumbersOfJson()
    {
        const auto json = ask({"eval", "knee-simulator", "--json"}).json();
        const std::string text = ask({"eval", "knee-simulator"}).out;
        const auto shows = [&](const char* key, Unit unit) {
            return text.find(formatQuantity(json[key], unit)) != std::string::npos;
        };
        QVERIFY(shows("step_s", Unit::seconds));
        QVERIFY(shows("compute_s", Unit::seconds));
        QVERIFY(shows("comm_s", Unit::seconds));
        QVERIFY(shows("efficiency", Unit::ratio));
        QVERIFY(shows("attainable_flops", Unit::flops_per_second));
        QVERIFY(shows("gradient_bytes", Unit::bytes));
        QVERIFY(shows("cost", Unit::dollars));
        QVERIFY(text.find(json["headline"].get<std::string>()) != std::string::npos);
    }

    /// Launches of 656 ns in a step of two seconds.
    void negligibleSharesHaveNoExponents()
    {
        const std::string text = ask({"eval", "llama3-8b-64xh100"}).out;
        const std::size_t launches = text.find("kernel launches");
        QVERIFY(launches != std::string::npos);
        QVERIFY(text.substr(launches, text.find('\n', launches) - launches).ends_with("under 0.01 %"));
    }

    void csvHasTheNumbersOfJson()
    {
        const auto json = ask({"eval", "knee-simulator", "--json"}).json();
        const auto rows = lines(ask({"eval", "knee-simulator", "--csv"}).out);
        QCOMPARE(rows.at(0), std::string("quantity,value,unit"));
        const std::string step = "step_s," + json["step_s"].dump() + ",s";
        QVERIFY(std::find(rows.begin(), rows.end(), step) != rows.end());
        const std::string part = "components.compute," + json["components"]["compute"].dump() + ",s";
        QVERIFY(std::find(rows.begin(), rows.end(), part) != rows.end());
    }
};

KNEEPOINT_TEST(EvalTest)
#include "eval_test.moc"
