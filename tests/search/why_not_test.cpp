// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/explanation.h"
#include "model/search/launch_flags.h"
#include "model/search/layout_map.h"
#include "model/search/robust_choice.h"
#include "model/units/units.h"
#include "tests/search/choices.h"
#include "tests/search/small_spaces.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <tuple>

using namespace kneepoint;

namespace {

Scenario job()
{
    return test::preset("llama3-8b-64xh100");
}

SearchRequest requestOf(const Scenario& s, std::size_t top)
{
    SearchRequest request;
    request.space = defaultSpace(s);
    request.top = top;
    return request;
}

bool names(const WhyNot& why, std::string_view rule)
{
    return std::ranges::any_of(why.broken, [&](const BrokenRule& broken) { return broken.id == rule; });
}

} // namespace

/// Why a layout is not chosen, the simpler alternative, and layouts as a map and as command-line flags.
class WhyNotTest : public QObject {
    Q_OBJECT

private slots:
    void aViolatedRuleIsNamed_data()
    {
        QTest::addColumn<int>("dimension");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("rule");
        const auto row = [](const char* name, Dimension d, double value, const char* rule) {
            QTest::newRow(name) << static_cast<int>(d) << value << QString::fromLatin1(rule);
        };
        row("heads", Dimension::tensor, 3, "heads");
        row("GPUs", Dimension::pipeline, 5, "gpus");
        row("layers", Dimension::pipeline, 64, "layers");
        row("batch", Dimension::micro_batch, 7, "batch");
        row("virtual stages", Dimension::virtual_stages, 2, "schedule");
        row("sharding group", Dimension::shard_group, 7, "zero");
    }
    void aViolatedRuleIsNamed()
    {
        QFETCH(int, dimension);
        QFETCH(double, value);
        QFETCH(QString, rule);
        const Scenario s = job();
        const SearchRequest request = requestOf(s, 1);
        const FoundLayout best = searchLayouts(s, request, shippedCalibration()).top.front();
        Layout asked = best.layout;
        asked[static_cast<Dimension>(dimension)] = value;
        const WhyNot why = whyNot(s, request, asked, &best, shippedCalibration());
        QVERIFY2(names(why, rule.toStdString()), whyNotText(why).c_str());
        QVERIFY(whyNotText(why).starts_with("Not possible: "));
        QVERIFY(!why.found && !why.is_best);
    }

    /// Without a broken rule: which is slower, by how much, and because of what.
    void oneSentenceSaysWhyALayoutWasNotChosen()
    {
        const Scenario s = job();
        FoundLayout best = searchLayouts(s, requestOf(s, 1), shippedCalibration()).top.front();
        const auto sentence = [&](const WhyNot& why) { return QString::fromStdString(whyNotText(why)); };
        WhyNot why{best.layout, {}, best, 1, {}, true};
        QCOMPARE(sentence(why), QString("This is the best layout."));
        why.is_best = false;
        QCOMPARE(sentence(why), QString("As fast as the best layout."));
        why.parts = {{Part::compute, 1.5, 1}, {Part::launch, 0.1, 0.3}};
        QCOMPARE(sentence(why), QString("As fast as the best layout."));
        why.step_ratio = 1.25;
        QCOMPARE(sentence(why),
            QString("25.0 % slower; the largest difference is %1: 1.5 s against 1 s.")
                .arg(QString::fromUtf8(partLabel(Part::compute).data())));
        why.step_ratio = 0.9;
        QCOMPARE(sentence(why),
            QString("10.0 % faster, but worse by the objective; the largest difference is %1: 100 ms against 300 ms.")
                .arg(QString::fromUtf8(partLabel(Part::launch).data())));
        why.broken = {{"a", "one"}, {"b", "two"}};
        QCOMPARE(sentence(why), QString("Not possible: one; two."));
    }

