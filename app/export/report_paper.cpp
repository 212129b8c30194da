// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/report_paper.h"

#include "app/export/report_appendix.h"
#include "widgets/charts/breakdown_chart.h"
#include "widgets/charts/kit/chart_export.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scaling_chart.h"
#include "widgets/charts/waterfall_chart.h"
#include "widgets/closed_document.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QDate>
#include <QLocale>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

namespace kneepoint {
namespace {

constexpr int dots_per_inch = 96; ///< as a screen, so that charts have the sizes of the window
/// The printed area of a page: A4 is 794 × 1123, Letter 816 × 1056.
const QRectF paper(54, 42, 686, 980);
constexpr double chart_scale = 0.69; ///< of a chart's own pixels
constexpr double gap = 16;

QFont fontOf(double points, bool bold = false)
{
    QFont font;
    font.setPointSizeF(points);
    font.setBold(bold);
    return font;
}

/// Draws the first page from top to bottom.
class FirstPage {
public:
    FirstPage(QPainter& painter, const ReportFacts& facts)
        : m_painter(painter)
        , m_facts(facts)
        , m_colors(theme(ThemeMode::light))
        , m_y(paper.top())
    {
    }

    void draw(const SharedAnalysis& a)
    {
        head();
        figures();
        verdict();
        rule();
        charts(a);
        rule();
        bottlenecks();
        rule();
        assumptions();
    }

private:
    QRectF line(double height, double left = 0, double width = 0)
    {
        return {paper.left() + left, m_y, width > 0 ? width : paper.width() - left, height};
    }
    void words(const QRectF& place, const QString& text, const QFont& font, const QColor& color, int flags)
    {
        m_painter.setFont(font);
        m_painter.setPen(color);
        m_painter.drawText(place, flags | Qt::TextSingleLine,
            QFontMetricsF(font, m_painter.device()).elidedText(text, Qt::ElideRight, place.width()));
    }
    /// As much of a text as there is room for, and the height it takes.
    double wrapped(const QString& html, double left, double width, double points, double most)
    {
        ClosedDocument document;
        document.documentLayout()->setPaintDevice(m_painter.device());
        document.setDefaultFont(fontOf(points));
        document.setDocumentMargin(0);
        document.setDefaultStyleSheet(QStringLiteral("body { color: %1; }").arg(m_colors.text.name()));
        document.setTextWidth(width);
        document.setHtml(QStringLiteral("<body>%1</body>").arg(html));
        const double height = std::min(most, document.size().height());
        m_painter.save();
        m_painter.translate(paper.left() + left, m_y);
        document.drawContents(&m_painter, QRectF(0, 0, width, height));
        m_painter.restore();
        return height;
    }
    void rule()
    {
        m_painter.setPen(QPen(m_colors.grid, 1));
        m_painter.drawLine(QPointF(paper.left(), m_y + 6), QPointF(paper.right(), m_y + 6));
        m_y += gap;
    }
    void heading(const QString& text)
    {
        words(line(20), text, fontOf(12, true), m_colors.text, Qt::AlignLeft | Qt::AlignVCenter);
        m_y += 24;
    }

    void head();
    void figures();
    void verdict();
    void charts(const SharedAnalysis& a);
    void bottlenecks();
    void assumptions();

