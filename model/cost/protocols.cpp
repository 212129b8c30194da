// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/protocols.h"

#include <cmath>

namespace kneepoint {
namespace {

constexpr double short_latency = 0.39; ///< of the full latency, both in-line protocols
constexpr double ll_rate = 0.02;       ///< of the full rate
constexpr double ll128_rate = 0.33;

/// (t/first)⁻⁶, relative to the first protocol so that no power leaves the range of a double.
double sixth(double first, double t)
{
    const double ratio = first / t;
    const double cube = ratio * ratio * ratio;
    return cube * cube;
}

} // namespace

double protocolSeconds(double latency_s, double transfer_s)
{
    const double simple = latency_s + transfer_s;
    if (simple <= 0)
        return 0;
    if (latency_s <= 0)
        return transfer_s;
    const double ll = short_latency * latency_s + transfer_s / ll_rate;
    const double ll128 = short_latency * latency_s + transfer_s / ll128_rate;
    return simple / std::cbrt(std::sqrt(1 + sixth(simple, ll) + sixth(simple, ll128)));
}

} // namespace kneepoint
