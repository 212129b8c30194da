// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/picture_subject.h"

#include <iosfwd>
#include <span>
#include <string>

/// The command line: the same engine and the same numbers as the window.
namespace kneepoint {

/// Whether the arguments (without the program name) request the window: none at all, or one scenario to open.
[[nodiscard]] bool asksForWindow(std::span<const std::string> args);

/// Whether a window could be shown on this machine.
[[nodiscard]] bool hasDisplay();

/// Prints that there is no display and what to do instead; returns the exit code.
[[nodiscard]] int explainMissingDisplay(std::ostream& err);

/// Runs one verb and returns the exit code (exit_code.h). Results go to `out`; a failure leaves `out` empty and
/// writes one sentence to `err`. Only `render` creates a Qt application, and only if there is none; it draws the window
/// created by `make_window`.
[[nodiscard]] int runCommandLine(
    std::span<const std::string> args, std::ostream& out, std::ostream& err, const MakeWindow& make_window);

} // namespace kneepoint
