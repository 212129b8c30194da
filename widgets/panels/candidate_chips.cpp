// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/candidate_chips.h"

#include "widgets/panels/candidates_button.h"
#include "widgets/panels/flow_layout.h"
#include "widgets/panels/plan_strip.h"
#include "widgets/style/shapes.h"
#include "widgets/text.h"

namespace kneepoint {
CandidateChips::CandidateChips(const Parameter& of, QWidget* parent)
    : QWidget(parent)
    , m_button(new CandidatesButton(of))
    , m_flow(new FlowLayout(between_chips, this))
{
    m_flow->addWidget(m_button);
    connect(m_button, &CandidatesButton::changed, this, &CandidateChips::showChips);
    showChips();
}

void CandidateChips::setPresent(const QString& choice, int place)
{
    m_button->setPresent(place);
    if (choice == m_present)
        return;
    m_present = choice;
    showChips();
}

QStringList CandidateChips::names() const
{
    QStringList names;
    for (const PlanChip* chip : m_chips)
        names << chip->text();
    return names;
}

/// A chip lives while the list is open, and beyond its own click.
void CandidateChips::showChips()
{
    for (PlanChip* chip : m_chips) {
        chip->hide();
        m_flow->removeWidget(chip);
        chip->deleteLater();
    }
    m_chips.clear();
    const auto add = [this](const QString& name, const QString& value) {
        auto* chip = new PlanChip(this);
        chip->setPart(name, value, false);
        m_flow->insertWidget(static_cast<int>(m_chips.size()), chip);
        m_chips << chip;
        chip->show();
        return chip;
    };
    const QString name = m_button->name();
    for (const int place : m_button->chosen()) {
        const Choice& choice = m_button->of().choice(place);
        PlanChip* chip = add(name, toQString(choice.label));
        chip->setRemovable(true);
        chip->setToolTip(tr("Remove from the candidates"));
        connect(chip, &QAbstractButton::clicked, this, [this, id = choice.id] { m_button->choose(id, false); });
    }
    if (m_chips.isEmpty() && !m_present.isEmpty()) {
        PlanChip* chip = add(name, m_present);
        chip->setToolTip(tr("As in the scenario; click to add others"));
        connect(chip, &QAbstractButton::clicked, m_button, &QAbstractButton::click);
    }
    emit changed();
}

} // namespace kneepoint
