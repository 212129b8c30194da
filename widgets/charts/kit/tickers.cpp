// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/tickers.h"

#include "widgets/charts/kit/labels.h"
#include "widgets/text.h"
#include "widgets/theme/shaped_words.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace kneepoint {
namespace {

constexpr double year_s = 365.25 * 24 * 3600;

QString labelOf(double tick, Unit unit)
{
    if (unit == Unit::hours && tick == year_s) // 365 days beside 3 years
        return QStringLiteral("1 year");
    const bool zero = std::abs(tick) < 1e-300;
    if (unit == Unit::seconds && std::abs(tick) >= 1) // never minutes: all ticks of an axis have one unit
        return toQString(std::abs(tick), Unit::none) + QStringLiteral(" s");
    return toQString(zero ? 0 : std::abs(tick), unit);
}

/// A tick of a linear axis, in the unit of the largest: "0.5 s" beside "2 s".
QString labelBeside(double largest, double tick, Unit unit)
{
    const double size = std::abs(tick) < 1e-9 * largest ? 0 : std::abs(tick);
    return unit == Unit::seconds && largest >= 1 ? toQString(size, Unit::none) + QStringLiteral(" s")
                                                 : toQString(formatBeside(size, largest, unit));
}

/// Position of a tick between the ends of the axis: 0 … 1.
double placeOf(double tick, const QCPAxis& axis)
{
    const QCPRange& range = axis.range();
    return axis.scaleType() == QCPAxis::stLogarithmic
        ? std::log(tick / range.lower) / std::log(range.upper / range.lower)
        : (tick - range.lower) / range.size();
}

/// Of the ticks from 0 on (an axis that begins below has room for labels there) every one, every second, every third …:
/// so many that no label along the axis meets the next. Ticks are made before the plot is laid out, so that the axis
/// does not know its length yet: it follows from the margins.
QVector<double> withRoom(
    const QVector<double>& ticks, const QCPAxis& axis, const std::function<QString(double tick)>& label)
{
    constexpr double gap = 8;
    const QMargins margins = axis.axisRect()->margins();
    const QSize plot = axis.parentPlot()->viewport().size();
    const bool across = axis.orientation() == Qt::Horizontal;
    const double length =
        across ? plot.width() - margins.left() - margins.right() : plot.height() - margins.top() - margins.bottom();
    const double line = lineHeight(axis.tickLabelFont());
    const auto half = [&](double tick) {
        return across ? (textAdvance(axis.tickLabelFont(), label(tick)) + gap) / 2 : line / 2;
    };
    QVector<double> from_zero;
    std::ranges::copy_if(ticks, std::back_inserter(from_zero), [](double tick) { return tick >= 0; });
    QVector<double> kept = from_zero;
    for (qsizetype stride = 2; stride <= from_zero.size(); ++stride) {
        const auto meets = [&](double left, double right) {
            return (placeOf(right, axis) - placeOf(left, axis)) * length < half(left) + half(right);
        };
        if (std::ranges::adjacent_find(kept, meets) == kept.end())
            break;
        kept.clear();
        for (qsizetype i = 0; i < from_zero.size(); i += stride)
            kept.append(from_zero[i]);
    }
    return kept;
}

class QuantityTicker : public QCPAxisTicker {
public:
    QuantityTicker(Unit unit, const QCPAxis* along)
        : m_unit(unit)
        , m_along(along)
    {
        setTickCount(max_tick_labels - 2);
    }

private:
    QVector<double> createTickVector(double step, const QCPRange& range) override
    {
        const QVector<double> ticks = QCPAxisTicker::createTickVector(step, range);
        m_largest = 0;
        for (const double tick : ticks)
            if (range.contains(tick))
                m_largest = std::max(m_largest, std::abs(tick));
        return m_along ? withRoom(ticks, *m_along, [this](double tick) { return label(tick); }) : ticks;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return label(tick); }
    [[nodiscard]] QString label(double tick) const { return labelBeside(m_largest, tick, m_unit); }

