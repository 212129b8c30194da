// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/recovery.h"

#include <QObject>
#include <QTimer>

namespace kneepoint {

class MainWindow;

/// Gives a window the session of the last run, or the unsaved work of one that was killed, and writes soon after each
/// change: to the window's own recovery file, and to the session file that the next start reads.
class SessionKeeper : public QObject {
    Q_OBJECT
public:
    /// An edit is in the files after this time at the latest.
    static constexpr int longest_delay_ms = 500;

    SessionKeeper(MainWindow& window, QString path);
    /// Unsaved work of a window that is closed beside others stays in its recovery file: they write the session.
    ~SessionKeeper() override;

signals:
    /// The files hold all that was done until now. Where they cannot be written, the window says so once.
    void kept();

private:
    void save();
    void tellOfRecovery();

    MainWindow& m_window;
    QString m_path;
    Recovery m_recovery;
    QTimer m_soon;
    bool m_warned = false; ///< that the files cannot be written
};

} // namespace kneepoint
