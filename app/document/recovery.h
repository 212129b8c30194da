// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>

class QLockFile;

namespace kneepoint {

/// The unsaved work of one window, in a file owned by its process, so that two windows never overwrite each other's. A
/// file left behind by a killed process is an orphan, which the next window to start takes over.
class Recovery {
public:
    /// Takes over the latest orphan in the folder with unsaved work, or creates a new file.
    explicit Recovery(QString folder);
    /// Without discard(), the file is kept for the next start.
    ~Recovery();
    Q_DISABLE_COPY_MOVE(Recovery)

    /// Where the window writes its session; empty if the folder is not writable.
    [[nodiscard]] QString path() const { return m_path; }
    /// Whether the file contains the work of another process.
    [[nodiscard]] bool isTakenOver() const { return m_taken_over; }
    /// Remaining orphans with unsaved work.
    [[nodiscard]] int orphansLeft() const;
    /// Whether other windows are open.
    [[nodiscard]] bool hasCompany() const;
    /// To be called when the work has been saved, or there is none.
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
