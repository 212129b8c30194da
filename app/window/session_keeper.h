// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/recovery.h"

#include <QObject>
#include <QTimer>

namespace kneepoint {

class MainWindow;

/// Restores the last session, or the unsaved work of a killed window, and saves soon after each change: to the window's
/// own recovery file, and to the session file read at the next start.
class SessionKeeper : public QObject {
    Q_OBJECT
public:
    /// Maximum delay until an edit is saved.
    static constexpr int longest_delay_ms = 500;

    SessionKeeper(MainWindow& window, QString path);
    /// If other windows are open, unsaved work of a closed window stays in its recovery file, because the others write
    /// the session.
    ~SessionKeeper() override;

signals:
    /// Saves everything now. If the files cannot be written, the window shows a message once.
    void kept();

private:
    void save();
    void tellOfRecovery();

    MainWindow& m_window;
    QString m_path;
    Recovery m_recovery;
    QTimer m_soon;
    bool m_warned = false; ///< the message has been shown
};

} // namespace kneepoint
