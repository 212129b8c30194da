// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/constants/calibration.h"
#include "model/cost/memory.h"
#include "model/step/step_model.h"
#include "model/validation/layout_choice.h"
#include "tests/support/compare.h"
#include "tests/support/data_row.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace kneepoint;
using Json = nlohmann::json;

namespace {

/// A layout of a 13B job on 128 A100.
Json row(const char* id, double tensor, double pipeline, const char* status, double step_s)
{
    return {{"id", id}, {"rank_group", "job"}, {"source", "aa"},
        {"model",
            {{"name", "LLaMA 13B"}, {"kv_heads", 40}, {"vocab", 128000}, {"gated", true}, {"tied", false},
                {"layers", 40}, {"hidden", 5120}, {"heads", 40}, {"ffn", 13824}}},
        {"seq", 8192}, {"gbs", 512}, {"gpus", 128}, {"gpus_per_node", 8}, {"gpu", "A100-SXM4-80GB"},
        {"inter", "InfiniBand HDR"}, {"tp", tensor}, {"pp", pipeline}, {"dp", 128 / (tensor * pipeline)}, {"cp", 1},
        {"ep", 1}, {"interleave", 1}, {"mbs", 1}, {"zero", 1}, {"seqpar", false}, {"recompute", "none"},
        {"kernel", "flash_attention2"}, {"precision", "bf16"}, {"status", status}, {"step_time_s", step_s}};
}

Result<MeasuredLayouts> read(const Json& rows)
{
    return parseMeasuredLayouts(Json{{"rows", rows}}.dump(), "layouts.json", shippedCalibration());
}

} // namespace

/// Sweeps of measured layouts: which rows are read and which are skipped, and the figures computed from them.
class MeasuredLayoutsTest : public QObject {
    Q_OBJECT

private slots:
    void aRowBecomesItsScenario()
    {
        const auto layouts = read(Json::array({row("a", 2, 4, "ok", 18.5)}));
        QVERIFY(layouts && layouts->skipped.empty());
        QCOMPARE(layouts->rows.size(), std::size_t(1));
        const MeasuredLayout& m = layouts->rows.front();
        QCOMPARE(m.step_s, 18.5);
        QCOMPARE(m.group, std::string("job"));
        QVERIFY(m.end == LayoutEnd::ran);
        const Scenario& s = m.scenario;
        QCOMPARE(s.plan.tensor_parallel, 2.0);
        QCOMPARE(s.plan.pipeline_parallel, 4.0);
        QCOMPARE(s.cluster.gpus, 128.0);
        QCOMPARE(s.workload.global_batch, 512.0);
        QCOMPARE(s.workload.sequence_length, 8192.0);
        QCOMPARE(s.workload.layers, 40.0);
        QVERIFY(!s.workload.tied_embeddings && s.stack.fused_attention);
    }

    void theSoftwareComesFromTheRowOrItsSource()
    {
        Json stated = row("stated", 2, 4, "ok", 18.5);
        stated["software"] = "NeMo 2025";
        const Json file{{"sources", {{"aa", {{"name", "InternEvo"}}}}}, {"rows", {row("a", 2, 4, "ok", 18), stated}}};
        const auto layouts = parseMeasuredLayouts(file.dump(), "layouts.json", shippedCalibration());
        QVERIFY(layouts && layouts->rows.size() == 2);
        const auto softwareOf = [&](std::size_t i) {
            const Parameter& p = parameter("stack.software");
            return valueText(p, p.get(layouts->rows[i].scenario));
        };
        QCOMPARE(softwareOf(0), std::string("InternEvo 2024"));
        QCOMPARE(softwareOf(1), std::string("NeMo 2025"));
    }

    void softwareKnownFromItsCodeFollowsItsCode()
    {
        const auto stackOf = [](const char* source) {
            const Json file{{"sources", {{"aa", {{"name", source}}}}}, {"rows", {row("a", 2, 4, "ok", 18)}}};
            return parseMeasuredLayouts(file.dump(), "layouts.json", shippedCalibration())->rows.front().scenario.stack;
        };
        const Stack generic = stackOf("nobody");
        const Stack scaling = stackOf("Hagemann 2023 (Aleph Alpha)");
        const Stack nanotron = stackOf("HF Ultra-Scale Playbook");
        QVERIFY(scaling.narrow_gradients && scaling.gathers_logits && scaling.reduces_whole && !scaling.stages_by_cost);
        QVERIFY(nanotron.wide_gradients && nanotron.stages_by_cost && !nanotron.gathers_logits);
        QVERIFY(nanotron.always_buckets && !scaling.always_buckets);
        for (const Stack& stack : {scaling, nanotron}) {
            QCOMPARE(stack.generation, generic.generation);
            QCOMPARE(stack.token_passes, generic.token_passes);
            QCOMPARE(stack.microbatch_s, generic.microbatch_s);
            QVERIFY(stack.data_overlap != generic.data_overlap);
        }
    }

