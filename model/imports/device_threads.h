// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace kneepoint {

/// The devices of a trace of JAX or XLA, whose events have no category: what runs on a device is told by the names of
/// its process ("/device:GPU:0") and thread ("Stream #20(Compute)", "XLA Ops", "Steps"). Of several devices the first
/// counts.
class DeviceThreads {
public:
    enum class Kind { none, work, steps };

    /// Reads an event of metadata; false if it is none.
    bool take(std::string_view event);
    /// What an event without a category is.
    [[nodiscard]] Kind kindOf(std::string_view event) const;
    [[nodiscard]] bool empty() const { return m_devices.empty(); }

private:
    std::map<double, bool> m_devices; ///< by process: whether it is a GPU, whose work is on streams
    std::map<std::pair<double, double>, std::string> m_threads;
};

/// "all-reduce.3", "all-gather-start.1": a collective of XLA.
[[nodiscard]] bool isXlaCollective(std::string_view name);

} // namespace kneepoint
