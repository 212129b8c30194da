// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/formats.h"
#include "model/cost/memory.h"
#include "model/step/step_model.h"
#include "tests/step/kernel_job.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

Scenario mixture(ExpertDispatch dispatch)
{
    Scenario s = test::preset("deepseek-v3-2048xh800");
    s.stack.expert_overlap = 0;
    s.plan.expert_dispatch = dispatch;
    return s;
}

double exchanged(const Scenario& s)
{
    return evaluate(s).part(Part::expert_comm).total_s();
}

/// Eight context-parallel ranks of a node.
Scenario longContext(ContextExchange exchange)
{
    Scenario s = test::kernelJob();
    s.workload.kv_heads = 8;
    s.workload.sequence_length = 32768;
    s.plan.context_parallel = 8;
    s.plan.context_exchange = exchange;
    return s;
}

double bytesOf(const Scenario& s)
{
    return evaluate(s).traffic.of(RankGroup::context);
}

} // namespace

/// How context-parallel ranks and experts get their tokens, and in what formats weights travel.
class ExchangeChoicesTest : public QObject {
    Q_OBJECT

private slots:
    void anAllGatherIsARingThatNothingHides()
    {
        const PartTime ring = evaluate(longContext(ContextExchange::ring)).part(Part::context_comm);
        const PartTime all = evaluate(longContext(ContextExchange::all_gather)).part(Part::context_comm);
        VERIFY_CLOSE(all.total_s(), ring.total_s(), 1e-12);
        QCOMPARE(all.hidden_s, 0.0);
        QVERIFY(ring.hidden_s > 0);
    }

    /// Ring: 2·kv·d·S·(c−1)/c elements, three times in a step. Ulysses: (2a+2kv)·d·S/c·(c−1)/c, twice. With a = 32, kv
    /// = 8 and c = 8: 80/(3·8·16/2) as many.
    void ulyssesSendsHeadsInsteadOfKeys()
    {
        const double heads = 32, kv = 8, ranks = 8;
        const double ring = 3 * 2 * kv, ulysses = 2 * (2 * heads + 2 * kv) / ranks;
        VERIFY_CLOSE(bytesOf(longContext(ContextExchange::ulysses)) / bytesOf(longContext(ContextExchange::ring)),
            ulysses / ring, 0.02);
    }

    /// Its bytes fall with the ranks, while the ring's stay.
    void ulyssesSendsLessWithMoreRanks()
    {
        Scenario few = longContext(ContextExchange::ulysses);
        few.plan.context_parallel = 4;
        QVERIFY(bytesOf(longContext(ContextExchange::ulysses)) < 0.7 * bytesOf(few));
    }

    /// One neighbor is a ring, all of them Ulysses, to the last digit, within a node and across nodes.
    void hierarchicalIsARingAtOneEndAndUlyssesAtTheOther()
    {
        for (const double node : {2.0, 8.0}) {
            const auto at = [&](ContextExchange exchange, double inner) {
                Scenario s = longContext(exchange);
                s.cluster.gpus_per_node = node;
                s.plan.context_inner = inner;
                return evaluate(s);
            };
            QVERIFY(at(ContextExchange::hierarchical, 1) == at(ContextExchange::ring, 0));
            QVERIFY(at(ContextExchange::hierarchical, 8) == at(ContextExchange::ulysses, 0));
            QVERIFY(at(ContextExchange::hierarchical, 0) == at(ContextExchange::hierarchical, node));
            QVERIFY(at(ContextExchange::hierarchical, 3) == at(ContextExchange::hierarchical, 2));
        }
    }

