// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/diagnosis_panel.h"

#include "model/units/units.h"
#include "widgets/box_layouts.h"
#include "widgets/controls/section.h"
#include "widgets/panels/finding_card.h"
#include "widgets/panels/remedy_button.h"
#include "widgets/text.h"
#include "widgets/theme/role_font.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>

#include <algorithm>

namespace kneepoint {

DiagnosisPanel::DiagnosisPanel(QWidget* parent)
    : QWidget(parent)
    , m_verdict(new QLabel)
    , m_scroll(new QScrollArea)
{
    setAccessibleName(tr("Diagnosis"));
    setWhatsThis(
        tr("What limits scaling, worst first, and what would help. The effect of each fix has been computed: hover "
           "over it or focus it to preview it on the charts, click or press Enter to apply it, Ctrl+Z to undo it."));
    m_verdict->setWordWrap(true);
    m_verdict->setForegroundRole(QPalette::PlaceholderText);

    makeScrolled(*m_scroll);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setBackgroundRole(QPalette::Base);

    auto* column = columnIn(this, {}, 0);
    m_verdict->setContentsMargins(12, 8, 12, 4);
    column->addWidget(m_verdict);
    column->addWidget(m_scroll, 1);
    setMinimumWidth(200);
}

DiagnosisPanel::~DiagnosisPanel()
{
    // A card that loses the focus while being deleted must not emit signals.
    for (FindingCard* card : m_cards)
        card->disconnect(this);
}

bool DiagnosisPanel::isNarrow() const
{
    constexpr int narrow_width = 300;
    return width() < narrow_width;
}

void DiagnosisPanel::resizeEvent(QResizeEvent* event)
{
    const bool was_narrow = m_narrow;
    m_narrow = isNarrow();
    QWidget::resizeEvent(event);
    if (m_narrow == was_narrow)
        return;
    for (FindingCard* card : m_cards)
        card->setNarrow(m_narrow);
}

void DiagnosisPanel::show(const Diagnosis& diagnosis, std::vector<CauseChange> changes)
{
    m_diagnosis = diagnosis;
    m_changes = std::move(changes);
    rebuild();
}

QStringList DiagnosisPanel::vanished() const
{
    QStringList lines;
    for (const CauseChange& change : m_changes)
        if (change.kind == CauseChange::Kind::vanished)
            lines << (change.wall == Wall::capacity
                    ? tr("✓ %1: A does not fit").arg(toQString(causeLabel(change.cause)))
                    : tr("✓ %1: A %2").arg(toQString(causeLabel(change.cause)), toQString(change.before, Unit::ratio)));
    return lines;
}

void DiagnosisPanel::addVanished(QVBoxLayout& column)
{
    const QStringList lines = vanished();
    if (lines.isEmpty())
        return;
    constexpr int side = 12; // as the findings
    auto* heading = new QLabel(tr("Resolved since A"));
    heading->setContentsMargins(side, 8, side, 0);
    setRoleFont(*heading, FontRole::strong);
    column.addWidget(heading);
    for (const QString& line : lines) {
        auto* label = new QLabel(line);
        label->setContentsMargins(side, 0, side, 0);
        label->setWordWrap(true);
        column.addWidget(label);
    }
}

void DiagnosisPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        rebuild();
}

QString DiagnosisPanel::verdict() const
{
    return m_verdict->text();
}

bool DiagnosisPanel::isUnfolded(const Finding& finding) const
{
    const bool worst = finding.cause == m_diagnosis.causes.front().cause;
    return worst != m_turned.contains(static_cast<int>(finding.cause));
}

void DiagnosisPanel::rebuild()
{
    const bool focused = isAncestorOf(QApplication::focusWidget());
    const int scrolled = m_scroll->verticalScrollBar()->value();
    m_cards.clear();
    auto* content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    auto* column = columnIn(content, {}, 4);
    for (const Finding& finding : m_diagnosis.causes) {
        auto* card = new FindingCard(finding, isUnfolded(finding));
        card->setNarrow(m_narrow);
        const auto change = std::ranges::find(m_changes, finding.cause, &CauseChange::cause);
        if (change != m_changes.end())
            card->setChange(*change);
        connect(card, &FindingCard::unfolded, this, [this, cause = static_cast<int>(finding.cause)] {
            if (!m_turned.remove(cause))
                m_turned.insert(cause);
        });
        connect(card, &FindingCard::tried, this, &DiagnosisPanel::tried);
        connect(card, &FindingCard::accepted, this, &DiagnosisPanel::accepted);
        column->addWidget(card);
        m_cards << card;
    }
    addVanished(*column);
    column->addStretch(1);
    emit tried(nullptr);
    m_scroll->setWidget(content);
    m_scroll->verticalScrollBar()->setValue(scrolled);
    if (!m_diagnosis.causes.empty())
        m_verdict->setText(m_diagnosis.causes.size() == 1
                ? tr("One cause")
                : tr("%1 causes, largest saving first").arg(m_diagnosis.causes.size()));
    else if (!m_diagnosis.sentence.empty())
        m_verdict->setText(QStringLiteral("✓ ") + toQString(m_diagnosis.sentence));
    m_verdict->setVisible(m_diagnosis.causes.size() != 1); // the tab has the count
    setAccessibleDescription(toQString(m_diagnosis.sentence));
    emit shown();
    if (focused)
        focusBest();
}

void DiagnosisPanel::focusBest()
{
    if (m_cards.isEmpty()) {
        setFocus();
        return;
    }
    const QList<RemedyButton*> remedies = m_cards.front()->remedies();
    QWidget* best = remedies.isEmpty() ? static_cast<QWidget*>(m_cards.front()->heading()) : remedies.front();
    best->setFocus(Qt::ShortcutFocusReason);
}

} // namespace kneepoint
