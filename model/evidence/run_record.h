// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace kneepoint {

inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
[[nodiscard]] inline bool known(double value)
{
    return std::isfinite(value);
}
[[nodiscard]] inline double orElse(double value, double otherwise)
{
    return known(value) ? value : otherwise;
}

/// A figure about memory, by the name of its column: "measured.peak_memory_GB".
struct MemoryFigure {
    std::string name;
    double bytes = 0;
};

/// A training run as its source prints it. What the source does not state is NaN, or empty; flags are 0 and 1.
struct RunRecord {
    std::string source; ///< title of the publication
    double year = unknown;
    std::string id;
    std::string series;
    std::string quality;
    std::string kind;
    std::string model;
    std::string model_kind;
    std::string attention;
    std::string gpu;
    std::string network;
    std::string recompute;
    std::string precision;
    std::string sharding;
    std::string mp_mode;
    std::string sync;
    std::string schedule;
    std::string framework;
    std::string software;           ///< the program and its version, as its source names them
    std::string gradient_precision; ///< of gradients on the network
    std::string overlap;
    double params = unknown;
    double active_params = unknown;
    double layers = unknown;
    double hidden = unknown;
    double heads = unknown;
    double kv_heads = unknown;
    double head_dim = unknown;
    double ffn_hidden = unknown;
    double gated_mlp = unknown;
    double vocab = unknown;
    double tied_embeddings = unknown; ///< 1 where the output layer is the embedding
    double seq_len = unknown;
    double experts = unknown;
    double shared_experts = unknown;
    double top_k = unknown;
    double expert_groups = unknown;
    double top_groups = unknown;
    double moe_ffn_hidden = unknown;
    double first_dense_layers = unknown;
    double bidirectional = unknown;
    double parallel_block = unknown; ///< 1 where attention and feed-forward stand side by side
    double gpus = unknown;
    double gpus_per_node = unknown;
    double nvlink_domain = unknown;
    double gbps_per_gpu = unknown;
    double peak_tflops = unknown;
    double tp = unknown;
    double pp = unknown;
    double cp = unknown;
    double ep = unknown;
    double dp = unknown;
    double virtual_stages = unknown;
    double microbatch = unknown;
    double local_batch = unknown;
    double global_batch = unknown;
    double zero_stage = unknown;
    double sequence_parallel = unknown;
    double compile = unknown;
    double bucket_bytes = unknown;
    double zero_group = unknown; ///< GPUs that share optimizer states; all replicas if not stated
    double step_time_s = unknown;
    double derived_step_s = unknown;
    double tokens_per_s = unknown;
    double tokens_per_s_per_gpu = unknown;
    double samples_per_s = unknown;
    double samples_per_s_1gpu = unknown;
    double peak_memory_gb = unknown;
    double peak_memory_gib = unknown;
    std::vector<MemoryFigure> memory;
};

