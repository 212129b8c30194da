// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/file_work.h"
#include "app/document/recovery.h"
#include "app/document/session.h"
#include "model/units/error.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace kneepoint {

class MainWindow;

/// How a worker reads and writes sessions; tests can make it slow.
struct SessionAccess {
    std::function<Result<Session>(const QString& path)> read = loadSession;
    std::function<Result<void>(const Session& session, const QString& path)> write = saveSession;
};

/// Restores the last session, or the unsaved work of a killed window, and saves soon after each change: to the window's
/// own recovery file, and to the session file read at the next start. A file that cannot be restored is renamed rather
/// than overwritten. A worker reads and writes: a slow disk neither delays the window nor its edits. Only the start
/// waits, briefly, so that the first picture is that of the session, and closing, until the work is safe.
class SessionKeeper : public QObject {
    Q_OBJECT
public:
    /// Maximum delay until an edit is saved, if the disk is not slow.
    static constexpr int longest_delay_ms = 500;

    SessionKeeper(MainWindow& window, QString path, SessionAccess access = {});
    /// Unsaved work stays in the recovery file if the session could not be written, or if other windows are open, which
    /// write the session too.
    ~SessionKeeper() override;

    /// Asked when the window closes with unsaved work that the session does not contain: whether to close it. By
    /// default, a dialog.
    std::function<bool(const QString& sentence)> confirm_close;

signals:
    /// This is in the session file and the recovery file.
    void kept(const kneepoint::Session& session);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    /// What was left by earlier runs.
    struct Found {
        std::shared_ptr<Recovery> recovery;
        QString path; ///< of the session that was read
        Result<Session> session;
    };
    /// The outcome of saving.
    struct Saved {
        Result<void> session;
        Result<void> recovery;
    };
    void restore(const Found& found);
    void setAside(const Found& found, QString sentence);
    [[nodiscard]] QString recoverySentence() const;
    /// Writes the session; `then` gets the outcome.
    void write(const Session& session, std::function<void(const Saved&)> then);
    /// Waits for it, but not for ever.
    Saved saveNow();
    /// Saves; a new failure is shown in the window.
    void save();
    /// Empty if everything has been saved.
    [[nodiscard]] QString warning(const Saved& saved) const;

    MainWindow& m_window;
    QString m_path;
    SessionAccess m_access;
    std::shared_ptr<Recovery> m_recovery; ///< null until what was left has been read
    QTimer m_soon;
    bool m_late = false; ///< the window was shown before the session was read
    QString m_warning;   ///< the message of the last save, empty if it succeeded
    FileWork<Found> m_finding{*this};
    FileWork<Saved> m_saving{*this};
};

} // namespace kneepoint
