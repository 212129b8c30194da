// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "tests/support/compare.h"
#include "tests/support/data_row.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"

#include <QStringList>
#include <QTest>

#include <fmt/format.h>

#include <set>

namespace {

/// The layout of an edit as --set options.
std::vector<std::string> evalOf(const std::string& scenario, const nlohmann::ordered_json& edit)
{
    std::vector<std::string> args{"eval", scenario, "--json"};
    for (const auto& [id, value] : edit.items()) {
        args.emplace_back("--set");
        args.push_back(id + "="
            + (value.is_string()         ? value.get<std::string>()
                    : value.is_boolean() ? (value.get<bool>() ? "on" : "off")
                                         : value.dump()));
    }
    return args;
}

} // namespace

/// search, plan, sweep and eval --auto as used from a script.
class SearchVerbsTest : public QObject {
    Q_OBJECT

private slots:
    void theNumbersOfTheBestLayoutMatchEval()
    {
        const auto answer = ask({"search", "llama3-8b-64xh100", "--top", "3", "--json"}).json();
        QVERIFY(answer["proof"].get<bool>());
        QCOMPARE(answer["top"].size(), std::size_t(3));
        QVERIFY(answer["best"] == answer["top"][0]);
        for (const auto& found : answer["top"]) {
            const auto eval = ask(evalOf("llama3-8b-64xh100", found["edit"])).json();
            for (const auto& [id, value] : found["metrics"].items())
                if (eval.contains(id))
                    QVERIFY2(eval[id] == value, id.c_str());
        }
    }

    void suggestedRunsCalibrateOnceMeasured()
    {
        auto suggested = ask({"calibrate", "llama3-8b-64xh100", "--suggest", "3", "--json"}).json();
        QCOMPARE(suggested["rows"].size(), std::size_t(3));
        for (auto& row : suggested["rows"]) {
            QVERIFY(row["step_time_s"].is_null());
            row["step_time_s"] = 1.2 * row["predicted_step_s"].get<double>();
        }
        const kneepoint::test::TemporaryFiles files;
        const std::string runs = files.write("runs.json", suggested.dump().c_str());
        const auto answer = ask({"calibrate", "llama3-8b-64xh100", "--runs", runs, "--json"}).json();
        QCOMPARE(answer["rows_used"].get<int>(), 3);
        QVERIFY(std::abs(answer["error_before"].get<double>() - 100.0 / 6) < 0.1);
        QVERIFY(answer["error_after"].get<double>() < 5);
    }

    void calibrateNeedsRunsOrSuggestsSome()
    {
        const auto answer = ask({"calibrate", "llama3-8b-64xh100"});
        QCOMPARE(answer.code, 2);
        QVERIFY(answer.err.find("--suggest") != std::string::npos);
    }

    void degreesAreWholeNumbers()
    {
        const auto edit = ask({"search", "llama3-8b-64xh100", "--json"}).json()["best"]["edit"];
        for (const char* id :
            {"plan.tensor_parallel", "plan.pipeline_parallel", "plan.zero_stage", "plan.accumulation"})
            QVERIFY2(edit[id].is_number_integer(), id);
    }

    /// One automatic plan, however it is asked for; beside it the proven best.
    void evalAutoIsPlanAuto_data()
    {
        QTest::addColumn<QStringList>("job");
        QTest::addRow("8B") << QStringList{"llama3-8b-64xh100"};
        QTest::addRow("70B") << QStringList{"llama3-70b-512xh100"};
        QTest::addRow("PaLM") << QStringList{"palm-540b-4096xtpuv4", "--set", "cluster.gpus=512"};
        QTest::addRow("8B on two GPUs") << QStringList{"llama3-8b-8xh100", "--set", "cluster.gpus=2"};
        QTest::addRow("a batch that moves") << QStringList{"llama3-70b-512xh100", "--set", "cluster.gpus=768"};
        QTest::addRow("a pin") << QStringList{"llama3-8b-64xh100", "--set", "plan.tensor_parallel=2"};
        QTest::addRow("no layout") << QStringList{"llama3-70b-512xh100", "--set", "cluster.gpus=1"};
    }
    void evalAutoIsPlanAuto()
    {
        QFETCH(QStringList, job);
        std::vector<std::string> asked{"eval", job.front().toStdString(), "--auto", "--json"};
        std::vector<std::string> set{"eval", job.front().toStdString(), "--set", "plan.auto=on", "--json"};
        for (const QString& more : job.mid(1)) {
            asked.push_back(more.toStdString());
            set.push_back(more.toStdString());
        }
        QCOMPARE(ask(asked).out, ask(set).out);
    }

