// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/slider_mapping.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr int positions_per_decade = 60;
constexpr int linear_positions = 100;
constexpr int widest_integer_range = 1000;
constexpr double decades_above_zero = 1e-6;

double roundToDecimals(double value, int decimals)
{
    const double factor = std::pow(10.0, std::abs(decimals));
    return decimals >= 0 ? std::round(value * factor) / factor : std::round(value / factor) * factor;
}

int magnitude(double value)
{
    return value == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value))));
}

double roundToThreeDigits(double value)
{
    return roundToDecimals(value, 2 - magnitude(value));
}

} // namespace

SliderMapping::SliderMapping(const Parameter& p)
    : SliderMapping(p.scale, p.range.slider_min, p.range.slider_max)
{
}

SliderMapping::SliderMapping(Scale scale, double min, double max)
    : m_scale(scale)
    , m_whole(scale == Scale::integer)
    , m_min(min)
    , m_max(max)
    , m_low(min)
{
    if (m_whole)
        m_scale = max - min <= widest_integer_range || min < 0 ? Scale::linear : Scale::logarithmic;

    if (m_scale == Scale::power_of_two) {
        m_low = std::exp2(std::ceil(std::log2(min > 0 ? min : std::min(1.0, max))));
        m_first = m_low == min ? 0 : 1;
        m_last = m_first + static_cast<int>(std::floor(std::log2(max / m_low)));
        m_steps = innerValue(m_last) == max ? m_last : m_last + 1;
        return;
    }
    if (m_scale == Scale::logarithmic) {
        if (min <= 0) {
            m_low = m_whole ? 1 : max * decades_above_zero;
            m_first = 1;
        }
        const auto even = static_cast<int>(std::round(std::log10(max / m_low) * positions_per_decade));
        m_last = m_first + std::clamp(even, linear_positions, widest_integer_range);
    } else {
        m_last = m_whole ? std::min(widest_integer_range, static_cast<int>(max - min)) : linear_positions;
    }
    m_steps = m_last;
}

double SliderMapping::innerValue(int position) const
{
    const double offset = position - m_first;
    const double share = offset / std::max(1, m_last - m_first);
    switch (m_scale) {
    case Scale::power_of_two:
        return m_low * std::exp2(offset);
    case Scale::logarithmic: {
        const double even = m_low * std::pow(m_max / m_low, share);
        return m_whole ? std::round(roundToThreeDigits(even)) : roundToThreeDigits(even);
    }
    default: {
        const double even = m_low + (m_max - m_low) * share;
        return m_whole ? std::round(even) : roundToDecimals(even, 1 - magnitude((m_max - m_low) / m_last));
    }
    }
}

double SliderMapping::innerPosition(double value) const
{
    switch (m_scale) {
    case Scale::power_of_two:
        return m_first + std::log2(value / m_low);
    case Scale::logarithmic:
        return m_first + (m_last - m_first) * std::log(value / m_low) / std::log(m_max / m_low);
    default:
        return m_first + (m_last - m_first) * (value - m_low) / (m_max - m_low);
    }
}

int SliderMapping::position(double value) const
{
    if (!(value > m_min))
        return 0;
    if (value >= m_max)
        return m_steps;
    if (value < m_low)
        return value - m_min < m_low - value ? 0 : m_first;
    return std::clamp(static_cast<int>(std::lround(innerPosition(value))), m_first, m_steps);
}

double SliderMapping::value(int position) const
{
    if (position <= 0)
        return m_min;
    if (position >= m_steps)
        return m_max;
    return std::clamp(innerValue(position), m_min, m_max);
}

double SliderMapping::stepped(double value, int count) const
{
    if (count == 0)
        return value;
    const int direction = count > 0 ? 1 : -1;
    int target = position(value);
    const double nearest = this->value(target);
    const bool crossed = direction > 0 ? nearest > value : nearest < value;
    target += crossed ? count - direction : count;
    while (target > 0 && target < m_steps && this->value(target) == value)
        target += direction;
    return direction > 0 ? std::max(value, this->value(target)) : std::min(value, this->value(target));
}

} // namespace kneepoint