    /// Of 8 ranks, 2 exchange heads: (2a + 2kv)·d·S/8·1/2, twice in a step; and 4 half the keys and values: 2·kv/2·d·S·
    /// 3/4, three times. With a = 32, kv = 8.
    void hierarchicalSendsHeadsToNeighborsAndKeysToOthers()
    {
        const double a = 32, kv = 8;
        const double ring = 3 * 2 * kv * 7 / 8, both = 2 * (2 * a + 2 * kv) / 8 / 2 + 3 * kv * 3 / 4;
        Scenario s = longContext(ContextExchange::hierarchical);
        s.plan.context_inner = 2;
        VERIFY_CLOSE(bytesOf(s) / bytesOf(longContext(ContextExchange::ring)), both / ring, 0.02);
    }

    /// Four nodes of eight, with 8 key-value heads: Ulysses among all sends most of its heads through the NICs and
    /// copies of keys and values to 32 ranks, a ring all of them around.
    void hierarchicalIsFasterThanEitherAcrossNodes()
    {
        const auto total = [](ContextExchange exchange) {
            Scenario s = longContext(exchange);
            s.workload.sequence_length = 131072;
            s.cluster.gpus = 64;
            s.cluster.gpus_per_node = 8;
            s.plan.context_parallel = 32;
            return evaluate(s).part(Part::context_comm).total_s();
        };
        QVERIFY(total(ContextExchange::hierarchical) < total(ContextExchange::ring));
        QVERIFY(total(ContextExchange::hierarchical) < total(ContextExchange::ulysses));
    }

    void onceToEachNodeIsWhatTheStackSaysOrAsked()
    {
        Scenario stack = mixture(ExpertDispatch::by_stack);
        stack.stack.once_per_node = true;
        QCOMPARE(exchanged(mixture(ExpertDispatch::once_per_node)), exchanged(stack));
        stack.stack.once_per_node = false;
        QCOMPARE(exchanged(mixture(ExpertDispatch::all_to_all)), exchanged(stack));
    }

    /// Eight experts of at most four nodes: a token crosses the network once for each node.
    void onceToEachNodeSendsLess()
    {
        QVERIFY(exchanged(mixture(ExpertDispatch::once_per_node)) < exchanged(mixture(ExpertDispatch::all_to_all)));
    }

    /// 63 copies of every token instead of 8.
    void gatheringAllTokensPaysOnlyWithFewRanks()
    {
        QVERIFY(exchanged(mixture(ExpertDispatch::all_gather)) > exchanged(mixture(ExpertDispatch::all_to_all)));
    }

    /// DeepSeek-V3 on 64 GPUs of an NVLink domain: 8 of 256 experts in 4 of 8 groups, so on 32 of the ranks.
    void hybridEpSendsOnceToEachRankOfADomain()
    {
        const auto sent = [](ExpertDispatch dispatch) {
            Scenario s = mixture(dispatch);
            s.workload.expert_groups = 8;
            s.workload.top_groups = 4;
            s.cluster.resizeNode(64);
            return evaluate(s).traffic.of(RankGroup::expert);
        };
        const double reached = 32 * (1 - std::pow(31.0 / 32, 8));
        QCOMPARE(sent(ExpertDispatch::once_per_node), sent(ExpertDispatch::all_to_all));
        VERIFY_CLOSE(sent(ExpertDispatch::hybrid_ep) / sent(ExpertDispatch::all_to_all), reached / 8, 1e-9);
    }

    /// Where the network sets the pace, both send a token once to each node.
    void hybridEpIsDeepEpBetweenNodes()
    {
        QCOMPARE(exchanged(mixture(ExpertDispatch::hybrid_ep)), exchanged(mixture(ExpertDispatch::once_per_node)));
    }

    void evenRoutingIsTheDefault() { QCOMPARE(Scenario{}.workload.expert_imbalance, 1.0); }

    void theFullestRankSetsThePace()
    {
        Scenario s = mixture(ExpertDispatch::by_stack);
        const StepReport even = evaluate(s);
        s.workload.expert_imbalance = 1.5;
        const StepReport skewed = evaluate(s);
        QVERIFY(skewed.part(Part::compute).exposed_s > even.part(Part::compute).exposed_s);
        QVERIFY(skewed.memory.activations > even.memory.activations);
        QVERIFY(skewed.step_s > even.step_s);
    }

