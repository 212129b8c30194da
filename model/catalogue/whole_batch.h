// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/edit.h"

#include <span>
#include <string>
#include <vector>

/// Replicas, micro-batches and their examples are whole numbers: nobody runs 0.889 of a micro-batch.
namespace kneepoint {

/// What keeps them whole after an edit.
struct WholeBatch {
    std::string sentence =
        {};         ///< what was moved: "Global batch 1024 → 1056, which 96 replicas divide."; empty: nothing
    Edit keep = {}; ///< brings the moved batch back by moving the GPUs instead; may be empty
    std::string keep_text = {};       ///< "Keep 1024"
    std::string refusal = {};         ///< nothing can be moved: why not, and the nearest values that work
    std::vector<double> nearest = {}; ///< of the edited parameter, if there is a refusal; may be empty
};

/// Completes an edit of `edited` parameters that led from `before` to `next`: it moves what was not edited, first the
/// number of micro-batches, then their size if replicas divide the batch, then the global batch to the nearest one
/// possible. Only where layers are modeled one by one, the layout is not planned, and all were whole before: textbook
/// jobs are continuous on purpose.
[[nodiscard]] WholeBatch keepWhole(Scenario& next, const Scenario& before, std::span<const Parameter* const> edited);

} // namespace kneepoint
