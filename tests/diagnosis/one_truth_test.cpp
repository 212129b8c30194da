// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/knees.h"
#include "model/analysis/mfu_waterfall.h"
#include "model/analysis/waterfall.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/diagnosis/diagnosis.h"
#include "model/results/metric.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"
#include "tests/support/holds.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

using namespace kneepoint;

namespace {

bool has(const std::string& text, std::string_view words)
{
    return text.find(words) != std::string::npos;
}

/// An independent search, not the function that the sentences use.
std::pair<Part, double> largestOf(const StepReport& step, std::initializer_list<Part> without)
{
    std::pair<Part, double> worst{Part::compute, 0};
    for (std::size_t i = 0; i < part_count; ++i)
        if (const Part part = static_cast<Part>(i);
            std::ranges::find(without, part) == without.end() && step.part(part).exposed_s > worst.second * step.step_s)
            worst = {part, step.part(part).exposed_s / step.step_s};
    return worst;
}

void inEveryScenario(const std::function<void(const Scenario&)>& holds)
{
    for (const ScenarioFile& file : scenarioPresets())
        holds(file.scenario);
    test::RandomScenarios random(1010);
    const int wanted = test::scenariosWanted(400);
    for (int i = 0; i < wanted && !QTest::currentTestFailed(); ++i)
        holds(i % 2 ? random.scattered() : random.walked());
}

} // namespace

/// Headline, roofline, breakdown, timeline, gap, scaling and diagnosis agree about one analysis.
class OneTruthTest : public QObject {
    Q_OBJECT

private slots:
    void everyPanelNamesTheSameLargestLoss()
    {
        constexpr double surely_named = 0.02;
        inEveryScenario([](const Scenario& s) {
            const Analysis a = analyze(s);
            const auto [part, share] = largestOf(a.step, {Part::compute});
            if (share < surely_named)
                return;
            const std::string name(partLabel(part));
            HOLDS(has(breakdownSentence(a), "the largest loss is " + name), s);
            HOLDS(has(waterfall(a).sentence, "The largest loss of the step is " + name), s);
            const bool a_roof_shows_it = (a.roofline.bound == RoofBound::network && part == Part::data_comm)
                || (a.roofline.bound == RoofBound::memory && part == Part::memory);
            HOLDS(a_roof_shows_it || has(rooflineSentence(a), "Not in the roofline: " + name), s);
        });
    }

    void idleTimeInTheTimelineIsWaitingInTheBreakdown()
    {
        inEveryScenario([](const Scenario& s) {
            const Analysis a = analyze(s);
            const auto [part, share] = largestOf(a.step, {Part::compute, Part::memory, Part::launch, Part::optimizer});
            const std::string said = timelineSentence(a);
            const std::string name(partLabel(part));
            const double idle_s = a.step.step_s - a.step.compute_s - a.step.part(Part::optimizer).exposed_s;
            const bool most = 2 * a.step.part(part).exposed_s > idle_s;
            if (share > 0.001)
                HOLDS(has(said, (most ? "most of it " : "the largest part ") + name), s);
            if (share < 0.0004)
                HOLDS(has(said, "no idle time"), s);
        });
    }

    void theRooflineNamesItsRoofOnlyIfTheStepAgrees()
    {
        const auto named = [](const std::string& said) -> std::optional<Bound> {
            if (said.starts_with("Compute-bound"))
                return Bound::compute;
            if (said.starts_with("Memory-bound"))
                return Bound::memory;
            if (said.starts_with("Network-bound"))
                return Bound::communication;
            return {};
        };
        inEveryScenario([&](const Scenario& s) {
            const Analysis a = analyze(s);
            const std::string said = rooflineSentence(a);
            const std::optional<Bound> bound = named(said);
            HOLDS(
                bound ? *bound == a.step.bound : has(said, "The step is " + std::string(boundLabel(a.step.bound))), s);
            const auto region = std::ranges::find_if(a.curve.regions, [&](const BoundRegion& r) {
                return r.from_workers < a.step.workers * (1 - 1e-6) && a.step.workers * (1 + 1e-6) < r.to_workers;
            });
            HOLDS(region == a.curve.regions.end() || a.curve.points.empty() || region->bound == a.step.bound
                    || region->to_workers < 2 * region->from_workers,
                s);
        });
    }

    void nothingIsLostIsOnlySaidWhenTrue()
    {
        inEveryScenario([](const Scenario& s) {
            const Analysis a = analyze(s);
            const Waterfall w = waterfall(a);
            const double share = s.workload.scaling == Scaling::strong ? 1 / a.step.workers : 1;
            double lost = 0;
            for (std::size_t i = 0; i < part_count; ++i)
                lost = std::max(lost, a.step.parts[i].exposed_s - share * a.baseline.single.parts[i].exposed_s);
            if (has(w.sentence, "nothing is lost")) {
                HOLDS(lost <= 1e-3 * a.step.step_s, s);
                HOLDS(a.headline.efficiency > 0.999, s);
            }
            HOLDS(a.headline.efficiency > 0.999 || !w.bars.empty(), s);
            HOLDS(
                w.bars.empty() || std::abs(w.bars.back().to - metric("speedup").value(a).value()) < 1e-9 * w.ideal, s);
            if (has(w.sentence, "The step has no other loss") || has(breakdownSentence(a), "everything else is hidden"))
                HOLDS(largestOf(a.step, {Part::compute}).second < 5e-4, s);
        });
    }

