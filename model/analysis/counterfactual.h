// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"
#include "model/step/step_report.h"

#include <initializer_list>

/// The same job without a cause: the cost of the cause is the difference of the two step times.
namespace kneepoint {

/// Every GPU has its own NIC and no link is oversubscribed.
[[nodiscard]] Scenario withoutContention(Scenario s);
/// Messages have no latency.
[[nodiscard]] Scenario withoutLatency(Scenario s);
/// The protocol reaches the line rate, without latency.
[[nodiscard]] Scenario withoutProtocol(Scenario s);
/// All GPUs are equally fast in every step, and there are no delays.
[[nodiscard]] Scenario withoutStragglers(Scenario s);
/// Each tensor-parallel group is within one node, on NVLink-class links.
[[nodiscard]] Scenario withFastTensorLinks(Scenario s);

/// Step time without the exposed time of these parts. Input that was hidden behind them becomes exposed.
[[nodiscard]] double stepWithout(const Scenario& s, const StepReport& step, std::initializer_list<Part> parts);

} // namespace kneepoint
