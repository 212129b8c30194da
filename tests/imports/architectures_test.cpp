// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <QTest>

using namespace kneepoint;

namespace {

/// A config.json of 4 layers of 256, 4 heads, a feed-forward of 512, 1000 tokens; `more` adds or replaces keys.
std::string configOf(const std::string& more)
{
    auto config =
        nlohmann::ordered_json::parse(R"({"hidden_size": 256, "num_hidden_layers": 4, "num_attention_heads": 4,
        "intermediate_size": 512, "vocab_size": 1000})");
    config.update(nlohmann::ordered_json::parse("{" + more + "}"));
    return config.dump();
}

/// The numbers of parameters, what else a config sets than one of Llama of these sizes, and remarks.
std::string architectureOf(const std::string& more)
{
    const Evidence llama = test::imported(configOf(R"("model_type": "llama")"));
    const Evidence evidence = test::imported(configOf(more));
    std::string text = fmt::format("{} parameters", settingOf(evidence, "workload.parameters").value_or(0));
    if (const auto active = settingOf(evidence, "workload.active_parameters");
        active != settingOf(evidence, "workload.parameters"))
        text += fmt::format(", {} active", active.value_or(0));
    for (const ObservedSetting& s : evidence.settings)
        if (settingOf(llama, s.parameter) != s.value && !s.parameter.ends_with("parameters"))
            text += fmt::format(", {} {}", s.parameter.substr(s.parameter.find('.') + 1), s.value);
    for (const SkippedItem& item : evidence.skipped)
        if (item.place == "/" && item.reason.find("does not read") == std::string::npos)
            text += "; " + item.reason;
    return text;
}

} // namespace

