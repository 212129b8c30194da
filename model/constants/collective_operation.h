// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace kneepoint {

/// The collectives that the model predicts.
enum class CollectiveOperation { all_reduce, all_gather, reduce_scatter, all_to_all, send };

/// By the names of measurements: "all_reduce", "all_to_all" or "alltoall", "sendrecv"; nothing for others.
[[nodiscard]] std::optional<CollectiveOperation> findCollectiveOperation(std::string_view name);
/// "All-reduce".
[[nodiscard]] std::string_view collectiveLabel(CollectiveOperation operation);

/// Bus bandwidth over algorithm bandwidth (size over time), which makes collectives comparable with the rate of a link:
/// 2(n − 1)/n for an all-reduce, 1 for a send, (n − 1)/n for the others; 0 for less than two ranks, unless it is a send
/// (nccl-tests, doc/PERFORMANCE.md).
[[nodiscard]] double busFactor(CollectiveOperation operation, double ranks);

} // namespace kneepoint
