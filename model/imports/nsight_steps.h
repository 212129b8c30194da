// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/imports/trace_events.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint {

/// Finds the training steps among NVTX ranges by their names.
class NsightSteps {
public:
    void take(std::string_view name, TimeSpan time);
    /// By start, without those that overlap the one before; of several names ("step 3", "iteration 3"), those that
    /// cover the most time. Empty if there are fewer than two. `name`: what they are called.
    [[nodiscard]] std::vector<TraceStep> found(std::string& name) const;

private:
    std::map<std::string, std::vector<TraceStep>> m_steps; ///< by the name without its number
};

} // namespace kneepoint
