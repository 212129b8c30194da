// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

/// Speedup laws that do not depend on a machine model.
namespace kneepoint {

/// Speedup with a serial fraction f: 1/(f + (1 − f)/n) (Amdahl 1967).
[[nodiscard]] inline double amdahlSpeedup(double serial_share, double workers)
{
    return 1 / (serial_share + (1 - serial_share) / workers);
}

/// The same if the parallel part grows with the workers: f + (1 − f)·n (Gustafson 1988).
[[nodiscard]] inline double gustafsonSpeedup(double serial_share, double workers)
{
    return serial_share + (1 - serial_share) * workers;
}

/// t_comp + t_comm − η·min(t_comp, t_comm) (communication wall).
[[nodiscard]] inline double overlappedSeconds(double compute_s, double comm_s, double overlap)
{
    return compute_s + comm_s - overlap * std::min(compute_s, comm_s);
}

} // namespace kneepoint