    void allPanelsShowTheSameKnee()
    {
        inEveryScenario([](const Scenario& s) {
            const Analysis a = analyze(s);
            const std::optional<double> knee = metric("knee").value(a);
            const std::string tolerance = formatQuantity(s.assumptions.efficiency_tolerance, Unit::ratio);
            if (!knee) {
                HOLDS(has(headlineSentence(a), "no knee up to"), s);
                HOLDS(scalingSentence(a).starts_with("No knee up to"), s);
                return;
            }
            HOLDS(has(headlineSentence(a), "knee at " + kneePlace(*knee) + " (efficiency below " + tolerance), s);
            const std::string place = *knee < 2 ? "Already past the knee at K = 2" : "Knee at " + kneePlace(*knee);
            HOLDS(scalingSentence(a).starts_with(place), s);
            HOLDS(has(scalingSentence(a), tolerance), s);
        });
    }

    /// One loss, one number, to the last digit: breakdown, sentences, MFU, gap and diagnosis.
    void everyPanelGivesALossTheSameShareOfTheStep()
    {
        test::RandomScenarios random(1011);
        const auto percent = [](double share) { return formatQuantity(share, Unit::ratio); };
        const int wanted = test::scenariosWanted(300);
        for (int i = 0; i < wanted; ++i) {
            const Scenario s = i % 2 ? random.scattered() : random.walked();
            const Analysis a = analyze(s);
            const auto shareOf = [&](Part part) { return a.step.part(part).exposed_s / a.step.step_s; };
            const auto [largest, share] = largestOf(a.step, {Part::compute});
            constexpr double surely_named = 0.02;
            if (share > surely_named) {
                const std::string said = fmt::format("{}, {} of the step", partLabel(largest), percent(share));
                HOLDS(has(breakdownSentence(a), said), s);
                HOLDS(has(waterfall(a).sentence, said), s);
            }
            for (const MfuBar& bar : mfuWaterfall(a).bars)
                if (bar.id == partId(bar.part) && bar.part != Part::compute)
                    HOLDS(percent(bar.lost_s / a.step.step_s) == percent(shareOf(bar.part)), s);
            for (const Finding& found : diagnose(a).causes) {
                const std::optional<Part> part = found.cause == Cause::starved_input ? std::optional(Part::input)
                    : found.cause == Cause::pipeline_bubble                          ? std::optional(Part::bubble)
                    : found.cause == Cause::expert_all_to_all                        ? std::optional(Part::expert_comm)
                                                                                     : std::nullopt;
                if (part)
                    HOLDS(percent(found.share) == percent(shareOf(*part)), s);
                if (found.cause == Cause::exposed_communication)
                    HOLDS(found.share
                            == std::max(
                                {shareOf(Part::data_comm), shareOf(Part::pipeline_comm), shareOf(Part::context_comm)}),
                        s);
                if (part || found.cause == Cause::exposed_communication)
                    HOLDS(has(found.sentence, percent(found.share)), s);
            }
        }
    }

    /// What is lost to scaling is the step beyond the ideal one, each loss a share of the same step.
    void theLossesOfTheGapAddUpToItsSentence()
    {
        inEveryScenario([](const Scenario& s) {
            const Analysis a = analyze(s);
            const Waterfall w = waterfall(a);
            double lost_s = 0;
            for (const WaterfallBar& bar : w.bars)
                lost_s += bar.lost_s;
            if (!w.bars.empty()) {
                HOLDS(std::abs((w.ideal_s + lost_s) / a.step.step_s - 1) < 1e-9, s);
                const auto says = [&](double share) {
                    return has(w.sentence, formatQuantity(share, Unit::ratio) + " of the step is lost");
                };
                const double share = lost_s / a.step.step_s; // a sum: its last digit may tip the rounding of the text
                HOLDS(says(share * (1 - 1e-9)) || says(share * (1 + 1e-9)), s);
            }
        });
    }

    /// GEMMs lose in the MFU what the compute roof is below the peak, unless the step computes faster than that.
    void productsLoseTheSameInMfuAndRoofline()
    {
        inEveryScenario([](const Scenario& s) {
            const Analysis a = analyze(s);
            const MfuWaterfall w = mfuWaterfall(a);
            const auto rest = std::ranges::find(w.bars, "other-compute", &MfuBar::id);
            if (rest == w.bars.end() || rest->lost_s < 1e-3 * a.step.step_s)
                return;
            const auto gemm = std::ranges::find(w.bars, "gemm-efficiency", &MfuBar::id);
            const double below_roof_s = w.peak_s * (a.step.roof.peak_flops / a.step.roof.sustained_flops - 1);
            const double lost_s = gemm == w.bars.end() ? 0 : gemm->lost_s;
            HOLDS(std::abs(lost_s - std::max(0.0, below_roof_s)) < 2e-3 * a.step.step_s, s);
        });
    }
};

KNEEPOINT_TEST(OneTruthTest)
#include "one_truth_test.moc"
