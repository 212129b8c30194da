// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTest>

namespace kneepoint::test {

/// QTest::newRow() with the values of the columns as arguments, so that a row of several texts fits on one line.
template <typename... Values> void dataRow(const char* name, const Values&... values)
{
    (QTest::newRow(name) << ... << values);
}

} // namespace kneepoint::test
