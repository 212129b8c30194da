// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/measured_collective.h"

#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace kneepoint;

/// Curves of collectives as scenarios: their links follow from the same names as those of runs.
class MeasuredCurvesTest : public QObject {
    Q_OBJECT

private slots:
    void theLinksOfACurveFollowFromItsDescription_data()
    {
        QTest::addColumn<QByteArray>("curve");
        QTest::addColumn<QString>("network");
        QTest::addColumn<double>("domain");
        QTest::addColumn<double>("gbit_per_gpu");
        const auto row = [](const char* name, const char* curve, const char* network, double domain, double gbit) {
            QTest::newRow(name) << QByteArray(curve) << QString(network) << domain << gbit;
        };
        row("TCPXO is no socket",
            R"({"gpu": "H100", "gpus": 16, "nodes": 2, "inter_node": "GPUDirect-TCPXO, 8x 200 Gbps"})", "gcp-tcpxo", 8,
            200);
        row("class of the ports",
            R"({"gpu": "H100", "gpus": 16, "nodes": 2, "inter_node": "8x mlx5 RoCE (400 Gbps class) per node"})",
            "roce400", 8, 400);
        row("sockets on a Slingshot port",
            R"({"gpu": "A100-SXM4-40GB", "gpus": 8, "nodes": 2, "inter_node": "4x Slingshot 11",
                "notes": "default env, NCCL over TCP sockets"})",
            "slingshot-tcp", 4, 200);
        row("two GPUs to a Slingshot port",
            R"({"gpu": "A100-SXM4-40GB", "gpus": 8, "nodes": 2, "inter_node": "2x Slingshot 11"})",
            "slingshot200-shared", 4, 100);
        row("two racks, by trays",
            R"({"gpu": "GB200", "gpus": 144, "nodes": 36, "intra_node": "NVL72 x2",
                "inter_node": "InfiniBand, 400 Gbps per GPU"})",
            "ib-ndr", 72, 400);
        row("two racks, by racks",
            R"({"gpu": "GB200", "gpus": 144, "nodes": 2, "intra_node": "NVL72 x2",
                "inter_node": "InfiniBand, 400 Gbps per GPU"})",
            "ib-ndr", 72, 400);
        row("a rack that only its text names",
            R"({"gpu": "B200", "gpus": 128, "nodes": 32, "intra_node": "NVL72 x2",
                "inter_node": "4x 400 Gbps InfiniBand"})",
            "ib-ndr", 64, 400);
    }
    void theLinksOfACurveFollowFromItsDescription()
    {
        QFETCH(QByteArray, curve);
        QFETCH(QString, network);
        QFETCH(double, domain);
        QFETCH(double, gbit_per_gpu);
        auto row = nlohmann::json::parse(curve);
        row["op"] = "all_reduce";
        row["points"] = {{1e6, 100}};
        const auto read = parseMeasurements(nlohmann::json::array({row}).dump(), "x.json");
        QVERIFY(read);
        const MeasuredCollectives all = collectiveQuestionsOf(*read, shippedCalibration());
        QVERIFY2(all.curves.size() == 1, all.skipped.empty() ? "" : all.skipped.front().reason.c_str());
        const MeasuredCollective& question = all.curves.front();
        QCOMPARE(question.network, network.toStdString());
        QCOMPARE(question.series, std::string("collectives-network"));
        QCOMPARE(question.cluster.gpus_per_node, domain);
        QCOMPARE(question.cluster.lineRatePerGpu() * 8 / 1e9, gbit_per_gpu);
    }

    void aCurveSaysWhatItsLibraryMayUse()
    {
        const auto read = parseMeasurements(
            R"json([{"op": "all_reduce", "gpu": "H100", "gpus": 16, "nodes": 2, "points": [[1e6, 100]],
                 "inter_node": "4x 400 Gbps InfiniBand, NCCL_ALGO=RING"},
                {"op": "all_reduce", "gpu": "H100", "gpus": 8, "nodes": 2, "points": [[1e6, 100]],
                 "intra_node": "NVLink (no NVLS)", "inter_node": "4x 400 Gbps InfiniBand"}])json",
            "x.json");
        QVERIFY(read);
        const MeasuredCollectives all = collectiveQuestionsOf(*read, shippedCalibration());
        QCOMPARE(all.curves.size(), std::size_t(2));
        QCOMPARE(all.curves[0].algorithm, CollectiveAlgorithm::ring);
        QCOMPARE(all.curves[0].cluster.nics_per_node, 4.0);
        QVERIFY(all.curves[0].cluster.switch_reduction > 0);
        QCOMPARE(all.curves[1].algorithm, CollectiveAlgorithm::automatic);
        QCOMPARE(all.curves[1].cluster.switch_reduction, 0.0);
    }

    void traysOfOneRackUseNoNetwork()
    {
        const auto read = parseMeasurements(
            R"([{"op": "all_reduce", "gpu": "GB200", "gpus": 32, "nodes": 8, "points": [[1e6, 100]]}])", "x.json");
        QVERIFY(read);
        const MeasuredCollectives all = collectiveQuestionsOf(*read, shippedCalibration());
        QCOMPARE(all.curves.size(), std::size_t(1));
        QCOMPARE(all.curves.front().series, std::string("collectives-nvlink"));
        QCOMPARE(all.curves.front().cluster.gpus_per_node, 32.0);
    }
};

KNEEPOINT_TEST(MeasuredCurvesTest)
#include "measured_curves_test.moc"
