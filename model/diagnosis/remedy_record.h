// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/cause.h"
#include "model/catalogue/prices.h"
#include "model/diagnosis/better_layout.h"
#include "model/diagnosis/remedies.h"

#include <bitset>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace kneepoint {

/// The scenario and its step, as input of remedies.
struct DiagnosedJob {
    const Scenario& s;
    const StepReport& step;
    const Calibration& calibration;
    const ParameterChanges& layout; ///< the fastest layout of the job that fits; empty if it is the current one
    const PriceList& prices;        ///< that other hardware costs
};

using Now = const DiagnosedJob&; ///< parameter of the functions in records

using CauseSet = std::bitset<cause_count>;
template <class... Causes> [[nodiscard]] CauseSet against(Causes... causes)
{
    CauseSet set;
    (set.set(static_cast<std::size_t>(causes)), ...);
    return set;
}

/// What a remedy needs, costs and is for.
struct RemedyTerms {
    Effort effort = Effort::configuration;
    std::string_view note = {}; ///< what else to expect: "gradient sums are rounded to 16 bits"; may be empty
    Target target = Target::speed;
};

/// A common remedy for a cause. To add a remedy, add a record.
struct RemedyRecord {
    std::string_view id; ///< stable: "gradients-bf16"
    CauseSet causes;
    /// "BF16 gradients", or the name for the job, which is only asked for if there is an edit.
    std::variant<std::string_view, std::string (*)(Now)> name;
    /// Nothing if the job cannot be changed in this way. The effect is computed later.
    ParameterChanges (*edit)(Now);
    RemedyTerms terms = {};

    [[nodiscard]] std::string labelFor(Now job) const
    {
        const auto* same = std::get_if<std::string_view>(&name);
        return same ? std::string(*same) : std::get<1>(name)(job);
    }
};

/// Remedies that change gradients, synchronization and network.
[[nodiscard]] std::span<const RemedyRecord> communicationRemedies();
/// Remedies that change batches, kernels, input and stragglers.
[[nodiscard]] std::span<const RemedyRecord> computeRemedies();
/// Remedies that change the layout of the model on the GPUs.
[[nodiscard]] std::span<const RemedyRecord> layoutRemedies();
/// Remedies that make the job fit in memory.
[[nodiscard]] std::span<const RemedyRecord> memoryRemedies();
/// Remedies that change fault tolerance and the number of GPUs.
[[nodiscard]] std::span<const RemedyRecord> runRemedies();

} // namespace kneepoint
