// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/evidence/import_controller.h"
#include "app/teaching/lesson_controller.h"
#include "widgets/file_saver.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QCloseEvent>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <type_traits>
#include <utility>

/// Scenario files: by menu, by the list of recent ones, by dropping them on the window.
namespace kneepoint {
namespace {

constexpr auto file_suffix = "kneepoint";

bool askToOverwrite(QWidget* parent, const QString& path)
{
    QMessageBox box(QMessageBox::Warning, MainWindow::tr("The file has changed"),
        MainWindow::tr("“%1” has been changed by another program since it was opened. Save over it?")
            .arg(QFileInfo(path).fileName()),
        QMessageBox::Cancel, parent);
    box.setTextFormat(Qt::PlainText);
    const QPushButton* overwrite = box.addButton(MainWindow::tr("Save over it"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == overwrite;
}

QStringList droppedFiles(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls())
        if (const QString path = url.toLocalFile(); !path.isEmpty())
            paths << path;
    return paths;
}

} // namespace

void MainWindow::openPath(const QString& path)
{
    read(path, false);
}

void MainWindow::openOrImport(const QStringList& paths)
{
    if (paths.size() == 1)
        read(paths.front(), true);
    else if (!paths.isEmpty())
        m_import->import(paths);
}

void MainWindow::read(const QString& path, bool any)
{
    m_reading.ask([path, any, reader = file_access.read,
                      calibration = m_document.calibration()] { return reader(path, calibration, any); },
        [this, path](const OwnFile& file) { showRead(file, path); });
    sayIfSlow(tr("Opening %1… Press Escape to cancel.").arg(QFileInfo(path).fileName()));
}

void MainWindow::showRead(const OwnFile& file, const QString& path)
{
    if (!file.scenario) {
        m_message->hide(); // says that the file is awaited
        return file.lesson ? m_lessons->openRead(*file.lesson) : m_import->import({path});
    }
    if (!*file.scenario) {
        m_message->say(toQString(file.scenario->error().message));
        return;
    }
    m_document.open(**file.scenario, path);
    m_message->hide();
    rememberFile(path);
}

/// Most files are there before anyone could read that they are awaited.
void MainWindow::sayIfSlow(const QString& sentence)
{
    constexpr int slow_ms = 300;
    QTimer::singleShot(slow_ms, this, [this, sentence, request = ++m_file_requests] {
        if (isWaitingForFile() && request == m_file_requests)
            m_message->say(sentence, MessageBar::Tone::notice);
    });
}

void MainWindow::chooseFile()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open a scenario"),
        QFileInfo(m_document.filePath()).path(), tr("Scenarios (*.kneepoint *.json);;All files (*)"));
    if (!path.isEmpty())
        openOrImport({path});
}

void MainWindow::save()
{
    if (m_document.filePath().isEmpty())
        saveAs();
    else
        saveTo(m_document.filePath(), true);
}

void MainWindow::saveAs()
{
    QFileDialog dialog(
        this, tr("Save the scenario"), QFileInfo(m_document.filePath()).path(), tr("Scenarios (*.kneepoint)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QString::fromLatin1(file_suffix));
    dialog.selectFile(m_document.title());
    if (dialog.exec() == QDialog::Accepted)
        saveTo(dialog.selectedFiles().front(), false);
}

void MainWindow::saveTo(const QString& path, bool ask_if_changed)
{
    if (m_saving.isBusy()) {
        m_save_next = [this, path, ask_if_changed] { saveTo(path, ask_if_changed); };
        return;
    }
    const ScenarioCopy copy = m_document.copyFor(path);
    const QByteArray known = m_document.state().on_disk;
    m_saving.ask(
        [path, ask_if_changed, known, content = copy.content, writer = file_access.write]() -> SaveAnswer {
            if (ask_if_changed && hasChangedOnDisk(path, known))
                return {true, {}};
            return {false, writer(path, content)};
        },
        [this, copy](const SaveAnswer& answer) { showSaved(answer, copy); });
    sayIfSlow(tr("Saving %1…").arg(QFileInfo(path).fileName()));
}

void MainWindow::showSaved(const SaveAnswer& answer, const ScenarioCopy& copy)
{
    bool closing = std::exchange(m_closing, false);
    if (answer.changed_on_disk) {
        if (ask_to_overwrite ? ask_to_overwrite(copy.path) : askToOverwrite(this, copy.path)) {
            saveTo(copy.path, false);
            m_closing = closing;
            return;
        }
        closing = false;
    } else if (!answer.saved) {
        m_message->say(toQString(answer.saved.error().message));
        closing = false;
    } else {
        m_document.setSaved(copy);
        m_message->say(tr("Saved %1.").arg(QFileInfo(copy.path).fileName()), MessageBar::Tone::done);
        rememberFile(copy.path);
    }
    if (const auto next = std::exchange(m_save_next, {})) {
        next();
        m_closing = closing;
    } else if (closing) {
        close();
    }
}

bool MainWindow::isSaving() const
{
    return m_saving.isBusy() || m_lessons->predictions().isWriting()
        || std::ranges::any_of(findChildren<FileSaver*>(), &FileSaver::isBusy);
}

/// An error is something to read before closing.
void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!isSaving() || std::exchange(m_closing, true))
        return QMainWindow::closeEvent(event);
    event->ignore();
    m_message->say(
        tr("Closing once everything is saved. Close again to close without waiting."), MessageBar::Tone::notice);
    const auto wait = [this](auto* saver) {
        using Saver = std::remove_pointer_t<decltype(saver)>;
        connect(saver, &Saver::saved, this, &MainWindow::closeIfAsked, Qt::UniqueConnection);
        connect(saver, &Saver::failed, this, &MainWindow::stayOpen, Qt::UniqueConnection);
    };
    wait(&m_lessons->predictions());
    for (FileSaver* saver : findChildren<FileSaver*>())
        wait(saver);
}

void MainWindow::closeIfAsked()
{
    if (std::exchange(m_closing, false))
        close();
}

void MainWindow::rememberFile(const QString& path)
{
    m_recent_files = withRecentFile(m_recent_files, QFileInfo(path).absoluteFilePath());
    fillRecentMenu();
    emit sessionChanged();
}

void MainWindow::fillRecentMenu()
{
    m_recent->clear();
    m_recent->setEnabled(!m_recent_files.isEmpty());
    for (const QString& path : m_recent_files)
        m_recent->addAction(path, this, [this, path] { openPath(path); });
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    openOrImport(droppedFiles(*event->mimeData()));
    event->acceptProposedAction();
}

} // namespace kneepoint
