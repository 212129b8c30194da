// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/launch_flags.h"

#include "model/job/context_levels.h"
#include "model/scenario/scenario.h"
#include "model/search/layout_rules.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {
namespace {

double replicasOf(const Scenario& job, const Layout& l)
{
    return job.cluster.gpus / l.replicaGpus();
}

double globalBatch(const Scenario& job, const Layout& l)
{
    return l[Dimension::micro_batch] * l[Dimension::accumulation] * replicasOf(job, l);
}

bool interleaves(const Layout& l)
{
    return l[Dimension::virtual_stages] > 1;
}

/// Whether the first or the last stage of a pipeline has a stated number of layers.
bool statesEnds(const Scenario& job, const Layout& l)
{
    return l[Dimension::pipeline] > 1 && (job.plan.first_stage_layers > 0 || job.plan.last_stage_layers > 0);
}

bool countsTables(const Scenario& job, const Layout& l)
{
    if (statesEnds(job, l))
        return false;
    return tablesCount(job.workload.layers, l[Dimension::pipeline], l[Dimension::virtual_stages]);
}

Recompute recomputeOf(const Layout& l)
{
    return static_cast<Recompute>(static_cast<int>(l[Dimension::recompute]));
}

/// Megatron's default is the ring.
std::string contextFlags(const Scenario& job, const Layout& l)
{
    switch (job.plan.context_exchange) {
    case ContextExchange::ring:
        break;
    case ContextExchange::all_gather:
        return "--cp-comm-type all_gather \\\n";
    case ContextExchange::ulysses:
        return "--cp-comm-type a2a \\\n";
    case ContextExchange::hierarchical: {
        LayerGroups groups;
        groups.context = {l[Dimension::context], l[Dimension::tensor]};
        groups.context_exchange = job.plan.context_exchange;
        groups.context_inner = job.plan.context_inner;
        const ContextLevels levels = contextLevels(groups, job.cluster.gpus_per_node);
        return fmt::format("--cp-comm-type a2a+p2p --hierarchical-context-parallel-sizes {} {} \\\n",
            countText(levels.heads.ranks), countText(levels.keys.ranks));
    }
    }
    return {};
}

std::string megatronText(const Scenario& job, const Layout& l)
{
    std::string text;
    const auto add = [&](std::string_view flag, double value) {
        text += fmt::format("--{} {} \\\n", flag, countText(value));
    };
    const auto addSwitch = [&](bool on, std::string_view flag) {
        if (on)
            text += fmt::format("--{} \\\n", flag);
    };
    add("tensor-model-parallel-size", l[Dimension::tensor]);
    addSwitch(l[Dimension::sequence] != 0, "sequence-parallel");
    add("pipeline-model-parallel-size", l[Dimension::pipeline]);
    if (interleaves(l))
        add("num-virtual-stages-per-pipeline-rank", l[Dimension::virtual_stages]);
    if (statesEnds(job, l) && job.plan.first_stage_layers > 0)
        add("decoder-first-pipeline-num-layers", job.plan.first_stage_layers);
    if (statesEnds(job, l) && job.plan.last_stage_layers > 0)
        add("decoder-last-pipeline-num-layers", job.plan.last_stage_layers);
    addSwitch(countsTables(job, l), "account-for-embedding-in-pipeline-split");
    addSwitch(countsTables(job, l), "account-for-loss-in-pipeline-split");
    add("context-parallel-size", l[Dimension::context]);
    if (l[Dimension::context] > 1)
        text += contextFlags(job, l);
    if (job.workload.experts > 1)
        add("expert-model-parallel-size", l[Dimension::expert]);
    addSwitch(l[Dimension::zero] == 1, "use-distributed-optimizer");
    addSwitch(job.plan.offload == Offload::optimizer, "optimizer-cpu-offload");
    if (job.plan.optimizer == Optimizer::sgd || job.plan.optimizer == Optimizer::muon)
        text += fmt::format("--optimizer {} \\\n", job.plan.optimizer == Optimizer::sgd ? "sgd" : "muon");
    if (l[Dimension::zero] >= 2)
        text += fmt::format("--use-megatron-fsdp --data-parallel-sharding-strategy {} \\\n",
            l[Dimension::zero] >= 3 ? "optim_grads_params" : "optim_grads");
    addSwitch(recomputeOf(l) == Recompute::selective, "recompute-activations");
    if (recomputeOf(l) == Recompute::full)
        text += "--recompute-granularity full --recompute-method uniform --recompute-num-layers 1 \\\n";
    add("seq-length", job.workload.sequence_length);
    add("micro-batch-size", l[Dimension::micro_batch]);
    text += fmt::format("--global-batch-size {}\n", countText(globalBatch(job, l)));
    return text;
}

std::string nemoText(const Scenario& job, const Layout& l)
{
    std::string text;
    const auto add = [&](std::string_view key, std::string_view value) { text += fmt::format("{}={}\n", key, value); };
    const auto strategy = [&](std::string_view key, double value) {
        add(fmt::format("trainer.strategy.{}", key), countText(value));
    };
    add("trainer.num_nodes", countText(std::max(1.0, job.cluster.gpus / std::max(1.0, job.cluster.gpus_per_node))));
    add("trainer.devices", countText(std::min(job.cluster.gpus, std::max(1.0, job.cluster.gpus_per_node))));
    strategy("tensor_model_parallel_size", l[Dimension::tensor]);
    strategy("pipeline_model_parallel_size", l[Dimension::pipeline]);
    if (interleaves(l))
        strategy("virtual_pipeline_model_parallel_size", l[Dimension::virtual_stages]);
    if (statesEnds(job, l) && job.plan.first_stage_layers > 0)
        add("model.config.num_layers_in_first_pipeline_stage", countText(job.plan.first_stage_layers));
    if (statesEnds(job, l) && job.plan.last_stage_layers > 0)
        add("model.config.num_layers_in_last_pipeline_stage", countText(job.plan.last_stage_layers));
    if (countsTables(job, l))
        text += "model.config.account_for_embedding_in_pipeline_split=true\n"
                "model.config.account_for_loss_in_pipeline_split=true\n";
    strategy("context_parallel_size", l[Dimension::context]);
    if (job.workload.experts > 1)
        strategy("expert_model_parallel_size", l[Dimension::expert]);
    add("trainer.strategy.sequence_parallel", l[Dimension::sequence] != 0 ? "true" : "false");
    add("trainer.strategy.ddp.use_distributed_optimizer", l[Dimension::zero] >= 1 ? "true" : "false");
    if (recomputeOf(l) == Recompute::selective)
        add("model.config.recompute_granularity", "selective");
    if (recomputeOf(l) == Recompute::full)
        text += "model.config.recompute_granularity=full\nmodel.config.recompute_method=uniform\n"
                "model.config.recompute_num_layers=1\n";
    add("data.seq_length", countText(job.workload.sequence_length));
    add("data.micro_batch_size", countText(l[Dimension::micro_batch]));
    add("data.global_batch_size", countText(globalBatch(job, l)));
    return text;
}

/// As named in torch.distributed.pipelining.
std::string_view torchSchedule(const Layout& l)
{
    switch (static_cast<PipelineSchedule>(static_cast<int>(l[Dimension::schedule]))) {
    case PipelineSchedule::breadth_first:
        return "LoopedBFS";
    case PipelineSchedule::zb_v:
        return "ZBVZeroBubble";
    case PipelineSchedule::dualpipe_v:
        return "DualPipeV";
    default:
        return interleaves(l) ? "Interleaved1F1B" : "1F1B";
    }
}

std::string torchtitanText(const Scenario& job, const Layout& l)
{
    const double ranks = replicasOf(job, l);
    const double shard =
        l[Dimension::zero] >= 1 ? (l[Dimension::shard_group] > 0 ? l[Dimension::shard_group] : ranks) : 1;
    std::string text = "[parallelism]\n";
    const auto add = [&](std::string_view key, double value) {
        text += fmt::format("{} = {}\n", key, countText(value));
    };
    add("data_parallel_replicate_degree", ranks / shard);
    add("data_parallel_shard_degree", shard);
    if (l[Dimension::zero] >= 1)
        text += fmt::format("fsdp_reshard_after_forward = \"{}\"\n", l[Dimension::zero] >= 3 ? "always" : "never");
    add("tensor_parallel_degree", l[Dimension::tensor]);
    add("pipeline_parallel_degree", l[Dimension::pipeline]);
    if (l[Dimension::pipeline] > 1)
        text += fmt::format("pipeline_parallel_schedule = \"{}\"\n", torchSchedule(l));
    add("context_parallel_degree", l[Dimension::context]);
    if (job.workload.experts > 1)
        add("expert_parallel_degree", l[Dimension::expert]);
    text += "\n[training]\n";
    add("seq_len", job.workload.sequence_length);
    add("local_batch_size",
        l[Dimension::pipeline] > 1 ? l[Dimension::micro_batch] * l[Dimension::accumulation]
                                   : l[Dimension::micro_batch]);
    add("global_batch_size", globalBatch(job, l));
    if (job.plan.offload == Offload::optimizer_and_parameters)
        text += "enable_cpu_offload = true\n";
    text += "\n[activation_checkpoint]\n";
    const Recompute recompute = recomputeOf(l);
    text += fmt::format("mode = \"{}\"\n",
        recompute == Recompute::none            ? "none"
            : recompute == Recompute::selective ? "selective"
                                                : "full");
    return text;
}

std::string deepspeedText(const Scenario& job, const Layout& l)
{
    std::string text = "{\n";
    text += fmt::format("  \"train_batch_size\": {},\n", countText(globalBatch(job, l)));
    text += fmt::format("  \"train_micro_batch_size_per_gpu\": {},\n", countText(l[Dimension::micro_batch]));
    text += fmt::format("  \"gradient_accumulation_steps\": {},\n", countText(l[Dimension::accumulation]));
    text += fmt::format(R"(  "zero_optimization": {{"stage": {})", countText(l[Dimension::zero]));
    if (l[Dimension::shard_group] > 0)
        text += fmt::format(R"(, "mics_shard_size": {})", countText(l[Dimension::shard_group]));
    if (job.plan.offload == Offload::optimizer || job.plan.offload == Offload::optimizer_and_parameters)
        text += R"(, "offload_optimizer": {"device": "cpu"})";
    if (job.plan.offload == Offload::optimizer_and_parameters)
        text += R"(, "offload_param": {"device": "cpu"})";
    text += "}";
    if (l[Dimension::tensor] > 1)
        text += fmt::format(",\n  \"tensor_parallel\": {{\"autotp_size\": {}}}", countText(l[Dimension::tensor]));
    if (recomputeOf(l) != Recompute::none)
        text += ",\n  \"activation_checkpointing\": {\"partition_activations\": false}";
    if (l[Dimension::pipeline] > 1)
        text += fmt::format(",\n  \"pipeline\": {{\"stages\": {}}}", countText(l[Dimension::pipeline]));
    return text + "\n}\n";
}

} // namespace

std::span<const Framework> frameworks()
{
    static const Framework all[] = {
        {"megatron-lm", "Megatron-LM flags", "NVIDIA/Megatron-LM megatron/training/arguments.py", megatronText},
        {"nemo", "NeMo settings", "NVIDIA NeMo 2.0, MegatronStrategy and recipes", nemoText},
        {"torchtitan", "TorchTitan TOML", "pytorch/torchtitan torchtitan/config/job_config.py", torchtitanText},
        {"deepspeed", "DeepSpeed JSON", "deepspeed.ai/docs/config-json", deepspeedText},
    };
    return all;
}

const Framework* findFramework(std::string_view id)
{
    const auto found = std::ranges::find(frameworks(), id, &Framework::id);
    return found == frameworks().end() ? nullptr : &*found;
}

} // namespace kneepoint