/// Small models of every family: their parameters, counted by hand, and what their configs set.
class ArchitecturesTest : public QObject {
    Q_OBJECT

private slots:
    void familiesAreCountedAndSet_data()
    {
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<QByteArray>("architecture");
        const auto row = [](const char* name, const char* keys, const char* architecture) {
            QTest::newRow(name) << QByteArray(keys) << QByteArray(architecture);
        };
        row("llama", R"x("model_type": "llama")x", R"x(3135744 parameters)x");
        row("llama, one KV head of another width",
            R"x("model_type": "llama", "num_key_value_heads": 1, "head_dim": 32, "tie_word_embeddings": true)x",
            R"x(2158848 parameters, kv_heads 1, head_width 32, tied_embeddings 1)x");
        row("llama, biases", R"x("model_type": "llama", "attention_bias": true, "mlp_bias": true)x",
            R"x(3144960 parameters)x");
        row("more KV heads than heads", R"x("model_type": "llama", "num_key_value_heads": 8)x",
            R"x(3135744 parameters)x");
        row("mistral, a window", R"x("model_type": "mistral", "sliding_window": 128)x",
            R"x(3135744 parameters, attention_window 128, full_attention_every 0; num_key_value_heads 8 is the library's default of mistral)x");
        row("mistral, a window but all full",
            R"x("model_type": "mistral", "sliding_window": 128, "layer_types": ["full_attention", "full_attention", "full_attention", "full_attention"])x",
            R"x(3135744 parameters, full_attention_every 1; num_key_value_heads 8 is the library's default of mistral)x");
        row("qwen3, biases", R"x("model_type": "qwen3", "attention_bias": true)x", R"x(3140352 parameters)x");
        row("qwen3_moe",
            R"x("model_type": "qwen3_moe", "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 128)x",
            R"x(4717312 parameters, 2358016 active, ffn 128, experts 8, top_k 2)x");
        row("qwen3_moe, every second layer",
            R"x("model_type": "qwen3_moe", "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 128, "decoder_sparse_step": 2)x",
            R"x(3926784 parameters, 2747136 active, ffn 128, experts 8, top_k 2, expert_every 2, dense_ffn 512)x");
        row("qwen3_moe, a list of dense layers",
            R"x("model_type": "qwen3_moe", "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 128, "mlp_only_layers": [0,9])x",
            R"x(4322048 parameters, 2552576 active, ffn 128, experts 8, top_k 2, dense_layers 1, dense_ffn 512; dense layers between the sparse ones are computed as initial dense layers)x");
        row("mixtral", R"x("model_type": "mixtral")x",
            R"x(14153984 parameters, 4716800 active, experts 8, top_k 2; num_key_value_heads 8 is the library's default of mixtral)x");
        row("mixtral, more of fewer experts",
            R"x("model_type": "mixtral", "num_local_experts": 2, "num_experts_per_tok": 3)x",
            R"x(4710656 parameters, experts 2, top_k 3; num_key_value_heads 8 is the library's default of mixtral)x");
        row("gpt_oss",
            R"x("model_type": "gpt_oss", "num_local_experts": 4, "experts_per_token": 2, "sliding_window": 128)x",
            R"x(7883040 parameters, 4727072 active, attention_window 128, experts 4, top_k 2)x");
        row("gpt_oss without biases",
            R"x("model_type": "gpt_oss", "num_local_experts": 4, "num_experts_per_tok": 2, "attention_bias": false)x",
            R"x(7878944 parameters, 4722976 active, experts 4, top_k 2)x");
        row("gemma", R"x("model_type": "gemma", "num_key_value_heads": 4, "head_dim": 64)x",
            R"x(2879744 parameters, tied_embeddings 1)x");
        row("gemma2", R"x("model_type": "gemma2", "sliding_window": 128)x",
            R"x(2881792 parameters, attention_window 128, tied_embeddings 1)x");
        row("gemma3", R"x("model_type": "gemma3_text", "sliding_window": 128, "num_key_value_heads": 2)x",
            R"x(4980992 parameters, kv_heads 2, head_width 256, attention_window 128, full_attention_every 6, tied_embeddings 1; head_dim 256 is the library's default of gemma3_text)x");
        row("deepseek_v3",
            R"x("model_type": "deepseek_v3", "q_lora_rank": 96, "kv_lora_rank": 64, "qk_nope_head_dim": 32, "qk_rope_head_dim": 16, "v_head_dim": 48, "moe_intermediate_size": 128, "n_routed_experts": 8, "num_experts_per_tok": 2, "n_shared_experts": 1, "first_k_dense_replace": 1, "n_group": 4, "topk_group": 2, "num_nextn_predict_layers": 1)x",
            R"x(4101016 parameters, 2331544 active, head_width 32, key_latent 64, query_latent 96, ffn 128, experts 8, top_k 2, expert_groups 4, top_groups 2, shared_experts 1, dense_layers 1, dense_ffn 512; layers for multi-token prediction are not counted)x");
        row("deepseek_v2 without a query latent",
            R"x("model_type": "deepseek_v2", "q_lora_rank": null, "kv_lora_rank": 64, "qk_nope_head_dim": 32, "qk_rope_head_dim": 16, "v_head_dim": 48, "moe_intermediate_size": 128, "n_routed_experts": 8, "num_experts_per_tok": 2, "topk_method": "greedy")x",
            R"x(4225536 parameters, 1866240 active, head_width 32, key_latent 64, ffn 128, experts 8, top_k 2, dense_ffn 512)x");
        row("deepseek_v32",
            R"x("model_type": "deepseek_v32", "q_lora_rank": null, "kv_lora_rank": 64, "qk_nope_head_dim": 32, "qk_rope_head_dim": 16, "v_head_dim": 48, "moe_intermediate_size": 128, "n_routed_experts": 8, "num_experts_per_tok": 2, "index_n_heads": 3, "first_k_dense_replace": 9)x",
            R"x(3172864 parameters, head_width 32, key_latent 64, full_attention_every 0, index_heads 3, ffn 128, experts 8, top_k 2, dense_layers 4, dense_ffn 512)x");
        row("gpt2", R"x("model_type": "gpt2", "n_positions": 64)x",
            R"x(2381312 parameters, gated 0, tied_embeddings 1)x");
        row("gpt_neox", R"x("model_type": "gpt_neox")x", R"x(2620928 parameters, parallel_block 1, gated 0)x");
        row("gpt_neox, in a row and without biases",
            R"x("model_type": "gpt_neox", "use_parallel_residual": false, "attention_bias": false)x",
            R"x(2616832 parameters, gated 0)x");
        row("bloom", R"x("model_type": "bloom")x", R"x(2365440 parameters, gated 0, tied_embeddings 1)x");
        row("opt", R"x("model_type": "opt", "max_position_embeddings": 64)x",
            R"x(2381824 parameters, gated 0, tied_embeddings 1)x");
        row("opt with a projection",
            R"x("model_type": "opt", "max_position_embeddings": 64, "word_embed_proj_dim": 128, "do_layer_norm_before": false, "enable_bias": false)x",
            R"x(2311680 parameters, gated 0, tied_embeddings 1)x");
        row("opt without its last norm",
            R"x("model_type": "opt", "max_position_embeddings": 64, "_remove_final_layer_norm": true)x",
            R"x(2381312 parameters, gated 0, tied_embeddings 1)x");
        row("falcon", R"x("model_type": "falcon")x",
            R"x(1962496 parameters, kv_heads 1, parallel_block 1, gated 0, tied_embeddings 1)x");
        row("falcon, many queries and biases",
            R"x("model_type": "falcon", "multi_query": false, "parallel_attn": false, "bias": true)x",
            R"x(2364928 parameters, gated 0, tied_embeddings 1)x");
        row("falcon, new", R"x("model_type": "falcon", "new_decoder_architecture": true, "num_kv_heads": 2)x",
            R"x(2095616 parameters, kv_heads 2, parallel_block 1, gated 0, tied_embeddings 1)x");
        row("falcon, new with one norm",
            R"x("model_type": "falcon", "new_decoder_architecture": true, "num_ln_in_parallel_attn": 1)x",
            R"x(2355712 parameters, parallel_block 1, gated 0, tied_embeddings 1)x");
        row("bert", R"x("model_type": "bert", "max_position_embeddings": 64)x",
            R"x(2447616 parameters, causal 0, gated 0, tied_embeddings 1)x");
        row("roberta", R"x("model_type": "roberta", "max_position_embeddings": 64, "type_vocab_size": 1)x",
            R"x(2447360 parameters, causal 0, gated 0, tied_embeddings 1)x");
        row("qwen3_next",
            R"x("model_type": "qwen3_next", "linear_num_value_heads": 4, "linear_num_key_heads": 2, "linear_key_head_dim": 32, "linear_value_head_dim": 64, "linear_conv_kernel_dim": 3)x",
            R"x(3112920 parameters, gated_attention 1, full_attention_every 4, linear_heads 8, linear_key_heads 2, linear_head_width 32; 4 value heads of 64 are computed as 8 of 32)x");
        row("qwen3_next with experts",
            R"x("model_type": "qwen3_next", "linear_num_value_heads": 4, "linear_num_key_heads": 2, "linear_key_head_dim": 32, "linear_value_head_dim": 32, "full_attention_interval": 2, "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 128, "shared_expert_intermediate_size": 256)x",
            R"x(5379664 parameters, 3020368 active, gated_attention 1, linear_heads 4, linear_key_heads 2, linear_head_width 32, ffn 128, experts 8, top_k 2, shared_experts 2)x");
        row("qwen3_next with experts in every second layer",
            R"x("model_type": "qwen3_next", "linear_num_value_heads": 4, "linear_num_key_heads": 2, "linear_key_head_dim": 32, "linear_value_head_dim": 32, "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 128, "decoder_sparse_step": 2, "layer_types": ["linear_attention", "full_attention", "full_attention", "linear_attention"])x",
            R"x(3801680 parameters, 2622032 active, gated_attention 1, linear_heads 4, linear_key_heads 2, linear_head_width 32, full_attention_layers 2, ffn 128, experts 8, top_k 2, expert_every 2, dense_ffn 512; the 2 layers with full attention are not in cycles (layer_types); they are computed as evenly spread)x");
        row("llama4",
            R"x("model_type": "llama4_text", "num_local_experts": 4, "num_experts_per_tok": 1, "intermediate_size_mlp": 1024, "interleave_moe_layer_step": 2, "attention_chunk_size": 128)x",
            R"x(7069952 parameters, 4710656 active, attention_window 128, full_attention_every 4, experts 4, shared_experts 1, expert_every 2, dense_ffn 1024; chunks of 128 tokens are computed as windows of as many, so attention to longer sequences is predicted too slow)x");
        row("llama4, experts in every layer", R"x("model_type": "llama4_text")x",
            R"x(28317952 parameters, 4724992 active, full_attention_every 4, experts 16, shared_experts 1)x");
        row("nemotron_h",
            R"x("model_type": "nemotron_h", "hybrid_override_pattern": "M*-M", "mamba_num_heads": 8, "mamba_head_dim": 32, "ssm_state_size": 16, "n_groups": 2, "conv_kernel": 3, "attention_head_dim": 32)x",
            R"x(1339696 parameters, head_width 32, full_attention_every 0, full_attention_layers 1, feed_forward_layers 1, state_heads 8, state_head_width 32, state_size 16, state_groups 2, gated 0)x");
        row("nemotron_h with experts",
            R"x("model_type": "nemotron_h", "hybrid_override_pattern": "ME*E-", "n_routed_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 128, "moe_shared_expert_intermediate_size": 256, "moe_latent_size": 64, "mamba_num_heads": 8, "mamba_head_dim": 32, "ssm_state_size": 16, "n_groups": 2)x",
            R"x(1848680 parameters, 1652072 active, full_attention_every 0, full_attention_layers 1, feed_forward_layers 3, state_heads 8, state_head_width 32, state_size 16, state_groups 2, expert_hidden 64, ffn 128, gated 0, experts 8, top_k 2, shared_experts 2, dense_layers 1, dense_ffn 512; the pattern has 5 blocks, the model 4 layers)x");
        row("nemotron_h by a list",
            R"x("model_type": "nemotron_h", "layers_block_type": ["attention", "mlp", "moe", "attention"], "n_routed_experts": 2, "num_experts_per_tok": 5, "moe_intermediate_size": 128)x",
            R"x(1431298 parameters, full_attention_every 0, full_attention_layers 2, feed_forward_layers 2, state_groups 8, ffn 128, gated 0, experts 2, top_k 2, dense_layers 1, dense_ffn 512)x");
        row("granite 4",
            R"x("model_type": "granitemoehybrid", "layer_types": ["mamba", "attention", "mamba", "mamba"], "mamba_n_heads": 8, "mamba_d_state": 16, "mamba_n_groups": 2, "mamba_d_conv": 3, "num_local_experts": 4, "num_experts_per_tok": 2, "shared_intermediate_size": 1024)x",
            R"x(11205192 parameters, 8059464 active, full_attention_every 0, full_attention_layers 1, state_heads 8, state_size 16, state_groups 2, tied_embeddings 1, experts 4, top_k 2, shared_experts 2)x");
        row("granite 4, dense",
            R"x("model_type": "granitemoehybrid", "layer_types": ["attention", "attention", "attention", "attention"], "num_local_experts": 0, "shared_intermediate_size": 1024)x",
            R"x(4452608 parameters, full_attention_every 0, full_attention_layers 4, state_head_width 512, state_size 256, ffn 1024, tied_embeddings 1)x");
        row("falcon_h1",
            R"x("model_type": "falcon_h1", "mamba_d_ssm": 384, "mamba_n_heads": 6, "mamba_d_state": 16, "mamba_n_groups": 2, "mamba_d_conv": 3)x",
            R"x(4395848 parameters, full_attention_every 1, state_heads 6, state_size 16, state_groups 2, parallel_mixers 1)x");
        row("falcon_h1 by defaults", R"x("model_type": "falcon_h1", "mamba_n_heads": 8)x",
            R"x(5263712 parameters, full_attention_every 1, state_heads 8, state_size 256, parallel_mixers 1)x");
        row("jamba",
            R"x("model_type": "jamba", "attn_layer_period": 4, "mamba_d_state": 8, "mamba_d_conv": 3, "num_experts": 4, "num_experts_per_tok": 2, "expert_layer_period": 2)x",
            R"x(5985632 parameters, 4412768 active, full_attention_every 4, state_heads 8, state_size 8, experts 4, top_k 2, expert_every 2; layers of Mamba-1 are computed as layers of Mamba-2 of the same width and state, so they are predicted too fast)x");
        row("jamba, dense", R"x("model_type": "jamba", "attn_layer_period": 2, "mamba_dt_rank": 12, "num_experts": 1)x",
            R"x(3478872 parameters, state_heads 8, state_size 16; layers of Mamba-1 are computed as layers of Mamba-2 of the same width and state, so they are predicted too fast)x");
        row("kimi_linear",
            R"x("model_type": "kimi_linear", "linear_attn_config": {"full_attn_layers": [4], "num_heads": 2, "head_dim": 32, "short_conv_kernel_size": 3}, "q_lora_rank": 96, "kv_lora_rank": 64, "qk_nope_head_dim": 32, "qk_rope_head_dim": 16, "v_head_dim": 48, "moe_intermediate_size": 128, "num_experts": 8, "num_experts_per_token": 2, "num_shared_experts": 1, "first_k_dense_replace": 1)x",
            R"x(3962782 parameters, 2193310 active, head_width 32, key_latent 64, query_latent 96, full_attention_every 0, linear_heads 2, linear_key_heads 2, linear_head_width 32, full_attention_layers 1, ffn 128, experts 8, top_k 2, shared_experts 1, dense_layers 1, dense_ffn 512)x");
        row("kimi_linear by defaults",
            R"x("model_type": "kimi_linear", "linear_attn_config": {"full_attn_layers": [2,4]}, "kv_lora_rank": 64, "qk_nope_head_dim": 32, "qk_rope_head_dim": 16, "v_head_dim": 48, "moe_intermediate_size": 128, "num_experts": 8, "num_experts_per_token": 9)x",
            R"x(5404328 parameters, head_width 32, key_latent 64, full_attention_every 0, linear_heads 4, linear_key_heads 4, full_attention_layers 2, ffn 128, experts 8, top_k 8, dense_ffn 512)x");
        row("dbrx",
            R"x("model_type": "dbrx", "d_model": 256, "n_heads": 4, "n_layers": 4, "max_seq_len": 64, "attn_config": {"kv_n_heads": 2}, "ffn_config": {"ffn_hidden_size": 512, "moe_num_experts": 8, "moe_top_k": 2}, "tie_word_embeddings": false)x",
            R"x(13891840 parameters, 4454656 active, kv_heads 2, experts 8, top_k 2)x");
        row("dbrx by defaults", R"x("model_type": "dbrx")x",
            R"x(2332231680 parameters, 746784768 active, layers 24, hidden 2048, heads 16, kv_heads 1, ffn 3584, experts 4)x");
        row("mpt", R"x("model_type": "mpt", "d_model": 256, "n_heads": 4, "n_layers": 4, "max_seq_len": 64)x",
            R"x(3420416 parameters, ffn 1024, gated 0, tied_embeddings 1)x");
        row("mpt with biases",
            R"x("model_type": "mpt", "d_model": 256, "n_heads": 4, "n_layers": 4, "max_seq_len": 64, "no_bias": false, "expansion_ratio": 2, "attn_config": {"alibi": true, "kv_n_heads": 2})x",
            R"x(2101760 parameters, kv_heads 2, gated 0, tied_embeddings 1)x");
        row("mpt by defaults", R"x("model_type": "mpt")x",
            R"x(1214302208 parameters, layers 24, hidden 2048, heads 16, kv_heads 16, ffn 8192, gated 0, tied_embeddings 1)x");
        row("chatglm",
            R"x("model_type": "chatglm", "num_layers": 4, "ffn_hidden_size": 512, "kv_channels": 32, "multi_query_attention": true, "multi_query_group_num": 2, "padded_vocab_size": 2000, "add_qkv_bias": true)x",
            R"x(2993408 parameters, kv_heads 2, head_width 32, vocabulary 2000)x");
        row("chatglm, plain", R"x("model_type": "chatglm", "num_layers": 4, "ffn_hidden_size": 512)x",
            R"x(3135744 parameters)x");
        row("distilbert by defaults", R"x("model_type": "distilbert")x",
            R"x(43689984 parameters, layers 6, hidden 768, heads 12, kv_heads 12, causal 0, ffn 3072, gated 0, tied_embeddings 1)x");
        row("distilbert",
            R"x("model_type": "distilbert", "dim": 256, "n_layers": 4, "n_heads": 4, "max_position_embeddings": 64)x",
            R"x(3431936 parameters, causal 0, ffn 1024, gated 0, tied_embeddings 1)x");
        row("gpt_bigcode", R"x("model_type": "gpt_bigcode", "n_positions": 64)x",
            R"x(1986560 parameters, kv_heads 1, gated 0, tied_embeddings 1)x");
        row("gpt_bigcode, many queries", R"x("model_type": "gpt_bigcode", "n_positions": 64, "multi_query": false)x",
            R"x(2381312 parameters, gated 0, tied_embeddings 1)x");
        row("modernbert", R"x("model_type": "modernbert")x",
            R"x(2879744 parameters, attention_window 128, full_attention_every 3, causal 0, tied_embeddings 1)x");
        row("modernbert, all full",
            R"x("model_type": "modernbert", "global_attn_every_n_layers": 1, "local_attention": 64)x",
            R"x(2879744 parameters, full_attention_every 1, causal 0, tied_embeddings 1)x");
        row("vit by defaults", R"x("model_type": "vit")x",
            R"x(2612480 parameters, causal 0, gated 0, tied_embeddings 1; an example is a picture of 224 × 224: 197 tokens; its 1000 classes are counted as a vocabulary)x");
        row("dinov2, gated",
            R"x("model_type": "dinov2", "use_swiglu_ffn": true, "intermediate_size": null, "mlp_ratio": 3, "image_size": 64, "patch_size": 14, "num_channels": 1, "qkv_bias": false, "id2label": {"0": "cat", "1": "dog"})x",
            R"x(2685696 parameters, causal 0, vocabulary 2, tied_embeddings 1; an example is a picture of 64 × 64: 17 tokens; its 2 classes are counted as a vocabulary)x");
        row("t5", R"x("model_type": "t5", "d_ff": 512, "d_kv": 32, "num_decoder_layers": 2)x",
            R"x(2881792 parameters, layers 6, head_width 32, source_length 512, encoder_layers 4, gated 0, tied_embeddings 1)x");
        row("t5, gated",
            R"x("model_type": "mt5", "d_ff": 512, "d_kv": 64, "num_decoder_layers": 2, "n_positions": 64, "feed_forward_proj": "gated-gelu", "relative_attention_num_buckets": 16)x",
            R"x(4972672 parameters, layers 6, source_length 64, encoder_layers 4)x");
        row("bart",
            R"x("model_type": "bart", "d_model": 256, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4, "encoder_ffn_dim": 512, "max_position_embeddings": 64)x",
            R"x(3717376 parameters, layers 5, source_length 64, encoder_layers 2, gated 0, tied_embeddings 1)x");
        row("bart, other widths in the decoder",
            R"x("model_type": "bart", "d_model": 256, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4, "decoder_attention_heads": 8, "encoder_ffn_dim": 512, "decoder_ffn_dim": 1024)x",
            R"x(4996864 parameters, layers 5, source_length 1024, encoder_layers 2, gated 0, tied_embeddings 1; the decoder is computed with the widths of the encoder)x");
        row("mbart",
            R"x("model_type": "mbart", "d_model": 256, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4, "encoder_ffn_dim": 512, "max_position_embeddings": 64)x",
            R"x(3718400 parameters, layers 5, source_length 64, encoder_layers 2, gated 0, tied_embeddings 1)x");
        row("m2m_100",
            R"x("model_type": "m2m_100", "d_model": 256, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4, "encoder_ffn_dim": 512, "max_position_embeddings": 64)x",
            R"x(3683584 parameters, layers 5, source_length 64, encoder_layers 2, gated 0, tied_embeddings 1)x");
        row("pegasus",
            R"x("model_type": "pegasus", "d_model": 256, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4, "encoder_ffn_dim": 512, "max_position_embeddings": 64)x",
            R"x(3716352 parameters, layers 5, source_length 64, encoder_layers 2, gated 0, tied_embeddings 1)x");
        row("marian",
            R"x("model_type": "marian", "d_model": 256, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4, "encoder_ffn_dim": 512, "max_position_embeddings": 64)x",
            R"x(3715328 parameters, layers 5, source_length 64, encoder_layers 2, gated 0, tied_embeddings 1)x");
        row("whisper",
            R"x("model_type": "whisper", "d_model": 256, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4, "encoder_ffn_dim": 512, "num_mel_bins": 40, "max_source_positions": 96, "max_target_positions": 64)x",
            R"x(3950336 parameters, layers 5, source_length 96, encoder_layers 2, gated 0, tied_embeddings 1; the convolutions before the encoder are counted, and take no time)x");
        row("whisper by defaults",
            R"x("model_type": "whisper", "d_model": 256, "encoder_layers": 2, "decoder_layers": 3, "encoder_attention_heads": 4, "encoder_ffn_dim": 512)x",
            R"x(4438784 parameters, layers 5, source_length 1500, encoder_layers 2, gated 0, tied_embeddings 1; the convolutions before the encoder are counted, and take no time)x");
        row("a new family", R"x("model_type": "novel")x", R"x(3135744 parameters; counted with a gated feed-forward)x");
        row("a new family, plain", R"x("model_type": "novel", "hidden_act": "relu", "tie_word_embeddings": true)x",
            R"x(2357504 parameters, gated 0, tied_embeddings 1; counted with a plain feed-forward)x");
        row("a new family, plain with biases",
            R"x("model_type": "novel", "activation_function": "gelu", "use_bias": true, "qk_norm": true)x",
            R"x(2621184 parameters, gated 0; counted with a plain feed-forward)x");
        row("a new family, a gated unit",
            R"x("model_type": "novel", "hidden_activation": "geglu", "layer_norm_eps": 1e-5, "attention_bias": true, "use_qk_norm": true)x",
            R"x(3140352 parameters; counted with a gated feed-forward)x");
        row("a new family, xielu", R"x("model_type": "novel", "hidden_act": "xielu")x",
            R"x(2613504 parameters, gated 0; counted with a plain feed-forward)x");
        row("a new family, latent attention",
            R"x("model_type": "novel", "kv_lora_rank": 64, "q_lora_rank": 96, "qk_nope_head_dim": 32, "qk_rope_head_dim": 16, "v_head_dim": 48)x",
            R"x(2620288 parameters, head_width 32, key_latent 64, query_latent 96; counted with a gated feed-forward, latent attention)x");
        row("a new family, latent attention without a query latent",
            R"x("model_type": "novel", "kv_lora_rank": 64, "qk_rope_head_dim": 16)x",
            R"x(2890240 parameters, head_width 64, key_latent 64; counted with a gated feed-forward, latent attention)x");
        row("a new family, experts",
            R"x("model_type": "novel", "num_experts": 8, "num_experts_per_tok": 2, "moe_intermediate_size": 128, "shared_expert_intermediate_size": 200, "first_k_dense_replace": 1, "expert_layer_period": 2)x",
            R"x(3727616 parameters, 3137792 active, ffn 128, experts 8, top_k 2, shared_experts 2, dense_layers 1, expert_every 2, dense_ffn 512; a shared expert of width 200 is counted as 2 of width 128; counted with a gated feed-forward, 8 experts of which 2 are used)x");
        row("a new family, plain experts",
            R"x("model_type": "novel", "hidden_act": "gelu_new", "n_routed_experts": 4, "moe_top_k": 9, "n_shared_experts": 2, "mlp_only_layers": [0,1,7])x",
            R"x(5236992 parameters, gated 0, experts 4, top_k 4, shared_experts 2, dense_layers 2, dense_ffn 512; counted with a plain feed-forward, 4 experts of which 4 are used)x");
        row("a new family, windows",
            R"x("model_type": "novel", "sliding_window": 128, "layer_types": ["sliding_attention", "full_attention", "sliding_attention", "full_attention"])x",
            R"x(3135744 parameters, attention_window 128; counted with a gated feed-forward)x");
        row("a new family, an encoder",
            R"x("model_type": "novel", "type_vocab_size": 2, "layer_norm_eps": 1e-5, "hidden_act": "gelu")x",
            R"x(2613504 parameters, causal 0, gated 0; segments of text (type_vocab_size) are those of an encoder, so attention is not causal; counted with a plain feed-forward)x");
        row("a new family, blocks",
            R"x("model_type": "novel", "block_configs": [{"attention": {"n_heads_in_group": 2}, "ffn": {"ffn_mult": 3.0}},{"attention": {"no_op": true}, "ffn": {"ffn_mult": 1.5}},{"attention": {"replace_with_linear": true}, "ffn": {"no_op": true}},{"attention": {}, "ffn": {"ffn_mult": 100}}])x",
            R"x(1561856 parameters, kv_heads 3, ffn 192; layers differ (block_configs): 2 of 4 have attention, 2 a feed-forward; the engine computes layers with the mean width; counted with a gated feed-forward)x");
        row("cohere", R"x("model_type": "cohere")x",
            R"x(2879744 parameters, parallel_block 1, tied_embeddings 1; counted with a gated feed-forward)x");
        row("phi", R"x("model_type": "phi")x",
            R"x(3135744 parameters, parallel_block 1; counted with a gated feed-forward)x");
        row("no family", R"x("quantization_config": {"bits": 4}, "loop_count": 3, "gate": true)x",
            R"x(3135744 parameters; counted with a gated feed-forward)x");
        row("a new family, one expert", R"x("model_type": "novel", "num_experts": 1, "num_experts_per_tok": 1)x",
            R"x(3135744 parameters; counted with a gated feed-forward)x");
        row("a new family, two experts",
            R"x("model_type": "novel", "num_local_experts": 2, "num_experts_per_tok": 1, "expert_intermediate_size": 128, "num_shared_experts": 1)x",
            R"x(2744576 parameters, 2351360 active, ffn 128, experts 2, shared_experts 1; counted with a gated feed-forward, 2 experts of which 1 are used)x");
        row("a new family, experts of the same width",
            R"x("model_type": "novel", "num_experts": 4, "moe_k": 2, "shared_expert_intermediate_size": 512, "interleave_moe_layer_step": 4)x",
            R"x(4709632 parameters, 3923200 active, experts 4, top_k 2, shared_experts 1, expert_every 4, dense_ffn 512; counted with a gated feed-forward, 4 experts of which 2 are used)x");
        row("a new family, biases and gelu", R"x("model_type": "novel", "hidden_act": "gelu", "bias": true)x",
            R"x(2613504 parameters, gated 0; counted with a plain feed-forward)x");
        row("a new family, gelu without biases", R"x("model_type": "novel", "hidden_act": "gelu")x",
            R"x(3135744 parameters; counted with a gated feed-forward)x");
        row("a new family, silu with biases",
            R"x("model_type": "novel", "hidden_act": "silu", "layer_norm_epsilon": 1e-5, "use_bias": true)x",
            R"x(3139840 parameters; counted with a gated feed-forward)x");
        row("a new family, relu2 with biases and norms",
            R"x("model_type": "novel", "hidden_act": "relu2", "use_bias": true, "use_qk_norm": true)x",
            R"x(2621184 parameters, gated 0; counted with a plain feed-forward)x");
        row("a new family, biases of attention alone",
            R"x("model_type": "novel", "hidden_act": "quick_gelu", "attention_bias": true, "use_bias": false)x",
            R"x(2617600 parameters, gated 0; counted with a plain feed-forward)x");
        row("a new family, no blocks", R"x("model_type": "novel", "block_configs": [])x",
            R"x(3135744 parameters; counted with a gated feed-forward)x");
        row("qwen3_next, all linear",
            R"x("model_type": "qwen3_next", "linear_num_value_heads": 4, "linear_num_key_heads": 2, "linear_key_head_dim": 32, "linear_value_head_dim": 32, "layer_types": ["linear_attention", "linear_attention", "linear_attention", "linear_attention"])x",
            R"x(2623904 parameters, gated_attention 1, full_attention_every 0, linear_heads 4, linear_key_heads 2, linear_head_width 32)x");
        row("qwen3_next by defaults", R"x("model_type": "qwen3_next")x",
            R"x(15145920 parameters, gated_attention 1, full_attention_every 4, linear_heads 32, linear_key_heads 16)x");
        row("opt, as wide as its embedding",
            R"x("model_type": "opt", "word_embed_proj_dim": 256, "tie_word_embeddings": false)x",
            R"x(2621440 parameters, gated 0)x");
        row("opt, a projection of two tables",
            R"x("model_type": "opt", "word_embed_proj_dim": 128, "tie_word_embeddings": false)x",
            R"x(2430976 parameters, gated 0)x");
        row("gemma3, every layer full",
            R"x("model_type": "gemma3_text", "sliding_window": 128, "sliding_window_pattern": 1, "head_dim": 64)x",
            R"x(2882304 parameters, full_attention_every 1, tied_embeddings 1; num_key_value_heads 4 is the library's default of gemma3_text)x");
        row("deepseek, one dense layer and no shared experts",
            R"x("model_type": "deepseek_v3", "kv_lora_rank": 64, "qk_nope_head_dim": 32, "qk_rope_head_dim": 16, "v_head_dim": 48, "moe_intermediate_size": 128, "n_routed_experts": 8, "num_experts_per_tok": 9, "first_k_dense_replace": 1, "topk_method": "noaux_tc")x",
            R"x(3830296 parameters, head_width 32, key_latent 64, ffn 128, experts 8, top_k 9, dense_layers 1, dense_ffn 512)x");
        row("t5, tied by default", R"x("model_type": "t5", "d_ff": 512, "num_decoder_layers": 4, "d_kv": 64)x",
            R"x(5504768 parameters, layers 8, source_length 512, encoder_layers 4, gated 0, tied_embeddings 1)x");
        row("a new family, blocks that feed nothing",
            R"x("model_type": "novel", "block_configs": [{"attention": {"n_heads_in_group": 8}, "ffn": {"ffn_mult": 0}},{"attention": {"n_heads_in_group": 1}, "ffn": {"ffn_mult": 1.501}}])x",
            R"x(1135616 parameters, kv_heads 3, ffn 128; layers differ (block_configs): 2 of 2 have attention, 1 a feed-forward; the engine computes layers with the mean width; counted with a gated feed-forward)x");
    }
    void familiesAreCountedAndSet()
    {
        QFETCH(const QByteArray, keys);
        QTEST(QByteArray::fromStdString(architectureOf(keys.toStdString())), "architecture");
    }
};

KNEEPOINT_TEST(ArchitecturesTest)
#include "architectures_test.moc"
