// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/plan_strip.h"

#include "widgets/panels/elided_line.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>

namespace kneepoint {

PlanStrip::PlanStrip(QWidget* parent)
    : QFrame(parent)
    , m_switch(new QCheckBox(tr("Auto plan")))
    , m_layout(new QLabel)
    , m_sentence(new ElidedLine)
    , m_change(new QPushButton)
    , m_stop(new QToolButton)
{
    setWhatsThis(
        tr("The layout of the job: how it is split over its GPUs. With Auto plan on, every change of the job selects "
           "the simplest layout within 2 % of the fastest that fits in memory. Layout parameters that you set by hand "
           "are pinned."));
    m_switch->setToolTip(
        tr("After every change, use the simplest layout within 2 % of the fastest that fits (Ctrl+L)"));
    m_layout->setTextFormat(Qt::PlainText);
    m_layout->setFont(roleFont(font(), FontRole::strong));
    m_layout->setAccessibleName(tr("Layout"));
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Searching the remaining layouts; click to stop"));
    m_stop->setAutoRaise(true);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 2, 12, 2);
    row->setSpacing(12);
    row->addWidget(m_switch);
    row->addWidget(m_layout);
    row->addWidget(m_sentence, 1);
    row->addWidget(m_change);
    row->addWidget(m_stop);
    for (QWidget* now_and_then : {static_cast<QWidget*>(m_change), static_cast<QWidget*>(m_stop)}) {
        QSizePolicy policy = now_and_then->sizePolicy();
        policy.setRetainSizeWhenHidden(true); // keep the height, so that charts are not laid out again
        now_and_then->setSizePolicy(policy);
        now_and_then->hide();
    }
    connect(m_switch, &QCheckBox::toggled, this, &PlanStrip::automaticToggled);
    connect(m_change, &QPushButton::clicked, this, &PlanStrip::changeAccepted);
    connect(m_stop, &QToolButton::clicked, this, &PlanStrip::stopped);
}

void PlanStrip::show(const State& state)
{
    const bool recolored = state.fits != m_state.fits;
    m_state = state;
    const QSignalBlocker blocker(m_switch);
    m_switch->setChecked(state.automatic);
    m_layout->setText(state.layout);
    m_sentence->setText(state.refining && state.sentence.isEmpty() ? tr("Searching all layouts …") : state.sentence);
    m_change->setText(state.change);
    m_change->setVisible(!state.change.isEmpty());
    m_stop->setVisible(state.refining);
    if (recolored)
        showColors();
}

void PlanStrip::setTheme(ThemeMode mode)
{
    m_mode = mode;
    showColors();
}

void PlanStrip::showColors()
{
    QPalette colors = m_sentence->palette();
    colors.setColor(QPalette::WindowText, m_state.fits ? theme(m_mode).muted : theme(m_mode).warning);
    m_sentence->setPalette(colors);
}

} // namespace kneepoint