    void aPlanSaysHowMuchFasterTheProvenBestIs()
    {
        for (const auto& [scenario, gpus] : {std::pair("palm-540b-4096xtpuv4", "512"), {"llama3-8b-8xh100", "2"},
                 {"deepseek-v3-2048xh800", "2048"}, {"llama3-70b-512xh100", "512"}}) {
            const std::string set = std::string("cluster.gpus=") + gpus;
            const auto best = ask({"search", scenario, "--set", set, "--json"}).json()["best"];
            const auto eval = ask({"eval", scenario, "--set", set, "--auto", "--json"}).json();
            const double slower = eval["step_s"].get<double>() / best["metrics"]["step_s"].get<double>() - 1;
            QVERIFY2(slower >= 0, scenario);
            VERIFY_CLOSE(1 + eval["layout"]["slower"].get<double>(), 1 + slower, 1e-9);
            const auto text = eval["layout"]["text"].get<std::string>();
            const std::string said = fmt::format("; the fastest is {:.1f} % faster: ", 100 * slower);
            QVERIFY2((text.find(said) != std::string::npos) == (slower >= 5e-4), text.c_str());
            if (slower > 0)
                QVERIFY(eval["layout"]["fastest"] == best["edit"]);
        }
    }

    /// Else the layout of least memory would be replaced by any simple one, "-99.9 % slower than the fastest".
    void onlyAnObjectiveThatFollowsTheStepTimeHasASimplerLayout()
    {
        QVERIFY(ask({"search", "knee-simulator", "--objective", "cost", "--json"}).json().contains("robust"));
        QVERIFY(!ask({"search", "knee-simulator", "--objective", "memory_bytes", "--json"}).json().contains("robust"));
        const std::string text = ask({"search", "knee-simulator", "--objective", "memory_bytes"}).out;
        QVERIFY2(text.find("Chosen") == std::string::npos, text.c_str());
    }

    void aSpaceOfOneLayoutIsCountedInTheSingular()
    {
        const std::string text =
            ask({"search", "llama3-8b-64xh100", "--free", "plan.zero_stage", "--fix", "plan.zero_stage=1"}).out;
        QVERIFY2(text.find("\n1 layout in the space") != std::string::npos, text.c_str());
    }

    void automaticPlanningSaysWhereALayoutMayNotFit()
    {
        const auto sentence = [](const char* spread) {
            return ask({"eval", "llama3-8b-64xh100", "--set", "cluster.gpus=8", "--set",
                           std::string("stack.memory_spread=") + spread, "--auto", "--json"})
                .json()["layout"]["text"]
                .get<std::string>();
        };
        QVERIFY(sentence("0.5").find("; it fits in memory with a probability of only ") != std::string::npos);
        QVERIFY(sentence("0.01").find("; it fits") == std::string::npos);
    }

    void automaticPlanningKeepsPins()
    {
        const auto eval =
            ask({"eval", "llama3-8b-64xh100", "--set", "plan.auto=on", "--set", "plan.tensor_parallel=2", "--json"})
                .json();
        QCOMPARE(eval["layout"]["edit"]["plan.tensor_parallel"].get<int>(), 2);
        QVERIFY(eval["fits"].get<bool>());
    }

