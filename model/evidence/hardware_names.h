// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/names.h"

#include <string_view>

/// Names of hardware in publications.
namespace kneepoint {

/// The preset of a GPU name in a publication, or an empty id.
[[nodiscard]] std::string_view gpuPresetOf(std::string_view name);
/// The interconnect preset with the efficiency and latency of a network name in a publication, or an empty id; `gbps`
/// is the rate of a NIC.
[[nodiscard]] std::string_view networkPresetOf(std::string_view network, double gbps);

/// GPUs of the NVLink rack that a text names: 72 of "GB200 NVL72 x2"; 0 if it names none.
[[nodiscard]] double rackOf(std::string_view text);
/// GPUs that use one scale-up domain, of a job on `gpus` in boxes of `box` which racks of `rack` connect: a job larger
/// than a rack fills racks, or a power of two of each.
[[nodiscard]] double domainInRack(double gpus, double box, double rack);

} // namespace kneepoint
