// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/schedule_gallery.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "model/search/layout_rules.h"
#include "model/step/step_model.h"
#include "model/units/words.h"

#include <algorithm>

namespace kneepoint {
namespace {

Scenario inSchedule(Scenario s, PipelineSchedule schedule)
{
    const double chunks = loops(schedule) ? std::max(2.0, s.plan.virtual_stages) : 1;
    s.plan.pipeline_schedule = schedule;
    s.plan.virtual_stages = chunks;
    return s;
}

/// Finds the first rule that this schedule breaks and the job's own does not, and whether the software lacks it.
void judge(ScheduleOption& option, const Scenario& job, const Scenario& s)
{
    const std::vector<BrokenRule> before = LayoutRules(job).broken(layoutOf(job));
    for (const BrokenRule& rule : LayoutRules(s).broken(layoutOf(s))) {
        if (std::ranges::any_of(before, [&](const BrokenRule& b) { return b.sentence == rule.sentence; }))
            continue;
        if (rule.id == "software")
            option.offered = false;
        else if (option.fault.empty())
            option.fault = rule.sentence;
    }
}

/// Stages that stand for all of them.
std::vector<int> shownStages(int stages)
{
    constexpr int most = 4;
    const int count = std::min(most, stages);
    std::vector<int> shown;
    shown.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        shown.push_back(count > 1 ? i * (stages - 1) / (count - 1) : 0);
    return shown;
}

} // namespace

std::vector<ScheduleOption> scheduleGallery(const Analysis& a)
{
    std::vector<ScheduleOption> gallery;
    const Scenario& job = a.scenario;
    if (job.plan.pipeline_parallel <= 1)
        return gallery;
    const std::span<const Choice> choices = parameter("plan.pipeline_schedule").choices();
    for (std::size_t i = 0; i < schedule_count; ++i) {
        const auto schedule = static_cast<PipelineSchedule>(i);
        const Scenario s = inSchedule(job, schedule);
        ScheduleOption option;
        option.schedule = schedule;
        option.label = choices[i].label;
        option.own = job.plan.pipeline_schedule == schedule;
        if (!option.own)
            judge(option, job, s);
        if (option.fault.empty()) {
            const StepReport step = option.own ? a.step : evaluate(s, a.calibration);
            option.step_s = step.step_s;
            option.bubble_s = step.part(Part::bubble).exposed_s;
            option.memory_bytes = step.memory.total();
            option.fits = step.memory.fits();
            option.timeline = timeline(s, step, a.calibration);
        }
        gallery.push_back(std::move(option));
    }
    return gallery;
}

std::optional<PipelineSchedule> offeredSchedule(const Scenario& s)
{
    if (s.stack.software < 1 || s.plan.pipeline_parallel <= 1 || splitsBackward(s.plan.pipeline_schedule))
        return {};
    const LayoutRules rules(s);
    for (const PipelineSchedule kind :
        {PipelineSchedule::zb_v, PipelineSchedule::zb_h1, PipelineSchedule::dualpipe_v, PipelineSchedule::dualpipe})
        if (rules.schedule(static_cast<double>(kind), 1, s.plan.pipeline_parallel, s.plan.accumulation))
            return kind;
    return {};
}

bool hasSchedule(const Scenario& s, PipelineSchedule schedule)
{
    return softwareLimits(s).offers(schedule);
}

Timeline galleryTimeline(const std::vector<ScheduleOption>& gallery)
{
    Timeline all;
    for (const ScheduleOption& option : gallery) {
        const int stages = option.timeline.pipeline.stages();
        if (!option.fault.empty() || stages < 1)
            continue;
        all.step_s = std::max(all.step_s, option.step_s);
        const auto schedule = static_cast<int>(all.schedules.size());
        for (const int stage : shownStages(stages)) {
            const std::string label = stage == 0 ? option.label : std::string();
            all.lanes.push_back({LaneKind::stage, label, {}, stage, schedule});
        }
        all.schedules.push_back(option.timeline.pipeline);
    }
    return all;
}

} // namespace kneepoint
