// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/cost/kernels.h"
#include "model/job/layer_split.h"
#include "model/job/setup.h"

namespace kneepoint {

/// A GEMM of a layer's matrix: without the gradient of its weights where adapters are trained beside it.
[[nodiscard]] inline GemmTime matrixTime(const Setup& setup, double rate, double tokens, double out, double in)
{
    return setup.model.adapters.used ? frozenLinearTime(rate, setup.rates.padding, tokens, out, in)
                                     : linearTime(rate, setup.rates.padding, tokens, out, in);
}

/// What adapters add to one layer on one GPU, for one micro-batch.
struct AdapterTime {
    GemmTime gemms;
    double bytes = 0; ///< HBM traffic of elementwise kernels, forward
};

/// Two GEMMs per adapted matrix, over the rank r, at the 16-bit rate: A is r × in and B is out × r, whose outer side
/// tensor parallelism divides; and the sum of both outputs, by the adapter's GEMM itself in software that also fuses
/// norms. An expert's adapters see the tokens routed to it. Nothing without adapters.
[[nodiscard]] AdapterTime adapterTime(const Setup& setup, const LayerSplit& split, bool experts);

/// Seconds of one pass over a layer to restore 16-bit weights from 4 bits: every weight on the GPU is read and written
/// once, however many tokens there are, in a forward pass, a backward pass and a recomputation each. 0 unless the
/// frozen weights have 4 bits.
[[nodiscard]] double dequantizeSeconds(const Setup& setup, const LayerSplit& split, bool experts);

} // namespace kneepoint
