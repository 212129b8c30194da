// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/compare_controller.h"

#include "app/document/scenario_document.h"
#include "app/window/options_page.h"
#include "app/window/window_actions.h"
#include "model/catalogue/comparison_file.h"
#include "widgets/controls/control_panel.h"
#include "widgets/panels/board.h"
#include "widgets/panels/detail_pages.h"
#include "widgets/panels/message_bar.h"
#include "widgets/text.h"

#include <QAction>
#include <QFileDialog>

#include <algorithm>

namespace kneepoint {

CompareController::CompareController(QWidget& window, const WindowActions& actions, ScenarioDocument& document,
    Board& board, ControlPanel& controls, MessageBar& messages, DetailPages& details)
    : QObject(&window)
    , m_window(window)
    , m_actions(actions)
    , m_document(document)
    , m_board(board)
    , m_controls(controls)
    , m_messages(messages)
    , m_details(details)
{
    m_messages.follow(m_saver);
    connect(actions.pin, &QAction::triggered, this, &CompareController::pin);
    connect(actions.swap, &QAction::triggered, this, &CompareController::swap);
    connect(actions.unpin, &QAction::triggered, this, [this] { m_comparison.remove(0); });
    connect(actions.compare, &QAction::triggered, this, &CompareController::showTable);
    connect(actions.save_comparison, &QAction::triggered, this, &CompareController::save);
    connect(actions.open_comparison, &QAction::triggered, this, &CompareController::open);
    const auto meet = [this](QAction* action, Terms terms) {
        connect(action, &QAction::triggered, this, [this, terms] { meetTerms(terms); });
    };
    meet(actions.equal_money, Terms::money);
    meet(actions.equal_power, Terms::power);
    meet(actions.equal_time, Terms::time);
    followOpen();
    connect(&m_comparison, &Comparison::changed, this, &CompareController::showReference);
    connect(&document, &ScenarioDocument::changed, this, &CompareController::followOpen);
    connect(&document, &ScenarioDocument::changed, this, &CompareController::refreshTable);
    showReference();
}

void CompareController::pin()
{
    const auto& pins = m_comparison.pins();
    if (m_comparison.pin(m_document.shownFile())) {
        if (pins.size() > 1)
            m_messages.say(
                tr("Pinned as %1: %2.").arg(QLatin1Char(optionLetter(pins.size() - 1))).arg(pins.back().name),
                MessageBar::Tone::done, {tr("Table of options"), [this] { showTable(); }});
        return;
    }
    const auto same = std::ranges::find(pins, m_document.scenario(), [](const Pin& pin) { return pin.file.scenario; });
    m_messages.say(same == pins.end()
            ? tr("%1 options are pinned; unpin one for another.").arg(pins.size())
            : tr("It is pinned already, as %1.")
                  .arg(QLatin1Char(optionLetter(static_cast<std::size_t>(same - pins.begin())))),
        MessageBar::Tone::notice);
}

void CompareController::openOption(std::size_t index)
{
    if (index < m_comparison.pins().size())
        m_document.open(ScenarioFile(m_comparison.pins()[index].file));
}

void CompareController::followOpen()
{
    m_comparison.setOpen(m_document.scenario(), in_lesson());
}

void CompareController::swap()
{
    if (m_comparison.pins().empty())
        return;
    const ScenarioFile former = m_comparison.pins().front().file;
    m_comparison.replaceReference(m_document.shownFile());
    m_document.open(former);
}

void CompareController::showReference()
{
    const bool any = !m_comparison.pins().empty();
    for (QAction* action : {m_actions.swap, m_actions.unpin, m_actions.save_comparison})
        action->setEnabled(any);
    m_board.setReference(m_comparison.reference());
    m_board.setOptions(m_comparison.others());
    m_controls.setReference(m_comparison.reference() ? &m_comparison.pins().front().file.scenario : nullptr);
    refreshTable();
    emit changed();
}

void CompareController::showTable()
{
    m_page = new OptionsPage(m_comparison);
    refreshTable();
    m_details.open(m_page);
}

void CompareController::refreshTable()
{
    if (m_page)
        m_page->show(m_document.shownTitle(), m_document.analysis());
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
    return m_comparison.pins().empty() ? QByteArray()
                                       : QByteArray::fromStdString(writeComparison(pinned(), m_document.calibration()));
}

Result<void> CompareController::restore(const QByteArray& comparison)
{
    if (comparison.isEmpty())
        return {};
    const auto files = parseComparison(comparison.toStdString(), "session", m_document.calibration());
    if (!files)
        return tl::unexpected(files.error());
    m_comparison.setPins(*files);
    return {};
}

void CompareController::meetTerms(Terms terms)
{
    if (m_comparison.pins().empty()) { // A is what the changes began from
        ScenarioFile opened = m_document.file();
        opened.scenario = m_document.baseline();
        m_comparison.pin(opened);
    }
    const SharedAnalysis reference = m_comparison.reference();
    if (!reference)
        return;
    const Edit edit = equalTerms(m_document.scenario(), *reference, terms, m_document.calibration());
    if (edit.empty())
        m_messages.say(tr("No number of GPUs matches A on these terms: a price, a power or a time is missing."));
    else
        m_document.applyEdit(edit, tr("Equal terms with A"));
}

void CompareController::saveTo(const QString& path)
{
    m_saver.save(path, saved());
}

void CompareController::openFrom(const QString& path)
{
    m_reading.ask([name = path.toStdString(),
                      calibration = m_document.calibration()] { return loadComparison(name, calibration); },
        [this](const Result<std::vector<ScenarioFile>>& files) {
            if (files)
                m_comparison.setPins(*files);
            else
                m_messages.say(toQString(files.error().message));
        });
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
