// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/fitted.h"
#include "model/scenario/links.h"

#include <memory>
#include <vector>

namespace kneepoint {

/// What a preset brings into a scenario, and the errors of predictions made with it.
struct LearnedConstants {
    ConstantSet kernels; ///< of GPU families and of software stacks
    std::vector<MeasuredStack> measured;
    std::vector<ConstantOwner> links; ///< of the links of GPUs and interconnects
    std::vector<ErrorKind> errors;    ///< of step times
    std::vector<FactorSpreads> spreads;
};

/// What measurements say of hardware and software: a value that is handed to whatever computes a step or chooses a
/// preset, and kept by what was computed (Analysis). Two of them can be used side by side, on any thread. Copying one
/// costs no more than the law.
struct Calibration {
    CollectiveLaw law; ///< of collectives on all links
    std::shared_ptr<const LearnedConstants> constants = std::make_shared<const LearnedConstants>(); ///< never null
};

/// As fitted to the published measurements (presets/constants). For the doors of the engine: programs, tests and the
/// fit; what is behind them is given a calibration.
[[nodiscard]] const Calibration& shippedCalibration();

} // namespace kneepoint
