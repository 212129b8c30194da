// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "model/search/explanation.h"
#include "model/search/launch_flags.h"
#include "model/search/layout_space.h"
#include "tests/support/data_row.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace kneepoint;

namespace {

/// 64 GPUs in nodes of 8; 32 layers, 32 heads of which 8 for keys and values, 8192 tokens, 256 sequences per step.
Scenario ruledJob()
{
    Scenario s = test::preset("llama3-8b-64xh100");
    s.workload.scaling = Scaling::strong;
    s.workload.global_batch = 256;
    s.workload.sequence_length = 8192;
    s.stack.software = 0;
    return s;
}

using Change = std::function<void(Scenario&)>;
using Question = std::function<bool(const LayoutRules&)>;

/// TP 2 · PP 4 in two chunks, ZeRO 1, recomputing selectively: 8 replicas, 32 micro-batches of one sequence.
Layout someLayout()
{
    Layout l;
    l[Dimension::tensor] = 2;
    l[Dimension::pipeline] = 4;
    l[Dimension::context] = 1;
    l[Dimension::expert] = 1;
    l[Dimension::sequence] = 1;
    l[Dimension::schedule] = static_cast<double>(PipelineSchedule::interleaved);
    l[Dimension::virtual_stages] = 2;
    l[Dimension::zero] = 1;
    l[Dimension::recompute] = 1;
    l[Dimension::gradients] = 1;
    l[Dimension::micro_batch] = 1;
    l[Dimension::accumulation] = 32;
    return l;
}

/// CP 4, sharded in groups of 8 ranks, recomputing fully.
Layout otherLayout()
{
    Layout l = someLayout();
    l[Dimension::tensor] = l[Dimension::pipeline] = l[Dimension::virtual_stages] = 1;
    l[Dimension::context] = 4;
    l[Dimension::sequence] = 0;
    l[Dimension::schedule] = static_cast<double>(PipelineSchedule::one_f_one_b);
    l[Dimension::zero] = 3;
    l[Dimension::shard_group] = 8;
    l[Dimension::recompute] = 2;
    l[Dimension::micro_batch] = 2;
    l[Dimension::accumulation] = 8;
    return l;
}

} // namespace

Q_DECLARE_METATYPE(Change)
Q_DECLARE_METATYPE(Question)
Q_DECLARE_METATYPE(Layout)

/// Which layouts are valid, worked out by hand, and their flags in each framework.
class LayoutRulesTest : public QObject {
    Q_OBJECT

private slots:
    void degreesAreAllowedOrNot_data()
    {
        QTest::addColumn<Change>("change");
        QTest::addColumn<Question>("question");
        QTest::addColumn<bool>("allowed");
        const auto rows = [](const QByteArray& name, const Change& change, auto question, std::vector<double> yes,
                              std::vector<double> no) {
            for (const auto& [values, allowed] : {std::pair{yes, true}, {no, false}})
                for (const double x : values)
                    QTest::newRow(name + " " + QByteArray::number(x))
                        << change << Question([=](const LayoutRules& r) { return question(r, x); }) << allowed;
        };
        const Change none = [](Scenario&) {};
        const auto tensor = [](const LayoutRules& r, double t) { return r.tensor(t); };
        const auto context = [](const LayoutRules& r, double c) { return r.context(c); };
        const auto pipeline = [](const LayoutRules& r, double p) { return r.pipeline(p); };
        rows("TP", none, tensor, {1, 2, 4, 8}, {0.5, 3, 5, 16, 32});
        rows("TP, one head for keys", [](Scenario& s) { s.workload.kv_heads = 1; }, tensor, {2, 8, 32}, {3, 64});
        rows("TP, three heads for keys", [](Scenario& s) { s.workload.kv_heads = 3; }, tensor, {1}, {2, 8, 32});
        rows("TP, heads for keys", [](Scenario& s) { s.workload.kv_heads = 32; }, tensor, {16, 32}, {12, 64});
        rows("TP, 24 heads", [](Scenario& s) { s.workload.heads = s.workload.kv_heads = s.workload.ffn = 24; }, tensor,
            {2, 4, 8, 24}, {3, 6, 12});
        rows("TP, odd feed-forward", [](Scenario& s) { s.workload.ffn = 14337; }, tensor, {1}, {2, 4});
        rows("TP, heads of linear attention",
            [](Scenario& s) {
                s.workload.linear_heads = 8;
                s.workload.linear_key_heads = 4;
            },
            tensor, {2, 4}, {8});
        rows("TP, groups of a state space",
            [](Scenario& s) {
                s.workload.state_heads = 64;
                s.workload.state_groups = 4;
            },
            tensor, {2, 4}, {8});
        rows("TP, generic model", [](Scenario& s) { s.workload.kind = ModelKind::generic; }, tensor, {1}, {2});
        rows("CP", none, context, {1, 2, 4, 64}, {3, 128});
        rows("CP, short sequence", [](Scenario& s) { s.workload.sequence_length = 64; }, context, {32}, {64});
        rows("CP, unmasked",
            [](Scenario& s) {
                s.workload.sequence_length = 64;
                s.workload.causal = false;
            },
            context, {32, 64}, {3});
        rows("CP, generic model", [](Scenario& s) { s.workload.kind = ModelKind::generic; }, context, {1}, {2});
        rows("PP", none, pipeline, {1, 2, 16, 32, 17}, {1.5, 3, 64});
        rows("PP, 33 layers", [](Scenario& s) { s.workload.layers = 33; }, pipeline, {2, 5, 32, 33}, {0, 1.5, 34});
        rows("PP, generic model", [](Scenario& s) { s.workload.kind = ModelKind::generic; }, pipeline, {1}, {2});
        rows("replica", none, [](const LayoutRules& r, double g) { return r.fills(g); }, {1, 2, 64}, {3, 128, 0.5});
        rows(
            "replica of a fraction", [](Scenario& s) { s.cluster.gpus = 1.5; },
            [](const LayoutRules& r, double g) { return r.fills(g); }, {}, {1.5});
        rows("recomputation", none, [](const LayoutRules& r, double x) { return r.recompute(x); }, {0, 1, 2}, {});
        rows(
            "recomputation, generic model", [](Scenario& s) { s.workload.kind = ModelKind::generic; },
            [](const LayoutRules& r, double x) { return r.recompute(x); }, {0}, {1, 2});
        rows("sequence parallel, TP", none, [](const LayoutRules& r, double t) { return r.sequence(1, t, 1); }, {2, 8},
            {1, 3});
        rows(
            "sequence parallel with CP 2, TP", [](Scenario& s) { s.workload.sequence_length = 8; },
            [](const LayoutRules& r, double t) { return r.sequence(1, t, 2); }, {2, 4}, {8});
        rows(
            "sequence parallel at textbook depth, TP",
            [](Scenario& s) { s.assumptions.compute_model = ComputeModel::sustained; },
            [](const LayoutRules& r, double t) { return r.sequence(1, t, 1); }, {}, {2});
        const Change experts = [](Scenario& s) { s.workload.experts = 8; };
        rows("EP", experts, [](const LayoutRules& r, double e) { return r.expert(e, 1, 64); }, {1, 2, 8}, {3, 16, 0.5});
        rows("EP among 4 ranks", experts, [](const LayoutRules& r, double e) { return r.expert(e, 1, 4); }, {4}, {8});
        rows("EP among 4 ranks of TP 2", experts, [](const LayoutRules& r, double e) { return r.expert(e, 2, 4); }, {4},
            {8});
        rows(
            "EP of whole experts among 4 ranks of TP 2",
            [](Scenario& s) {
                s.workload.experts = 32;
                s.stack.whole_experts = true;
            },
            [](const LayoutRules& r, double e) { return r.expert(e, 2, 4); }, {4, 8}, {16});
        rows("EP of a dense model", none, [](const LayoutRules& r, double e) { return r.expert(e, 1, 64); }, {1}, {2});
        rows("micro-batch of 8 replicas", none, [](const LayoutRules& r, double b) { return r.batch(b, 8); },
            {1, 2, 32}, {0.5, 3, 1.5, 64});
    }
    void degreesAreAllowedOrNot()
    {
        QFETCH(const Change, change);
        QFETCH(const Question, question);
        QFETCH(const bool, allowed);
        Scenario s = ruledJob();
        change(s);
        QCOMPARE(question(LayoutRules(s)), allowed);
    }

