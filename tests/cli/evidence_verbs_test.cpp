// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "tests/cli/answer.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace kneepoint;

namespace {

constexpr auto scaling_table = "# GPUs,Throughput (T/s),MicroBatchSize\n16,126000,1\n32,249000,1\n64,478000,1\n";

} // namespace

/// Evidence on the command line, as in the contract of `import` and `calibrate`.
class EvidenceVerbsTest : public QObject {
    Q_OBJECT

private slots:
    void aJobIsWrittenOnceItsQuestionsAreAnswered()
    {
        const test::TemporaryFiles files;
        const std::string script = files.write("run.sh",
            "torchrun --nnodes 2 --nproc_per_node 8 sft.py --model_name_or_path meta-llama/Llama-3.1-8B --bf16 "
            "--per_device_train_batch_size 1 --gradient_accumulation_steps 4 --max_length 4096 "
            "--gradient_checkpointing "
            "--deepspeed ds.json\n");
        const std::string deepspeed =
            files.write("ds.json", R"({"train_micro_batch_size_per_gpu": "auto", "zero_optimization": {"stage": 3}})");
        const std::string output = files.path("job.kneepoint");
        const Answer open = ask({"import", script, deepspeed, "-o", output});
        QCOMPARE(open.code, 3);
        QVERIFY(open.err.find("Which GPU?") != std::string::npos);
        const Answer written = ask({"import", script, deepspeed, "--set", "cluster.gpu=h100-sxm", "--set",
            "cluster.interconnect=ib-ndr", "-o", output, "--json"});
        QVERIFY2(written.code == 0, written.err.c_str());
        QVERIFY(written.json()["questions"].empty());
        const auto file = loadScenario(output, shippedCalibration());
        QVERIFY2(file.has_value(), file ? "" : file.error().message.c_str());
        QCOMPARE(file->scenario.cluster.gpus, 16.);
        QCOMPARE(file->scenario.plan.zero_stage, 3);
        QCOMPARE(file->scenario.plan.accumulation, 4.);
        QCOMPARE(file->scenario.workload.sequence_length, 4096.);
        QCOMPARE(file->scenario.workload.layers, 32.);
    }

    void runsThatNothingExplainsAreRefused()
    {
        const test::TemporaryFiles files;
        const std::string table = files.write("runs.csv", "GPUs,tokens/s\n8,63.5\n16,125\n32,240\n");
        const std::string output = files.path("mine.kneepoint");
        const Answer answer = ask({"calibrate", "llama3-8b-64xh100", table, "-o", output});
        QCOMPARE(answer.code, 3);
        QVERIFY2(answer.err.find("thousands may be missing") != std::string::npos, answer.err.c_str());
        QVERIFY(!loadScenario(output, shippedCalibration()));
    }

    void anAnswerNeedsAParameter()
    {
        const test::TemporaryFiles files;
        const std::string table = files.write("runs.csv", scaling_table);
        QCOMPARE(ask({"import", table, "--set", "cluster.frobs=1"}).code, 3);
        QCOMPARE(ask({"import", table, "-o", files.path("x.kneepoint")}).code, 2);
    }

    void calibrateSaysWhatEvidenceIsWorth()
    {
        const test::TemporaryFiles files;
        const std::string table = files.write("runs.csv", scaling_table);
        const std::vector<std::string> verb{
            "calibrate", "llama3-8b-64xh100", "--set", "assumptions.setting=typical", table};
        const Answer answer = ask(verb);
        QVERIFY2(answer.code == 0, answer.err.c_str());
        QVERIFY(answer.out.find("nothing measured here") != std::string::npos);
        QVERIFY(answer.out.find("one run of this job") != std::string::npos);
        auto with_json = verb;
        with_json.emplace_back("--json");
        const auto worth = ask(with_json).json()["evidence_worth"];
        QCOMPARE(worth[0]["id"].get<std::string>(), "nothing");
        QVERIFY(worth.back()["interval"].get<double>() < worth[0]["interval"].get<double>());
    }

    void calibrateReadsTablesOfSizes()
    {
        const test::TemporaryFiles files;
        const std::string table = files.write("runs.csv", scaling_table);
        const Answer answer =
            ask({"calibrate", "llama3-8b-64xh100", table, "--json", "-o", files.path("mine.kneepoint")});
        QVERIFY2(answer.code == 0, answer.err.c_str());
        const auto json = answer.json();
        QCOMPARE(json["rows_used"].get<int>(), 3);
        QVERIFY(json["error_after"].get<double>() <= json["error_before"].get<double>());
        QVERIFY(json["interval_after"].get<double>() < json["interval_before"].get<double>());
        const auto& scaling = json["scaling"];
        QCOMPARE(scaling["runs"].size(), std::size_t(3));
        for (const auto& run : scaling["runs"])
            QVERIFY(run["left_out_s"].get<double>() > 0);
        QCOMPARE(scaling["expected"]["gpus"].get<double>(), 128.);
        QVERIFY(
            scaling["sentence"].get<std::string>().find("at 128 GPUs expect an efficiency of ") != std::string::npos);
        const auto mine = loadScenario(files.path("mine.kneepoint"), shippedCalibration());
        QVERIFY(mine);
        QCOMPARE(mine->evidence.size(), std::size_t(1));
        QCOMPARE(mine->evidence[0].rows.size(), std::size_t(3));
        QCOMPARE(mine->scenario.own_runs.runs, 3.);
    }

