// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/main_window.h"

#include "app/evidence/import_controller.h"
#include "app/teaching/lesson_controller.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QDragEnterEvent>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>

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

/// Scenarios, lessons and comparisons have keys that begin with the program's name, near their beginning.
bool isOwnFile(const QString& path)
{
    constexpr qint64 most_read = 1 << 16;
    QFile file(path);
    if (path.endsWith(QLatin1String(file_suffix)) || !file.open(QIODevice::ReadOnly))
        return true; // reading it as a scenario says what is wrong
    return file.read(most_read).contains("\"kneepoint");
}

} // namespace

void MainWindow::openPath(const QString& path)
{
    if (m_lessons->openPath(path))
        return;
    if (const Result<void> loaded = m_document.load(path); !loaded) {
        m_message->say(toQString(loaded.error().message));
        return;
    }
    m_message->hide();
    rememberFile(path);
}

void MainWindow::openOrImport(const QStringList& paths)
{
    if (paths.size() == 1 && isOwnFile(paths.front()))
        openPath(paths.front());
    else if (!paths.isEmpty())
        m_import->import(paths);
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
    else if (!m_document.changedOnDisk()
        || (ask_to_overwrite ? ask_to_overwrite(m_document.filePath()) : askToOverwrite(this, m_document.filePath())))
        saveTo(m_document.filePath());
}

void MainWindow::saveAs()
{
    QFileDialog dialog(
        this, tr("Save the scenario"), QFileInfo(m_document.filePath()).path(), tr("Scenarios (*.kneepoint)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QString::fromLatin1(file_suffix));
    dialog.selectFile(m_document.title());
    if (dialog.exec() == QDialog::Accepted)
        saveTo(dialog.selectedFiles().front());
}

void MainWindow::saveTo(const QString& path)
{
    if (const Result<void> saved = m_document.save(path); !saved) {
        m_message->say(toQString(saved.error().message));
        return;
    }
    m_message->say(tr("Saved %1.").arg(QFileInfo(path).fileName()), MessageBar::Tone::done);
    rememberFile(path);
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
