// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/keys.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace kneepoint::job {
namespace {

bool matches(std::string_view row, std::string_view key)
{
    return row.ends_with('*') ? key.starts_with(row.substr(0, row.size() - 1)) : row == key;
}

const KeyRow* find(std::span<const KeyRow> rows, Software software, std::string_view key)
{
    const auto found = std::ranges::find_if(
        rows, [&](const KeyRow& row) { return row.software == software && matches(row.key, key); });
    return found == rows.end() ? nullptr : &*found;
}

const KeyRow* anywhere(Software software, std::string_view key)
{
    for (const auto& rows : {rowsOfMegatron(), rowsOfPretraining(), rowsOfFineTuning()})
        if (const KeyRow* row = find(rows, software, key))
            return row;
    return nullptr;
}

std::string_view lastPart(std::string_view key)
{
    return key.substr(key.rfind('.') == std::string_view::npos ? 0 : key.rfind('.') + 1);
}

/// Settings of something else than the training step, though their names may be the same.
bool isOfAnotherPart(std::string_view key)
{
    constexpr std::array<std::string_view, 9> parts{
        "valid", "eval", "test", "inference", "rollout", "critic", "ref.", "reward", "export"};
    return std::ranges::any_of(parts, [&](std::string_view part) { return key.find(part) != std::string_view::npos; });
}

std::vector<std::string> wordsOfKey(std::string_view key)
{
    std::vector<std::string> words(1);
    for (const char c : key)
        if (std::isalnum(static_cast<unsigned char>(c)))
            words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!words.back().empty())
            words.emplace_back();
    return words;
}

} // namespace

const SoftwareRow& softwareRow(Software software)
{
    return *std::ranges::find(softwares(), software, &SoftwareRow::software);
}

const KeyRow* rowOf(Software software, std::string_view key)
{
    if (key.starts_with("launch."))
        return find(rowsOfFineTuning(), Software::launch, key);
    switch (software) {
    case Software::neox: {
        std::string plain(key);
        std::ranges::replace(plain, '-', '_');
        return anywhere(software, plain);
    }
    case Software::llama_factory:
        if (const KeyRow* row = anywhere(software, key))
            return row;
        return anywhere(Software::trainer, key);
    case Software::olmo_core:
        for (const std::string_view part : {"train_module.", "data_loader.", "dataset."})
            if (key.starts_with(part))
                key.remove_prefix(part.size());
        return anywhere(software, key);
    case Software::nemo:
        if (isOfAnotherPart(key))
            return nullptr;
        if (const KeyRow* row = anywhere(software, lastPart(key)))
            return row;
        return anywhere(Software::megatron, lastPart(key));
    case Software::primus: {
        constexpr std::string_view overrides = "overrides.";
        const std::size_t at = key.find(overrides);
        if (at == std::string_view::npos)
            return key.starts_with("modules.") && key.ends_with(".model") ? anywhere(software, "modules.model")
                                                                          : nullptr;
        return anywhere(Software::megatron, key.substr(at + overrides.size()));
    }
    default:
        return anywhere(software, key);
    }
}

bool isHarmless(std::string_view key)
{
    static constexpr std::string_view words[] = {"lr", "learning", "seed", "log", "logging", "logger", "logs", "save",
        "saving", "load", "path", "dir", "directory", "wandb", "tensorboard", "swanlab", "mlflow", "report",
        "tokenizer", "weight", "decay", "beta", "beta1", "beta2", "betas", "eps", "epsilon", "warmup", "scheduler",
        "schedule", "init", "std", "clip", "clipping", "norm", "eval", "evaluation", "val", "valid", "validation",
        "test", "dataset", "datasets", "data", "split", "vocab", "merge", "file", "files", "checkpoint", "interval",
        "epoch", "epochs", "name", "project", "entity", "run", "output", "overwrite", "resume", "metric", "metrics",
        "template", "prompt", "chat", "samples", "preprocessing", "workers", "shuffle", "cache", "hub", "push",
        "description", "print", "special", "tokens", "steps", "iters", "timeout", "backend", "port", "addr", "address",
        "rdzv", "master", "profile", "profiling", "debug", "strict", "loss", "exit", "dump", "folder", "position",
        "rotary", "rope", "dropout"};
    static constexpr std::string_view never[] = {"parallel", "batch", "offload", "recompute", "checkpointing", "shard",
        "sharding", "micro", "precision", "dtype", "overlap", "fsdp", "zero", "quantization", "float8", "fp8",
        "attention", "experts", "moe", "kernel", "compile", "fused"};
    const std::vector<std::string> parts = wordsOfKey(key);
    const auto contains = [&](const auto& list) {
        return std::ranges::any_of(parts,
            [&](const std::string& part) { return std::ranges::find(list, std::string_view(part)) != std::end(list); });
    };
    return contains(words) && !contains(never);
}