/// How a field is called in measurement files: "layout.tp".
struct NumberField {
    const char* name;
    double RunRecord::*member;
};
struct TextField {
    const char* name;
    std::string RunRecord::*member;
};
inline constexpr std::array number_fields{
    NumberField{"model.params", &RunRecord::params},
    NumberField{"model.active_params", &RunRecord::active_params},
    NumberField{"model.layers", &RunRecord::layers},
    NumberField{"model.hidden", &RunRecord::hidden},
    NumberField{"model.heads", &RunRecord::heads},
    NumberField{"model.kv_heads", &RunRecord::kv_heads},
    NumberField{"model.head_dim", &RunRecord::head_dim},
    NumberField{"model.ffn_hidden", &RunRecord::ffn_hidden},
    NumberField{"model.gated_mlp", &RunRecord::gated_mlp},
    NumberField{"model.vocab", &RunRecord::vocab},
    NumberField{"model.seq_len", &RunRecord::seq_len},
    NumberField{"model.experts", &RunRecord::experts},
    NumberField{"model.shared_experts", &RunRecord::shared_experts},
    NumberField{"model.top_k", &RunRecord::top_k},
    NumberField{"model.expert_groups", &RunRecord::expert_groups},
    NumberField{"model.top_groups", &RunRecord::top_groups},
    NumberField{"model.moe_ffn_hidden", &RunRecord::moe_ffn_hidden},
    NumberField{"model.first_dense_layers", &RunRecord::first_dense_layers},
    NumberField{"model.bidirectional", &RunRecord::bidirectional},
    NumberField{"model.parallel_block", &RunRecord::parallel_block},
    NumberField{"cluster.gpus", &RunRecord::gpus},
    NumberField{"cluster.gpus_per_node", &RunRecord::gpus_per_node},
    NumberField{"cluster.nvlink_domain", &RunRecord::nvlink_domain},
    NumberField{"cluster.inter_node_gbps_per_gpu", &RunRecord::gbps_per_gpu},
    NumberField{"cluster.peak_tflops", &RunRecord::peak_tflops},
    NumberField{"layout.tp", &RunRecord::tp},
    NumberField{"layout.pp", &RunRecord::pp},
    NumberField{"layout.cp", &RunRecord::cp},
    NumberField{"layout.ep", &RunRecord::ep},
    NumberField{"layout.dp", &RunRecord::dp},
    NumberField{"layout.virtual_stages", &RunRecord::virtual_stages},
    NumberField{"layout.microbatch", &RunRecord::microbatch},
    NumberField{"layout.local_batch", &RunRecord::local_batch},
    NumberField{"layout.global_batch", &RunRecord::global_batch},
    NumberField{"layout.zero_stage", &RunRecord::zero_stage},
    NumberField{"layout.sequence_parallel", &RunRecord::sequence_parallel},
    NumberField{"layout.compile", &RunRecord::compile},
    NumberField{"layout.bucket_bytes", &RunRecord::bucket_bytes},
    NumberField{"layout.zero_group", &RunRecord::zero_group},
    NumberField{"measured.step_time_s", &RunRecord::step_time_s},
    NumberField{"derived.step_time_s", &RunRecord::derived_step_s},
    NumberField{"measured.tokens_per_s", &RunRecord::tokens_per_s},
    NumberField{"measured.tokens_per_s_per_gpu", &RunRecord::tokens_per_s_per_gpu},
    NumberField{"measured.samples_per_s", &RunRecord::samples_per_s},
    NumberField{"measured.samples_per_s_1gpu", &RunRecord::samples_per_s_1gpu},
    NumberField{"measured.peak_memory_GB", &RunRecord::peak_memory_gb},
    NumberField{"measured.peak_memory_GiB", &RunRecord::peak_memory_gib},
};
inline constexpr std::array text_fields{
    TextField{"id", &RunRecord::id},
    TextField{"series", &RunRecord::series},
    TextField{"quality", &RunRecord::quality},
    TextField{"kind", &RunRecord::kind},
    TextField{"model.name", &RunRecord::model},
    TextField{"model.kind", &RunRecord::model_kind},
    TextField{"model.attention", &RunRecord::attention},
    TextField{"cluster.gpu", &RunRecord::gpu},
    TextField{"cluster.inter_node", &RunRecord::network},
    TextField{"layout.recompute", &RunRecord::recompute},
    TextField{"layout.precision", &RunRecord::precision},
    TextField{"layout.fsdp_sharding", &RunRecord::sharding},
    TextField{"layout.mp_mode", &RunRecord::mp_mode},
    TextField{"layout.sync", &RunRecord::sync},
    TextField{"layout.schedule", &RunRecord::schedule},
    TextField{"layout.framework", &RunRecord::framework},
    TextField{"layout.overlap", &RunRecord::overlap},
    TextField{"layout.gradient_precision", &RunRecord::gradient_precision},
    TextField{"software", &RunRecord::software},
};

} // namespace kneepoint
