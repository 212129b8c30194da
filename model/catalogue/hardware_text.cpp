// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/hardware_text.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"
#include "model/units/units.h"

#include <fmt/format.h>

namespace kneepoint {

std::string hardwareText(const Scenario& s)
{
    return fmt::format("{} × {}, {}", formatQuantity(s.cluster.gpus, Unit::none),
        valueText(parameter("cluster.gpu"), s.cluster.gpu),
        valueText(parameter("cluster.interconnect"), s.cluster.interconnect));
}

} // namespace kneepoint
