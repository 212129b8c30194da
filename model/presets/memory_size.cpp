// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/presets/memory_size.h"

#include "model/presets/presets.h"
#include "model/units/units.h"

#include <fmt/format.h>

namespace kneepoint {

std::string memorySizeText(double bytes)
{
    constexpr double gibibyte = 1024.0 * 1024 * 1024;
    std::string text = fmt::format("{} ({:.3g} GiB", formatQuantity(bytes, Unit::bytes), bytes / gibibyte);
    const auto gpu = std::ranges::find(gpuPresets(), bytes, &GpuPreset::memory_bytes);
    if (gpu != gpuPresets().end())
        text += fmt::format(", sold as {}", formatQuantity(gpu->nominal_memory_bytes, Unit::bytes));
    return text + ")";
}

} // namespace kneepoint