    QPainter& m_painter;
    const ReportFacts& m_facts;
    const Theme& m_colors;
    double m_y;
};

void FirstPage::head()
{
    constexpr double stamp = 150;
    words(line(30, 0, paper.width() - stamp), m_facts.title, fontOf(20, true), m_colors.text,
        Qt::AlignLeft | Qt::AlignVCenter);
    const QString version = translated("Kneepoint %1").arg(QCoreApplication::applicationVersion());
    const QString date = QLocale::c().toString(QDate::currentDate(), QStringLiteral("d MMMM yyyy"));
    words(line(14, paper.width() - stamp, stamp), version, fontOf(9), m_colors.muted, Qt::AlignRight);
    m_y += 15;
    words(line(14, paper.width() - stamp, stamp), date, fontOf(9), m_colors.muted, Qt::AlignRight);
    m_y += 18;
    words(line(18), m_facts.layout, fontOf(10), m_colors.muted, Qt::AlignLeft | Qt::AlignVCenter);
    m_y += 26;
}

void FirstPage::figures()
{
    constexpr double height = 66;
    if (m_facts.figures.isEmpty())
        return;
    const double width = paper.width() / double(m_facts.figures.size());
    m_painter.setPen(QPen(m_colors.grid, 1));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRoundedRect(line(height), 8, 8);
    double left = 0;
    for (const ReportFigure& figure : m_facts.figures) {
        if (left > 0) {
            m_painter.setPen(QPen(m_colors.grid, 1));
            m_painter.drawLine(QPointF(paper.left() + left, m_y), QPointF(paper.left() + left, m_y + height));
        }
        const QRectF cell = QRectF(paper.left() + left, m_y, width, height).adjusted(8, 8, -4, -6);
        words(cell, figure.caption, fontOf(8), m_colors.muted, Qt::AlignLeft | Qt::AlignTop);
        words(cell, figure.value, fontOf(left > 0 ? 12 : 15, true), m_colors.text, Qt::AlignLeft | Qt::AlignVCenter);
        const QString below = figure.mark.isEmpty() ? figure.interval : figure.mark;
        words(cell, figure.mark.isEmpty() && !below.isEmpty() ? QStringLiteral("(%1)").arg(below) : below, fontOf(8),
            figure.mark.isEmpty() ? m_colors.muted : m_colors.warning, Qt::AlignLeft | Qt::AlignBottom);
        left += width;
    }
    m_y += height + 3;
    words(line(16), m_facts.interval, fontOf(8.5), m_colors.muted, Qt::AlignLeft | Qt::AlignVCenter);
    m_y += 22;
}

void FirstPage::verdict()
{
    constexpr double most = 66;
    for (const QString& remark : m_facts.remarks.mid(0, 2)) {
        words(line(16), QStringLiteral("⚠ ") + remark, fontOf(9), m_colors.warning, Qt::AlignLeft | Qt::AlignVCenter);
        m_y += 17;
    }
    m_y += wrapped(QStringLiteral("<b>%1</b> %2").arg(m_facts.claim.toHtmlEscaped(), m_facts.verdict.toHtmlEscaped()),
               0, paper.width(), 12, most)
        + 4;
}

/// Two by two, each with the sentence of its chart.
void FirstPage::charts(const SharedAnalysis& a)
{
    const double width = (paper.width() - gap) / 2;
    constexpr double plot_height = 203;
    constexpr double caption = 47;
    std::array<std::unique_ptr<Chart>, 4> charts{std::make_unique<ScalingChart>(), std::make_unique<BreakdownChart>(),
        std::make_unique<RooflineChart>(), std::make_unique<WaterfallChart>()};
    const QSize size(qRound(width / chart_scale), qRound(plot_height / chart_scale));
    for (std::size_t i = 0; i < charts.size(); ++i) {
        Chart& chart = *charts[i];
        chart.setFont(fontOf(baseFontPoints()));
        chart.setPalette(palette(ThemeMode::light));
        chart.resize(size);
        chart.show(a);
        const double left = i % 2 == 0 ? 0 : width + gap;
        m_painter.save();
        m_painter.translate(paper.left() + left, m_y);
        m_painter.scale(chart_scale, chart_scale);
        drawPlot(chart, m_painter, QRect(QPoint(), size));
        m_painter.restore();
        m_y += plot_height;
        (void)wrapped(
            QStringLiteral("<b>%1</b> %2").arg(translated("Figure %1.").arg(i + 1), chart.sentence().toHtmlEscaped()),
            left, width, 8.5, caption);
        m_y += i % 2 == 0 ? -plot_height : caption + 4;
    }
}

void FirstPage::bottlenecks()
{
    constexpr double share_left = 206;
    constexpr double text_left = 272;
    constexpr qsizetype most_rows = 4;
    heading(translated("Bottlenecks and fixes"));
    for (const ReportBottleneck& row : m_facts.bottlenecks.mid(0, most_rows)) {
        words(line(16, 0, share_left), row.name, fontOf(9.5, true), m_colors.text, Qt::AlignLeft | Qt::AlignVCenter);
        words(line(16, share_left, text_left - share_left - 10), row.share, fontOf(9.5), m_colors.text,
            Qt::AlignRight | Qt::AlignVCenter);
        const QString fix = row.fixes.isEmpty() ? QString() : QStringLiteral(" → ") + row.fixes.front();
        constexpr double two_lines = 34;
        const double height =
            wrapped((row.text + fix).toHtmlEscaped(), text_left, paper.width() - text_left, 9, two_lines);
        m_y += std::max(18.0, height + 2);
    }
}

void FirstPage::assumptions()
{
    constexpr int columns = 3;
    constexpr double row_height = 15;
    words(line(20), translated("Assumptions"), fontOf(12, true), m_colors.text, Qt::AlignLeft | Qt::AlignVCenter);
    words(line(20, 112),
        translated("· all %1 that differ from their defaults follow; numbers refer to the list of sources")
            .arg(m_facts.differ.size()),
        fontOf(9), m_colors.muted, Qt::AlignLeft | Qt::AlignVCenter);
    m_y += 24;
    const double width = (paper.width() - (columns - 1) * gap) / columns;
    const qsizetype rows = (m_facts.main.size() + columns - 1) / columns;
    const double top = m_y;
    for (qsizetype i = 0; i < m_facts.main.size(); ++i) {
        const ReportAssumption& a = m_facts.main[i];
        const qsizetype column = i / rows;
        const double left = double(column) * (width + gap);
        m_y = top + double(i % rows) * row_height;
        if (m_y + row_height > paper.bottom())
            continue;
        constexpr double mark = 18;
        words(line(row_height, left, 0.5 * width), a.label, fontOf(8.5), m_colors.muted, Qt::AlignLeft);
        words(line(row_height, left + 0.45 * width, 0.55 * width - mark), a.value, fontOf(8.5), m_colors.text,
            Qt::AlignRight);
        words(line(row_height, left + width - mark + 2, mark),
            a.source < 0 ? QString() : QStringLiteral("[%1]").arg(a.source + 1), fontOf(6.5), m_colors.muted,
            Qt::AlignLeft);
    }
}

void drawFooter(QPainter& painter, int number, int pages)
{
    const QRectF place(paper.left(), paper.bottom() + 6, paper.width(), 16);
    painter.setFont(fontOf(8));
    painter.setPen(theme(ThemeMode::light).muted);
    painter.drawText(place, Qt::AlignLeft, translated("All figures are model predictions."));
    painter.drawText(place, Qt::AlignRight, QStringLiteral("%1 / %2").arg(number).arg(pages));
}

} // namespace

QByteArray reportPdf(const ReportFacts& facts, const SharedAnalysis& a)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setTitle(facts.title);
    pdf.setCreator(QStringLiteral("Kneepoint"));
    pdf.setResolution(dots_per_inch);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
    QPainter painter;
    if (!painter.begin(&pdf))
        return {};
    ClosedDocument appendix;
    appendix.documentLayout()->setPaintDevice(&pdf);
    appendix.setDefaultFont(fontOf(9));
    appendix.setDocumentMargin(0);
    appendix.setHtml(reportAppendix(facts));
    appendix.setPageSize(paper.size());
    const int pages = 1 + appendix.pageCount();
    FirstPage(painter, facts).draw(a);
    drawFooter(painter, 1, pages);
    for (int number = 0; number + 1 < pages; ++number) {
        pdf.newPage();
        painter.save();
        painter.translate(paper.topLeft() - QPointF(0, number * paper.height()));
        appendix.drawContents(&painter, QRectF(0, number * paper.height(), paper.width(), paper.height()));
        painter.restore();
        drawFooter(painter, number + 2, pages);
    }
    painter.end();
    return bytes;
}

} // namespace kneepoint
