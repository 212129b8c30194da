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
    // Published sizes, and the counts of the library's models.
    void familiesWithKeysOfTheirOwnAreCounted_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<double>("parameters");
        const auto row = [](const char* name, const char* config, double parameters) {
            QTest::newRow(name) << QByteArray(config) << parameters;
        };
        row("DBRX",
            R"({"model_type": "dbrx", "d_model": 6144, "n_heads": 48, "n_layers": 40, "vocab_size": 100352,
                "attn_config": {"kv_n_heads": 8}, "ffn_config": {"ffn_hidden_size": 10752, "moe_num_experts": 16,
                "moe_top_k": 4}, "tie_word_embeddings": false})",
            131596523520.);
        row("MPT-7B",
            R"({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "n_layers": 32, "vocab_size": 50432,
                "attn_config": {"alibi": true}})",
            6649286656.);
        row("ChatGLM3-6B",
            R"({"model_type": "chatglm", "num_layers": 28, "hidden_size": 4096, "ffn_hidden_size": 13696,
                "num_attention_heads": 32, "kv_channels": 128, "multi_query_attention": true,
                "multi_query_group_num": 2, "padded_vocab_size": 65024, "add_qkv_bias": true})",
            6243584000.);
        row("DistilBERT", R"({"model_type": "distilbert", "dim": 768, "hidden_dim": 3072, "n_layers": 6, "n_heads": 12,
                "vocab_size": 30522})",
            66362880.);
        row("StarCoder",
            R"({"model_type": "gpt_bigcode", "n_embd": 6144, "n_head": 48, "n_inner": 24576, "n_layer": 40,
                "n_positions": 8192, "vocab_size": 49152})",
            15517456384.);
        row("ModernBERT-base",
            R"({"model_type": "modernbert", "hidden_size": 768, "intermediate_size": 1152, "num_hidden_layers": 22,
                "num_attention_heads": 12, "vocab_size": 50368})",
            149014272.);
        row("ties that the family has by default",
            R"({"model_type": "smollm3", "hidden_size": 2048, "intermediate_size": 11008, "num_hidden_layers": 36,
                "num_attention_heads": 16, "num_key_value_heads": 4, "vocab_size": 128256, "hidden_act": "silu"})",
            3075098624.);
        row("a number for each layer",
            R"({"model_type": "x_moe", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                "intermediate_size": 512, "moe_intermediate_size": [256, 256], "moe_topk": [2, 2], "num_experts": 4,
                "num_shared_expert": [1, 1], "vocab_size": 10, "tie_word_embeddings": true})",
            2 * (4. * 64 * 64 + 2 * 64 + 5 * 3 * 64 * 256 + 64 * 4) + 10 * 64 + 64);
        row("experts in every second layer",
            R"({"model_type": "x_moe", "hidden_size": 64, "num_hidden_layers": 4, "num_attention_heads": 4,
                "intermediate_size": 32, "num_experts": 4, "num_experts_per_tok": 1, "expert_layer_period": 2,
                "vocab_size": 10, "tie_word_embeddings": true})",
            4 * (4. * 64 * 64 + 2 * 64) + 2 * (3. * 64 * 32) + 2 * (4 * 3. * 64 * 32 + 64 * 4) + 10 * 64 + 64);
    }
    void familiesWithKeysOfTheirOwnAreCounted()
    {
        QFETCH(QByteArray, config);
        QFETCH(double, parameters);
        const Evidence evidence = test::imported(config.toStdString());
        QCOMPARE(settingOf(evidence, "workload.parameters").value_or(-1), parameters);
    }

    void otherLayersAreNotCountedAsAttention_data()
    {
        QTest::addColumn<QByteArray>("more");
        for (const char* key : {R"("mamba_d_state": 16)", R"("state_size": 16)", R"("conv_L_cache": 3)",
                 R"("layer_types": ["conv", "full_attention"])", R"("attn_type_list": [0, 1])",
                 R"("is_encoder_decoder": true)", R"("num_hidden_groups": 1)", R"("embedding_size": 16)",
                 R"("hybrid_override_pattern": "M-*")", R"("linear_attn_config": {"a": 1})"})
            QTest::newRow(key) << QByteArray(key);
    }
    void otherLayersAreNotCountedAsAttention()
    {
        QFETCH(QByteArray, more);
        const std::string plain = R"({"model_type": "novel", "hidden_size": 64, "num_hidden_layers": 2,
            "num_attention_heads": 4, "intermediate_size": 32, "vocab_size": 10)";
        QVERIFY(test::refusalOf(plain + "}").empty());
        QVERIFY(test::refusalOf(plain + ", " + more.toStdString() + "}").find("not modeled") != std::string::npos
            || more.contains("encoder"));
        QVERIFY(!test::refusalOf(plain + ", " + more.toStdString() + "}").empty());
    }

    void keysThatAreNotReadAreNamed()
    {
        const std::string plain =
            R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
                "intermediate_size": 32, "vocab_size": 10, "rope_theta": 1e4, "torch_dtype": "b")";
        QVERIFY(!test::skips(test::imported(plain + "}"), "does not read"));
        const Evidence evidence = test::imported(plain + R"(, "loop_count": 3, "gate_rank": 0})");
        QVERIFY(test::skips(evidence, "does not read: loop_count"));
        QVERIFY(!test::skips(evidence, "gate_rank"));
    }

    // Sizes in the shapes that publishers state; totals are those of the weights they publish, shared weights once,
    // where they state a total, and the active share follows from the shape.
    void countsArePublishedCounts_data()
    {
        QTest::addColumn<double>("parameters");
        QTest::addColumn<double>("active");
        QTest::newRow("bert-base") << 109'482'240. << 109'482'240.;
        QTest::newRow("bloom-560m") << 559'214'592. << 559'214'592.;
        QTest::newRow("deepseek-v3") << 671'026'419'200. << 37'552'297'472.;
        QTest::newRow("falcon-rw-1b") << 1'311'625'216. << 1'311'625'216.;
        QTest::newRow("gemma-2-2b") << 2'614'341'888. << 2'614'341'888.;
        QTest::newRow("gpt-oss-120b") << 116'829'156'672. << 5'711'982'912.;
        QTest::newRow("gpt-oss-20b") << 20'914'757'184. << 4'187'440'704.;
        QTest::newRow("gpt2") << 124'439'808. << 124'439'808.;
        QTest::newRow("kimi-k2") << 1'026'408'232'448. << 32'861'500'928.;
        QTest::newRow("llama-2-7b") << 6'738'415'616. << 6'738'415'616.;
        QTest::newRow("llama-3.1-405b") << 405'853'388'800. << 405'853'388'800.;
        QTest::newRow("llama-3.1-70b") << 70'553'706'496. << 70'553'706'496.;
        QTest::newRow("mistral-7b") << 7'241'732'096. << 7'241'732'096.;
        QTest::newRow("mixtral-8x22b") << 140'620'634'112. << 39'152'031'744.;
        QTest::newRow("mixtral-8x7b") << 46'702'792'704. << 12'879'925'248.;
        QTest::newRow("opt-1.3b") << 1'315'758'080. << 1'315'758'080.;
        QTest::newRow("opt-125m") << 125'239'296. << 125'239'296.;
        QTest::newRow("pythia-1b") << 1'011'781'632. << 1'011'781'632.;
        QTest::newRow("qwen2.5-7b") << 7'615'616'512. << 7'615'616'512.;
        QTest::newRow("qwen3-0.6b") << 596'049'920. << 596'049'920.;
        QTest::newRow("qwen3-1.7b") << 1'720'574'976. << 1'720'574'976.;
        QTest::newRow("qwen3-235b-a22b") << 235'093'634'560. << 22'190'763'520.;
        QTest::newRow("qwen3-30b-a3b") << 30'532'122'624. << 3'353'032'704.;
        QTest::newRow("qwen3-32b") << 32'762'123'264. << 32'762'123'264.;
        QTest::newRow("qwen3-8b") << 8'190'735'360. << 8'190'735'360.;
    }
    void countsArePublishedCounts()
    {
        QFETCH(const double, parameters);
        QFETCH(const double, active);
        const auto evidence = importFile(test::samplePath(std::string("configs/") + QTest::currentDataTag() + ".json"));
        QVERIFY(evidence.has_value());
        QCOMPARE(evidence->kind, std::string("model-config"));
        QVERIFY(settingOrZero(*evidence, "workload.parameters") == parameters);
        QVERIFY(settingOrZero(*evidence, "workload.active_parameters") == active);
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

    /// Whole numbers of 0 … 10 million, or a list of one of them for each layer.
    void sizesAreWholeNumbersInRange_data()
    {
        QTest::addColumn<QByteArray>("hidden");
        QTest::addColumn<QByteArray>("reason");
        const auto row = [](const char* hidden, const char* reason) {
            QTest::newRow(hidden) << QByteArray(hidden) << QByteArray(reason);
        };
        const char* range = "file: /hidden_size: expected a whole number of 0 … 10 million";
        row("64", "");
        row("[64, 64]", "");
        row("64.0", "");
        row("10000000", "");
        row("10000001", range);
        row("64.5", range);
        row("-64", range);
        row("\"64\"", range);
        row("[64, 65]", range);
        row("[]", range);
        row("true", range);
        row("null", "file: the key \"hidden_size\" is missing");
        row("0", "file: its sizes do not make a model");
    }
    void sizesAreWholeNumbersInRange()
    {
        QFETCH(const QByteArray, hidden);
        const std::string config = R"({"model_type": "llama", "num_hidden_layers": 1, "num_attention_heads": 4,
            "intermediate_size": 32, "vocab_size": 10, "hidden_size": )";
        QTEST(QByteArray::fromStdString(test::refusalOf(config + hidden.toStdString() + "}")), "reason");
    }

    void atMostThirtyKeysAreNamed()
    {
        std::string more;
        for (int i = 10; i < 50; ++i)
            more += ", \"gate" + std::to_string(i) + "\": 1";
        const Evidence evidence = test::imported(R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
            "num_attention_heads": 4, "intermediate_size": 32, "vocab_size": 10, "empty": "", "none": {}, "off": false)"
            + more + "}");
        QVERIFY(test::skips(evidence, "keys that the count does not read: gate10, gate11"));
        QVERIFY(test::skips(evidence, "gate39"));
        QVERIFY(!test::skips(evidence, "gate40"));
        for (const char* off : {"empty", "none", "off"})
            QVERIFY(!test::skips(evidence, off));
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
