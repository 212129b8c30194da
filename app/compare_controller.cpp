// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/compare_controller.h"

#include "app/comparison_file.h"
#include "app/comparison_table.h"
#include "app/main_window.h"
#include "app/window_actions.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QAction>
#include <QFileDialog>

namespace kneepoint {

CompareController::CompareController(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
    const WindowActions& actions = window.actions();
    connect(actions.pin, &QAction::triggered, this, &CompareController::pin);
    connect(actions.swap, &QAction::triggered, this, &CompareController::swap);
    connect(actions.unpin, &QAction::triggered, this, [this] { m_comparison.remove(0); });
    connect(actions.compare, &QAction::triggered, this, &CompareController::showTable);
    connect(actions.save_comparison, &QAction::triggered, this, &CompareController::save);
    connect(actions.open_comparison, &QAction::triggered, this, &CompareController::open);
    connect(&m_comparison, &Comparison::changed, this, &CompareController::showReference);
    connect(&window.document(), &ScenarioDocument::changed, this, &CompareController::refreshTable);
    showReference();
}

void CompareController::pin()
{
    ScenarioFile file = m_window.document().file();
    file.title = m_window.document().title().toStdString();
    m_comparison.pin(file);
}

void CompareController::swap()
{
    if (m_comparison.pins().empty())
        return;
    const ScenarioFile former = m_comparison.pins().front().file;
    ScenarioFile open = m_window.document().file();
    open.title = m_window.document().title().toStdString();
    m_comparison.replaceReference(open);
    m_window.document().open(former);
}

void CompareController::showReference()
{
    const WindowActions& actions = m_window.actions();
    const bool any = !m_comparison.pins().empty();
    for (QAction* action : {actions.swap, actions.unpin, actions.save_comparison})
        action->setEnabled(any);
    m_window.board().setReference(m_comparison.reference());
    m_window.controls().setReference(any ? std::optional(m_comparison.pins().front().file.scenario) : std::nullopt);
    refreshTable();
    emit m_window.sessionChanged();
}

void CompareController::showTable()
{
    if (!m_table) {
        m_table = new ComparisonTable(m_comparison, &m_window);
        m_table->setAttribute(Qt::WA_DeleteOnClose);
    }
    refreshTable();
    m_table->QDialog::show();
    m_table->raise();
    m_table->activateWindow();
}

void CompareController::refreshTable()
{
    if (m_table)
        m_table->show(m_window.document().title(), m_window.document().analysis());
}

std::vector<ScenarioFile> CompareController::pinned() const
{
    std::vector<ScenarioFile> files;
    for (const Pin& pin : m_comparison.pins())
        files.push_back(pin.file);
    return files;
}

QByteArray CompareController::saved() const
{
    return m_comparison.pins().empty() ? QByteArray() : QByteArray::fromStdString(writeComparison(pinned()));
}

void CompareController::restore(const QByteArray& comparison)
{
    if (comparison.isEmpty())
        return;
    if (const auto files = parseComparison(comparison.toStdString(), "session"))
        m_comparison.setPins(*files);
}

void CompareController::saveTo(const QString& path)
{
    if (const Result<void> written = saveComparison(pinned(), path); !written)
        m_window.messageBar().say(toQString(written.error().message));
}

void CompareController::openFrom(const QString& path)
{
    if (const auto files = loadComparison(path))
        m_comparison.setPins(*files);
    else
        m_window.messageBar().say(toQString(files.error().message));
}

void CompareController::save()
{
    const QString path = QFileDialog::getSaveFileName(
        &m_window, tr("Save the comparison"), tr("comparison.json"), tr("Comparisons (*.json)"));
    if (!path.isEmpty())
        saveTo(path);
}

void CompareController::open()
{
    const QString path =
        QFileDialog::getOpenFileName(&m_window, tr("Open a comparison"), {}, tr("Comparisons (*.json);;All files (*)"));
    if (!path.isEmpty())
        openFrom(path);
}

} // namespace kneepoint
