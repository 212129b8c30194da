// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/launch_flags.h"

#include "model/scenario/scenario.h"
#include "model/search/layout.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <functional>

using namespace kneepoint;

namespace {

struct Launch {
    Scenario scenario;
    Layout layout;
};
using LaunchChange = std::function<void(Launch&)>;

/// 64 GPUs in nodes of eight, TP 2: 32 replicas with eight micro-batches of one sequence.
Launch plainLaunch()
{
    using enum Dimension;
    Launch job{test::preset("llama3-8b-64xh100"), {}};
    for (const Dimension d : {pipeline, context, expert, virtual_stages, micro_batch})
        job.layout[d] = 1;
    job.layout[tensor] = 2;
    job.layout[schedule] = static_cast<double>(PipelineSchedule::one_f_one_b);
    job.layout[accumulation] = 8;
    return job;
}

QStringList linesFor(std::string_view framework, const Launch& job)
{
    return QString::fromStdString(findFramework(framework)->text(job.scenario, job.layout)).split('\n');
}

LaunchChange launchPipeline(double stages, PipelineSchedule schedule, double chunks = 1)
{
    return [=](Launch& job) {
        job.layout[Dimension::pipeline] = stages;
        job.layout[Dimension::schedule] = static_cast<double>(schedule);
        job.layout[Dimension::virtual_stages] = chunks;
    };
}

LaunchChange offload(Offload what)
{
    return [=](Launch& job) { job.scenario.plan.offload = what; };
}

LaunchChange contextOf(double degree, ContextExchange exchange, double inner = 0)
{
    return [=](Launch& job) {
        job.layout[Dimension::context] = degree;
        job.scenario.plan.context_exchange = exchange;
        job.scenario.plan.context_inner = inner;
    };
}

LaunchChange ends(double stages, double first, double last)
{
    return [=](Launch& job) {
        job.layout[Dimension::pipeline] = stages;
        job.scenario.plan.first_stage_layers = first;
        job.scenario.plan.last_stage_layers = last;
    };
}

} // namespace

Q_DECLARE_METATYPE(LaunchChange)

