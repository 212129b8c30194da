// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/search/trying_everything.h"
#include "tests/support/test_registry.h"

using namespace kneepoint;

/// OptimumTest with other random questions.
class MoreOptimaTest : public test::TryingEverything {
    Q_OBJECT
public:
    MoreOptimaTest()
        : TryingEverything({101, 102, 103, 104})
    {
    }
};

KNEEPOINT_TEST(MoreOptimaTest)
#include "more_optima_test.moc"
