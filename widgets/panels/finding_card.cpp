// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/finding_card.h"

#include "model/units/units.h"
#include "widgets/accessible_controls.h"
#include "widgets/controls/section.h"
#include "widgets/controls/wrapped_label.h"
#include "widgets/panels/remedy_button.h"
#include "widgets/panels/severity_bar.h"
#include "widgets/text.h"
#include "widgets/theme/fitting.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kneepoint {
namespace {

constexpr std::size_t remedies_at_first = 4;

QLabel* makeText(const QString& text, FontRole role, bool muted = false)
{
    auto* label = new WrappedLabel(withUnbrokenNumbers(text));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFont(roleFont(label->font(), role));
    if (muted)
        label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// The whole of which the share is a fraction.
QString lostText(const Finding& f)
{
    const QString share = toQString(formatQuantity(f.share, Unit::ratio));
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

QString capitalized(QString text)
{
    text.replace(0, 1, text.left(1).toUpper());
    return text;
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

FindingCard::FindingCard(Finding finding, ThemeMode mode, bool unfolded, QWidget* parent)
    : QFrame(parent)
    , m_finding(std::move(finding))
    , m_mode(mode)
    , m_heading(new QToolButton)
    , m_content(new QWidget)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 6, 8, 8);
    column->setSpacing(4);
    addHeading(*column);
    column->addWidget(m_content);
    // Shown or hidden before its card has a size, it would be laid out at a wrong one.
    if (unfolded)
        build();
    else
        m_content->hide();
    m_heading->setChecked(unfolded);
    m_heading->setArrowType(unfolded ? Qt::DownArrow : Qt::RightArrow);
    connect(m_heading, &QToolButton::toggled, this, &FindingCard::setUnfolded);
}

void FindingCard::addHeading(QVBoxLayout& column)
{
    const QString name = capitalized(toQString(causeLabel(m_finding.cause)));
    const QString lost = lostText(m_finding);
    describeControls();
    m_heading->setProperty(expander_property, true); // before assistive technology can ask what it is
    m_heading->setText(name);
    m_heading->setAccessibleName(tr("%1: %2 lost").arg(name, lost));
    m_heading->setAccessibleDescription(toQString(m_finding.sentence));
    m_heading->setToolTip(plainToolTip(toQString(m_finding.sentence)));
    m_heading->setCheckable(true);
    m_heading->setAutoRaise(true);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setFont(roleFont(font(), FontRole::strong));
    m_heading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_heading->setFocusPolicy(Qt::StrongFocus);
    m_heading->setFixedHeight(m_heading->sizeHint().height());

    column.addWidget(m_heading);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    m_bar = new SeverityBar(m_finding.share, quantityColor(quantityOf(m_finding.cause), m_mode));
    row->addWidget(m_bar, 1);
    auto* share = makeText(lost, FontRole::base);
    share->setWordWrap(false);
    row->addWidget(share);
    column.addLayout(row);
    m_change = makeText({}, FontRole::small);
    m_change->setAlignment(Qt::AlignRight);
    m_change->hide();
    column.addWidget(m_change);
}

/// Its height is fixed, so that a smaller font does not move anything around it.
void FindingCard::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    constexpr double least_scale = 0.7;
    const QFont strong = roleFont(font(), FontRole::strong);
    const double arrow = 2 * QFontMetricsF(strong).height();
    m_heading->setFont(fittingFont(strong, m_heading->text(), m_heading->width() - arrow, least_scale));
}

void FindingCard::setChange(const std::optional<CauseChange>& change)
{
    m_change->setVisible(change.has_value());
    m_bar->setMark(change ? std::optional(change->before) : std::nullopt);
    if (!change)
        return;
    const bool counted = m_finding.wall != Wall::capacity;
    const QString share = toQString(formatQuantity(change->before, Unit::ratio, 2));
    const double points = std::round(100 * (change->now - change->before));
    const QString sign = points > 0 ? QStringLiteral("+") : QStringLiteral("−");
    const QString difference = points == 0 ? tr("as now") : tr("%1%2 points").arg(sign).arg(std::abs(points));
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
    auto* column = new QVBoxLayout(m_content);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(6);
    column->addWidget(makeText(toQString(m_finding.sentence), FontRole::base));
    column->addWidget(makeText(toQString(wallSentence(m_finding.wall)), FontRole::small, true));
    addList(*column, toStrings(m_finding.evidence));
    addRemedies(*column);
    if (!m_finding.confirm.empty())
        column->addWidget(new Section(
            tr("How to confirm it"), [this](QVBoxLayout& inner) { addList(inner, toStrings(m_finding.confirm)); }));
}

void FindingCard::addList(QVBoxLayout& column, const QStringList& sentences)
{
    for (const QString& sentence : sentences) {
        auto* row = new QHBoxLayout;
        row->setSpacing(6);
        row->addWidget(makeText(QStringLiteral("•"), FontRole::small, true), 0, Qt::AlignTop);
        row->addWidget(makeText(sentence, FontRole::small), 1);
        column.addLayout(row);
    }
}

void FindingCard::addRemedies(QVBoxLayout& column)
{
    if (m_finding.remedies.empty()) {
        column.addWidget(makeText(tr("No known fix is worth its trade-off here."), FontRole::small, true));
        return;
    }
    column.addWidget(makeText(tr("Fixes: hover to preview, click to apply, Ctrl+Z to undo"), FontRole::small, true));
    const auto [first, rest] = remediesAtFirst(m_finding.remedies);
    const auto add = [this](QVBoxLayout& to, const std::vector<std::size_t>& which) {
        for (const std::size_t i : which) {
            auto* button = new RemedyButton(m_finding.remedies[i]);
            connect(button, &RemedyButton::tried, this,
                [this, button](bool on) { emit tried(on ? &button->remedy() : nullptr); });
            connect(button, &QPushButton::clicked, this, [this, button] { emit accepted(button->remedy()); });
            to.addWidget(button);
        }
    };
    add(column, first);
    if (!rest.empty())
        column.addWidget(
            new Section(tr("%1 more").arg(rest.size()), [add, rest = rest](QVBoxLayout& inner) { add(inner, rest); }));
}

void FindingCard::setUnfolded(bool unfolded)
{
    if (unfolded && !m_content->layout())
        build();
    m_heading->setArrowType(unfolded ? Qt::DownArrow : Qt::RightArrow);
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
