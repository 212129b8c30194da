// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/scenario_file.h"
#include "model/catalogue/shipped_scenarios.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <string>

using namespace kneepoint;
using test::RandomScenarios;

namespace {

std::string fileWith(const std::string& values)
{
    return R"({"kneepoint": 1, "scenario": {)" + values + "}}";
}

std::string refusal(std::string_view text)
{
    const auto parsed = parseScenario(text, "job.json");
    return parsed ? "" : parsed.error().message;
}

/// The first parameter whose value is another one; empty if all are the same. A planned layout is planned again.
std::string difference(const Scenario& a, const Scenario& b)
{
    for (const Parameter& p : catalogue()) {
        const Parameter* pin = a.automatic.on ? pinOf(p) : nullptr;
        if (p.get(a) != p.get(b) && !(pin && pin->get(a) == 0))
            return std::string(p.id);
    }
    return {};
}

#define VERIFY_SAME(a, b, what) QVERIFY2(difference(a, b).empty(), ((what) + ": " + difference(a, b)).c_str())

bool isOneSentence(const std::string& message)
{
    return message.starts_with("job.json:") && message.size() < 700 && message.find('\n') == std::string::npos;
}

/// Whether a layout is planned for a stated global batch that none reaches, so that another stands in for it.
bool isMoved(const Scenario& s)
{
    return s.automatic.on && originOf(parameter("workload.global_batch"), s) == Origin::moved;
}

} // namespace

/// Scenario files: saving and loading is lossless, and invalid files are rejected in one sentence.
class ScenarioFileTest : public QObject {
    Q_OBJECT

private slots:
    void gpusThatShareANicAreReadAsNicsOfANode()
    {
        const auto read = [](const char* scenario) {
            return parseScenario(
                std::string(R"({"kneepoint": 1, "title": "old", "scenario": {)") + scenario + "}}", "job.json");
        };
        const auto old = read(R"("cluster.gpus_per_node": 8, "cluster.nic_sharing": 4)");
        QVERIFY2(old, old ? "" : old.error().message.c_str());
        QCOMPARE(old->scenario.cluster.nics_per_node, 2.0);
        for (const char* without_a_node :
            {R"("cluster.nic_sharing": 4)", R"("cluster.gpus_per_node": 8, "cluster.nic_sharing": "four")",
                R"("cluster.gpus_per_node": 8, "cluster.nic_sharing": 4, "cluster.nics_per_node": 2)"}) {
            const auto refused = read(without_a_node);
            QVERIFY(!refused);
            QVERIFY2(isOneSentence(refused.error().message), refused.error().message.c_str());
        }
    }

    void savingAndLoadingIsLossless()
    {
        RandomScenarios random(11);
        for (int i = 0; i < 1000; ++i) {
            ScenarioFile file;
            file.title = "random " + std::to_string(i);
            file.about = "quotes \" and \\ and ünïcode";
            file.scenario = i % 2 ? random.stated() : random.walked();
            const auto loaded = parseScenario(writeScenario(file, shippedCalibration()), "saved");
            QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
            VERIFY_SAME(loaded->scenario, file.scenario, file.title);
            QCOMPARE(loaded->title, file.title);
            QCOMPARE(loaded->about, file.about);
        }
    }

    /// Also at the ends of each range, where a figure that follows could leave its own. Not where a layout is planned
    /// for a global batch that none reaches: what stands in for it until then depends on the layout that was there.
    void everyEditIsReadBack()
    {
        RandomScenarios random(12);
        for (const Parameter& p : catalogue())
            for (int i = 0; i < 6; ++i) {
                const auto presets = scenarioPresets();
                ScenarioFile file;
                file.scenario = i % 2 ? presets[random.index(presets.size())].scenario : random.walked();
                const double value = !p.isNumber() || i > 3 ? random.valueOf(p) : i > 1 ? p.range.max : p.range.min;
                if (!checkValue(p, value))
                    continue;
                p.edit(file.scenario, value, shippedCalibration());
                if (isMoved(file.scenario))
                    continue;
                const auto loaded = parseScenario(writeScenario(file, shippedCalibration()), std::string(p.id));
                QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
                VERIFY_SAME(loaded->scenario, file.scenario, std::string(p.id));
            }
    }