    void interleavingNeedsWholeChunksAndGroupsOfMicroBatches()
    {
        const LayoutRules rules(ruledJob());
        constexpr auto plain = static_cast<double>(PipelineSchedule::one_f_one_b);
        constexpr auto chunks = static_cast<double>(PipelineSchedule::interleaved);
        QVERIFY(rules.schedule(plain, 1, 1, 8) && rules.schedule(plain, 1, 4, 7) && rules.schedule(chunks, 2, 4, 8));
        QVERIFY(rules.schedule(plain, 1, 4, 1));                                      // mostly idle, but it runs
        QVERIFY(!rules.schedule(plain, 2, 4, 8));                                     // chunks without interleaving
        QVERIFY(!rules.schedule(chunks, 1, 4, 8));                                    // interleaving without chunks
        QVERIFY(!rules.schedule(chunks, 1, 1, 8) && !rules.schedule(plain, 2, 1, 8)); // one stage
        QVERIFY(!rules.schedule(chunks, 3, 4, 8));                                    // 32 layers in 12 chunks
        QVERIFY(!rules.schedule(chunks, 2, 4, 6));                                    // micro-batches in groups of four
        QVERIFY(rules.schedule(chunks, 17, 2, 8)); // 34 with embedding and output layer
        QCOMPARE(rules.chunkCounts(), (std::vector<double>{1, 2, 4, 8, 16, 17, 32, 34}));
        Scenario generic = ruledJob();
        generic.workload.kind = ModelKind::generic;
        QCOMPARE(LayoutRules(generic).chunkCounts(), (std::vector<double>{1}));
        Scenario odd = ruledJob();
        odd.workload.layers = 33; // spread unevenly over stages, but not over chunks
        QVERIFY(LayoutRules(odd).schedule(plain, 1, 4, 8) && !LayoutRules(odd).schedule(chunks, 2, 4, 8));
    }

    void divisorsAreAllNumbersThatDivide()
    {
        for (double n = 1; n <= 1000; ++n) {
            std::vector<double> expected;
            for (double d = 1; d <= n; ++d)
                if (std::fmod(n, d) == 0)
                    expected.push_back(d);
            QCOMPARE(divisors(n), expected);
        }
        QCOMPARE(divisors(2.5), (std::vector<double>{1}));
    }

