// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_report.h"

namespace kneepoint {

std::string_view partId(Part part)
{
    static constexpr std::array<std::string_view, part_count> ids{"input", "compute", "memory", "launch", "tensor_comm",
        "context_comm", "expert_comm", "pipeline_comm", "bubble", "data_comm", "optimizer", "straggler", "delay"};
    return ids[static_cast<std::size_t>(part)];
}

std::string_view partLabel(Part part)
{
    static constexpr std::array<std::string_view, part_count> labels{"input pipeline", "compute", "memory traffic",
        "kernel launches", "tensor-parallel communication", "context-parallel communication", "expert all-to-all",
        "pipeline transfers", "pipeline bubble", "gradient synchronization", "optimizer", "stragglers", "delay"};
    return labels[static_cast<std::size_t>(part)];
}

std::string_view boundId(Bound bound)
{
    static constexpr std::array<std::string_view, bound_count> ids{
        "compute", "memory", "communication", "data-loading", "pipeline-bubble", "straggler", "overhead"};
    return ids[static_cast<std::size_t>(bound)];
}

std::string_view boundLabel(Bound bound)
{
    static constexpr std::array<std::string_view, bound_count> labels{"compute-bound", "memory-bound",
        "communication-bound", "data-loading-bound", "bubble-bound", "straggler-bound", "overhead-bound"};
    return labels[static_cast<std::size_t>(bound)];
}

} // namespace kneepoint
