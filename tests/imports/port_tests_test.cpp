// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/scenario/choices.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

constexpr const char* verbs_heading = "---------------------------------\n"
                                      "                    RDMA_Write BW Test\n"
                                      " Dual-port       : OFF\t\tDevice         : mlx5_0\n"
                                      " Link type       : IB\n";

double portSetting(const Evidence& evidence, std::string_view id)
{
    return settingOf(evidence, id).value_or(std::nan(""));
}

/// Rate that is reached, in Gbit/s.
double reachedGigabit(const Evidence& evidence)
{
    return portSetting(evidence, "cluster.link_rate") * portSetting(evidence, "cluster.link_efficiency") * 8 / 1e9;
}

} // namespace

/// perftest and iperf: one port between two hosts.
class PortTestsTest : public QObject {
    Q_OBJECT

private slots:
    void aRateIsThatOfTheLargestAverage_data()
    {
        QTest::addColumn<QByteArray>("rows");
        QTest::addColumn<double>("gigabit");
        QTest::addColumn<double>("line");
        QTest::newRow("gigabits") << QByteArray(
            " #bytes  #iterations  BW peak[Gb/sec]  BW average[Gb/sec]  MsgRate[Mpps]\n"
            " 2        5000         0.05             0.04                2.700000\n"
            " 65536    5000         394.00           392.00              0.747680\n")
                                  << 392.0 << 400.0;
        QTest::newRow("binary megabytes") << QByteArray(" #bytes  #iterations  BW peak[MB/sec]  BW average[MB/sec]\n"
                                                        " 65536    5000         23300.00         23000.00\n")
                                          << 23000.0 * 1048576 * 8 / 1e9 << 200.0;
        QTest::newRow("of a duration, without a peak")
            << QByteArray(" #bytes  #iterations  BW peak[Gb/sec]  BW average[Gb/sec]\n"
                          " 65536    9000         0.00             98.00\n")
            << 98.0 << 100.0;
    }
    void aRateIsThatOfTheLargestAverage()
    {
        QFETCH(const QByteArray, rows);
        QFETCH(const double, gigabit);
        QFETCH(const double, line);
        const Evidence evidence = test::imported(verbs_heading + rows.toStdString());
        QCOMPARE(evidence.kind, std::string("link-test"));
        QVERIFY(std::abs(reachedGigabit(evidence) / gigabit - 1) < 1e-9);
        QCOMPARE(portSetting(evidence, "cluster.link_rate") * 8 / 1e9, line);
        QCOMPARE(portSetting(evidence, "cluster.protocol"), static_cast<double>(Protocol::rdma));
        QVERIFY(!settingOf(evidence, "cluster.nics_per_node"));
    }

    void bothDirectionsAreHalved()
    {
        const Evidence evidence = test::imported("                    RDMA_Write Bidirectional BW Test\n"
                                                 " #bytes  #iterations  BW peak[Gb/sec]  BW average[Gb/sec]\n"
                                                 " 65536    5000         780.00           776.00\n");
        QCOMPARE(reachedGigabit(evidence), 388.0);
        QVERIFY(test::skips(evidence, "half of its rate"));
    }

    void theLatencyIsThatOfTheSmallestMessage()
    {
        const Evidence evidence = test::imported("                    RDMA_Write Latency Test\n"
                                                 " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]   "
                                                 " t_avg[usec]    t_stdev[usec]   99% percentile[usec]\n"
                                                 " 2       1000          1.60           5.10         1.65              "
                                                 " 1.66           0.04            1.71\n"
                                                 " 65536   1000          4.10           9.20         4.20              "
                                                 " 4.22           0.10            4.90\n");
        QVERIFY(std::abs(portSetting(evidence, "cluster.link_latency") - 1.65e-6) < 1e-12);
        QVERIFY(!settingOf(evidence, "cluster.link_rate"));
    }

