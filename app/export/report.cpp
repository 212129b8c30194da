// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/report.h"

#include "model/analysis/waterfall.h"
#include "model/catalogue/catalogue.h"
#include "model/results/metric.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"
#include "widgets/charts/breakdown_chart.h"
#include "widgets/charts/kit/chart_export.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/charts/waterfall_chart.h"
#include "widgets/save_file.h"
#include "widgets/text.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QDate>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextDocument>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace kneepoint {
namespace {

constexpr QSize picture_size(760, 400);
constexpr double pixel_ratio = 2;
constexpr int points_per_inch = 72;
constexpr int footer_points = 8;
/// The printed area of a page, in points: it fits A4 and, from the top left, Letter.
const QRectF paper(34, 34, 527, 712);
constexpr std::size_t remedies_named = 3;

constexpr auto page = R"(<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>%1</title>
<style>
body { font-family: sans-serif; font-size: %3pt; max-width: 1000px; margin: 1em auto; }
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

/// "2.41 s (2.1 s … 2.8 s)", with why it does not hold where it does not.
QString figureHtml(const Metric& m, const Analysis& a)
{
    const std::string interval = intervalText(m, a);
    const std::string mark = markOf(m, a);
    QString html = QStringLiteral("<b>%1</b>").arg(escaped(valueText(m, a)));
    if (!interval.empty())
        html += QStringLiteral(" (%1)").arg(escaped(interval));
    return mark.empty() ? html : html + QStringLiteral(" ⚠ %1").arg(escaped(mark));
}

/// Two figures a row, to keep the page low.
QString figuresHtml(const Analysis& a)
{
    QString rows;
    QStringList row;
    for (const Metric* m : metricsUpTo(Prominence::summary)) {
        if (!applies(*m, a.scenario))
            continue;
        row << escaped(nameText(*m, a)) << figureHtml(*m, a);
        if (row.size() == 4)
            rows += cells(std::exchange(row, {}));
    }
    return table(row.isEmpty() ? rows : rows + cells(row));
}

QString pictureHtml(const ReportPicture& picture, int width)
{
    QByteArray png;
    QBuffer buffer(&png);
    buffer.open(QIODevice::WriteOnly);
    picture.image.save(&buffer, "png");
    return QStringLiteral("<img width=\"%3\" src=\"data:image/png;base64,%1\" alt=\"%2\">")
        .arg(QString::fromLatin1(png.toBase64()), picture.sentence.toHtmlEscaped(), QString::number(width));
}

/// Side by side on a screen, over the full width of a page.
QString picturesHtml(const QList<ReportPicture>& pictures, ReportMedium medium)
{
    QString rows;
    if (medium == ReportMedium::paper) {
        for (const ReportPicture& picture : pictures)
            rows += paragraph(pictureHtml(picture, static_cast<int>(paper.width())));
        return rows;
    }
    constexpr int half_width = 490;
    for (qsizetype i = 0; i < pictures.size(); i += 2) {
        QStringList row{pictureHtml(pictures[i], half_width)};
        if (i + 1 < pictures.size())
            row << pictureHtml(pictures[i + 1], half_width);
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
                         r.trade_off.empty() ? QString() : translated(" (trade-off: %1)").arg(escaped(r.trade_off)));
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

/// The assumptions of the scenario: the parameters that are not at their defaults, with the source of their formula;
/// two a row, to keep the page low.
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

/// The layout of the job.
QString layoutSentence(const Analysis& a)
{
    const Plan& p = a.scenario.plan;
    QStringList parts{translated("%1 data-parallel replicas").arg(QString::number(a.step.workers))};
    const auto add = [&](const char* words, double count) {
        if (count > 1)
            parts << translated(words).arg(QString::number(count));
    };
    add("tensor parallel %1", p.tensor_parallel);
    add("pipeline parallel %1", p.pipeline_parallel);
    add("context parallel %1", p.context_parallel);
    add("expert parallel %1", p.expert_parallel);
    return translated("%1 GPUs: %2.").arg(QString::number(a.step.gpus), parts.join(QStringLiteral(" × ")));
}

QString intervalSentence(const Analysis& a)
{
    const PredictionInterval& interval = a.prediction_interval;
    if (!(interval.rows > 0))
        return translated("No measured run is similar enough to give an interval for the step time: %1.")
            .arg(toQString(interval.outside));
    const auto seconds = [](double s) { return toQString(formatQuantity(s, Unit::seconds)); };
    const QString sentence =
        translated("The 90 % interval of the step time is %1 to %2, learned from %3 measured runs (%4).")
            .arg(seconds(interval.low_s), seconds(interval.high_s))
            .arg(std::lround(interval.rows))
            .arg(toQString(interval.kind));
    return interval.outside.empty() ? sentence
                                    : sentence + u' '
            + translated("The scenario is outside the measured range: %1.").arg(toQString(interval.outside));
}

/// The source of the cost.
QString pricesHtml(const Scenario& s, const PriceList& prices)
{
    QString rows;
    for (const Parameter& p : catalogue())
        if (p.unit == Unit::dollars_per_hour || p.unit == Unit::dollars)
            if (const double value = p.get(s); value > 0)
                rows += cells({escaped(p.label), escaped(valueText(p, value)), escaped(p.source)});
    if (isListed(s.cluster, prices))
        for (const Price* p : prices.usedBy(s.cluster))
            rows += cells({escaped(p->name),
                escaped(valueText(*p)) + QStringLiteral(" (") + escaped(basisText(*p)) + u')', escaped(p->source)});
    return table(rows)
        + paragraph(
            translated("A GPU-hour at %1; report of %2.")
                .arg(escaped(comparedPriceText(s.cluster, prices)), QDate::currentDate().toString(Qt::ISODate)));
}

/// A4 wide, and as high as Letter leaves it: the pages print on both without being scaled.
QByteArray pdfOf(const QString& title, const QString& html)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setTitle(title);
    pdf.setCreator(QStringLiteral("Kneepoint"));
    pdf.setResolution(points_per_inch);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
    QTextDocument document;
    document.documentLayout()->setPaintDevice(&pdf);
    document.setDocumentMargin(0);
    document.setHtml(html);
    document.setPageSize(paper.size());
    QPainter painter;
    if (!painter.begin(&pdf))
        return {};
    const int pages = document.pageCount();
    for (int number = 0; number < pages; ++number) {
        if (number > 0)
            pdf.newPage();
        painter.save();
        painter.translate(paper.topLeft() - QPointF(0, number * paper.height()));
        document.drawContents(&painter, QRectF(0, number * paper.height(), paper.width(), paper.height()));
        painter.restore();
        painter.setFont(QFont(document.defaultFont().family(), footer_points));
        painter.drawText(QRectF(paper.left(), paper.bottom() + footer_points, paper.width(), 2 * footer_points),
            Qt::AlignRight, translated("%1 · %2 of %3").arg(title).arg(number + 1).arg(pages));
    }
    painter.end();
    return bytes;
}

template <class View> ReportPicture picture(const SharedAnalysis& a)
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
    const SharedAnalysis shown = share(a);
    return {picture<ScalingChart>(shown), picture<RooflineChart>(shown), picture<BreakdownChart>(shown),
        picture<WaterfallChart>(shown)};
}

