// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/change.h"

#include "model/analysis/knees.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/results/cause_shares.h"
#include "model/results/derivation.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"
#include "model/step/step_model.h"
#include "model/units/units.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace kneepoint {
namespace {

constexpr double negligible = 5e-3; ///< relative change that is called none
constexpr double visible = 1e-3;    ///< share of a step below which a part is left out
constexpr std::size_t most_reasons = 3;
constexpr std::size_t most_turned = 40;

bool isSame(double before, double after)
{
    return std::abs(after - before) <= negligible * std::max(std::abs(before), std::abs(after));
}

/// "doubled", "halved", "×1.6", "unchanged".
std::string changeWords(double before, double after)
{
    if (isSame(before, after))
        return "unchanged";
    if (!(before > 0))
        return "new";
    if (!(after > 0))
        return "gone";
    const double factor = after / before;
    if (isSame(factor, 2))
        return "doubled";
    if (isSame(factor, 0.5))
        return "halved";
    return fmt::format("×{}", formatQuantity(factor, Unit::none));
}

/// A parameter that differs, and the step with only this one changed.
struct Turned {
    const Parameter* parameter = nullptr;
    StepReport step;
    std::string words;
};

std::vector<Turned> turned(const Analysis& before, const Analysis& after)
{
    std::vector<Turned> all;
    for (const Parameter& p : catalogue()) {
        const double from = p.get(before.scenario);
        const double to = p.get(after.scenario);
        const bool follows =
            originOf(p, after.scenario) == Origin::derived && !(after.scenario.automatic.on && pinOf(p));
        if (from == to || follows || all.size() == most_turned)
            continue;
        Scenario alone = before.scenario;
        p.edit(alone, to, before.calibration);
        Turned knob{&p, evaluate(alone, before.calibration),
            fmt::format("{} {} → {}", p.label, briefText(p, from), briefText(p, to))};
        if (alone == after.scenario) // whatever else differs has followed it
            return {std::move(knob)};
        all.push_back(std::move(knob));
    }
    return all;
}

/// A term of a step whose change is described.
using Measure = double (*)(const StepReport&, Part);

std::string reasons(const std::vector<Turned>& all, const StepReport& before, Measure measure, Part part)
{
    std::vector<std::string> found;
    for (const Turned& t : all)
        if (!isSame(measure(before, part), measure(t.step, part)))
            found.push_back(t.words);
    const std::size_t more = found.size() > most_reasons ? found.size() - most_reasons : 0;
    found.resize(found.size() - more);
    return fmt::format("{}{}", fmt::join(found, ", "), more > 0 ? fmt::format(" and {} more", more) : "");
}

ChangeTerm metricTerm(const Metric& m, const Analysis& before, const Analysis& after)
{
    const auto from = m.value(before);
    const auto to = m.value(after);
    return {std::string(m.id), std::string(m.label), valueText(m, before), valueText(m, after),
        from && to ? changeWords(*from, *to)
            : from ? "gone"
            : to   ? "new"
                   : "unchanged",
        {}};
}

ChangeTerm stepTerm(std::string id, std::string_view label, Measure measure, Part part, const Analysis& before,
    const Analysis& after, const std::vector<Turned>& all, Unit unit)
{
    const double from = measure(before.step, part);
    const double to = measure(after.step, part);
    return {std::move(id), std::string(label), formatQuantity(from, unit), formatQuantity(to, unit),
        changeWords(from, to), isSame(from, to) ? std::string() : reasons(all, before.step, measure, part)};
}

/// What joins a knee that moved to the sentence: less communication for the same compute moves it out, and more moves
/// it in; anything else is no consequence of what comes before.
std::string kneeJoint(const Analysis& before, const Analysis& after, bool outward)
{
    const double from = before.step.gamma;
    const double to = after.step.gamma;
    const bool same_replica = gpusPerReplica(before.scenario) == gpusPerReplica(after.scenario);
    if (same_replica && !isSame(from, to) && (to < from) == outward)
        return ", so";
    if (!same_replica)
        return fmt::format("; a replica has {} GPUs instead of {}, and",
            formatQuantity(gpusPerReplica(after.scenario), Unit::none),
            formatQuantity(gpusPerReplica(before.scenario), Unit::none));
    return isSame(from, to) ? ";" : fmt::format("; although γ is {},", to < from ? "lower" : "higher");
}

/// The end of a sentence.
std::string kneeWords(const Analysis& before, const Analysis& after)
{
    const auto& from = theKnee(before.curve);
    const auto& to = theKnee(after.curve);
    if (from && to)
        return isSame(from->workers, to->workers)
            ? "; the knee stays at " + kneePlace(to->workers)
            : fmt::format("{} the knee moved from {} to {}", kneeJoint(before, after, to->workers > from->workers),
                kneePlace(from->workers), kneePlace(to->workers));
    if (from)
        return fmt::format("{} the knee at {} is gone up to K = {}", kneeJoint(before, after, true),
            kneePlace(from->workers), formatQuantity(after.curve.max_workers, Unit::none));
    return to ? fmt::format("{} there is a knee now, at {}", kneeJoint(before, after, false), kneePlace(to->workers))
              : std::string("; still no knee");
}

double hiddenOf(const StepReport& step)
{
    double hidden_s = 0;
    for (const PartTime& time : step.parts)
        hidden_s += time.hidden_s;
    return hidden_s;
}

/// Share of the communication that is hidden behind compute; nothing if there is none.
std::optional<double> hiddenShare(const StepReport& step)
{
    double hidden_s = 0;
    for (const Part part : communication_parts)
        hidden_s += step.part(part).hidden_s;
    return step.comm_s > 0 ? std::optional(hidden_s / step.comm_s) : std::nullopt;
}

/// The hidden shares of communication of two steps.
struct HiddenShares {
    double before = 0, after = 0;
};

/// Nothing where they are about equal, or without communication.
std::optional<HiddenShares> hiddenShares(const StepReport& before, const StepReport& after)
{
    constexpr double visible_share = 0.01;
    const std::optional<double> from = hiddenShare(before);
    const std::optional<double> to = hiddenShare(after);
    return from && to && std::abs(*from - *to) >= visible_share ? std::optional(HiddenShares{*from, *to})
                                                                : std::nullopt;
}

/// What changed where compute and communication take as long as before, but less or more of them is hidden.
std::string hidingText(const StepReport& before, const StepReport& after)
{
    if (const auto shares = hiddenShares(before, after))
        return fmt::format("{} of communication is hidden behind compute instead of {}",
            formatQuantity(shares->after, Unit::ratio), formatQuantity(shares->before, Unit::ratio));
    return fmt::format("{} of other work is hidden behind compute instead of {}",
        formatQuantity(hiddenOf(after), Unit::seconds), formatQuantity(hiddenOf(before), Unit::seconds));
}

/// Whether a parameter changes what is hidden and neither compute nor communication.
bool isOfOverlap(const Turned& t, const StepReport& before)
{
    return isSame(t.step.compute_s, before.compute_s) && isSame(t.step.comm_s, before.comm_s)
        && hiddenShares(before, t.step);
}

std::string sentenceOf(const Analysis& before, const Analysis& after, const std::vector<Turned>& all)
{
    const StepReport& a = before.step;
    const StepReport& b = after.step;
    const std::string from = formatQuantity(a.step_s, Unit::seconds);
    const std::string to = formatQuantity(b.step_s, Unit::seconds);
    const bool only_hiding = isSame(a.compute_s, b.compute_s) && isSame(a.comm_s, b.comm_s)
        && std::abs(hiddenOf(a) - hiddenOf(b)) > negligible * std::max(a.step_s, b.step_s);
    if (isSame(a.step_s, b.step_s) && isSame(a.compute_s, b.compute_s) && isSame(a.comm_s, b.comm_s))
        return fmt::format("Step time still {}: compute and communication unchanged.", to);
    std::string start;
    if (isSame(a.step_s, b.step_s))
        start = fmt::format("Step time still {}", to);
    else if (b.step_s > a.step_s)
        start =
            fmt::format("Step time {} → {}, {} slower", from, to, formatQuantity(b.step_s / a.step_s, Unit::factor));
    else
        start =
            fmt::format("Step time {} → {}, {} faster", from, to, formatQuantity(a.step_s / b.step_s, Unit::factor));
    if (only_hiding)
        return fmt::format(
            "{}: compute and communication unchanged, but {}{}.", start, hidingText(a, b), kneeWords(before, after));
    const bool overlaps = std::ranges::any_of(all, [&](const Turned& t) { return isOfOverlap(t, a); });
    const auto shares = hiddenShares(a, b);
    const std::string hidden = shares && overlaps
        ? fmt::format(" (hidden: {} → {})", formatQuantity(shares->before, Unit::ratio),
            formatQuantity(shares->after, Unit::ratio))
        : std::string();
    return fmt::format("{}: compute {}, communication {}{}, γ {}{}.", start, changeWords(a.compute_s, b.compute_s),
        changeWords(a.comm_s, b.comm_s), hidden, changeWords(a.gamma, b.gamma), kneeWords(before, after));
}

std::string briefOf(const Analysis& before, const Analysis& after)
{
    const auto place = [](const Analysis& a) {
        const std::optional<Knee>& knee = theKnee(a.curve);
        return knee ? kneePlace(knee->workers) : std::string("none");
    };
    const std::string knee = place(before) == place(after) ? fmt::format("knee still {}", place(after))
                                                           : fmt::format("knee {} → {}", place(before), place(after));
    return fmt::format("Step time {} → {}; {}.", formatQuantity(before.step.step_s, Unit::seconds),
        formatQuantity(after.step.step_s, Unit::seconds), knee);
}

ChangeSummary summaryOf(const Analysis& before, const Analysis& after, const std::vector<Turned>& all)
{
    return {sentenceOf(before, after, all), briefOf(before, after)};
}

std::string sharesOf(const Analysis& before, const Analysis& after, const std::vector<Turned>& all)
{
    std::vector<const Parameter*> differing;
    differing.reserve(all.size());
    for (const Turned& t : all)
        differing.push_back(t.parameter);
    if (differing.size() < 2)
        return {};
    const std::vector<CauseShare> shares = causeShares(before, after, differing);
    const std::string of_step = stepSharesText(shares);
    if (of_step.empty())
        return {};
    const std::string of_knee = kneeSharesText(shares);
    return fmt::format("Step time by cause, whatever the order: {}.{}", of_step,
        of_knee.empty() ? "" : fmt::format(" Knee: {}.", of_knee));
}

} // namespace

