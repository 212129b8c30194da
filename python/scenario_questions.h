// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"

#include <pybind11/pybind11.h>

#include <string>

namespace kneepoint {

/// Scenario.search(), plan() and calibrate().
void defineQuestions(pybind11::class_<ScenarioFile>& type);

/// A str or os.PathLike as text.
[[nodiscard]] std::string pathText(const pybind11::object& path);

} // namespace kneepoint
