// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/math_text.h"

#include "widgets/formula_pieces.h"

#include <QFontMetricsF>
#include <QRegularExpression>
#include <QTextDocumentFragment>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int indent = 4;   ///< of a formula, in spaces
constexpr int hanging = 4;  ///< more, of its further lines
constexpr int bar_side = 3; ///< pixels by which a bar is longer than what it divides

double widthOf(const FormulaPiece& piece, const QFontMetricsF& metrics)
{
    const auto width = [&](const QString& html) {
        return metrics.horizontalAdvance(QTextDocumentFragment::fromHtml(html).toPlainText());
    };
    return piece.isFraction() ? std::max(width(piece.above), width(piece.below)) + 2 * bar_side : width(piece.row);
}

/// The end of the pieces that stay on one line with the first.
qsizetype endOfGroup(const QList<FormulaPiece>& pieces, qsizetype first)
{
    qsizetype end = first + 1;
    while (end < pieces.size() && !pieces[end].may_break)
        ++end;
    return end;
}

double widthOf(const QList<FormulaPiece>& group, const QFontMetricsF& metrics)
{
    double width = 0;
    for (const FormulaPiece& piece : group)
        width += widthOf(piece, metrics);
    return width;
}

/// A group that is wider than the page has no fractions: it is set in a row, with slashes, where words wrap.
QList<QList<FormulaPiece>> linesOf(const QList<FormulaPiece>& pieces, const MathStyle& style)
{
    const QFontMetricsF metrics(style.font);
    const double edge = (indent + hanging) * metrics.horizontalAdvance(u' ');
    QList<QList<FormulaPiece>> lines(1);
    double used = edge;
    for (qsizetype first = 0; first < pieces.size();) {
        const qsizetype end = endOfGroup(pieces, first);
        QList<FormulaPiece> group = pieces.mid(first, end - first);
        if (style.width > 0 && edge + widthOf(group, metrics) > style.width)
            for (FormulaPiece& piece : group) {
                piece.above = piece.below = QString();
                piece.row.replace(QStringLiteral("&nbsp;"), QStringLiteral(" "));
            }
        const double width = widthOf(group, metrics);
        if (used + width > style.width && !lines.back().isEmpty()) {
            lines << QList<FormulaPiece>();
            used = edge;
        }
        used += width;
        lines.back() << group;
        first = end;
    }
    return lines;
}

QString spaces(int count)
{
    return QStringLiteral("&nbsp;").repeated(count);
}

/// Beside a fraction a dot needs room.
QString rowHtml(const FormulaPiece& piece)
{
    return piece.row == u"·" ? QStringLiteral("&nbsp;·&nbsp;") : piece.row;
}

/// A table of two rows, in which only fractions have a second one.
QString lineHtml(const QList<FormulaPiece>& pieces, int edge, const QColor& ink)
{
    if (std::ranges::none_of(pieces, &FormulaPiece::isFraction)) {
        QString row = spaces(edge);
        for (const FormulaPiece& piece : pieces)
            row += piece.row;
        return QStringLiteral("<p style=\"margin:2px 0\">%1</p>").arg(row);
    }
    QString upper = QStringLiteral("<td rowspan=\"2\" style=\"vertical-align:middle\">") + spaces(edge);
    QString lower;
    bool open = true;
    for (const FormulaPiece& piece : pieces) {
        if (!piece.isFraction()) {
            if (!open)
                upper += QStringLiteral("<td rowspan=\"2\" style=\"vertical-align:middle\">");
            upper += rowHtml(piece);
            open = true;
            continue;
        }
        if (open)
            upper += QStringLiteral("</td>");
        open = false;
        upper += QStringLiteral("<td align=\"center\" style=\"padding-left:%1px; padding-right:%1px; "
                                "border-bottom:1px solid %2\">%3</td>")
                     .arg(bar_side)
                     .arg(ink.name(), piece.above);
        lower += QStringLiteral("<td align=\"center\">%1</td>").arg(piece.below);
    }
    if (open)
        upper += QStringLiteral("</td>");
    return QStringLiteral("<table cellspacing=\"0\" cellpadding=\"0\" style=\"border-collapse:collapse; "
                          "white-space:nowrap\"><tr>%1</tr><tr>%2</tr></table>")
        .arg(upper, lower);
}

} // namespace

