// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/job_lines.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Which model a job's files state, by its sizes or its name.
class JobModelsTest : public QObject {
    Q_OBJECT

private slots:
    void modelsAreCountedFromTheirSizes_data()
    {
        const test::JobRow row = test::jobRows();
        row("defaults", "--vocab-size 1000",
            "workload.ffn=1024 (default of Megatron-LM, from the hidden size) assumed\n"
            "workload.kv_heads=8 (as many as attention heads) assumed\nworkload.vocabulary=1024 (line 1)\n"
            "workload.kind=transformer (counted)\nno asked workload.model");
        row("gated", "--vocab-size 1000 --swiglu", "workload.ffn=640 (default of Megatron-LM"); // 8/3 · 256, whole 64s
        row("grouped queries", "--vocab-size 1000 --group-query-attention --num-query-groups 2",
            "workload.kv_heads=2 (line 1)\nno skipped line 1: num_query_groups");
        row("groups that are not switched on", "--vocab-size 1000 --num-query-groups 2",
            "workload.kv_heads=8 (as many\n"
            "skipped line 1: num_query_groups has no effect without group_query_attention");
        row("a vocabulary of the ranks", "--vocab-size 1000 --tensor-model-parallel-size 3",
            "workload.vocabulary=1152");
        row("a vocabulary in other multiples", "--vocab-size 1000 --make-vocab-size-divisible-by 50",
            "workload.vocabulary=1000");
        row("a tokenizer", "--tokenizer-type GPT2BPETokenizer",
            "workload.vocabulary=50304 (line 1, GPT-2's tokenizer) assumed");
        row("another tokenizer", "--tokenizer-type Other",
            "no workload.vocabulary\nasked workload.vocabulary: How large is the vocabulary?\nno workload.kind\n"
            "no workload.parameters");
        row("latent attention", "--vocab-size 1000 --multi-latent-attention",
            "workload.key_latent=512 (default of Megatron-LM) assumed");
        row("latent attention of a rank", "--vocab-size 1000 --multi-latent-attention --kv-lora-rank 64",
            "workload.key_latent=64 (line 1)");
        row("no latent attention", "--vocab-size 1000 --kv-lora-rank 64", "no workload.key_latent");
        row("experts", "--vocab-size 1000 --num-experts 8 --moe-router-topk 2 --moe-ffn-hidden-size 128",
            "workload.experts=8\nworkload.top_k=2\nworkload.ffn=128 (line 1)\nno workload.dense_layers");
        row("one expert", "--vocab-size 1000 --num-experts 1 --moe-ffn-hidden-size 128", "workload.ffn=1024 (default");
        row("a shared expert",
            "--vocab-size 1000 --num-experts 8 --moe-ffn-hidden-size 128 --moe-shared-expert-intermediate-size 384",
            "workload.shared_experts=3 (line 1)");
        row("a shared expert of no whole width",
            "--vocab-size 1000 --num-experts 8 --moe-ffn-hidden-size 128 --moe-shared-expert-intermediate-size 200",
            "no workload.shared_experts\nskipped line 1: a shared expert that is no whole number of experts wide is "
            "not used");
        row("a shared expert of usual width",
            "--vocab-size 1000 --num-experts 8 --moe-shared-expert-intermediate-size 2048",
            "workload.ffn=1024\nworkload.shared_experts=2 (line 1)");
        row("layers without experts",
            "--vocab-size 1000 --num-experts 8 --moe-ffn-hidden-size 128 --moe-layer-freq '([0]*2+[1]*2)'",
            "workload.dense_layers=2 (line 1)\nworkload.dense_ffn=1024 (line 1)");
        row("layers without experts of the same width",
            "--vocab-size 1000 --num-experts 8 --moe-layer-freq '([0]*2+[1]*2)'",
            "workload.dense_layers=2 (line 1)\nworkload.dense_ffn=0 (line 1)");
        row("layers without experts at the end", "--vocab-size 1000 --num-experts 8 --moe-layer-freq '([1]*2+[0]*2)'",
            "no workload.dense_layers\nskipped line 1: moe_layer_freq ([1]*2+[0]*2) is not understood\n"
            "asked workload.dense_layers: How many layers at the beginning have no experts?");
        row("layers without experts on both sides",
            "--vocab-size 1000 --num-experts 8 --moe-layer-freq '([0]*1+[1]*2+[0]*1)'",
            "no workload.dense_layers\nskipped line 1: moe_layer_freq");
        row("experts in all layers", "--vocab-size 1000 --num-experts 8 --moe-layer-freq 1",
            "no workload.dense_layers\nno skipped line 1: moe_layer_freq");
        row("experts in every second layer", "--vocab-size 1000 --num-experts 8 --moe-layer-freq 2",
            "no workload.dense_layers\nskipped line 1: moe_layer_freq 2 is not understood");
        row("experts of DeepSpeed", "--vocab-size 1000 --num-experts 8 --deepspeed --topk 2 --expert-interval 2",
            "workload.top_k=2 (line 1)\nworkload.dense_layers=2 (line 1)\nworkload.dense_ffn=0 (line 1)\nskipped line "
            "1: experts in every 2 layers "
            "are "
            "counted as if the layers without came first\nno asked workload.dense_layers");
        row("experts of DeepSpeed, by default", "--vocab-size 1000 --num-experts 8 --deepspeed",
            "workload.top_k=1 (default of Megatron-DeepSpeed (megatron/arguments.py)) assumed\n"
            "asked workload.dense_layers: How many layers have no experts?");
        row("experts of DeepSpeed, everywhere", "--vocab-size 1000 --num-experts 8 --deepspeed --expert-interval 1",
            "no workload.dense_layers\nno skipped line 1: experts\nno asked workload.dense_layers");
    }
    void modelsAreCountedFromTheirSizes()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const QByteArray flags = "--num-layers 4 --hidden-size 256 --seq-length 64 " + text;
        QCOMPARE(test::wrongLines(test::imported(test::megatronCommand("", flags), "run.sh"), expected), QString());
    }

    void aModelIsCountedFromLayersAndWidthTogether()
    {
        QCOMPARE(
            test::wrongLines(test::imported(test::megatronCommand("", "--seq-length 64 --hidden-size 256"), "run.sh"),
                QStringLiteral("asked workload.model: Which model? Import its config.json with this file.\n"
                               "no workload.ffn\nno workload.hidden")),
            QString());
    }

    void modelsOfOtherSoftwareAreCounted_data()
    {
        const test::JobRow row = test::jobRows();
        row("a fused width", "  mlp_hidden_size: 1024\n  activation_type: gelu\n", "workload.ffn=1024 (line 5)");
        row("a fused width of two matrices", "  mlp_hidden_size: 1024\n  activation_type: swiglu\n",
            "workload.ffn=512 (line 5)");
        row("a ratio", "  mlp_ratio: 4\n  activation_type: gelu\n", "workload.ffn=2048 (line 5)");
        row("a ratio of two matrices", "  mlp_ratio: 4\n  activation_type: swiglu\n", "workload.ffn=1024 (line 5)");
        row("a vocabulary as it is", "  mlp_ratio: 4\n",
            "workload.vocabulary=1001 (line 6)\nworkload.ffn=2048 (line 5)");
        row("no width", "  activation_type: gelu\n",
            "no workload.ffn\nasked workload.ffn: What is the model's feed-forward");
        row("one head of keys", "  mlp_ratio: 4\n  multi_query_attention: true\n", "workload.kv_heads=1 (line 6)");
        row("several heads of keys", "  mlp_ratio: 4\n  multi_query_attention: false\n  n_kv_heads: 2\n",
            "workload.kv_heads=2 (line 7)");
    }
    void modelsOfOtherSoftwareAreCounted()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const std::string file = "model:\n  d_model: 512\n  n_layers: 4\n  n_heads: 8\n" + text.toStdString()
            + "  vocab_size: 1001\nglobal_train_batch_size: 64\ndevice_train_microbatch_size: 2\n";
        QCOMPARE(test::wrongLines(test::imported(file, "job.yaml"), expected), QString());
    }

    void modelsAreKnownByTheirName_data()
    {
        const test::JobRow row = test::jobRows();
        const auto named = [&](const char* name, const char* id) {
            row(name, name, (std::string("workload.model=") + id + " (line 1)").c_str());
        };
        named("meta-llama/Llama-3.1-8B", "llama3.1-8b");
        named("meta-llama/Llama-3.3-70B-Instruct", "llama3.1-70b");
        named("meta-llama/Meta-Llama-3-8B-Instruct", "llama3.1-8b");
        named("/models/llama_3.1_8b.yaml", "llama3.1-8b");
        named("llama3-8b", "llama3.1-8b");
        named("llama3_1_8b", "llama3.1-8b");
        named("meta-llama/Llama-2-7b-chat-hf", "llama2-7b");
        named("mistralai/Mistral-7B-v0.1", "mistral-7b");
        named("Qwen/Qwen2.5-7B-Instruct", "qwen2.5-7b");
        named("qwen2_5_7b_base", "qwen2.5-7b");
        row("Llama-3.1-8B-distilled", "someone/Llama-3.1-8B-distilled",
            "no workload.model\nskipped line 1: the model someone/Llama-3.1-8B-distilled is in no library\n"
            "asked workload.model: What is someone/Llama-3.1-8B-distilled? Import its config.json with this file.");
        row("Llama-3.1-80B", "Llama-3.1-80B", "no workload.model\nasked workload.model");
    }
    void modelsAreKnownByTheirName()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const std::string file = "base_model: " + text.toStdString() + "\nsequence_len: 64\nmicro_batch_size: 1\n";
        QCOMPARE(test::wrongLines(test::imported(file, "job.yaml"), expected), QString());
    }
};

KNEEPOINT_TEST(JobModelsTest)
#include "job_models_test.moc"
