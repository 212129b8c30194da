// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace kneepoint {

/// How many heads a transformer of this width may have where its source does not say: heads of a whole width from 64
/// (GPT-2) to 256 (PaLM) that fill the model's width exactly and that tensor parallelism divides. Widths that matrix
/// units do not like are among them: people try them, and are slow. The most usual width, 128, first, then ever further
/// from it. Where no such head fits, as many of about 128 as there is room for, at least one.
[[nodiscard]] std::vector<double> plausibleHeads(double hidden, double tensor_parallel);

} // namespace kneepoint