QString reportHtml(const ScenarioFile& file, const Analysis& a, const Diagnosis& d,
    const QList<ReportPicture>& pictures, ReportMedium medium, const PriceList& prices)
{
    const QString title = file.title.empty() ? translated("Untitled") : escaped(file.title);
    QString body = QStringLiteral("<h1>%1</h1>\n").arg(title);
    body += paragraph(escaped(file.about));
    body += paragraph(escaped(headlineSentence(a)));
    for (const std::string& remark : remarks(a))
        body += paragraph(QStringLiteral("⚠ %1").arg(escaped(remark)));
    body += figuresHtml(a);
    body += paragraph(layoutSentence(a).toHtmlEscaped());
    body += paragraph(intervalSentence(a).toHtmlEscaped());
    body += picturesHtml(pictures, medium);
    body += heading(translated("Bottlenecks and fixes"));
    body += diagnosisHtml(d);
    body += paragraph(escaped(waterfall(a).sentence));
    body += heading(translated("Prices"));
    body += pricesHtml(a.scenario, prices);
    body += heading(translated("Assumptions and their sources"));
    body += parametersHtml(a.scenario);
    if (!file.source.empty())
        body += paragraph(translated("Source of the scenario: %1").arg(escaped(file.source)));
    body += paragraph(translated(
        "All figures are model predictions. Parameters not listed are at their defaults. Made by Kneepoint %1.")
                          .arg(QCoreApplication::applicationVersion()));
    return QString::fromUtf8(page).arg(
        title, body, medium == ReportMedium::paper ? QStringLiteral("9") : QStringLiteral("11"));
}

Result<void> saveReport(const ScenarioFile& file, const QString& path, const PriceList& prices)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix != QLatin1String("html") && suffix != QLatin1String("pdf"))
        return failure(translated("%1: a report must be an .html or .pdf file").arg(path).toStdString());
    const Analysis a = analyze(file.scenario);
    const bool pdf = suffix == QLatin1String("pdf");
    const QString html =
        reportHtml(file, a, diagnose(a), reportPictures(a), pdf ? ReportMedium::paper : ReportMedium::screen, prices);
    return saveOutput(path, pdf ? pdfOf(toQString(file.title), html) : html.toUtf8());
}

} // namespace kneepoint
