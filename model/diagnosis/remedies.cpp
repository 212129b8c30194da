// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/remedies.h"

#include "model/cost/failures.h"
#include "model/cost/operations.h"
#include "model/diagnosis/remedy_record.h"
#include "model/presets/presets.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"
#include "model/units/units.h"
#include "model/units/words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

constexpr std::size_t most_shown = 6;
constexpr std::size_t most_pairs = 2;
constexpr std::size_t paired = 4; ///< of the best single edits, each with each

struct Candidate {
    const Proposal* first = nullptr;
    const Proposal* second = nullptr; ///< of a pair
    Edit edit;
    Outcome after;
    double gain = 0;
    double weight = 1; ///< of a pair: the product of both
    double worth = 0;
    [[nodiscard]] Target target() const { return first->record->terms.target; }
};

bool turnsSameKnob(const Edit& a, const Edit& b)
{
    return std::ranges::any_of(a, [&](const Setting& x) {
        return std::ranges::any_of(b, [&](const Setting& y) { return x.parameter == y.parameter; });
    });
}

/// The edit; if the goal is a number of steps, it is adjusted to the same number of examples.
Edit forTheSameExamples(Edit edit, const Scenario& s, const Calibration& calibration)
{
    const Workload& w = s.workload;
    const double batch = applied(s, edit, calibration).workload.global_batch;
    if (w.training_goal == TrainingGoal::steps && batch != w.global_batch)
        edit.push_back({&parameter("workload.training_steps"), w.training_steps * w.global_batch / batch});
    return edit;
}

class Judge {
public:
    Judge(const DiagnosedJob& job, const Outcome& before)
        : m_job(job)
        , m_before(before)
        , m_broken(brokenLayoutRules(job.s))
    {
    }

    /// Keeps the candidate if it is valid and worth more than its parts.
    void weigh(Candidate c, double parts = 0)
    {
        c.edit = forTheSameExamples(std::move(c.edit), m_job.s, m_job.calibration);
        if (isOutOfRange(c.edit))
            return;
        const Scenario edited = applied(m_job.s, c.edit, m_job.calibration, m_job.prices);
        if (edited == m_job.s || brokenLayoutRules(edited) > m_broken)
            return;
        c.after = outcome(edited, m_job.calibration);
        c.gain = gainOf(c.target(), m_before, c.after);
        c.weight = c.second ? c.weight : weightOf(c.first->record->terms.effort, m_before, c.after);
        c.worth = worthOf(c.target(), c.weight, m_before, c.after);
        if (isShown(c, parts))
            m_kept.push_back(std::move(c));
    }

    void weighPairs()
    {
        sort();
        const std::vector<Candidate> best(
            m_kept.begin(), m_kept.begin() + static_cast<std::ptrdiff_t>(std::min(paired, m_kept.size())));
        for (std::size_t i = 0; i < best.size(); ++i)
            for (std::size_t j = i + 1; j < best.size(); ++j) {
                const Proposal& a = *best[i].first;
                const Proposal& b = *best[j].first;
                if (a.record->terms.target != b.record->terms.target || turnsSameKnob(a.edit, b.edit))
                    continue;
                Edit both = a.edit;
                both.insert(both.end(), b.edit.begin(), b.edit.end());
                weigh({&a, &b, std::move(both), {}, 0, best[i].weight * best[j].weight, 0},
                    std::max(best[i].worth, best[j].worth));
            }
        sort();
        if (!m_kept.empty() && m_kept.front().after.fits)
            std::erase_if(m_kept, [](const Candidate& c) { return !c.after.fits; });
    }

    [[nodiscard]] const std::vector<Candidate>& kept() const { return m_kept; }

private:
    void sort() { std::ranges::stable_sort(m_kept, std::ranges::greater{}, &Candidate::worth); }

