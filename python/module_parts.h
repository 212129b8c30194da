// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

/// The parts of the extension module kneepoint._engine; each is in its own file.
namespace kneepoint {

/// Scenario and scenario().
void defineScenario(pybind11::module_& module);
/// evaluate_many().
void defineEvaluateMany(pybind11::module_& module);
/// sweep(), parameters(), metrics() and presets().
void defineTables(pybind11::module_& module);

} // namespace kneepoint
