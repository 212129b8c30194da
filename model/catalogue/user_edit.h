// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <string>

/// What a user means by changing a parameter, beyond what the parameter itself updates.
namespace kneepoint {

/// Like Parameter::edit; with automatic planning, it also pins a planned parameter. Where there are nodes, another GPU
/// sets its usual node size, and another number of GPUs the part of a rack-scale domain that divides it.
void editPinning(Scenario& s, const Parameter& p, double value, const Calibration& calibration);

/// The same; in addition, choosing a library model starts a new job: it sets the sequence length and global batch used
/// in its training and switches automatic planning on. A scenario at textbook depth switches to kernel depth, because
/// the sustained rate was that of another model.
void editByHand(Scenario& s, const Parameter& p, double value, const Calibration& calibration);

/// A sentence about what choosing the model has changed; empty if the depth is unchanged, because everything else is
/// visible.
[[nodiscard]] std::string depthChangeText(const Scenario& before, const Scenario& after);

} // namespace kneepoint
