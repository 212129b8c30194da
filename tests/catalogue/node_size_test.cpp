// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using test::edited;

namespace {

Scenario cluster(const QByteArray& gpu, const QByteArray& gpus)
{
    return edited(
        test::preset("llama3-70b-512xh100"), {{"cluster.gpus", gpus.constData()}, {"cluster.gpu", gpu.constData()}});
}

} // namespace

/// A GPU sets the size of its node, wherever it is chosen.
class NodeSizeTest : public QObject {
    Q_OBJECT

private slots:
    void aGpuSetsTheSizeOfItsNode_data()
    {
        QTest::addColumn<QByteArray>("gpu");
        QTest::addColumn<QByteArray>("gpus");
        QTest::addColumn<double>("node");
        QTest::newRow("a server") << QByteArray("h100-sxm") << QByteArray("512") << 8.0;
        QTest::newRow("a whole rack") << QByteArray("gb200") << QByteArray("576") << 72.0;
        QTest::newRow("a part of a rack") << QByteArray("gb200") << QByteArray("512") << 64.0;
        QTest::newRow("a number that no part divides") << QByteArray("gb200") << QByteArray("509") << 72.0;
    }
    void aGpuSetsTheSizeOfItsNode()
    {
        QFETCH(const QByteArray, gpu);
        QFETCH(const QByteArray, gpus);
        QFETCH(const double, node);
        QCOMPARE(cluster(gpu, gpus).cluster.gpus_per_node, node);
    }

    void anotherNumberOfGpusUsesAnotherPartOfARack()
    {
        const Scenario s = cluster("gb200", "512");
        QCOMPARE(edited(s, {{"cluster.gpus", "576"}}).cluster.gpus_per_node, 72.0);
        QCOMPARE(edited(s, {{"cluster.gpus", "1000"}}).cluster.gpus_per_node, 50.0);
    }

    void aNodeOfAnotherSizeStays()
    {
        const Scenario s = edited(cluster("gb200", "512"), {{"cluster.gpus_per_node", "4"}});
        QCOMPARE(edited(s, {{"cluster.gpus", "576"}}).cluster.gpus_per_node, 4.0);
        const Scenario halves = edited(cluster("h100-sxm", "512"), {{"cluster.gpus_per_node", "4"}});
        QCOMPARE(edited(halves, {{"cluster.gpus", "256"}}).cluster.gpus_per_node, 4.0);
    }

    void aClusterWithoutNodesKeepsNone()
    {
        Scenario s;
        QCOMPARE(s.cluster.gpus_per_node, 1.0);
        QCOMPARE(edited(s, {{"cluster.gpu", "h100-sxm"}}).cluster.gpus_per_node, 1.0);
    }
};

KNEEPOINT_TEST(NodeSizeTest)
#include "node_size_test.moc"