    /// What the step of a layout needs beyond a share of the memory, and beyond a limit, in the units of the window.
    void brokenLimitsStateWhatIsNeededAndWhatIsThere()
    {
        const Scenario s = job();
        SearchRequest request = requestOf(s, 1);
        const FoundLayout best = searchLayouts(s, request, shippedCalibration()).top.front();
        const double needed = best.step.memory.total();
        request.memory_share = 0.5 * needed / best.step.memory.capacity;
        request.constraints = {{"mfu", [](const Scenario&, const StepReport&) { return 0.25; }, 0.5, true},
            {"cost", [](const Scenario&, const StepReport&) { return 2.0; }, 1.5, false},
            {"kept", [](const Scenario&, const StepReport&) { return 1.0; }, 1, false}};
        request.space.limit(Dimension::micro_batch, {77});
        const WhyNot why = whyNot(s, request, best.layout, &best, shippedCalibration());
        QStringList sentences;
        for (const BrokenRule& rule : why.broken)
            sentences += QString::fromStdString(rule.sentence);
        const auto bytes = [](double value) { return QString::fromStdString(formatQuantity(value, Unit::bytes)); };
        QCOMPARE(sentences,
            QStringList(
                {QString("the search leaves out workload.batch_per_gpu %1").arg(best.layout[Dimension::micro_batch]),
                    QString("needs %1 per GPU; %2 available, %2 short").arg(bytes(needed), bytes(needed / 2)),
                    "mfu is 0.25, less than 0.5", "cost is 2, more than 1.5"}));
        QVERIFY(why.is_best && why.parts.empty() && why.found->value == best.value);
    }

    void partsThatDifferMostComeFirst()
    {
        const Scenario s = job();
        const auto top = searchLayouts(s, requestOf(s, 40), shippedCalibration()).top;
        const WhyNot why = whyNot(s, requestOf(s, 1), top.back().layout, &top.front(), shippedCalibration());
        QVERIFY(why.parts.size() > 1);
        for (std::size_t i = 0; i < why.parts.size(); ++i) {
            const PartDifference& d = why.parts[i];
            QCOMPARE(d.seconds, top.back().step.part(d.part).exposed_s);
            QCOMPARE(d.best_seconds, top.front().step.part(d.part).exposed_s);
            QVERIFY(d.seconds != d.best_seconds);
            if (i > 0)
                QVERIFY(d.seconds - d.best_seconds <= why.parts[i - 1].seconds - why.parts[i - 1].best_seconds);
        }
    }

    void aSlowerLayoutIsExplainedByItsParts()
    {
        const Scenario s = job();
        const SearchRequest request = requestOf(s, 40);
        const auto top = searchLayouts(s, request, shippedCalibration()).top;
        for (const FoundLayout& found : top) {
            const WhyNot why = whyNot(s, request, found.layout, &top.front(), shippedCalibration());
            QVERIFY(why.broken.empty());
            QCOMPARE(why.is_best, found.layout == top.front().layout);
            QCOMPARE(why.step_ratio, found.step.step_s / top.front().step.step_s);
            double more_s = 0;
            for (const PartDifference& part : why.parts)
                more_s += part.more();
            QVERIFY(std::abs(more_s - (found.step.step_s - top.front().step.step_s)) <= 1e-9 * found.step.step_s);
        }
    }

    void memoryAndLimitsAreNamedWithTheirNumbers()
    {
        Scenario s = job();
        SearchRequest request = requestOf(s, 1);
        request.constraints.push_back({"mfu", [](const Scenario&, const StepReport&) { return 0.1; }, 0.9, true});
        request.space.limit(Dimension::zero, {1, 2});
        Layout plain = completed(s, layoutOf(s), {{&parameterOf(Dimension::zero), 0}});
        const WhyNot why = whyNot(s, request, plain, nullptr, shippedCalibration());
        QVERIFY(names(why, "space") && names(why, "memory") && names(why, "mfu"));
    }

