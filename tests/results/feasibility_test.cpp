// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/presets/presets.h"
#include "model/results/feasibility.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using test::edited;

/// Messages about layouts that no framework would start.
class FeasibilityTest : public QObject {
    Q_OBJECT

    static QString why(const Scenario& s) { return QString::fromStdString(whyItCannotRun(analyze(s))); }

private slots:
    void indivisibleHeadsAreReported()
    {
        const Scenario s = edited(test::preset("llama3-70b-512xh100"), {{"workload.model", "llama1-30b"}});
        QCOMPARE(s.workload.heads, 52.0);
        QVERIFY(layoutFaults(edited(s, {{"plan.tensor_parallel", "4"}})).empty());
        const Scenario odd = edited(s, {{"plan.tensor_parallel", "8"}});
        QCOMPARE(why(odd), QStringLiteral("TP 8 does not divide 52 attention heads"));
    }

    void impossibleModelsAreReported()
    {
        const auto of = [](const char* id, const char* parameter, const char* value) {
            return why(edited(test::preset(id), {{parameter, value}}));
        };
        QCOMPARE(of("llama3-8b-64xh100", "workload.kv_heads", "64"),
            QStringLiteral("64 key/value heads do not divide 32 attention heads"));
        QCOMPARE(of("llama3-8b-64xh100", "workload.heads", "7"),
            QStringLiteral("7 attention heads do not divide a hidden size of 4096"));
        QCOMPARE(
            of("mixtral-8x7b-256xh100", "workload.top_k", "9"), QStringLiteral("a token cannot go to 9 of 8 experts"));
    }

    void stagesByHandMustLeaveEqualOnes()
    {
        const auto faults = [](const char* stages, const char* first, const char* last) {
            return QString::fromStdString(whyItCannotRun(analyze(edited(test::preset("llama3-8b-64xh100"),
                {{"plan.auto", "false"}, {"plan.pipeline_parallel", stages}, {"plan.zero_stage", "1"},
                    {"plan.first_stage_layers", first}, {"plan.last_stage_layers", last}}))));
        };
        QCOMPARE(faults("4", "10", "6"), QString());
        QCOMPARE(faults("4", "5", "0"), QString());
        QCOMPARE(faults("4", "5", "6"),
            QStringLiteral(
                "11 of 32 layers on the first and the last stage leave 21 for the 2 other stages, which must "
                "have equal numbers: 10 or 12 would do"));
        QCOMPARE(faults("4", "40", "0"),
            QStringLiteral("40 of 32 layers on the first stage leave 0 for the 3 other stages, which must have equal "
                           "numbers: 26 or 29 would do"));
        QCOMPARE(faults("2", "10", "10"),
            QStringLiteral("20 of 32 layers on the first and the last stage, but there are no other stages: it must be "
                           "all 32"));
        QCOMPARE(faults("1", "40", "0"), faults("1", "0", "0"));
    }

    void everyShippedModelCanBeBuilt()
    {
        for (const ModelPreset& model : modelPresets()) {
            const Scenario s = edited(test::preset("llama3-8b-64xh100"), {{"workload.model", std::string(model.id)}});
            QVERIFY2(modelFaults(s).empty(), std::string(model.id).c_str());
        }
    }

    void shardingGroupsAreWhole()
    {
        const Scenario s = edited(test::preset("llama3-8b-64xh100"), {{"plan.zero_stage", "3"}});
        QCOMPARE(why(edited(s, {{"plan.shard_group", "7"}})),
            QStringLiteral("sharding groups of 7 cannot be formed from 64 data-parallel ranks"));
        QVERIFY(layoutFaults(edited(s, {{"plan.shard_group", "8"}})).empty());
        QVERIFY(layoutFaults(edited(s, {{"plan.shard_group", "7"}, {"plan.zero_stage", "0"}})).empty());
    }

    void moreExpertRanksThanExpertsAreReported()
    {
        const Scenario s = edited(test::preset("mixtral-8x7b-256xh100"), {{"plan.expert_parallel", "64"}});
        QVERIFY2(why(s).startsWith(QStringLiteral("EP 64 does not divide 8 experts")), qPrintable(why(s)));
    }

    void denseModelsHaveNoExpertsToShare()
    {
        Scenario s = test::preset("llama3-8b-64xh100");
        s.plan.expert_parallel = 8;
        QCOMPARE(why(s), QStringLiteral("EP 8 needs experts, and the model has none"));
    }

    /// As the search says; time and memory would be those of a model that is split evenly.
    void genericModelsAreNotSplit()
    {
        const Scenario s = test::preset("resnet50-10gbe");
        QCOMPARE(why(s), QString());
        for (const char* degree : {"plan.tensor_parallel", "plan.pipeline_parallel", "plan.context_parallel"})
            QCOMPARE(why(edited(s, {{degree, "2"}})), QStringLiteral("a generic model has no layers to split"));
    }

    /// NVIDIA's layout of Qwen3 235B: 32 expert-parallel ranks are 16 data-parallel times 2 tensor-parallel ones.
    void expertsOfMegatronBridgeSpanTensorParallelRanks()
    {
        const Scenario qwen = edited(test::preset("mixtral-8x7b-256xh100"),
            {{"workload.model", "qwen3-235b-a22b"}, {"workload.scaling", "strong"}, {"workload.global_batch", "2048"},
                {"stack.software", "megatron-bridge-2025"}, {"plan.tensor_parallel", "2"},
                {"plan.pipeline_parallel", "8"}, {"plan.virtual_stages", "4"}, {"plan.expert_parallel", "32"}});
        QVERIFY(layoutFaults(qwen).empty());
        QCOMPARE(layoutFaults(edited(qwen, {{"stack.software", "nemo-2025"}})),
            std::vector<std::string>{"EP 32 does not divide 128 experts and 16 data-parallel ranks"});
    }

    void moreStagesThanLayersAreReported()
    {
        const Scenario s = edited(test::preset("llama3-8b-64xh100"),
            {{"plan.pipeline_parallel", "64"}, {"plan.pipeline_schedule", "1f1b"}, {"plan.tensor_parallel", "1"}});
        QCOMPARE(s.workload.layers, 32.0);
        QCOMPARE(why(s), QStringLiteral("32 layers are too few for 64 pipeline chunks"));
    }

    void unevenStagesAreReportedButRun()
    {
        const Scenario s = edited(test::preset("llama3-405b-16384xh100"), {{"plan.virtual_stages", "7"}});
        QVERIFY(!unevenShares(s).empty());
        QCOMPARE(why(s), QString());
    }

    /// 126 layers on 16 stages of 8 chunks, where the first chunk holds only the embedding.
    void embeddingAndOutputLayerMayFillTheirOwnChunks()
    {
        const Scenario s = test::preset("llama3-405b-16384xh100");
        QCOMPARE(s.plan.pipeline_parallel * s.plan.virtual_stages, s.workload.layers + 2);
        QVERIFY(unevenShares(s).empty());
        QCOMPARE(why(s), QString());
        QCOMPARE(why(edited(s, {{"plan.virtual_stages", "9"}})),
            QStringLiteral("126 layers are too few for 144 pipeline chunks"));
    }

    void textbookScenariosHaveNoLayers()
    {
        const Scenario s = edited(test::preset("knee-simulator"), {{"plan.tensor_parallel", "5"}});
        QVERIFY(layoutFaults(s).empty() && unevenShares(s).empty());
    }
};

KNEEPOINT_TEST(FeasibilityTest)
#include "feasibility_test.moc"
