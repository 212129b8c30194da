// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/scenarios.h"

#include <QTest>

/// Fails the test with the condition and the scenario in which it does not hold.
#define HOLDS(condition, scenario)                                                                                     \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            QFAIL((#condition ":" + kneepoint::test::describe(scenario)).c_str());                                     \
    } while (false)
