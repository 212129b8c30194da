// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/catalogue/law.h"
#include "model/scenario/scenario.h"

#include <cmath>
#include <concepts>
#include <type_traits>

/// How catalogue records access the fields of a scenario.
namespace kneepoint::fields {

template <auto Room, auto Field> double read(const Scenario& s)
{
    return static_cast<double>((s.*Room).*Field);
}

template <auto Room, auto Field> void write(Scenario& s, double value)
{
    auto& field = (s.*Room).*Field;
    using Type = std::remove_reference_t<decltype(field)>;
    if constexpr (std::same_as<Type, double>)
        field = value;
    else if constexpr (std::same_as<Type, bool>)
        field = value != 0;
    else
        field = static_cast<Type>(std::lround(value));
}

/// The values of a parameter.
struct Values {
    Unit unit = Unit::none;
    Scale scale = Scale::linear;
    Range range = {};
    std::span<const Choice> (*choices)() = nullptr;
};
inline constexpr Values flag{.scale = Scale::flag};
inline constexpr Values fraction{.unit = Unit::ratio};
constexpr Values logarithmic(Unit unit, const Range& range)
{
    return {.unit = unit, .scale = Scale::logarithmic, .range = range};
}

/// The one list of options of an enumeration, as a function for the record.
template <const auto& options> std::span<const Choice> choicesOf()
{
    return options;
}
/// A choice among `options`.
template <const auto& options>
inline constexpr Values oneOf{.scale = Scale::choice,
    .range = {.max = static_cast<double>(std::size(options) - 1)},
    .choices = &choicesOf<options>};
/// A choice from a preset library.
inline Values fromLibrary(std::span<const Choice> (*library)())
{
    return {.scale = Scale::choice, .range = {.max = static_cast<double>(library().size() - 1)}, .choices = library};
}

/// A row of the catalogue, with what only some parameters have in `p`.
template <auto Room, auto Field>
constexpr Parameter plain(std::string_view id, std::string_view label, const Values& values, std::string_view help,
    const Law& law = {}, Parameter p = {})
{
    p.id = id;
    p.label = label;
    p.unit = values.unit;
    p.scale = values.scale;
    p.range = values.range;
    p.choices = values.choices;
    p.help = help;
    p.formula = law.formula;
    p.computed_by = law.computed_by;
    p.source = law.source;
    p.get = &read<Room, Field>;
    p.assign = &write<Room, Field>;
    return p;
}

inline constexpr std::string_view measured_source = "Fitted to published measurements: see the validation report";

/// A plain row of what was fitted to measurements.
template <auto Room, auto Field>
constexpr Parameter fitted(std::string_view id, std::string_view label, const Values& values, std::string_view help,
    Law law = {}, const Parameter& p = {})
{
    law.source = measured_source;
    return plain<Room, Field>(id, label, values, help, law, p);
}

template <auto Room, auto Field, Follows what>
constexpr Parameter leading(std::string_view id, std::string_view label, const Values& values, std::string_view help,
    const Law& law = {}, Parameter p = {})
{
    p.follows = what;
    return plain<Room, Field>(id, label, values, help, law, p);
}

std::span<const Parameter> model();
std::span<const Parameter> workload();
std::span<const Parameter> cluster();
std::span<const Parameter> plan();
std::span<const Parameter> automatic();
std::span<const Parameter> stack();
std::span<const Parameter> ownRuns();
std::span<const Parameter> assumptions();

// Why a parameter has no effect; empty if it has one.

inline std::string_view onlyTransformer(const Scenario& s)
{
    return s.workload.kind == ModelKind::generic ? "a generic model has no architecture" : "";
}
inline std::string_view onlyByLayer(const Scenario& s)
{
    return s.assumptions.compute_model == ComputeModel::kernels
        ? ""
        : "the compute model is a sustained rate; choose the kernel-level model";
}
/// What counts only atKernelDepth().
inline std::string_view onlyKernels(const Scenario& s)
{
    if (s.workload.kind == ModelKind::generic)
        return "a generic model has no layers";
    return s.workload.measured_example_s > 0 ? "the compute time is measured, not modeled" : onlyByLayer(s);
}
inline std::string_view onlyLoading(const Scenario& s)
{
    return s.assumptions.input_limited ? "" : "the input pipeline is not included";
}
inline std::string_view onlyFailures(const Scenario& s)
{
    return s.assumptions.failures ? "" : "failures are not included";
}
/// Whether all-gathers of weights are timed by what they send: kernel by kernel, or in the stack's overlap model.
inline bool timesGathers(const Scenario& s)
{
    return s.assumptions.compute_model == ComputeModel::kernels || s.assumptions.overlap_model == OverlapModel::stack;
}
/// Between the ranks of an expert-parallel group, modeled layer by layer.
inline bool exchangesTokens(const Scenario& s)
{
    return s.plan.expert_parallel > 1 && s.assumptions.compute_model == ComputeModel::kernels;
}
inline std::string_view onlyProtocols(const Scenario& s)
{
    return exchangesTokens(s) || s.assumptions.collective_model == CollectiveModel::protocols
        ? ""
        : "the collective model does not use it";
}
inline std::string_view onlySites(const Scenario& s)
{
    return s.cluster.sites <= 1 ? "the job runs at one site" : "";
}
/// Gradients are summed over replicas, over the ranks that share a sequence, and over the two copies of DualPipe.
inline std::string_view onlyReplicas(const Scenario& s)
{
    const bool has_copies = s.plan.pipeline_schedule == PipelineSchedule::dualpipe && s.plan.pipeline_parallel > 1;
    return has_copies || workers(s) * s.plan.context_parallel > 1 ? "" : "there is only one replica";
}

} // namespace kneepoint::fields
