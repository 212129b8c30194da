// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/answers/diagnosis_json.h"

#include "model/answers/report_json.h"

namespace kneepoint {

namespace {

std::string_view targetId(Target target)
{
    constexpr std::string_view ids[] = {"speed", "cost", "memory"};
    return ids[static_cast<std::size_t>(target)];
}

Json outcomeJson(const Outcome& o)
{
    return {
        {"step_s", o.step_s},
        {"efficiency", o.efficiency},
        {"examples_per_s", o.examples_per_s},
        {"statistical_efficiency", o.statistical_efficiency},
        {"goodput", o.goodput},
        {"useful_examples_per_s", o.useful_per_s},
        {"training_time_s", o.training_s},
        {"cost", o.cost},
        {"memory_bytes", o.memory_bytes},
        {"fits", o.fits},
    };
}

Json remedyJson(const Remedy& r)
{
    Json edit = Json::array();
    for (const Setting& setting : r.edit)
        edit.push_back({{"parameter", setting.parameter->id}, {"value", valueJson(*setting.parameter, setting.value)},
            {"text", settableText(*setting.parameter, setting.value)}});
    return {
        {"id", r.id},
        {"label", r.label},
        {"edit", edit},
        {"target", targetId(r.target)},
        {"gain", r.gain},
        {"gain_text", gainText(r)},
        {"sentence", r.sentence},
        {"worth", r.worth},
        {"trade_off", r.trade_off},
        {"price", r.trade_off}, // its former name
        {"risk", r.risk},
        {"memory_delta_bytes", r.memory_delta_bytes},
        {"cost_delta", r.cost_delta},
        {"statistical_efficiency_delta", r.statistical_efficiency_delta},
        {"after", outcomeJson(r.after)},
    };
}

Json findingJson(const Finding& f)
{
    Json remedies = Json::array();
    for (const Remedy& r : f.remedies)
        remedies.push_back(remedyJson(r));
    return {
        {"id", causeId(f.cause)},
        {"label", causeLabel(f.cause)},
        {"severity", f.severity},
        {"share", f.share},
        {"wall", wallId(f.wall)},
        {"wall_sentence", wallSentence(f.wall)},
        {"sentence", f.sentence},
        {"step_without_s", f.step_without_s},
        {"evidence", f.evidence},
        {"confirm", f.confirm},
        {"remedies", remedies},
    };
}

Json waterfallJson(const Waterfall& w)
{
    Json bars = Json::array();
    for (const WaterfallBar& bar : w.bars)
        bars.push_back({{"id", bar.id}, {"label", bar.label}, {"cause", causeId(bar.cause)}, {"lost_s", bar.lost_s},
            {"from", bar.from}, {"to", bar.to}});
    return {{"ideal", w.ideal}, {"predicted", w.predicted}, {"bars", bars}, {"sentence", w.sentence}};
}

} // namespace

Json diagnosisJson(const ScenarioFile& file, const Diagnosis& d, const Waterfall& w)
{
    Json causes = Json::array();
    for (const Finding& f : d.causes)
        causes.push_back(findingJson(f));
    return {
        {"scenario", {{"id", file.id}, {"title", file.title}}},
        {"sentence", d.sentence},
        {"now", outcomeJson(d.now)},
        {"causes", causes},
        {"waterfall", waterfallJson(w)},
    };
}

} // namespace kneepoint
