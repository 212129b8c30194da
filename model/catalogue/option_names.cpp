// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/option_names.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace kneepoint {
namespace {

constexpr std::size_t usual_parts = 2;
constexpr std::size_t most_parts = 4;

constexpr std::array named_first{"workload.model", "cluster.gpu", "cluster.gpus", "cluster.interconnect",
    "workload.precision", "workload.sequence_length", "workload.global_batch", "plan.tensor_parallel",
    "plan.pipeline_parallel", "plan.zero_stage", "stack.software", "plan.auto"};

/// "H100 SXM5 80 GB" of "H100 SXM5 80 GB (700 W)".
std::string labelWithoutRemark(std::string_view label)
{
    const std::size_t remark = label.find(" (");
    return std::string(label.substr(0, remark));
}

std::string optionPart(const Parameter& p, double value)
{
    if (p.id == "cluster.gpus")
        return fmt::format("{} GPUs", briefText(p, value));
    if (p.choices)
        return labelWithoutRemark(p.choice(value).label);
    std::string name(p.brief.empty() ? p.label : p.brief);
    if (name.size() > 1 && std::islower(static_cast<unsigned char>(name[1])) != 0) // "FP8" stays
        name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    if (p.scale == Scale::flag)
        return value > 0 ? name : fmt::format("no {}", name);
    return fmt::format("{} {}", name, briefText(p, value));
}

bool jobsDiffer(const Parameter& p, const std::vector<const Scenario*>& jobs)
{
    const bool follows = p.id == "workload.global_batch" // the GPUs
        && std::ranges::all_of(jobs, [](const Scenario* job) { return job->workload.scaling == Scaling::weak; });
    return !follows
        && std::ranges::any_of(jobs, [&](const Scenario* job) { return p.get(*job) != p.get(*jobs.front()); });
}

std::size_t differentNames(const std::vector<std::string>& names)
{
    return std::set<std::string>(names.begin(), names.end()).size();
}

} // namespace

std::vector<std::string> optionNames(const std::vector<const Scenario*>& jobs)
{
    std::vector<std::string> names(jobs.size());
    std::size_t parts = 0;
    const auto add = [&](const Parameter& p) {
        if (parts >= most_parts || !jobsDiffer(p, jobs))
            return;
        std::vector<std::string> longer = names;
        for (std::size_t i = 0; i < jobs.size(); ++i)
            longer[i] += (longer[i].empty() ? "" : ", ") + optionPart(p, p.get(*jobs[i]));
        if (parts >= usual_parts && differentNames(longer) == differentNames(names))
            return;
        names = std::move(longer);
        ++parts;
    };
    for (const char* id : named_first)
        if (const Parameter* p = findParameter(id))
            add(*p);
    for (const Parameter& p : catalogue())
        if (differentNames(names) < jobs.size() && std::ranges::find(named_first, p.id) == named_first.end())
            add(p);
    return names;
}

std::string_view otherKindOfJob(const Scenario& job, const Scenario& than)
{
    const bool tokens = job.workload.sequence_length > 1;
    if (tokens != (than.workload.sequence_length > 1))
        return tokens ? "it counts tokens, not examples" : "it counts examples, not tokens";
    return {};
}

} // namespace kneepoint
