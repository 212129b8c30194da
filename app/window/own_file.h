// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/scenario_document.h"
#include "model/lesson/lesson.h"

#include <optional>

namespace kneepoint {

/// A file that the window opens, as a worker reads it: a lesson or a scenario.
struct OwnFile {
    std::optional<Result<Lesson>> lesson;
    std::optional<Result<ReadScenario>> scenario; ///< neither: a file of measurements, to be imported
};

/// Reads a lesson or a scenario; what cannot be read as either is a scenario with an error sentence. `any`: files
/// without the marks of the program's own are left to the imports.
[[nodiscard]] OwnFile readOwnFile(const QString& path, const Calibration& calibration, bool any);

} // namespace kneepoint
