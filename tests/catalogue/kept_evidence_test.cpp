// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <string>

using namespace kneepoint;

namespace {

KeptEvidence everything()
{
    KeptEvidence e;
    e.source = {"runs of \"mine\".csv", "2026-05-18", 1234, 0x00ab12cd};
    e.kind = "scaling-table";
    e.summary = "2 runs, ± 3 µs";
    e.used = false;
    e.settings = {{"cluster.gpu", 2, "row 1"}, {"plan.sequence_parallel", 1, "row 1"}, {"cluster.gpus", 64, "row 2"}};
    e.measurements = {{"step_s", 1.25, 0.5, 7, "row 1, step"}, {"mfu", 0.4, 0, 1, ""}};
    e.curves = {{"all_reduce", Unit::bytes, Unit::seconds, {{1024, 1e-5}, {1 << 20, 3e-5}}, "line 3",
        {{1024, 1 << 20, 1e-5, 1e-11}}}};
    e.breakdown = {{"compute", 1}, {"idle", 0.25}};
    e.rows = {{"row 1", {{"cluster.gpus", 8, "row 1"}}, {{"tokens_per_s", 80000, 0, 1, "row 1"}}, "7b"}};
    e.findings = {{"straggler", 0.2, "rank 7 is late", "ranks"}};
    e.groups = {{"1 TENSOR_MODEL_PARALLEL_GROUP", 8, "all_reduce", 400, 1e7}};
    return e;
}

std::string fileWith(const std::string& evidence)
{
    return R"({"kneepoint": 1, "scenario": {}, "evidence": )" + evidence + "}";
}

std::string errorOf(const std::string& evidence)
{
    const auto file = parseScenario(fileWith(evidence), "mine.kneepoint", shippedCalibration());
    return file ? std::string() : file.error().message;
}

} // namespace

/// What a scenario file keeps of imported files.
class KeptEvidenceTest : public QObject {
    Q_OBJECT

private slots:
    void itIsReadBackAsItWasWritten()
    {
        ScenarioFile file;
        file.evidence = {everything(), KeptEvidence{}};
        const auto again = parseScenario(writeScenario(file, shippedCalibration()), "again", shippedCalibration());
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QVERIFY(again->evidence == file.evidence);
    }

    void filesOfEarlierVersionsAreRead()
    {
        const auto file = parseScenario(
            fileWith(R"([{"name": "a.log", "kind": "training-log", "date": "", "crc32": "0000000f", "summary": "s"}])"),
            "old", shippedCalibration());
        QVERIFY(file);
        QCOMPARE(file->evidence.at(0).source.crc32, std::uint32_t(15));
        QVERIFY(file->evidence[0].used);
    }

    void wrongEvidenceIsRefusedWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("evidence");
        QTest::addColumn<QByteArray>("place");
        const auto row = [](const char* name, const char* evidence, const char* place) {
            QTest::newRow(name) << QByteArray(evidence) << QByteArray(place);
        };
        row("no list", R"({"name": "a"})", "/evidence: expected a list");
        row("no object", "[3]", "/evidence/0: expected an object");
        row("unknown key", R"([{}, {"raw": "bytes"}])", "/evidence/1/raw: not a key");
        row("number as name", R"([{"name": 3}])", "/evidence/0/name: expected a string");
        row("unknown parameter", R"([{"settings": {"plan.teleport": {"value": 1}}}])",
            "/evidence/0/settings/plan.teleport: no parameter");
        row("setting out of range", R"([{"settings": {"cluster.gpus": {"value": -8}}}])",
            "/evidence/0/settings/cluster.gpus/value: ");
        row("setting without value", R"([{"settings": {"cluster.gpus": {"place": "x"}}}])",
            "/evidence/0/settings/cluster.gpus/value: missing");
        row("negative part", R"([{"breakdown": {"compute": -1}}])", "/evidence/0/breakdown/compute: -1 is not between");
        row("more x than y", R"([{"curves": [{"x": [1, 2], "y": [1]}]}])", "/evidence/0/curves/0: expected as many");
        row("falling x", R"([{"curves": [{"x": [2, 1], "y": [1, 1]}]}])", "/evidence/0/curves/0: expected as many");
        row("unit of nothing", R"([{"curves": [{"x_unit": "furlongs"}]}])", "/evidence/0/curves/0/x_unit: furlongs");
        row("checksum", R"([{"crc32": "xyz"}])", "/evidence/0/crc32: expected");
    }
    void wrongEvidenceIsRefusedWithItsPlace()
    {
        QFETCH(const QByteArray, evidence);
        QFETCH(const QByteArray, place);
        const std::string error = errorOf(evidence.toStdString());
        QVERIFY2(error.starts_with("mine.kneepoint: ") && error.find(place.toStdString()) != std::string::npos,
            error.c_str());
    }

    void listsAreBounded()
    {
        std::string rows = "[{\"rows\": [{}";
        for (std::size_t i = 0; i < most_kept_rows; ++i)
            rows += ", {}";
        QVERIFY(errorOf(rows + "]}]").find("/evidence/0/rows: 201 entries; at most 200") != std::string::npos);
        QVERIFY(errorOf("[{\"name\": \"" + std::string(most_kept_text + 1, 'x') + "\"}]").find("longer than")
            != std::string::npos);
    }
};

KNEEPOINT_TEST(KeptEvidenceTest)
#include "kept_evidence_test.moc"
