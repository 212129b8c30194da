// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"
#include "widgets/theme/theme.h"

#include <memory>
#include <string>

class QWidget;

namespace kneepoint {

/// Runs the window until it is closed, with the given shipped scenario or file, or with the last session. Needs a
/// QApplication.
[[nodiscard]] int runWindow(const std::string& scenario);

/// A window for screenshots: with its diagnosis, without a session.
[[nodiscard]] std::unique_ptr<QWidget> makeWindow(const ScenarioFile& file, ThemeMode mode);

} // namespace kneepoint
