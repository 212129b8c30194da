// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// A small model of this family with these further keys.
Evidence configOf(const std::string& type, const std::string& more)
{
    return test::imported(R"({"model_type": ")" + type
        + R"(", "hidden_size": 8, "num_hidden_layers": 4, "num_attention_heads": 2, "head_dim": 4,
             "num_key_value_heads": 1, "intermediate_size": 16, "vocab_size": 10, )"
        + more + "}");
}

} // namespace

/// config.json of models whose layers differ.
class LayerPatternConfigTest : public QObject {
    Q_OBJECT

private slots:
    void windowsAndTheirCycleAreRead_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<double>("window");
        QTest::addColumn<double>("every");
        const QByteArray three = R"("layer_types": ["sliding_attention", "sliding_attention", "full_attention",
                                   "sliding_attention"])";
        QTest::newRow("gemma3, default cycle")
            << QByteArray("gemma3_text") << QByteArray(R"("sliding_window": 1024)") << 1024. << 6.;
        QTest::newRow("gemma3, pattern") << QByteArray("gemma3_text")
                                         << QByteArray(R"("sliding_window": 512, "sliding_window_pattern": 4)") << 512.
                                         << 4.;
        QTest::newRow("gemma3, layer by layer")
            << QByteArray("gemma3_text") << QByteArray(R"("sliding_window": 512, )" + three) << 512. << 3.;
        QTest::newRow("mistral, every layer")
            << QByteArray("mistral") << QByteArray(R"("sliding_window": 4096)") << 4096. << 0.;
        QTest::newRow("mistral without a window")
            << QByteArray("mistral") << QByteArray(R"("sliding_window": null)") << 0. << 0.;
        QTest::newRow("a family that is not known")
            << QByteArray("brandnew") << QByteArray(R"("sliding_window": 4096, )" + three) << 4096. << 3.;
        QTest::newRow("llama4, chunks") << QByteArray("llama4_text") << QByteArray(R"("attention_chunk_size": 8192)")
                                        << 8192. << 4.;
    }
    void windowsAndTheirCycleAreRead()
    {
        QFETCH(const QByteArray, type);
        QFETCH(const QByteArray, more);
        QFETCH(const double, window);
        QFETCH(const double, every);
        const Evidence evidence = configOf(type.toStdString(), more.toStdString());
        QCOMPARE(settingOf(evidence, "workload.attention_window").value_or(-1), window);
        QCOMPARE(settingOf(evidence, "workload.full_attention_every").value_or(-1), every);
    }

    void layersThatAreNotInCyclesAreReported()
    {
        const Evidence evidence = configOf("gemma3_text",
            R"("sliding_window": 512, "layer_types": ["full_attention", "sliding_attention", "sliding_attention",
               "full_attention"])");
        QCOMPARE(settingOf(evidence, "workload.full_attention_every").value_or(-1), 2.);
        QVERIFY(test::skips(evidence, "not in cycles"));
    }

    // Three layers of linear attention, one of full attention: K = 4, V = 8 wide. Linear: 8·(2·4 + 3·8 + 2·2), a
    // convolution 4·(2·4 + 8), 2·2 decays and a norm of 4; full: 8·4·(3·2 + 2·1) and two norms of 4.
    void linearAttentionIsCountedByHand()
    {
        const Evidence evidence = configOf("qwen3_next",
            R"("linear_num_value_heads": 2, "linear_num_key_heads": 1, "linear_key_head_dim": 4,
               "linear_value_head_dim": 4, "full_attention_interval": 4)");
        const double linear = 8 * (2 * 4 + 3 * 8 + 2 * 2) + 4 * (2 * 4 + 8) + 2 * 2 + 4;
        const double full = 8 * 4 * (3 * 2 + 2) + 2 * 4;
        const double all = 3 * linear + full + 4 * (3 * 8 * 16 + 2 * 8) + 2 * 10 * 8 + 8;
        QCOMPARE(all, 3112.);
        QVERIFY2(evidence.summary.find("3,112 parameters") != std::string::npos, evidence.summary.c_str());
        QCOMPARE(settingOf(evidence, "workload.linear_heads").value_or(-1), 2.);
        QCOMPARE(settingOf(evidence, "workload.full_attention_every").value_or(-1), 4.);
        QCOMPARE(settingOf(evidence, "workload.gated_attention").value_or(-1), 1.);
    }

    // Two of the four layers have four experts of 16, each with a shared one and a router, the others are 32 wide.
    void alternatingExpertsAreCountedByHand()
    {
        const Evidence evidence = configOf("llama4_text",
            R"("num_local_experts": 4, "num_experts_per_tok": 1, "interleave_moe_layer_step": 2,
               "intermediate_size_mlp": 32)");
        const double attention = 2 * 8 * 4 * (2 + 1), expert = 3 * 8 * 16;
        const double fixed = 4 * (attention + 2 * 8) + 2 * (3 * 8 * 32) + 2 * 10 * 8 + 8;
        const double all = fixed + 2 * (5 * expert + 8 * 4), active = fixed + 2 * (2 * expert + 8 * 4);
        QCOMPARE(all, 6440.);
        QCOMPARE(active, 4136.);
        QVERIFY2(
            evidence.summary.find("6,440 parameters, 4,136 active") != std::string::npos, evidence.summary.c_str());
        QCOMPARE(settingOf(evidence, "workload.expert_every").value_or(-1), 2.);
        QCOMPARE(settingOf(evidence, "workload.dense_ffn").value_or(-1), 32.);
    }
};

KNEEPOINT_TEST(LayerPatternConfigTest)
#include "layer_pattern_config_test.moc"
