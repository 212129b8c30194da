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
/// Embeddings are not tied unless the row says so.
[[nodiscard]] RunRecord layoutRecordOf(const nlohmann::ordered_json& row);

/// The kernels listed in a file of layouts, and what they fuse.
class KernelList {
public:
    /// If a source lists a kernel for norms ("… + RMS kernel") in some of its rows, the other rows are assumed to have
    /// run without it.
    explicit KernelList(const nlohmann::ordered_json& rows);

    /// Sets whether and how attention and norms are fused; anything the row does not state is unchanged. Megatron's
    /// "fused" kernel fuses only the attention softmax, "torch" not even that.
    void apply(const nlohmann::ordered_json& row, Stack& stack) const;

private:
    std::set<std::string, std::less<>> m_list_norms; ///< sources
};

} // namespace kneepoint
