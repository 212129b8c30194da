// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/report_appendix.h"

#include "widgets/text.h"

namespace kneepoint {
namespace {

QString heading(const QString& text)
{
    return QStringLiteral("<h2>%1</h2>\n").arg(text.toHtmlEscaped());
}

QString paragraph(const QString& text)
{
    return QStringLiteral("<p>%1</p>\n").arg(text.toHtmlEscaped());
}

QString bottlenecksHtml(const ReportFacts& facts)
{
    QString rows;
    for (const ReportBottleneck& row : facts.bottlenecks) {
        QString text = row.text.toHtmlEscaped();
        for (const QString& fix : row.fixes)
            text += QStringLiteral("<br>→ ") + fix.toHtmlEscaped();
        rows += QStringLiteral("<tr><td><b>%1</b></td><td align=\"right\">%2</td><td>%3</td></tr>\n")
                    .arg(row.name.toHtmlEscaped(), row.share.toHtmlEscaped(), text);
    }
    return heading(translated("Bottlenecks and fixes"))
        + QStringLiteral("<table cellspacing=\"0\" cellpadding=\"2\">\n%1</table>\n").arg(rows);
}

QString assumptionsTable(const QList<ReportAssumption>& list)
{
    const auto cells = [](const ReportAssumption& a) {
        return QStringLiteral("<td>%1</td><td align=\"right\">%2</td><td>%3</td>")
            .arg(a.label.toHtmlEscaped(), a.value.toHtmlEscaped(),
                a.source < 0 ? translated("entered") : QStringLiteral("[%1]").arg(a.source + 1));
    };
    const qsizetype half = (list.size() + 1) / 2; // two beside each other
    QString rows;
    for (qsizetype i = 0; i < half; ++i)
        rows += QStringLiteral("<tr>%1<td>&nbsp;&nbsp;&nbsp;</td>%2</tr>\n")
                    .arg(cells(list[i]), i + half < list.size() ? cells(list[i + half]) : QString());
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"2\">\n%1</table>\n").arg(rows);
}

QString sourcesList(const ReportFacts& facts)
{
    QString items;
    for (const QString& source : facts.sources) {
        const QString address = addressOf(source).toHtmlEscaped();
        const QString words = source.toHtmlEscaped();
        items += address.isEmpty() ? QStringLiteral("<li>%1</li>\n").arg(words)
                                   : QStringLiteral("<li>%1: <a href=\"%2\">%2</a></li>\n").arg(words, address);
    }
    return QStringLiteral("<ol>\n%1</ol>\n").arg(items);
}

} // namespace

QString reportAppendix(const ReportFacts& facts)
{
    QString html;
    for (const QString& remark : facts.remarks)
        html += paragraph(QStringLiteral("⚠ ") + remark);
    html += bottlenecksHtml(facts);
    if (!facts.about.isEmpty())
        html += paragraph(facts.about);
    html += facts.measured + heading(translated("Assumptions that differ from their defaults"))
        + assumptionsTable(facts.differ);
    html += heading(translated("Prices")) + paragraph(facts.price_note) + assumptionsTable(facts.prices);
    html += heading(translated("Sources")) + sourcesList(facts);
    if (!facts.origin.isEmpty())
        html += paragraph(translated("Source of the scenario: %1").arg(facts.origin));
    return html
        + paragraph(translated("All figures but those marked as measured are model predictions. Parameters not listed "
                               "are at their defaults."));
}

} // namespace kneepoint
