// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_fwd.h"
#include "model/step/step_report.h"

#include <initializer_list>

/// The same job in a better world: what a cause costs is the step now less the step without it.
namespace kneepoint {

/// Every GPU has a port of its own and no hop is oversubscribed.
[[nodiscard]] Scenario withoutContention(Scenario s);
/// Messages take no time beside their bytes.
[[nodiscard]] Scenario withoutLatency(Scenario s);
/// The protocol carries payload at the line rate, without latency.
[[nodiscard]] Scenario withoutProtocol(Scenario s);
/// Every GPU is as fast as every other in every step, and no delay is added.
[[nodiscard]] Scenario withoutStragglers(Scenario s);
/// Each tensor-parallel group lies inside one node, on a link of the NVLink class.
[[nodiscard]] Scenario withFastTensorLinks(Scenario s);

/// Step time if the exposed time of these parts were gone. Input that was hidden behind them comes out.
[[nodiscard]] double stepWithout(const Scenario& s, const StepReport& step, std::initializer_list<Part> parts);

} // namespace kneepoint
