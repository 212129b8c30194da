// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario_file.h"
#include "widgets/theme/theme.h"

#include <memory>
#include <string>

class QWidget;

namespace kneepoint {

/// Runs the window until it is closed, on the shipped scenario or file that is named, or on the last session.
[[nodiscard]] int runWindow(int& argc, char** argv, const std::string& scenario);

/// A window for a picture: with its diagnosis, without a session.
[[nodiscard]] std::unique_ptr<QWidget> makeWindow(const ScenarioFile& file, ThemeMode mode);

} // namespace kneepoint
