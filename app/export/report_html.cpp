// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/report_html.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDate>
#include <QLocale>

namespace kneepoint {
namespace {

constexpr auto html_page = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>%1</title>
<style>
body { font: 11pt/1.4 "Noto Sans", sans-serif; max-width: 860px; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 20pt; margin: 0; } h2 { font-size: 13pt; margin: 1.2em 0 0.3em; }
p { margin: 0.3em 0; } .muted, figcaption, .sources { color: GrayText; font-size: 9pt; }
.head { display: flex; justify-content: space-between; gap: 2em; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(110px, 1fr)); border: 1px solid; border-radius: 8px; margin: 1em 0 0.2em; }
.figures div { padding: 8px 12px; } .figures b { display: block; font-size: 14pt; }
.verdict { font-size: 13pt; margin: 0.8em 0; }
.charts { display: grid; grid-template-columns: 1fr 1fr; gap: 1em; } figure { margin: 0; } img { width: 100%; }
td { padding: 1px 12px 1px 0; vertical-align: top; } td.number { text-align: right; white-space: nowrap; }
.sources li { overflow-wrap: anywhere; }
</style></head><body>
%2
</body></html>
)";

QString heading(const QString& text)
{
    return QStringLiteral("<h2>%1</h2>\n").arg(text.toHtmlEscaped());
}

QString paragraph(const QString& html, const char* kind = "")
{
    return QStringLiteral("<p%2>%1</p>\n")
        .arg(html, *kind ? QStringLiteral(" class=\"%1\"").arg(QLatin1String(kind)) : QString());
}

QString headHtml(const ReportFacts& facts)
{
    const QString made = reportText("Kneepoint %1").arg(QCoreApplication::applicationVersion()) + QStringLiteral("<br>")
        + QLocale::c().toString(QDate::currentDate(), QStringLiteral("d MMMM yyyy"));
    return QStringLiteral("<div class=\"head\"><h1>%1</h1><p class=\"muted\">%2</p></div>\n")
               .arg(facts.title.toHtmlEscaped(), made)
        + paragraph(facts.layout.toHtmlEscaped(), "muted");
}

QString figuresHtml(const ReportFacts& facts)
{
    QString html;
    for (const ReportFigure& figure : facts.figures) {
        const QString below = !figure.mark.isEmpty() ? QStringLiteral("⚠ ") + figure.mark
            : figure.interval.isEmpty()              ? QString()
                                                     : QStringLiteral("(%1)").arg(figure.interval);
        html += QStringLiteral("<div><span class=\"muted\">%1</span><b>%2</b><span class=\"muted\">%3</span></div>\n")
                    .arg(figure.caption.toHtmlEscaped(), figure.value.toHtmlEscaped(), below.toHtmlEscaped());
    }
    return QStringLiteral("<div class=\"figures\">\n%1</div>\n").arg(html)
        + paragraph(facts.interval.toHtmlEscaped(), "muted");
}

QString picturesHtml(const QList<ReportPicture>& pictures)
{
    QString html;
    int number = 0;
    for (const ReportPicture& picture : pictures) {
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        picture.image.save(&buffer, "png");
        const QString words = picture.sentence.toHtmlEscaped();
        html += QStringLiteral("<figure><img src=\"data:image/png;base64,%1\" alt=\"%2\">"
                               "<figcaption><b>%3</b> %2</figcaption></figure>\n")
                    .arg(QString::fromLatin1(png.toBase64()), words, reportText("Figure %1.").arg(++number));
    }
    return QStringLiteral("<div class=\"charts\">\n%1</div>\n").arg(html);
}

QString bottlenecksHtml(const ReportFacts& facts)
{
    QString rows;
    for (const ReportBottleneck& row : facts.bottlenecks) {
        QString text = row.text.toHtmlEscaped();
        for (const QString& fix : row.fixes)
            text += QStringLiteral("<br>→ ") + fix.toHtmlEscaped();
        rows += QStringLiteral("<tr><td><b>%1</b></td><td class=\"number\">%2</td><td>%3</td></tr>\n")
                    .arg(row.name.toHtmlEscaped(), row.share.toHtmlEscaped(), text);
    }
    return heading(reportText("Bottlenecks and fixes")) + QStringLiteral("<table>\n%1</table>\n").arg(rows);
}

QString assumptionsTable(const QList<ReportAssumption>& list)
{
    const auto cells = [](const ReportAssumption& a) {
        return QStringLiteral("<td>%1</td><td align=\"right\">%2</td><td>%3</td>")
            .arg(a.label.toHtmlEscaped(), a.value.toHtmlEscaped(),
                a.source < 0 ? reportText("entered") : QString::number(a.source + 1));
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
    return QStringLiteral("<ol class=\"sources\">\n%1</ol>\n").arg(items);
}

} // namespace

QString reportPage(const ReportFacts& facts, const QList<ReportPicture>& pictures)
{
    QString body = headHtml(facts) + figuresHtml(facts);
    for (const QString& remark : facts.remarks)
        body += paragraph(QStringLiteral("⚠ ") + remark.toHtmlEscaped());
    body += paragraph(
        QStringLiteral("<b>%1</b> %2").arg(facts.claim.toHtmlEscaped(), facts.verdict.toHtmlEscaped()), "verdict");
    body += picturesHtml(pictures) + bottlenecksHtml(facts);
    if (!facts.about.isEmpty())
        body += paragraph(facts.about.toHtmlEscaped(), "muted");
    body += reportAppendix(facts);
    return QString::fromUtf8(html_page).arg(facts.title.toHtmlEscaped(), body);
}

QString reportAppendix(const ReportFacts& facts)
{
    QString html = facts.measured + heading(reportText("Assumptions that differ from their defaults"))
        + assumptionsTable(facts.differ);
    html +=
        heading(reportText("Prices")) + paragraph(facts.price_note.toHtmlEscaped()) + assumptionsTable(facts.prices);
    html += heading(reportText("Sources")) + sourcesList(facts);
    if (!facts.origin.isEmpty())
        html += paragraph(reportText("Source of the scenario: %1").arg(facts.origin).toHtmlEscaped());
    return html
        + paragraph(reportText("All figures but those marked as measured are model predictions. Parameters not listed "
                               "are at their defaults.")
                        .toHtmlEscaped(),
            "muted");
}

} // namespace kneepoint