    Unit m_unit;
    const QCPAxis* m_along;
    double m_largest = 0; ///< of the ticks in sight
};

/// Ticks and their labels as functions say.
class FunctionTicker : public QCPAxisTicker {
public:
    using Ticks = std::function<QVector<double>(const QCPRange& range)>;
    using Label = std::function<QString(double tick)>;

    FunctionTicker(Ticks ticks, Label label)
        : m_ticks(std::move(ticks))
        , m_label(std::move(label))
    {
    }

private:
    QVector<double> createTickVector(double, const QCPRange& range) override { return m_ticks(range); }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return m_label(tick); }

    Ticks m_ticks;
    Label m_label;
};

QSharedPointer<QCPAxisTicker> ticker(FunctionTicker::Ticks ticks, FunctionTicker::Label label)
{
    return QSharedPointer<FunctionTicker>::create(std::move(ticks), std::move(label));
}

QString plainLabel(double tick)
{
    return labelOf(tick, Unit::none);
}

/// Whole powers of a base, thinned until they are few enough.
FunctionTicker::Ticks powersOf(double base, int max_labels = max_tick_labels)
{
    return [base, max_labels](const QCPRange& range) -> QVector<double> {
        if (!(range.lower > 0) || !std::isfinite(range.upper))
            return {};
        const double log_base = std::log(base);
        const int first = static_cast<int>(std::ceil(std::log(range.lower) / log_base - 1e-9));
        const int last = static_cast<int>(std::floor(std::log(range.upper) / log_base + 1e-9));
        const int stride = std::max(1, (last - first + max_labels) / max_labels);
        const int aligned = static_cast<int>(std::ceil(double(first) / stride)) * stride;
        QVector<double> ticks;
        for (int exponent = aligned; exponent <= last; exponent += stride)
            ticks.append(std::pow(base, exponent));
        return ticks;
    };
}

QString powerOfTwo(double tick)
{
    return tick < 1 ? QStringLiteral("1/%1").arg(std::lround(1 / tick)) : QString::number(tick, 'g', 6);
}

class QuantityLogTicker : public QCPAxisTicker {
public:
    QuantityLogTicker(Unit unit, const QCPAxis* along)
        : m_unit(unit)
        , m_along(along)
    {
    }

private:
    static constexpr qsizetype few_ticks = 2;

    QVector<double> createTickVector(double, const QCPRange& range) override
    {
        if (!(range.lower > 0) || !std::isfinite(range.upper))
            return {};
        const QVector<double> candidates = m_unit == Unit::hours ? times() : decades(range);
        QVector<double> ticks;
        const auto inside = [&range](double tick) { return range.contains(tick); };
        std::ranges::copy_if(candidates, std::back_inserter(ticks), inside);
        if (ticks.size() < few_ticks) { // less than a decade: as on a linear axis
            const QVector<double> even = QCPAxisTicker::createTickVector(getTickStep(range), range);
            ticks.clear();
            std::ranges::copy_if(even, std::back_inserter(ticks), inside);
        }
        const qsizetype stride = (ticks.size() + max_tick_labels - 1) / max_tick_labels;
        QVector<double> thinned;
        for (qsizetype i = 0; i < ticks.size(); i += stride)
            thinned.append(ticks[i]);
        return m_along ? withRoom(thinned, *m_along, [this](double tick) { return labelOf(tick, m_unit); }) : thinned;
    }
    [[nodiscard]] QVector<double> decades(const QCPRange& range) const
    {
        const double base = m_unit == Unit::bits_per_second ? 0.125 : 1;
        const int first = static_cast<int>(std::floor(std::log10(range.lower / base)));
        const int last = static_cast<int>(std::floor(std::log10(range.upper / base)));
        constexpr double few = 200;
        QVector<double> ticks;
        for (int exponent = first; exponent <= last; ++exponent)
            for (const int digit : {1, 2, 5})
                if (digit == 1 || range.upper < few * range.lower)
                    ticks.append(digit * std::pow(10, exponent) * base);
        return ticks;
    }
    static QVector<double> times()
    {
        constexpr double minute = 60;
        constexpr double hour = 60 * minute;
        constexpr double day = 24 * hour;
        QVector<double> ticks{minute, 10 * minute};
        for (const double hours : {1, 3, 12})
            ticks.append(hours * hour);
        for (const double days : {1, 3, 10, 30, 100})
            ticks.append(days * day);
        for (double years = 1; years < 1e9; years *= 10)
            ticks << years * year_s << 3 * years * year_s;
        return ticks;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return labelOf(tick, m_unit); }

