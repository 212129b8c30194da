// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/step_bar.h"

#include "model/step/step_report.h"
#include "model/units/units.h"
#include "widgets/style/shapes.h"
#include "widgets/text.h"
#include "widgets/theme/fill.h"

#include <QPainter>
#include <QStyleOptionButton>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

namespace kneepoint {
namespace {

constexpr int bar_side = 14;
constexpr int title_height = 28;
constexpr int bar_height = 22;
constexpr int lane_height = 9;
constexpr int whole_height = 90;

std::array<Part, part_count> allParts()
{
    std::array<Part, part_count> parts{};
    for (std::size_t i = 0; i < part_count; ++i)
        parts[i] = static_cast<Part>(i);
    return parts;
}

QString timeText(double seconds)
{
    return toQString(seconds, Unit::seconds);
}

} // namespace

StepBar::StepBar(QWidget* parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize StepBar::sizeHint() const
{
    return {300, std::max(whole_height, title_height + bar_height + 2 * lane_height + fontMetrics().height())};
}

void StepBar::show(const Shown& shown)
{
    m_shown = shown;
    if (isVisible())
        describe();
}

void StepBar::showEvent(QShowEvent* event)
{
    QAbstractButton::showEvent(event);
    describe();
}

void StepBar::describe()
{
    if (!m_shown.analysis)
        return;
    const StepReport& step = m_shown.analysis->step;
    QStringList said;
    for (const Part part : allParts())
        if (const double time = step.part(part).exposed_s; time > 0)
            said << QStringLiteral("%1 %2").arg(toQString(partLabel(part)), timeText(time));
    QString name = tr("This step: %1").arg(timeText(step.step_s));
    const auto nameBeside = [&](char letter, const SharedAnalysis& option) {
        if (option)
            name += QStringLiteral(" · %1 %2").arg(QLatin1Char(letter)).arg(timeText(option->step.step_s));
    };
    nameBeside('A', m_shown.reference);
    for (const OtherOptions::Option& other : m_shown.options.options)
        nameBeside(other.letter, other.analysis);
    setAccessibleName(name);
    setAccessibleDescription(said.join(QStringLiteral(", ")));
    setToolTip(plainToolTip(said.join(u'\n')));
    update();
}

void StepBar::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QStyleOptionButton option;
    option.initFrom(this);
    QPainter painter(this);
    drawBox(painter, rect(), colors.panel, isHot(option) ? colors.border : colors.line, card_radius);
    if (hasFocus())
        drawFocusRing(painter, rect(), colors.accent, card_radius);
    if (!m_shown.analysis)
        return;
    painter.setPen(colors.muted);
    painter.setFont(roleFont(font(), FontRole::small));
    const QRect title(bar_side, 2, width() - 2 * bar_side, title_height);
    const QFont strong = roleFont(font(), FontRole::strong);
    const QString hint = tr("click for all K");
    if (painter.fontMetrics().horizontalAdvance(hint) + QFontMetrics(strong).horizontalAdvance(accessibleName())
        < title.width() - bar_side)
        painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, hint);
    painter.setPen(colors.text);
    painter.setFont(strong);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, accessibleName());
    const QRect bar(bar_side, title_height, width() - 2 * bar_side, bar_height);
    drawExposed(painter, bar);
    drawHidden(painter, bar);
}

/// In the order of time; the largest parts are named in or under the bar.
void StepBar::drawExposed(QPainter& painter, const QRect& bar) const
{
    const ThemeMode mode = modeOf(palette());
    const StepReport& step = m_shown.analysis->step;
    painter.setFont(roleFont(font(), FontRole::small));
    const QFontMetrics metrics(painter.font());
    double left = bar.left();
    Part largest_loss = Part::compute;
    for (const Part part : allParts()) {
        const double time = step.part(part).exposed_s;
        const double breadth = step.step_s > 0 ? time / step.step_s * bar.width() : 0;
        const QRectF piece(left, bar.top(), breadth, bar.height());
        painter.fillRect(piece.adjusted(0, 0, breadth > 3 ? -1 : 0, 0), fillBrush(fillOf(part), mode));
        if (part == Part::compute) {
            const QString name = tr("compute %1 · %2").arg(timeText(time), toQString(time / step.step_s, Unit::ratio));
            painter.setPen(theme(mode).panel);
            if (metrics.horizontalAdvance(name) + 12 < breadth)
                painter.drawText(piece.adjusted(8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, name);
        } else if (largest_loss == Part::compute || time > step.part(largest_loss).exposed_s) {
            largest_loss = part;
        }
        left += breadth;
    }
    const double loss = step.part(largest_loss).exposed_s;
    if (largest_loss == Part::compute || loss <= 0)
        return;
    painter.setPen(quantityTextColor(quantityOf(largest_loss), mode));
    const QRect under(bar.left(), bar.bottom() + 2, bar.width(), height() - bar.bottom() - 6);
    painter.drawText(under, Qt::AlignRight | Qt::AlignVCenter,
        QStringLiteral("%1 %2").arg(toQString(partLabel(largest_loss)), timeText(loss)));
}

/// Two lanes under the bar: the two largest hidden parts.
void StepBar::drawHidden(QPainter& painter, const QRect& bar) const
{
    const ThemeMode mode = modeOf(palette());
    const StepReport& step = m_shown.analysis->step;
    std::vector<Part> hidden;
    for (const Part part : allParts())
        if (step.part(part).hidden_s > 0)
            hidden.push_back(part);
    std::ranges::sort(hidden, std::greater{}, [&](Part part) { return step.part(part).hidden_s; });
    int top = bar.bottom() + 4;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, hidden.size()); ++i) {
        const double share = step.step_s > 0 ? step.part(hidden[i]).hidden_s / step.step_s : 0;
        const QRectF lane(bar.left(), top, std::min(1.0, share) * bar.width(), lane_height);
        painter.fillRect(lane, fillBrush(fillOf(hidden[i], Shade::hidden), mode));
        painter.setPen(quantityColor(quantityOf(hidden[i]), mode));
        painter.drawRect(lane.adjusted(0.5, 0.5, -0.5, -0.5));
        top += lane_height + 2;
    }
}

} // namespace kneepoint
