// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "tests/step/kernel_job.h"
#include "tests/support/compare.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using namespace kneepoint::test;

/// What differs between programs: how often a step sends its gradients, and tokens their copies.
class ExchangeBytesTest : public QObject {
    Q_OBJECT

private slots:
    void zeroTwoScattersTheGradientsOfEveryMicroBatchAndGathersWeightsOnce()
    {
        Scenario s = kernelJob();
        s.plan.zero_stage = 2;
        s.plan.accumulation = 4;
        s.stack.data_overlap = 0; // a single message after each backward pass
        const Call half = halfRing(64, 8, 2 * parameters);
        VERIFY_CLOSE(evaluate(s).network_bytes, 5 * half.bytes, 1e-12);
        VERIFY_CLOSE(exposed(s, Part::data_comm), 5 * half.seconds, 1e-12);
        VERIFY_CLOSE(evaluate(s).latency_s, 5 * half.latency_s, 1e-12);
        s.stack.data_overlap = 1;
        s.stack.always_buckets = true; // of 1 GB, seven per pass
        VERIFY_CLOSE(evaluate(s).network_bytes, 5 * half.bytes, 1e-12);
        VERIFY_CLOSE(evaluate(s).part(Part::data_comm).total_s(), 5 * (half.seconds + 6 * half.latency_s), 1e-9);
    }

    void zeroTwoInAPipelineKeepsGradientsUntilTheLastMicroBatch()
    {
        Scenario s = kernelJob();
        s.plan.pipeline_parallel = 2;
        s.plan.zero_stage = 1;
        s.plan.accumulation = 4;
        const double once = evaluate(s).network_bytes;
        s.plan.zero_stage = 2;
        QCOMPARE(evaluate(s).network_bytes, once);
    }

    void copiesAreReducedOncePerStepUnlessEveryMicroBatchSynchronizes()
    {
        Scenario s = kernelJob();
        s.plan.zero_stage = 3;
        s.plan.shard_group = 16;
        s.plan.accumulation = 4;
        s.stack.shard_overlap = 0;
        s.stack.shard_calls = 1;
        const double tables = vocabulary * hidden;
        const double shards = halfRing(16, 2, 2 * (3 * (parameters - tables) + 2 * tables)).bytes;
        const double copies = flatAllReduce(4, 2 * parameters / 16).bytes;
        VERIFY_CLOSE(evaluate(s).network_bytes, 4 * shards + copies, 1e-9);
        const double latency = evaluate(s).latency_s, waiting = exposed(s, Part::data_comm);
        s.stack.syncs_each_pass = true;
        VERIFY_CLOSE(evaluate(s).network_bytes, 4 * shards + 4 * copies, 1e-9);
        const Call one = flatAllReduce(4, 1);
        VERIFY_CLOSE(evaluate(s).latency_s - latency, 3 * (layers + 1) * one.latency_s, 1e-9);
        VERIFY_CLOSE(
            exposed(s, Part::data_comm) - waiting, 3 * ((layers + 1) * one.latency_s + copies / network_Bps), 1e-9);
    }

    void aPlainAllToAllSendsACopyForEachExpert()
    {
        Scenario s = kernelJob();
        s.workload.experts = 32;
        s.workload.top_k = 2;
        s.workload.active_parameters = parameters / 2;
        s.plan.expert_parallel = 16; // on two nodes: 7 of the other 15 ranks in the own one
        s.cluster.link_rate = 1e9;
        const StepReport r = evaluate(s);
        const double calls = layers * 2 * 2, payload = 2 * activations;
        VERIFY_CLOSE(r.traffic.of(RankGroup::expert, LinkLevel::node), calls * payload * 7 / 16, 1e-12);
        VERIFY_CLOSE(r.traffic.of(RankGroup::expert), calls * payload * 15 / 16, 1e-12);
        const double seconds = network_s + payload / 2 / (s.cluster.exchange_share * 1e9 * 0.9);
        VERIFY_CLOSE(r.part(Part::expert_comm).total_s(), calls * seconds, 1e-12);
    }
};

KNEEPOINT_TEST(ExchangeBytesTest)
#include "exchange_bytes_test.moc"
