// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"

namespace kneepoint {

/// What an optimizer keeps and moves per parameter.
struct OptimizerFigures {
    double moment_bytes = 8; ///< of its state, without master weights; of Muon, for the matrices of layers
    double update = 1;       ///< bytes that an update on a GPU reads and writes, relative to AdamW
    double host_update = 1;  ///< the same on a CPU
};

/// AdamW reads the gradient, the master weight and two moments, writes the latter three, and writes the weight in 16
/// bits: 30 bytes (Rajbhandari et al. 2020, section 3.1); with one moment, 22. Its 8-bit form keeps 2 bytes and a
/// 32-bit scale for each block of 256 (Dettmers et al. 2022, arXiv:2110.02861); steps are not measured to be shorter
/// (torchao/optim/README.md), because moments are dequantized and quantized again. Adafactor without momentum keeps
/// sums over rows and columns only and reads the gradient twice (Shazeer and Stern 2018, arXiv:1804.04235). Lion and
/// SGD have one 32-bit moment (Chen et al. 2023, arXiv:2302.06675), and so has Muon (Liu et al. 2025,
/// arXiv:2502.16982).
[[nodiscard]] constexpr OptimizerFigures figuresOf(Optimizer optimizer)
{
    constexpr double with_one_moment = 22.0 / 30;
    switch (optimizer) {
    case Optimizer::adamw:
        break;
    case Optimizer::adamw_8bit:
        return {2 + 2 * 4.0 / 256, 1, 18.0 / 30};
    case Optimizer::adafactor:
        return {0, 18.0 / 30, 18.0 / 30};
    case Optimizer::lion:
    case Optimizer::sgd:
    case Optimizer::muon:
        return {4, with_one_moment, with_one_moment};
    }
    return {};
}

} // namespace kneepoint