    /// 8 GPUs, a batch of 100: 8 · 13 is 4 % away, 4 · 25 is not away at all.
    void theBatchMovesToTheMostReplicasWithinItsTolerance()
    {
        Scenario s = ruledJob();
        s.cluster.gpus = 8;
        s.workload.global_batch = 100;
        for (const auto& [tolerance, batch] : {std::pair{0.04, 104.0}, {0.039, 100.0}}) {
            s.plan.batch_tolerance = tolerance;
            QCOMPARE(divisibleBatch(s), batch);
        }
        s.workload.global_batch = 5; // no multiple of 8 or 4 is near
        s.plan.batch_tolerance = 0.25;
        QCOMPARE(divisibleBatch(s), 4.0);
        s.plan.batch_tolerance = 0.6;
        QCOMPARE(divisibleBatch(s), 8.0);
    }

    /// Eight GPUs in two replicas of CP 4: experts and shards are spread over all eight.
    void ranksOfAContextHoldTheSameLayers()
    {
        Scenario s = ruledJob();
        s.workload.experts = 8;
        s.cluster.gpus = 8;
        Layout l = otherLayout();
        l[Dimension::expert] = 8;
        l[Dimension::shard_group] = 4;
        l[Dimension::accumulation] = 64;
        QVERIFY(LayoutRules(s).allows(l));
        QVERIFY(LayoutRules(s).broken(l).empty());
        l[Dimension::expert] = 16;
        l[Dimension::shard_group] = 3;
        QVERIFY(!LayoutRules(s).allows(l));
        QStringList sentences;
        for (const BrokenRule& rule : LayoutRules(s).broken(l))
            sentences += QString::fromStdString(rule.sentence);
        QCOMPARE(sentences,
            QStringList({"EP 16 does not divide 8 experts and 8 data-parallel ranks",
                "the software does not support ZeRO stage 3 with a sharding group of 3 on 8 ranks"}));
    }

    /// As a model with experts leaves it behind; the control that mends it is not disabled.
    void aDenseModelHasNoExpertsToDistribute()
    {
        Scenario s = ruledJob();
        s.workload.experts = 1;
        s.plan.expert_parallel = 8;
        Layout l = someLayout();
        l[Dimension::expert] = 8;
        const std::vector<BrokenRule> broken = LayoutRules(s).broken(l);
        const auto rule = std::ranges::find(broken, "experts", &BrokenRule::id);
        QVERIFY(rule != broken.end());
        QCOMPARE(rule->sentence, "EP 8 needs experts, and the model has none");
        const Parameter& control = parameter("plan.expert_parallel");
        QVERIFY(control.idle(s).empty());
        s.plan.expert_parallel = 1;
        QVERIFY(!control.idle(s).empty());
    }

    void oneLayerIsNotDividedOverTwoStages()
    {
        Scenario s = ruledJob();
        s.workload.layers = 1;
        Layout l = someLayout();
        l[Dimension::virtual_stages] = 1;
        for (const double stages : {1, 2}) {
            l[Dimension::pipeline] = stages;
            const std::vector<BrokenRule> broken = LayoutRules(s).broken(l);
            QCOMPARE(std::ranges::count(broken, "layers", &BrokenRule::id), stages > 1 ? 1 : 0);
        }
    }

    void brokenRulesAreNamedSeparately_data()
    {
        QTest::addColumn<int>("dimension");
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArrayList>("rules");
        const auto row = [](const char* name, Dimension d, double value, const QByteArrayList& rules) {
            QTest::newRow(name) << static_cast<int>(d) << value << rules;
        };
        row("valid", Dimension::tensor, 1, {});
        row("tokens in 2·c pieces", Dimension::context, 64, {"batch", "sequence"});
        row("chunks without a pipeline", Dimension::virtual_stages, 3, {"schedule", "virtual_stages"});
        row("interleaving without chunks", Dimension::schedule, static_cast<double>(PipelineSchedule::interleaved),
            {"schedule", "schedule"});
        row("sequence parallelism alone", Dimension::sequence, 1, {"sequence_parallel"});
        row("three heads of eight", Dimension::tensor, 3, {"batch", "ffn", "gpus", "heads", "kv_heads", "node"});
        row("experts of a dense model", Dimension::expert, 2, {"experts"});
        row("half an example", Dimension::micro_batch, 0.5, {"batch"});
        row("groups without ZeRO-3", Dimension::shard_group, 2, {"zero"});
        row("more stages than layers", Dimension::pipeline, 64, {"batch", "layers"});
        row("a stage of a fraction", Dimension::pipeline, 1.5, {"batch", "gpus", "layers"});
    }
    void brokenRulesAreNamedSeparately()
    {
        QFETCH(const int, dimension);
        QFETCH(const double, value);
        QFETCH(const QByteArrayList, rules);
        Scenario s = ruledJob();
        s.workload.sequence_length = 64;
        Layout l; // 64 replicas with four micro-batches of one sequence
        for (const Dimension d : {Dimension::tensor, Dimension::pipeline, Dimension::context, Dimension::expert,
                 Dimension::virtual_stages, Dimension::micro_batch})
            l[d] = 1;
        l[Dimension::schedule] = static_cast<double>(PipelineSchedule::one_f_one_b);
        l[Dimension::accumulation] = 4;
        l[static_cast<Dimension>(dimension)] = value;
        QByteArrayList broken;
        for (const BrokenRule& rule : LayoutRules(s).broken(l))
            broken += QByteArray(rule.id.data());
        std::ranges::sort(broken);
        QCOMPARE(broken, rules);
        QCOMPARE(LayoutRules(s).allows(l), rules.isEmpty());
    }

