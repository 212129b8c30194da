// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace kneepoint {

/// Runs the window until it is closed, on the shipped scenario or file that is named, or on the last session.
[[nodiscard]] int runWindow(int& argc, char** argv, const std::string& scenario);

} // namespace kneepoint
