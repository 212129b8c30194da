// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/constants/fitted.h"
#include "model/constants/links.h"

#include <memory>
#include <vector>

namespace kneepoint {

/// The constants that presets set in a scenario, and the errors of predictions made with them.
struct LearnedConstants {
    ConstantSet kernels; ///< of GPU families and of software stacks
    std::vector<MeasuredStack> measured;
    std::vector<ConstantOwner> links; ///< of the links of GPUs and interconnects
    std::vector<ErrorKind> errors;    ///< of step times
    std::vector<FactorSpreads> spreads;
};

/// Constants of hardware and software learned from measurements: a value passed to every function that computes a step
/// or applies a preset, and stored with the result (Analysis). Two of them can be used side by side, on any thread. A
/// copy costs no more than a copy of the law.
struct Calibration {
    CollectiveLaw law; ///< of collectives on all links
    std::shared_ptr<const LearnedConstants> constants = std::make_shared<const LearnedConstants>(); ///< never null
};

/// The calibration fitted to the published measurements (presets/constants). Only for the entry points of the engine
/// (programs, tests and the fit); everything else receives a calibration as an argument.
[[nodiscard]] const Calibration& shippedCalibration();

} // namespace kneepoint