    [[nodiscard]] bool isShown(const Candidate& c, double parts) const
    {
        if (!std::isfinite(c.gain) || !std::isfinite(c.worth))
            return false;
        if (c.target() == Target::memory)
            return c.gain >= least_worth && (!c.second || c.worth > parts * (1 + least_worth));
        return c.after.fits && c.gain > 0 && c.worth >= parts + least_worth;
    }

    const DiagnosedJob& m_job;
    const Outcome& m_before;
    int m_broken;
    std::vector<Candidate> m_kept;
};

std::string change(std::string_view what, double before, double after, Unit unit)
{
    return fmt::format("{} {} → {}", what, formatQuantity(before, unit), formatQuantity(after, unit));
}

/// The same of a figure of the catalogue of results, under its name.
std::string change(std::string_view metric_id, double before, double after)
{
    const Metric& m = metric(metric_id);
    std::string name(m.label);
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    return change(name, before, after, m.unit);
}

std::string throughputChange(const Scenario& s, const Outcome& before, const Outcome& after)
{
    const double tokens = tokensPerExample(s.workload);
    return change("throughput", before.examples_per_s * tokens,
        after.examples_per_s * tokens * after.text / before.text,
        tokens > 1 ? Unit::tokens_per_second : Unit::examples_per_second);
}

std::string effect(Cause cause, const Candidate& c, const Outcome& before, const Scenario& s)
{
    const Outcome& after = c.after;
    if (c.target() == Target::memory)
        return change("memory_bytes", before.memory_bytes, after.memory_bytes)
            + (after.fits ? ", fits" : ", still does not fit");
    if (c.target() == Target::cost)
        return before.cost > 0 ? change("cost", before.cost, after.cost)
                               : fmt::format("{} more examples per GPU-hour", words::percent(c.gain));
    if (cause == Cause::large_batch)
        return change("statistical_efficiency", before.statistical_efficiency, after.statistical_efficiency);
    if (cause == Cause::failures)
        return change("goodput", before.goodput, after.goodput);
    constexpr double noticeable = 0.005;
    if (after.efficiency - before.efficiency >= noticeable)
        return change("efficiency", before.efficiency, after.efficiency);
    return throughputChange(s, before, after);
}

void append(std::string& text, std::string_view phrase)
{
    if (!phrase.empty())
        text += fmt::format("{}{}", text.empty() ? "" : "; ", phrase);
}

std::string_view effortText(Effort effort)
{
    constexpr std::string_view texts[] = {
        "", "engineering work", "compare loss curves", "may hurt convergence", "requires different hardware"};
    return texts[static_cast<std::size_t>(effort)];
}

std::string riskText(const Candidate& c, const Outcome& before)
{
    constexpr double noticeable = 1.01;
    std::string text;
    const double growth = batchGrowth(before, c.after);
    if (growth > noticeable)
        append(text, fmt::format("{} global batch: retune the learning rate", formatQuantity(growth, Unit::factor)));
    const RemedyRecord& first = *c.first->record;
    const RemedyRecord* second = c.second ? c.second->record : nullptr;
    append(text, first.terms.note);
    if (second && second->terms.note != first.terms.note)
        append(text, second->terms.note);
    append(text, effortText(first.terms.effort));
    if (second && second->terms.effort != first.terms.effort)
        append(text, effortText(second->terms.effort));
    return text;
}

std::string tradeOffText(const Outcome& before, const Outcome& after, double capacity, std::string_view risk)
{
    constexpr double noticeable = 0.01;
    std::string text;
    if (after.memory_bytes - before.memory_bytes > noticeable * capacity)
        append(text,
            fmt::format("+{} memory per GPU", formatQuantity(after.memory_bytes - before.memory_bytes, Unit::bytes)));
    if (before.fits && costIncrease(before, after) > noticeable && before.cost > 0)
        append(text,
            fmt::format("+{} for the run", formatQuantity(before.cost * costIncrease(before, after), Unit::dollars)));
    if (before.fits && durationIncrease(before, after) > noticeable)
        append(text,
            fmt::format("the run takes {} as long", formatQuantity(1 + durationIncrease(before, after), Unit::factor)));
    if (after.statistical_efficiency < before.statistical_efficiency - noticeable)
        append(text, change("statistical_efficiency", before.statistical_efficiency, after.statistical_efficiency));
    append(text, risk);
    return text;
}

