// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// The scenario and its parts by name, for those who only pass them on.
namespace kneepoint {

struct Workload;
struct Cluster;
struct Plan;
struct Stack;
struct OwnRuns;
struct Assumptions;
struct AutoPlan;
struct Scenario;

} // namespace kneepoint
