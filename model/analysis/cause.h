// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace kneepoint {

/// Why a job scales badly: the only list of causes, for knees, diagnosis, waterfall and lessons. Everything else about
/// a cause is in its CauseRecord (model/diagnosis/cause_record.h).
enum class Cause {
    none,
    exposed_communication,
    starved_input,
    straggler,
    tiny_batch,
    large_batch,
    protocol_overhead,
    contention,
    pipeline_bubble,
    tensor_parallel_slow_link,
    over_sharding,
    expert_all_to_all,
    out_of_memory,
    failures,
    offload_link,
    dequantization,
    expert_imbalance,
    padding,
    adapter_bound,
    optimizer_gathers,
};
inline constexpr std::size_t cause_count = 20; ///< with `none`

/// Stable id: "exposed-communication".
[[nodiscard]] std::string_view causeId(Cause cause);
/// For people: "exposed communication".
[[nodiscard]] std::string_view causeLabel(Cause cause);

} // namespace kneepoint