    void settingChunksSelectsTheirSchedule()
    {
        const Scenario s = ruledJob();
        const auto with = [&](Dimension d, double value) {
            return completed(s, someLayout(), {{&parameterOf(d), value}});
        };
        QVERIFY(with(Dimension::virtual_stages, 2) == someLayout());
        QCOMPARE(with(Dimension::virtual_stages, 1)[Dimension::schedule],
            static_cast<double>(PipelineSchedule::one_f_one_b));
        QCOMPARE(with(Dimension::pipeline, 1)[Dimension::virtual_stages], 1.0);
        QCOMPARE(with(Dimension::tensor, 1)[Dimension::sequence], 0.0);
        QCOMPARE(with(Dimension::tensor, 4)[Dimension::sequence], 1.0);
        QCOMPARE(with(Dimension::pipeline, 2)[Dimension::virtual_stages], 2.0);
        QCOMPARE(with(Dimension::pipeline, 2)[Dimension::schedule], static_cast<double>(PipelineSchedule::interleaved));
        QCOMPARE(with(Dimension::pipeline, 1)[Dimension::schedule], static_cast<double>(PipelineSchedule::one_f_one_b));
        QCOMPARE(with(Dimension::pipeline, 1)[Dimension::accumulation], 8.0); // of 32 replicas
        QCOMPARE(with(Dimension::micro_batch, 2)[Dimension::accumulation], 16.0);
        const std::vector<Setting> named{{&parameterOf(Dimension::tensor), 1}, {&parameterOf(Dimension::sequence), 1}};
        QCOMPARE(completed(s, someLayout(), named)[Dimension::sequence], 1.0); // as named, for the rules to judge
        const Layout as_named = completed(s, someLayout(),
            {{&parameterOf(Dimension::pipeline), 1}, {&parameterOf(Dimension::virtual_stages), 2},
                {&parameterOf(Dimension::schedule), 4}, {&parameterOf(Dimension::accumulation), 7}});
        QCOMPARE(as_named[Dimension::virtual_stages], 2.0);
        QCOMPARE(as_named[Dimension::schedule], 4.0);
        QCOMPARE(as_named[Dimension::accumulation], 7.0);
    }

    void shardingNeedsRanksAndItsGroupsDivideThem()
    {
        const LayoutRules rules(ruledJob());
        for (const double stage : {0, 1, 2, 3})
            QVERIFY(rules.zero(stage, 0, 8));
        QVERIFY(rules.zero(3, 2, 8) && rules.zero(3, 4, 8) && rules.zero(0, 0, 1) && rules.zero(1, 0, 2));
        QVERIFY(!rules.zero(1, 0, 1) && !rules.zero(0, 2, 1) && !rules.zero(3, 2, 1) && !rules.zero(4, 0, 8)
            && !rules.zero(-1, 0, 8));
        QVERIFY(!rules.zero(3, 1, 8) && !rules.zero(3, 8, 8) && !rules.zero(3, 3, 8) && !rules.zero(2, 2, 8));
        Scenario fixed = ruledJob();
        fixed.assumptions.overlap_model = OverlapModel::fixed;
        QVERIFY(!LayoutRules(fixed).zero(3, 2, 8));
    }

    void whatHasNoEffectBecomesNeutral()
    {
        const LayoutRules rules(ruledJob());
        QVERIFY(rules.neutral(someLayout()) == someLayout());
        QVERIFY(rules.neutral(otherLayout()) == otherLayout());
        Layout unsplit = otherLayout();
        unsplit[Dimension::sequence] = 1;
        QVERIFY(rules.neutral(unsplit) == otherLayout());
        // 64 GPUs in replicas of 4: 16 replicas whose 4 ranks each hold the same layers.
        Layout whole = otherLayout();
        whole[Dimension::shard_group] = 64;
        Layout among_all = otherLayout();
        among_all[Dimension::shard_group] = 0;
        QVERIFY(rules.neutral(whole) == among_all);
        whole[Dimension::shard_group] = 32;
        QVERIFY(rules.neutral(whole) == whole);
    }

    void softwareLimitsWhatItDoesNotSupport_data()
    {
        QTest::addColumn<QByteArray>("software");
        QTest::addColumn<QByteArray>("splits"); // tensor, pipeline, context, expert
        QTest::addColumn<QByteArray>("stages");
        QTest::newRow("none") << QByteArray() << QByteArray("tpce") << QByteArray("0123");
        QTest::newRow("Megatron 2021") << QByteArray("megatron-2021") << QByteArray("tp") << QByteArray("01");
        QTest::newRow("DeepSpeed ZeRO-3")
            << QByteArray("deepspeed-zero3-2021") << QByteArray("t") << QByteArray("0123");
        QTest::newRow("llm-foundry") << QByteArray("llm-foundry-2023") << QByteArray() << QByteArray("023");
        QTest::newRow("NeMo") << QByteArray("nemo-2024") << QByteArray("tpce") << QByteArray("01");
        QTest::newRow("TorchTitan") << QByteArray("torchtitan-2024") << QByteArray("tpc") << QByteArray("023");
    }
    void softwareLimitsWhatItDoesNotSupport()
    {
        QFETCH(const QByteArray, software);
        QFETCH(const QByteArray, splits);
        QFETCH(const QByteArray, stages);
        Scenario s = ruledJob();
        if (!software.isEmpty())
            s = test::edited(s, {{"stack.software", software.toStdString()}});
        s.workload.experts = 8;
        const SoftwareLimits limits = softwareLimits(s);
        QCOMPARE(limits.tensor, splits.contains('t'));
        QCOMPARE(limits.pipeline, splits.contains('p'));
        QCOMPARE(limits.context, splits.contains('c'));
        QCOMPARE(limits.expert, splits.contains('e'));
        const LayoutRules rules(s);
        QCOMPARE(rules.tensor(2), splits.contains('t'));
        QCOMPARE(rules.pipeline(2), splits.contains('p'));
        QCOMPARE(rules.context(2), splits.contains('c'));
        QCOMPARE(rules.expert(2, 1, 8), splits.contains('e'));
        for (int stage = 0; stage < 4; ++stage)
            QCOMPARE(rules.zero(stage, 0, 8), stages.contains(static_cast<char>('0' + stage)));
    }

