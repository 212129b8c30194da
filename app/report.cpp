// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report.h"

#include "app/save_file.h"
#include "model/explore/sentences.h"
#include "model/explore/waterfall.h"
#include "model/scenario/catalogue.h"
#include "widgets/charts/breakdown_chart.h"
#include "widgets/charts/chart_export.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/charts/waterfall_chart.h"
#include "widgets/panels/compared_figures.h"
#include "widgets/text.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextDocument>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace kneepoint {
namespace {

constexpr QSize picture_size(760, 400);
constexpr double pixel_ratio = 2;
constexpr int page_width = 1000; ///< in which the page is laid out, before it is scaled to paper
constexpr int points_per_inch = 72;
constexpr int margin_mm = 12;
constexpr std::size_t remedies_named = 3;

constexpr auto page = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>%1</title>
<style>
body { font-family: sans-serif; font-size: 11pt; max-width: 1000px; margin: 1em auto; }
h1 { font-size: 18pt; margin: 0; } h2 { font-size: 13pt; margin: 12px 0 2px 0; }
p { margin: 3px 0; } td, th { padding: 1px 12px 1px 0; text-align: left; vertical-align: top; }
</style></head><body>
%2
</body></html>
)";

QString translated(const char* text)
{
    return QCoreApplication::translate("Report", text);
}

QString escaped(std::string_view text)
{
    return toQString(text).toHtmlEscaped();
}

QString heading(const QString& text)
{
    return QStringLiteral("<h2>%1</h2>\n").arg(text);
}

QString paragraph(const QString& html)
{
    return html.isEmpty() ? QString() : QStringLiteral("<p>%1</p>\n").arg(html);
}

QString cells(const QStringList& html)
{
    return QStringLiteral("<tr><td>%1</td></tr>\n").arg(html.join(QStringLiteral("</td><td>")));
}

QString table(const QString& rows)
{
    return QStringLiteral("<table>\n%1</table>\n").arg(rows);
}

/// Two figures a row, to keep the page low.
QString figuresHtml(const Analysis& a)
{
    QString rows;
    QStringList row;
    for (const ComparedFigure& figure : comparedFigures()) {
        row << escaped(figure.label) << QStringLiteral("<b>%1</b>").arg(figureText(figure, a).toHtmlEscaped());
        if (row.size() == 6)
            rows += cells(std::exchange(row, {}));
    }
    return table(row.isEmpty() ? rows : rows + cells(row));
}

QString pictureHtml(const ReportPicture& picture)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    picture.image.save(&buffer, "png");
    return QStringLiteral("<img width=\"490\" src=\"data:image/png;base64,%1\" alt=\"%2\">")
        .arg(QString::fromLatin1(png.toBase64()), picture.sentence.toHtmlEscaped());
}

QString picturesHtml(const QList<ReportPicture>& pictures)
{
    QString rows;
    for (qsizetype i = 0; i < pictures.size(); i += 2) {
        QStringList row{pictureHtml(pictures[i])};
        if (i + 1 < pictures.size())
            row << pictureHtml(pictures[i + 1]);
        rows += cells(row);
    }
    return table(rows);
}

QString findingHtml(const Finding& f)
{
    QString html = paragraph(QStringLiteral("<b>%1</b> (%2): %3 %4")
                                 .arg(escaped(causeLabel(f.cause)), escaped(formatQuantity(f.severity, Unit::ratio, 2)),
                                     escaped(f.sentence), escaped(wallSentence(f.wall))));
    QStringList evidence;
    for (const std::string& sentence : f.evidence)
        evidence << escaped(sentence);
    html += paragraph(evidence.join(u' '));
    QString items;
    for (const Remedy& r : std::span(f.remedies).first(std::min(f.remedies.size(), remedies_named)))
        items += QStringLiteral("<li>%1%2</li>\n")
                     .arg(escaped(r.sentence),
                         r.price.empty() ? QString() : translated(" (price: %1)").arg(escaped(r.price)));
    return items.isEmpty() ? html : html + QStringLiteral("<ul>\n%1</ul>\n").arg(items);
}

