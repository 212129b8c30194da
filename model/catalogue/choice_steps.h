// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"

#include <string>
#include <vector>

/// Ordered families of choices, along which a slider steps: the GPUs of a vendor by year, networks by rate per GPU.
namespace kneepoint {

/// The choices of the family that the scenario's choice belongs to, in order. A choice outside the family is a step of
/// its own at the place of its year or rate. Empty: the parameter has no family.
[[nodiscard]] std::vector<int> choiceSteps(const Parameter& p, const Scenario& s);
/// "H100 SXM5 80 GB · 2022", "InfiniBand NDR 400 · 400 Gbit/s": the name of a step with what orders it.
[[nodiscard]] std::string stepName(const Parameter& p, int choice);

} // namespace kneepoint
