// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/memory.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

/// DeepSeek-V3 with expert parallelism over 8 nodes and its 256 experts in 8 groups.
double sentBetweenNodes(double groups, double of_token)
{
    Scenario s = test::preset("deepseek-v3-2048xh800");
    s.stack.once_per_node = true;
    s.plan.pipeline_parallel = 1; // keeps any other stage from becoming the slowest
    s.workload.expert_groups = groups;
    s.workload.top_groups = of_token;
    const LinkTraffic traffic = evaluate(s, shippedCalibration()).traffic;
    return traffic.of(RankGroup::expert) - traffic.of(RankGroup::expert, LinkLevel::node);
}

} // namespace

/// Routing that limits a token's experts to a few groups, so the token goes to few nodes.
class ExpertGroupsTest : public QObject {
    Q_OBJECT

private slots:
    void aTokenIsSentOnlyToTheNodesOfItsGroups()
    {
        // 8 experts spread over 8 nodes reach 8·(1 − (7/8)⁸) of them on average, over 4 nodes 4·(1 − (3/4)⁸).
        const double anywhere = 8 * (1 - std::pow(7.0 / 8, 8)), in_four = 4 * (1 - std::pow(3.0 / 4, 8));
        VERIFY_CLOSE(sentBetweenNodes(8, 4) / sentBetweenNodes(1, 1), in_four / anywhere, 1e-9);
    }

    void oneOfTwoGroupsReachesHalfOfTheNodes()
    {
        const double anywhere = 8 * (1 - std::pow(7.0 / 8, 8)), in_four = 4 * (1 - std::pow(3.0 / 4, 8));
        VERIFY_CLOSE(sentBetweenNodes(2, 1) / sentBetweenNodes(1, 1), in_four / anywhere, 1e-9);
    }

    void allGroupsAreNoLimit() { QCOMPARE(sentBetweenNodes(8, 8), sentBetweenNodes(1, 1)); }

    void moreGroupsOfATokenReachMoreNodes()
    {
        double last = 0;
        for (const double of_token : {1.0, 2.0, 4.0, 8.0}) {
            const double sent = sentBetweenNodes(8, of_token);
            QVERIFY(sent > last);
            last = sent;
        }
    }

    /// EP 8 beside TP 4 on nodes of 8: adjacent GPUs exchange tokens, instead of one GPU of every tensor-parallel
    /// group.
    void groupsOfWholeExpertsAreAdjacentGpus()
    {
        Scenario s = test::preset("mixtral-8x7b-256xh100");
        s.plan.pipeline_parallel = s.plan.virtual_stages = 1;
        s.plan.tensor_parallel = 4;
        s.plan.sequence_parallel = true;
        s.plan.expert_parallel = 8;
        const StepReport split = evaluate(s, shippedCalibration());
        const double split_memory = memoryUse(resolve(s)).weights;
        s.stack.whole_experts = true;
        const StepReport whole = evaluate(s, shippedCalibration());
        QVERIFY(
            split.traffic.of(RankGroup::expert, LinkLevel::leaf) + split.traffic.of(RankGroup::expert, LinkLevel::spine)
            > 0);
        QCOMPARE(whole.traffic.of(RankGroup::expert), whole.traffic.of(RankGroup::expert, LinkLevel::node));
        QVERIFY(whole.step_s < split.step_s);
        QVERIFY(memoryUse(resolve(s)).weights > 2 * split_memory); // an expert of 8 on each GPU, not a quarter of one
    }

    /// With as many expert-parallel ranks as data-parallel and tensor-parallel ones together, both hold the same bytes.
    void wholeExpertsCanBeSpreadOverTensorParallelRanksToo()
    {
        Scenario s = test::preset("mixtral-8x7b-256xh100");
        s.cluster.gpus = 8;
        s.plan.pipeline_parallel = s.plan.virtual_stages = 1;
        s.plan.tensor_parallel = 4;
        s.plan.expert_parallel = 2;
        const double split = memoryUse(resolve(s)).weights;
        s.stack.whole_experts = true;
        s.plan.expert_parallel = 8;
        VERIFY_CLOSE(memoryUse(resolve(s)).weights, split, 1e-12);
    }
};

KNEEPOINT_TEST(ExpertGroupsTest)
#include "expert_groups_test.moc"
