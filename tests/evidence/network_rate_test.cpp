// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/network_rate.h"

#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

class NetworkRateTest : public QObject {
    Q_OBJECT

private slots:
    void aDescriptionGivesTheRateOfANode_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<double>("gigabytes");
        QTest::newRow("sum") << "HPE Slingshot 11, 2 NICs x 200 Gbps per node (50 GB/s per node)" << 50.0;
        QTest::newRow("ports with a rate") << "4 NICs x 200 Gbps" << 100.0;
        QTest::newRow("generation") << "DGX A100: 8x HDR200 InfiniBand" << 200.0;
        QTest::newRow("newer generation") << "8x NDR InfiniBand" << 400.0;
        QTest::newRow("ports with a short rate") << "8x400G RoCE" << 400.0;
        QTest::newRow("slingshot") << "4x Slingshot 11" << 100.0;
        QTest::newRow("gigabits of a node") << "EFA v2, 3200 Gbps per node" << 400.0;
        QTest::newRow("of a GPU") << "InfiniBand, 400 Gbps per GPU" << 400.0;
        QTest::newRow("one port, unknown number") << "ConnectX-7 400 Gbps" << 0.0;
        QTest::newRow("not stated") << "not stated (rate suggests ~2x 200-400 Gbps NICs per node)" << 0.0;
        QTest::newRow("class of the ports") << "8x mlx5 RoCE (400 Gbps class) per node" << 400.0;
        QTest::newRow("rate of each in brackets") << "8x ConnectX-7 (400 Gbps each)" << 400.0;
        QTest::newRow("sum in brackets") << "8x Slingshot 11 (1600 Gbps per node)" << 200.0;
        QTest::newRow("nothing") << "" << 0.0;
        QTest::newRow("digits at the end") << "8x" << 0.0;
    }
    void aDescriptionGivesTheRateOfANode()
    {
        QFETCH(QString, network);
        QTEST(nodeRate(network.toStdString(), 8) / 1e9, "gigabytes");
    }

    void itCountsThePortsOfANode()
    {
        QCOMPARE(nodePorts("HPE Slingshot 11, 2 NICs x 200 Gbps per node (50 GB/s per node)"), 2.0);
        QCOMPARE(nodePorts("DGX A100: 8x HDR200 InfiniBand"), 8.0);
        QCOMPARE(nodePorts("1x EDR InfiniBand 100 Gbps per node"), 1.0);
        QCOMPARE(nodePorts("10GbE with TCP/IP (one NIC per 4-GPU node)"), 1.0);
        QCOMPARE(nodePorts("InfiniBand, 400 Gbps per GPU"), 0.0);
    }
};

KNEEPOINT_TEST(NetworkRateTest)
#include "network_rate_test.moc"
