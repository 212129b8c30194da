// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/cause.h"
#include "model/analysis/measured.h"
#include "model/constants/calibration.h"
#include "model/cost/failures.h"
#include "model/scenario/scenario.h"
#include "model/step/step_report.h"
#include "model/step/step_version.h"
#include "model/uncertainty/prediction_interval.h"

#include <optional>
#include <string_view>
#include <vector>

/// Everything that charts, headline and command line show about one scenario, as a single value.
namespace kneepoint {

/// A point of the scaling curve.
struct ScalePoint {
    double workers = 1;
    StepReport step;
    double speedup = 1;
    double efficiency = 1;
};

/// A stretch of the scaling curve with one bound.
struct BoundRegion {
    double from_workers = 1;
    double to_workers = 1;
    Bound bound = Bound::compute;
};

/// A worker count at which scaling changes; absent if it does not within the range of the curve.
struct Knee {
    double workers = 0;        ///< real-valued, by root finding
    double usable_workers = 0; ///< the next power of two
    Cause cause = Cause::none;
};

struct Knees {
    std::optional<Knee> gamma;     ///< γ crosses its threshold: communication takes as long as compute
    std::optional<Knee> tolerance; ///< efficiency falls below the tolerance
    std::optional<Knee> curvature; ///< the bend of the speedup curve
};

struct ScalingCurve {
    std::vector<ScalePoint> points;   ///< rising; at least 64 even in log K, with the powers of two; and its corners
    std::vector<BoundRegion> regions; ///< cover the range of the curve without gaps
    double min_workers = 1;
    double max_workers = 256;
    double best_workers = 1; ///< where the speedup is greatest
    double best_speedup = 1;
    Knees knees;
};

enum class RoofBound { compute, memory, network };
/// "compute", "memory", "network".
[[nodiscard]] std::string_view roofBoundId(RoofBound bound);

/// The three-roof roofline of a GPU: attainable = min(compute roof, memory bandwidth × AI, network bandwidth × CI).
struct Roofline {
    Roof roof;
    double memory_ceiling = 0;  ///< memory bandwidth × AI, FLOP/s
    double network_ceiling = 0; ///< network bandwidth × CI, FLOP/s; 0 without network traffic
    double attainable_flops = 0;
    double achieved_flops = 0; ///< model FLOPs over step time, per GPU
    RoofBound bound = RoofBound::compute;
    double memory_ridge = 0;  ///< AI at which memory and compute roofs meet, FLOP/byte
    double network_ridge = 0; ///< CI at which network and compute roofs meet, FLOP/byte
    double crossover_tokens =
        0; ///< tokens per replica and step below which the network is the limit; 0 without network
};

/// The whole training run at the current scale.
struct Training {
    double steps = 0;
    double time_s = 0;
    double gpu_hours = 0;
    double cost = 0; ///< dollars
    double energy_j = 0;
    Goodput goodput;                   ///< already contained in time, GPU-hours, money and energy
    double statistical_efficiency = 1; ///< 1/(1 + B/B_crit): fraction of examples that help
};

struct Headline {
    double speedup = 1;
    double efficiency = 1;
};

/// What the scaling of a job is compared with: of all smaller clusters and its own, the one with the most tokens/s per
/// GPU; see ScalingQuestion.
struct Baseline {
    Scenario scenario;       ///< the job on that cluster
    double share = 1;        ///< of its step: the time that a replica of the job would take at its rate per GPU
    bool is_planned = false; ///< in a layout of its own; else in the job's layout with fewer replicas
    bool is_own = false;     ///< no smaller cluster is faster per GPU
    StepReport single;       ///< its step as that of one replica of the job, T(1)
};

struct Analysis {
    Scenario scenario;
    Calibration calibration; ///< used for this analysis; further evaluations must use the same one
    StepReport step;
    PredictionInterval prediction_interval;    ///< of the step time
    std::vector<StepVersion> smaller_clusters; ///< with automatic planning, see smallerClusters()
    Baseline baseline;                         ///< of the current scale
    Headline headline;
    Roofline roofline;
    ScalingCurve curve;
    std::vector<ScalePoint> breakdown; ///< powers of two over the curve's range, and the current K
    Training training;
    Measured measured; ///< empty unless the document has evidence; see measuredBeside()
};

/// Analyzes one scenario. Pure; throws only if out of memory.
[[nodiscard]] Analysis analyze(const Scenario& s, const Calibration& calibration);
/// With the shipped calibration.
[[nodiscard]] Analysis analyze(const Scenario& s);

/// The scenario on `k` replicas, compared with all smaller clusters.
[[nodiscard]] ScalePoint scalePoint(const Scenario& s, double k, const Calibration& calibration);
/// The analyzed scenario on `k` replicas.
[[nodiscard]] ScalePoint scalePoint(const Analysis& a, double k);

} // namespace kneepoint