/// What each choice adds to the settings of a framework.
class LaunchFlagsTest : public QObject {
    Q_OBJECT

private slots:
    /// `adds`: the lines that a plain job does not have.
    void aChoiceAddsItsFlags_data()
    {
        QTest::addColumn<QByteArray>("framework");
        QTest::addColumn<LaunchChange>("change");
        QTest::addColumn<QStringList>("adds");
        const auto row = [](const char* framework, const char* name, const LaunchChange& change,
                             const QStringList& adds) {
            QTest::addRow("%s, %s", framework, name) << QByteArray(framework) << change << adds;
        };
        const auto optimizer = [](Optimizer which) {
            return LaunchChange([=](Launch& job) { job.scenario.plan.optimizer = which; });
        };
        const auto zero = [](double stage) {
            return LaunchChange([=](Launch& job) { job.layout[Dimension::zero] = stage; });
        };
        const auto experts = [](double count, double degree) {
            return LaunchChange([=](Launch& job) {
                job.scenario.workload.experts = count;
                job.layout[Dimension::expert] = degree;
            });
        };

        const char* const megatron = "megatron-lm";
        row(megatron, "nothing", [](Launch&) {}, {});
        row(megatron, "optimizer offloaded", offload(Offload::optimizer), {"--optimizer-cpu-offload \\"});
        row(megatron, "activations offloaded", offload(Offload::activations), {});
        row(megatron, "SGD", optimizer(Optimizer::sgd), {"--optimizer sgd \\"});
        row(megatron, "Muon", optimizer(Optimizer::muon), {"--optimizer muon \\"});
        row(megatron, "Lion", optimizer(Optimizer::lion), {});
        row(megatron, "ring", contextOf(4, ContextExchange::ring),
            {"--context-parallel-size 4 \\", "--global-batch-size 64"});
        row(megatron, "all-gather", contextOf(4, ContextExchange::all_gather),
            {"--context-parallel-size 4 \\", "--cp-comm-type all_gather \\", "--global-batch-size 64"});
        row(megatron, "Ulysses", contextOf(4, ContextExchange::ulysses),
            {"--context-parallel-size 4 \\", "--cp-comm-type a2a \\", "--global-batch-size 64"});
        // Ranks of a context are two GPUs apart, so a node has four of them.
        row(megatron, "hierarchical", contextOf(8, ContextExchange::hierarchical),
            {"--context-parallel-size 8 \\", "--cp-comm-type a2a+p2p --hierarchical-context-parallel-sizes 4 2 \\",
                "--global-batch-size 32"});
        row(megatron, "hierarchical of two", contextOf(8, ContextExchange::hierarchical, 2),
            {"--context-parallel-size 8 \\", "--cp-comm-type a2a+p2p --hierarchical-context-parallel-sizes 2 4 \\",
                "--global-batch-size 32"});
        row(megatron, "an exchange without a context", contextOf(1, ContextExchange::ulysses), {});
        row(megatron, "experts", experts(8, 4), {"--expert-model-parallel-size 4 \\"});
        row(megatron, "two experts", experts(2, 1), {"--expert-model-parallel-size 1 \\"});
        row(megatron, "one expert", experts(1, 1), {});
        row(megatron, "first stage", ends(4, 7, 0),
            {"--pipeline-model-parallel-size 4 \\", "--decoder-first-pipeline-num-layers 7 \\",
                "--global-batch-size 64"});
        row(megatron, "last stage", ends(4, 0, 6),
            {"--pipeline-model-parallel-size 4 \\", "--decoder-last-pipeline-num-layers 6 \\",
                "--global-batch-size 64"});
        row(megatron, "ends without a pipeline", ends(1, 7, 6), {});
        row(megatron, "ZeRO-1", zero(1), {"--use-distributed-optimizer \\"});
        row(megatron, "ZeRO-2", zero(2), {"--use-megatron-fsdp --data-parallel-sharding-strategy optim_grads \\"});
        row(megatron, "ZeRO-3", zero(3),
            {"--use-megatron-fsdp --data-parallel-sharding-strategy optim_grads_params \\"});

        row("nemo", "first stage", ends(4, 7, 0),
            {"trainer.strategy.pipeline_model_parallel_size=4", "model.config.num_layers_in_first_pipeline_stage=7",
                "data.global_batch_size=64"});
        row("nemo", "last stage", ends(4, 0, 6),
            {"trainer.strategy.pipeline_model_parallel_size=4", "model.config.num_layers_in_last_pipeline_stage=6",
                "data.global_batch_size=64"});
        row("nemo", "ZeRO-1", zero(1), {"trainer.strategy.ddp.use_distributed_optimizer=true"});
        row("nemo", "one expert", experts(1, 1), {});
        row("nemo", "two experts", experts(2, 1), {"trainer.strategy.expert_model_parallel_size=1"});

        row("torchtitan", "1F1B", launchPipeline(4, PipelineSchedule::one_f_one_b),
            {"data_parallel_replicate_degree = 8", "pipeline_parallel_degree = 4",
                "pipeline_parallel_schedule = \"1F1B\"", "local_batch_size = 8", "global_batch_size = 64"});
        for (const auto& [schedule, chunks, name] : {std::tuple{PipelineSchedule::interleaved, 2.0, "Interleaved1F1B"},
                 {PipelineSchedule::breadth_first, 2.0, "LoopedBFS"}, {PipelineSchedule::zb_v, 1.0, "ZBVZeroBubble"},
                 {PipelineSchedule::dualpipe_v, 1.0, "DualPipeV"}})
            row("torchtitan", name, launchPipeline(4, schedule, chunks),
                {"data_parallel_replicate_degree = 8", "pipeline_parallel_degree = 4",
                    QString("pipeline_parallel_schedule = \"%1\"").arg(name), "local_batch_size = 8",
                    "global_batch_size = 64"});
        row("torchtitan", "optimizer offloaded", offload(Offload::optimizer), {});
        row("torchtitan", "all offloaded", offload(Offload::optimizer_and_parameters), {"enable_cpu_offload = true"});
        row("torchtitan", "two experts", experts(2, 1), {"expert_parallel_degree = 1"});
        row("torchtitan", "one expert", experts(1, 1), {});
        row("torchtitan", "ZeRO-1", zero(1),
            {"data_parallel_replicate_degree = 1", "data_parallel_shard_degree = 32",
                "fsdp_reshard_after_forward = \"never\""});
        row("torchtitan", "ZeRO-3 in groups of eight",
            [](Launch& job) {
                job.layout[Dimension::zero] = 3;
                job.layout[Dimension::shard_group] = 8;
            },
            {"data_parallel_replicate_degree = 4", "data_parallel_shard_degree = 8",
                "fsdp_reshard_after_forward = \"always\""});

        const QString stage = R"(  "zero_optimization": {"stage": 0%1},)";
        row("deepspeed", "optimizer offloaded", offload(Offload::optimizer),
            {stage.arg(R"(, "offload_optimizer": {"device": "cpu"})")});
        row("deepspeed", "all offloaded", offload(Offload::optimizer_and_parameters),
            {stage.arg(R"(, "offload_optimizer": {"device": "cpu"}, "offload_param": {"device": "cpu"})")});
        row("deepspeed", "activations offloaded", offload(Offload::activations), {});
    }
    void aChoiceAddsItsFlags()
    {
        QFETCH(const QByteArray, framework);
        QFETCH(const LaunchChange, change);
        QFETCH(const QStringList, adds);
        const Launch plain = plainLaunch();
        Launch changed = plain;
        change(changed);
        const QStringList before = linesFor(framework.constData(), plain);
        QStringList added;
        for (const QString& line : linesFor(framework.constData(), changed))
            if (!before.contains(line))
                added += line;
        QCOMPARE(added, adds);
    }

    void anUnknownFrameworkHasNoFlags() { QVERIFY(!findFramework("megatron") && !findFramework("")); }
};

KNEEPOINT_TEST(LaunchFlagsTest)
#include "launch_flags_test.moc"
