// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/diagnosis/diagnosis.h"

#include "model/diagnosis/remedy_record.h"
#include "model/units/words.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace kneepoint {
namespace {

std::vector<std::string> evidenceOf(const CauseRecord& record, const Analysis& a, const Loss& loss)
{
    Sentences said = record.evidence(a, loss);
    if (loss.step_without_s >= a.step.step_s)
        return said;
    // The loss of exposed communication is what remains on a network without protocol overhead and contention.
    constexpr double notable = 0.02;
    const bool remains = record.cause == Cause::exposed_communication
        && shownShare(record.cause, a.step, loss) > loss.severity + notable;
    said.push_back(fmt::format("{} the step would take {} instead of {}.",
        remains ? "Protocol overhead and contention are part of it; without the rest" : "Without it",
        words::seconds(loss.step_without_s), words::seconds(a.step.step_s)));
    return said;
}

std::string verdict(const Diagnosis& d)
{
    if (d.causes.empty())
        return "Nothing to fix: no avoidable loss takes more than 2 %.";
    const Finding& worst = d.causes.front();
    if (worst.severity < worth_fixing)
        return fmt::format("Nothing much to fix. {}", worst.sentence);
    std::string text = worst.sentence;
    if (!worst.remedies.empty())
        text += fmt::format(" Best remedy: {}.", worst.remedies.front().sentence);
    return text;
}

} // namespace

Diagnosis diagnose(const Analysis& a, const PriceList& prices)
{
    const Scenario& s = a.scenario;
    Diagnosis d;
    d.now = outcome(s, a.step, a.headline.efficiency);
    std::optional<ParameterChanges> found_layout;
    const auto layout = [&]() -> const ParameterChanges& {
        if (!found_layout)
            found_layout = betterLayout(s, a.step, Splitting::any, a.calibration).changes;
        return *found_layout;
    };
    for (const CauseRecord& record : causeRecords()) {
        const Loss loss = record.loss(s, a.step, a.calibration);
        if (loss.severity < record.least_severity)
            continue;
        Finding f;
        f.cause = record.cause;
        f.severity = loss.severity;
        f.share = shownShare(record.cause, a.step, loss);
        f.step_without_s = loss.step_without_s;
        f.wall = record.wall;
        f.sentence = causeSentence(record, a, loss);
        f.evidence = evidenceOf(record, a, loss);
        const std::span<const std::string_view> confirmation = confirmationOf(record, a);
        f.confirm.assign(confirmation.begin(), confirmation.end());
        if (f.severity >= worth_fixing)
            f.remedies = judge({s, a.step, a.calibration, layout(), prices}, d.now, record.cause);
        d.causes.push_back(std::move(f));
    }
    std::ranges::stable_sort(d.causes, std::ranges::greater{}, &Finding::severity);
    d.sentence = verdict(d);
    return d;
}

} // namespace kneepoint