    void theRobustChoiceIsNoMoreComplexAndWithinTheNoise()
    {
        test::SmallQuestions questions(11);
        int simpler = 0;
        for (int i = 0; i < 300; ++i) {
            test::SmallQuestion q = questions.next();
            q.request.objective = stepTimeObjective();
            q.request.pareto.clear();
            q.request.top = 1;
            const SearchAnswer answer = searchLayouts(q.job, q.request, shippedCalibration());
            if (answer.top.empty())
                continue;
            const FoundLayout& best = answer.top.front();
            const RobustChoice robust = test::robustAfter(q.job, q.request, best, 0.05, robust_headroom);
            QVERIFY(robust.found.step.step_s <= best.step.step_s * 1.05);
            QVERIFY(robust.found.step.memory.fits());
            const bool roomy = 1 - best.step.memory.total() / best.step.memory.capacity >= robust_headroom;
            if (roomy)
                QVERIFY(complexity(q.job, robust.found.layout) <= complexity(q.job, best.layout));
            QCOMPARE(robust.is_best, robust.found.layout == best.layout);
            simpler += robust.is_best ? 0 : 1;
        }
        QVERIFY(simpler > 0);
    }

    void theMapHasTheBestLayoutOfEveryCell()
    {
        const Scenario s = job();
        SearchRequest request = requestOf(s, 3);
        std::vector<double> shares;
        request.progress = [&](double share) { shares.push_back(share); };
        const LayoutMap map = layoutMap(s, request, Dimension::tensor, Dimension::pipeline, shippedCalibration());
        QVERIFY(map.whole);
        QCOMPARE(shares.size(), map.cells.size()); // cell by cell
        for (std::size_t i = 0; i < shares.size(); ++i)
            QCOMPARE(shares[i], static_cast<double>(i + 1) / static_cast<double>(shares.size()));
        QCOMPARE(map.cells.size(), map.xs.size() * map.ys.size());
        QVERIFY(map.best()->layout == searchLayouts(s, request, shippedCalibration()).top.front().layout);
        for (std::size_t row = 0; row < map.ys.size(); ++row)
            for (std::size_t column = 0; column < map.xs.size(); ++column) {
                QCOMPARE(map.at(column, row).x, map.xs[column]);
                QCOMPARE(map.at(column, row).y, map.ys[row]);
                QCOMPARE(map.at(column, row).best() == nullptr, map.at(column, row).top.empty());
            }
        for (const LayoutCell& cell : map.cells)
            for (const FoundLayout& found : cell.top) {
                QCOMPARE(found.layout[Dimension::tensor], cell.x);
                QCOMPARE(found.layout[Dimension::pipeline], cell.y);
                QVERIFY(found.step.step_s >= cell.best()->step.step_s);
            }
        QVERIFY(std::ranges::is_sorted(map.ranked(), {}, [](const FoundLayout* f) { return f->value; }));
    }

    void equalLayoutsOfAMapAreRankedByTheirDimensions()
    {
        FoundLayout first, second, better;
        first.value = second.value = 2;
        better.value = 1;
        first.layout[Dimension::tensor] = 2;
        second.layout[Dimension::tensor] = 4;
        better.layout[Dimension::tensor] = 8;
        QVERIFY(first.layout < second.layout && !(second.layout < first.layout) && !(first.layout < first.layout));
        for (const bool turned : {false, true}) {
            LayoutMap map;
            map.cells.resize(2);
            map.cells[0].top = {turned ? second : first};
            map.cells[1].top = {better, turned ? first : second};
            std::vector<double> degrees;
            for (const FoundLayout* found : map.ranked())
                degrees.push_back(found->layout[Dimension::tensor]);
            QCOMPARE(degrees, (std::vector{8.0, 2.0, 4.0}));
        }
    }