    void iperfGivesWhatWasReceived_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("gigabit");
        QTest::newRow("one stream") << QByteArray(
            "[ ID] Interval           Transfer     Bitrate         Retr  Cwnd\n"
            "[  5]   0.00-1.00   sec  2.90 GBytes  24.9 Gbits/sec    0   3.0 MBytes\n"
            "[  5]   1.00-2.00   sec  2.60 GBytes  22.3 Gbits/sec    9   3.0 MBytes\n"
            "- - - - - - - -\n"
            "[ ID] Interval           Transfer     Bitrate         Retr\n"
            "[  5]   0.00-2.00   sec  5.50 GBytes  23.6 Gbits/sec    9  sender\n"
            "[  5]   0.00-2.01   sec  5.48 GBytes  23.4 Gbits/sec       receiver\n")
                                    << 23.4;
        QTest::newRow("several streams") << QByteArray(
            "[ ID] Interval           Transfer     Bitrate\n"
            "[  5]   0.00-2.00   sec  1.10 GBytes  4.70 Gbits/sec  receiver\n"
            "[  7]   0.00-2.00   sec  1.10 GBytes  4.70 Gbits/sec  receiver\n"
            "[SUM]   0.00-2.00   sec  2.20 GBytes  9.40 Gbits/sec  receiver\n")
                                         << 9.4;
        QTest::newRow("streams without a sum") << QByteArray("[ ID] Interval       Transfer     Bandwidth\n"
                                                             "[  3]  0.0-10.0 sec  5.00 GBytes  4.00 Gbits/sec\n"
                                                             "[  4]  0.0-10.0 sec  5.00 GBytes  4.50 Gbits/sec\n")
                                               << 8.5;
        QTest::newRow("JSON") << QByteArray(R"({"start": {"test_start": {"protocol": "TCP", "num_streams": 4}},
            "intervals": [{"sum": {"bits_per_second": 1e9}}],
            "end": {"sum_sent": {"bits_per_second": 9.5e9}, "sum_received": {"bits_per_second": 9.4e9}}})")
                              << 9.4;
    }
    void iperfGivesWhatWasReceived()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const double, gigabit);
        const Evidence evidence = test::imported(text.toStdString());
        QCOMPARE(evidence.kind, std::string("link-test"));
        QVERIFY2(std::abs(reachedGigabit(evidence) / gigabit - 1) < 1e-9,
            qPrintable(QString::number(reachedGigabit(evidence))));
        QCOMPARE(portSetting(evidence, "cluster.protocol"), static_cast<double>(Protocol::tcp));
        QCOMPARE(portSetting(evidence, "cluster.nics_per_node"), 1.0);
    }

    void datagramsAreNotUsed()
    {
        const Evidence evidence = test::imported(
            R"({"start": {"test_start": {"protocol": "UDP"}}, "intervals": [], "end": {"sum": {"bits_per_second": 1e9}}})");
        QVERIFY(evidence.settings.empty());
        QVERIFY(test::skips(evidence, "UDP"));
    }

    /// The NIC that a test assumes does not stand beside the rate that another file measured for a GPU.
    void anotherRateDropsTheAssumedNic()
    {
        Evidence port = test::imported("[ ID] Interval       Transfer     Bandwidth\n"
                                       "[  3]  0.0-10.0 sec  5.00 GBytes  4.00 Gbits/sec\n",
            "iperf.txt");
        Evidence collectives;
        collectives.kind = "nccl-tests";
        collectives.source.name = "nccl.txt";
        collectives.settings = {{"cluster.link_rate", 50e9, "line 1"}};
        QVERIFY(settingOf(combine(std::vector{port}).combined, "cluster.nics_per_node"));
        QVERIFY(!settingOf(combine(std::vector{port, collectives}).combined, "cluster.nics_per_node"));
    }

    void aTestWithoutARateIsRefused()
    {
        QVERIFY(!test::refusalOf("[ ID] Interval           Transfer     Bitrate\n").empty());
        QVERIFY(!test::refusalOf(" #bytes  #iterations  BW peak[Gb/sec]  BW average[Gb/sec]\n").empty());
    }
};

KNEEPOINT_TEST(PortTestsTest)
#include "port_tests_test.moc"
