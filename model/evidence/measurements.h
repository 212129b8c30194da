// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"
#include "model/units/error.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <string_view>
#include <vector>

namespace kneepoint {

struct SizeTime {
    double bytes = 0; ///< as counted by nccl-tests
    double seconds = 0;
};

/// A measured curve of one collective.
struct CollectiveRecord {
    std::string id, source, quality, op, gpu, intra_node, inter_node;
    double gpus = 0, nodes = 1;
    std::vector<SizeTime> points;
};

struct SkippedRow {
    std::string id, series, reason;
};

struct Measurements {
    std::vector<RunRecord> runs;
    std::vector<CollectiveRecord> collectives;
    std::vector<SkippedRow> skipped; ///< rows that cannot be read
};

inline constexpr std::size_t measurement_file_limit_bytes = 64 << 20;

/// A run as an object: {"model": {...}, "cluster": {...}, "layout": {...}, "measured": {...}}, or without sections.
[[nodiscard]] RunRecord runRecordOf(const nlohmann::ordered_json& row);

/// Reads a table with "columns" and "rows" (ours, and the single-node format), a list of rows as objects (runs), or
/// curves of collectives. Rows that cannot be read are skipped with the reason; only text that is not such a file is an
/// error.
[[nodiscard]] Result<Measurements> parseMeasurements(std::string_view json, std::string_view place);
[[nodiscard]] Result<Measurements> loadMeasurements(const std::filesystem::path& path);

/// The published measurements shipped with the program, loaded on first use.
[[nodiscard]] const Measurements& publishedMeasurements();

} // namespace kneepoint
