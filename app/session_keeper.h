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
    SessionKeeper(MainWindow& window, QString path);
    ~SessionKeeper() override;

private:
    void save();

    MainWindow& m_window;
    QString m_path;
    QTimer m_soon;
};

} // namespace kneepoint
