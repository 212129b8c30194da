// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/analysis.h"

#include <string>
#include <vector>

/// What the charts write beside their curves and marks, in the window and on the interactive page alike.
namespace kneepoint {

/// "compute 735 TFLOP/s", "HBM 3.35 TB/s", "network 48 GB/s".
[[nodiscard]] std::string roofName(const Roof& roof, RoofBound bound);
/// "dense peak 989 TFLOP/s".
[[nodiscard]] std::string peakName(const Roof& roof);

/// "Knee K = 17", "Past the knee at K = 2".
[[nodiscard]] std::string kneeName(const Knee& knee);
/// "No knee up to K = 256".
[[nodiscard]] std::string noKneeName(const ScalingCurve& curve);
/// "80 % tolerance".
[[nodiscard]] std::string toleranceName(const Scenario& s);
/// "γ: communication over compute", or that there is no communication.
[[nodiscard]] std::string gammaName(const ScalingCurve& curve);

/// A knee by another definition than theKnee().
struct OtherKnee {
    enum class On { gamma, speedup };
    double workers = 0;
    std::string name; ///< "γ = 1 at 23", "max curvature already at K = 2"
    On on = On::gamma;
};
[[nodiscard]] std::vector<OtherKnee> otherKnees(const Analysis& a);

} // namespace kneepoint