    void everyPresetLimitsWhatItStates()
    {
        Scenario s = ruledJob();
        s.stack.software = 0;
        for (const StackPreset& stack : stackPresets()) {
            ++s.stack.software;
            const SoftwareLimits limits = softwareLimits(s);
            const auto can = [&](std::string_view what) {
                return !stack.splits || std::ranges::find(*stack.splits, what) != stack.splits->end();
            };
            QVERIFY2(limits.tensor == can("tensor") && limits.pipeline == can("pipeline"), stack.id.c_str());
            QVERIFY2(limits.context == can("context") && limits.expert == can("expert"), stack.id.c_str());
            for (int stage = 0; stage < 4; ++stage)
                QVERIFY2(limits.zero[static_cast<std::size_t>(stage)]
                        == (!stack.zero_stages
                            || std::ranges::find(*stack.zero_stages, stage) != stack.zero_stages->end()),
                    stack.id.c_str());
        }
        ++s.stack.software; // not in the library
        QVERIFY(softwareLimits(s).tensor && softwareLimits(s).zero[3]);
    }

    /// 8 replicas are 4 at each of two sites, whose state can be sharded among 2, and no whole number at three.
    void everySiteHasAsManyReplicas()
    {
        Scenario s = ruledJob();
        const Layout l = someLayout();
        QVERIFY(LayoutRules(s).allows(l));
        QVERIFY(LayoutRules(s).zero(3, 4, 8));
        s.cluster.sites = 2;
        QVERIFY(LayoutRules(s).allows(l));
        QVERIFY(LayoutRules(s).zero(3, 2, 8));
        QVERIFY(!LayoutRules(s).zero(3, 4, 8));
        s.workload.experts = 16;
        QVERIFY(LayoutRules(s).expert(8, 1, 16) && !LayoutRules(s).expert(16, 1, 16));
        Layout sharded = otherLayout(); // 32 ranks a site hold the same layers
        sharded[Dimension::shard_group] = 16;
        QVERIFY(LayoutRules(s).neutral(sharded) == sharded);
        sharded[Dimension::shard_group] = 32;
        QCOMPARE(LayoutRules(s).neutral(sharded)[Dimension::shard_group], 0.0);
        s.workload.experts = 1;
        s.cluster.sites = 3;
        QVERIFY(!LayoutRules(s).allows(l));
        const std::vector<BrokenRule> broken = LayoutRules(s).broken(l);
        QCOMPARE(std::ranges::count(broken, "gpus", &BrokenRule::id), 1);
        QVERIFY(broken.front().sentence.ends_with("as many at each of 3 sites"));
    }

    void whatSoftwareOffersInsteadIsSaid()
    {
        Scenario s = test::edited(ruledJob(), {{"stack.software", "megatron-lm-2024"}});
        Layout l = someLayout();
        l[Dimension::virtual_stages] = 1;
        l[Dimension::schedule] = static_cast<double>(PipelineSchedule::zb_v);
        const std::vector<BrokenRule> broken = LayoutRules(s).broken(l);
        const auto software = std::ranges::find(broken, "software", &BrokenRule::id);
        QVERIFY(software != broken.end());
        QCOMPARE(software->sentence,
            std::string(
                "the software does not offer Zero bubble, ZB-V; it has 1F1B, Interleaved 1F1B (NVIDIA/Megatron-LM, "
                "megatron/core/pipeline_parallel/schedules.py)"));
    }

    /// A rule for each kind of parallelism that the software, or a model without layers, does not have.
    void whatSoftwareOrModelCannotSplitIsNamedOnce()
    {
        Scenario s = test::edited(ruledJob(), {{"stack.software", "llm-foundry-2023"}}); // replicas only
        for (const Dimension d : {Dimension::tensor, Dimension::pipeline, Dimension::context}) {
            Layout l = someLayout();
            for (const Dimension one : {Dimension::tensor, Dimension::pipeline, Dimension::virtual_stages})
                l[one] = 1;
            const Layout plain = l;
            l[d] = 2;
            const auto count = [&](const Scenario& job, const Layout& layout, std::string_view id) {
                return std::ranges::count(LayoutRules(job).broken(layout), id, &BrokenRule::id);
            };
            QCOMPARE(count(s, l, "software"), 1);
            QCOMPARE(count(s, plain, "software"), 0);
            Scenario generic = ruledJob();
            generic.workload.kind = ModelKind::generic;
            QCOMPARE(count(generic, l, "layers"), 1);
            QCOMPARE(count(generic, plain, "layers"), 0);
        }
    }

