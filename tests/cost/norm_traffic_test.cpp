// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/transformer_layer.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

LayerTime layer(const Scenario& s, bool fused)
{
    Scenario moved = s;
    moved.stack.fused_norms = fused;
    return denseLayer(moved, kernelRates(moved, Precision::bf16));
}

} // namespace

/// Norms that run one kernel per operation.
class NormTrafficTest : public QObject {
    Q_OBJECT

private slots:
    void unfusedNormsAddTrafficToALayer_data()
    {
        QTest::addColumn<double>("tensor");
        QTest::addColumn<bool>("sequence");
        QTest::newRow("one GPU") << 1.0 << false;
        QTest::newRow("every rank of a tensor-parallel group processes all tokens") << 8.0 << false;
        QTest::newRow("sequence parallelism divides the tokens") << 8.0 << true;
    }
    void unfusedNormsAddTrafficToALayer()
    {
        QFETCH(const double, tensor);
        QFETCH(const bool, sequence);
        Scenario s = test::preset("llama3-8b-64xh100");
        s.plan.recompute = Recompute::none;
        s.plan.tensor_parallel = tensor;
        s.plan.sequence_parallel = sequence;
        s.stack.norm_passes = 32;
        const double tokens = tokensOnGpu(s) / (sequence ? tensor : 1);
        const double read = tokens * s.workload.hidden / kernelRates(s, Precision::bf16).memory_Bps;
        const LayerTime fused = layer(s, true), single = layer(s, false);
        QCOMPARE(single.forward.products, fused.forward.products);
        VERIFY_CLOSE(single.forward.traffic - fused.forward.traffic, 64 * read, 1e-9);    // two norms of 32 bytes
        VERIFY_CLOSE(single.backward.traffic - fused.backward.traffic, 172 * read, 1e-9); // two norms of 86 bytes
    }

    void fullRecomputationRepeatsThem()
    {
        Scenario s = test::preset("llama3-8b-64xh100");
        s.plan.recompute = Recompute::none;
        const double once = layer(s, false).backward.traffic - layer(s, true).backward.traffic;
        s.plan.recompute = Recompute::full;
        const LayerTime fused = layer(s, true), single = layer(s, false);
        const double forward = single.forward.traffic - fused.forward.traffic;
        VERIFY_CLOSE(single.backward.traffic - fused.backward.traffic, once + forward, 1e-9);
    }
};

KNEEPOINT_TEST(NormTrafficTest)
#include "norm_traffic_test.moc"