std::span<const SoftwareRow> softwares()
{
    static constexpr SoftwareRow all[] = {
        {Software::torchtitan, "TorchTitan", "0.2", "torchtitan-2024-eager",
            "training.local_batch_size,training.seq_len,training.batch_size,model.flavor,activation_checkpoint.mode,"
            "parallelism.tensor_parallel_degree,parallelism.data_parallel_shard_degree"},
        {Software::neox, "GPT-NeoX", "2.0", "megatron-deepspeed-2023",
            "pipe_parallel_size,model_parallel_size,pipe-parallel-size,model-parallel-size"},
        {Software::nanotron, "nanotron", "0.4", "nanotron-2025", "tokens.micro_batch_size,parallelism.dp"},
        {Software::olmo, "OLMo", "0.6", "generic-fsdp", "global_train_batch_size,device_train_microbatch_size"},
        {Software::olmo_core, "OLMo-core", "2.x", "generic-fsdp", "train_module.rank_microbatch_size"},
        {Software::maxtext, "MaxText", "2025", "generic-fsdp-compiled",
            "per_device_batch_size,ici_fsdp_parallelism,base_emb_dim"},
        {Software::primus, "Primus", "2025", "megatron-core-2025", ""},
        {Software::nemo, "NeMo", "2.x", "nemo-2025",
            "trainer.num_nodes,trainer.devices,trainer.strategy.tensor_model_parallel_size,"
            "model.tensor_model_parallel_size,data.micro_batch_size,model.micro_batch_size,train.micro_batch_size"},
        {Software::torchtune, "torchtune", "0.6", "generic-fsdp",
            "model._component_,tokenizer.max_seq_len,enable_activation_checkpointing"},
        {Software::axolotl, "Axolotl", "0.9", "generic-fsdp", "base_model,sequence_len"},
        {Software::llama_factory, "LLaMA-Factory", "0.9", "generic-fsdp", "cutoff_len,finetuning_type"},
        {Software::megatron, "Megatron-LM", "core 0.14", "megatron-core-2025",
            "tensor_model_parallel_size,pipeline_model_parallel_size,num_attention_heads,use_distributed_optimizer"},
        {Software::trainer, "Hugging Face Trainer", "transformers 4.5x", "generic-fsdp",
            "per_device_train_batch_size,per_gpu_train_batch_size,gradient_checkpointing"},
        {Software::deepspeed, "DeepSpeed", "0.17", "generic-fsdp",
            "zero_optimization.stage,train_micro_batch_size_per_gpu,train_batch_size"},
        {Software::accelerate, "Accelerate", "1.x", "generic-fsdp", "distributed_type"},
        {Software::launch, "a launcher", "", "",
            "launch.nnodes,launch.nproc_per_node,launch.nodes,launch.num_processes,launch.instance_type,"
            "launch.gpus_per_node,launch.gres,launch.num_nodes,launch.num_gpus"},
    };
    return all;
}

