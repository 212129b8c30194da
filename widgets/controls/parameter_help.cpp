// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/parameter_help.h"

#include "model/catalogue/derive.h"
#include "model/catalogue/value_source.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "widgets/text.h"

namespace kneepoint {
namespace {

QString paragraph(const QString& html)
{
    return QStringLiteral("<p>%1</p>").arg(html);
}

} // namespace

QString parameterHelp(const Parameter& p)
{
    QString heading = QStringLiteral("<b>%1</b>").arg(toQString(p.label).toHtmlEscaped());
    if (!p.symbol.empty())
        heading += QStringLiteral(" <i>%1</i>").arg(toQString(p.symbol).toHtmlEscaped());
    QString html = paragraph(heading) + paragraph(toQString(p.help).toHtmlEscaped());
    if (!p.formula.empty())
        html += paragraph(QStringLiteral("<code>%1</code>").arg(toQString(p.formula).toHtmlEscaped()));
    if (!p.source.empty())
        html += paragraph(translated("Source: %1").arg(toQString(p.source).toHtmlEscaped()));
    if (p.isNumber())
        html += paragraph(translated("Range: %1").arg(toQString(rangeText(p)).toHtmlEscaped()));
    return html + paragraph(QStringLiteral("<code>%1</code>").arg(toQString(p.id)));
}

QString parameterHelp(const Parameter& p, const Scenario& s)
{
    QString html = parameterHelp(p) + paragraph(valueSourceText(p, s).toHtmlEscaped());
    if (const auto from = valueSource(p, s, shippedCalibration()); from && !from->assumed.empty())
        html +=
            paragraph(translated("<b>Assumed</b>, not published: %1").arg(toQString(from->assumed).toHtmlEscaped()));
    return html;
}

QString valueSourceText(const Parameter& p, const Scenario& s)
{
    const QString value = toQString(p.label) + u' ' + toQString(valueText(p, p.get(s)));
    if (const auto from = valueSource(p, s, shippedCalibration()))
        return translated("%1: %2, %3.").arg(value, toQString(from->name), toQString(from->source));
    if (isStated(p, s))
        return translated("%1: entered, or stated by the scenario.").arg(value);
    return p.source.empty() ? translated("%1: the default.").arg(value)
                            : translated("%1: %2.").arg(value, toQString(p.source));
}

QString parameterToolTip(const Parameter& p, std::string_view idle_reason)
{
    const QString first =
        idle_reason.empty() ? toQString(p.help) : translated("No effect: %1.").arg(toQString(idle_reason));
    QString html = paragraph(first.toHtmlEscaped());
    if (p.isNumber())
        html += paragraph(translated("Range: %1").arg(toQString(rangeText(p)).toHtmlEscaped()));
    return html;
}

bool parameterMatches(const Parameter& p, const QString& text)
{
    const QString haystack = toQString(p.label) + u' ' + toQString(p.id) + u' ' + toQString(p.help);
    return containsWords(haystack, text.split(u' ', Qt::SkipEmptyParts));
}

} // namespace kneepoint
