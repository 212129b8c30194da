// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"

#include <span>
#include <string>
#include <vector>

/// Replicas, micro-batches and their examples are whole numbers: nobody runs 0.889 of a micro-batch.
namespace kneepoint {

/// What has kept them whole in an edit.
struct WholeBatch {
    std::string sentence =
        {};         ///< what was moved: "Global batch 1024 → 1056, which 96 replicas divide."; empty: nothing
    Edit keep = {}; ///< brings the moved batch back by moving the GPUs instead; may be empty
    std::string keep_text = {};       ///< "Keep 1024"
    std::string refusal = {};         ///< nothing could be moved: why not, and the nearest values that work
    std::vector<double> nearest = {}; ///< of the edited parameter, if there is a refusal; may be empty
};

/// What an edit of `edited` parameters, which led from `before` to `next`, has moved beside them. Only where replicas
/// and micro-batches have to be whole (divide_batch.h) and were before.
[[nodiscard]] WholeBatch keptWhole(
    const Scenario& next, const Scenario& before, std::span<const Parameter* const> edited);

/// Whether a job can run only whole values of a parameter: of a whole number, and of micro-batches and their examples
/// where they have to be whole and are.
[[nodiscard]] bool takesWholeValues(const Parameter& p, const Scenario& s);

} // namespace kneepoint