    void theBatchIsTheJobsOrTheSumOverReplicas()
    {
        Scenario s = ruledJob();
        QCOMPARE(LayoutRules(s).globalBatch(), 256.0);
        s.workload.scaling = Scaling::weak;
        s.workload.batch_per_gpu = 3;
        s.plan.accumulation = 5;
        s.plan.tensor_parallel = 4;
        s.plan.pipeline_parallel = s.plan.context_parallel = 1;
        QCOMPARE(LayoutRules(s).globalBatch(), 3.0 * 5 * 16);
        s.workload.batch_per_gpu = 1e-3;
        QCOMPARE(LayoutRules(s).globalBatch(), 1.0);
    }

    void aLayoutIsWrittenWithTheDimensionsInUse()
    {
        using enum Dimension;
        Scenario s;
        s.cluster.gpus = 512;
        Layout l;
        for (const Dimension d : {tensor, pipeline, context, expert, virtual_stages, micro_batch, accumulation})
            l[d] = 1;
        QCOMPARE(layoutText(s, l), std::string("DP 512 · micro-batch 1 · accumulation 1"));
        for (const auto& [d, value] : {std::pair{tensor, 8.0}, {sequence, 1.0}, {pipeline, 4.0}, {virtual_stages, 3.0},
                 {context, 2.0}, {expert, 16.0}, {zero, 3.0}, {shard_group, 4.0}, {micro_batch, 5.0},
                 {accumulation, 32.0}, {recompute, 1.0}})
            l[d] = value;
        QCOMPARE(layoutText(s, l),
            std::string("TP 8 · SP · PP 4 · VPP 3 · CP 2 · EP 16 · DP 8 · ZeRO 3 · sharded among 4 · micro-batch 5 · "
                        "accumulation 32 · selective recompute"));
    }

    /// 1F1B is usual, and virtual stages say that it is interleaved.
    void onlyUnusualSchedulesAreWritten()
    {
        const Scenario s = ruledJob();
        Layout l = someLayout();
        const auto text = [&](PipelineSchedule schedule) {
            l[Dimension::schedule] = static_cast<double>(schedule);
            return QString::fromStdString(layoutText(s, l));
        };
        using enum PipelineSchedule;
        const QString usual = "TP 2 · SP · PP 4 · VPP 2 · DP 8 · ZeRO 1 · micro-batch 1 · accumulation 32 · selective "
                              "recompute";
        for (const PipelineSchedule schedule : {gpipe, one_f_one_b, interleaved})
            QCOMPARE(text(schedule), usual);
        for (const auto& [schedule, id] : {std::pair{breadth_first, "breadth-first"}, {zb_h1, "zb-h1"}, {zb_v, "zb-v"},
                 {dualpipe, "dualpipe"}, {dualpipe_v, "dualpipe-v"}})
            QCOMPARE(text(schedule), QString(usual).replace("VPP 2", QString("VPP 2 · %1").arg(id)));
    }

    void combinationsLeaveOutAccumulation()
    {
        LayoutSpace space = fixedSpace(ruledJob());
        QVERIFY(space.isFree(Dimension::accumulation) && !space.isFree(Dimension::tensor));
        QCOMPARE(candidatesOf(LayoutRules(ruledJob()), space).combinations(), 1.0);
        space.limit(Dimension::accumulation, {1, 2, 4});
        space.limit(Dimension::zero, {0, 1, 3});
        space.limit(Dimension::micro_batch, {1, 2});
        QCOMPARE(candidatesOf(LayoutRules(ruledJob()), space).combinations(), 6.0);
    }

