// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/prediction_interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace kneepoint {
namespace {

using Work = RunKind::Work;
using Size = RunKind::Size;

/// In a file and for people.
struct Name {
    std::string_view id, words;
};
constexpr std::array<Name, 3> works{
    {{"dense", "dense models"}, {"moe", "mixtures of experts"}, {"scaling", "data-parallel scaling"}}};
constexpr std::array<Name, RunKind::generations> generation_names{
    {{"volta", "Volta"}, {"ampere", "Ampere"}, {"hopper", "Hopper"}, {"blackwell", "Blackwell"}}};
constexpr std::array<Name, 3> sizes{
    {{"node", "in one node"}, {"cluster", "on up to 512 GPUs"}, {"large", "on more than 512 GPUs"}}};

template <class Enum> constexpr std::size_t place(Enum e)
{
    return static_cast<std::size_t>(e);
}

/// Of a family of fitted constants.
int generationOf(std::string_view family)
{
    struct Beginning {
        std::string_view letters;
        int generation;
    };
    constexpr std::array<Beginning, 6> known{{{"v", 0}, {"a", 1}, {"h", 2}, {"gh", 2}, {"b", 3}, {"gb", 3}}};
    const std::string_view letters = family.substr(0, std::min(family.size(), family.find_first_of("0123456789")));
    const auto found = std::ranges::find(known, letters, &Beginning::letters);
    return found == known.end() ? RunKind::not_measured : found->generation;
}

/// "dense/ampere"
std::string workOnGeneration(const RunKind& kind)
{
    return fmt::format("{}/{}", works[place(kind.work)].id,
        kind.generation < 0 ? "other" : generation_names[static_cast<std::size_t>(kind.generation)].id);
}

std::string spoken(const RunKind& kind)
{
    std::string text(works[place(kind.work)].words);
    if (kind.generation >= 0)
        text += fmt::format(" on {} GPUs", generation_names[static_cast<std::size_t>(kind.generation)].words);
    return fmt::format("{} {}", text, sizes[place(kind.size)].words);
}

/// Whether the compute time is neither measured nor made of kernels with measured rates.
bool isAssumed(const Scenario& s)
{
    const bool kernels =
        s.assumptions.compute_model == ComputeModel::kernels && s.workload.kind == ModelKind::transformer;
    return !kernels && s.workload.measured_example_s <= 0;
}

/// Runs whose kind's id begins so.
double rowsOf(std::span<const ErrorKind> errors, const std::string& beginning)
{
    double rows = 0;
    for (const ErrorKind& e : errors)
        if (e.kind.starts_with(beginning))
            rows += e.rows;
    return rows;
}

std::string outsideReason(
    const Scenario& s, std::string_view family, const RunKind& kind, std::span<const ErrorKind> errors)
{
    constexpr double enough_rows = 24;
    if (isAssumed(s))
        return "a sustained rate is an assumption, not a measurement";
    if (family.empty())
        return "this GPU is in none of the measured runs";
    if (s.stack.software == 0)
        return "no measured software stack is chosen";
    if (rowsOf(errors, workOnGeneration(kind) + "/") < enough_rows)
        return fmt::format("too few runs of {} on this GPU have been measured", works[place(kind.work)].words);
    constexpr double most_measured_gpus = 16384;
    if (s.cluster.gpus > most_measured_gpus)
        return "no measured run has as many GPUs";
    return {};
}

} // namespace

RunKind kindOf(const Scenario& s, std::string_view family, bool software_known)
{
    constexpr double cluster_gpus = 512;
    RunKind kind;
    kind.work = s.workload.measured_example_s > 0 ? Work::scaling
        : s.workload.experts > 1                  ? Work::mixture
                                                  : Work::dense;
    kind.generation = generationOf(family);
    kind.size = s.cluster.gpus <= std::max(8.0, s.cluster.gpus_per_node) ? Size::node
        : s.cluster.gpus <= cluster_gpus                                 ? Size::cluster
                                                                         : Size::large;
    kind.software_known = software_known;
    return kind;
}

std::string kindId(const RunKind& kind)
{
    return fmt::format(
        "{}/{}{}", workOnGeneration(kind), sizes[place(kind.size)].id, kind.software_known ? "" : "/guessed");
}

double likeness(const RunKind& a, const RunKind& b)
{
    if (a.work != b.work)
        return 0;
    const bool both_measured = a.generation >= 0 && b.generation >= 0;
    const int generations = both_measured ? std::abs(a.generation - b.generation)
        : a.generation == b.generation    ? 0
                                          : 1;
    const int size = std::abs(static_cast<int>(a.size) - static_cast<int>(b.size));
    return std::exp2(-(generations + size + (a.software_known == b.software_known ? 0 : 1)));
}

double uncertainty(const StepReport& step)
{
    double together = 0;
    for (const Part part : {Part::tensor_comm, Part::context_comm, Part::expert_comm, Part::pipeline_comm, Part::bubble,
             Part::data_comm, Part::straggler})
        together += step.part(part).exposed_s;
    return 1 + std::min(1.0, together / step.step_s);
}

PredictionInterval predictionInterval(const Scenario& s, std::string_view family, bool software_known,
    const StepReport& step, std::span<const ErrorKind> errors)
{
    const RunKind kind = kindOf(s, family, software_known);
    PredictionInterval interval;
    interval.low_s = interval.high_s = step.step_s;
    interval.outside = outsideReason(s, family, kind, errors);
    const auto found = std::ranges::find(errors, kindId(kind), &ErrorKind::kind);
    if (isAssumed(s) || found == errors.end())
        return interval;
    const double growth = uncertainty(step);
    interval.low_s *= std::pow(found->low, growth);
    interval.high_s *= std::pow(found->high, growth);
    interval.rows = rowsOf(errors, fmt::format("{}/", works[place(kind.work)].id));
    interval.kind = spoken(kind);
    return interval;
}

PredictionInterval predictionInterval(const Scenario& s, const StepReport& step, const Calibration& calibration)
{
    const auto presets = gpuPresets();
    const bool preset = s.cluster.gpu > 0 && static_cast<std::size_t>(s.cluster.gpu) <= presets.size();
    const std::string_view family = preset && !isAssumed(s)
        ? calibration.constants->kernels.familyOf(presets[static_cast<std::size_t>(s.cluster.gpu) - 1].id)
        : std::string_view();
    return predictionInterval(s, family, s.stack.software != 0, step, calibration.constants->errors);
}

} // namespace kneepoint
