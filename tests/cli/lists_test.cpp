// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/presets/presets.h"
#include "model/results/metric.h"
#include "tests/support/data_row.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTest>

#include <set>

using namespace kneepoint;

class ListsTest : public QObject {
    Q_OBJECT

private slots:
    void presetsListEveryScenario()
    {
        const auto json = ask({"presets", "--json"}).json();
        QCOMPARE(json.size(), scenarioPresets().size());
        std::set<std::string> ids;
        for (const auto& entry : json)
            ids.insert(entry["id"]);
        for (const char* id : {"roofline-7b-debug", "roofline-7b-training", "gap-64-gpus", "allreduce-10b-400g",
                 "straggler-512", "opt-175b-992", "bert-base-1gbe", "bert-base-100gbe-rdma", "knee-simulator",
                 "knee-simulator-fp8", "knee-simulator-double-batch", "knee-1p3b", "comm-wall-1024", "moe-alltoall",
                 "suspect-exposed-communication", "suspect-starved-input", "suspect-straggler", "suspect-tiny-batch",
                 "suspect-large-batch", "llama3-8b-64xh100", "llama3-70b-512xh100", "gpt3-175b-1024xa100",
                 "mixtral-8x7b-256xh100", "resnet50-10gbe", "bert-large-100gbe"})
            QVERIFY2(ids.count(id) == 1, id);
    }

    void presetsListEachLibrary()
    {
        QCOMPARE(ask({"presets", "gpus", "--json"}).json().size(), gpuPresets().size());
        QCOMPARE(ask({"presets", "stacks", "--json"}).json().size(), stackPresets().size());
        QCOMPARE(ask({"presets", "machines", "--json"}).json().size(), machinePresets().size());
        QCOMPARE(ask({"presets", "interconnects", "--json"}).json().size(), interconnectPresets().size());
        QCOMPARE(ask({"presets", "models", "--json"}).json().size(), modelPresets().size());
        QCOMPARE(lines(ask({"presets", "gpus", "--csv"}).out).size(), gpuPresets().size() + 1);
        QCOMPARE(lines(ask({"presets"}).out).size(), scenarioPresets().size() + 1);
    }

    void whatIsAssumedIsListedOnce()
    {
        std::set<std::string> gpus;
        for (const GpuPreset& p : gpuPresets())
            if (!p.assumed.empty())
                gpus.insert(p.id);
        std::size_t listed = 0;
        for (const auto& entry : ask({"presets", "assumed", "--json"}).json()) {
            QVERIFY(!entry["assumed"].get<std::string>().empty());
            if (entry["library"] != "gpus")
                continue;
            ++listed;
            QVERIFY(gpus.contains(entry["id"].get<std::string>()));
        }
        QCOMPARE(listed, gpus.size());
        QCOMPARE(ask({"presets", "gpus", "--markdown"}).code, 2);
    }

    void parametersListTheCatalogue()
    {
        const auto json = ask({"parameters", "--json"}).json();
        QCOMPARE(json.size(), catalogue().size());
        for (std::size_t i = 0; i < json.size(); ++i)
            QCOMPARE(json[i]["id"].get<std::string>(), std::string(catalogue()[i].id));
        QCOMPARE(lines(ask({"parameters", "--csv"}).out).size(), catalogue().size() + 1);
    }

    void everyDefaultCanBeSet()
    {
        for (const auto& p : ask({"parameters", "--json"}).json()) {
            const auto& value = p["default"];
            const std::string text = value.is_boolean() ? (value.get<bool>() ? "on" : "off")
                : value.is_string()                     ? value.get<std::string>()
                                                        : valueText(parameter(p["id"].get<std::string>()), value);
            const Answer answer = ask({"roofline", "knee-simulator", "--set", p["id"].get<std::string>() + "=" + text});
            QVERIFY2(answer.code == 0, answer.err.c_str());
        }
    }

    void metricsListTheMetricsOfEval()
    {
        const auto json = ask({"metrics", "--json"}).json();
        const auto eval = ask({"eval", "knee-simulator", "--json"}).json();
        QCOMPARE(json.size(), metrics().size());
        for (const auto& entry : json)
            QVERIFY2(eval.contains(entry["id"].get<std::string>()), entry["id"].get<std::string>().c_str());
        QCOMPARE(lines(ask({"metrics", "--csv"}).out).size(), metrics().size() + 1);
    }

    void referencePagesAreCurrent_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QStringList>("verb");
        test::dataRow("parameters", "docs/parameters.md", QStringList{"parameters"});
        test::dataRow("results", "docs/results.md", QStringList{"metrics"});
        test::dataRow("assumed", "docs/assumed.md", QStringList{"presets", "assumed"});
    }

    void referencePagesAreCurrent()
    {
        QFETCH(QString, page);
        QFETCH(QStringList, verb);
        std::vector<std::string> asked;
        for (const QString& word : verb << "--markdown")
            asked.push_back(word.toStdString());
        QFile file(sourcePath(page));
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(page + " is missing"));
        QVERIFY2(file.readAll().toStdString() == ask(asked).out,
            qPrintable(page + " is out of date: kneepoint " + verb.join(' ') + " > " + page));
    }
};

KNEEPOINT_TEST(ListsTest)
#include "lists_test.moc"