    void aStoppedMapHasCellsWithoutLayouts()
    {
        const Scenario s = job();
        SearchRequest request = requestOf(s, 1);
        std::stop_source stop;
        stop.request_stop();
        request.stop = stop.get_token();
        const LayoutMap map = layoutMap(s, request, Dimension::tensor, Dimension::pipeline, shippedCalibration());
        QVERIFY(!map.whole && !map.best());
        QCOMPARE(map.cells.size(), map.xs.size() * map.ys.size());
        for (const LayoutCell& cell : map.cells)
            QVERIFY(cell.valid == 0 && cell.top.empty());
    }

    void everyFrameworkWritesTheDegreesAndTheBatch()
    {
        const Scenario s = test::preset("llama3-70b-512xh100");
        const Layout layout = layoutOf(s);
        std::set<std::string_view> ids;
        for (const Framework& framework : frameworks()) {
            QVERIFY(ids.insert(framework.id).second && !framework.source.empty());
            QCOMPARE(findFramework(framework.id), &framework);
            const std::string text = framework.text(s, layout);
            QVERIFY2(text.find("1024") != std::string::npos, text.c_str()); // 16 replicas × 64 micro-batches
            QVERIFY(text.find(" 4") != std::string::npos || text.find("=4") != std::string::npos);
        }
        const auto deepspeed = nlohmann::json::parse(findFramework("deepspeed")->text(s, layout));
        QCOMPARE(deepspeed["train_batch_size"].get<double>(), 1024.0);
        QCOMPARE(deepspeed["zero_optimization"]["stage"].get<int>(), 1);
        QCOMPARE(deepspeed["pipeline"]["stages"].get<int>(), 4);
        const std::string megatron = findFramework("megatron-lm")->text(s, layout);
        for (const char* flag : {"--tensor-model-parallel-size 4", "--pipeline-model-parallel-size 4",
                 "--num-virtual-stages-per-pipeline-rank 5", "--context-parallel-size 2", "--sequence-parallel",
                 "--use-distributed-optimizer", "--micro-batch-size 1", "--global-batch-size 1024"})
            QVERIFY2(megatron.find(flag) != std::string::npos, flag);
        QVERIFY(megatron.find("--account-for") == std::string::npos);
    }

    /// 126 layers on 16 stages of 8 chunks.
    void flagsStateWhetherTablesCountAsLayers()
    {
        const Scenario s = test::preset("llama3-405b-16384xh100");
        const std::string megatron = findFramework("megatron-lm")->text(s, layoutOf(s));
        for (const char* flag : {"--account-for-embedding-in-pipeline-split", "--account-for-loss-in-pipeline-split"})
            QVERIFY2(megatron.find(flag) != std::string::npos, flag);
    }

    void flagsStateTheLayersOfTheFirstAndTheLastStage()
    {
        const Scenario even = test::preset("llama3-405b-16384xh100");
        const Scenario s = test::edited(even, {{"plan.first_stage_layers", "7"}, {"plan.last_stage_layers", "7"}});
        for (const auto& [framework, first, last] :
            {std::tuple{"megatron-lm", "--decoder-first-pipeline-num-layers 7", "--decoder-last-pipeline-num-layers 7"},
                std::tuple{"nemo", "num_layers_in_first_pipeline_stage=7", "num_layers_in_last_pipeline_stage=7"}}) {
            const std::string text = findFramework(framework)->text(s, layoutOf(s));
            QVERIFY2(text.find(first) != std::string::npos && text.find(last) != std::string::npos, text.c_str());
            QVERIFY(text.find("account") == std::string::npos);
            QVERIFY(findFramework(framework)->text(even, layoutOf(even)).find(first) == std::string::npos);
        }
    }

    void layoutsWithTheEmbeddingAsAChunkAreFound()
    {
        const Scenario s = test::preset("llama3-405b-16384xh100");
        const SearchAnswer answer = searchLayouts(s, requestOf(s, 1), shippedCalibration());
        QVERIFY(answer.top.front().step.step_s <= evaluate(s, shippedCalibration()).step_s);
    }
};

KNEEPOINT_TEST(WhyNotTest)
#include "why_not_test.moc"
