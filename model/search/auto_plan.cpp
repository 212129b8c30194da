// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/auto_plan.h"

#include "model/catalogue/derive.h"
#include "model/constants/physics.h"
#include "model/cost/fit_chance.h"
#include "model/scenario/scenario.h"
#include "model/scenario/whole_nodes.h"
#include "model/search/explanation.h"
#include "model/search/layout_walk.h"
#include "model/search/robust_choice.h"
#include "model/step/step_model.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string_view>
#include <utility>

namespace kneepoint {
namespace {

/// The dimensions in the usual order.
constexpr std::array named{Dimension::tensor, Dimension::pipeline, Dimension::virtual_stages, Dimension::context,
    Dimension::expert, Dimension::zero, Dimension::shard_group, Dimension::micro_batch, Dimension::recompute,
    Dimension::sequence};

/// The part of a space that usually contains the best layout: whole-cluster sharding, small micro-batches
/// and little context parallelism; and what a known layout has. Pinned values stay.
LayoutSpace likelyPart(const Scenario& job, LayoutSpace space, const std::optional<Layout>& known = {})
{
    const auto only = [&](Dimension d, std::vector<double> values) {
        if (!space.isFree(d))
            return;
        if (known)
            values.push_back((*known)[d]);
        space.limit(d, std::move(values));
    };
    only(Dimension::micro_batch, {1, 2, 4});
    only(Dimension::shard_group, {0});
    only(Dimension::recompute, {0, 1});
    if (job.workload.sequence_length <= long_sequence)
        only(Dimension::context, {1, 2});
    return space;
}

SearchRequest requestFor(const AutoPlanRequest& asked, LayoutSpace space, std::optional<double> known_s = {})
{
    SearchRequest request;
    request.space = std::move(space);
    request.objective = asked.objective;
    request.threads = asked.threads;
    request.stop = asked.stop;
    if (known_s)
        request.longest_step_s = *known_s;
    return request;
}

/// The former layout for the job: micro-batches follow from its batch and GPUs, pinned dimensions from its pins.
Layout carriedOver(const Scenario& job, const Layout& former)
{
    Edit pinned;
    for (std::size_t i = 0; i < dimension_count; ++i)
        if (const auto d = static_cast<Dimension>(i); !isPlanned(job, d))
            pinned.push_back({&parameterOf(d), parameterOf(d).get(job)});
    return completed(job, former, pinned);
}

std::string choiceText(Dimension d, double value)
{
    if (d == Dimension::shard_group && value == 0)
        return "all replicas";
    const Parameter& p = parameterOf(d);
    return p.choices             ? std::string(p.choice(value).id)
        : p.scale == Scale::flag ? (value != 0 ? "on" : "off")
                                 : fmt::format("{}", value);
}

bool fitsSomehow(const Scenario& job, const Calibration& calibration, const std::stop_token& stop)
{
    return autoPlan(job, {.stop = stop}, calibration).layout.has_value();
}

Edit unpinned(const Scenario& job)
{
    Edit edit;
    for (const Parameter& p : catalogue())
        if (!p.pins.empty() && p.get(job) != 0)
            edit.push_back({&p, 0});
    return edit;
}

/// The nearest global batch that some number of replicas divides, for every split of the GPUs up to a replica of
/// `most_replica`; the smallest change first.
std::vector<double> nearbyBatches(const Scenario& job, double most_replica)
{
    const double batch = LayoutRules(job).globalBatch();
    std::vector<double> batches;
    for (const double replica : divisors(job.cluster.gpus))
        if (const double k = job.cluster.gpus / replica; replica <= most_replica)
            batches.push_back(k * std::max(1.0, std::round(batch / k)));
    std::ranges::sort(batches, {}, [&](double b) { return std::abs(std::log(b / batch)); });
    batches.erase(std::unique(batches.begin(), batches.end()), batches.end());
    return batches;
}

/// Why no layout has the pinned values, if that is so for each value of the others.
std::optional<std::string> pinnedFault(const Scenario& job)
{
    Layout l = layoutOf(job);
    for (const Dimension d :
        {Dimension::tensor, Dimension::pipeline, Dimension::virtual_stages, Dimension::context, Dimension::expert})
        if (isPlanned(job, d))
            l[d] = 1;
    constexpr std::array<std::string_view, 9> of_one_degree{
        "gpus", "software", "heads", "kv_heads", "ffn", "node", "layers", "sequence", "experts"};
    for (BrokenRule& rule : LayoutRules(job).broken(l))
        if (std::ranges::find(of_one_degree, rule.id) != of_one_degree.end())
            return std::move(rule.sentence);
    return {};
}

/// GPUs of the largest replica that model, software and pinned values allow.
double largestReplica(const Scenario& job)
{
    const LayoutRules rules(job);
    const Candidates all = candidatesOf(rules, automaticSpace(job));
    double largest = 1;
    for (const double t : all.of(Dimension::tensor))
        for (const double c : all.of(Dimension::context))
            for (const double p : all.of(Dimension::pipeline))
                if (rules.tensor(t) && rules.context(c) && rules.pipeline(p) && rules.fills(t * c * p))
                    largest = std::max(largest, t * c * p);
    return largest;
}

/// Rounded down to two significant digits.
double roundedDown(double value)
{
    const double digit = std::pow(10, std::floor(std::log10(value)) - 1);
    return std::floor(value / digit) * digit;
}

/// The largest model of round size that fits, within 10 %: halved until one fits, then refined by bisection.
std::optional<FeasibleChange> smallerModel(const Scenario& job, const std::function<bool(const Edit&)>& helps)
{
    constexpr int steps_back = 3;
    const Parameter& size = parameter("workload.parameters");
    double too_large = size.get(job);
    double fits = too_large / 2;
    while (fits >= size.range.min && !helps({{&size, roundedDown(fits)}})) {
        too_large = fits;
        fits /= 2;
    }
    if (fits < size.range.min)
        return {};
    for (int step = 0; step < steps_back; ++step) {
        const double between = std::sqrt(fits * too_large);
        (helps({{&size, roundedDown(between)}}) ? fits : too_large) = between;
    }
    const double found = roundedDown(fits);
    return FeasibleChange{{{&size, found}}, fmt::format("shrink the model to {}", formatQuantity(found, size.unit))};
}

} // namespace

bool isPlanned(const Scenario& job, Dimension d)
{
    static const std::array<const Parameter*, dimension_count> pins = [] {
        std::array<const Parameter*, dimension_count> all{};
        for (std::size_t i = 0; i < dimension_count; ++i)
            all[i] = pinOf(parameterOf(static_cast<Dimension>(i)));
        return all;
    }();
    const Parameter* pin = pins[static_cast<std::size_t>(d)];
    return pin && pin->get(job) == 0;
}

LayoutSpace automaticSpace(const Scenario& job)
{
    LayoutSpace space = defaultSpace(job);
    for (std::size_t i = 0; i < dimension_count; ++i)
        if (const auto d = static_cast<Dimension>(i); !isPlanned(job, d))
            space.fix(d, parameterOf(d).get(job));
    return space;
}

namespace {

/// The plan for the job's own batch.
AutoPlanAnswer planOf(const Scenario& job, const AutoPlanRequest& request, const Calibration& calibration)
{
    const LayoutSpace space = automaticSpace(job);
    const LayoutRules rules(job);
    AutoPlanAnswer answer;
    answer.whole = request.most_families == everything
        || LayoutWalk(rules, space).families(request.most_families + 1).size() <= request.most_families;
    SearchRequest search = requestFor(request, answer.whole ? space : likelyPart(job, space));
    search.near = most_given_up;
    const SearchAnswer found = searchLayouts(job, search, calibration);
    answer.whole = answer.whole && found.proof;
    answer.valid = found.valid;
    answer.least_memory_bytes = found.least_memory_bytes;
    if (!found.top.empty()) {
        answer.fastest = found.top.front().layout;
        const RobustChoice choice = practicedChoice(job, search, found, calibration);
        answer.layout = choice.found.layout;
        answer.given_up = choice.slower;
        answer.value = choice.found.value;
    }
    return answer;
}

/// Finds what the answer gives up, in the space that it was found in.
void compareWithFastest(
    const Scenario& job, const AutoPlanRequest& request, const Calibration& calibration, AutoPlanAnswer& answer)
{
    const double step_s = evaluate(applied(job, editOf(*answer.layout), calibration), calibration).step_s;
    AutoPlanRequest fastest = request;
    fastest.objective = stepTimeObjective();
    const LayoutSpace space = automaticSpace(job);
    const SearchAnswer found = searchLayouts(
        job, requestFor(fastest, answer.whole ? space : likelyPart(job, space, answer.layout), step_s), calibration);
    const bool is_faster = !found.top.empty() && found.top.front().step.step_s < step_s;
    answer.fastest = is_faster ? found.top.front().layout : answer.layout;
    answer.given_up = is_faster ? step_s / found.top.front().step.step_s - 1 : 0;
}

} // namespace

AutoPlanAnswer autoPlan(const Scenario& job, const AutoPlanRequest& request, const Calibration& calibration)
{
    AutoPlanAnswer answer = planOf(job, request, calibration);
    Scenario planned = job;
    answer.batch = LayoutRules(job).globalBatch();
    const double divisible = divisibleBatch(job);
    if (divisible != answer.batch && !request.stop.stop_requested()) {
        const Scenario other = applied(job, {{&parameter("workload.global_batch"), divisible}}, calibration);
        AutoPlanAnswer moved = planOf(other, request, calibration);
        moved.batch = divisible;
        moved.whole = moved.whole && answer.whole;
        const bool better = moved.layout
            && (!answer.layout || moved.value / moved.batch * (1 + choice_noise) < answer.value / answer.batch);
        if (better) {
            answer = moved;
            planned = other;
        }
    }
    if (request.compares && answer.layout)
        compareWithFastest(planned, request, calibration, answer);
    return answer;
}

std::string batchChangeText(const Scenario& job, const AutoPlanAnswer& answer)
{
    const double before = LayoutRules(job).globalBatch();
    if (!answer.layout || answer.batch == before)
        return {};
    return fmt::format("Global batch {} → {}, which {} GPUs divide.", countText(before), countText(answer.batch),
        countText(job.cluster.gpus));
}

namespace {

/// "; it fits in memory with a probability of only 73 %": why a faster layout is not planned. Empty if it is another
/// reason than fit, simplicity and what is rarely run.
std::string whyNotFastest(const Scenario& job, const AutoPlanAnswer& answer, const Calibration& calibration)
{
    const auto chance = [&](const Layout& layout) {
        return fitChance(evaluate(inLayout(job, editOf(layout)), calibration).memory);
    };
    const double fit = chance(*answer.fastest);
    if (fit < likely_fit_chance)
        return doubtfulFitText(fit);
    if (answer.given_up <= choice_noise)
        return fmt::format("; within {:.0f} %, the simpler layout is preferred", 100 * choice_noise);
    if (answer.given_up <= most_given_up && !isUsual(job, *answer.fastest))
        return fmt::format("; it has what is rarely run, which must be {:.0f} % faster", 100 * rare_noise);
    const double planned = chance(*answer.layout);
    return fit < planned ? fmt::format(
               "; it fits in memory with a probability of {} instead of {}", chanceText(fit), chanceText(planned))
                         : std::string();
}

} // namespace

std::string givenUpText(const Scenario& job, const AutoPlanAnswer& answer, const Calibration& calibration)
{
    constexpr double visible = 5e-4;
    if (!answer.layout || !answer.fastest || *answer.layout == *answer.fastest || answer.given_up < visible)
        return {};
    return fmt::format("the fastest is {:.1f} % faster: {}{}", 100 * answer.given_up, layoutText(job, *answer.fastest),
        job.automatic.on ? whyNotFastest(job, answer, calibration) : "");
}

std::string agreementText(const Scenario& job, const Layout& fastest, const Calibration& calibration)
{
    if (!evaluate(job, calibration).memory.fits())
        return "The layout in use does not fit in memory.";
    const auto seconds = [&](const Layout& layout) {
        return evaluate(inLayout(job, editOf(layout)), calibration).step_s;
    };
    AutoPlanAnswer answer{.layout = layoutOf(job), .fastest = fastest};
    answer.given_up = seconds(*answer.layout) / seconds(fastest) - 1;
    const std::string faster = givenUpText(job, answer, calibration);
    if (job.automatic.on)
        return faster.empty() ? "Auto plan uses the fastest layout." : "By step time alone, " + faster + ".";
    return faster.empty()
        ? std::string("The layout in use is the fastest.")
        : fmt::format("The fastest layout is {:.1f} % faster than the one in use.", 100 * answer.given_up);
}

std::string chanceText(double chance)
{
    constexpr double least = 0.01;
    if (chance > 1 - least)
        return "over 99 %";
    return chance < least ? "under 1 %" : fmt::format("{:.0f} %", 100 * chance);
}

std::string doubtfulFitText(double fit)
{
    return fit < likely_fit_chance ? fmt::format("; it fits in memory with a probability of only {}", chanceText(fit))
                                   : std::string();
}

std::string layoutDifference(const Layout& before, const Layout& after)
{
    std::string text;
    for (const Dimension d : named)
        if (before[d] != after[d])
            text += fmt::format("{}{} {} → {}", text.empty() ? "" : ", ", shortName(d), choiceText(d, before[d]),
                choiceText(d, after[d]));
    return text;
}

std::string layoutChangeText(
    const Scenario& job, const Layout& former, const Layout& chosen, const Calibration& calibration)
{
    const std::string difference = layoutDifference(former, chosen);
    if (difference.empty())
        return {};
    const StepReport step = evaluate(inLayout(job, editOf(chosen)), calibration);
    const FoundLayout best{chosen, step, step.step_s, {}};
    const WhyNot why = whyNot(job, {}, carriedOver(job, former), &best, calibration);
    if (!why.broken.empty())
        return fmt::format("{}: the previous layout no longer runs: {}.", difference, why.broken.front().sentence);
    if (why.parts.empty() || why.step_ratio <= 1)
        return fmt::format("{}.", difference);
    const PartDifference& most = why.parts.front();
    return fmt::format("{}: the step is {:.0f} % shorter; {} falls from {} to {}.", difference,
        100 * (1 - 1 / why.step_ratio), partLabel(most.part), formatQuantity(most.seconds, Unit::seconds),
        formatQuantity(most.best_seconds, Unit::seconds));
}

std::optional<FeasibleChange> feasibleChange(const Scenario& job, const Calibration& calibration, std::stop_token stop)
{
    constexpr std::size_t most_batches = 6;
    constexpr double most_growth = 1024;
    constexpr double most_replica = 1024;
    const auto helps = [&](const Edit& edit) {
        return !isOutOfRange(edit) && !stop.stop_requested()
            && fitsSomehow(applied(job, edit, calibration), calibration, stop);
    };
    if (const Edit edit = unpinned(job); !edit.empty() && helps(edit))
        return FeasibleChange{edit, "unpin the layout"};
    const Parameter& batch = parameter("workload.global_batch");
    std::vector<double> batches = nearbyBatches(job, most_replica);
    batches.resize(std::min(batches.size(), most_batches));
    for (const double b : batches)
        if (const Edit edit{{&batch, b}}; b != batch.get(job) && helps(edit))
            return FeasibleChange{edit, fmt::format("set the global batch to {}", b)};
    const Parameter& gpus = parameter("cluster.gpus");
    const double node = wholeNode(job.cluster);
    for (double growth = 1; growth <= most_growth; growth *= 2) {
        const double n = node * std::exp2(std::ceil(std::log2(std::max(1.0, growth * job.cluster.gpus / node))));
        if (const Edit edit{{&gpus, n}}; n > job.cluster.gpus && helps(edit))
            return FeasibleChange{edit, fmt::format("use {} GPUs", n)};
    }
    return smallerModel(job, helps);
}

std::string noLayoutText(const Scenario& job, const AutoPlanAnswer& answer)
{
    if (answer.valid <= 0) {
        if (const auto fault = pinnedFault(job))
            return fmt::format("No layout exists: {}.", *fault);
        const double largest = largestReplica(job);
        return fmt::format("No layout exists: {} GPUs and a global batch of {} leave no whole number of micro-batches "
                           "per replica of {}{}.",
            job.cluster.gpus, LayoutRules(job).globalBatch(),
            largest > 1 ? fmt::format("at most {} GPUs", largest) : "one GPU",
            unpinned(job).empty() ? "" : " with the pinned values");
    }
    return fmt::format("No layout fits: the smallest needs {} per GPU; {} available.",
        formatQuantity(answer.least_memory_bytes, Unit::bytes), formatQuantity(job.cluster.memory_bytes, Unit::bytes));
}

} // namespace kneepoint