    void everyVerbPlansAnAutomaticJob()
    {
        const std::vector<std::string> job{"llama3-8b-64xh100", "--set", "plan.auto=on", "--json"};
        const auto of = [&](const char* verb) {
            std::vector<std::string> args{verb};
            args.insert(args.end(), job.begin(), job.end());
            return ask(args).json();
        };
        const auto eval = of("eval");
        for (const char* verb : {"scale", "roofline", "diagnose"})
            QVERIFY2(of(verb)["layout"] == eval["layout"], verb);
        QVERIFY(of("diagnose")["now"]["step_s"] == eval["step_s"]);

        const kneepoint::test::TemporaryFiles files;
        const auto sweep = ask({"sweep",
            files.write("sweep.json",
                R"({"scenario": "llama3-8b-64xh100", "axes": {"plan.auto": [false, true]}, "metrics": ["step_s"]})"),
            "--json"});
        const auto rows = lines(sweep.out);
        const auto own = nlohmann::ordered_json::parse(rows.at(0));
        const auto planned = nlohmann::ordered_json::parse(rows.at(1));
        QVERIFY(own["layout"].is_null());
        QVERIFY(planned["layout"] == eval["layout"]["edit"]);
        QVERIFY(planned["metrics"]["step_s"] == eval["step_s"]);
    }

    void aModelWithoutTokensHasExamplesPerSecond()
    {
        const std::string head = lines(ask({"search", "gap-64-gpus", "--top", "1"}).out).at(0);
        QVERIFY2(
            head.find("examples/s") != std::string::npos && head.find("tokens") == std::string::npos, head.c_str());
        QVERIFY(
            lines(ask({"search", "llama3-8b-64xh100", "--top", "1"}).out).at(0).find("tokens/s") != std::string::npos);
    }

    void whyNamesTheViolatedRuleOrTheSlowerPart()
    {
        const auto broken =
            ask({"search", "llama3-8b-64xh100", "--why", "plan.tensor_parallel=3", "--json"}).json()["why"];
        QVERIFY(!broken["broken"].empty() && broken["step_ratio"].is_null());
        for (const auto& rule : broken["broken"])
            QVERIFY2(rule["sentence"].get<std::string>().find(".333") == std::string::npos, rule.dump().c_str());
        const auto slower =
            ask({"search", "llama3-8b-64xh100", "--why", "plan.shard_group=16", "--json"}).json()["why"];
        QVERIFY(slower["broken"].empty() && slower["step_ratio"].get<double>() > 1);
        // The fastest layout has a sharding group that does not go with a pipeline; the best one with a pipeline does.
        const auto piped =
            ask({"search", "llama3-8b-64xh100", "--why", "plan.pipeline_parallel=2", "--json"}).json()["why"];
        QVERIFY(piped["broken"].empty() && piped["step_ratio"].get<double>() > 1);
    }

    void spaceAndObjectiveComeFromAFile()
    {
        const kneepoint::test::TemporaryFiles files;
        const std::string file = files.write("search.json",
            R"({"objective": "memory_bytes", "top": 2, "fix": {"plan.tensor_parallel": [2, 4], "plan.zero_stage": 3}})");
        const auto answer = ask({"search", "llama3-8b-64xh100", "--request", file, "--json"}).json();
        QCOMPARE(answer["top"].size(), std::size_t(2));
        const int t = answer["best"]["edit"]["plan.tensor_parallel"].get<int>();
        QVERIFY((t == 2 || t == 4) && answer["best"]["edit"]["plan.zero_stage"] == 3);
        QVERIFY(answer["top"][0]["metrics"]["memory_bytes"] <= answer["top"][1]["metrics"]["memory_bytes"]);
        const Answer refused =
            ask({"search", "llama3-8b-64xh100", "--request", files.write("bad.json", R"({"objektive": 1})")});
        QCOMPARE(refused.code, 3);
        QVERIFY(refused.err.find("objektive") != std::string::npos);
    }

