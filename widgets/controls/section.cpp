// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/section.h"

#include "widgets/accessible_controls.h"
#include "widgets/box_layouts.h"
#include "widgets/style/shapes.h"
#include "widgets/text.h"
#include "widgets/theme/shaped_words.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QStyleOptionToolButton>

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

constexpr int heading_height = 32;
constexpr int chevron_room = 20;
constexpr int heading_gap = 8;

} // namespace

SectionHeading::SectionHeading(const QString& title, QWidget* parent)
    : QToolButton(parent)
    , m_title(title)
{
    describeControls();
    setProperty(expander_property, true); // before assistive technology can ask what it is
    setText(title);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SectionHeading::setChanged(int count)
{
    if (count == m_changed)
        return;
    m_changed = count;
    describe();
}

void SectionHeading::setSummary(const QString& summary)
{
    if (summary == m_summary)
        return;
    m_summary = summary;
    describe();
}

void SectionHeading::setProminentSummary(const QString& summary, const QString& brief)
{
    m_prominent = true;
    m_brief = brief;
    QSizePolicy policy = sizePolicy();
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setSummary(summary);
}

int SectionHeading::titleWidth() const
{
    return wholeAdvance(roleFont(font(), FontRole::strong), m_title);
}

QString SectionHeading::summaryFor(int width) const
{
    const int room = width - chevron_room - heading_gap - wholeAdvance(font(), m_summary);
    return m_prominent && titleWidth() > room ? m_brief : m_summary;
}

int SectionHeading::titleRoom(int width) const
{
    return width - chevron_room - heading_gap - wholeAdvance(font(), summaryFor(width));
}

int SectionHeading::heightForWidth(int width) const
{
    const int one = sizeHint().height();
    return m_prominent && titleWidth() > titleRoom(width) ? one + fontMetrics().height() : one;
}

void SectionHeading::describe()
{
    const QString changed = m_changed > 0 ? tr("%1 changed").arg(m_changed) : QString();
    setText(m_changed > 0 ? tr("%1, %2").arg(m_title, changed) : m_title);
    setAccessibleDescription(m_summary);
    setToolTip(plainToolTip(m_summary));
    update();
}

QSize SectionHeading::sizeHint() const
{
    return {chevron_room + wholeAdvance(font(), m_title) + heading_gap,
        std::max(heading_height, fontMetrics().height() + 12)};
}

QSize SectionHeading::minimumSizeHint() const
{
    return {chevron_room, sizeHint().height()};
}

void SectionHeading::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QStyleOptionToolButton option;
    initStyleOption(&option);
    QPainter painter(this);
    if (isHot(option))
        drawBox(painter, rect().adjusted(0, 2, 0, -2), colors.hover, {});
    if (hasFocus())
        drawFocusRing(painter, rect().adjusted(0, 1, 0, -1), colors.accent);
    drawChevron(
        painter, QRect(0, 0, chevron_room, height()), isChecked() ? Direction::down : Direction::right, colors.muted);
    if (m_prominent) {
        painter.setFont(roleFont(font(), FontRole::strong));
        painter.setPen(colors.text);
        painter.drawText(QRect(chevron_room, 0, titleRoom(width()), height()),
            Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, m_title);
        painter.setFont(font());
        painter.drawText(rect(), Qt::AlignRight | Qt::AlignVCenter, summaryFor(width()));
        return;
    }
    int left = chevron_room;
    const auto write = [&](const QFont& font, const QColor& color, const QString& text) {
        painter.setFont(font);
        painter.setPen(color);
        const QRect room(left, 0, std::max(0, width() - left - heading_gap), height());
        drawElided(painter, room, text);
        left += std::min(wholeAdvance(font, text), room.width()) + heading_gap;
    };
    const QFont small = roleFont(font(), FontRole::small);
    write(roleFont(font(), FontRole::strong), colors.text, m_title);
    if (m_changed > 0)
        write(small, colors.accent, tr("%1 changed").arg(m_changed));
    const QRect room(left, 0, std::max(0, width() - left), height());
    painter.setFont(small);
    painter.setPen(colors.muted);
    drawElided(painter, room, m_summary, Qt::AlignRight | Qt::AlignVCenter);
}

Section::Section(QString title, std::function<void(QVBoxLayout&)> build, QWidget* parent)
    : QWidget(parent)
    , m_title(std::move(title))
    , m_build(std::move(build))
    , m_heading(new SectionHeading(m_title))
    , m_content(new QWidget)
{
    m_content->hide();

    auto* column = columnIn(this, {}, 0);
    column->addWidget(m_heading);
    column->addWidget(m_content);
    columnIn(m_content, {0, 0, 0, 8}, 0);

    connect(m_heading, &QToolButton::toggled, this, [this](bool checked) {
        this->build();
        m_content->setVisible(checked);
        emit unfolded(checked);
    });
}

void Section::setUnfolded(bool unfolded)
{
    m_heading->setChecked(unfolded);
}

bool Section::isUnfolded() const
{
    return m_heading->isChecked();
}

QString Section::title() const
{
    return m_title;
}

void Section::build()
{
    if (const auto build = std::exchange(m_build, nullptr))
        build(static_cast<QVBoxLayout&>(*m_content->layout()));
}

} // namespace kneepoint
