// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/kernels.h"

#include <cmath>

namespace kneepoint {

double smoothMax(double a, double b)
{
    const double high = a > b ? a : b;
    if (high <= 0)
        return 0;
    const double ratio = (a > b ? b : a) / high;
    static_assert(launch_blend == 4);
    const double square = ratio * ratio;
    return high * std::sqrt(std::sqrt(1 + square * square));
}

} // namespace kneepoint
