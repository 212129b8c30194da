// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/tickers.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

class QuantityTicker : public QCPAxisTicker {
public:
    explicit QuantityTicker(Unit unit)
        : m_unit(unit)
    {
        setTickCount(max_tick_labels - 2);
    }

private:
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        const bool zero = std::abs(tick) < 1e-300;
        return QString::fromStdString(formatQuantity(zero ? 0 : std::abs(tick), m_unit));
    }

    Unit m_unit;
};

/// Whole powers of a base, thinned until they are few enough.
class PowerTicker : public QCPAxisTicker {
public:
    explicit PowerTicker(double base, int max_labels = max_tick_labels)
        : m_base(base)
        , m_max_labels(max_labels)
    {
    }

private:
    int getSubTickCount(double) override { return 0; }
    QVector<double> createTickVector(double, const QCPRange& range) override
    {
        if (!(range.lower > 0) || !std::isfinite(range.upper))
            return {};
        const double log_base = std::log(m_base);
        const int first = static_cast<int>(std::ceil(std::log(range.lower) / log_base - 1e-9));
        const int last = static_cast<int>(std::floor(std::log(range.upper) / log_base + 1e-9));
        const int stride = std::max(1, (last - first + m_max_labels) / m_max_labels);
        const int aligned = static_cast<int>(std::ceil(double(first) / stride)) * stride;
        QVector<double> ticks;
        for (int exponent = aligned; exponent <= last; exponent += stride)
            ticks.append(std::pow(m_base, exponent));
        return ticks;
    }

    double m_base;
    int m_max_labels;
};

class DecadeTicker : public PowerTicker {
public:
    explicit DecadeTicker(int max_labels)
        : PowerTicker(10, max_labels)
    {
    }

private:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return powerOfTen(static_cast<int>(std::lround(std::log10(tick))));
    }
};

class PowerOfTwoTicker : public PowerTicker {
public:
    explicit PowerOfTwoTicker(QString suffix)
        : PowerTicker(2)
        , m_suffix(std::move(suffix))
    {
    }

private:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        if (tick < 1)
            return QStringLiteral("1/%1").arg(std::lround(1 / tick)) + m_suffix;
        return QString::number(tick, 'g', 6) + m_suffix;
    }

    QString m_suffix;
};

} // namespace

QSharedPointer<QCPAxisTicker> quantityTicker(Unit unit)
{
    return QSharedPointer<QuantityTicker>::create(unit);
}

QSharedPointer<QCPAxisTicker> decadeTicker(int max_labels)
{
    return QSharedPointer<DecadeTicker>::create(max_labels);
}

QSharedPointer<QCPAxisTicker> powerOfTwoTicker(const QString& suffix)
{
    return QSharedPointer<PowerOfTwoTicker>::create(suffix);
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