Change changeBetween(const Analysis& before, const Analysis& after)
{
    if (before.scenario == after.scenario)
        return {};
    const std::vector<Turned> all = turned(before, after);
    Change change{summaryOf(before, after, all), sharesOf(before, after, all), {}};
    const auto step = [](const StepReport& r, Part) { return r.step_s; };
    const auto part_time = [](const StepReport& r, Part part) { return r.part(part).total_s(); };
    const auto gamma = [](const StepReport& r, Part) { return r.gamma; };
    change.terms.push_back(stepTerm("step_s", "Step time", step, Part::compute, before, after, all, Unit::seconds));
    for (std::size_t i = 0; i < part_count; ++i) {
        const Part part = static_cast<Part>(i);
        const double share = std::max(before.step.part(part).total_s() / std::max(before.step.step_s, 1e-300),
            after.step.part(part).total_s() / std::max(after.step.step_s, 1e-300));
        if (share > visible)
            change.terms.push_back(
                stepTerm(derivationId(part), partLabel(part), part_time, part, before, after, all, Unit::seconds));
    }
    change.terms.push_back(stepTerm("gamma", "γ", gamma, Part::compute, before, after, all, Unit::none));
    for (const char* id : {"efficiency", "knee"})
        change.terms.push_back(metricTerm(metric(id), before, after));
    return change;
}

ChangeSummary changeSummary(const Analysis& before, const Analysis& after)
{
    return before.scenario == after.scenario ? ChangeSummary{} : summaryOf(before, after, turned(before, after));
}

} // namespace kneepoint
