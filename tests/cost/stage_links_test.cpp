// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/traffic.h"
#include "model/job/job.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

/// Share of the pairs of GPUs on neighboring stages that are in different nodes of `size`, GPU by GPU.
double counted(int stages, int stride, int pipelines, int size)
{
    double pairs = 0, apart = 0;
    for (int pipeline = 0; pipeline < pipelines; ++pipeline)
        for (int stage = 0; stage + 1 < stages; ++stage)
            for (int gpu = 0; gpu < stride; ++gpu) {
                const int from = (pipeline * stages + stage) * stride + gpu;
                pairs += 1;
                apart += from / size != (from + stride) / size ? 1 : 0;
            }
    return apart / pairs;
}

/// 32 GPUs in nodes of 8, leaves of 16: TP 2, CP 2, PP 2 and 4 replicas.
Scenario smallJob()
{
    Scenario s;
    s.workload.kind = ModelKind::transformer;
    Cluster& c = s.cluster;
    c.gpus = 32;
    c.resizeNode(8);
    c.pod_gpus = 16;
    c.oversubscription = 4;
    c.scale_up_bandwidth = 400e9;
    c.scale_up_efficiency = 1;
    c.scale_up_latency_s = 2e-6;
    c.link_rate = 40e9;
    c.link_efficiency = 1;
    c.link_latency_s = 5e-6;
    c.nics_per_node = 4;
    s.plan.tensor_parallel = s.plan.context_parallel = s.plan.pipeline_parallel = 2;
    return s;
}

PairLink linkOf(const Scenario& s)
{
    return stageLink(resolveWithoutLaw(s));
}

} // namespace

class StageLinksTest : public QObject {
    Q_OBJECT

private slots:
    void crossingsMatchACountOfPairsInOneRow()
    {
        for (const int size : {4, 8, 72})
            for (const int stride : {1, 2, 4, 8, 16, 96})
                for (const int stages : {2, 4, 8, 16}) {
                    if (stages * stride % size != 0)
                        continue; // what is counted at the end of a row that ends within a node differs from the mean
                    const StagePlaces places{double(stages), double(stride)};
                    VERIFY_WITHIN(places.crossing(size) / (stages - 1), counted(stages, stride, 1, size), 1e-9);
                }
    }

    void crossingsMatchACountOfPairsInManyPipelines()
    {
        for (const int size : {4, 8, 72})
            for (const int stride : {1, 2, 3, 8, 16})
                for (const int stages : {2, 3, 4, 8}) {
                    if (size % stride != 0)
                        continue;
                    const int pipelines = size; // together they end where a node ends
                    const StagePlaces places{double(stages), double(stride), double(pipelines)};
                    VERIFY_WITHIN(places.crossing(size) / (stages - 1), counted(stages, stride, pipelines, size), 1e-9);
                }
    }

    void thereIsACrossingWhereSomePairIsApart()
    {
        for (const int size : {4, 8, 9})
            for (int stride = 1; stride <= 20; ++stride)
                for (int stages = 2; stages <= 6; ++stages)
                    for (const int pipelines : {1, 2, 5}) {
                        const StagePlaces places{double(stages), double(stride), double(pipelines)};
                        QCOMPARE(places.crossing(size) > 0, counted(stages, stride, pipelines, size) > 0);
                    }
    }

    void pipelinesThatFitIntoANodeUseItsLinks()
    {
        Scenario s = smallJob();
        s.plan.rank_order = RankOrder::pp_inside; // 2·2·2 GPUs of a pipeline: a node
        QCOMPARE(linkOf(s).Bps, 400e9);
        QCOMPARE(linkOf(s).latency_s, 2e-6);
    }

    void aPipelineThatDoesNotEndWithANodeUsesTheNetwork()
    {
        Scenario s = smallJob();
        s.cluster.gpus = 24;
        s.plan.rank_order = RankOrder::pp_inside;
        s.plan.pipeline_parallel = 3; // 12 GPUs, the second one from GPU 12 to GPU 23
        s.plan.context_parallel = 2;
        s.cluster.pod_gpus = 1e6;
        QCOMPARE(linkOf(s).Bps, 20e9);
    }

    void stagesOnBothSidesOfALeafShareItsUplinks()
    {
        QCOMPARE(linkOf(smallJob()).Bps, 40e9 / 2 / 4); // stages of 16 GPUs, GPUs 0 … 15 and 16 … 31
        QCOMPARE(linkOf(smallJob()).latency_s, 5e-6);
    }

    void stagesUnderOneLeafGetTheirNics()
    {
        Scenario s = smallJob();
        s.cluster.pod_gpus = 32;
        QCOMPARE(linkOf(s).Bps, 40e9 / 2);
    }

    void stagesSmallerThanANodeWaitForTheBoundaryBetweenNodes()
    {
        Scenario s = smallJob();
        s.plan.pipeline_parallel = 8; // stages of 4 GPUs: every second boundary is one of nodes
        s.cluster.pod_gpus = 32;
        QCOMPARE(linkOf(s).Bps, 20e9);
    }

    void replicasAreAPipelineApartIfStagesAreInside()
    {
        Scenario s = smallJob();
        s.plan.rank_order = RankOrder::pp_inside;
        const GroupShape data = resolveWithoutLaw(s).placement.exchange.data; // GPUs 0, 2, 8, 10, 16, 18, 24, 26
        QCOMPARE(data.ranks, 8.0);
        QCOMPARE(data.within(2), 1.0);
        QCOMPARE(data.within(4), 2.0);
        QCOMPARE(data.within(8), 2.0);
        QCOMPARE(data.within(16), 4.0);
        QCOMPARE(data.within(64), 8.0);
        QCOMPARE(data.span(8), 32.0);
        s.plan.rank_order = RankOrder::dp_inside; // GPUs 0, 2, … 14
        QCOMPARE(resolveWithoutLaw(s).placement.exchange.data.within(8), 4.0);
        QCOMPARE(resolveWithoutLaw(s).placement.exchange.data.span(8), 16.0);
    }

    void copiesOfTheStateFollowTheOrderToo()
    {
        Scenario s = smallJob();
        s.assumptions.compute_model = ComputeModel::kernels;
        s.plan.rank_order = RankOrder::pp_inside;
        s.plan.zero_stage = 1;
        s.plan.shard_group = 2; // the two context-parallel ranks
        const GradientExchange e = resolveWithoutLaw(s).placement.exchange;
        QCOMPARE(e.shard.span(2), 4.0);
        QCOMPARE(e.copies.stride, 8.0); // GPUs 0, 8, 16, 24
        QCOMPARE(e.copies.within(8), 1.0);
    }
};

KNEEPOINT_TEST(StageLinksTest)
#include "stage_links_test.moc"
