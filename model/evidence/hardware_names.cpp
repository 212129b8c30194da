// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evidence/hardware_names.h"

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

} // namespace kneepoint
