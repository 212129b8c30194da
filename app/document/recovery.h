// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>

class QLockFile;

namespace kneepoint {

/// The unsaved work of one window, in a file that is its own as long as its process lives, so that two windows never
/// write over each other. What a killed process leaves behind is an orphan: the next window to start takes it over.
class Recovery {
public:
    /// Takes over the latest orphan of the folder that holds unsaved work, or begins a file of its own.
    explicit Recovery(QString folder);
    /// Without discard() the file stays behind, for the next start.
    ~Recovery();
    Q_DISABLE_COPY_MOVE(Recovery)

    /// Where the window writes its session; empty where the folder cannot be written.
    [[nodiscard]] QString path() const { return m_path; }
    /// The file holds what another process left behind.
    [[nodiscard]] bool isTakenOver() const { return m_taken_over; }
    /// Orphans with unsaved work that still wait for a window.
    [[nodiscard]] int orphansLeft() const;
    /// Other windows are open.
    [[nodiscard]] bool hasCompany() const;
    /// The work is safe elsewhere, or there is none.
    void discard();

    /// The folder that belongs to a session file.
    [[nodiscard]] static QString folderOf(const QString& session_path);

private:
    bool own(const QString& path);

    QString m_folder;
    QString m_path;
    std::unique_ptr<QLockFile> m_lock;
    bool m_taken_over = false;
};

} // namespace kneepoint
