// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kneepoint {

/// The version that --version, About and reports show, as cmake/Version.cmake defines it: "0.9.0" for a release,
/// "0.9.0-dev.392+g1234567" for any other commit.
[[nodiscard]] const char* programVersion();
/// The date of that release, or of the next one: "2026-11-24".
[[nodiscard]] const char* releaseDate();

} // namespace kneepoint
