// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"

#include <QByteArray>

namespace kneepoint {

/// The instructor's page of a lesson, ready to print, as a PDF on A4.
[[nodiscard]] QByteArray instructorPage(const Lesson& lesson);

} // namespace kneepoint