    void importKeepsWhatItDerived()
    {
        const test::TemporaryFiles files;
        const std::string table = files.write("runs.csv", scaling_table);
        const Answer first = ask({"import", table, "--scenario", "llama3-8b-64xh100", "-o", files.path("a.kneepoint")});
        QVERIFY2(first.code == 0, first.err.c_str());
        QCOMPARE(
            ask({"import", table, "--scenario", files.path("a.kneepoint"), "-o", files.path("b.kneepoint")}).code, 0);
        const auto again = loadScenario(files.path("b.kneepoint"), shippedCalibration());
        QVERIFY(again);
        QCOMPARE(again->evidence.size(), std::size_t(1)); // the same file is kept once
        QCOMPARE(again->evidence[0].source.name, std::string("runs.csv"));
        QCOMPARE(again->evidence[0].source.bytes, static_cast<double>(std::string(scaling_table).size()));
        const Answer calibrated = ask({"calibrate", files.path("b.kneepoint"), table, "--json"});
        QCOMPARE(calibrated.json()["rows_used"].get<int>(), 3);
    }

    void twoTracesAreComparedPartByPart()
    {
        const test::TemporaryFiles files;
        const auto trace = [&](const char* name, int compute_us) {
            return files.write(name,
                QByteArray::fromStdString(fmt::format(
                    R"({{"traceEvents": [{{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 0, "dur": {}, "args": {{}}}},)"
                    R"({{"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_f32_RING_LL", "ts": 1000, )"
                    R"("dur": 500, "args": {{}}}}]}})",
                    compute_us)));
        };
        const std::string before = trace("before.json", 800), after = trace("after.json", 600);
        const Answer text = ask({"import", before, after});
        QVERIFY2(text.out.find("  compute: 800 µs, 600 µs, −200 µs\n") != std::string::npos, text.out.c_str());
        QVERIFY(text.out.find("  whole trace: 1.5 ms, 1.5 ms, 0 s\n") != std::string::npos);
        const auto json = ask({"import", before, after, "--json"}).json().at("comparison");
        double difference = 0;
        for (const auto& part : json.at("parts"))
            difference += part.at("difference_s").get<double>();
        QVERIFY(std::abs(difference - json.at("total").at("difference_s").get<double>()) < 1e-15);
        QVERIFY(ask({"import", before, "--json"}).json().at("comparison").is_null());
    }

