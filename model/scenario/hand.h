// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/catalogue.h"

#include <string>

/// What a person at the controls means by turning a knob, beyond what the knob itself brings along.
namespace kneepoint {

/// Parameter::edit; under automatic planning a planned parameter is pinned by it, and another GPU brings the size of
/// its usual node.
void editPinning(Scenario& s, const Parameter& p, double value, const Calibration& calibration);

/// The same, and a model of the library begins a job: it brings the sequence length and global batch of its training
/// and switches automatic planning on. A scenario at textbook depth goes to kernel depth, because one sustained rate
/// is that of another model.
void editByHand(Scenario& s, const Parameter& p, double value, const Calibration& calibration);

/// What a model chosen by hand has brought along, in a sentence; empty where the depth is still the same, because all
/// else is in sight.
[[nodiscard]] std::string depthChangeText(const Scenario& before, const Scenario& after);

} // namespace kneepoint
