// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"

#include <QString>

namespace kneepoint {

/// The instructor's page of a lesson, ready to print, as a PDF on A4.
[[nodiscard]] Result<void> saveInstructorPage(const Lesson& lesson, const QString& path);

} // namespace kneepoint
