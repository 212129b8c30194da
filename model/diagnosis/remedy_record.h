// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/cause.h"
#include "model/diagnosis/better_layout.h"
#include "model/diagnosis/remedies.h"

#include <bitset>
#include <span>
#include <string>
#include <string_view>

namespace kneepoint {

/// A scenario and its step, as remedies look at them.
struct Job {
    const Scenario& s;
    const StepReport& step;
    const Calibration& calibration;
    const Turns& layout; ///< the fastest layout of the job that fits; empty where it is the present one
};

using CauseSet = std::bitset<cause_count>;
template <class... Causes> [[nodiscard]] CauseSet against(Causes... causes)
{
    CauseSet set;
    (set.set(static_cast<std::size_t>(causes)), ...);
    return set;
}

/// What people try against a cause. Adding a remedy is adding a record.
struct RemedyRecord {
    std::string_view id; ///< stable: "gradients-bf16"
    CauseSet causes;
    /// "BF16 gradients"; called where there is an edit.
    std::string (*label)(const Job&) = nullptr;
    /// Nothing where the job cannot be changed that way. What it brings is computed later.
    Turns (*edit)(const Job&) = nullptr;
    Effort effort = Effort::configuration;
    std::string_view note = {}; ///< what else to expect: "gradient sums are rounded to 16 bits"; may be empty
    Target target = Target::speed;
};

/// Those that change gradients, synchronization and network.
[[nodiscard]] std::span<const RemedyRecord> communicationRemedies();
/// Those that change batches, kernels, input and stragglers.
[[nodiscard]] std::span<const RemedyRecord> computeRemedies();
/// Those that change how the model is laid out over GPUs.
[[nodiscard]] std::span<const RemedyRecord> layoutRemedies();
/// Those that make the job fit in memory.
[[nodiscard]] std::span<const RemedyRecord> memoryRemedies();
/// Those that change how the run is kept going, and on how many GPUs.
[[nodiscard]] std::span<const RemedyRecord> runRemedies();

} // namespace kneepoint
