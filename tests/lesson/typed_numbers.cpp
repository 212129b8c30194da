// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/lesson/typed_numbers.h"

#include "model/units/units.h"

#include <QRegularExpression>

namespace kneepoint {
namespace {

/// Removes placeholders and formulas. A formula is a run without spaces, except around operators, in which an operator
/// joins a one-letter symbol to something; "K = 6.12" is a value and stays.
QString prose(std::string_view text)
{
    static const QRegularExpression placeholder(QStringLiteral("\\{[^}]*\\}"));
    static const QRegularExpression signs(QStringLiteral(" ([−+×÷]) "));
    static const QRegularExpression per_time(QStringLiteral("(?<=\\p{L})/([sh])(?![\\p{L}])")); // part of a unit
    static const QRegularExpression formula(
        QStringLiteral("\\S*(?:[·/^(√−+×÷](?:\\p{L}(?:_\\p{L}+|[₀-₉])?)(?![\\p{L}\\d])"
                       "|(?<![\\p{L}\\d\u2215])\\p{L}(?:_\\p{L}+|[₀-₉])?[·/^−+×÷])\\S*"));
    QString plain = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    plain.replace(placeholder, QStringLiteral("…"));
    plain.replace(signs, QStringLiteral("\\1"));
    plain.replace(per_time, QStringLiteral("\u2215\\1"));
    plain.replace(formula, QStringLiteral("…"));
    return plain.replace(u'\u2215', u'/');
}

constexpr Unit units[] = {Unit::count, Unit::ratio, Unit::factor, Unit::seconds, Unit::hours, Unit::bytes,
    Unit::bytes_per_second, Unit::bits_per_second, Unit::flops, Unit::flops_per_second, Unit::tokens, Unit::watts,
    Unit::dollars, Unit::dollars_per_hour};

std::vector<double> readings(const QString& number, const QString& word)
{
    const double plain = number.toDouble();
    std::vector<double> values{plain};
    constexpr double billion = 1e9;
    if (word == QStringLiteral("billion"))
        return {plain, plain * billion};
    for (const QString& text : {number + u' ' + word, number + u' ' + word.chopped(word.endsWith(u's') ? 1 : 0)})
        for (const Unit unit : units)
            if (const auto value = parseQuantity(text.toStdString(), unit))
                values.push_back(*value);
    return values;
}

} // namespace

std::vector<TypedNumber> typedNumbers(std::string_view text, SmallNumbers small)
{
    static const QRegularExpression number(QStringLiteral(
        "(?<![\\p{L}\\d.₀-₉_-])(\\$?)(\\d+(?:[  ]\\d{3})*(?:\\.\\d+)?(?:e\\d+)?)(?:[  ]?([%\\p{L}/]+))?"));
    static const QRegularExpression name(QStringLiteral("(?:lesson|step|stage|suspect|such as) $"));
    static const QRegularExpression bits(QStringLiteral("^[ -]bits?\\b"));
    std::vector<TypedNumber> found;
    const QString plain = prose(text);
    for (auto all = number.globalMatch(plain); all.hasNext();) {
        const auto match = all.next();
        QString digits = match.captured(2);
        digits.remove(QRegularExpression(QStringLiteral("[  ]")));
        const bool word = digits == u'0' || digits == u'1' || digits == u'2';
        const QString behind = plain.mid(match.capturedEnd(2), 1);
        const bool is_name =
            plain.left(match.capturedStart()).contains(name) || (!behind.isEmpty() && behind.front().isUpper());
        const bool is_format = plain.mid(match.capturedEnd(2)).contains(bits);
        if ((small == SmallNumbers::kept || !word) && !is_name && !is_format)
            found.push_back({match.captured().toStdString(), readings(digits, match.captured(3))});
    }
    return found;
}

} // namespace kneepoint