    void invalidSearchesAreRejected_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QString>("value");
        kneepoint::test::dataRow("objective", "--objective", "knee");
        kneepoint::test::dataRow("dimension", "--free", "cluster.gpus");
        kneepoint::test::dataRow("value", "--fix", "plan.tensor_parallel=many");
        kneepoint::test::dataRow("limit", "--limit", "cost=3");
        kneepoint::test::dataRow("one objective", "--pareto", "step_s");
    }
    void invalidSearchesAreRejected()
    {
        QFETCH(QString, option);
        QFETCH(QString, value);
        const Answer answer = ask({"search", "llama3-8b-64xh100", option.toStdString(), value.toStdString()});
        QCOMPARE(answer.code, 2);
        QVERIFY(answer.out.empty() && !answer.err.empty());
    }

    void aPlanMeetsItsLimitsOrNamesTheSmallestChange()
    {
        const std::vector<std::string> job{"plan", "llama3-8b-64xh100", "--set", "workload.training_tokens=1e11",
            "--max-gpus", "32", "--gpus", "h100-sxm,a100-sxm-80", "--json"};
        auto feasible = job;
        feasible.insert(feasible.end(), {"--deadline", "60 d"});
        const auto answer = ask(feasible).json();
        QVERIFY(answer["feasible"].get<bool>() && !answer["prices"].empty());
        QVERIFY(answer["recommended"]["metrics"]["training_time_s"].get<double>() <= 60 * 86400);
        QVERIFY(!answer["prices"][0]["date"].get<std::string>().empty());
        auto tight = job;
        tight.insert(tight.end(), {"--deadline", "1 h"});
        const Answer none = ask(tight);
        QCOMPARE(none.code, 1);
        QVERIFY(none.json()["relax"]["deadline_s"].get<double>() > 3600);
    }

    void thatNoLayoutExistsIsNotOptimal()
    {
        const Answer none = ask({"search", "llama3-8b-64xh100", "--fix", "plan.expert_parallel=8"});
        QCOMPARE(none.code, 1);
        QVERIFY2(none.out.ends_with("; proven.\n"), none.out.c_str());
        QVERIFY(ask({"search", "llama3-8b-64xh100"}).out.find("; proven optimal.\n") != std::string::npos);
    }

    /// Nobody publishes what a Gaudi 3 costs: it would otherwise pass for one at the price of the job's H100.
    void gpusWithoutAPriceAreNamed()
    {
        std::vector<std::string> job{"plan", "llama3-8b-64xh100", "--set", "workload.training_tokens=1e10",
            "--max-gpus", "16", "--gpus", "gaudi3"};
        const std::string note = "the price list has no Gaudi 3";
        const std::string unpriced = ask(job).out;
        QVERIFY(unpriced.find(note) != std::string::npos && unpriced.find("as entered") == std::string::npos);
        job.insert(job.end(), {"--price", "gaudi3=1.5"});
        QVERIFY(ask(job).out.find(note) == std::string::npos);
        job.emplace_back("--json");
        QCOMPARE(ask(job).json()["unpriced"].size(), std::size_t(0));
        job.erase(job.end() - 3, job.end() - 1);
        QVERIFY(ask(job).json()["unpriced"] == nlohmann::ordered_json::array({"gaudi3"}));
    }

    void shardsAreDisjointAndComplete()
    {
        const kneepoint::test::TemporaryFiles files;
        const std::string spec = files.write("sweep.json",
            R"({"scenario": "knee-simulator", "axes": {"cluster.gpus": [1, 2, 4, 8, 16], "plan.accumulation": [1, 2, 4]},
                "metrics": ["step_s", "efficiency"]})");
        const auto whole = lines(ask({"sweep", spec, "--json"}).out);
        QCOMPARE(whole.size(), std::size_t(15));
        std::set<std::string> rows;
        std::size_t count = 0;
        for (const char* shard : {"1/4", "2/4", "3/4", "4/4"})
            for (const std::string& line : lines(ask({"sweep", spec, "--shard", shard, "--json"}).out)) {
                rows.insert(line);
                ++count;
            }
        QCOMPARE(count, whole.size());
        QVERIFY(rows == std::set<std::string>(whole.begin(), whole.end()));
        const auto csv = lines(ask({"sweep", spec, "--csv"}).out);
        QCOMPARE(csv.size(), whole.size() + 1);
        QVERIFY(csv.front().starts_with("point,"));
    }
};

KNEEPOINT_TEST(SearchVerbsTest)
#include "search_verbs_test.moc"
