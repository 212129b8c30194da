// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/file_controller.h"

#include "app/document/session.h"
#include "app/evidence/import_controller.h"
#include "app/teaching/lesson_controller.h"
#include "app/window/window_actions.h"
#include "widgets/file_saver.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>

#include <algorithm>
#include <type_traits>
#include <utility>

using namespace std::chrono_literals;

namespace kneepoint {
namespace {

constexpr auto file_suffix = "kneepoint";

bool askToOverwrite(QWidget* parent, const QString& path)
{
    QMessageBox box(QMessageBox::Warning, FileController::tr("The file has changed"),
        FileController::tr("“%1” has been changed by another program since it was opened. Save over it?")
            .arg(QFileInfo(path).fileName()),
        QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText);
    const QPushButton* overwrite = box.addButton(FileController::tr("Save over it"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == overwrite;
}

} // namespace

FileController::FileController(const Parts& parts)
    : QObject(&parts.window)
    , m_parts(parts)
    , m_slow(300ms, [this] {
        if (isWaiting())
            m_parts.message.say(m_awaited, MessageBar::Tone::notice);
    })
{
    connect(parts.actions.open, &QAction::triggered, this, &FileController::chooseFile);
    connect(parts.actions.save, &QAction::triggered, this, &FileController::save);
    connect(parts.actions.save_as, &QAction::triggered, this, &FileController::saveAs);
    setRecent({});
}

void FileController::openOrImport(const QStringList& paths)
{
    if (paths.size() == 1)
        read(paths.front(), true);
    else if (!paths.isEmpty())
        m_parts.imports.import(paths);
}

void FileController::read(const QString& path, bool any)
{
    m_reading.ask([path, any, reader = access.read,
                      calibration = m_parts.document.calibration()] { return reader(path, calibration, any); },
        [this, path](const OwnFile& file) { showRead(file, path); });
    sayIfSlow(tr("Opening %1… Press Escape to cancel.").arg(QFileInfo(path).fileName()));
}

void FileController::showRead(const OwnFile& file, const QString& path)
{
    if (!file.scenario) {
        m_parts.message.hide(); // says that the file is awaited
        return file.lesson ? m_parts.lessons.openRead(*file.lesson) : m_parts.imports.import({path});
    }
    if (!*file.scenario) {
        m_parts.message.say(toQString(file.scenario->error().message));
        return;
    }
    m_parts.document.open(**file.scenario, path);
    m_parts.message.hide();
    remember(path);
}

/// Most files are there before anyone could read that they are awaited.
void FileController::sayIfSlow(const QString& sentence)
{
    m_awaited = sentence;
    m_slow.start();
}

void FileController::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(&m_parts.window, tr("Open a scenario"),
        QFileInfo(m_parts.document.filePath()).path(), tr("Scenarios (*.kneepoint *.json);;All files (*)"));
    if (!path.isEmpty())
        openOrImport({path});
}

void FileController::save()
{
    if (m_parts.document.filePath().isEmpty())
        saveAs();
    else
        saveTo(m_parts.document.filePath(), true);
}

void FileController::saveAs()
{
    QFileDialog dialog(&m_parts.window, tr("Save the scenario"), QFileInfo(m_parts.document.filePath()).path(),
        tr("Scenarios (*.kneepoint)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QString::fromLatin1(file_suffix));
    dialog.selectFile(m_parts.document.title());
    if (dialog.exec() == QDialog::Accepted)
        saveTo(dialog.selectedFiles().front(), false);
}

void FileController::saveTo(const QString& path, bool ask_if_changed)
{
    if (m_saving.isBusy()) {
        m_save_next = [this, path, ask_if_changed] { saveTo(path, ask_if_changed); };
        return;
    }
    const ScenarioCopy copy = m_parts.document.copyFor(path);
    const QByteArray known = m_parts.document.state().on_disk;
    m_saving.ask(
        [path, ask_if_changed, known, content = copy.content, writer = access.write]() -> SaveAnswer {
            if (ask_if_changed && hasChangedOnDisk(path, known))
                return {true, {}};
            return {false, writer(path, content)};
        },
        [this, copy](const SaveAnswer& answer) { showSaved(answer, copy); });
    sayIfSlow(tr("Saving %1…").arg(QFileInfo(path).fileName()));
}

void FileController::showSaved(const SaveAnswer& answer, const ScenarioCopy& copy)
{
    bool closing = std::exchange(m_closing, false);
    if (answer.changed_on_disk) {
        if (ask_to_overwrite ? ask_to_overwrite(copy.path) : askToOverwrite(&m_parts.window, copy.path)) {
            saveTo(copy.path, false);
            m_closing = closing;
            return;
        }
        closing = false;
    } else if (!answer.saved) {
        m_parts.message.say(toQString(answer.saved.error().message));
        closing = false;
    } else {
        m_parts.document.setSaved(copy);
        m_parts.message.say(tr("Saved %1.").arg(QFileInfo(copy.path).fileName()), MessageBar::Tone::done);
        remember(copy.path);
    }
    if (const auto next = std::exchange(m_save_next, {})) {
        next();
        m_closing = closing;
    } else if (closing) {
        m_parts.window.close();
    }
}

bool FileController::isSaving() const
{
    return m_saving.isBusy() || m_parts.lessons.predictions().isWriting()
        || std::ranges::any_of(m_parts.window.findChildren<FileSaver*>(), &FileSaver::isBusy);
}

/// An error is something to read before closing.
bool FileController::mayClose()
{
    if (!isSaving() || std::exchange(m_closing, true))
        return true;
    m_parts.message.say(
        tr("Closing once everything is saved. Close again to close without waiting."), MessageBar::Tone::notice);
    const auto wait = [this](auto* saver) {
        using Saver = std::remove_pointer_t<decltype(saver)>;
        connect(saver, &Saver::saved, this, &FileController::closeIfAsked, Qt::UniqueConnection);
        connect(saver, &Saver::failed, this, &FileController::stayOpen, Qt::UniqueConnection);
    };
    wait(&m_parts.lessons.predictions());
    for (FileSaver* saver : m_parts.window.findChildren<FileSaver*>())
        wait(saver);
    return false;
}

void FileController::closeIfAsked()
{
    if (std::exchange(m_closing, false))
        m_parts.window.close();
}

bool FileController::cancelReading()
{
    if (!m_reading.isBusy())
        return false;
    m_reading.stop();
    m_parts.message.hide();
    return true;
}

void FileController::remember(const QString& path)
{
    setRecent(withRecentFile(m_recent, QFileInfo(path).absoluteFilePath()));
    emit recentChanged();
}

void FileController::setRecent(const QStringList& paths)
{
    m_recent = paths.mid(0, most_recent_files);
    m_parts.recent.clear();
    m_parts.recent.setEnabled(!m_recent.isEmpty());
    for (const QString& path : std::as_const(m_recent))
        m_parts.recent.addAction(path, this, [this, path] { open(path); });
}

QStringList FileController::dropped(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls())
        if (const QString path = url.toLocalFile(); !path.isEmpty())
            paths << path;
    return paths;
}

} // namespace kneepoint
