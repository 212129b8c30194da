// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/protocols.h"

#include "model/constants/physics.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// (t/first)⁻⁶, relative to the first protocol to keep the powers in the range of a double.
double sixth(double first, double t)
{
    const double ratio = first / t;
    static_assert(protocol_blend == 6);
    const double cube = ratio * ratio * ratio;
    return cube * cube;
}

} // namespace

double chunkedSeconds(const WireLaw& wire, double base_s, double hops_s, double transfer_s)
{
    return base_s + hops_s + transfer_s + 2 * wire.fill * std::sqrt(hops_s * transfer_s);
}

double protocolSeconds(const WireLaw& wire, double base_s, double hops_s, double transfer_s)
{
    const double simple = chunkedSeconds(wire, base_s, hops_s, transfer_s);
    if (hops_s <= 0)
        return simple;
    double sum = 1 + sixth(simple, base_s + wire.ll_latency * hops_s + transfer_s / wire.ll_rate);
    if (wire.ll128_rate > 0)
        sum += sixth(simple, base_s + wire.ll128_latency * hops_s + transfer_s / wire.ll128_rate);
    return std::max(transfer_s, simple * std::pow(sum, -1 / protocol_blend));
}

} // namespace kneepoint