    void fp16GradientsStayFp16ByDefault()
    {
        Json narrow = row("fp16", 2, 4, "ok", 18.5), megatron = narrow;
        narrow["precision"] = megatron["precision"] = "fp16";
        megatron["software"] = "Megatron-LM 2022";
        const auto layouts = read(Json::array({row("bf16", 2, 4, "ok", 18.5), narrow, megatron}));
        QVERIFY(layouts && layouts->rows.size() == 3);
        const auto wide = [&](std::size_t i) { return layouts->rows[i].scenario.stack.wide_gradients; };
        QVERIFY(wide(0) && !wide(1) && wide(2));
    }

    void aTiedEmbeddingIsCountedOnce()
    {
        Json tied = row("tied", 2, 4, "ok", 18.5);
        tied["model"]["tied"] = true;
        const auto layouts = read(Json::array({row("apart", 2, 4, "ok", 18.5), tied}));
        QVERIFY(layouts && layouts->rows.size() == 2);
        const Workload& apart = layouts->rows[0].scenario.workload;
        const Workload& once = layouts->rows[1].scenario.workload;
        QVERIFY(once.tied_embeddings && !apart.tied_embeddings);
        QCOMPARE(apart.parameters - once.parameters, 128000.0 * 5120);
    }

    /// If a source lists a kernel for some rows, rows without it did not have it.
    void normsAreFusedIfTheSourceListsTheKernel()
    {
        Json fused = row("fused", 2, 4, "ok", 18.5), other_source = row("other", 2, 4, "ok", 18.5);
        fused["kernel"] = "flash_attention2 + RMS kernel";
        other_source["source"] = "hf";
        const auto layouts = read(Json::array({row("eager", 2, 4, "ok", 21), fused, other_source}));
        QVERIFY(layouts && layouts->rows.size() == 3);
        const auto& rows = layouts->rows;
        QVERIFY(!rows[0].scenario.stack.fused_norms);
        QVERIFY(rows[1].scenario.stack.fused_norms && rows[1].scenario.stack.fused_attention);
        QVERIFY(rows[2].scenario.stack.fused_norms);
    }

    void olderAttentionKernelsAreSlower()
    {
        Json first = row("first", 2, 4, "ok", 21), softmax = row("fused softmax", 2, 4, "ok", 25);
        Json unfused = row("unfused", 2, 4, "ok", 35), second = row("second", 2, 4, "ok", 18);
        first["kernel"] = "flash_attentionv1.0.8";
        second["kernel"] = "flash attention 2 of Transformer Engine v1.13";
        softmax["kernel"] = "fused";
        unfused["kernel"] = "torch";
        const auto layouts = read(Json::array({second, first, softmax, unfused}));
        QVERIFY(layouts && layouts->rows.size() == 4);
        const auto stack = [&](std::size_t i) { return layouts->rows[i].scenario.stack; };
        QVERIFY(stack(0).fused_attention && stack(1).fused_attention);
        QCOMPARE(stack(1).attention_generation, stack(0).attention_generation / 2);
        QVERIFY(!stack(2).fused_attention && !stack(3).fused_attention);
        QCOMPARE(3 * (stack(3).score_bytes - stack(2).score_bytes), 50.0); // forward and backward pass
    }

    void theOutcomeOfALayoutIsRead_data()
    {
        QTest::addColumn<QString>("status");
        QTest::addColumn<int>("end");
        QTest::newRow("ran") << "ok" << static_cast<int>(LayoutEnd::ran);
        QTest::newRow("out of memory") << "oom" << static_cast<int>(LayoutEnd::out_of_memory);
        QTest::newRow("failed") << "fail" << static_cast<int>(LayoutEnd::failed);
    }
    void theOutcomeOfALayoutIsRead()
    {
        QFETCH(QString, status);
        QFETCH(int, end);
        const auto layouts = read(Json::array({row("a", 1, 1, status.toUtf8().constData(), 20)}));
        QVERIFY(layouts && layouts->rows.size() == 1);
        QCOMPARE(static_cast<int>(layouts->rows.front().end), end);
    }