    void everyShippedScenarioIsReadBack()
    {
        QVERIFY(scenarioPresets().size() >= 25);
        for (const ScenarioFile& file : scenarioPresets()) {
            const auto loaded = parseScenario(writeScenario(file, shippedCalibration()), file.id);
            QVERIFY2(loaded, file.id.c_str());
            QVERIFY2(loaded->scenario == file.scenario, file.id.c_str());
        }
    }

    void absentKeysKeepTheirDefaults()
    {
        const auto loaded = parseScenario(R"({"kneepoint": 1})", "job.json");
        QVERIFY(loaded);
        QVERIFY(loaded->scenario == Scenario{});
    }

    void explicitFiguresOverrideThoseOfAPreset()
    {
        for (const char* values : {R"("cluster.gpu": "h100-sxm", "cluster.peak_bf16": 2e15)",
                 R"("cluster.peak_bf16": 2e15, "cluster.gpu": "h100-sxm")"}) {
            const auto loaded = parseScenario(fileWith(values), "job.json");
            QVERIFY(loaded);
            QCOMPARE(loaded->scenario.cluster.peak[static_cast<std::size_t>(Precision::bf16)], 2e15);
            QCOMPARE(loaded->scenario.cluster.memory_bandwidth, 3350e9);
        }
    }

    void textsWithUnitsAreRead()
    {
        const auto loaded = parseScenario(
            fileWith(
                R"("cluster.link_rate": "400 Gbit/s", "workload.parameters": "7B", "assumptions.overlap": "80 %")"),
            "job.json");
        QVERIFY(loaded);
        QCOMPARE(loaded->scenario.cluster.link_rate, 50e9);
        QCOMPARE(loaded->scenario.workload.parameters, 7e9);
        QCOMPARE(loaded->scenario.assumptions.overlap, 0.8);
    }

