// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/scenario_file.h"
#include "widgets/theme/theme.h"

#include <iosfwd>
#include <memory>
#include <string>

class QWidget;

namespace kneepoint {

/// Runs the window until it is closed, with the given shipped scenario or file, or with the last session. Needs a
/// QApplication. Returns whether the last changes have been saved; if not, `err` has the reason.
[[nodiscard]] bool runWindow(const std::string& scenario, std::ostream& err);

/// A window for screenshots: with its diagnosis, without a session.
[[nodiscard]] std::unique_ptr<QWidget> makeWindow(const ScenarioFile& file, ThemeMode mode);

} // namespace kneepoint