QString diagnosisHtml(const Diagnosis& d)
{
    if (d.causes.empty())
        return paragraph(escaped(d.sentence));
    QString html;
    for (const Finding& f : d.causes)
        html += findingHtml(f);
    return html;
}

/// What makes the scenario what it is: the knobs that are not at their defaults, with the source of their formula; two
/// a row, to keep the page low.
QString parametersHtml(const Scenario& s)
{
    std::vector<QStringList> chosen;
    for (const Parameter& p : catalogue())
        if (p.get(s) != p.defaultValue() && (!p.idle || p.idle(s).empty()))
            chosen.push_back({escaped(p.label), escaped(valueText(p, p.get(s))), escaped(p.source)});
    QString rows;
    const std::size_t half = (chosen.size() + 1) / 2;
    for (std::size_t i = 0; i < half; ++i)
        rows += cells(i + half < chosen.size() ? chosen[i] + chosen[i + half] : chosen[i]);
    return table(rows);
}

QByteArray pdfOf(const QString& html)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(points_per_inch);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins(QMarginsF(margin_mm, margin_mm, margin_mm, margin_mm), QPageLayout::Millimeter);
    QTextDocument document;
    document.documentLayout()->setPaintDevice(&pdf);
    document.setHtml(html);
    document.setTextWidth(page_width);
    QPainter painter(&pdf);
    const double scale = std::min(pdf.width() / document.size().width(), pdf.height() / document.size().height());
    painter.scale(scale, scale);
    document.drawContents(&painter);
    painter.end();
    return bytes;
}

template <class View> ReportPicture picture(const Analysis& a)
{
    View view;
    view.setTheme(ThemeMode::light);
    view.resize(picture_size);
    view.show(a);
    return {view.title(), view.sentence(), chartImage(view, picture_size, pixel_ratio)};
}

} // namespace

QList<ReportPicture> reportPictures(const Analysis& a)
{
    return {
        picture<ScalingChart>(a), picture<RooflineChart>(a), picture<BreakdownChart>(a), picture<WaterfallChart>(a)};
}

QString reportHtml(
    const ScenarioFile& file, const Analysis& a, const Diagnosis& d, const QList<ReportPicture>& pictures)
{
    const QString title = file.title.empty() ? translated("Untitled") : escaped(file.title);
    QString body = QStringLiteral("<h1>%1</h1>\n").arg(title);
    body += paragraph(escaped(file.about));
    body += paragraph(escaped(headlineSentence(a)));
    for (const std::string& remark : remarks(a))
        body += paragraph(QStringLiteral("⚠ %1").arg(escaped(remark)));
    body += figuresHtml(a);
    body += picturesHtml(pictures);
    body += heading(translated("Why, and what helps"));
    body += diagnosisHtml(d);
    body += paragraph(escaped(waterfall(a).sentence));
    body += heading(translated("Assumptions and their sources"));
    body += parametersHtml(a.scenario);
    if (!file.source.empty())
        body += paragraph(translated("Source of the scenario: %1").arg(escaped(file.source)));
    body += paragraph(translated("Figures are predictions of a model. All parameters not named are at their defaults. "
                                 "Made by Kneepoint %1.")
                          .arg(QCoreApplication::applicationVersion()));
    return QString::fromUtf8(page).arg(title, body);
}

Result<void> saveReport(const ScenarioFile& file, const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix != QLatin1String("html") && suffix != QLatin1String("pdf"))
        return failure(translated("%1: a report is an .html or a .pdf file").arg(path).toStdString());
    const Analysis a = analyse(file.scenario);
    const QString html = reportHtml(file, a, diagnose(a), reportPictures(a));
    return saveFile(path, suffix == QLatin1String("pdf") ? pdfOf(html) : html.toUtf8());
}

} // namespace kneepoint
