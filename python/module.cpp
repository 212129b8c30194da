// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "python/module_parts.h"
#include "python/values.h"

PYBIND11_MODULE(_engine, module)
{
    module.doc() = "The engine of Kneepoint.";
    module.attr("__version__") = KNEEPOINT_VERSION;
    kneepoint::defineError(module);
    kneepoint::defineScenario(module);
    kneepoint::defineEvaluateMany(module);
    kneepoint::defineTables(module);
}