QString formulaHtml(const QString& formula, const MathStyle& style)
{
    QString html;
    int edge = indent;
    for (const QList<FormulaPiece>& line : linesOf(formulaPieces(formula), style)) {
        html += lineHtml(line, edge, style.ink);
        edge = indent + hanging;
    }
    return html;
}

QString proseHtml(const QString& text)
{
    static const QRegularExpression symbol(
        QStringLiteral("(?<![\\w.])(?:\\p{L}_[\\p{L}0-9]+|[\\p{L}0-9]+(?:[₀-₉⸝]+|[⁰¹²³⁴-⁹⁻]+))(?![\\w_]|\\.\\w)"));
    QString html;
    qsizetype done = 0;
    for (auto all = symbol.globalMatch(text); all.hasNext();) {
        const auto found = all.next();
        html += text.mid(done, found.capturedStart() - done).toHtmlEscaped() + symbolHtml(found.captured());
        done = found.capturedEnd();
    }
    html += text.mid(done).toHtmlEscaped();
    static const QRegularExpression slash(QStringLiteral("(?<=\\w)/(?=\\w)")); // of a unit: no line ends behind it
    html.replace(slash, QStringLiteral("/&#8288;"));
    static const QRegularExpression sign(QStringLiteral(" ([=≈+−×]) ")); // nor beside a sign: "K = 8", "K − 1"
    html.replace(sign, QStringLiteral("&nbsp;\\1&nbsp;"));
    return html.replace(u'\n', QStringLiteral("<br>"));
}

bool isFormula(const QString& paragraph)
{
    return paragraph.startsWith(QStringLiteral("    "));
}

namespace {

bool isIndented(const QString& line)
{
    return line.startsWith(QStringLiteral("  "));
}

/// "Answer: 140 ms" with the text before the colon emphasized, if it is short.
QString labeledHtml(const QString& line, qsizetype longest, QLatin1StringView mark)
{
    const qsizetype end = line.indexOf(u':') + 1;
    return end > 0 && end <= longest
        ? QStringLiteral("<%1>%2</%1>%3").arg(mark, proseHtml(line.left(end)), proseHtml(line.mid(end)))
        : proseHtml(line);
}

QString pageLineHtml(const QString& line)
{
    constexpr qsizetype longest_label = 22; // "Likely wrong answers:"
    const QString item = QStringLiteral("– ");
    const QString words = line.trimmed();
    if (words.isEmpty())
        return QStringLiteral("<p style=\"margin:0; font-size:5pt\">&nbsp;</p>");
    if (words.startsWith(item))
        return QStringLiteral("<p style=\"margin:2px 0 2px 28px; text-indent:-12px\">%1</p>")
            .arg(item + labeledHtml(words.mid(item.size()), words.size(), QLatin1StringView("i")));
    return QStringLiteral("<p style=\"margin:2px 0 2px %1px\">%2</p>")
        .arg(isIndented(line) ? 16 : 0)
        .arg(labeledHtml(words, longest_label, QLatin1StringView("b")));
}

} // namespace

QString pageHtml(const QString& text, const MathStyle& style)
{
    QString html;
    const QStringList lines = text.split(u'\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QString& line = lines[i];
        const QString next = lines.value(i + 1);
        const bool heads = !isIndented(line) && isIndented(next) && !isFormula(next);
        if (isFormula(line))
            html += formulaHtml(line.trimmed(), style);
        else if (i == 0)
            html += QStringLiteral("<h2>%1</h2>").arg(proseHtml(line));
        else if (heads && !line.isEmpty())
            html += QStringLiteral("<h3 style=\"margin:8px 0 4px 0\">%1</h3>").arg(proseHtml(line));
        else
            html += pageLineHtml(line);
    }
    return html;
}

} // namespace kneepoint