    Unit m_unit;
    const QCPAxis* m_along;
};

} // namespace

QSharedPointer<QCPAxisTicker> quantityTicker(Unit unit, const QCPAxis* along)
{
    return QSharedPointer<QuantityTicker>::create(unit, along);
}

QSharedPointer<QCPAxisTicker> quantityLogTicker(Unit unit, const QCPAxis* along)
{
    return QSharedPointer<QuantityLogTicker>::create(unit, along);
}

QSharedPointer<QCPAxisTicker> decadeTicker(int max_labels)
{
    return ticker(powersOf(10, max_labels),
        [](double tick) { return powerOfTen(static_cast<int>(std::lround(std::log10(tick)))); });
}

QSharedPointer<QCPAxisTicker> powerOfTwoTicker(const QString& suffix)
{
    return ticker(powersOf(2), [suffix](double tick) { return powerOfTwo(tick) + suffix; });
}

QSharedPointer<QCPAxisTicker> powerOfTwoTicker(std::function<bool(double)> hides)
{
    return ticker(powersOf(2),
        [hides = std::move(hides)](double tick) { return hides && hides(tick) ? QString() : powerOfTwo(tick); });
}

QSharedPointer<QCPAxisTicker> prefixTicker()
{
    return ticker(powersOf(10), plainLabel);
}

QSharedPointer<QCPAxisTicker> thresholdTicker(std::function<double()> threshold, const QCPAxis& axis)
{
    const auto ticks = [threshold = std::move(threshold), &axis](const QCPRange& range) {
        const double value = threshold();
        const double height = axis.axisRect()->minimumSize().height();
        const double line = QFontMetricsF(axis.tickLabelFont()).height();
        QVector<double> found;
        if (range.contains(value))
            found << value;
        if ((1 - placeOf(value, axis)) * height >= line)
            found << range.upper;
        return found;
    };
    return ticker(ticks, plainLabel);
}

QSharedPointer<QCPAxisTicker> quarterTicker(const QCPAxis& axis)
{
    const auto ticks = [&axis](const QCPRange& range) {
        constexpr double most_quarters = 6;
        double step = 0.25 * std::max(1.0, std::ceil(range.upper / (0.25 * most_quarters) - 1e-9));
        const double line = lineHeight(axis.tickLabelFont());
        const double height = axis.axisRect()->height();
        while (step < 1 && height * step / range.size() < line)
            step *= 2;
        QVector<double> found;
        for (double tick = 0; tick <= range.upper * (1 + 1e-9); tick += step)
            found << tick;
        return found;
    };
    return ticker(ticks, [](double tick) { return labelOf(tick, Unit::ratio); });
}

QString powerOfTen(int exponent)
{
    if (exponent == 0)
        return QStringLiteral("1");
    if (exponent == 1)
        return QStringLiteral("10");
    static const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString text = QStringLiteral("10");
    for (const QChar c : QString::number(exponent))
        text += c == QLatin1Char('-') ? QChar(0x207B) : raised[c.digitValue()];
    return text;
}

} // namespace kneepoint
