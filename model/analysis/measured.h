// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/collective_group.h"
#include "model/step/step_report.h"

#include <string>
#include <vector>

/// What was measured of the analyzed job, beside its prediction.
namespace kneepoint {

/// A measured size of the job, on the axes of the scaling curve.
struct MeasuredSize {
    double workers = 1;
    double gpus = 1;
    double step_s = 0;
    double speedup = 1;    ///< relative to the predicted step on one replica, as the curve's
    double efficiency = 1; ///< speedup / workers
    std::string source;    ///< file, or file and row
};

/// Parts of the step that a measurement cannot tell apart, together.
struct MeasuredPart {
    std::string label;         ///< "exposed communication"
    Part like = Part::compute; ///< the part whose color it has
    double predicted_s = 0;
    double measured_s = 0;
};

/// A collective of one size.
struct TransferPoint {
    double bytes = 0;
    double measured_s = 0;
    double predicted_s = 0; ///< on the links of the analyzed scenario
};

/// A measured collective that the model predicts, over its size.
struct MeasuredTransfer {
    CollectiveGroup group;
    std::string source;
    bool suspect = false;              ///< the file says that it points at a misconfiguration
    std::vector<TransferPoint> points; ///< by rising size; never empty

    /// Measured time of a collective of this size, between the measured ones; 0 beyond them.
    [[nodiscard]] double secondsAt(double bytes) const;
};

/// Measurements of the analyzed scenario. Runs whose stated settings differ from it, other than in the number of GPUs
/// and the global batch, are left out.
struct Measured {
    std::vector<MeasuredSize> sizes;         ///< by rising number of workers
    std::vector<MeasuredPart> parts;         ///< of a profiler trace at the scenario's size; add up to the steps
    double step_s = 0;                       ///< at the scenario's size; 0 if not measured
    double memory_bytes = 0;                 ///< peak of the fullest GPU; 0 if not measured
    double flops = 0;                        ///< model FLOP/s per GPU at the scenario's size; 0 if not measured
    std::vector<MeasuredTransfer> transfers; ///< those over most nodes first, then in the order of the operations
    std::string network;                ///< file that the scenario's custom interconnect was taken from; empty if none
    std::vector<std::string> sentences; ///< measured against predicted, and the likely cause of the difference

    [[nodiscard]] bool empty() const
    {
        return sizes.empty() && parts.empty() && step_s <= 0 && memory_bytes <= 0 && flops <= 0 && transfers.empty();
    }
};

} // namespace kneepoint
