// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "tests/support/test_registry.h"

#include <QTest>

/// The scaling-efficiency simulator of "Practical Bottlenecks and Scaling Efficiency", Output 15.9.1.
class ScaleTest : public QObject {
    Q_OBJECT

private slots:
    void theTableOfTheSimulatorIsPrinted_data()
    {
        QTest::addColumn<int>("row");
        QTest::addColumn<QString>("printed");
        int row = 1;
        for (const char* printed : {
                 "1 819.2 0.0 682.7 819.2 1.0x 100 compute-bound",
                 "2 409.6 80.0 341.3 409.6 2.0x 100 compute-bound",
                 "4 204.8 120.0 170.7 204.8 4.0x 100 compute-bound",
                 "8 102.4 140.0 85.3 140.0 5.9x 73 communication-bound",
                 "16 51.2 150.0 42.7 150.0 5.5x 34 communication-bound",
                 "32 25.6 155.0 21.3 155.0 5.3x 17 communication-bound",
                 "64 12.8 157.5 10.7 157.5 5.2x 8 communication-bound",
                 "128 6.4 158.8 5.3 158.8 5.2x 4 communication-bound",
                 "256 3.2 159.4 2.7 159.4 5.1x 2 communication-bound",
             }) {
            QTest::newRow(printed) << row++ << QString(printed);
        }
    }

    void theTableOfTheSimulatorIsPrinted()
    {
        QFETCH(int, row);
        QFETCH(QString, printed);
        const auto text = lines(ask({"scale", "knee-simulator"}).out);
        QCOMPARE(QString::fromStdString(text.at(static_cast<std::size_t>(row))).simplified(), printed);
        QVERIFY(text.at(10).empty());
    }

    void theKneesOfTheSimulatorAreFound_data()
    {
        QTest::addColumn<QString>("scenario");
        QTest::addColumn<double>("gamma");
        QTest::addColumn<double>("usable");
        QTest::newRow("as printed") << "knee-simulator" << 6.12 << 8.0;
        QTest::newRow("fp8 gradients") << "knee-simulator-fp8" << 11.24 << 16.0;
        QTest::newRow("doubled batch") << "knee-simulator-double-batch" << 11.24 << 16.0;
    }

    void theKneesOfTheSimulatorAreFound()
    {
        QFETCH(QString, scenario);
        const auto knees = ask({"scale", scenario.toStdString(), "--json"}).json()["knees"];
        QTEST(knees["gamma"]["k"].get<double>(), "gamma");
        QTEST(knees["gamma"]["usable_k"].get<double>(), "usable");
        QTEST(knees["tolerance"]["usable_k"].get<double>(), "usable");
        QCOMPARE(knees["gamma"]["cause"].get<std::string>(), std::string("exposed-communication"));
        QVERIFY(knees.contains("curvature"));
    }

    void theTextNamesTheKnee()
    {
        const std::string text = ask({"scale", "knee-simulator"}).out;
        QVERIFY(text.find("γ = 1: K = 6.12 (exposed communication), next usable 8\n") != std::string::npos);
        QVERIFY(text.find("knee (efficiency below 80 %): K = 7.4 (exposed communication), next usable 8\n")
            != std::string::npos);
    }

    /// Its torus closes as it grows, and yet no row is above the ideal.
    void noRowIsAboveTheIdeal()
    {
        const auto torus = ask({"scale", "palm-540b-4096xtpuv4", "--set", "plan.context_parallel=2", "--json"}).json();
        QVERIFY(!torus["rows"].empty());
        for (const auto& row : torus["rows"])
            QVERIFY(row["efficiency"] <= 1 && row["speedup"] <= row["k"]);
    }

    void whatWasMovedIsSaid()
    {
        const std::vector<std::string> set{"llama3-8b-64xh100", "--set", "workload.global_batch=130"};
        const std::string moved = "Global batch 130 → 128, the nearest that 64 replicas divide.";
        for (const char* verb : {"eval", "scale", "diagnose", "roofline"}) {
            std::vector<std::string> args{verb};
            args.insert(args.end(), set.begin(), set.end());
            QVERIFY2(ask(args).out.starts_with(moved + '\n'), verb);
            args.emplace_back("--json");
            QVERIFY2(ask(args).json()["adjusted"] == moved, verb);
        }
    }

    void whatHasNoEffectIsSaidUnlessTheLayoutCannotRunForIt()
    {
        const char* const no_effect = "has no effect here";
        const Answer idle = ask({"eval", "llama3-8b-64xh100", "--set", "workload.top_k=4"});
        QVERIFY(idle.code == 0 && idle.out.find(no_effect) != std::string::npos);
        const Answer broken = ask({"eval", "llama3-8b-64xh100", "--set", "plan.tensor_parallel=2", "--set",
            "workload.kind=generic", "--json"});
        QCOMPARE(broken.code, 1);
        QVERIFY(broken.json().value("adjusted", "").find(no_effect) == std::string::npos);
    }

