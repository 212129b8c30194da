// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kneepoint {

/// Where a file of the project is; the path starts at its root: sourcePath("docs/lessons.md").
[[nodiscard]] QString sourcePath(const QString& path);
/// Where a program of the same build is; the path starts at the folder of the test program.
[[nodiscard]] QString builtPath(const QString& path);

} // namespace kneepoint
