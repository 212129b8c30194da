// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace kneepoint {

/// Plausible numbers of heads of a transformer of this hidden size if its source does not state them: head dimensions
/// from 64 (GPT-2) to 256 (PaLM) that divide the hidden size, with a number of heads divisible by the tensor-parallel
/// degree. Dimensions that are inefficient on matrix units are included, because they occur in practice. Ordered by
/// distance from the most common dimension, 128. If none fits, the number of heads of about 128, at least one.
[[nodiscard]] std::vector<double> plausibleHeads(double hidden, double tensor_parallel);

} // namespace kneepoint