/// The label in the middle of a sentence; names of products and abbreviations keep their capitals.
std::string continued(std::string label)
{
    const bool product = std::ranges::find(gpuPresets(), label, &GpuPreset::name) != gpuPresets().end();
    const auto lower = [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; };
    const auto word_end = std::ranges::find_if(label, [](char c) { return c == ' ' || c == '/' || c == '-'; });
    const bool plain = label.end() - label.begin() > 1 && std::all_of(label.begin() + 1, word_end, lower);
    if (plain && !product && word_end - label.begin() > 1)
        label[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(label[0])));
    return label;
}

Remedy remedyOf(const Candidate& c, const DiagnosedJob& job, const Outcome& before, Cause cause)
{
    const RemedyRecord& first = *c.first->record;
    const RemedyRecord* second = c.second ? c.second->record : nullptr;
    Remedy r;
    r.id = second ? fmt::format("{}+{}", first.id, second->id) : std::string(first.id);
    r.label = first.labelFor(job);
    if (second)
        r.label += " and " + continued(second->labelFor(job));
    r.edit = c.edit;
    r.target = c.target();
    r.gain = c.gain;
    r.weight = c.weight;
    r.worth = c.worth;
    r.after = c.after;
    r.sentence = fmt::format("{}: {}", r.label, effect(cause, c, before, job.s));
    r.risk = riskText(c, before);
    r.trade_off = tradeOffText(before, c.after, job.s.cluster.memory_bytes, r.risk);
    r.memory_delta_bytes = c.after.memory_bytes - before.memory_bytes;
    r.cost_delta = c.after.cost - before.cost;
    r.statistical_efficiency_delta = c.after.statistical_efficiency - before.statistical_efficiency;
    return r;
}

} // namespace

std::string gainText(const Remedy& remedy)
{
    const auto percent = [](double share) { return formatQuantity(share, Unit::ratio, 2); };
    constexpr double doubled = 1; // from there on nobody thinks in per cent
    const std::string more = remedy.gain < doubled ? fmt::format("+{}", percent(remedy.gain))
                                                   : formatQuantity(1 + remedy.gain, Unit::factor, 2);
    switch (remedy.target) {
    case Target::speed:
        return fmt::format("{} speed", more);
    case Target::cost:
        return fmt::format("{} per dollar", more);
    case Target::memory:
        break;
    }
    return fmt::format("−{} memory", percent(remedy.gain / (1 + remedy.gain)));
}

std::vector<Proposal> proposals(Cause cause, const DiagnosedJob& job)
{
    std::vector<Proposal> all;
    for (const auto& records :
        {communicationRemedies(), computeRemedies(), layoutRemedies(), memoryRemedies(), runRemedies()})
        for (const RemedyRecord& record : records)
            if (record.causes.test(static_cast<std::size_t>(cause)))
                if (Edit edit = editOf(record.edit(job)); !edit.empty())
                    all.push_back({&record, std::move(edit)});
    return all;
}

std::vector<Remedy> judge(const DiagnosedJob& job, const Outcome& before, Cause cause)
{
    const std::vector<Proposal> offers = proposals(cause, job);
    Judge judge(job, before);
    for (const Proposal& p : offers)
        judge.weigh({&p, nullptr, p.edit, {}, 0, 1, 0});
    judge.weighPairs();
    std::vector<Remedy> remedies;
    std::size_t pairs = 0;
    for (const Candidate& c : judge.kept()) {
        if (remedies.size() == most_shown)
            break;
        if (!c.second || ++pairs <= most_pairs)
            remedies.push_back(remedyOf(c, job, before, cause));
    }
    return remedies;
}

} // namespace kneepoint
