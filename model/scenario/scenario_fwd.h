// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Forward declarations of the scenario and its parts.
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
