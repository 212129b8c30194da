// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/own_file.h"

#include "app/teaching/lesson_controller.h"

#include <QFile>
#include <QFileInfo>

namespace kneepoint {
namespace {

/// Scenarios, lessons and comparisons have keys that begin with the program's name, near their beginning.
bool isOwnFile(const QString& path)
{
    constexpr qint64 most_read = 1 << 16;
    QFile file(path);
    if (path.endsWith(QLatin1String(".kneepoint")) || !QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        return true; // reading it as a scenario says what is wrong
    return file.read(most_read).contains("\"kneepoint");
}

} // namespace

OwnFile readOwnFile(const QString& path, const Calibration& calibration, bool any)
{
    OwnFile read;
    if (any && !isOwnFile(path))
        return read;
    read.lesson = readLesson(path);
    if (!read.lesson)
        read.scenario = readScenario(path, calibration);
    return read;
}

} // namespace kneepoint
