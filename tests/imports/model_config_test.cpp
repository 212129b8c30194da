// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

double settingOrZero(const Evidence& evidence, std::string_view id)
{
    return settingOf(evidence, id).value_or(0);
}

} // namespace

/// config.json of Hugging Face models: parameter counts and architectures.
class ModelConfigTest : public QObject {
    Q_OBJECT

private slots:
    void countsArePublishedCounts()
    {
        NEEDS_SAMPLES();
        const nlohmann::json counts = test::golden("param_counts.json");
        QVERIFY(counts.size() >= 20);
        for (const auto& [name, count] : counts.items()) {
            const auto evidence = importFile(test::evidenceFolder() / "hf-config" / (name + ".json"));
            QVERIFY2(evidence.has_value(), name.c_str());
            QCOMPARE(evidence->kind, std::string("model-config"));
            QVERIFY2(
                settingOrZero(*evidence, "workload.parameters") == count["computed_total"].get<double>(), name.c_str());
            const double active = count["computed_active"].is_null() ? count["computed_total"].get<double>()
                                                                     : count["computed_active"].get<double>();
            QVERIFY2(settingOrZero(*evidence, "workload.active_parameters") == active, name.c_str());
        }
    }

    // Counted by hand: two layers of width 8, two heads of 4, feed-forward 16, vocabulary 10.
    void countsByHand_data()
    {
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<double>("parameters");
        // attention 4·8·8, feed-forward 3·8·16, norms 2·8; embedding and head 2·10·8, last norm 8
        QTest::newRow("llama") << QByteArray(R"("model_type": "llama")") << 2. * (256 + 384 + 16) + 160 + 8;
        QTest::newRow("llama, tied") << QByteArray(R"("model_type": "llama", "tie_word_embeddings": true)")
                                     << 2. * (256 + 384 + 16) + 80 + 8;
        QTest::newRow("llama, one KV head")
            << QByteArray(R"("model_type": "llama", "num_key_value_heads": 1)") << 2. * (192 + 384 + 16) + 160 + 8;
        QTest::newRow("llama, biases") << QByteArray(
            R"("model_type": "llama", "attention_bias": true, "mlp_bias": true)")
                                       << 2. * (256 + 32 + 384 + 40 + 16) + 160 + 8;
        QTest::newRow("qwen2, biases of query, key and value")
            << QByteArray(R"("model_type": "qwen2")") << 2. * (256 + 24 + 384 + 16) + 160 + 8;
        QTest::newRow("qwen3, norms of heads")
            << QByteArray(R"("model_type": "qwen3", "head_dim": 4)") << 2. * (256 + 8 + 384 + 16) + 160 + 8;
        QTest::newRow("gemma2, four norms, tied by default")
            << QByteArray(R"("model_type": "gemma2")") << 2. * (256 + 384 + 32) + 80 + 8;
        QTest::newRow("mixtral, four experts")
            << QByteArray(R"("model_type": "mixtral", "num_local_experts": 4, "num_experts_per_tok": 2)")
            << 2. * (256 + 4 * 384 + 32 + 16) + 160 + 8;
        QTest::newRow("gpt_neox") << QByteArray(R"("model_type": "gpt_neox")")
                                  << 2. * (256 + 32 + 256 + 24 + 32) + 160 + 16;
        QTest::newRow("bloom, norm of the embedding")
            << QByteArray(R"("model_type": "bloom")") << 2. * (256 + 32 + 256 + 24 + 32) + 80 + 16 + 16;
        QTest::newRow("falcon, one KV head by default")
            << QByteArray(R"("model_type": "falcon", "num_kv_heads": 71)") << 2. * (192 + 256 + 16) + 80 + 16;
    }
    void countsByHand()
    {
        QFETCH(const QByteArray, more);
        QFETCH(const double, parameters);
        const Evidence evidence = test::imported(
            R"({"hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 16,
                "vocab_size": 10, "max_position_embeddings": 32, )"
            + more.toStdString() + "}");
        // The smallest model that a scenario can hold is larger, so the count is in the summary.
        QVERIFY2(evidence.summary.find(fmtGrouped(parameters)) != std::string::npos, evidence.summary.c_str());
    }

    void theArchitectureBecomesSettings()
    {
        const Evidence evidence = test::imported(latent_attention);
        QCOMPARE(settingOrZero(evidence, "workload.key_latent"), 512.);
        QCOMPARE(settingOrZero(evidence, "workload.query_latent"), 1536.);
        QCOMPARE(settingOrZero(evidence, "workload.head_width"), 128.);
        QCOMPARE(settingOrZero(evidence, "workload.experts"), 256.);
        QCOMPARE(settingOrZero(evidence, "workload.ffn"), 2048.);
        QCOMPARE(settingOrZero(evidence, "workload.dense_ffn"), 18432.);
        QCOMPARE(settingOrZero(evidence, "workload.dense_layers"), 3.);
        QVERIFY(test::skips(evidence, "multi-token prediction"));
    }

    void theLanguagePartOfALargerModelIsRead()
    {
        const Evidence evidence = test::imported(R"({"model_type": "qwen2_5_vl", "vision_config": {"hidden_size": 1280},
            "text_config": {"model_type": "qwen2_5_vl_text", "hidden_size": 2048, "num_hidden_layers": 36,
            "num_attention_heads": 16, "num_key_value_heads": 2, "intermediate_size": 11008, "vocab_size": 151936}})");
        QCOMPARE(settingOrZero(evidence, "workload.hidden"), 2048.);
        QVERIFY(test::skips(evidence, "only the language model"));
    }

    void anUnknownFamilyIsAnEstimate()
    {
        const Evidence evidence = test::imported(R"({"model_type": "brandnew", "hidden_size": 4096,
            "num_hidden_layers": 32, "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 32000})");
        QVERIFY(test::skips(evidence, "\"brandnew\" is not known"));
        QVERIFY(evidence.summary.find("about") != std::string::npos);
        QVERIFY(settingOrZero(evidence, "workload.parameters") > 6e9);
    }

    void aConfigWithoutAFamilySaysSo()
    {
        const Evidence evidence = test::imported(R"({"hidden_size": 4096, "num_hidden_layers": 32,
            "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 32000})");
        QVERIFY(test::skips(evidence, "no model_type is given, so the number of parameters is an estimate"));
        const std::string reason = test::refusalOf(R"({"hidden_size": 4096, "num_attention_heads": 32})");
        QVERIFY2(reason.find("\"\"") == std::string::npos, reason.c_str());
    }

    void aConfigWithoutSizesIsRefused()
    {
        const std::string reason = test::refusalOf(R"({"model_type": "brandnew", "layers": 3})");
        QVERIFY2(reason.find("brandnew") != std::string::npos && reason.find("missing") != std::string::npos,
            reason.c_str());
        QVERIFY(
            test::refusalOf(R"({"model_type": "llama", "hidden_size": -4})").find("/hidden_size") != std::string::npos
            || test::refusalOf(R"({"model_type": "llama", "hidden_size": -4})").find("missing") != std::string::npos);
    }

private:
    static std::string fmtGrouped(double count)
    {
        std::string digits = std::to_string(static_cast<long>(count));
        for (std::size_t at = digits.size(); at > 3; at -= 3)
            digits.insert(at - 3, ",");
        return " " + digits + " parameters";
    }

    static constexpr std::string_view latent_attention = R"({"model_type": "deepseek_v3", "first_k_dense_replace": 3,
        "hidden_size": 7168, "intermediate_size": 18432, "kv_lora_rank": 512, "moe_intermediate_size": 2048,
        "n_routed_experts": 256, "n_shared_experts": 1, "num_attention_heads": 128, "num_experts_per_tok": 8,
        "num_hidden_layers": 61, "num_nextn_predict_layers": 1, "q_lora_rank": 1536, "qk_nope_head_dim": 128,
        "qk_rope_head_dim": 64, "v_head_dim": 128, "vocab_size": 129280})";
};

KNEEPOINT_TEST(ModelConfigTest)
#include "model_config_test.moc"
