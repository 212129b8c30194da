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

/// Calls the function without the global interpreter lock, so that other Python threads run meanwhile.
template <class Function> auto withoutLock(Function function)
{
    const pybind11::gil_scoped_release released;
    return function();
}

} // namespace kneepoint
