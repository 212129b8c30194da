// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/scenario_document.h"
#include "app/window/own_file.h"
#include "widgets/save_file.h"
#include "widgets/when_idle.h"
#include "widgets/worker.h"

#include <QObject>
#include <QStringList>

#include <functional>

class QMenu;
class QMimeData;
class QWidget;

namespace kneepoint {

class ImportController;
class LessonController;
class MessageBar;
struct WindowActions;

/// The files of a window: opened and saved by menu, from the list of recent ones, or dropped on it. A worker reads and
/// writes them; until then the window stays usable, and a message says what is awaited.
class FileController : public QObject {
    Q_OBJECT
public:
    struct Parts {
        QWidget& window;
        const WindowActions& actions;
        ScenarioDocument& document;
        MessageBar& message;
        ImportController& imports;
        LessonController& lessons;
        QMenu& recent;
    };
    explicit FileController(const Parts& parts);

    /// Opens a scenario file; if it cannot be read, shows an error in the message bar and changes nothing.
    void open(const QString& path) { read(path, false); }
    /// Opens one scenario or lesson; anything else, and several files, are imported as measurements.
    void openOrImport(const QStringList& paths);
    /// Saves to the document's file, after confirmation if it has changed on disk; asks for a file if there is none.
    /// Confirmed once the content is safe.
    void save();

    [[nodiscard]] bool isWaiting() const { return m_reading.isBusy() || m_saving.isBusy(); }
    /// Gives up the file that is being read, if one is.
    bool cancelReading();
    /// Whether anything that the user asked for is being written: the document, an export, an answer.
    [[nodiscard]] bool isSaving() const;
    /// Whether the window may close now. If not, it stays usable and closes as soon as all is safe; asked again, it
    /// may.
    bool mayClose();

    /// The latest first.
    [[nodiscard]] const QStringList& recent() const { return m_recent; }
    void setRecent(const QStringList& paths);

    /// Paths of dropped files.
    [[nodiscard]] static QStringList dropped(const QMimeData& data);

    /// Decides instead of the user whether a file that has changed on disk may be overwritten; if unset, the user is
    /// asked.
    std::function<bool(const QString& path)> ask_to_overwrite;

    /// What the worker does; tests can make it slow.
    struct Access {
        std::function<OwnFile(const QString& path, const Calibration& calibration, bool any)> read = readOwnFile;
        std::function<Result<void>(const QString& path, const QByteArray& content)> write = saveFile;
    } access;

signals:
    /// By a file that was opened or saved.
    void recentChanged();

private:
    /// A file that has changed on disk is not written before the user agrees.
    struct SaveAnswer {
        bool changed_on_disk = false;
        Result<void> saved;
    };
    void chooseFile();
    void saveAs();
    void saveTo(const QString& path, bool ask_if_changed);
    void showSaved(const SaveAnswer& answer, const ScenarioCopy& copy);
    void read(const QString& path, bool any);
    void showRead(const OwnFile& file, const QString& path);
    void sayIfSlow(const QString& sentence);
    void closeIfAsked();
    void stayOpen() { m_closing = false; }
    void remember(const QString& path);

    Parts m_parts;
    QStringList m_recent;
    QString m_awaited; ///< a sentence
    WhenIdle m_slow;
    FileWork<OwnFile> m_reading;
    FileWork<SaveAnswer> m_saving;
    std::function<void()> m_save_next; ///< asked for during a save; one after another, so that the last one stays
    bool m_closing = false;            ///< once everything is saved
};

} // namespace kneepoint
