// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/stragglers.h"

#include "model/constants/physics.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace kneepoint {

double anySlowProbability(double gpus, double probability)
{
    return probability >= 1 ? 1 : -std::expm1(gpus * std::log1p(-probability));
}

double slowestExcess(double gpus, double probability)
{
    if (gpus <= 1)
        return 0;
    const double most = -std::expm1(-std::log(gpus) / (gpus - 1));
    const double p = std::min(probability, most);
    return std::max(0.0, anySlowProbability(gpus, p) - p);
}

double attentionSpread(double length_spread, double examples)
{
    const double q = 1 + length_spread * length_spread;
    return std::sqrt(q * (q - 1) * (q * q + q - 1) / examples);
}

double expectedSlowest(double gpus)
{
    if (gpus <= 1)
        return 0;
    return boost::math::quantile(boost::math::normal{}, (gpus - order_offset) / (gpus + order_range));
}

} // namespace kneepoint
