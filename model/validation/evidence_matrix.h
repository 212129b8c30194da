// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/validation/validation.h"

#include <span>
#include <string>
#include <vector>

namespace kneepoint {

/// What predictions for a GPU architecture, a software and a kind of job rest on.
enum class Knowledge {
    measured,    ///< runs of just these
    transferred, ///< the architecture was measured, with other software or other jobs
    assumed,     ///< the architecture was not measured
};

struct MatrixCell {
    Knowledge knowledge = Knowledge::assumed;
    std::size_t rows = 0, sources = 0;
    double mape = 0; ///< per cent, of the rows; each predicted without its source
};

/// One kind of job. Architectures and software are those of the library, in its order; generic stacks are not listed.
struct EvidenceMatrix {
    RunKind::Work work = RunKind::Work::dense;
    std::vector<std::string> architectures, software; ///< ids of GpuPreset::architecture; names of stacks
    std::vector<std::vector<MatrixCell>> cells;       ///< by software, then architecture
};

struct EvidenceMatrices {
    std::vector<EvidenceMatrix> kinds; ///< dense, long context, mixture of experts
    /// Errors of all rows by what they rest on: the mean errors to expect of cells that are transferred and assumed.
    ErrorSummary transferred, assumed;
};

/// Counted training runs of transformers, each predicted without its source. Transferred and assumed errors are those
/// of the rows whose basis is similar hardware, and none. Needs loadLeftOutConstants().
[[nodiscard]] EvidenceMatrices evidenceMatrices(std::span<const MeasuredRun> runs, const Calibration& calibration);

} // namespace kneepoint
