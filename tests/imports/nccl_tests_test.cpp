// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/imports/nccl_tests.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace kneepoint;

namespace {

std::vector<CollectiveTable> tablesOfText(std::string_view text)
{
    ByteSource source = ByteSource::of(text, "text", {});
    return readNcclTables(source);
}

/// Devices of 2 nodes with 4 H100 each.
std::string twoNodes()
{
    std::string text = "# nThread 1 nGpus 1 minBytes 8 maxBytes 1073741824 step: 8(factor)\n#\n# Using devices\n";
    for (int rank = 0; rank < 8; ++rank)
        text += "#  Rank  " + std::to_string(rank) + " Group  0 Pid 1 on node" + std::to_string(rank / 4) + " device  "
            + std::to_string(rank % 4) + " [0000:1b:00] NVIDIA H100 80GB HBM3\n";
    return text;
}

constexpr std::string_view header_2022 =
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw "
    "#wrong\n"
    "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)\n";

/// An all-reduce over 8 ranks: 20 µs + size / (90 GB/s), busbw = 1.75 × algbw.
std::string allReduceRows(double longest = 1.1e9)
{
    std::string text;
    for (double size = 1024; size <= longest; size *= 8) {
        const double us = 20 + size / 90e3;
        char line[200];
        std::snprintf(line, sizeof line,
            "%12.0f %13.0f     float     sum      -1 %8.2f %7.3f %7.3f      0 %8.2f %7.3f %7.3f    N/A\n", size,
            size / 4, us, size / us / 1e3, 1.75 * size / us / 1e3, us, size / us / 1e3, 1.75 * size / us / 1e3);
        text += line;
    }
    return text;
}

} // namespace

/// Output of nccl-tests in all its versions, and Inspector logs.
class NcclTestsTest : public QObject {
    Q_OBJECT

private slots:
    void aTimeThatContradictsItsBandwidthIsReported()
    {
        const std::string table = twoNodes() + std::string(header_2022) + allReduceRows();
        QVERIFY(!test::skips(test::imported(table), "contradict"));
        const Evidence evidence = test::imported(table
            + "  2147483648     536870912     float     sum      -1  10000.0 214.748 100.000      0"
              "  10000.0 214.748 375.809    N/A\n");
        QVERIFY(test::skips(evidence,
            "1 measurement of all_reduce: time and bus bandwidth contradict each other (2.15 GB in 10 ms is 376 GB/s, "
            "not 100 GB/s); the curve uses the times"));
    }

