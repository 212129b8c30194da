// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/byte_source.h"
#include "model/imports/collective_table.h"
#include "model/units/error.h"

#include <string_view>
#include <vector>

/// Output of nccl-tests and rccl-tests, and logs of NCCL and RCCL Inspector.
namespace kneepoint {

/// Text of any version, also with the prefixes of srun -l, mpirun --tag-output and quoted Markdown.
[[nodiscard]] bool isNcclText(std::string_view head);
/// All tables of a text, also unfinished ones.
[[nodiscard]] std::vector<CollectiveTable> readNcclTables(ByteSource& source);
[[nodiscard]] Result<Evidence> readNcclText(ByteSource& source);

/// JSON of nccl-tests -J: {"config": {...}, "results": [{"size", "out_of_place": {"time", "alg_bw", "bus_bw"}}]}, or of
/// rccl-tests: a list of rows {"name", "size", "inPlace", "time", "algBw", "busBw"}.
[[nodiscard]] bool isNcclJson(std::string_view head);
[[nodiscard]] Result<Evidence> readNcclJson(ByteSource& source);

/// CSV with the columns of the rccl-tests rows.
[[nodiscard]] bool isNcclCsv(std::string_view head);
[[nodiscard]] Result<Evidence> readNcclCsv(ByteSource& source);

/// JSON lines of NCCL or RCCL Inspector, one object for each collective. A line without header or metadata belongs to
/// the last ones.
[[nodiscard]] bool isInspectorLog(std::string_view head);
[[nodiscard]] Result<Evidence> readInspectorLog(ByteSource& source);

} // namespace kneepoint
