// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"

#include <string>

namespace kneepoint {

/// What makes a chosen library model a job of its own, in place of what was stated for another model: the sequence
/// length and the global batch of its training, a planned layout, and layers that are modeled one by one where the
/// scenario had the sustained rate of another model. Empty if the scenario has no such model, or has all this.
[[nodiscard]] Edit newJob(const Scenario& s);

/// What is kept when the model is chosen: "Sequence length 1, global batch 8192 and the layout are kept; Llama 3.1 70B
/// was trained with a sequence length of 8192 and a global batch of 2048."
[[nodiscard]] std::string newJobText(const Scenario& s);

} // namespace kneepoint
