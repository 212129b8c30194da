// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constants/physics.h"
#include "model/cost/fit_chance.h"
#include "model/evidence/recompute_modules.h"
#include "model/validation/layout_choice.h"
#include "model/validation/ran_memory.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <fmt/format.h>

using namespace kneepoint;

namespace {

/// A 7B model on eight 80-GB GPUs with ZeRO-1; `layout` adds micro-batch and recomputation.
std::string row(const char* id, const char* series, const char* layout)
{
    return fmt::format(
        R"({{"id": "{}", "series": "{}", "quality": "A", "source": {{"paper": "P", "year": 2024}},
  "software": "NeMo 24.07", "model": {{"layers": 32, "hidden": 4096, "heads": 32, "vocab": 32000, "seq_len": 4096,
  "ffn_hidden": 11008, "gated_mlp": true}}, "cluster": {{"gpu": "H100-SXM5-80GB", "gpus": 8, "gpus_per_node": 8}},
  "layout": {{"tp": 1, "pp": 1, "dp": 8, "global_batch": 512, "zero_stage": 1, "precision": "bf16" {}}},
  "measured": {{"step_time_s": 10}}}})",
        id, series, layout);
}

std::vector<RanMemory> memoryOf(const std::string& rows)
{
    const auto read = parseMeasurements(R"({"rows": [)" + rows + "]}", "a.json");
    return read ? memoryOfRuns(questionsOf(*read, shippedCalibration()).runs) : std::vector<RanMemory>();
}

} // namespace

