// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/recovery.h"
#include "model/units/error.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace kneepoint {

class MainWindow;

/// Restores the last session, or the unsaved work of a killed window, and saves soon after each change: to the window's
/// own recovery file, and to the session file read at the next start. A file that cannot be restored is renamed rather
/// than overwritten.
class SessionKeeper : public QObject {
    Q_OBJECT
public:
    /// Maximum delay until an edit is saved.
    static constexpr int longest_delay_ms = 500;

    SessionKeeper(MainWindow& window, QString path);
    /// Unsaved work stays in the recovery file if the session could not be written, or if other windows are open, which
    /// write the session too.
    ~SessionKeeper() override;

    /// Asked when the window closes with unsaved work that the session does not contain: whether to close it. By
    /// default, a dialog.
    std::function<bool(const QString& sentence)> confirm_close;

signals:
    /// The work is in the session file and the recovery file.
    void kept();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// The outcome of saving.
    struct Saved {
        Result<void> session;
        Result<void> recovery;
    };
    void restore();
    [[nodiscard]] QString recoverySentence() const;
    Saved saveNow();
    /// Saves; a new failure is shown in the window.
    void save();
    /// Empty if everything has been saved.
    [[nodiscard]] QString warning(const Saved& saved) const;

    MainWindow& m_window;
    QString m_path;
    Recovery m_recovery;
    QTimer m_soon;
    QString m_warning; ///< the message of the last save, empty if it succeeded
};

} // namespace kneepoint