    void flagsMatchTheFramework_data()
    {
        QTest::addColumn<QByteArray>("framework");
        QTest::addColumn<Layout>("layout");
        QTest::addColumn<QByteArray>("flags");
        test::dataRow("Megatron-LM, pipeline", QByteArray("megatron-lm"), someLayout(),
            QByteArray("--tensor-model-parallel-size 2 \\\n--sequence-parallel \\\n"
                       "--pipeline-model-parallel-size 4 \\\n--num-virtual-stages-per-pipeline-rank 2 \\\n"
                       "--context-parallel-size 1 \\\n--use-distributed-optimizer \\\n--recompute-activations \\\n"
                       "--seq-length 8192 \\\n--micro-batch-size 1 \\\n--global-batch-size 256\n"));
        test::dataRow("Megatron-LM, sharded", QByteArray("megatron-lm"), otherLayout(),
            QByteArray("--tensor-model-parallel-size 1 \\\n--pipeline-model-parallel-size 1 \\\n"
                       "--context-parallel-size 4 \\\n--use-megatron-fsdp --data-parallel-sharding-strategy "
                       "optim_grads_params \\\n--recompute-granularity full --recompute-method uniform "
                       "--recompute-num-layers 1 \\\n--seq-length 8192 \\\n--micro-batch-size 2 \\\n"
                       "--global-batch-size 256\n"));
        test::dataRow("NeMo, pipeline", QByteArray("nemo"), someLayout(),
            QByteArray("trainer.num_nodes=8\ntrainer.devices=8\ntrainer.strategy.tensor_model_parallel_size=2\n"
                       "trainer.strategy.pipeline_model_parallel_size=4\n"
                       "trainer.strategy.virtual_pipeline_model_parallel_size=2\n"
                       "trainer.strategy.context_parallel_size=1\ntrainer.strategy.sequence_parallel=true\n"
                       "trainer.strategy.ddp.use_distributed_optimizer=true\n"
                       "model.config.recompute_granularity=selective\ndata.seq_length=8192\n"
                       "data.micro_batch_size=1\ndata.global_batch_size=256\n"));
        test::dataRow("NeMo, sharded", QByteArray("nemo"), otherLayout(),
            QByteArray("trainer.num_nodes=8\ntrainer.devices=8\ntrainer.strategy.tensor_model_parallel_size=1\n"
                       "trainer.strategy.pipeline_model_parallel_size=1\ntrainer.strategy.context_parallel_size=4\n"
                       "trainer.strategy.sequence_parallel=false\n"
                       "trainer.strategy.ddp.use_distributed_optimizer=true\n"
                       "model.config.recompute_granularity=full\nmodel.config.recompute_method=uniform\n"
                       "model.config.recompute_num_layers=1\ndata.seq_length=8192\ndata.micro_batch_size=2\n"
                       "data.global_batch_size=256\n"));
        test::dataRow("TorchTitan, pipeline", QByteArray("torchtitan"), someLayout(),
            QByteArray("[parallelism]\ndata_parallel_replicate_degree = 1\ndata_parallel_shard_degree = 8\n"
                       "fsdp_reshard_after_forward = \"never\"\ntensor_parallel_degree = 2\n"
                       "pipeline_parallel_degree = 4\npipeline_parallel_schedule = \"Interleaved1F1B\"\n"
                       "context_parallel_degree = 1\n\n[training]\nseq_len = 8192\nlocal_batch_size = 32\n"
                       "global_batch_size = 256\n\n[activation_checkpoint]\nmode = \"selective\"\n"));
        test::dataRow("TorchTitan, sharded", QByteArray("torchtitan"), otherLayout(),
            QByteArray("[parallelism]\ndata_parallel_replicate_degree = 2\ndata_parallel_shard_degree = 8\n"
                       "fsdp_reshard_after_forward = \"always\"\ntensor_parallel_degree = 1\n"
                       "pipeline_parallel_degree = 1\ncontext_parallel_degree = 4\n\n[training]\nseq_len = 8192\n"
                       "local_batch_size = 2\nglobal_batch_size = 256\n\n[activation_checkpoint]\n"
                       "mode = \"full\"\n"));
        test::dataRow("DeepSpeed, pipeline", QByteArray("deepspeed"), someLayout(),
            QByteArray("{\n  \"train_batch_size\": 256,\n  \"train_micro_batch_size_per_gpu\": 1,\n"
                       "  \"gradient_accumulation_steps\": 32,\n  \"zero_optimization\": {\"stage\": 1},\n"
                       "  \"tensor_parallel\": {\"autotp_size\": 2},\n"
                       "  \"activation_checkpointing\": {\"partition_activations\": false},\n"
                       "  \"pipeline\": {\"stages\": 4}\n}\n"));
        test::dataRow("DeepSpeed, sharded", QByteArray("deepspeed"), otherLayout(),
            QByteArray("{\n  \"train_batch_size\": 256,\n  \"train_micro_batch_size_per_gpu\": 2,\n"
                       "  \"gradient_accumulation_steps\": 8,\n"
                       "  \"zero_optimization\": {\"stage\": 3, \"mics_shard_size\": 8},\n"
                       "  \"activation_checkpointing\": {\"partition_activations\": false}\n}\n"));
    }
    void flagsMatchTheFramework()
    {
        QFETCH(const QByteArray, framework);
        QFETCH(const Layout, layout);
        QFETCH(const QByteArray, flags);
        QVERIFY(LayoutRules(ruledJob()).allows(layout));
        QCOMPARE(QByteArray::fromStdString(findFramework(framework.toStdString())->text(ruledJob(), layout)), flags);
    }

    /// What a search evaluates is the job with the layout, whose micro-batches make up the job's batch.
    void aVersionOfAJobIsTheJobWithTheLayout()
    {
        Scenario s = ruledJob();
        for (const Layout& l : {someLayout(), otherLayout()}) {
            const StepVersion version = versionOf(s, l);
            const Scenario there = applied(s, editOf(l), shippedCalibration());
            QVERIFY(version.plan == there.plan);
            QCOMPARE(version.gpus, there.cluster.gpus);
            QCOMPARE(version.batch_per_gpu, there.workload.batch_per_gpu);
            QCOMPARE(version.global_batch, 256.0);
        }
        s.cluster.gpus = 1; // too few for a replica
        QCOMPARE(versionOf(s, otherLayout()).global_batch, 2.0 * 8);
    }

    void partOfANodeIsOneNode()
    {
        Scenario s = ruledJob();
        const auto nodes = [&](double gpus, double per_node) {
            s.cluster.gpus = gpus;
            s.cluster.resizeNode(per_node);
            const QString text = QString::fromStdString(findFramework("nemo")->text(s, otherLayout()));
            return text.section('\n', 0, 1);
        };
        QCOMPARE(nodes(4, 8), QString("trainer.num_nodes=1\ntrainer.devices=4"));
        QCOMPARE(nodes(8, 8), QString("trainer.num_nodes=1\ntrainer.devices=8"));
        QCOMPARE(nodes(4, 1), QString("trainer.num_nodes=4\ntrainer.devices=1"));
        QCOMPARE(nodes(16, 8), QString("trainer.num_nodes=2\ntrainer.devices=8"));
    }