    void rowsOfAllVersionsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("out_of_place");
        QTest::addColumn<double>("seconds"); // in place
        const QByteArray head(header_2022.data(), static_cast<int>(header_2022.size()));
        QTest::newRow("since 2022") << head + "1024 256 float sum -1 164.3 0.01 0.02 0 163.3 0.01 0.02 0\n"
                                    << true << 163.3e-6;
        QTest::newRow("no in-place check") << head + "1024 256 float none -1 164.3 0.01 0.02 0 163.3 0.01 0.02 N/A\n"
                                           << true << 163.3e-6;
        QTest::newRow("replay: out of place blank")
            << head + "1024 256 float sum -1                    163.3 0.01 0.02 0\n"
            << false << 163.3e-6;
        QTest::newRow("with time stamps")
            << head + "1024 256 float sum -1 164.3 0.01 0.02 0 163.3 0.01 0.02 0 2026-05-18 16:08:16\n"
            << true << 163.3e-6;
        QTest::newRow("srun -l") << "0: " + head + "0: 1024 256 float sum -1 164.3 0.01 0.02 0 163.3 0.01 0.02 0\n"
                                 << true << 163.3e-6;
        QTest::newRow("mpirun --tag-output")
            << "[1,0]<stdout>:" + head + "[1,0]<stdout>: 1024 256 float sum -1 164.3 0.01 0.02 0 163.3 0.01 0.02 0\n"
            << true << 163.3e-6;
        QTest::newRow("quoted in Markdown")
            << "> " + head + "> 1024 256 float sum -1 164.3 0.01 0.02 0 163.3 0.01 0.02 0\n"
            << true << 163.3e-6;
        QTest::newRow("log lines between the rows") << head
                + "host:1:1 [0] NCCL INFO Launch mode Parallel\n1024 256 float sum -1 164.3 0.01 0.02 0 163.3 0.01 "
                  "0.02 0\n" << true << 163.3e-6;
        QTest::newRow("exponents") << head
                + "17179869184 4294967296 float sum -1 1.2e+06 14.3 25.0 0 1.3e+06 14.3 25.0 0\n"
                                   << true << 1.3;
        QTest::newRow("before 2022, all-gather") << QByteArray(
            "# size count type time algbw busbw error time algbw busbw error\n1024 256 float 34.6 0.03 0.03 0e+00 34.3 "
            "0.03 0.03 N/A\n") << true << 34.3e-6;
        QTest::newRow("before 2022, all-reduce")
            << QByteArray("# size count type redop time algbw busbw error time algbw busbw error\n1024 256 float sum "
                          "34.6 0.03 0.03 2e-07 34.3 0.03 0.03 2e-07\n")
            << true << 34.3e-6;
        QTest::newRow("cputime") << QByteArray(
            "# size count type redop root cputime algbw busbw #wrong cputime algbw busbw #wrong\n1024 256 float sum -1 "
            "34.6 0.03 0.03 0 34.3 0.03 0.03 0\n")
                                 << true << 34.3e-6;
        QTest::newRow("per iteration") << QByteArray(
            "# size count type redop root time algbw busbw #wrong i_min i_max i_p99 i_cv% time algbw busbw #wrong "
            "i_min i_max i_p99 i_cv%\n1024 256 float sum -1 34.6 0.03 0.03 0 30 40 39 2.5 34.3 0.03 0.03 0 30 40 39 "
            "2.5\n") << true << 34.3e-6;
    }
    void rowsOfAllVersionsAreRead()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const bool, out_of_place);
        QFETCH(const double, seconds);
        const auto tables = tablesOfText(text.toStdString());
        QCOMPARE(tables.size(), std::size_t(1));
        QCOMPARE(tables[0].rows.size(), std::size_t(1));
        QCOMPARE(tables[0].rows[0].halves[0].has_value(), out_of_place);
        QVERIFY(tables[0].rows[0].halves[1].has_value());
        QVERIFY(std::abs(tables[0].rows[0].halves[1]->seconds - seconds) < 1e-12);
        QCOMPARE(test::imported(text.toStdString()).kind, std::string("nccl-tests"));
    }

    void latencyAndBandwidthAreFitted()
    {
        const Evidence evidence = test::imported(
            "# Collective test starting: all_reduce_perf\n" + twoNodes() + std::string(header_2022) + allReduceRows());
        QCOMPARE(evidence.curves.size(), std::size_t(1));
        const MeasuredCurve& curve = evidence.curves[0];
        QCOMPARE(curve.name, std::string("all_reduce, 8 GPUs on 2 nodes"));
        QCOMPARE(curve.pieces.size(), std::size_t(1));
        QVERIFY(std::abs(curve.pieces[0].intercept - 20e-6) < 1e-7);
        QVERIFY(std::abs(1 / curve.pieces[0].slope - 90e9) < 0.5e9);
        QCOMPARE(settingOf(evidence, "cluster.gpus_per_node").value_or(0), 4.);
        // 157.5 GB/s of bus bandwidth over 4 NICs of 400 Gbit/s
        QCOMPARE(settingOf(evidence, "cluster.link_rate").value_or(0), 50e9);
        QVERIFY(std::abs(settingOf(evidence, "cluster.link_efficiency").value_or(0) - 157.5 / 200) < 0.01);
        QVERIFY(evidence.findings.empty());
    }

    /// Short messages measure a latency; what they reach is no rate of a link.
    void shortMessagesGiveNoRate()
    {
        const auto table = [](const std::string& devices) {
            return "# Collective test starting: all_reduce_perf\n" + devices + std::string(header_2022)
                + allReduceRows(4 << 20);
        };
        const Evidence between = test::imported(table(twoNodes()));
        QVERIFY(test::skips(between, "no message of 16 MiB or more, so no rate of a link follows"));
        QVERIFY(!settingOf(between, "cluster.link_rate") && !settingOf(between, "cluster.link_efficiency"));
        QVERIFY(!settingOf(between, "cluster.interconnect"));
        QVERIFY(settingOf(between, "cluster.link_latency"));
        std::string one_node = twoNodes();
        for (std::size_t at = 0; (at = one_node.find("node1", at)) != std::string::npos;)
            one_node.replace(at, 5, "node0");
        const Evidence within = test::imported(table(one_node));
        QVERIFY(test::skips(within, "no message of 16 MiB or more, so no rate of a link follows"));
        QVERIFY(!settingOf(within, "cluster.scale_up_efficiency"));
        const char* long_enough = "16777216 4194304 float sum -1 210.0 79.9 139.8 0 210.0 79.9 139.8 0\n";
        QVERIFY(settingOf(test::imported(table(twoNodes()) + long_enough), "cluster.link_rate"));
    }

    /// A collective of long messages measures the link though one that shows it better had short ones.
    void longMessagesOfAnyCollectiveGiveTheRate()
    {
        const std::string gathers = "# Collective test starting: all_gather_perf\n" + twoNodes()
            + std::string(header_2022) + "67108864 16777216 float none -1 1000.0 67.1 58.7 0 1000.0 67.1 58.7 0\n";
        const Evidence evidence = test::imported("# Collective test starting: all_reduce_perf\n" + twoNodes()
            + std::string(header_2022) + allReduceRows(4 << 20) + gathers);
        QCOMPARE(settingOf(evidence, "cluster.link_rate").value_or(0), 25e9);
    }

    void slowNetworksAreFound_data()
    {
        QTest::addColumn<QByteArray>("log");
        QTest::addColumn<double>("busbw"); // GB/s of the longest message
        QTest::addColumn<QByteArray>("cause");
        QTest::newRow("healthy") << QByteArray() << 180. << QByteArray();
        QTest::newRow("TCP sockets") << QByteArray("node0:1:2 [0] NCCL INFO Using network Socket\n") << 20.
                                     << QByteArray("protocol-overhead");
        QTest::newRow("one NIC for the node") << QByteArray() << 46. << QByteArray("contention");
        QTest::newRow("a tenth of the line rate") << QByteArray() << 20. << QByteArray("protocol-overhead");
    }
    void slowNetworksAreFound()
    {
        QFETCH(const QByteArray, log);
        QFETCH(const double, busbw);
        QFETCH(const QByteArray, cause);
        const double us = 1.75 * 1073741824 / busbw / 1e3;
        const std::string row = "1073741824 268435456 float sum -1 " + std::to_string(us) + " "
            + std::to_string(busbw / 1.75) + " " + std::to_string(busbw) + " 0 " + std::to_string(us) + " "
            + std::to_string(busbw / 1.75) + " " + std::to_string(busbw) + " 0\n";
        const Evidence evidence = test::imported("# Collective test starting: all_reduce_perf\n" + twoNodes()
            + log.toStdString() + std::string(header_2022) + row);
        QCOMPARE(evidence.findings.empty() ? std::string() : evidence.findings[0].cause, cause.toStdString());
    }

    /// Found by fuzzing: a heading without its unit of time, and a GPU that nobody sells.
    void bandwidthOutOfRangeIsNoSetting()
    {
        const Evidence evidence = test::imported(
            "# Collective test starting: all_reduce_perf\n"
            "# nThread 1 nGpus 1 minBytes 1024 maxBytes 67108864 step: 16(factor)\n"
            "#  Rank  0 Group  0 Pid 1 on node1 device  0 [0000:1b:00] NVIDIA I100 80GB\n"
            "#  Rank  1 Group  0 Pid 1 on node1 device  1 [0000:1b:00] NVIDIA I100 80GB\n"
            "#       size         count      type   redop    root     time   algbw   busbw #wrong\n"
            "#        (B)    (elements)\n"
            "        1024           256     float     sum      -1    24300000000    0.00    0.00      0\n");
        for (const ObservedSetting& setting : evidence.settings)
            QVERIFY2(checkValue(parameter(setting.parameter), setting.value), setting.parameter.c_str());
        QVERIFY(std::ranges::none_of(evidence.settings,
            [](const ObservedSetting& setting) { return setting.parameter == "cluster.scale_up_bandwidth"; }));
    }

    void theCommandNamesTheCollective()
    {
        const Evidence evidence = test::imported("$ mpirun -np 4 ./all_gather_perf -b 1M -e 1M -g 2\n"
                                                 "# size count type time algbw busbw #wrong\n"
                                                 " 1048576 262144 float 100.0 10.49 9.18 0\n");
        QCOMPARE(evidence.curves.front().operation, std::string("all_gather"));
        QCOMPARE(evidence.curves.front().ranks, 8.0);
    }

    void ranksThatRepeatRanAlone()
    {
        const std::string ranks = "#  Rank  0 Group  0 Pid   11 on  left device  0 [0x03] NVIDIA A100-SXM4-80GB\n"
                                  "#  Rank  1 Group  0 Pid   11 on  left device  1 [0x04] NVIDIA A100-SXM4-80GB\n";
        const std::string others = "#  Rank  0 Group  0 Pid   22 on right device  0 [0x03] NVIDIA A100-SXM4-80GB\n"
                                   "#  Rank  1 Group  0 Pid   22 on right device  1 [0x04] NVIDIA A100-SXM4-80GB\n";
        const std::string table = "# size count type redop root time algbw busbw #wrong\n"
                                  " 1048576 262144 float sum -1 100.0 10.49 10.49 0\n";
        const Evidence alone =
            test::imported("all_reduce_perf -g 2\n# nThread 1 nGpus 2 minBytes 8\n" + ranks + others + table);
        QCOMPARE(alone.curves.front().ranks, 2.0);
        QCOMPARE(alone.curves.front().nodes, 1.0);
        QVERIFY(test::skips(alone, "without MPI=1"));
        const Evidence twice =
            test::imported("all_reduce_perf -g 2\n# nThread 1 nGpus 2 minBytes 8\n" + ranks + ranks + table);
        QCOMPARE(twice.curves.front().ranks, 2.0);
        QVERIFY(!test::skips(twice, "without MPI=1"));
    }

    void aTestWithoutRowsIsRefused()
    {
        const std::string reason = test::refusalOf(twoNodes() + std::string(header_2022));
        QVERIFY2(reason.find("ended before its first row") != std::string::npos, reason.c_str());
    }

    void jsonAndCsvAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nccl-tests -J") << QByteArray(R"({"version": 3, "config": {"devices": [
            {"rank": 0, "group": 0, "hostname": "a", "device_info": "NVIDIA H100 80GB HBM3"},
            {"rank": 1, "group": 0, "hostname": "a", "device_info": "NVIDIA H100 80GB HBM3"}]}, "results": [
            {"size": 1048576, "type": "float", "redop": "sum", "out_of_place": {"time": 20.5, "alg_bw": 51.2, "bus_bw": 51.2,
             "nwrong": 0}, "in_place": {"time": 20.6, "alg_bw": 51.1, "bus_bw": 51.1, "nwrong": null},
             "experiment_name": "AllReduce"}], "average_bus_bandwidth": {"bandwidth": 51.15}})");
        QTest::newRow("rccl-tests JSON") << QByteArray(R"([{"numCycle": 0, "name": "AllReduce", "nodes": 1, "ranks": 2,
            "size": 1048576, "type": "float", "redop": "sum", "inPlace": 0, "time": 20.5, "algBw": 51.2, "busBw": 51.2,
            "wrong": "0"}])");
        QTest::newRow("rccl-tests CSV") << QByteArray(
            "numCycle,name,nodes,ranks,ranksPerNode,gpusPerRank,size,type,redop,inPlace,time,algbw,busbw,#wrong\n"
            "0,AllReduce,1,2,2,1,1048576,float,sum,0,20.5,51.2,51.2,0\n");
        QTest::newRow("Inspector") << QByteArray(
            R"({"header": {"id": "0x7f", "rank": 0, "n_ranks": 2, "nnodes": 1}, "metadata": {}, "coll_perf": {"coll": "AllReduce", "coll_sn": 1, "coll_msg_size_bytes": 1048576, "coll_exec_time_us": 20.5, "coll_algobw_gbs": 51.2, "coll_busbw_gbs": 51.2}})"
            "\n");
        QTest::newRow("Inspector, header on an earlier line") << QByteArray(
            R"({"header": {"id": "0x7f", "rank": 0, "n_ranks": 2, "nnodes": 1}})"
            "\n"
            R"({"coll_perf": {"coll": "AllReduce", "coll_msg_size_bytes": 1048576, "coll_exec_time_us": 20.5}})"
            "\n");
    }
    void jsonAndCsvAreRead()
    {
        QFETCH(const QByteArray, text);
        const Evidence evidence = test::imported(text.toStdString());
        QCOMPARE(evidence.kind, std::string("nccl-tests"));
        QCOMPARE(evidence.curves.size(), std::size_t(1));
        QCOMPARE(evidence.curves[0].name, std::string("all_reduce, 2 GPUs on 1 node"));
        QVERIFY(std::abs(evidence.curves[0].points.at(0).y - 20.5e-6) < 1e-12);
    }
};

KNEEPOINT_TEST(NcclTestsTest)
#include "nccl_tests_test.moc"
