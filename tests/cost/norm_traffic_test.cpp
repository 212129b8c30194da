// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/transformer_layer.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

LayerTime layer(const Scenario& s, bool fused)
{
    Scenario moved = s;
    moved.stack.fused_norms = fused;
    const Job job = resolve(moved);
    return denseLayer(job.setup, job.placement.layer, selectiveShares(job.setup).dense);
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
        const Job job = resolve(s);
        const double tokens = job.placement.layer.tokens / (sequence ? tensor : 1);
        const double read = tokens * s.workload.hidden / job.setup.rates.memory_Bps;
        const LayerTime fused = layer(s, true), single = layer(s, false);
        QCOMPARE(single.forward.matrix_s, fused.forward.matrix_s);
        VERIFY_CLOSE(single.forward.traffic_s - fused.forward.traffic_s, 64 * read, 1e-9);    // two norms of 32 bytes
        VERIFY_CLOSE(single.backward.traffic_s - fused.backward.traffic_s, 172 * read, 1e-9); // two norms of 86 bytes
    }

    void fullRecomputationRepeatsThem()
    {
        Scenario s = test::preset("llama3-8b-64xh100");
        s.plan.recompute = Recompute::none;
        const double once = layer(s, false).backward.traffic_s - layer(s, true).backward.traffic_s;
        s.plan.recompute = Recompute::full;
        const LayerTime fused = layer(s, true), single = layer(s, false);
        const double forward = single.forward.traffic_s - fused.forward.traffic_s;
        VERIFY_CLOSE(single.backward.traffic_s - fused.backward.traffic_s, once + forward, 1e-9);
    }
};

KNEEPOINT_TEST(NormTrafficTest)
#include "norm_traffic_test.moc"
