// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/recovery.h"
#include "app/document/scenario_document.h"
#include "app/document/session.h"
#include "model/units/error.h"
#include "widgets/when_idle.h"
#include "widgets/worker.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>

namespace kneepoint {

class MainWindow;

/// How a worker reads and writes sessions; tests can make it slow.
struct SessionAccess {
    std::function<Result<Session>(const QString& path)> read = loadSession;
    std::function<Result<void>(const Session& session, const QString& path)> write = saveSession;
};

/// How long a session keeper waits, at most.
struct SessionPatience {
    std::chrono::milliseconds first_picture{250}; ///< at the start, so that the first picture is that of the session
    std::chrono::milliseconds closing{500};       ///< with unsaved work, so that the window usually closes at once
    std::chrono::milliseconds last{5000};         ///< for the last session, once the window is gone
    std::chrono::milliseconds unsaved{500};       ///< until an edit is saved, if the disk is not slow
};

/// Restores the last session, or the unsaved work of a killed window, and saves soon after each change: to the window's
/// own recovery file, and to the session file read at the next start. If the file of the restored scenario says
/// something else by now, the window shows what it says; unsaved changes are kept beside it and offered. A file that
/// cannot be restored is renamed rather than overwritten. A worker reads and writes: a slow disk neither delays the
/// window nor its edits. The start waits a quarter of a second at most, so that the first picture is that of the
/// session, and closing with unsaved work half a second, so that the window usually closes at once. After that the
/// window stays usable, and closes when the work is safe; closed again, it asks. Once the window is gone, the program
/// stays for five seconds at most for the last session: a disk that does not answer must not keep a process for ever,
/// and unsaved work is on disk by then.
class SessionKeeper : public QObject {
    Q_OBJECT
public:
    SessionKeeper(MainWindow& window, QString path, SessionAccess access = {}, SessionPatience patience = {});
    /// Unsaved work stays in the recovery file if the session could not be written, or if other windows are open, which
    /// write the session too.
    ~SessionKeeper() override;

    /// Saves for the last time, once the window is closed; else the destructor does. A failure is written to `err`,
    /// unless the files already had everything. Returns whether nothing has been lost.
    bool finish(std::ostream& err);

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
    /// What the file of the restored scenario says.
    struct OnDisk {
        Result<ReadScenario> file;
        QString copy = {};    ///< of unsaved changes to what the file said before; empty if there are none
        bool differs = false; ///< from the session
    };
    void restore(const Found& found);
    [[nodiscard]] static OnDisk lookAt(
        const DocumentState& known, const Calibration& calibration, const QString& folder);
    void followFile();
    void showFile(const OnDisk& now, const QString& path);
    void setAside(const Found& found, QString sentence);
    [[nodiscard]] QString recoverySentence() const;
    /// Writes the session; `then` gets the outcome.
    void write(const Session& session, std::function<void(const Saved&)> then);
    /// Waits for it, but not for ever.
    Saved saveLast();
    /// Whether it may close now; if not, it closes itself when the session is written, if that is safe or confirmed.
    bool mayClose();
    void keepAndClose();
    /// Saves; a new failure is shown in the window.
    void save();
    /// The outcome of a disk that does not answer.
    [[nodiscard]] Saved noAnswer() const;
    /// Empty if everything has been saved.
    [[nodiscard]] QString warning(const Saved& saved) const;

    MainWindow& m_window;
    QString m_path;
    SessionAccess m_access;
    SessionPatience m_patience;
    std::shared_ptr<Recovery> m_recovery; ///< null until what was left has been read
    WhenIdle m_soon;
    bool m_late = false;      ///< the window was shown before the session was read
    bool m_closing = false;   ///< once the session is written
    bool m_asking = false;    ///< whether it may close; the answer is awaited
    bool m_may_close = false; ///< the session is written
    bool m_finished = false;
    QString m_warning;                   ///< the message of the last save, empty if it succeeded
    std::optional<Session> m_in_session; ///< what this window last wrote there, if that is certain
    std::optional<Session> m_in_recovery;
    FileWork<Found> m_finding;
    FileWork<OnDisk> m_looking;
    FileWork<Saved> m_saving;
};

} // namespace kneepoint
