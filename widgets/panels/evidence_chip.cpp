// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/evidence_chip.h"

#include "widgets/box_layouts.h"
#include "widgets/style/style.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>

namespace kneepoint {
namespace {

constexpr int name_characters = 22;

} // namespace

EvidenceChip::EvidenceChip(QWidget* parent)
    : QWidget(parent)
    , m_kind(new QLabel)
    , m_name(new QLabel)
    , m_finding(new QLabel)
    , m_use(new QCheckBox)
    , m_remove(new QToolButton)
{
    m_kind->setFont(roleFont(font(), FontRole::strong));
    m_name->setForegroundRole(QPalette::PlaceholderText);
    m_remove->setText(QStringLiteral("×"));
    m_remove->setAutoRaise(true);
    m_use->setProperty(switch_property, true);
    auto* row = rowIn(this, {10, 2, 4, 2}, 6);
    for (QWidget* part : {static_cast<QWidget*>(m_kind), static_cast<QWidget*>(m_name),
             static_cast<QWidget*>(m_finding), static_cast<QWidget*>(m_use), static_cast<QWidget*>(m_remove)})
        row->addWidget(part);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(m_use, &QCheckBox::toggled, this, &EvidenceChip::useToggled);
    connect(m_remove, &QToolButton::clicked, this, &EvidenceChip::removed);
}

void EvidenceChip::show(const Content& content)
{
    m_content = content;
    const QSignalBlocker blocker(m_use);
    m_kind->setText(content.kind);
    m_name->setText(
        fontMetrics().elidedText(content.name, Qt::ElideMiddle, fontMetrics().averageCharWidth() * name_characters));
    m_finding->setText(content.finding);
    m_use->setChecked(content.used);
    m_use->setAccessibleName(tr("Use %1").arg(content.name));
    // Spoken as it is, unlike a tool tip, which is HTML for the sake of untrusted text.
    const QString use = content.used ? tr("Used: shown beside the prediction. Switch off to ignore it.")
                                     : tr("Use it. %1").arg(content.changes);
    m_use->setAccessibleDescription(use);
    m_use->setToolTip(plainToolTip(use));
    m_remove->setAccessibleName(tr("Remove %1").arg(content.name));
    m_remove->setToolTip(tr("Remove it from the scenario (undo with Ctrl+Z)"));
    setAccessibleName(tr("%1 %2: %3").arg(content.kind, content.name, content.finding));
    const QString tip = content.used || content.changes.isEmpty()
        ? content.tip
        : content.changes + QStringLiteral("\n\n") + content.tip;
    setAccessibleDescription(tip);
    setToolTip(plainToolTip(tip));
    update();
}

void EvidenceChip::paintEvent(QPaintEvent*)
{
    constexpr double radius = 6;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& colors = theme(modeOf(palette()));
    painter.setBrush(colors.panel);
    painter.setPen(m_content.used ? colors.accent : colors.muted);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

} // namespace kneepoint
