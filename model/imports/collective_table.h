// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/units/error.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Measured collectives, whichever tool printed them.
namespace kneepoint {

/// One half of a row: out of place or in place.
struct CollectiveTiming {
    double seconds = 0;
    double bus_Bps = 0; ///< bus bandwidth as printed (nccl-tests, doc/PERFORMANCE.md)
};

struct CollectiveRow {
    double bytes = 0;                                      ///< as nccl-tests counts a collective's size
    std::array<std::optional<CollectiveTiming>, 2> halves; ///< out of place, in place
};

struct CollectiveTable {
    std::string operation; ///< "all_reduce"; empty if it is not known
    double ranks = 0;      ///< of one group; 0 if not stated
    double nodes = 0;      ///< 0 if not stated
    std::string gpu;       ///< as the driver names it
    std::vector<CollectiveRow> rows;
    std::optional<double> printed_average_Bps; ///< "Avg bus bandwidth"
    double wrong = 0;                          ///< values out of bounds
    double separate_runs = 1; ///< processes that each ran the test alone, as without MPI: their ranks repeat
    bool sockets = false;     ///< the log says that NCCL used TCP sockets
    double nics = 0;          ///< network interfaces that NCCL used, from its log; 0 if not stated
    std::string place;
};

/// "all_reduce" for "AllReduce", "all_reduce_perf", "allreduce"; empty for anything else.
[[nodiscard]] std::string_view collectiveId(std::string_view name);

/// Bus bandwidth over algorithm bandwidth, also of collectives that the model does not predict: (n − 1)/n for gather
/// and scatter, 1 for broadcast and reduce (nccl-tests, doc/PERFORMANCE.md).
[[nodiscard]] double busFactor(std::string_view operation, double ranks);

/// Mean of the bus bandwidth over both halves of all rows, as nccl-tests prints it, bytes/s; 0 without rows.
[[nodiscard]] double averageBusBandwidth(const CollectiveTable& table);

/// Curves with fitted latency and bandwidth, settings of GPUs and links, and findings about misconfiguration; an error
/// if no table has a row. Empty tables are listed as skipped.
[[nodiscard]] Result<Evidence> evidenceOf(const std::vector<CollectiveTable>& tables);

} // namespace kneepoint