/// Every published run fitted in memory; what the engine says of them.
class RanMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void aRunIsJudgedByTheMemoryOfItsLayout()
    {
        const auto small = memoryOf(row("a", "s", R"(, "microbatch": 1, "recompute": "full")"));
        const auto large = memoryOf(row("a", "s", R"(, "microbatch": 64, "recompute": "full")"));
        QCOMPARE(small.size(), std::size_t(1));
        QCOMPARE(large.size(), std::size_t(1));
        QVERIFY(small[0].fits() && small[0].recompute_stated && small[0].chance > 0.5);
        QVERIFY(!large[0].fits() && large[0].chance < 0.5);
        QCOMPARE(small[0].capacity, large[0].capacity);
    }

    void anOpenMicroBatchIsTheOneMostLikelyToFit()
    {
        const auto open = memoryOf(row("a", "s", R"(, "recompute": "full")"));
        const auto least = memoryOf(row("a", "s", R"(, "microbatch": 1, "recompute": "full")"));
        QCOMPARE(open.at(0).needed, least.at(0).needed);
    }

    void namedModulesKeepWhatTheyDoNotRepeat()
    {
        const auto needs = [](const char* recompute) {
            return memoryOf(row("a", "s", fmt::format(R"(, "microbatch": 2, "recompute": "{}")", recompute).c_str()))
                .at(0)
                .needed;
        };
        const double none = needs("none"), norms = needs("selective (norm)"), both = needs("selective (norm, act)");
        QVERIFY(none > norms && norms > both && both > needs("selective (mlp)"));
        QVERIFY(needs("selective (mlp)") > needs("full"));
        QCOMPARE(needs("selective (moe)"), needs("selective")); // the model has no experts
        // Per token and layer 4 hidden sizes of norms and their outputs, 4 of attention, 3 feed-forward widths.
        Workload llama;
        llama.hidden = 4096;
        llama.heads = llama.kv_heads = 32;
        llama.ffn = 11008;
        llama.gated = true;
        const double besides = 7 * 4096.0 + 3 * 11008;
        QCOMPARE(*keptBesides("selective (norm, act)", llama, true), (besides - 2 * 4096 - 11008) / besides);
        QVERIFY(!keptBesides("selective", llama, true) && !keptBesides("not stated", llama, true));
    }

    void recomputedLayersLieBetweenNoneAndAll()
    {
        QCOMPARE(recomputedLayers("partial: 10 of 80 layers").value_or(-1), 0.125);
        for (const char* other : {"none", "full", "partial", "partial: 10 of 0 layers", ""})
            QVERIFY2(!recomputedLayers(other), other);
        const auto needs = [](const char* recompute) {
            return memoryOf(row("a", "s", fmt::format(R"(, "microbatch": 2, "recompute": "{}")", recompute).c_str()))
                .at(0)
                .needed;
        };
        QVERIFY(needs("partial: 12 of 32 layers") < needs("partial: 4 of 32 layers"));
        QVERIFY(needs("partial: 4 of 32 layers") < needs("none"));
        QCOMPARE(needs("partial: 20 of 32 layers"), needs("full"));
    }

    void deepSpeedWithoutAStageRanAnyOfThem()
    {
        const auto candidates = [](bool stated) {
            std::string text = row("a", "s", R"(, "microbatch": 1, "recompute": "full")");
            text.replace(text.find("NeMo 24.07"), 10, "DeepSpeed (2024)");
            if (!stated)
                text.erase(text.find(R"("zero_stage": 1, )"), 17);
            const auto read = parseMeasurements(R"({"rows": [)" + text + "]}", "a.json");
            return read ? questionsOf(*read, shippedCalibration()).runs.at(0).candidates : std::vector<Scenario>();
        };
        QCOMPARE(candidates(true).size(), std::size_t(1));
        const auto open = candidates(false);
        QCOMPARE(open.size(), std::size_t(3));
        for (int stage = 1; stage <= 3; ++stage)
            QCOMPARE(open[static_cast<std::size_t>(stage - 1)].plan.zero_stage, stage);
    }

    void withoutAStatementARunMayHaveRecomputedSelectively()
    {
        const auto of = [](const char* software, const char* recompute) {
            std::string text = row("a", "s", fmt::format(R"(, "microbatch": 4 {})", recompute).c_str());
            text.replace(text.find("NeMo 24.07"), 10, software);
            return memoryOf(text).at(0).needed;
        };
        QCOMPARE(of("NeMo 25.04", ""), of("NeMo 25.04", R"(, "recompute": "selective")"));
        QVERIFY(of("NeMo 25.04", "") < of("NeMo 25.04", R"(, "recompute": "none")"));
    }

    void withoutAStatementTheOptimizerStateMayBeSharded()
    {
        const auto needs = [](const char* stage) {
            std::string text = row("a", "s", R"(, "microbatch": 1, "recompute": "full")");
            text.replace(text.find(R"("zero_stage": 1)"), 15, stage);
            return memoryOf(text).at(0).needed;
        };
        QCOMPARE(needs(R"("ep": 1)"), needs(R"("zero_stage": 1)"));
        QVERIFY(needs(R"("zero_stage": 0)") > needs(R"("zero_stage": 1)"));
    }

    void weightsUpdatedInSixteenBitsHaveNoCopy()
    {
        const auto needs = [](const char* layout) {
            return memoryOf(row("a", "s", fmt::format(R"(, "microbatch": 1, "recompute": "full" {})", layout).c_str()))
                .at(0)
                .needed;
        };
        QVERIFY(needs(R"(, "master_dtype": "bf16")") < needs(R"(, "master_dtype": "fp32")"));
        QCOMPARE(needs(R"(, "master_dtype": "fp32")"), needs(""));
    }

    void recomputationThatIsNotStatedIsCountedSeparately()
    {
        const auto runs = memoryOf(row("a", "s", R"(, "microbatch": 64, "recompute": "none")") + ","
            + row("b", "s", R"(, "microbatch": 64, "recompute": "none stated")") + ","
            + row("c", "t", R"(, "microbatch": 1, "recompute": "full")") + "," + row("d", "t", R"(, "microbatch": 1)"));
        const std::vector<RanSummary> sums = summarizeRan(runs);
        QCOMPARE(sums.size(), std::size_t(3));
        QCOMPARE(sums[0].series, std::string("s"));
        QCOMPARE(sums[0].stated.rows, 1.0);
        QCOMPARE(sums[0].open.rows, 1.0);
        QCOMPARE(sums[0].all().tooLargeShare(), 1.0);
        QCOMPARE(sums[1].stated.too_large, 0.0);
        QCOMPARE(sums.back().series, std::string("all"));
        QCOMPARE(sums.back().all().rows, 4.0);
        QCOMPARE(sums.back().stated.too_large, 1.0);
        QCOMPARE(sums.back().open.rows, 2.0);
    }

    void unlikelyIncludesWhatDoesNotFit()
    {
        RanOutcomes outcomes;
        for (const auto& [needed, chance] : {std::pair{0.9, 0.95}, {0.99, 0.6}, {1.1, 0.05}})
            outcomes.add(RanMemory{.id = {}, .series = {}, .needed = needed, .capacity = 1, .chance = chance});
        QCOMPARE(outcomes.rows, 3.0);
        QCOMPARE(outcomes.too_large, 1.0);
        QCOMPARE(outcomes.unlikely, 2.0);
        QVERIFY(likely_fit_chance > 0.6);
    }
};

KNEEPOINT_TEST(RanMemoryTest)
#include "ran_memory_test.moc"