    /// With all experts on every rank there is no fullest one.
    void withoutExpertParallelismSkewIsHarmless()
    {
        Scenario s = mixture(ExpertDispatch::by_stack);
        s.plan.expert_parallel = 1;
        const double even = evaluate(s).step_s;
        s.workload.expert_imbalance = 2;
        QCOMPARE(evaluate(s).step_s, even);
    }

    void eightBitGathersSendHalf()
    {
        Scenario s = test::preset("llama3-8b-64xh100");
        s.plan.zero_stage = 3;
        s.plan.quantized_gather = false;
        const StepReport wide = evaluate(s);
        s.plan.quantized_gather = true;
        const StepReport narrow = evaluate(s);
        QVERIFY(narrow.network_bytes < wide.network_bytes);
        QVERIFY(narrow.part(Part::memory).exposed_s > wide.part(Part::memory).exposed_s);
        s.plan.zero_stage = 1;
        const double sharded = evaluate(s).step_s;
        s.plan.quantized_gather = false;
        QCOMPARE(evaluate(s).step_s, sharded);
    }

    /// Formats by name run on the units of their width.
    void namedFormatsRunOnTheirUnits()
    {
        Scenario s = test::edited(test::preset("llama3-8b-8xb200"), {{"workload.precision", "mxfp8"}});
        QCOMPARE(nativePrecision(s.cluster, Precision::mxfp8), Precision::fp8);
        QCOMPARE(nativePrecision(s.cluster, Precision::nvfp4), Precision::fp4);
        QCOMPARE(evaluate(s).precision_used, Precision::mxfp8);
        Scenario block = test::edited(s, {{"workload.precision", "fp8"}, {"workload.narrow_scaling", "block"}});
        QCOMPARE(evaluate(s).part(Part::compute).exposed_s, evaluate(block).part(Part::compute).exposed_s);
    }

    /// 2 · (1 + 1/32) bytes for each weight of a layer: 8.03 B parameters without two tables of 128256 · 4096.
    void namedFormatsKeepScaledCopies()
    {
        Scenario s = test::edited(test::preset("llama3-8b-8xb200"), {{"plan.zero_stage", "1"}});
        const double tables = 2 * 128256.0 * 4096;
        const double layers = s.workload.parameters - tables;
        const auto weights = [&](Precision format) {
            s.workload.precision = format;
            return evaluate(s).memory.weights;
        };
        const double plain = weights(Precision::fp8);
        VERIFY_CLOSE(weights(Precision::mxfp8) - plain, layers * 2.0625, 2e-3);
        VERIFY_CLOSE(weights(Precision::mxfp4) - plain, layers * 1.0625, 2e-3);
        VERIFY_CLOSE(weights(Precision::nvfp4) - plain, layers * 0.84 * 1.125, 2e-3);
    }

    /// Hopper has FP8 but no units that scale blocks of 32, and AMD's do not know NVFP4.
    void formatsThatAGpuLacksFallBack()
    {
        const Scenario hopper = test::preset("llama3-8b-8xh100");
        QCOMPARE(usedFormat(hopper.cluster, Precision::mxfp8), Precision::fp8);
        QCOMPARE(usedFormat(hopper.cluster, Precision::nvfp4), Precision::fp8);
        const Scenario amd = test::edited(hopper, {{"cluster.gpu", "mi355x"}});
        QCOMPARE(usedFormat(amd.cluster, Precision::mxfp4), Precision::mxfp4);
        QCOMPARE(usedFormat(amd.cluster, Precision::nvfp4), Precision::fp8);
        const Scenario ampere = test::edited(hopper, {{"cluster.gpu", "a100-sxm-80"}});
        QCOMPARE(usedFormat(ampere.cluster, Precision::mxfp8), Precision::bf16);
    }
};

KNEEPOINT_TEST(ExchangeChoicesTest)
#include "exchange_choices_test.moc"
