// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/compared_figures.h"

#include "widgets/text.h"

#include <QCoreApplication>

#include <cmath>

namespace kneepoint {
namespace {

constexpr double no_change = 0.0005;

QString translated(const char* text)
{
    return QCoreApplication::translate("ComparedFigures", text);
}

QString directionOf(Better better, double change)
{
    if (better == Better::neither || std::abs(change) < no_change)
        return {};
    return (change > 0) == (better == Better::higher) ? translated("better") : translated("worse");
}

} // namespace

QString changeText(double from, double to)
{
    if (!std::isfinite(from) || !std::isfinite(to) || from <= 0)
        return {};
    const double change = to / from - 1;
    if (std::abs(change) < no_change)
        return QStringLiteral("±0 %");
    constexpr double shown_as_factor = 10;
    if (to / from >= shown_as_factor)
        return toQString(formatQuantity(to / from, Unit::factor, 2));
    return (change > 0 ? u'+' : u'−') + toQString(formatQuantity(std::abs(change), Unit::ratio, 2));
}

QString changeText(const Metric& m, const Analysis& from, const Analysis& to)
{
    const std::optional<double> before = m.value(from);
    const std::optional<double> after = m.value(to);
    if (!before || !after)
        return {};
    const QString change = changeText(*before, *after);
    const QString direction = change.isEmpty() ? QString() : directionOf(m.better, *after / *before - 1);
    return direction.isEmpty() ? change : change + QStringLiteral(", ") + direction;
}

QString helpText(const Metric& m)
{
    QStringList paragraphs{toQString(m.help)};
    if (!m.formula.empty())
        paragraphs << translated("Formula: %1").arg(toQString(m.formula));
    if (!m.source.empty())
        paragraphs << translated("Source: %1").arg(toQString(m.source));
    paragraphs << translated("Computed by %1; id %2").arg(toQString(m.computed_by), toQString(m.id));
    for (QString& paragraph : paragraphs)
        paragraph = QStringLiteral("<p>%1</p>").arg(paragraph.toHtmlEscaped());
    return QStringLiteral("<p><b>%1</b></p>").arg(toQString(m.label).toHtmlEscaped()) + paragraphs.join(QString());
}

} // namespace kneepoint