std::span<const DefaultRow> defaults()
{
    constexpr std::string_view megatron = "megatron/training/arguments.py", titan = "torchtitan/config/job_config.py",
                               trainer = "transformers/training_args.py", accelerate = "accelerate/commands/config",
                               deepspeed = "deepspeed.ai/docs/config-json",
                               neox = "megatron/neox_arguments/neox_args.py",
                               nanotron = "src/nanotron/config/config.py", maxtext = "MaxText/configs/base.yml",
                               axolotl = "docs.axolotl.ai, config reference",
                               nemo = "nemo/lightning/pytorch/strategies/megatron_strategy.py";
    static constexpr DefaultRow all[] = {
        {Software::megatron, "plan.tensor_parallel", "1", megatron},
        {Software::megatron, "plan.pipeline_parallel", "1", megatron},
        {Software::megatron, "plan.context_parallel", "1", megatron},
        {Software::megatron, "plan.sequence_parallel", "off", megatron},
        {Software::megatron, "plan.recompute", "none", megatron},
        {Software::megatron, "plan.zero_stage", "0", megatron},
        {Software::megatron, "workload.precision", "fp32", megatron},
        {Software::megatron, "workload.gated", "off", megatron},
        {Software::megatron, "workload.tied_embeddings", "on", megatron},
        {Software::megatron, "workload.top_k", "2", megatron},
        {Software::megatron, "job.vocabulary_multiple", "128", megatron},
        {Software::megatron, "job.accumulation", "1", megatron},
        {Software::primus, "plan.tensor_parallel", "1", megatron},
        {Software::primus, "plan.pipeline_parallel", "1", megatron},
        {Software::primus, "plan.context_parallel", "1", megatron},
        {Software::nemo, "plan.tensor_parallel", "1", nemo},
        {Software::nemo, "plan.pipeline_parallel", "1", nemo},
        {Software::nemo, "plan.context_parallel", "1", nemo},
        {Software::torchtitan, "job.local_batch", "8", titan},
        {Software::torchtitan, "job.pipeline_micro", "1", titan},
        {Software::torchtitan, "job.shard", "-1", titan},
        {Software::torchtitan, "job.replicate", "1", titan},
        {Software::torchtitan, "workload.sequence_length", "2048", titan},
        {Software::torchtitan, "plan.tensor_parallel", "1", titan},
        {Software::torchtitan, "plan.pipeline_parallel", "1", titan},
        {Software::torchtitan, "plan.context_parallel", "1", titan},
        {Software::torchtitan, "plan.recompute", "selective", titan},
        {Software::torchtitan, "workload.precision", "bf16", titan},
        {Software::torchtitan, "plan.gradient_precision", "fp32", titan},
        {Software::trainer, "job.micro", "8", trainer},
        {Software::trainer, "job.accumulation", "1", trainer},
        {Software::trainer, "plan.recompute", "none", trainer},
        {Software::trainer, "workload.precision", "fp32", trainer},
        {Software::llama_factory, "job.micro", "8", trainer},
        {Software::llama_factory, "job.accumulation", "1", trainer},
        {Software::llama_factory, "plan.recompute", "full", "src/llamafactory/model/model_utils/checkpointing.py"},
        {Software::llama_factory, "job.lora_targets", "all", "src/llamafactory/hparams/finetuning_args.py"},
        {Software::axolotl, "job.accumulation", "1", axolotl},
        {Software::axolotl, "plan.recompute", "none", axolotl},
        {Software::deepspeed, "plan.zero_stage", "0", deepspeed},
        {Software::deepspeed, "workload.precision", "fp32", deepspeed},
        {Software::accelerate, "workload.precision", "fp32", accelerate},
        {Software::neox, "plan.tensor_parallel", "1", neox},
        {Software::neox, "plan.pipeline_parallel", "1", neox},
        {Software::neox, "plan.recompute", "none", neox},
        {Software::neox, "plan.zero_stage", "0", neox},
        {Software::neox, "job.expert_interval", "2", neox},
        {Software::neox, "workload.top_k", "1", neox},
        {Software::neox, "workload.gated", "off", neox},
        {Software::neox, "workload.tied_embeddings", "on", neox},
        {Software::neox, "job.accumulation", "1", neox},
        {Software::neox, "job.vocabulary_multiple", "128", neox},
        {Software::olmo, "plan.recompute", "none", "olmo/config.py"},
        {Software::olmo_core, "plan.recompute", "none", "olmo_core/train/train_module/transformer/config.py"},
        {Software::nanotron, "plan.recompute", "none", nanotron},
        {Software::nanotron, "plan.sequence_parallel", "off", nanotron},
        {Software::nanotron, "plan.zero_stage", "0", nanotron},
        {Software::nanotron, "job.accumulation", "1", nanotron},
        {Software::nanotron, "workload.gated", "on", nanotron},
        {Software::maxtext, "plan.recompute", "full", maxtext},
        {Software::maxtext, "workload.precision", "bf16", maxtext},
        {Software::maxtext, "plan.tensor_parallel", "1", maxtext},
        {Software::maxtext, "job.shard", "-1", maxtext},
        {Software::maxtext, "job.accumulation", "1", maxtext},
        {Software::maxtext, "workload.sequence_length", "2048", maxtext},
    };
    return all;
}

} // namespace kneepoint::job