    void anImportedJobDoesNotKeepTheTitleOfAnother()
    {
        const test::TemporaryFiles files;
        const std::string log = files.write("config.json",
            R"({"model_type": "llama", "hidden_size": 8192, "num_hidden_layers": 80, "num_attention_heads": 64,
                "num_key_value_heads": 8, "intermediate_size": 28672, "vocab_size": 128256})");
        for (const char* from : {"llama3-8b-64xh100", "a.kneepoint"}) {
            const std::string scenario = from == std::string("a.kneepoint") ? files.path(from) : from;
            const Answer answer = ask({"import", log, "--scenario", scenario, "-o", files.path("a.kneepoint")});
            QVERIFY2(answer.code == 0, answer.err.c_str());
            const auto file = loadScenario(files.path("a.kneepoint"), shippedCalibration());
            QCOMPARE(file->title, std::string("Llama 3.1 8B on 64 H100 (changed)"));
        }
    }

    void whatIsImportedIsPlainText()
    {
        const test::TemporaryFiles files;
        const Answer table = ask({"import", files.write("runs.csv", scaling_table)});
        QVERIFY2(table.code == 0 && table.out.find("()") == std::string::npos, table.out.c_str());
        const Answer config = ask({"import",
            files.write("config.json",
                R"({"model_type": "llama", "hidden_size": 8192, "num_hidden_layers": 80, "num_attention_heads": 64,
                    "intermediate_size": 28672, "vocab_size": 128256, "head_dim": 128})")});
        QVERIFY2(config.out.find("workload.vocabulary = 128.256 k ") != std::string::npos, config.out.c_str());
        const Answer topology = ask({"import",
            files.write(
                "topo.txt", "\tGPU0\tGPU1\tNIC0\nGPU0\t X \tNV18\tPIX\nGPU1\tNV18\t X \tSYS\nNIC0\tPIX\tSYS\t X \n")});
        QVERIFY2(topology.out.find("2 GPUs, 1 NIC (1 under") != std::string::npos, topology.out.c_str());
    }

    void noLayoutsHaveNoStatistics()
    {
        const test::TemporaryFiles files;
        const Answer answer = ask({"validate", "--layouts", "--file",
            files.write(
                "layouts.json", R"({"rows": [{"id": "a", "rank_group": "g", "model": {"layers": 32}, "tp": 1}]})")});
        QCOMPARE(answer.code, 1);
        QVERIFY2(answer.out.find("No row can be used") != std::string::npos, answer.out.c_str());
        QVERIFY2(answer.out.find("0 layouts") == std::string::npos, answer.out.c_str());
        QVERIFY2(answer.out.find("skipped    1") != std::string::npos, answer.out.c_str());
    }

    void everyMeasuredLayoutCanBeListed()
    {
        auto rows = nlohmann::json::array();
        for (const double pp : {1, 2, 4, 8})
            for (const double tp : {1, 2, 4})
                rows.push_back({{"id", fmt::format("tp{} pp{}", tp, pp)}, {"rank_group", "job"},
                    {"model", {{"layers", 32}, {"hidden", 4096}, {"heads", 32}, {"ffn", 11008}}}, {"seq", 4096},
                    {"gbs", 256}, {"gpus", 64}, {"gpu", "A100-SXM4-80GB"}, {"inter", "InfiniBand HDR"},
                    {"precision", "bf16"}, {"tp", tp}, {"pp", pp}, {"mbs", 1}, {"zero", 1}, {"recompute", "none"},
                    {"kernel", "flash_attention2"}, {"status", pp == 8 ? "oom" : "ok"}, {"step_time_s", 6 + tp + pp}});
        const test::TemporaryFiles files;
        const std::string file =
            files.write("layouts.json", QByteArray::fromStdString(nlohmann::json{{"rows", rows}}.dump()));
        const auto json = ask({"validate", "--layouts", "--file", file, "--json", "--rows"}).json();
        QCOMPARE(json["rows"].size(), rows.size());
        double error = 0, calibrating = 0, calibrated = 0;
        for (const auto& row : json["rows"]) {
            QVERIFY(row["group"] == "job");
            QVERIFY(row["low_s"] < row["predicted_s"] && row["predicted_s"] < row["high_s"]);
            QVERIFY(row["needed_bytes"] > 1e9 && row["capacity_bytes"] == 81920.0 * 1048576);
            if (row["end"] == "out_of_memory") {
                QVERIFY(row["measured_s"].is_null() && row["calibrated"].is_null() && row["calibrates"] == false);
                continue;
            }
            QVERIFY(row["end"] == "ran");
            QVERIFY(row["calibrated"].is_null() == (row["calibrates"] == true));
            calibrating += row["calibrates"] ? 1 : 0;
            if (row["calibrates"])
                continue;
            ++calibrated;
            error += std::abs(row["calibrated"]["predicted_s"].get<double>() / row["measured_s"].get<double>() - 1);
        }
        QCOMPARE(calibrating, 3.0);
        const auto& group = json["groups"]["job"];
        QCOMPARE(group["calibrated"]["rows"].get<double>(), calibrated);
        QCOMPARE(group["calibrated"]["mape"].get<double>(), 100 * error / calibrated);
        QCOMPARE(json["calibrated_by_source"]["job"]["rows"].get<double>(), calibrated);
        QVERIFY(!ask({"validate", "--layouts", "--file", file, "--json"}).json().contains("rows"));
    }

    void whatIsNoEvidenceIsOneSentence()
    {
        const test::TemporaryFiles files;
        const Answer answer =
            ask({"calibrate", "llama3-8b-64xh100", files.write("notes.txt", "Dear reader,\nnothing here.\n")});
        QCOMPARE(answer.code, 3);
        QCOMPARE(lines(answer.err).size(), std::size_t(1));
        QVERIFY(answer.err.find("notes.txt") != std::string::npos);
    }

    void aFileWithoutRunsDoesNotCalibrate()
    {
        const test::TemporaryFiles files;
        const Answer answer = ask({"calibrate", "llama3-8b-64xh100",
            files.write("topo.txt", "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV18\t0-63\nGPU1\tNV18\t X \t0-63\n")});
        QCOMPARE(answer.code, 3);
        QVERIFY2(answer.err.find("topo.txt") != std::string::npos, answer.err.c_str());
    }
};

KNEEPOINT_TEST(EvidenceVerbsTest)
#include "evidence_verbs_test.moc"
