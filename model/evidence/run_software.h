// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"

#include <string>
#include <string_view>

namespace kneepoint {

/// What is known of the software that made a measurement.
enum class SoftwareKnowledge {
    measured, ///< runs of this very program have been measured
    similar,  ///< runs of one like it have been
    generic,  ///< not stated, or nothing similar has been measured: its family is used
};

struct RunSoftware {
    std::string stack; ///< preset id
    SoftwareKnowledge known = SoftwareKnowledge::generic;
};

/// The stack that a run states as its software; the generic one of its family where it states none that is known:
/// sharded data parallelism without tensor or pipeline parallelism is FSDP's family, a network without layers is plain
/// data parallelism's, all else is that of frameworks with three dimensions of parallelism.
[[nodiscard]] RunSoftware softwareOf(const RunRecord& run);
/// Under which name the validation report counts it.
[[nodiscard]] std::string reportSeries(const RunRecord& run);
/// The source of the measurements: the errors of one source are correlated.
[[nodiscard]] std::string sourceGroup(const RunRecord& run);
/// Whether its figures of memory count what tensors take at the peak (torch.cuda.max_memory_allocated).
[[nodiscard]] bool countsAllocatedMemory(const RunRecord& run);
/// Name without its qualifiers: "mosaic" of "mosaic-h100_80gb-7b-s2048".
[[nodiscard]] std::string_view seriesStem(const RunRecord& run);

} // namespace kneepoint
