// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

/// Wall time from the start of a program until it says that its first frame is painted, in milliseconds; negative if it
/// failed.
[[nodiscard]] double paintedMs(const QString& program, const QStringList& args);

/// Child process for the startup floor: shows a window with empty plots, says when they are painted, and exits.
[[nodiscard]] int showEmptyWindow(int plots);
