// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/plan_strip.h"

#include "widgets/box_layouts.h"
#include "widgets/panels/elided_line.h"
#include "widgets/panels/signs.h"
#include "widgets/style/shapes.h"
#include "widgets/style/style.h"
#include "widgets/text.h"
#include "widgets/theme/shaped_words.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyleOptionButton>
#include <QToolButton>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int strip_height = 40;
constexpr QChar cross(u'×');

/// Without a pin or a cross.
int widthOfChip(const QFont& font, const QString& name, const QString& value)
{
    const int width = 2 * chip_side + wholeAdvance(roleFont(font, FontRole::strong), value.isEmpty() ? name : value);
    return value.isEmpty() ? width : width + chip_gap + wholeAdvance(font, name);
}

} // namespace

PlanChip::PlanChip(QWidget* parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void PlanChip::setPart(const QString& name, const QString& value, bool pinned)
{
    m_name = name;
    m_value = value;
    m_pinned = pinned;
    setText(value.isEmpty() ? name : name + u' ' + value);
    setAccessibleName(pinned ? tr("%1, pinned").arg(text()) : text());
    updateGeometry();
    update();
}

void PlanChip::setRemovable(bool removable)
{
    m_removable = removable;
    updateGeometry();
    update();
}

QSize PlanChip::sizeHint() const
{
    int width = widthOfChip(font(), m_name, m_value);
    if (m_removable)
        width += chip_gap + fontMetrics().horizontalAdvance(cross);
    return {width + (m_pinned ? sign_size : 0), std::max(chip_height, fontMetrics().height() + 6)};
}

void PlanChip::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QStyleOptionButton option;
    option.initFrom(this);
    QPainter painter(this);
    const QColor edge = m_pinned ? colors.accent : isHot(option) ? colors.text : colors.line;
    drawBox(painter, rect(),
        isDown()            ? colors.press
            : isHot(option) ? colors.hover
                            : colors.panel,
        edge, height() / 2.0);
    if (hasFocus())
        drawFocusRing(painter, rect(), colors.accent, height() / 2.0);
    int left = chip_side;
    if (m_pinned) {
        drawSign(painter, QRect(left - 4, 0, sign_size, height()), Sign::pin, colors.accent);
        left += sign_size - 2;
    }
    const auto write = [&](const QFont& font, const QColor& color, const QString& text) {
        painter.setFont(font);
        painter.setPen(color);
        drawWords(painter, QRect(left, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        left += wholeAdvance(font, text) + chip_gap;
    };
    if (!m_value.isEmpty())
        write(font(), colors.muted, m_name);
    write(roleFont(font(), FontRole::strong), colors.text, m_value.isEmpty() ? m_name : m_value);
    if (m_removable)
        write(font(), colors.muted, cross);
}

PlanStrip::PlanStrip(QWidget* parent)
    : QFrame(parent)
    , m_switch(new QCheckBox(tr("Auto plan")))
    , m_chips(new QHBoxLayout)
    , m_more(new PlanChip)
    , m_sentence(new ElidedLine)
    , m_change(new QPushButton)
    , m_stop(new QToolButton)
{
    setWhatsThis(tr("The layout of the job: how it is split over its GPUs. With Auto plan on, every change of the job "
                    "selects the simplest layout within 2 % of the fastest that fits in memory. Layout parameters that "
                    "you set by hand are pinned."));
    m_switch->setToolTip(
        tr("After every change, use the simplest layout within 2 % of the fastest that fits (Ctrl+L)"));
    m_switch->setProperty(switch_property, true);
    m_chips->setSpacing(between_chips);
    setMinimumHeight(strip_height);
    m_stop->setText(tr("Stop"));
    m_stop->setToolTip(tr("Searching the remaining layouts; click to stop"));
    m_stop->setAutoRaise(true);
    auto* row = rowIn(this, {12, 0, 12, 0}, 12);
    row->addWidget(m_switch);
    row->addLayout(m_chips);
    row->addWidget(m_more);
    m_more->setPart({}, tr("+%1").arg(10), false); // its width
    m_more->hide();
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
    connect(m_more, &QAbstractButton::clicked, this, [this] {
        const auto hidden = std::ranges::find_if(m_shown_chips, [](const PlanChip* chip) { return chip->isHidden(); });
        if (hidden != m_shown_chips.end())
            (*hidden)->click();
    });
}

void PlanStrip::show(const State& state)
{
    const bool other_layout = state.layout != m_state.layout;
    m_state = state;
    const QSignalBlocker blocker(m_switch);
    m_switch->setChecked(state.automatic);
    if (other_layout)
        showChips();
    m_sentence->setText(state.refining && state.sentence.isEmpty() ? tr("Searching all layouts …") : state.sentence);
    m_sentence->setForegroundRole(state.fits ? QPalette::PlaceholderText : QPalette::BrightText);
    m_change->setText(state.change);
    m_change->setVisible(!state.change.isEmpty());
    m_stop->setVisible(state.refining);
}

QSize PlanStrip::minimumSizeHint() const
{
    const QMargins edges = layout()->contentsMargins();
    return {edges.left() + m_switch->sizeHint().width() + 2 * layout()->spacing()
            + widthOfChip(font(), {}, tr("+%1").arg(10)) + edges.right(),
        QFrame::minimumSizeHint().height()};
}

bool PlanStrip::event(QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest) // other chips or buttons
        fitChips();
    return QFrame::event(event);
}

void PlanStrip::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    fitChips();
}