    void invalidScenariosAreRejectedWithTheirPlace_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        const auto values = [](const char* row, const char* text, const char* place) {
            QTest::newRow(row) << QByteArray::fromStdString(fileWith(text)) << place;
        };
        const auto whole = [](const char* row, const QByteArray& text, const char* place) {
            QTest::newRow(row) << text << place;
        };
        values("unknown key", R"("workload.color": 1)", "/scenario/workload.color");
        values("text for a number", R"("cluster.gpus": "many")", "/scenario/cluster.gpus");
        values("object for a number", R"("cluster.gpus": {})", "/scenario/cluster.gpus");
        values("list for a number", R"("cluster.gpus": [8])", "/scenario/cluster.gpus");
        values("null for a number", R"("cluster.gpus": null)", "/scenario/cluster.gpus");
        values("flag for a number", R"("cluster.gpus": true)", "/scenario/cluster.gpus");
        values("number for a flag", R"("assumptions.stragglers": 2)", "/scenario/assumptions.stragglers");
        values("number for a choice", R"("cluster.gpu": 3)", "/scenario/cluster.gpu");
        values("unknown choice", R"("cluster.gpu": "h1000")", "/scenario/cluster.gpu");
        values("too small", R"("cluster.gpus": 0)", "1 … 1.048576 M");
        values("too large", R"("assumptions.overlap": 1.5)", "0 % … 100 %");
        values("negative", R"("workload.parameters": -7e9)", "/scenario/workload.parameters");
        values("not whole", R"("workload.layers": 2.5)", "/scenario/workload.layers");
        values("huge number", R"("workload.parameters": 1e999)", "job.json");
        values("huge number in a text", R"("workload.parameters": "1e999")", "/scenario/workload.parameters");
        values("two spellings of a key",
            R"("plan.synchronisation": "all-reduce", "plan.synchronization": "parameter-server")", "two spellings");
        values("duplicate key", R"("cluster.gpus": 8, "cluster.gpus": 16)", "cluster.gpus");
        values("contradictory batch",
            R"("workload.batch_per_gpu": 2, "workload.global_batch": 64, "cluster.gpus": 8, "plan.accumulation": 1)",
            "/scenario/workload.global_batch");
        values("derived batch is too small",
            R"("workload.global_batch": 1e-6, "cluster.gpus": 1000, "workload.scaling": "strong")",
            "/scenario/workload.batch_per_gpu");
        whole("unknown key outside", R"({"kneepoint": 1, "color": 1})", "/color");
        whole("duplicate key outside", R"({"kneepoint": 1, "title": "a", "title": "b"})", "title");
        whole("number for a title", R"({"kneepoint": 1, "title": 5})", "/title");
        whole("text for the scenario", R"({"kneepoint": 1, "scenario": "x"})", "/scenario");
        whole("later version", R"({"kneepoint": 2, "scenario": {}})", "/kneepoint");
        whole("version as text", R"({"kneepoint": "1", "scenario": {}})", "/kneepoint");
        whole("version as fraction", R"({"kneepoint": 1.5})", "/kneepoint");
        whole("version as object", QByteArray(R"({"kneepoint": {"a": ")" + QByteArray(9000, 'x') + R"("}})"),
            "/kneepoint");
        whole("no version", R"({"scenario": {}})", "/kneepoint");
        whole("a list", "[1, 2]", "/kneepoint");
        whole("a number", "5", "/kneepoint");
        whole("nothing", "", "job.json:1");
        whole("blanks", " \n\n ", "job.json:3");
        whole("not JSON", "{\n\"kneepoint\": 1,\n oops}", "job.json:3");
        whole("text after the end", R"({"kneepoint": 1} {})", "job.json:1");
        whole("NUL byte", QByteArray("{\"kneepoint\": 1\0}", 16), "job.json:1");
        whole("NUL byte in a text", QByteArray("{\"kneepoint\": 1, \"title\": \"a\0b\"}", 32), "job.json:1");
        whole("invalid UTF-8", "{\"kneepoint\": 1, \"title\": \"\xff\xfe\"}", "job.json:1");
        whole("invalid UTF-8 in a key", "{\"kneepoint\": 1, \"scenario\": {\"\xc3\x28\": 1}}", "job.json:1");
        whole(
            "long key", R"({"kneepoint": 1, "scenario": {")" + QByteArray(100000, 'k') + R"(": 1}})", "/scenario/kkk");
        whole("long value", R"({"kneepoint": 1, "scenario": {"cluster.gpu": ")" + QByteArray(100000, 'v') + R"("}})",
            "/scenario/cluster.gpu");
        whole("duplicate long key", "{\"" + QByteArray(100000, 'k') + "\": 1, \"" + QByteArray(100000, 'k') + "\": 2}",
            "job.json");
        whole("line break in a key", R"({"kneepoint": 1, "a\nb": 1})", "job.json");
        whole("100 000 lists", QByteArray(100000, '['), "deeper");
        whole("100 000 objects", QByteArray(R"({"a":)").repeated(100000), "deeper");
        whole("larger than 4 MiB", R"({"kneepoint": 1})" + QByteArray(4 << 20, ' '), "4194304");
    }
    void invalidScenariosAreRejectedWithTheirPlace()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        const std::string message = refusal(text.toStdString());
        QVERIFY2(isOneSentence(message), message.c_str());
        QVERIFY2(message.find(place.toStdString()) != std::string::npos, message.c_str());
    }

    void aTruncatedFileIsRejectedWhereverItIsCut()
    {
        const std::string whole = writeScenario(*findScenarioPreset("moe-alltoall"), shippedCalibration());
        const std::size_t last = whole.find_last_of('}');
        for (std::size_t length = 0; length <= last; ++length) {
            const std::string message = refusal(std::string_view(whole).substr(0, length));
            QVERIFY2(isOneSentence(message), std::to_string(length).c_str());
        }
    }

    void aFileIsReadFromDisk()
    {
        const test::TemporaryFiles files;
        const std::string path =
            files.write("job.json", writeScenario(*findScenarioPreset("knee-simulator"), shippedCalibration()).c_str());
        const auto loaded = loadScenario(path, shippedCalibration());
        QVERIFY(loaded);
        QVERIFY(loaded->scenario == test::preset("knee-simulator"));
    }

    void missingAndSpecialFilesAreRejected()
    {
        const QTemporaryDir folder;
        for (const auto& [path, reason] : {std::pair(folder.filePath("absent.json"), "absent.json: cannot be opened"),
                 std::pair(folder.path(), ": not a regular file")}) {
            const auto loaded = loadScenario(path.toStdString(), shippedCalibration());
            QVERIFY(!loaded);
            QVERIFY2(loaded.error().message.find(reason) != std::string::npos, loaded.error().message.c_str());
        }
    }

    void aLargeFileIsRejected()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("job.json");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.resize(64 << 20);
        file.close();
        const auto loaded = loadScenario(path.toStdString(), shippedCalibration());
        QVERIFY(!loaded);
        QVERIFY(loaded.error().message.find("job.json: larger than the 4194304 bytes") != std::string::npos);
    }
};

KNEEPOINT_TEST(ScenarioFileTest)
#include "scenario_file_test.moc"