    void expertsAndZeroStagesHaveTheirFlags()
    {
        Scenario s = ruledJob();
        s.workload.experts = 8;
        Layout l = otherLayout();
        l[Dimension::expert] = 4;
        l[Dimension::zero] = 2;
        const auto has = [&](const char* framework, const char* flag) {
            return findFramework(framework)->text(s, l).find(flag) != std::string::npos;
        };
        QVERIFY(has("megatron-lm", "--expert-model-parallel-size 4 "));
        QVERIFY(has("megatron-lm", "--data-parallel-sharding-strategy optim_grads \\"));
        QVERIFY(!has("megatron-lm", "use-distributed-optimizer"));
        QVERIFY(has("nemo", "expert_model_parallel_size=4\n"));
        QVERIFY(has("torchtitan", "expert_parallel_degree = 4\n") && has("torchtitan", "after_forward = \"never\""));
        l[Dimension::zero] = l[Dimension::shard_group] = l[Dimension::recompute] = 0;
        QVERIFY(!has("megatron-lm", "sharding-strategy") && !has("megatron-lm", "recompute"));
        QVERIFY(has("nemo", "use_distributed_optimizer=false\n") && !has("nemo", "recompute"));
        QVERIFY(has("torchtitan", "replicate_degree = 16\ndata_parallel_shard_degree = 1\n"));
        QVERIFY(!has("torchtitan", "fsdp_reshard") && has("torchtitan", "mode = \"none\""));
        QVERIFY(!has("deepspeed", "activation_checkpointing") && !has("deepspeed", "pipeline"));
    }

    /// 34 layers with embedding and output layer on 17 stages, without virtual stages, on half a node of 8 GPUs.
    void plainPipelinesAndPartsOfNodesHaveTheirFlags()
    {
        Scenario s = ruledJob();
        Layout l = someLayout();
        l[Dimension::schedule] = static_cast<double>(PipelineSchedule::one_f_one_b);
        l[Dimension::virtual_stages] = 1;
        const auto text = [&](const char* framework) {
            return QByteArray::fromStdString(findFramework(framework)->text(s, l));
        };
        QVERIFY(text("torchtitan").contains("pipeline_parallel_schedule = \"1F1B\"\n"));
        QVERIFY(text("torchtitan").contains("local_batch_size = 32\n"));
        QVERIFY(!text("megatron-lm").contains("virtual") && !text("nemo").contains("virtual"));
        QVERIFY(!text("nemo").contains("account_for"));
        l[Dimension::pipeline] = 17;
        QVERIFY(text("nemo").contains("model.config.account_for_embedding_in_pipeline_split=true\n"
                                      "model.config.account_for_loss_in_pipeline_split=true\n"));
        s.cluster.gpus = 4;
        QVERIFY(text("nemo").startsWith("trainer.num_nodes=1\ntrainer.devices=4\n"));
        s.cluster.gpus = 24;
        QVERIFY(text("nemo").startsWith("trainer.num_nodes=3\ntrainer.devices=8\n"));
    }

    void theNearestBatchWithALayoutIsOffered_data()
    {
        QTest::addColumn<double>("batch");
        QTest::addColumn<double>("nearest");
        QTest::newRow("one too many") << 257.0 << 256.0;
        QTest::newRow("a little less") << 251.0 << 256.0;
        QTest::newRow("between two") << 90.0 << 64.0;
        QTest::newRow("fewer than replicas") << 3.0 << 64.0;
    }
    void theNearestBatchWithALayoutIsOffered()
    {
        QFETCH(const double, batch);
        QFETCH(const double, nearest);
        Scenario s = test::edited(ruledJob(), {{"stack.software", "llm-foundry-2023"}}); // every GPU is a replica
        s.automatic.on = true;
        s.workload.global_batch = batch;
        s.plan.batch_tolerance = 0;
        QVERIFY(!autoPlan(s, {}, shippedCalibration()).layout);
        const auto change = feasibleChange(s, shippedCalibration());
        QVERIFY(change);
        QCOMPARE(QString::fromStdString(change->text), QString("set the global batch to %1").arg(nearest));
        QVERIFY(autoPlan(applied(s, change->edit, shippedCalibration()), {}, shippedCalibration()).layout);
    }

    void withoutALayoutTheReasonIsStated()
    {
        Scenario s = ruledJob();
        s.automatic.on = true;
        s.workload.global_batch = 7;
        s.cluster.gpus = 61;
        AutoPlanAnswer none = autoPlan(s, {}, shippedCalibration());
        QVERIFY(!none.layout && none.valid == 0);
        const std::string plain = "No layout exists: 61 GPUs and a global batch of 7 leave no whole number of "
                                  "micro-batches per replica of one GPU";
        QCOMPARE(noLayoutText(s, none), plain + ".");
        s.automatic.tensor_parallel = true;
        QCOMPARE(noLayoutText(s, none), plain + " with the pinned values.");
        s.plan.tensor_parallel = 3;
        s.cluster.gpus = 48;
        QCOMPARE(noLayoutText(s, none), std::string("No layout exists: TP 3 does not divide 32 attention heads."));
        none.valid = 1;
        none.least_memory_bytes = 91e9;
        QVERIFY(noLayoutText(s, none).starts_with("No layout fits: the smallest needs 91 GB per GPU"));
        none.valid = 5;
        none.least_memory_bytes = 91e9;
        QCOMPARE(
            noLayoutText(s, none), std::string("No layout fits: the smallest needs 91 GB per GPU; 85.5 GB available."));
    }
};

KNEEPOINT_TEST(LayoutRulesTest)
#include "layout_rules_test.moc"
