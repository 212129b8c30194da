// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <cstddef>

namespace kneepoint {

enum class ThemeChoice { system, light, dark };

/// The state that a window keeps between runs, with a typed field for everything. Scenarios are stored as the text of
/// scenario files, so that unsaved work is preserved.
struct Session {
    QByteArray geometry;
    QByteArray columns;      ///< splitter between controls and board
    QList<QByteArray> board; ///< splitters of the board
    ThemeChoice theme = ThemeChoice::system;
    bool controls_in_sight = true;
    bool diagnosis_in_sight = true;
    bool tour_seen = false;
    QString use; ///< "learn", "plan" or "own": what the first start chose
    QStringList unfolded_sections;
    QStringList recent_files;
    QString file_path;
    QByteArray on_disk; ///< DocumentState::on_disk of that file
    QByteArray scenario;
    QByteArray baseline;
    QByteArray comparison; ///< pinned scenarios
    QByteArray prices;     ///< the user's price list, as a price file; empty if it is the shipped one

    friend bool operator==(const Session&, const Session&) = default;
};

inline constexpr qsizetype most_recent_files = 10;
/// The recent files with `path` as the latest, without duplicates, at most most_recent_files.
[[nodiscard]] QStringList withRecentFile(QStringList files, const QString& path);

inline constexpr std::size_t session_limit_bytes = std::size_t{1} << 26;

/// The user's session file.
[[nodiscard]] QString defaultSessionPath();
/// The defaults if there is no file. Fields that are missing or of the wrong type keep their defaults; anything but a
/// regular file, a file of more than session_limit_bytes and a text that is not JSON are errors.
[[nodiscard]] Result<Session> loadSession(const QString& path);
/// Only the user can read the file. A session that cannot be written is an error, because work would be lost silently.
[[nodiscard]] Result<void> saveSession(const Session& session, const QString& path);

} // namespace kneepoint
