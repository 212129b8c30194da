// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/imports/import.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

std::string choiceIn(const Evidence& evidence, std::string_view id)
{
    const auto value = settingOf(evidence, id);
    return value ? std::string(parameter(id).choice(*value).id) : std::string();
}

std::string adapter(const char* name, const char* state, const char* rate, const char* layer = "InfiniBand")
{
    return std::string("CA '") + name + "'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tPort 1:\n\t\tState: " + state
        + "\n\t\tPhysical state: LinkUp\n\t\tRate: " + rate + "\n\t\tLink layer: " + layer + "\n";
}

std::string device(const char* name, const char* rate)
{
    return std::string("Infiniband device '") + name + "' port 1 status:\n\tdefault gid:\t fe80:0000:0000:0000:1\n"
        + "\tstate:\t\t 4: ACTIVE\n\tphys state:\t 5: LinkUp\n\trate:\t\t " + rate + "\n\tlink_layer:\t InfiniBand\n\n";
}

bool mentions(const Evidence& evidence, const char* text)
{
    return std::ranges::any_of(
        evidence.skipped, [&](const SkippedItem& item) { return item.reason.find(text) != std::string::npos; });
}

} // namespace

class HostDevicesTest : public QObject {
    Q_OBJECT

private slots:
    void portsGiveTheNetwork_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("network");
        QTest::addColumn<double>("ports");
        const auto row = [](const char* what, const std::string& text, const char* network, double ports) {
            QTest::newRow(what) << QString::fromStdString(text) << network << ports;
        };
        row("NDR", adapter("mlx5_0", "Active", "400") + adapter("mlx5_1", "Active", "400"), "ib-ndr", 2);
        row("one is down", adapter("mlx5_0", "Active", "200") + adapter("mlx5_1", "Down", "10"), "ib-hdr", 1);
        row("one of storage", adapter("mlx5_0", "Active", "400") + adapter("mlx5_1", "Active", "100"), "ib-ndr", 1);
        row("Ethernet", adapter("mlx5_0", "Active", "200", "Ethernet"), "roce200", 1);
        row("EDR", device("mlx5_0", "100 Gb/sec (4X EDR)"), "ib-edr", 1);
        row("half of HDR", device("mlx5_0", "100 Gb/sec (2X HDR)"), "ib-hdr100", 1);
        row("half of NDR", device("mlx5_0", "200 Gb/sec (2X NDR)"), "ib-ndr200", 1);
        row("a rate of no network", device("mlx5_0", "56 Gb/sec (4X FDR)"), "", 1);
        row("lanes of ibv_devinfo -v",
            "hca_id:\tmlx5_0\n\tphys_port_cnt:\t1\n\t\tport:\t1\n\t\t\tstate:\t\tPORT_ACTIVE (4)\n"
            "\t\t\tlink_layer:\tInfiniBand\n\t\t\tactive_width:\t4X (2)\n\t\t\tactive_speed:\t100.0 Gbps (128)\n",
            "ib-ndr", 1);
        row("no rate of ibv_devinfo",
            "hca_id:\tmlx5_0\n\t\tport:\t1\n\t\t\tstate:\t\tPORT_ACTIVE (4)\n\t\t\tlink_layer:\tInfiniBand\n", "", 1);
    }
    void portsGiveTheNetwork()
    {
        QFETCH(QString, text);
        const Evidence evidence = test::imported(text.toStdString());
        QTEST(QString::fromStdString(choiceIn(evidence, "cluster.interconnect")), "network");
        QTEST(settingOf(evidence, "cluster.nics_per_node").value_or(0), "ports");
    }

    void whatIsNotCountedIsListed()
    {
        const Evidence evidence = test::imported(
            adapter("mlx5_0", "Active", "400") + adapter("mlx5_1", "Down", "400") + adapter("mlx5_2", "Active", "25"));
        QVERIFY(mentions(evidence, "mlx5_1 is not active"));
        QVERIFY(mentions(evidence, "mlx5_2 has 25 Gbit/s"));
        QVERIFY(!importBytes(adapter("mlx5_0", "Down", "400"), "ibstat"));
    }

    void slotsGiveTheGpu()
    {
        const auto slot = [](const char* at, const char* what) { return std::string(at) + " " + what + "\n"; };
        const char* h100 = "3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)";
        const std::string nic = slot("18:00.0", "Infiniband controller: Mellanox Technologies MT2910 [ConnectX-7]");
        const std::string other = slot("00:02.0", "VGA compatible controller: ASPEED Technology, Inc. ASPEED (rev 52)");
        const Evidence two = test::imported(other + slot("17:00.0", h100) + nic + slot("0000:3d:00.0", h100));
        QCOMPARE(choiceIn(two, "cluster.gpu"), std::string("h100-sxm"));
        QCOMPARE(settingOf(two, "cluster.gpus_per_node"), std::optional(2.0));
        QVERIFY(!settingOf(two, "cluster.nics_per_node"));
        const Evidence mixed = test::imported(
            slot("17:00.0", h100) + slot("18:00.0", "3D controller: NVIDIA Corporation AD102GL [L40S] [10de:26b9]"));
        QVERIFY(!settingOf(mixed, "cluster.gpu") && mentions(mixed, "different GPUs"));
    }

    /// A measured rate says more than that of the port.
    void aTestOfTheNetworkComesFirst()
    {
        const Evidence evidence = test::imported(device("mlx5_0", "200 Gb/sec (4X HDR)")
            + "                    Send BW Test\n #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   "
              "MsgRate[Mpps]\n 65536      1000             23508.31            23507.55\t\t   0.376121\n");
        QCOMPARE(evidence.kind, std::string("link-test"));
    }

    void testsBetweenTwoProcessesSetNothing()
    {
        const Evidence one = test::imported("# OSU MPI-CUDA Bandwidth Test v7.3\n# Size      Bandwidth (MB/s)\n"
                                            "1  0.5\n4194304             24310.55\n");
        QVERIFY(one.settings.empty() && one.curves.size() == 1);
        QCOMPARE(one.curves[0].y_unit, Unit::bytes_per_second);
        QCOMPARE(one.curves[0].points.back().y, 24310.55e6);
        const Evidence late = test::imported("# OSU MPI Latency Test v7.3\n# Size  Latency (us)\n0  2.0\n8  2.3\n");
        QCOMPARE(late.curves[0].points.back().y, 2.3e-6);
        QVERIFY(mentions(late, "on one host is not stated"));
    }

    void columnsOfNeuronTestsAreThoseOfTheirHeading()
    {
        const Evidence evidence =
            test::imported("nccom-test -r 32 allr -b 8 -e 1G\n    size(B)    count(elems)    type    time:avg(us)    "
                           "algbw(GB/s)    busbw(GB/s)\n 1073741824       536870912    bf16        14500.00          "
                           "74.05         143.47\n");
        QCOMPARE(evidence.curves.at(0).operation, std::string("all_reduce"));
        QCOMPARE(evidence.curves[0].points.back().y, 0.0145);
    }
};

KNEEPOINT_TEST(HostDevicesTest)
#include "host_devices_test.moc"
