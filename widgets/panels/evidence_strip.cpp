// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/evidence_strip.h"

#include "widgets/box_layouts.h"
#include "widgets/style/style.h"

#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <cmath>

namespace kneepoint {
namespace {

constexpr int evidence_strip_height = 40;
constexpr int progress_width = 160;
constexpr int least_width_for_words = 1100;

} // namespace

EvidenceStrip::EvidenceStrip(QWidget* parent)
    : QFrame(parent)
    , m_heading(new QLabel(tr("Evidence")))
    , m_area(new QWidget)
    , m_more(new QToolButton)
    , m_file(new QLabel)
    , m_progress(new QProgressBar)
    , m_cancel(new QPushButton(tr("Cancel")))
    , m_add(new QPushButton(tr("+ Drop a file, or Ctrl+I")))
    , m_calibrate(new QPushButton)
    , m_calibrated(new QLabel)
{
    setWhatsThis(tr("What you measured: a chip for each imported file. A switched-on chip is used: its settings are "
                    "the scenario's, and its measurements are drawn as ◇ beside the prediction."));
    setAccessibleName(tr("Evidence"));
    m_heading->setFont(roleFont(font(), FontRole::strong));
    m_calibrated->setForegroundRole(QPalette::Link);
    m_row = rowIn(m_area, {}, 8);
    m_row->addWidget(m_more);
    m_row->addWidget(m_add);
    m_row->addStretch();
    m_area->setAccessibleName(tr("Imported files"));
    m_area->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_more->setObjectName(QStringLiteral("more"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setProperty(bordered_property, true);
    m_more->setToolTip(tr("Imported files that have no room here"));
    m_more->setMenu(new QMenu(m_more));
    connect(m_more->menu(), &QMenu::aboutToShow, this, &EvidenceStrip::fillMenu);
    m_more->hide();
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(progress_width);
    m_progress->setAccessibleName(tr("Share read"));
    m_cancel->setToolTip(tr("Stop reading (Esc)"));
    m_add->setFlat(true);
    m_add->setToolTip(tr("Import profiler traces, nccl-tests output, training logs, scaling tables, config.json or the "
                         "output of nvidia-smi topo -m"));
    auto* row = rowIn(this, {12, 0, 12, 0}, 12);
    row->addWidget(m_heading);
    row->addWidget(m_area, 1);
    for (QWidget* part : {static_cast<QWidget*>(m_file), static_cast<QWidget*>(m_progress),
             static_cast<QWidget*>(m_cancel), static_cast<QWidget*>(m_calibrated), static_cast<QWidget*>(m_calibrate)})
        row->addWidget(part);
    connect(m_add, &QPushButton::clicked, this, &EvidenceStrip::addWanted);
    connect(m_cancel, &QPushButton::clicked, this, &EvidenceStrip::cancelled);
    connect(m_calibrate, &QPushButton::clicked, this, &EvidenceStrip::calibrationWanted);
    setFixedHeight(evidence_strip_height);
    hideProgress();
    show(State());
}

void EvidenceStrip::show(const State& state)
{
    while (m_chips.size() > state.chips.size())
        m_chips.takeLast()->deleteLater();
    for (qsizetype i = 0; i < state.chips.size(); ++i) {
        if (i == m_chips.size()) {
            auto* chip = new EvidenceChip;
            const int index = static_cast<int>(i);
            connect(chip, &EvidenceChip::useToggled, this, [this, index](bool use) { emit useToggled(index, use); });
            connect(chip, &EvidenceChip::removed, this, [this, index] { emit removed(index); });
            m_row->insertWidget(index, chip);
            chip->show();
            m_chips << chip;
        }
        m_chips[i]->show(state.chips[i]);
    }
    m_state = state;
    m_calibrate->setText(state.calibrate);
    m_calibrate->setVisible(!state.calibrate.isEmpty());
    m_calibrated->setText(state.calibrated.isEmpty() ? QString() : tr("✓ Calibrated: %1").arg(state.calibrated));
    m_calibrated->setVisible(!state.calibrated.isEmpty());
    showOrHide();
    fitChips();
}

void EvidenceStrip::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fitChips();
}

bool EvidenceStrip::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest)
        fitChips();
    return QFrame::event(event);
}

/// As many chips as there is room for; the others are in a menu.
void EvidenceStrip::fitChips()
{
    if (m_chips.isEmpty())
        return;
    layout()->activate();
    const bool roomy = width() >= least_width_for_words;
    m_heading->setVisible(roomy);
    m_add->setText(roomy ? tr("+ Drop a file, or Ctrl+I") : QStringLiteral("+"));
    int left = m_area->width() - m_add->sizeHint().width();
    m_more->setText(tr("%1 more").arg(m_chips.size()));
    const int more = m_more->sizeHint().width() + m_row->spacing();
    qsizetype shown = 0;
    for (const EvidenceChip* chip : m_chips) {
        left -= chip->sizeHint().width() + m_row->spacing();
        if (left - (shown + 1 == m_chips.size() ? 0 : more) < 0)
            break;
        ++shown;
    }
    for (qsizetype i = 0; i < m_chips.size(); ++i)
        m_chips[i]->setVisible(i < shown);
    m_more->setVisible(shown < m_chips.size());
    m_more->setText(tr("%1 more").arg(m_chips.size() - shown));
}

void EvidenceStrip::fillMenu()
{
    QMenu& menu = *m_more->menu();
    menu.clear();
    for (qsizetype i = 0; i < m_chips.size(); ++i) {
        if (!m_chips[i]->isHidden())
            continue;
        const EvidenceChip::Content& chip = m_state.chips[i];
        QAction* action = menu.addAction(QStringLiteral("%1 %2: %3").arg(chip.kind, chip.name, chip.finding));
        action->setCheckable(true);
        action->setChecked(chip.used);
        connect(action, &QAction::toggled, this,
            [this, index = static_cast<int>(i)](bool use) { emit useToggled(index, use); });
    }
}

void EvidenceStrip::showProgress(const QString& name, double share)
{
    m_file->setText(tr("Reading %1").arg(name));
    m_progress->setValue(static_cast<int>(std::lround(share * 1000)));
    setReading(true);
}

void EvidenceStrip::setReading(bool reading)
{
    m_reading = reading;
    for (QWidget* part :
        {static_cast<QWidget*>(m_file), static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_cancel)})
        part->setVisible(reading);
    showOrHide();
}

void EvidenceStrip::showOrHide()
{
    setVisible(m_allowed && (m_reading || !m_state.chips.isEmpty()));
}

void EvidenceStrip::setAllowed(bool allowed)
{
    m_allowed = allowed;
    showOrHide();
}

} // namespace kneepoint
