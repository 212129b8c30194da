// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/remedy_record.h"
#include "model/scenario/scenario.h"

#include "model/units/units.h"

#include <fmt/format.h>

/// Shared by the tables of remedies.
namespace kneepoint::remedy {

template <class Choice> [[nodiscard]] double choice(Choice c)
{
    return static_cast<double>(c);
}

[[nodiscard]] inline std::string text(double value)
{
    return formatQuantity(value, Unit::none);
}

/// Label of the micro-batch; without layers a replica is one GPU, so it is the batch size per GPU.
[[nodiscard]] inline std::string batchLabel(const DiagnosedJob& j, double batch)
{
    return fmt::format(
        "{} {}", j.s.workload.kind == ModelKind::generic ? "Batch size per GPU" : "Micro-batch size", text(batch));
}

[[nodiscard]] inline std::string stagesLabel(double stages)
{
    return stages == 1 ? "One pipeline stage" : fmt::format("{} pipeline stages", text(stages));
}

/// The changes if the condition holds, else nothing.
[[nodiscard]] inline ParameterChanges when(bool condition, ParameterChanges changes)
{
    return condition ? std::move(changes) : ParameterChanges{};
}

[[nodiscard]] inline ParameterChanges set(std::string_view id, double value)
{
    return {{id, value}};
}
[[nodiscard]] inline ParameterChanges when(bool condition, std::string_view id, double value)
{
    return when(condition, set(id, value));
}

/// Another choice; nothing if it is made already.
template <class Choice> [[nodiscard]] ParameterChanges to(std::string_view id, Choice now, Choice wanted)
{
    return when(now != wanted, id, choice(wanted));
}

/// The same number of examples in `factor` times as many micro-batches.
[[nodiscard]] inline std::string passesLabel(const DiagnosedJob& j, double factor)
{
    return fmt::format(
        "{} micro-batches of {}", text(factor * j.s.plan.accumulation), text(j.s.workload.batch_per_gpu / factor));
}
[[nodiscard]] inline ParameterChanges morePasses(const DiagnosedJob& j, double factor)
{
    const double batch = j.s.workload.batch_per_gpu;
    return when(batch >= factor,
        {{"plan.accumulation", factor * j.s.plan.accumulation}, {"workload.batch_per_gpu", batch / factor}});
}

} // namespace kneepoint::remedy
