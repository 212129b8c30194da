// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

/// Wall time of a program from its start to its end, in milliseconds; negative if it failed.
[[nodiscard]] double runMs(const QString& program, const QStringList& args);

/// Child process for the startup floor: shows a window with empty plots and exits after its first paint.
[[nodiscard]] int showEmptyWindow(int plots);