int PlanStrip::roomOfChips() const
{
    const QMargins edges = layout()->contentsMargins();
    int room = width() - edges.left() - edges.right() - m_switch->sizeHint().width() - 4 * layout()->spacing();
    for (const QWidget* part : {static_cast<QWidget*>(m_change), static_cast<QWidget*>(m_stop)})
        room -= part->sizeHint().width(); // which hidden ones keep
    return room;
}

/// Brief names where the others have no room, and then as many chips as have room.
void PlanStrip::fitChips()
{
    const auto widthOf = [this](bool brief) {
        int width = 0;
        for (const Part& part : m_state.layout)
            width += between_chips
                + widthOfChip(font(), brief && !part.brief.isEmpty() ? part.brief : part.name, part.value)
                + (part.pinned ? sign_size : 0);
        return width;
    };
    const int room = roomOfChips();
    if (const bool brief = widthOf(false) > room; brief != m_brief) {
        m_brief = brief;
        nameChips();
    }
    int left = room;
    qsizetype shown = 0;
    for (const PlanChip* chip : m_shown_chips) {
        left -= chip->sizeHint().width() + between_chips;
        const bool is_last = shown + 1 == m_shown_chips.size();
        if (left - (is_last ? 0 : m_more->sizeHint().width()) < 0)
            break;
        ++shown;
    }
    for (qsizetype i = 0; i < m_shown_chips.size(); ++i)
        m_shown_chips[i]->setVisible(i < shown);
    m_more->setVisible(shown < m_shown_chips.size());
    if (shown == m_shown_chips.size())
        return;
    QStringList hidden;
    for (qsizetype i = shown; i < m_shown_chips.size(); ++i)
        hidden << m_shown_chips[i]->accessibleName();
    m_more->setPart({}, tr("+%1").arg(hidden.size()), false);
    m_more->setToolTip(plainToolTip(hidden.join(tr(", "))));
}

void PlanStrip::showChips()
{
    while (m_shown_chips.size() < m_state.layout.size()) {
        auto* chip = new PlanChip;
        const qsizetype place = m_shown_chips.size();
        connect(
            chip, &QAbstractButton::clicked, this, [this, place] { emit partClicked(m_state.layout.at(place).id); });
        m_chips->addWidget(chip);
        m_shown_chips << chip;
    }
    while (m_shown_chips.size() > m_state.layout.size())
        delete m_shown_chips.takeLast();
    nameChips();
    fitChips();
}

void PlanStrip::nameChips()
{
    for (qsizetype i = 0; i < m_shown_chips.size(); ++i) {
        const Part& part = m_state.layout[i];
        PlanChip* chip = m_shown_chips[i];
        chip->setPart(part.name, part.value, part.pinned);
        if (const QString read_aloud = chip->accessibleName(); m_brief && !part.brief.isEmpty()) {
            chip->setPart(part.brief, part.value, part.pinned);
            chip->setAccessibleName(read_aloud);
        }
        chip->setEnabled(!part.id.isEmpty());
        chip->setToolTip(part.id.isEmpty() ? QString() : plainToolTip(tr("%1: click to change it").arg(part.label)));
    }
}

void PlanStrip::setShut(bool shut)
{
    setMinimumHeight(shut ? 0 : strip_height);
    setMaximumHeight(shut ? 0 : QWIDGETSIZE_MAX);
}

} // namespace kneepoint
