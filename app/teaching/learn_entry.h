// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <functional>

namespace kneepoint {

/// Something to learn with, as the menu and the page Learn offer it: a lesson, a quiz, a file of one's own.
struct LearnEntry {
    QString name;
    QString remark; ///< "8 min, done ✓"; empty for most
    std::function<void()> open;
};

struct LearnGroup {
    QString name;
    QList<LearnEntry> entries;
};

} // namespace kneepoint
