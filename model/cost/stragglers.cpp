// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/stragglers.h"

#include "model/cost/constants.h"

#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace kneepoint {

double anySlowProbability(double gpus, double probability)
{
    return probability >= 1 ? 1 : -std::expm1(gpus * std::log1p(-probability));
}

double expectedSlowest(double gpus)
{
    if (gpus <= 1)
        return 0;
    return boost::math::quantile(boost::math::normal{}, (gpus - order_offset) / (gpus + order_range));
}

} // namespace kneepoint
