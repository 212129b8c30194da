// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/measured_section.h"

#include "model/scenario/own_runs.h"
#include "model/units/units.h"
#include "widgets/panels/evidence_panel.h"
#include "widgets/text.h"

#include <QStringList>

namespace kneepoint {
namespace {

QString row(const QStringList& texts)
{
    QString html;
    for (const QString& text : texts)
        html += QStringLiteral("<td>%1</td>").arg(text.toHtmlEscaped());
    return QStringLiteral("<tr>%1</tr>\n").arg(html);
}

QString seconds(double value)
{
    return toQString(formatQuantity(value, Unit::seconds));
}

QString difference(double measured, double predicted)
{
    return predicted > 0 ? toQString(formatQuantity(measured / predicted - 1, Unit::ratio, 2)) : QString();
}

QString filesHtml(std::span<const KeptEvidence> files)
{
    QString rows;
    for (const KeptEvidence& file : files)
        rows += row({toQString(file.source.name), toQString(file.kind), toQString(file.source.date),
            QStringLiteral("%1").arg(file.source.crc32, 8, 16, QLatin1Char('0')),
            file.used ? toQString(file.summary) : translated("not used")});
    return QStringLiteral("<table>\n%1</table>\n").arg(rows);
}

QString comparedHtml(const Analysis& a)
{
    const Measured& measured = a.measured;
    QString rows;
    for (const MeasuredPart& part : measured.parts)
        rows += row({toQString(part.label), seconds(part.predicted_s), seconds(part.measured_s),
            difference(part.measured_s, part.predicted_s)});
    for (const MeasuredSize& size : measured.sizes)
        rows += row({translated("step on %1 GPUs").arg(size.gpus),
            size.gpus == a.step.gpus ? seconds(a.step.step_s) : QString(), seconds(size.step_s),
            size.gpus == a.step.gpus ? difference(size.step_s, a.step.step_s) : QString()});
    if (rows.isEmpty())
        return {};
    return QStringLiteral("<table>\n%1%2</table>\n")
        .arg(row({QString(), translated("predicted"), translated("measured"), translated("difference")}), rows);
}

QString calibrationSentence(const OwnRuns& own)
{
    if (!own.used || own.runs <= 0)
        return {};
    const QStringList factors = factorTexts(own);
    return translated("The prediction is calibrated with %1: %2.")
        .arg(counted(own.runs, QStringLiteral("run")),
            factors.isEmpty() ? translated("no factor moved by more than 1 %") : factors.join(QStringLiteral(", ")));
}

QString paragraph(const QString& text)
{
    return text.isEmpty() ? QString() : QStringLiteral("<p>%1</p>\n").arg(text.toHtmlEscaped());
}

} // namespace

QString measuredHtml(std::span<const KeptEvidence> files, const Analysis& a)
{
    if (files.empty())
        return {};
    QString html = QStringLiteral("<h2>%1</h2>\n").arg(translated("What was measured"));
    for (const std::string& sentence : a.measured.sentences)
        html += paragraph(toQString(sentence));
    html += comparedHtml(a);
    html += paragraph(calibrationSentence(a.scenario.own_runs));
    return html + filesHtml(files);
}

} // namespace kneepoint
