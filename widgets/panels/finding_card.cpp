// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/finding_card.h"

#include "model/units/units.h"
#include "widgets/box_layouts.h"
#include "widgets/controls/name_label.h"
#include "widgets/controls/section.h"
#include "widgets/controls/wrapped_label.h"
#include "widgets/panels/remedy_button.h"
#include "widgets/panels/severity_bar.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QLabel>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

constexpr std::size_t remedies_at_first = 6;
constexpr qsizetype best_evidence = 2; ///< on show; more is unfolded
constexpr int card_side = 12;
constexpr int indent = 20; ///< of what is under the name

/// The whole of which the share is a fraction.
QString lostText(const Finding& f)
{
    const QString share = toQString(f.share, Unit::ratio);
    switch (f.wall) {
    case Wall::systems:
        return FindingCard::tr("%1 of the step").arg(share);
    case Wall::statistical:
        return FindingCard::tr("%1 of the examples").arg(share);
    case Wall::reliability:
        return FindingCard::tr("%1 of the run").arg(share);
    case Wall::capacity:
        break;
    }
    return FindingCard::tr("does not fit");
}

bool turnsAKnobOf(const Remedy& remedy, const Remedy& other)
{
    return std::ranges::any_of(remedy.edit, [&](const Setting& setting) {
        return std::ranges::find(other.edit, setting.parameter, &Setting::parameter) != other.edit.end();
    });
}

/// Which remedies are on show at first, best first, and which are not: those that turn a knob of a better one wait.
std::pair<std::vector<std::size_t>, std::vector<std::size_t>> remediesAtFirst(const std::vector<Remedy>& remedies)
{
    std::vector<std::size_t> first;
    std::vector<std::size_t> rest;
    for (std::size_t i = 0; i < remedies.size(); ++i) {
        const bool fresh =
            std::ranges::none_of(first, [&](std::size_t shown) { return turnsAKnobOf(remedies[i], remedies[shown]); });
        (fresh && first.size() < remedies_at_first ? first : rest).push_back(i);
    }
    return {first, rest};
}

QStringList toStrings(const auto& sentences)
{
    QStringList strings;
    for (const auto& sentence : sentences)
        strings << toQString(sentence);
    return strings;
}

} // namespace

FindingCard::FindingCard(Finding finding, bool unfolded, QWidget* parent)
    : QFrame(parent)
    , m_finding(std::move(finding))
    , m_heading(new SectionHeading(capitalized(toQString(causeLabel(m_finding.cause)))))
    , m_content(new QWidget)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* column = columnIn(this, {0, 4, 0, 0}, 2);
    addHeading(*column);
    column->addWidget(m_content);
    // Shown or hidden before its card has a size, it would be laid out at a wrong one.
    if (unfolded)
        build();
    else
        m_content->hide();
    m_heading->setChecked(unfolded);
    connect(m_heading, &QToolButton::toggled, this, &FindingCard::setUnfolded);
}

void FindingCard::addHeading(QVBoxLayout& column)
{
    const QString name = capitalized(toQString(causeLabel(m_finding.cause)));
    const QString lost = lostText(m_finding);
    m_heading->setAccessibleName(tr("%1: %2 lost").arg(name, lost));
    m_heading->setProminentSummary(
        lost, m_finding.wall == Wall::capacity ? lost : toQString(m_finding.share, Unit::ratio));
    m_heading->setAccessibleDescription(toQString(m_finding.sentence));
    m_heading->setToolTip(plainToolTip(toQString(m_finding.sentence)));
    addedTo<QHBoxLayout>(column, {card_side, 0, card_side, 0})->addWidget(m_heading);
    m_bar = new SeverityBar(m_finding.share, quantityOf(m_finding.cause));
    auto* under = addedTo<QVBoxLayout>(column, {card_side + indent, 0, card_side, 2}, 2);
    under->addWidget(m_bar);
    m_change = selectableText({}, FontRole::small, true);
    m_change->hide();
    under->addWidget(m_change);
}

void FindingCard::setChange(const std::optional<CauseChange>& change)
{
    m_change->setVisible(change.has_value());
    m_bar->setMark(change ? std::optional(change->before) : std::nullopt);
    if (!change)
        return;
    const bool counted = m_finding.wall != Wall::capacity;
    // As in the headline: the share with three digits, points with one decimal.
    constexpr double least_points = 0.05;
    const QString share = toQString(change->before, Unit::ratio);
    const double points = 100 * (change->now - change->before);
    const QString sign = points > 0 ? QStringLiteral("+") : QStringLiteral("−");
    const QString difference = std::abs(points) < least_points
        ? tr("as now")
        : tr("%1%2 points").arg(sign, QString::number(std::abs(points), 'f', 1));
    if (change->kind == CauseChange::Kind::appeared)
        m_change->setText(counted ? tr("new: A %1, %2").arg(share, difference) : tr("new: A fits"));
    else
        m_change->setText(counted ? tr("A %1, %2").arg(share, difference) : tr("A does not fit either"));
    m_heading->setAccessibleName(tr("%1: %2 lost; %3").arg(m_heading->text(), lostText(m_finding), m_change->text()));
}

