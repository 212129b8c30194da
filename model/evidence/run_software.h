// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"

#include <string>
#include <string_view>

namespace kneepoint {

/// What is known of the software of a measurement.
enum class SoftwareKnowledge {
    measured, ///< runs of this program have been measured
    similar,  ///< runs of similar software have been measured
    generic,  ///< not stated, or nothing similar was measured: the generic stack of its family is used
};

struct RunSoftware {
    std::string stack; ///< preset id
    SoftwareKnowledge known = SoftwareKnowledge::generic;
};

/// The stack of a run's software. If it is unknown, a generic stack: DDP for models that are not transformers, 3D
/// parallelism if tensors or layers are split; else eager or compiled PyTorch as its name says, eager PyTorch for
/// sharded data parallelism, 3D parallelism otherwise.
[[nodiscard]] RunSoftware softwareOf(const RunRecord& run);
/// Name of its series in the validation report.
[[nodiscard]] std::string reportSeries(const RunRecord& run);
/// The source of the measurements: the errors of one source are correlated.
[[nodiscard]] std::string sourceGroup(const RunRecord& run);
/// Whether its memory figures are those of tensors at the peak (torch.cuda.max_memory_allocated).
[[nodiscard]] bool countsAllocatedMemory(const RunRecord& run);
/// Name of the series without qualifiers: "mosaic" of "mosaic-h100_80gb-7b-s2048".
[[nodiscard]] std::string_view seriesStem(const RunRecord& run);

/// Whether a stack is the generic one of a family.
[[nodiscard]] bool isGeneric(std::string_view stack);

} // namespace kneepoint
