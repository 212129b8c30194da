// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

struct PublicModel {
    const char* name = "";
    const char* config = ""; ///< the keys of its config.json that say its shape
    double parameters = 0;   ///< as published
};

// Sizes: the tensors of the published weights, or, with fewer digits, the model's report.
constexpr PublicModel counted[] =
    {
        {"Llama 2 13B",
            R"({"model_type": "llama", "hidden_size": 5120, "num_hidden_layers": 40, "num_attention_heads": 40, "intermediate_size": 13824, "vocab_size": 32000, "num_key_value_heads": 40})",
            13'015'864'320.},
        {"Llama 2 70B",
            R"({"model_type": "llama", "hidden_size": 8192, "num_hidden_layers": 80, "num_attention_heads": 64, "intermediate_size": 28672, "vocab_size": 32000, "num_key_value_heads": 8})",
            68'976'648'192.},
        {"Llama 3.1 8B",
            R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 14336, "vocab_size": 128256, "num_key_value_heads": 8})",
            8'030'261'248.},
        {"Llama 3.2 1B",
            R"({"model_type": "llama", "hidden_size": 2048, "num_hidden_layers": 16, "num_attention_heads": 32, "intermediate_size": 8192, "vocab_size": 128256, "num_key_value_heads": 8, "tie_word_embeddings": true, "head_dim": 64})",
            1'235'814'400.},
        {"Llama 3.2 3B",
            R"({"model_type": "llama", "hidden_size": 3072, "num_hidden_layers": 28, "num_attention_heads": 24, "intermediate_size": 8192, "vocab_size": 128256, "num_key_value_heads": 8, "tie_word_embeddings": true, "head_dim": 128})",
            3'212'749'824.},
        {"LLaMA 30B",
            R"({"model_type": "llama", "hidden_size": 6656, "num_hidden_layers": 60, "num_attention_heads": 52, "intermediate_size": 17920, "vocab_size": 32000})",
            32'528'943'616.},
        {"LLaMA 65B",
            R"({"model_type": "llama", "hidden_size": 8192, "num_hidden_layers": 80, "num_attention_heads": 64, "intermediate_size": 22016, "vocab_size": 32000})",
            65'285'660'672.},
        {"TinyLlama 1.1B",
            R"({"model_type": "llama", "hidden_size": 2048, "num_hidden_layers": 22, "num_attention_heads": 32, "intermediate_size": 5632, "vocab_size": 32000, "num_key_value_heads": 4})",
            1'100'048'384.},
        {"CodeLlama 34B",
            R"({"model_type": "llama", "hidden_size": 8192, "num_hidden_layers": 48, "num_attention_heads": 64, "intermediate_size": 22016, "vocab_size": 32000, "num_key_value_heads": 8})",
            33'743'970'304.},
        {"Yi 6B",
            R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 64000, "num_key_value_heads": 4})",
            6'061'035'520.},
        {"Yi 34B",
            R"({"model_type": "llama", "hidden_size": 7168, "num_hidden_layers": 60, "num_attention_heads": 56, "intermediate_size": 20480, "vocab_size": 64000, "num_key_value_heads": 8})",
            34'388'917'248.},
        {"SOLAR 10.7B",
            R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 48, "num_attention_heads": 32, "intermediate_size": 14336, "vocab_size": 32000, "num_key_value_heads": 8})",
            10'731'524'096.},
        {"SmolLM2 135M",
            R"({"model_type": "llama", "hidden_size": 576, "num_hidden_layers": 30, "num_attention_heads": 9, "intermediate_size": 1536, "vocab_size": 49152, "num_key_value_heads": 3, "tie_word_embeddings": true})",
            134'515'008.},
        {"SmolLM2 360M",
            R"({"model_type": "llama", "hidden_size": 960, "num_hidden_layers": 32, "num_attention_heads": 15, "intermediate_size": 2560, "vocab_size": 49152, "num_key_value_heads": 5, "tie_word_embeddings": true})",
            361'821'120.},
        {"SmolLM2 1.7B",
            R"({"model_type": "llama", "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 32, "intermediate_size": 8192, "vocab_size": 49152, "num_key_value_heads": 32, "tie_word_embeddings": true})",
            1'711'376'384.},
        {"Mistral Nemo 12B",
            R"({"model_type": "mistral", "hidden_size": 5120, "num_hidden_layers": 40, "num_attention_heads": 32, "intermediate_size": 14336, "vocab_size": 131072, "num_key_value_heads": 8, "head_dim": 128})",
            12'247'782'400.},
        {"Mistral Small 24B",
            R"({"model_type": "mistral", "hidden_size": 5120, "num_hidden_layers": 40, "num_attention_heads": 32, "intermediate_size": 32768, "vocab_size": 131072, "num_key_value_heads": 8, "head_dim": 128})",
            23'572'403'200.},
        {"Codestral 22B",
            R"({"model_type": "mistral", "hidden_size": 6144, "num_hidden_layers": 56, "num_attention_heads": 48, "intermediate_size": 16384, "vocab_size": 32768, "num_key_value_heads": 8})",
            22'247'282'688.},
        {"Mistral Large 123B",
            R"({"model_type": "mistral", "hidden_size": 12288, "num_hidden_layers": 88, "num_attention_heads": 96, "intermediate_size": 28672, "vocab_size": 32768, "num_key_value_heads": 8})",
            122'610'069'504.},
        {"Qwen2.5 0.5B",
            R"({"model_type": "qwen2", "hidden_size": 896, "num_hidden_layers": 24, "num_attention_heads": 14, "intermediate_size": 4864, "vocab_size": 151936, "num_key_value_heads": 2, "tie_word_embeddings": true})",
            494'032'768.},
        {"Qwen2.5 1.5B",
            R"({"model_type": "qwen2", "hidden_size": 1536, "num_hidden_layers": 28, "num_attention_heads": 12, "intermediate_size": 8960, "vocab_size": 151936, "num_key_value_heads": 2, "tie_word_embeddings": true})",
            1'543'714'304.},
        {"Qwen2.5 3B",
            R"({"model_type": "qwen2", "hidden_size": 2048, "num_hidden_layers": 36, "num_attention_heads": 16, "intermediate_size": 11008, "vocab_size": 151936, "num_key_value_heads": 2, "tie_word_embeddings": true})",
            3'085'938'688.},
        {"Qwen2.5 14B",
            R"({"model_type": "qwen2", "hidden_size": 5120, "num_hidden_layers": 48, "num_attention_heads": 40, "intermediate_size": 13824, "vocab_size": 152064, "num_key_value_heads": 8, "tie_word_embeddings": false})",
            14'770'033'664.},
        {"Qwen2.5 32B",
            R"({"model_type": "qwen2", "hidden_size": 5120, "num_hidden_layers": 64, "num_attention_heads": 40, "intermediate_size": 27648, "vocab_size": 152064, "num_key_value_heads": 8, "tie_word_embeddings": false})",
            32'763'876'352.},
        {"Qwen2.5 72B",
            R"({"model_type": "qwen2", "hidden_size": 8192, "num_hidden_layers": 80, "num_attention_heads": 64, "intermediate_size": 29568, "vocab_size": 152064, "num_key_value_heads": 8, "tie_word_embeddings": false})",
            72'706'203'648.},
        {"Qwen3 4B",
            R"({"model_type": "qwen3", "hidden_size": 2560, "num_hidden_layers": 36, "num_attention_heads": 32, "intermediate_size": 9728, "vocab_size": 151936, "num_key_value_heads": 8, "tie_word_embeddings": true, "head_dim": 128})",
            4'022'468'096.},
        {"Qwen3 14B",
            R"({"model_type": "qwen3", "hidden_size": 5120, "num_hidden_layers": 40, "num_attention_heads": 40, "intermediate_size": 17408, "vocab_size": 151936, "num_key_value_heads": 8, "tie_word_embeddings": false, "head_dim": 128})",
            14'768'307'200.},
        {"Gemma 7B",
            R"({"model_type": "gemma", "hidden_size": 3072, "num_hidden_layers": 28, "num_attention_heads": 16, "intermediate_size": 24576, "vocab_size": 256000, "num_key_value_heads": 16, "head_dim": 256})",
            8'537'680'896.},
        {"Gemma 2 9B",
            R"({"model_type": "gemma2", "hidden_size": 3584, "num_hidden_layers": 42, "num_attention_heads": 16, "intermediate_size": 14336, "vocab_size": 256000, "num_key_value_heads": 8, "head_dim": 256})",
            9'241'705'984.},
        {"Gemma 2 27B",
            R"({"model_type": "gemma2", "hidden_size": 4608, "num_hidden_layers": 46, "num_attention_heads": 32, "intermediate_size": 36864, "vocab_size": 256000, "num_key_value_heads": 16, "head_dim": 128})",
            27'227'128'320.},
        {"Gemma 3 1B",
            R"({"model_type": "gemma3_text", "hidden_size": 1152, "num_hidden_layers": 26, "num_attention_heads": 4, "intermediate_size": 6912, "vocab_size": 262144, "num_key_value_heads": 1, "head_dim": 256, "sliding_window": 512})",
            999'885'952.},
        {"Gemma 3 27B",
            R"({"model_type": "gemma3_text", "hidden_size": 5376, "num_hidden_layers": 62, "num_attention_heads": 32, "intermediate_size": 21504, "vocab_size": 262208, "num_key_value_heads": 16, "head_dim": 128, "sliding_window": 1024})",
            27'009'002'240.},
        {"Phi 3 mini",
            R"({"model_type": "phi3", "hidden_size": 3072, "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 8192, "vocab_size": 32064, "num_key_value_heads": 32})",
            3'821'079'552.},
        {"Phi 4",
            R"({"model_type": "phi3", "hidden_size": 5120, "num_hidden_layers": 40, "num_attention_heads": 40, "intermediate_size": 17920, "vocab_size": 100352, "num_key_value_heads": 10})",
            14'659'507'200.},
        {"Phi 2",
            R"({"model_type": "phi", "hidden_size": 2560, "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 10240, "vocab_size": 51200, "hidden_act": "gelu_new"})",
            2'779'683'840.},
        {"Falcon 7B",
            R"({"model_type": "falcon", "hidden_size": 4544, "num_hidden_layers": 32, "num_attention_heads": 71, "multi_query": true, "new_decoder_architecture": false, "parallel_attn": true, "bias": false, "vocab_size": 65024})",
            6'921'720'704.},
        {"Falcon 40B",
            R"({"model_type": "falcon", "hidden_size": 8192, "num_hidden_layers": 60, "num_attention_heads": 128, "num_kv_heads": 8, "new_decoder_architecture": true, "parallel_attn": true, "bias": false, "vocab_size": 65024})",
            41'303'293'952.},
        {"StableLM 2 1.6B",
            R"({"model_type": "stablelm", "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 32, "intermediate_size": 5632, "vocab_size": 100352, "num_key_value_heads": 32})",
            1'644'515'328.},
        {"OLMo 2 7B",
            R"({"model_type": "olmo2", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 100352, "num_key_value_heads": 32})",
            7'298'617'344.},
        {"OLMo 2 13B",
            R"({"model_type": "olmo2", "hidden_size": 5120, "num_hidden_layers": 40, "num_attention_heads": 40, "intermediate_size": 13824, "vocab_size": 100352, "num_key_value_heads": 40})",
            13'716'198'400.},
        {"GPT-J 6B",
            R"({"model_type": "gptj", "n_embd": 4096, "n_layer": 28, "n_head": 16, "vocab_size": 50400, "n_positions": 2048, "activation_function": "gelu_new", "tie_word_embeddings": false})",
            6'050'882'784.},
        {"GPT-NeoX 20B",
            R"({"model_type": "gpt_neox", "hidden_size": 6144, "num_hidden_layers": 44, "num_attention_heads": 64, "intermediate_size": 24576, "vocab_size": 50432})",
            20'554'567'680.},
        {"Pythia 70M",
            R"({"model_type": "gpt_neox", "hidden_size": 512, "num_hidden_layers": 6, "num_attention_heads": 8, "intermediate_size": 2048, "vocab_size": 50304})",
            70'426'624.},
        {"Pythia 410M",
            R"({"model_type": "gpt_neox", "hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096, "vocab_size": 50304})",
            405'334'016.},
        {"Pythia 12B",
            R"({"model_type": "gpt_neox", "hidden_size": 5120, "num_hidden_layers": 36, "num_attention_heads": 40, "intermediate_size": 20480, "vocab_size": 50688})",
            11'846'072'320.},
        {"OPT 30B",
            R"({"model_type": "opt", "hidden_size": 7168, "num_hidden_layers": 48, "num_attention_heads": 56, "ffn_dim": 28672, "vocab_size": 50272, "max_position_embeddings": 2048, "word_embed_proj_dim": 7168})",
            29'974'540'288.},
        {"BLOOM 7B1",
            R"({"model_type": "bloom", "hidden_size": 4096, "n_layer": 30, "n_head": 32, "vocab_size": 250880})",
            7'069'016'064.},
        {"BLOOM 176B",
            R"({"model_type": "bloom", "hidden_size": 14336, "n_layer": 70, "n_head": 112, "vocab_size": 250880})",
            176'247'271'424.},
        {"GPT-2 medium",
            R"({"model_type": "gpt2", "n_embd": 1024, "n_layer": 24, "n_head": 16, "vocab_size": 50257, "n_positions": 1024})",
            354'823'168.},
        {"GPT-2 large",
            R"({"model_type": "gpt2", "n_embd": 1280, "n_layer": 36, "n_head": 20, "vocab_size": 50257, "n_positions": 1024})",
            774'030'080.},
        {"GPT-2 XL",
            R"({"model_type": "gpt2", "n_embd": 1600, "n_layer": 48, "n_head": 25, "vocab_size": 50257, "n_positions": 1024})",
            1'557'611'200.},
        {"BERT large",
            R"({"model_type": "bert", "hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096, "vocab_size": 30522, "max_position_embeddings": 512, "type_vocab_size": 2})",
            335'141'888.},
        {"RoBERTa base",
            R"({"model_type": "roberta", "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072, "vocab_size": 50265, "max_position_embeddings": 514, "type_vocab_size": 1})",
            124'645'632.},
        {"RoBERTa large",
            R"({"model_type": "roberta", "hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096, "vocab_size": 50265, "max_position_embeddings": 514, "type_vocab_size": 1})",
            355'359'744.},
        {"XLM-R large",
            R"({"model_type": "xlm-roberta", "hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096, "vocab_size": 250002, "max_position_embeddings": 514, "type_vocab_size": 1})",
            559'890'432.},
        {"Granite 3.0 8B",
            R"({"model_type": "granite", "hidden_size": 4096, "num_hidden_layers": 40, "num_attention_heads": 32, "intermediate_size": 12800, "vocab_size": 49155, "num_key_value_heads": 8, "tie_word_embeddings": true})", 8'170'848'256.},
        {"Granite 3.0 2B",
            R"({"model_type": "granite", "hidden_size": 2048, "num_hidden_layers": 40, "num_attention_heads": 32, "intermediate_size": 8192, "vocab_size": 49155, "num_key_value_heads": 8, "tie_word_embeddings": true})",
            2'533'531'648.},
        {"Command R 35B",
            R"({"model_type": "cohere", "hidden_size": 8192, "num_hidden_layers": 40, "num_attention_heads": 64, "intermediate_size": 22528, "vocab_size": 256000, "num_key_value_heads": 64, "tie_word_embeddings": true})",
            34'980'831'232.},
        {"Command R+ 104B",
            R"({"model_type": "cohere", "hidden_size": 12288, "num_hidden_layers": 64, "num_attention_heads": 96, "intermediate_size": 33792, "vocab_size": 256000, "num_key_value_heads": 8, "tie_word_embeddings": true})",
            103'810'674'688.},
        {"DeepSeek-V2-Lite",
            R"({"model_type": "deepseek_v2", "hidden_size": 2048, "num_hidden_layers": 27, "num_attention_heads": 16, "intermediate_size": 10944, "vocab_size": 102400, "num_key_value_heads": 16, "tie_word_embeddings": false, "q_lora_rank": null, "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "moe_intermediate_size": 1408, "n_routed_experts": 64, "n_shared_experts": 2, "num_experts_per_tok": 6, "first_k_dense_replace": 1})",
            15'706'484'224.},
        {"DeepSeek-V2",
            R"({"model_type": "deepseek_v2", "hidden_size": 5120, "num_hidden_layers": 60, "num_attention_heads": 128, "intermediate_size": 12288, "vocab_size": 102400, "num_key_value_heads": 128, "tie_word_embeddings": false, "q_lora_rank": 1536, "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "moe_intermediate_size": 1536, "n_routed_experts": 160, "n_shared_experts": 2, "num_experts_per_tok": 6, "first_k_dense_replace": 1})",
            235'741'434'880.},
        {"Qwen1.5 MoE A2.7B",
            R"({"model_type": "qwen2_moe", "hidden_size": 2048, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 5632, "vocab_size": 151936, "num_key_value_heads": 16, "tie_word_embeddings": false, "moe_intermediate_size": 1408, "shared_expert_intermediate_size": 5632, "num_experts": 60, "num_experts_per_tok": 4})",
            14'315'784'192.},
        {"Qwen2 57B-A14B",
            R"({"model_type": "qwen2_moe", "hidden_size": 3584, "num_hidden_layers": 28, "num_attention_heads": 28, "intermediate_size": 18944, "vocab_size": 151936, "num_key_value_heads": 4, "tie_word_embeddings": false, "moe_intermediate_size": 2560, "shared_expert_intermediate_size": 20480, "num_experts": 64, "num_experts_per_tok": 8})",
            57'409'011'712.},
        {"OLMoE 1B-7B",
            R"({"model_type": "olmoe", "hidden_size": 2048, "num_hidden_layers": 16, "num_attention_heads": 16, "intermediate_size": 1024, "vocab_size": 50304, "num_key_value_heads": 16, "tie_word_embeddings": false, "num_experts": 64, "num_experts_per_tok": 8})",
            6'919'161'856.},
        {"Phi 3.5 MoE",
            R"({"model_type": "phimoe", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 6400, "vocab_size": 32064, "num_key_value_heads": 8, "tie_word_embeddings": false, "num_local_experts": 16, "num_experts_per_tok": 2, "attention_bias": true})",
            41'873'153'344.},
        {"InternLM2 7B",
            R"({"model_type": "internlm2", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 14336, "vocab_size": 92544, "num_key_value_heads": 8})",
            7'737'708'544.},
        {"InternLM2 20B",
            R"({"model_type": "internlm2", "hidden_size": 6144, "num_hidden_layers": 48, "num_attention_heads": 48, "intermediate_size": 16384, "vocab_size": 92544, "num_key_value_heads": 8})",
            19'861'149'696.},
        {"Baichuan 2 7B",
            R"({"model_type": "baichuan", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 125696})",
            7'505'973'248.},
        {"StarCoder2 3B",
            R"({"model_type": "starcoder2", "hidden_size": 3072, "num_hidden_layers": 30, "num_attention_heads": 24, "intermediate_size": 12288, "vocab_size": 49152, "num_key_value_heads": 2, "hidden_act": "gelu_pytorch_tanh", "use_bias": true})",
            3'030'371'328.},
        {"StarCoder2 15B",
            R"({"model_type": "starcoder2", "hidden_size": 6144, "num_hidden_layers": 40, "num_attention_heads": 48, "intermediate_size": 24576, "vocab_size": 49152, "num_key_value_heads": 4, "tie_word_embeddings": false, "hidden_act": "gelu_pytorch_tanh", "use_bias": true})",
            15'957'889'024.},
        {"Seed-OSS 36B",
            R"({"model_type": "seed_oss", "hidden_size": 5120, "num_hidden_layers": 64, "num_attention_heads": 80, "intermediate_size": 27648, "vocab_size": 155136, "num_key_value_heads": 8, "tie_word_embeddings": false, "head_dim": 128})",
            36'151'104'512.},
        {"GLM-4.5-Air",
            R"({"model_type": "glm4_moe", "hidden_size": 4096, "num_hidden_layers": 46, "num_attention_heads": 96, "intermediate_size": 10944, "vocab_size": 151552, "num_key_value_heads": 8, "tie_word_embeddings": false, "head_dim": 128, "moe_intermediate_size": 1408, "n_routed_experts": 128, "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 1})",
            106'852'245'504.},
        {"GLM-4.5",
            R"({"model_type": "glm4_moe", "hidden_size": 5120, "num_hidden_layers": 92, "num_attention_heads": 96, "intermediate_size": 12288, "vocab_size": 151552, "num_key_value_heads": 8, "tie_word_embeddings": false, "head_dim": 128, "moe_intermediate_size": 1536, "n_routed_experts": 160, "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 3})",
            352'797'829'120.},
        {"MiniMax-M2",
            R"({"model_type": "minimax_m2", "hidden_size": 3072, "num_hidden_layers": 62, "num_attention_heads": 48, "intermediate_size": 1536, "vocab_size": 200064, "num_key_value_heads": 8, "tie_word_embeddings": false, "head_dim": 128, "num_local_experts": 256, "num_experts_per_tok": 8})",
            228.7e9},
        {"Moonlight 16B",
            R"({"model_type": "deepseek_v3", "hidden_size": 2048, "num_hidden_layers": 27, "num_attention_heads": 16, "intermediate_size": 11264, "vocab_size": 163840, "num_key_value_heads": 16, "tie_word_embeddings": false, "q_lora_rank": null, "kv_lora_rank": 512, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "moe_intermediate_size": 1408, "n_routed_experts": 64, "n_shared_experts": 2, "num_experts_per_tok": 6, "first_k_dense_replace": 1})",
            15'960'111'936.},
        {"ERNIE 4.5 300B",
            R"({"model_type": "ernie4_5_moe", "hidden_size": 8192, "num_hidden_layers": 54, "num_attention_heads": 64, "intermediate_size": 28672, "vocab_size": 103424, "num_key_value_heads": 8, "tie_word_embeddings": false, "moe_intermediate_size": 3584, "moe_num_experts": 64, "moe_k": 8, "moe_layer_start_index": 3, "moe_layer_end_index": 53})",
            300.0e9},
        {"Hunyuan A13B",
            R"({"model_type": "hunyuan_v1_moe", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 3072, "vocab_size": 128167, "num_key_value_heads": 8, "tie_word_embeddings": true, "head_dim": 128, "num_experts": 64, "moe_topk": 8, "num_shared_expert": 1})",
            80.4e9},
        {"dots.llm1",
            R"({"model_type": "dots1", "hidden_size": 4096, "num_hidden_layers": 62, "num_attention_heads": 32, "intermediate_size": 10944, "vocab_size": 152064, "num_key_value_heads": 32, "tie_word_embeddings": false, "head_dim": 128, "moe_intermediate_size": 1408, "n_routed_experts": 128, "n_shared_experts": 2, "num_experts_per_tok": 6, "first_k_dense_replace": 1})", 142.8e9},
        {"ELECTRA base",
            R"({"model_type": "electra", "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072, "vocab_size": 30522, "embedding_size": 768, "hidden_act": "gelu", "layer_norm_eps": 1e-12})",
            109'500'000.},
        {"T5 v1.1 XXL",
            R"({"model_type": "t5", "d_model": 4096, "d_ff": 10240, "d_kv": 64, "num_heads": 64, "num_layers": 24, "num_decoder_layers": 24, "vocab_size": 32128, "feed_forward_proj": "gated-gelu", "is_encoder_decoder": true, "tie_word_embeddings": false})",
            11'135'332'352.},
        {"FLAN-T5 base",
            R"({"model_type": "t5", "d_model": 768, "d_ff": 2048, "d_kv": 64, "num_heads": 12, "num_layers": 12, "num_decoder_layers": 12, "vocab_size": 32128, "feed_forward_proj": "gated-gelu", "is_encoder_decoder": true, "n_positions": 512, "tie_word_embeddings": false})",
            247'577'856.},
        {"Whisper large-v3",
            R"({"model_type": "whisper", "d_model": 1280, "encoder_layers": 32, "decoder_layers": 32, "encoder_attention_heads": 20, "decoder_attention_heads": 20, "encoder_ffn_dim": 5120, "decoder_ffn_dim": 5120, "vocab_size": 51866, "num_mel_bins": 128, "max_source_positions": 1500, "max_target_positions": 448, "num_hidden_layers": 32, "is_encoder_decoder": true})",
            1'543'490'560.},
        {"Whisper tiny",
            R"({"model_type": "whisper", "d_model": 384, "encoder_layers": 4, "decoder_layers": 4, "encoder_attention_heads": 6, "decoder_attention_heads": 6, "encoder_ffn_dim": 1536, "decoder_ffn_dim": 1536, "vocab_size": 51865, "num_mel_bins": 80, "max_source_positions": 1500, "max_target_positions": 448, "num_hidden_layers": 4, "is_encoder_decoder": true})",
            37'760'640.},
        {"BART large",
            R"({"model_type": "bart", "d_model": 1024, "encoder_layers": 12, "decoder_layers": 12, "encoder_attention_heads": 16, "decoder_attention_heads": 16, "encoder_ffn_dim": 4096, "decoder_ffn_dim": 4096, "vocab_size": 50265, "max_position_embeddings": 1024, "num_hidden_layers": 12, "is_encoder_decoder": true})",
            406'291'456.},
        {"mBART large 50",
            R"({"model_type": "mbart", "d_model": 1024, "encoder_layers": 12, "decoder_layers": 12, "encoder_attention_heads": 16, "decoder_attention_heads": 16, "encoder_ffn_dim": 4096, "decoder_ffn_dim": 4096, "vocab_size": 250054, "max_position_embeddings": 1024, "num_hidden_layers": 12, "is_encoder_decoder": true, "scale_embedding": true})",
            610'879'488.},
        {"NLLB-200 distilled 600M",
            R"({"model_type": "m2m_100", "d_model": 1024, "encoder_layers": 12, "decoder_layers": 12, "encoder_attention_heads": 16, "decoder_attention_heads": 16, "encoder_ffn_dim": 4096, "decoder_ffn_dim": 4096, "vocab_size": 256206, "max_position_embeddings": 1024, "num_hidden_layers": 12, "is_encoder_decoder": true, "scale_embedding": true})",
            615'073'792.},
        {"Pegasus large",
            R"({"model_type": "pegasus", "d_model": 1024, "encoder_layers": 16, "decoder_layers": 16, "encoder_attention_heads": 16, "decoder_attention_heads": 16, "encoder_ffn_dim": 4096, "decoder_ffn_dim": 4096, "vocab_size": 96103, "max_position_embeddings": 1024, "num_hidden_layers": 16, "is_encoder_decoder": true})",
            570'797'056.},
        {"OPUS-MT en-de",
            R"({"model_type": "marian", "d_model": 512, "encoder_layers": 6, "decoder_layers": 6, "encoder_attention_heads": 8, "decoder_attention_heads": 8, "encoder_ffn_dim": 2048, "decoder_ffn_dim": 2048, "vocab_size": 58101, "max_position_embeddings": 512, "num_hidden_layers": 6, "is_encoder_decoder": true, "static_position_embeddings": true, "scale_embedding": true})",
            74'410'496.},
        {"ViT-B/16",
            R"({"model_type": "vit", "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072, "image_size": 224, "patch_size": 16})",
            86'567'656.},
        {"ViT-L/16",
            R"({"model_type": "vit", "hidden_size": 1024, "num_hidden_layers": 24, "num_attention_heads": 16, "intermediate_size": 4096, "image_size": 224, "patch_size": 16})",
            304'326'632.},
        {"ViT-H/14",
            R"({"model_type": "vit", "hidden_size": 1280, "num_hidden_layers": 32, "num_attention_heads": 16, "intermediate_size": 5120, "image_size": 224, "patch_size": 14})",
            632'045'800.},
        {"DeiT-S/16",
            R"({"model_type": "deit", "hidden_size": 384, "num_hidden_layers": 12, "num_attention_heads": 6, "intermediate_size": 1536, "image_size": 224, "patch_size": 16})",
            22'050'664.},
        {"DINOv2 giant",
            R"({"model_type": "dinov2", "hidden_size": 1536, "num_hidden_layers": 40, "num_attention_heads": 24, "mlp_ratio": 4, "use_swiglu_ffn": true, "image_size": 518, "patch_size": 14})",
            1'136'480'768.},
};

struct RefusedModel {
    const char* name = "";
    const char* config = "";
    const char* because = ""; ///< part of the sentence
};

constexpr RefusedModel refused[] = {
    {"Mamba 2.8B",
        R"({"model_type": "mamba", "hidden_size": 2560, "num_hidden_layers": 64, "state_size": 16, "vocab_size": 50280})",
        "state-space layers"},
    {"RWKV 7B",
        R"({"model_type": "rwkv", "hidden_size": 4096, "num_hidden_layers": 32, "attention_hidden_size": 4096, "vocab_size": 50277})",
        "recurrent layers"},
    {"ALBERT base",
        R"({"model_type": "albert", "hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "intermediate_size": 3072, "vocab_size": 30000, "embedding_size": 128, "num_hidden_groups": 1})",
        "share their weights"},
    {"Swin tiny",
        R"({"model_type": "swin", "hidden_size": 768, "num_hidden_layers": 4, "num_attention_heads": 3, "image_size": 224, "patch_size": 4})",
        "a model of pictures"},
    {"CLIP",
        R"({"model_type": "clip", "projection_dim": 768, "text_config": {"hidden_size": 768, "num_hidden_layers": 12}, "vision_config": {"hidden_size": 1024, "num_hidden_layers": 24}})",
        "num_attention_heads"},
    {"DeepSeek-V4-Flash",
        R"({"model_type": "deepseek_v4", "hidden_size": 4096, "num_hidden_layers": 43, "num_attention_heads": 64, "num_key_value_heads": 1, "head_dim": 512, "q_lora_rank": 1024, "o_lora_rank": 1024, "o_groups": 8, "n_routed_experts": 256, "n_shared_experts": 1, "num_experts_per_tok": 6, "moe_intermediate_size": 2048, "vocab_size": 129280, "sliding_window": 128, "compress_ratios": [0, 0, 4, 128], "hc_mult": 4})",
        "attention to compressed keys"},
    {"MiMo-V2-Flash",
        R"({"model_type": "mimo_v2_flash", "hidden_size": 4096, "num_hidden_layers": 48, "num_attention_heads": 64, "intermediate_size": 16384, "vocab_size": 152576, "num_key_value_heads": 4, "tie_word_embeddings": false, "head_dim": 192, "v_head_dim": 128, "swa_num_key_value_heads": 8, "hybrid_layer_pattern": [0, 1, 1], "moe_layer_freq": [0, 1, 1], "n_routed_experts": 256, "num_experts_per_tok": 8, "moe_intermediate_size": 2048, "sliding_window": 128})",
        "several shapes"},
    {"Gemma 4 31B",
        R"({"model_type": "gemma4_text", "hidden_size": 5376, "num_hidden_layers": 60, "num_attention_heads": 32, "intermediate_size": 21504, "vocab_size": 262144, "num_key_value_heads": 16, "tie_word_embeddings": true, "head_dim": 256, "global_head_dim": 512, "num_global_key_value_heads": 4, "attention_k_eq_v": true, "sliding_window": 1024, "layer_types": ["sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention", "full_attention"]})",
        "several shapes"},
};

} // namespace

/// config.json of public models beside those of the samples: counted to 1 %, or refused with what they have.
class PublicModelsTest : public QObject {
    Q_OBJECT

private slots:
    void publicModelsHaveTheirPublishedSizes_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("parameters");
        for (const PublicModel& model : counted)
            QTest::newRow(model.name) << QByteArray(model.config) << model.parameters;
    }
    void publicModelsHaveTheirPublishedSizes()
    {
        QFETCH(const QByteArray, config);
        QFETCH(const double, parameters);
        VERIFY_CLOSE(
            settingOf(test::imported(config.toStdString()), "workload.parameters").value_or(0), parameters, 0.01);
    }

    void otherModelsAreRefusedWithWhatTheyHave_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("because");
        for (const RefusedModel& model : refused)
            QTest::newRow(model.name) << QByteArray(model.config) << QByteArray(model.because);
    }
    void otherModelsAreRefusedWithWhatTheyHave()
    {
        QFETCH(const QByteArray, config);
        QFETCH(const QByteArray, because);
        const std::string refusal = test::refusalOf(config.toStdString());
        QVERIFY2(refusal.find(because.toStdString()) != std::string::npos, refusal.c_str());
    }

    void anEncoderIsTheFirstLayersAndReadsItsSource()
    {
        const Evidence evidence = test::imported(
            R"({"model_type": "whisper", "d_model": 384, "encoder_layers": 4, "decoder_layers": 6, "encoder_attention_heads": 6, "decoder_attention_heads": 6, "encoder_ffn_dim": 1536, "decoder_ffn_dim": 1024, "vocab_size": 51865, "max_source_positions": 1500, "is_encoder_decoder": true})");
        QCOMPARE(settingOf(evidence, "workload.layers").value_or(-1), 10.);
        QCOMPARE(settingOf(evidence, "workload.encoder_layers").value_or(-1), 4.);
        QCOMPARE(settingOf(evidence, "workload.source_length").value_or(-1), 1500.);
        QVERIFY(test::skips(evidence, "widths of the encoder"));
        QVERIFY(!test::skips(evidence, "does not read"));
    }
};

KNEEPOINT_TEST(PublicModelsTest)
#include "public_models_test.moc"
