// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"

#include <array>
#include <cstddef>
#include <string>

/// A layout: how a job is distributed over its GPUs, and how its batch is divided.
namespace kneepoint {

struct StepVersion;

/// The dimensions of a layout. Each is a parameter of the catalogue.
enum class Dimension {
    tensor,
    pipeline,
    context,
    expert,
    sequence,
    schedule,
    virtual_stages,
    zero,
    shard_group,
    recompute,
    gradients,
    micro_batch,
    accumulation,
};
inline constexpr std::size_t dimension_count = 13;

/// In the order in which edits take effect: batch and accumulation last, because they follow from the degrees.
[[nodiscard]] const Parameter& parameterOf(Dimension d);
/// nullptr for a parameter that is not a dimension of a layout.
[[nodiscard]] const Dimension* findDimension(std::string_view parameter_id);

/// Values of the parameters. Layouts are ordered lexicographically by their values.
struct Layout {
    std::array<double, dimension_count> values{};
    [[nodiscard]] double operator[](Dimension d) const { return values[static_cast<std::size_t>(d)]; }
    [[nodiscard]] double& operator[](Dimension d) { return values[static_cast<std::size_t>(d)]; }
    /// GPUs of one replica.
    [[nodiscard]] double replicaGpus() const
    {
        return (*this)[Dimension::tensor] * (*this)[Dimension::pipeline] * (*this)[Dimension::context];
    }
    bool operator==(const Layout&) const = default;
    bool operator<(const Layout& other) const { return values < other.values; }
};

[[nodiscard]] Layout layoutOf(const Scenario& s);
/// All dimensions; applied to the job they give exactly the scenario that the search evaluated.
[[nodiscard]] Edit editOf(const Layout& layout);
/// The layout as a variant of the job on the job's GPUs.
[[nodiscard]] StepVersion versionOf(const Scenario& job, const Layout& layout);
/// "TP", "PP"; the parameter's label if there is no short name.
[[nodiscard]] std::string_view shortName(Dimension d);
/// A degree or a number of examples as text: "8", "0.333".
[[nodiscard]] std::string countText(double value);
/// "TP 8 · PP 4 · DP 16 · ZeRO 1 · micro-batch 1 · selective recompute"; unused dimensions are left out.
[[nodiscard]] std::string layoutText(const Scenario& job, const Layout& layout);

} // namespace kneepoint
