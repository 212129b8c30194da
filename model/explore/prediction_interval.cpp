// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/prediction_interval.h"

#include <algorithm>
#include <fmt/format.h>

namespace kneepoint {
namespace {

std::string_view scaleOf(const Scenario& s)
{
    constexpr double cluster_gpus = 512;
    return s.cluster.gpus <= std::max(8.0, s.cluster.gpus_per_node) ? "node"
        : s.cluster.gpus <= cluster_gpus                            ? "cluster"
                                                                    : "large";
}

std::string_view workOf(const Scenario& s)
{
    if (s.workload.measured_example_s > 0)
        return "scaling";
    return s.workload.experts > 1 ? "moe" : "dense";
}

/// "moe/h100/large" for people.
std::string spoken(std::string_view kind)
{
    std::string text(kind);
    if (text == "all")
        return "runs of all kinds";
    for (const auto& [from, to] : {std::pair{"moe", "mixtures of experts"}, {"dense", "dense models"},
             {"scaling", "data-parallel scaling"}, {"/node", " in one node"}, {"/cluster", " on up to 512 GPUs"},
             {"/large", " on more than 512 GPUs"}, {"/", " on "}})
        if (const auto at = text.find(from); at != std::string::npos)
            text.replace(at, std::string_view(from).size(), to);
    return text;
}

/// Whether the compute time is neither measured nor made of kernels with measured rates.
bool isAssumed(const Scenario& s)
{
    const bool kernels =
        s.assumptions.compute_model == ComputeModel::kernels && s.workload.kind == ModelKind::transformer;
    return !kernels && s.workload.measured_example_s <= 0;
}

const ErrorKind* find(std::span<const ErrorKind> errors, std::string_view kind)
{
    const auto found = std::ranges::find(errors, kind, &ErrorKind::kind);
    return found == errors.end() ? nullptr : &*found;
}

std::string outsideReason(const Scenario& s, std::string_view family, std::span<const ErrorKind> errors)
{
    if (isAssumed(s))
        return "a sustained rate is an assumption, not a measurement";
    if (family.empty())
        return "this GPU is in none of the measured runs";
    if (s.stack.software == 0)
        return "no measured software stack is chosen";
    if (!find(errors, fmt::format("{}/{}", workOf(s), family)))
        return fmt::format("too few runs of {} on this GPU have been measured", spoken(workOf(s)));
    constexpr double most_measured_gpus = 16384;
    if (s.cluster.gpus > most_measured_gpus)
        return "no measured run has as many GPUs";
    return {};
}

} // namespace

std::vector<std::string> kindsOf(const Scenario& s, std::string_view family)
{
    const std::string_view work = workOf(s);
    std::vector<std::string> kinds;
    if (!family.empty()) {
        kinds.push_back(fmt::format("{}/{}/{}", work, family, scaleOf(s)));
        kinds.push_back(fmt::format("{}/{}", work, family));
    }
    kinds.emplace_back(work);
    kinds.emplace_back("all");
    return kinds;
}

PredictionInterval predictionInterval(
    const Scenario& s, std::string_view family, double step_s, std::span<const ErrorKind> errors)
{
    PredictionInterval interval;
    interval.low_s = interval.high_s = step_s;
    interval.outside = outsideReason(s, family, errors);
    if (isAssumed(s))
        return interval;
    const ErrorKind* narrowest = nullptr;
    for (const std::string& kind : kindsOf(s, family))
        if (const ErrorKind* found = find(errors, kind))
            if (!narrowest || found->high / found->low < narrowest->high / narrowest->low)
                narrowest = found;
    if (narrowest) {
        interval.low_s = step_s * narrowest->low;
        interval.high_s = step_s * narrowest->high;
        interval.rows = narrowest->rows;
        interval.kind = spoken(narrowest->kind);
    }
    return interval;
}

PredictionInterval predictionInterval(const Scenario& s, std::string_view family, double step_s)
{
    return predictionInterval(s, family, step_s, errorKinds());
}

PredictionInterval predictionInterval(const Scenario& s, double step_s)
{
    if (isAssumed(s))
        return predictionInterval(s, {}, step_s);
    const auto presets = gpuPresets();
    const bool preset = s.cluster.gpu > 0 && static_cast<std::size_t>(s.cluster.gpu) <= presets.size();
    const std::string_view family =
        preset ? familyOfGpu(presets[static_cast<std::size_t>(s.cluster.gpu) - 1].id) : std::string_view();
    return predictionInterval(s, family, step_s);
}

} // namespace kneepoint
