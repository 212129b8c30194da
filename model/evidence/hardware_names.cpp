// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/hardware_names.h"

#include <charconv>
#include <cmath>

namespace kneepoint {

std::string_view gpuPresetOf(std::string_view name)
{
    const NameRule* rule = nameRule(NameTable::gpus, name);
    return rule ? std::string_view(rule->means) : std::string_view();
}

std::string_view networkPresetOf(std::string_view network, double gbps)
{
    const NameRule* rule = nameRule(NameTable::networks, network, gbps);
    return rule ? std::string_view(rule->means) : std::string_view();
}

double rackOf(std::string_view text)
{
    constexpr std::string_view prefix = "NVL";
    for (std::size_t at = text.find(prefix); at != std::string_view::npos; at = text.find(prefix, at + 1)) {
        int gpus = 0;
        const char* digits = text.data() + at + prefix.size();
        if (std::from_chars(digits, text.data() + text.size(), gpus).ec == std::errc() && gpus > 0)
            return gpus;
    }
    return 0;
}

double domainInRack(double gpus, double box, double rack)
{
    if (rack <= box)
        return box;
    if (gpus <= rack)
        return std::max(1.0, gpus);
    return std::fmod(gpus, rack) == 0 ? rack : std::exp2(std::floor(std::log2(rack)));
}

} // namespace kneepoint
