// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"
#include "model/scenario/short_name.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace kneepoint {

inline constexpr std::size_t own_factor_count = 8;

/// What is still open of the factors of OwnRuns *together*. Factors that runs show only in sum, such as GEMMs and
/// launches of one job, are narrow along the sum and open across it. All 0: not known (files of older versions).
struct OpenFactors {
    /// The lower triangle of a matrix L, row by row, with L·Lᵀ the covariance of their logarithms, in the order of
    /// own_factors.
    std::array<float, own_factor_count*(own_factor_count + 1) / 2> root{};
    /// How much of each column of L the runs allow, to either side: 0 … 1. Less than 1 where the step is no straight
    /// line: communication that a slower network brought out from behind kernels would have shown.
    std::array<float, own_factor_count> up{}, down{};
    bool operator==(const OpenFactors&) const = default;
};

/// The sizes of the job that a calibration was made for: the further another one is from it, the more the runs may
/// miss of that one (missedApart). All 0: not known.
struct CalibratedJob {
    double gpus = 0, global_batch = 0, sequence_length = 0, parameters = 0;
    bool operator==(const CalibratedJob&) const = default;
};

/// What runs of the user's own say of hardware and software, as factors on what is known of them otherwise.
struct OwnRuns {
    bool used = false;           ///< false: kept, but without effect
    double runs = 0;             ///< how many there were; 0: none
    double half_width = 0;       ///< of the logarithm of a step: nine of ten lie as near, with the right factors
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
    OpenFactors open = {};       ///< what the runs leave open of the factors
    CalibratedJob job = {};      ///< what they were asked about
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
static_assert(own_factors.size() == own_factor_count);

[[nodiscard]] CalibratedJob sizesOf(const Scenario& s);

/// Whether a scenario's own calibration has an effect.
[[nodiscard]] bool isCalibrated(const Scenario& s);

/// The scenario with the factors of its own calibration multiplied into its hardware and software, and switched off, so
/// that they count once. A scenario without such a calibration comes back as it is.
[[nodiscard]] Scenario withOwnRuns(const Scenario& s);

} // namespace kneepoint
