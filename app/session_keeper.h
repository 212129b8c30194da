// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace kneepoint {

class MainWindow;

/// Gives a window the session of the last run and writes it to the session file soon after each change, so that
/// unsaved work survives a killed process.
class SessionKeeper : public QObject {
    Q_OBJECT
public:
    /// An edit is in the file after this time at the latest.
    static constexpr int longest_delay_ms = 500;

    SessionKeeper(MainWindow& window, QString path);
    ~SessionKeeper() override;

signals:
    /// The session file holds all that was done until now.
    void kept();

private:
    void save(bool ended);

    MainWindow& m_window;
    QString m_path;
    QTimer m_soon;
};

} // namespace kneepoint
