// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

constexpr const char* nano = R"({"model_type": "nemotron_h", "hidden_size": 2688, "num_hidden_layers": 52,
    "num_attention_heads": 32, "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 1856,
    "vocab_size": 131072, "tie_word_embeddings": false,
    "hybrid_override_pattern": "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME", "mamba_num_heads": 64,
    "mamba_head_dim": 64, "ssm_state_size": 128, "n_groups": 8, "conv_kernel": 4, "n_routed_experts": 128,
    "num_experts_per_tok": 6, "moe_intermediate_size": 1856, "moe_shared_expert_intermediate_size": 3712})";

constexpr const char* granite = R"({"model_type": "granitemoehybrid", "hidden_size": 8, "num_hidden_layers": 3,
    "num_attention_heads": 2, "num_key_value_heads": 1, "intermediate_size": 4, "vocab_size": 10,
    "layer_types": ["mamba", "mamba", "attention"], "mamba_n_heads": 4, "mamba_d_head": 4, "mamba_d_state": 2,
    "mamba_n_groups": 1, "mamba_d_conv": 4, "num_local_experts": 2, "num_experts_per_tok": 1,
    "shared_intermediate_size": 8})";

constexpr const char* falcon = R"({"model_type": "falcon_h1", "hidden_size": 3072, "num_hidden_layers": 44,
    "num_attention_heads": 12, "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 12288,
    "vocab_size": 130048, "mamba_d_ssm": 3072, "mamba_n_heads": 24, "mamba_d_head": 128, "mamba_d_state": 256,
    "mamba_n_groups": 1})";

constexpr const char* jamba = R"({"model_type": "jamba", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 65536})";

constexpr const char* kimi = R"({"model_type": "kimi_linear", "hidden_size": 2304, "num_hidden_layers": 27,
    "num_attention_heads": 32, "num_key_value_heads": 32, "intermediate_size": 9216, "vocab_size": 163840,
    "linear_attn_config": {"kda_layers": [1, 2], "full_attn_layers": [4, 8, 12, 16, 20, 24, 27], "num_heads": 32,
    "head_dim": 128, "short_conv_kernel_size": 4}, "q_lora_rank": null, "kv_lora_rank": 512, "qk_nope_head_dim": 128,
    "qk_rope_head_dim": 64, "v_head_dim": 128, "moe_intermediate_size": 1024, "num_experts": 256,
    "num_experts_per_token": 8, "num_shared_experts": 1, "first_k_dense_replace": 1})";

constexpr const char* sparse = R"({"model_type": "deepseek_v32", "hidden_size": 1024, "num_hidden_layers": 2,
    "num_attention_heads": 2, "intermediate_size": 16, "vocab_size": 10, "q_lora_rank": 4, "kv_lora_rank": 4,
    "qk_nope_head_dim": 4, "qk_rope_head_dim": 2, "v_head_dim": 4, "moe_intermediate_size": 8, "n_routed_experts": 2,
    "num_experts_per_tok": 1, "n_shared_experts": 1, "first_k_dense_replace": 1)";

double valueOf(const char* config, const char* id)
{
    return settingOf(test::imported(config), id).value_or(-1);
}

} // namespace

/// config.json of models with a state space, single blocks or sparse attention.
class HybridConfigTest : public QObject {
    Q_OBJECT

private slots:
    void hybridsHaveTheirPublishedSizes_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("parameters");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("Nemotron 3 Nano: 31.58 B") << QByteArray(nano) << 31.58e9 << 1e-3;
        QTest::newRow("Falcon-H1 7B: 7.59 B") << QByteArray(falcon) << 7.59e9 << 2e-3;
        QTest::newRow("Jamba: 52 B") << QByteArray(jamba) << 52e9 << 0.01;
        QTest::newRow("Kimi Linear: 49.1 B") << QByteArray(kimi) << 49.1e9 << 5e-3;
    }
    void hybridsHaveTheirPublishedSizes()
    {
        QFETCH(const QByteArray, config);
        QFETCH(const double, parameters);
        QFETCH(const double, tolerance);
        VERIFY_CLOSE(valueOf(config.constData(), "workload.parameters"), parameters, tolerance);
    }

    void lettersAreCounted()
    {
        QCOMPARE(valueOf(nano, "workload.full_attention_layers"), 6.);
        QCOMPARE(valueOf(nano, "workload.feed_forward_layers"), 23.);
        QCOMPARE(valueOf(nano, "workload.state_heads"), 64.);
        QCOMPARE(valueOf(nano, "workload.state_groups"), 8.);
        QCOMPARE(valueOf(nano, "workload.shared_experts"), 2.);
    }

    void aPatternOfAnotherLengthIsReported()
    {
        std::string shorter = nano;
        shorter.replace(shorter.find("MEMEM*"), 6, "MEM");
        QVERIFY(test::skips(test::imported(shorter), "49 blocks"));
    }

    // Two state spaces of d = 16 with a state of 2: 8·(16 + 20 + 4) in, a convolution (4 + 1)·20, 3·4 per head, a norm
    // of 16, 16·8 out; attention 2·8·4·3; each layer three norms' worth of hidden size in two, 2 experts of 3·8·4, a
    // router and a shared feed-forward of 3·8·8; a tied table of 10·8 and the last norm.
    void graniteIsCountedByHand()
    {
        const double state = 8 * (16 + 20 + 4) + 5 * 20 + 3 * 4 + 16 + 16 * 8;
        const double attention = 2 * 8 * 4 * 3;
        const double layer = 2 * 8 + 2 * (3 * 8 * 4) + 2 * 8 + 3 * 8 * 8;
        QCOMPARE(2 * state + attention + 3 * layer + 10 * 8 + 8, 2680.);
        const Evidence evidence = test::imported(granite);
        QVERIFY2(evidence.summary.find("2,680 parameters") != std::string::npos, evidence.summary.c_str());
        QCOMPARE(valueOf(granite, "workload.full_attention_layers"), 1.);
        QCOMPARE(valueOf(granite, "workload.shared_experts"), 2.);
    }

    void attentionBesideAStateSpaceIsRead()
    {
        QCOMPARE(valueOf(falcon, "workload.parallel_mixers"), 1.);
        QCOMPARE(valueOf(falcon, "workload.state_size"), 256.);
    }

    void listedLayersOfFullAttentionAreCounted()
    {
        QCOMPARE(valueOf(kimi, "workload.full_attention_layers"), 7.);
        QCOMPARE(valueOf(kimi, "workload.linear_heads"), 32.);
        QCOMPARE(valueOf(kimi, "workload.dense_layers"), 1.);
    }

    // Each of the two layers has queries of 2·4 from a latent of 4, a key of 4 and 2 weights from 1024, and a norm of
    // 2·4.
    void theIndexerIsCountedByHand()
    {
        const std::string indexer = R"(, "index_n_heads": 2, "index_head_dim": 4, "index_topk": 16})";
        const std::string with = sparse + indexer, without = std::string(sparse) + "}";
        QCOMPARE(valueOf(with.c_str(), "workload.parameters") - valueOf(without.c_str(), "workload.parameters"),
            2. * (4 * 8 + 1024 * (4 + 2) + 2 * 4));
        QCOMPARE(valueOf(with.c_str(), "workload.index_keys"), 16.);
        QCOMPARE(valueOf(with.c_str(), "workload.full_attention_every"), 0.);
        QCOMPARE(valueOf(without.c_str(), "workload.index_heads"), 0.);
    }
};

KNEEPOINT_TEST(HybridConfigTest)
#include "hybrid_config_test.moc"