    void expertsThatTheModelLacksAreRefused()
    {
        const Answer refused = ask({"eval", "llama3-8b-64xh100", "--set", "plan.expert_parallel=8"});
        QCOMPARE(refused.code, 3);
        QVERIFY2(refused.err.find("needs experts") != std::string::npos, refused.err.c_str());
    }

    void absentKneesAreNull()
    {
        const auto knees = ask({"scale", "knee-simulator", "--set", "cluster.link_rate=100 TB/s", "--set",
                                   "cluster.loader_rate=1e9", "--json"})
                               .json()["knees"];
        QVERIFY(knees["gamma"].is_null());
    }

    void rowsHaveTheKeysOfTheContract()
    {
        const auto rows = ask({"scale", "knee-simulator", "--json"}).json()["rows"];
        QCOMPARE(rows.size(), std::size_t(9));
        for (const auto& row : rows) {
            std::vector<std::string> keys;
            for (const auto& [key, value] : row.items())
                keys.push_back(key);
            QCOMPARE(keys,
                (std::vector<std::string>{"k", "gpus", "compute_s", "comm_s", "load_s", "step_s", "speedup",
                    "efficiency", "gamma", "bound", "training_time_s", "cost", "meets_deadline", "within_budget"}));
        }
        QCOMPARE(rows[3]["k"].get<int>(), 8);
        QCOMPARE(rows[3]["bound"].get<std::string>(), std::string("communication"));
        QCOMPARE(rows[3]["gamma"].get<double>(), 0.14 / 0.1024);
    }

    void aListOfWorkersIsAccepted()
    {
        const auto rows = ask({"scale", "--k", "3,6.12,100", "knee-simulator", "--json"}).json()["rows"];
        QCOMPARE(rows.size(), std::size_t(3));
        QCOMPARE(rows[0]["k"].get<double>(), 3.0);
        QCOMPARE(rows[1]["k"].get<double>(), 6.12);
        QVERIFY(std::abs(rows[1]["gamma"].get<double>() - 1) < 1e-9);
        QCOMPARE(rows[2]["gpus"].get<double>(), 100.0);
    }

    void csvHasOneLinePerRow()
    {
        const auto text = lines(ask({"scale", "knee-simulator", "--csv", "--k", "1,8"}).out);
        QCOMPARE(text.size(), std::size_t(3));
        QCOMPARE(text[0],
            std::string("k,gpus,compute_s,comm_s,load_s,step_s,speedup,efficiency,gamma,bound,training_time_s,cost,"
                        "meets_deadline,within_budget"));
        QVERIFY(text[2].starts_with("8,8,0.1024,0.14,"));
    }

    void limitsAreCheckedAtEveryScale()
    {
        const auto open = ask({"scale", "knee-1p3b", "--json"}).json();
        QVERIFY(open["rows"][0]["meets_deadline"].is_null() && open["rows"][0]["within_budget"].is_null());
        QVERIFY(open["within_limits"].empty());
        const auto& sixteen = open["rows"][4];
        const std::string deadline = std::to_string(sixteen["training_time_s"].get<double>() * 1.01) + " s";
        const std::string budget = "$" + std::to_string(sixteen["cost"].get<double>() * 1.01);
        const auto limited = ask({"scale", "knee-1p3b", "--json", "--set", "assumptions.deadline=" + deadline, "--set",
                                     "assumptions.budget=" + budget})
                                 .json();
        for (const auto& row : limited["rows"]) {
            QCOMPARE(row["meets_deadline"].get<bool>(),
                row["training_time_s"].get<double>() <= sixteen["training_time_s"].get<double>() * 1.01);
            QCOMPARE(
                row["within_budget"].get<bool>(), row["cost"].get<double>() <= sixteen["cost"].get<double>() * 1.01);
        }
        QVERIFY(!limited["within_limits"].empty());
        QVERIFY(limited["within_limits"][0]["from_k"].get<double>() <= 16);
        QVERIFY(limited["within_limits"][0]["to_k"].get<double>() >= 16);
        const auto eval = ask({"eval", "knee-1p3b", "--json", "--set", "assumptions.deadline=1 s"}).json();
        QCOMPARE(eval["meets_deadline"].get<bool>(), false);
        QVERIFY(eval["within_budget"].is_null());
    }

    void theGammaThresholdMovesTheKnee()
    {
        const auto json = ask({"scale", "knee-simulator", "--set", "assumptions.knee_gamma=2", "--json"}).json();
        QVERIFY(std::abs(json["knees"]["gamma"]["k"].get<double>() - 11.24) < 1e-9);
        QVERIFY(json["sentence"].get<std::string>().find("2× as long as compute") != std::string::npos);
    }

    void rowsAgreeWithEval()
    {
        const auto row = ask({"scale", "knee-simulator", "--k", "8", "--json"}).json()["rows"][0];
        const auto eval = ask({"eval", "knee-simulator", "--json"}).json();
        for (const char* key : {"compute_s", "comm_s", "load_s", "step_s", "speedup", "efficiency", "gamma"})
            QVERIFY2(row[key] == eval[key], key);
    }
};

KNEEPOINT_TEST(ScaleTest)
#include "scale_test.moc"
