// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"
#include "model/scenario/short_name.h"

#include <array>
#include <string_view>

namespace kneepoint {

/// What runs of the user's own say of hardware and software, as factors on what is known of them otherwise.
struct OwnRuns {
    bool used = false;           ///< false: kept, but without effect
    double runs = 0;             ///< how many there were; 0: none
    double half_width = 0;       ///< of the logarithm of a step: nine of ten lie as near
    ShortName name = {};         ///< what the user calls the calibration
    double compute = 1;          ///< time of matrix products and attention
    double traffic = 1;          ///< passes of elementwise kernels
    double host = 1;             ///< launches of a layer
    double fixed = 1;            ///< fixed time per micro-batch and step
    double pipelined_launch = 1; ///< launches of tensor-parallel collectives in stages that exchange with other nodes
    double node = 1;             ///< time of communication inside nodes
    double network = 1;          ///< the same between nodes
    double exposure = 1;         ///< share of communication that the software does not hide
    double memory = 1;           ///< memory that is estimated: activations, logits, buffers, reserve
    double memory_runs = 0;      ///< how many runs have stated theirs
    bool operator==(const OwnRuns&) const = default;
};

/// A factor of a calibration on the step, by its parameter.
struct OwnFactor {
    std::string_view parameter;
    double OwnRuns::*value;
    double assumed_spread = 0; ///< standard deviation of its logarithm where no published run shows it; 0: learned
};
inline constexpr std::array own_factors{
    OwnFactor{"stack.own_compute", &OwnRuns::compute},
    OwnFactor{"stack.own_traffic", &OwnRuns::traffic},
    OwnFactor{"stack.own_host", &OwnRuns::host},
    OwnFactor{"stack.own_fixed", &OwnRuns::fixed},
    OwnFactor{"stack.own_pipelined_launch", &OwnRuns::pipelined_launch, 2},
    OwnFactor{"stack.own_node", &OwnRuns::node},
    OwnFactor{"stack.own_network", &OwnRuns::network},
    OwnFactor{"stack.own_exposure", &OwnRuns::exposure},
};
inline constexpr std::size_t own_factor_count = own_factors.size();

/// Whether a scenario's own calibration has an effect.
[[nodiscard]] bool isCalibrated(const Scenario& s);

/// The scenario with the factors of its own calibration multiplied into its hardware and software, and switched off, so
/// that they count once. A scenario without such a calibration comes back as it is.
[[nodiscard]] Scenario withOwnRuns(const Scenario& s);

} // namespace kneepoint