QString FindingCard::changeText() const
{
    return m_change->isHidden() ? QString() : m_change->text();
}

void FindingCard::build()
{
    auto* column = columnIn(m_content, {0, 2, 0, 0}, 0);
    auto* said = addedTo<QVBoxLayout>(*column, {card_side + indent, 0, card_side, 8}, 3);
    said->addWidget(selectableText(toQString(m_finding.sentence), FontRole::base));
    m_evidence = makeBestEvidence();
    said->addWidget(m_evidence);
    addRemedies(*column);
    auto* why = addedTo<QVBoxLayout>(*column, {card_side, 0, card_side, 0});
    why->addWidget(new Section(tr("The evidence"), [this](QVBoxLayout& inner) {
        m_folded_evidence = makeBestEvidence();
        m_folded_evidence->setVisible(m_narrow);
        inner.addWidget(m_folded_evidence);
        const QStringList all = toStrings(m_finding.evidence);
        addList(inner, all.sliced(std::min(best_evidence, all.size())));
        inner.addWidget(selectableText(toQString(wallSentence(m_finding.wall)), FontRole::small, true));
    }));
    if (m_narrow)
        m_evidence->hide(); // what is not hidden appears with the card; shown now, it would be laid out once more
    if (m_finding.confirm.empty())
        return;
    auto* confirm = addedTo<QVBoxLayout>(*column, {card_side, 0, card_side, 0});
    confirm->addWidget(new Section(
        tr("How to confirm it"), [this](QVBoxLayout& inner) { addList(inner, toStrings(m_finding.confirm)); }));
}

void FindingCard::setNarrow(bool narrow)
{
    m_narrow = narrow;
    fold();
}

void FindingCard::fold()
{
    if (!m_evidence)
        return;
    m_evidence->setVisible(!m_narrow);
    if (m_folded_evidence)
        m_folded_evidence->setVisible(m_narrow);
    for (RemedyButton* fix : remedies())
        fix->setNarrow(m_narrow);
}

QWidget* FindingCard::makeBestEvidence()
{
    auto* evidence = new QWidget;
    auto* column = columnIn(evidence, {}, 3);
    const QStringList all = toStrings(m_finding.evidence);
    addList(*column, all.first(std::min(best_evidence, all.size())));
    return evidence;
}

void FindingCard::addList(QVBoxLayout& column, const QStringList& sentences)
{
    for (const QString& sentence : sentences) {
        auto* row = addedTo<QHBoxLayout>(column, {}, 6);
        row->addWidget(selectableText(QStringLiteral("•"), FontRole::small, true), 0, Qt::AlignTop);
        row->addWidget(selectableText(sentence, FontRole::small, true), 1);
    }
}

void FindingCard::addRemedies(QVBoxLayout& column)
{
    if (m_finding.remedies.empty()) {
        auto* none = addedTo<QVBoxLayout>(column, {card_side + indent, 0, card_side, 8});
        none->addWidget(selectableText(tr("No known fix is worth its trade-off here."), FontRole::small, true));
        return;
    }
    auto* title = addedTo<QHBoxLayout>(column, {card_side, 6, card_side, 6});
    auto* fixes = selectableText(tr("Fixes"), FontRole::strong);
    fixes->setWordWrap(false);
    title->addWidget(fixes);
    title->addStretch(1);
    auto* hint = new NameLabel(tr("hover previews · click applies"));
    hint->setFont(roleFont(hint->font(), FontRole::small));
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    title->addWidget(hint, 100);
    const auto [first, rest] = remediesAtFirst(m_finding.remedies);
    const auto add = [this](QVBoxLayout& to, const std::vector<std::size_t>& which) {
        for (const std::size_t i : which) {
            auto* button = new RemedyButton(m_finding.remedies[i]);
            button->setNarrow(m_narrow);
            connect(button, &RemedyButton::tried, this,
                [this, button](bool on) { emit tried(on ? &button->remedy() : nullptr); });
            connect(button, &QPushButton::clicked, this, [this, button] { emit accepted(button->remedy()); });
            to.addWidget(button);
        }
    };
    add(column, first);
    if (rest.empty())
        return;
    auto* more =
        new Section(tr("%1 more").arg(rest.size()), [add, rest = rest](QVBoxLayout& inner) { add(inner, rest); });
    more->setSummary(toQString(m_finding.remedies[rest.front()].label));
    addedTo<QVBoxLayout>(column, {card_side, 0, card_side, 0})->addWidget(more);
}

void FindingCard::setUnfolded(bool unfolded)
{
    if (unfolded && !m_content->layout())
        build();
    m_content->setVisible(unfolded);
    emit this->unfolded(unfolded);
}

bool FindingCard::isUnfolded() const
{
    return m_heading->isChecked();
}

QList<RemedyButton*> FindingCard::remedies() const
{
    return m_content->findChildren<RemedyButton*>();
}

} // namespace kneepoint
