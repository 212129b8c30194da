// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/run_record.h"
#include "model/scenario/scenario_fwd.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <set>
#include <string>

namespace kneepoint {

/// A row of a file of layouts: `{"model": {...}, "gpus", "gpu", "tp", "pp", "dp", "mbs", "gbs", "seq", "kernel", ...}`.
/// Without what was measured of it.
[[nodiscard]] RunRecord layoutRecordOf(const nlohmann::ordered_json& row);

/// What the kernels listed in a file of layouts say of its rows.
class StatedKernels {
public:
    /// A source that lists the kernel of the norms ("… + RMS kernel") for some of its rows lists it wherever it ran.
    explicit StatedKernels(const nlohmann::ordered_json& rows);

    /// Whether attention and norms are fused, and how well; what the row does not state stays. Megatron's own "fused"
    /// kernel fuses the softmax of attention only, "torch" not even that.
    void apply(const nlohmann::ordered_json& row, Stack& stack) const;

private:
    std::set<std::string, std::less<>> m_list_norms; ///< sources
};

} // namespace kneepoint
