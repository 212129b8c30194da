// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/import.h"

#include "model/catalogue/catalogue.h"
#include "model/evidence/apply_evidence.h"
#include "model/evidence/machine_names.h"
#include "model/imports/job_configuration/job_configuration.h"
#include "model/imports/rank_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

/// How directly a kind of file shows a job, most direct last: later files replace settings of earlier ones.
int directness(const Evidence& e, std::string_view parameter)
{
    constexpr std::array<std::string_view, 8> order{"topology", "link-test", "scaling-table", "nccl-tests",
        "job-configuration", "training-log", "trace", "model-config"};
    if (parameter.starts_with("workload.") && e.kind == "model-config")
        return static_cast<int>(order.size());
    return static_cast<int>(std::ranges::find(order, std::string_view(e.kind)) - order.begin());
}

void mergeSetting(Evidence& into, const ObservedSetting& setting, const Evidence& from, std::vector<int>& weights)
{
    const int weight = directness(from, setting.parameter);
    const auto found = std::ranges::find(into.settings, setting.parameter, &ObservedSetting::parameter);
    ObservedSetting placed = setting;
    if (!from.source.name.empty())
        placed.place = fmt::format("{}: {}", from.source.name, setting.place);
    if (found == into.settings.end()) {
        into.settings.push_back(std::move(placed));
        weights.push_back(weight);
        return;
    }
    int& held = weights[static_cast<std::size_t>(found - into.settings.begin())];
    if (found->value != setting.value) {
        const Parameter& p = parameter(setting.parameter);
        const bool replaces = weight > held;
        into.skipped.push_back({replaces ? found->place : placed.place,
            fmt::format("{} {} differs from {}, which is used", p.label,
                valueText(p, replaces ? found->value : setting.value),
                valueText(p, replaces ? setting.value : found->value))});
    }
    if (weight > held) {
        *found = std::move(placed);
        held = weight;
    }
}

/// The NICs that a test of one port assumed belong to its rate; beside another rate they are dropped.
void dropNicsOf(Evidence& combined, const Evidence& file)
{
    const auto of = [&](std::string_view id) {
        return std::ranges::find_if(combined.settings, [&](const ObservedSetting& s) {
            return s.parameter == id && s.place.starts_with(file.source.name + ": ");
        });
    };
    if (file.kind != "link-test" || of("cluster.link_rate") != combined.settings.end())
        return;
    if (const auto nics = of("cluster.nics_per_node"); nics != combined.settings.end())
        combined.settings.erase(nics);
}

/// Merges what the configurations of a job state together, and what they leave open besides the other files.
void mergeJob(Evidence& into, Evidence job, bool has_model, std::vector<int>& weights)
{
    if (has_model) // its config.json has every size
        std::erase_if(job.settings, [](const ObservedSetting& s) {
            const Parameter* p = findParameter(s.parameter);
            return p && (p->isOfModel() || s.parameter == "workload.model" || s.parameter == "workload.parameters");
        });
    for (const ObservedSetting& setting : job.settings)
        mergeSetting(into, setting, job, weights);
    into.skipped.insert(into.skipped.end(), job.skipped.begin(), job.skipped.end());
    into.assumed = std::move(job.assumed);
    for (JobQuestion& question : job.questions) {
        const Parameter* p = findParameter(question.parameter);
        const bool answered = p
            && (settingOf(into, question.parameter)
                || (has_model && (question.parameter == "workload.model" || p->isOfModel())));
        if (!answered)
            into.questions.push_back(std::move(question));
    }
}

} // namespace

ImportSet combine(std::span<const Evidence> files, std::span<const ObservedSetting> answers)
{
    ImportSet set;
    std::vector<const RankTimeline*> timelines;
    for (const Evidence& file : files)
        if (file.timeline && !file.timeline->calls.empty())
            timelines.push_back(&*file.timeline);
    set.findings = rankFindings(timelines);
    const bool compared = !set.findings.empty();
    std::vector<int> weights;
    for (const Evidence& file : files) {
        for (const ObservedSetting& setting : file.settings)
            if (!file.job)
                mergeSetting(set.combined, setting, file, weights);
        for (Measurement m : file.measurements) {
            m.place = fmt::format("{}: {}", file.source.name, m.place);
            set.combined.measurements.push_back(std::move(m));
        }
        set.combined.curves.insert(set.combined.curves.end(), file.curves.begin(), file.curves.end());
        for (const EvidenceFinding& finding : file.findings) {
            // A single trace cannot tell communication from waiting.
            if (compared && file.timeline && finding.cause == "exposed-communication")
                continue;
            // Of several ranks, the one that loses most speaks for all.
            const auto said = std::ranges::find_if(set.findings, [&](const EvidenceFinding& other) {
                return file.timeline && other.cause == finding.cause && other.place == finding.place;
            });
            if (said == set.findings.end())
                set.findings.push_back(finding);
            else if (finding.share > said->share)
                *said = finding;
        }
    }
    if (std::ranges::any_of(files, [](const Evidence& file) { return file.job.has_value(); }))
        mergeJob(set.combined, jobOf(files, answers),
            std::ranges::any_of(files, [](const Evidence& file) { return file.kind == "model-config"; }), weights);
    for (const Evidence& file : files)
        dropNicsOf(set.combined, file);
    resolveMachine(set.combined.settings);
    std::ranges::stable_sort(set.findings, std::greater(), &EvidenceFinding::share);
    return set;
}

std::vector<KeptEvidence> keptOf(std::span<const Evidence> files)
{
    std::vector<const RankTimeline*> timelines;
    std::vector<KeptEvidence> all;
    KeptEvidence* first_trace = nullptr;
    all.reserve(files.size());
    for (const Evidence& file : files) {
        all.push_back(kept(file));
        if (!file.timeline || file.timeline->calls.empty())
            continue;
        timelines.push_back(&*file.timeline);
        first_trace = first_trace ? first_trace : &all.back();
    }
    std::vector<EvidenceFinding> compared = rankFindings(timelines);
    if (compared.empty())
        return all;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (files[i].timeline)
            std::erase_if(all[i].findings, [](const EvidenceFinding& f) { return f.cause == "exposed-communication"; });
    compared.insert(compared.end(), first_trace->findings.begin(), first_trace->findings.end());
    first_trace->findings = std::move(compared);
    return all;
}

} // namespace kneepoint
