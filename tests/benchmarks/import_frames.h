// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

/// How the window behaves while it imports files that take seconds to read.
struct ImportFrames {
    std::vector<double> drag_ms; ///< slider event to pixels, during the import
    std::vector<double> turn_ms; ///< each turn of the event loop, during the import
    double import_s = 0;
    double cancel_ms = 0; ///< of a second import of the same files, cancelled half a second after it began
};

[[nodiscard]] ImportFrames timeImport(const QStringList& paths);
