// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/table.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/scenario_file.h"

/// The JSON of reports, written only here. Numbers are in SI units and full precision.
namespace kneepoint {

struct Analysis;

/// Every figure of `kneepoint eval`, with `components` that add up to `step_s` in their order.
[[nodiscard]] Json evalJson(const ScenarioFile& file, const Analysis& a);
[[nodiscard]] Json scaleJson(const ScenarioFile& file, const Analysis& a, const Table& rows);
[[nodiscard]] Json rooflineJson(const ScenarioFile& file, const Analysis& a);
[[nodiscard]] Json parametersJson();

/// A value as a scenario file has it: a number, the id of a choice, true or false.
[[nodiscard]] Json valueJson(const Parameter& p, double value);
/// A value as --set takes it, with its unit: "50 GB/s", "h100-sxm", "on".
[[nodiscard]] std::string settableText(const Parameter& p, double value);

} // namespace kneepoint