    void incomparableRowsAreSkippedAndCounted_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        test::dataRow("no group", "rank_group", "\"\"");
        test::dataRow("doubted", "suspect", "[\"clock\"]");
        test::dataRow("uneven stages", "stage_layers", "[20, 20]");
        test::dataRow("part of the layers", "recompute", "\"partial 4\"");
        test::dataRow("never run", "status", "\"unavailable\"");
        test::dataRow("no time", "step_time_s", "null");
    }
    void incomparableRowsAreSkippedAndCounted()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        Json odd = row("b", 1, 2, "ok", 20);
        odd[key.toStdString()] = Json::parse(value.toStdString());
        const auto layouts = read({row("a", 2, 2, "ok", 18), odd});
        QVERIFY(layouts);
        QCOMPARE(layouts->rows.size(), std::size_t(1));
        QCOMPARE(layouts->skipped.size(), std::size_t(1));
        QCOMPARE(layouts->skipped.front().second, 1);
    }

    void runsNearTheCapacityAreNotSuspect()
    {
        Json near = row("a", 2, 2, "ok", 18);
        near["suspect"] = {"near_capacity"};
        const auto layouts = read(Json::array({near}));
        QVERIFY(layouts && layouts->rows.size() == 1);
    }

    void invalidFilesAreRejectedWithTheirName()
    {
        for (const char* text : {"", "[]", "{}", R"({"rows": 3})"}) {
            const auto layouts = parseMeasuredLayouts(text, "layouts.json", shippedCalibration());
            QVERIFY2(!layouts && layouts.error().message.starts_with("layouts.json"), text);
        }
    }

    void regretIsTheChosenTimeOverTheBest()
    {
        // Whichever of the two the engine chooses, the other was measured 25 % faster or slower.
        for (const bool first_is_best : {true, false}) {
            const auto layouts =
                read({row("a", 2, 2, "ok", first_is_best ? 16 : 20), row("b", 8, 4, "ok", first_is_best ? 20 : 16)});
            QVERIFY(layouts);
            const LayoutValidation v = validateLayouts(*layouts, shippedCalibration());
            QCOMPARE(v.groups.size(), std::size_t(1));
            const LayoutGroup& g = v.groups.front();
            QCOMPARE(g.best, std::string(first_is_best ? "a" : "b"));
            QVERIFY(g.regret && !g.tau);
            QCOMPARE(*g.regret, g.chosen == g.best ? 0.0 : 0.25);
        }
    }

    /// Slower by the same factor than predicted, choosing adds no error; if only the chosen layout is, it adds that.
    void optimismIsTheErrorOfTheChoiceBeyondThatOfItsGroup()
    {
        auto layouts = read({row("a", 2, 2, "ok", 1), row("b", 8, 4, "ok", 1), row("c", 4, 2, "ok", 1)});
        QVERIFY(layouts);
        constexpr double slower = 1.3, extra = 1.1;
        for (MeasuredLayout& m : layouts->rows)
            m.step_s = slower * evaluate(m.scenario, shippedCalibration()).step_s;
        LayoutValidation v = validateLayouts(*layouts, shippedCalibration());
        QVERIFY(v.groups.front().optimism);
        QVERIFY(std::abs(v.optimism) < 1e-9);
        const std::string chosen = v.groups.front().chosen;
        for (MeasuredLayout& m : layouts->rows)
            m.step_s *= m.id == chosen ? extra : 1;
        v = validateLayouts(*layouts, shippedCalibration());
        VERIFY_CLOSE(1 + v.optimism, 1 / extra / ((2 + 1 / extra) / 3), 1e-9);
        QCOMPARE(v.optimism, *v.groups.front().optimism);
    }

    void memoryVerdictsAreCountedByPredictionAndOutcome()
    {
        const auto layouts = read({row("a", 8, 4, "ok", 18), row("b", 8, 4, "oom", 0), row("c", 1, 1, "oom", 0)});
        QVERIFY(layouts && layouts->rows.size() == 3);
        const LayoutValidation v = validateLayouts(*layouts, shippedCalibration());
        QCOMPARE(v.memory.all(), 3.0);
        QCOMPARE(v.memory.fits_ran, 1.0);
        QCOMPARE(v.memory.fits_failed, 1.0);
        QCOMPARE(v.memory.too_large_failed, 1.0);
        QCOMPARE(v.memory.right(), 2.0 / 3);
        QCOMPARE(v.memory.recall(), 0.5);
        QCOMPARE(v.memory.falseAlarms(), 0.0);
    }

    /// A job predicted to fill its GPUs to 97 % has better than even odds of fitting, but is not likely to fit.
    void uncertainFitsAreCountedSeparately()
    {
        const auto layouts = read(Json::array({row("a", 8, 4, "oom", 0)}));
        QVERIFY(layouts && layouts->rows.size() == 1);
        MeasuredLayouts full = *layouts;
        Scenario& s = full.rows.front().scenario;
        s.cluster.memory_bytes = memoryUse(s).total() / 0.97;
        const LayoutValidation v = validateLayouts(full, shippedCalibration());
        QCOMPARE(v.memory.recall(), 0.0);
        QCOMPARE(v.likely_memory.recall(), 1.0);
    }
};

KNEEPOINT_TEST(MeasuredLayoutsTest)
#include "measured_layouts_test.moc"
