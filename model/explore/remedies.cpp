// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/remedies.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

constexpr double least_gain = 0.005;
constexpr std::size_t most_shown = 10;
constexpr std::size_t most_pairs = 3;
constexpr std::size_t paired = 4; ///< of the best single edits, each with each

struct Candidate {
    const Proposal* first = nullptr;
    const Proposal* second = nullptr; ///< of a pair
    Edit edit;
    Outcome after;
    double gain = 0;
};

bool turnsSameKnob(const Edit& a, const Edit& b)
{
    return std::ranges::any_of(a, [&](const Setting& x) {
        return std::ranges::any_of(b, [&](const Setting& y) { return x.parameter == y.parameter; });
    });
}

bool isBetter(const Candidate& a, const Candidate& b)
{
    if (a.first->target == Target::memory && b.first->target == Target::memory) {
        if (a.after.fits != b.after.fits)
            return a.after.fits;
        if (a.after.fits)
            return a.after.useful_per_s > b.after.useful_per_s;
    }
    return a.gain > b.gain;
}

class Judge {
public:
    Judge(const Scenario& s, const Outcome& before)
        : m_scenario(s)
        , m_before(before)
    {
    }

    /// Keeps the candidate if it can be shown.
    void weigh(Candidate c, double more_than = 0)
    {
        const Scenario edited = applied(m_scenario, c.edit);
        if (edited == m_scenario)
            return;
        c.after = outcome(edited);
        const Target target = c.first->target;
        c.gain = targetValue(target, c.after) / targetValue(target, m_before) - 1;
        const bool worth = std::isfinite(c.gain) && c.gain >= least_gain && c.gain >= more_than + least_gain;
        if (worth && (c.after.fits || !m_before.fits))
            m_kept.push_back(std::move(c));
    }

    void weighPairs()
    {
        std::ranges::stable_sort(m_kept, isBetter);
        const std::vector<Candidate> best(
            m_kept.begin(), m_kept.begin() + static_cast<std::ptrdiff_t>(std::min(paired, m_kept.size())));
        for (std::size_t i = 0; i < best.size(); ++i)
            for (std::size_t j = i + 1; j < best.size(); ++j) {
                const Proposal& a = *best[i].first;
                const Proposal& b = *best[j].first;
                if (a.target != b.target || turnsSameKnob(a.edit, b.edit))
                    continue;
                Edit both = a.edit;
                both.insert(both.end(), b.edit.begin(), b.edit.end());
                weigh({&a, &b, std::move(both), {}, 0}, std::max(best[i].gain, best[j].gain));
            }
        std::ranges::stable_sort(m_kept, isBetter);
    }

    [[nodiscard]] const std::vector<Candidate>& kept() const { return m_kept; }

private:
    const Scenario& m_scenario;
    const Outcome& m_before;
    std::vector<Candidate> m_kept;
};

std::string change(std::string_view what, double before, double after, Unit unit)
{
    return fmt::format("{} {} → {}", what, formatQuantity(before, unit), formatQuantity(after, unit));
}

std::string effect(Cause cause, const Candidate& c, const Outcome& before, double capacity)
{
    const Outcome& after = c.after;
    if (c.first->target == Target::memory)
        return change("memory", before.memory_bytes, after.memory_bytes, Unit::bytes)
            + fmt::format(
                " of {}{}", formatQuantity(capacity, Unit::bytes), after.fits ? ", fits" : ", not enough yet");
    if (c.first->target == Target::cost && before.cost > 0)
        return change("the run costs", before.cost, after.cost, Unit::dollars);
    if (cause == Cause::large_batch)
        return change("examples that help", before.statistical_efficiency, after.statistical_efficiency, Unit::ratio);
    if (cause == Cause::failures)
        return change("goodput", before.goodput, after.goodput, Unit::ratio);
    constexpr double noticeable = 0.005;
    if (after.efficiency - before.efficiency >= noticeable)
        return change("efficiency", before.efficiency, after.efficiency, Unit::ratio);
    return change("throughput", before.examples_per_s, after.examples_per_s, Unit::examples_per_second);
}

void append(std::string& text, const std::string& phrase)
{
    text += (text.empty() ? "" : "; ") + phrase;
}

std::string priceText(const Outcome& before, const Outcome& after, double capacity, std::string_view risk)
{
    constexpr double noticeable = 0.01;
    std::string text;
    if (after.memory_bytes - before.memory_bytes > noticeable * capacity)
        append(text, "+" + formatQuantity(after.memory_bytes - before.memory_bytes, Unit::bytes) + " memory a GPU");
    if (after.cost > before.cost * (1 + noticeable))
        append(text, "+" + formatQuantity(after.cost - before.cost, Unit::dollars) + " for the run");
    if (after.training_s > before.training_s * (1 + noticeable))
        append(text, formatQuantity(after.training_s / before.training_s, Unit::factor) + " as long a run");
    if (after.statistical_efficiency < before.statistical_efficiency - noticeable)
        append(text,
            change("examples that help", before.statistical_efficiency, after.statistical_efficiency, Unit::ratio));
    if (!risk.empty())
        append(text, std::string(risk));
    return text;
}

Remedy remedyOf(const Candidate& c, const Scenario& s, const Outcome& before, Cause cause)
{
    const Proposal& first = *c.first;
    const std::string_view second_risk = c.second ? c.second->risk : std::string_view{};
    std::string risks(first.risk);
    if (!second_risk.empty() && second_risk != first.risk)
        append(risks, std::string(second_risk));
    const double capacity = s.cluster.memory_bytes;
    Remedy r;
    r.id = c.second ? fmt::format("{}+{}", first.id, c.second->id) : std::string(first.id);
    r.label = c.second ? fmt::format("{} and {}", first.label, c.second->label) : first.label;
    r.edit = c.edit;
    r.target = first.target;
    r.gain = c.gain;
    r.after = c.after;
    r.sentence = fmt::format("{}: {}", r.label, effect(cause, c, before, capacity));
    r.price = priceText(before, c.after, capacity, risks);
    r.memory_delta_bytes = c.after.memory_bytes - before.memory_bytes;
    r.cost_delta = c.after.cost - before.cost;
    r.statistical_efficiency_delta = c.after.statistical_efficiency - before.statistical_efficiency;
    r.risk = risks;
    return r;
}

} // namespace

double targetValue(Target target, const Outcome& o)
{
    switch (target) {
    case Target::speed:
        return o.useful_per_s;
    case Target::cost:
        return o.useful_per_dollar;
    case Target::memory:
        return 1 / o.memory_bytes;
    }
    return 0;
}

std::vector<Remedy> judge(const Scenario& s, const Outcome& before, Cause cause, const std::vector<Proposal>& proposals)
{
    Judge judge(s, before);
    for (const Proposal& p : proposals)
        if (!isOutOfRange(p.edit))
            judge.weigh({&p, nullptr, p.edit, {}, 0});
    judge.weighPairs();
    std::vector<Remedy> remedies;
    std::size_t pairs = 0;
    for (const Candidate& c : judge.kept()) {
        if (remedies.size() == most_shown)
            break;
        if (!c.second || ++pairs <= most_pairs)
            remedies.push_back(remedyOf(c, s, before, cause));
    }
    return remedies;
}

} // namespace kneepoint
