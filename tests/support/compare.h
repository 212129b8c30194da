// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QTest>

#include <cmath>

/// Comparisons with an explicit tolerance; QCOMPARE's is fixed.
namespace kneepoint::test {

[[nodiscard]] inline bool within(double actual, double expected, double tolerance)
{
    return std::abs(actual - expected) <= tolerance;
}

[[nodiscard]] inline bool close(double actual, double expected, double relative_tolerance)
{
    return within(actual, expected, relative_tolerance * std::abs(expected));
}

[[nodiscard]] inline QByteArray found(const char* what, double actual, double expected)
{
    return QByteArray(what) + ": found " + QByteArray::number(actual, 'g', 17) + ", expected "
        + QByteArray::number(expected, 'g', 17);
}

} // namespace kneepoint::test

#define VERIFY_CLOSE(actual, expected, relative_tolerance)                                                             \
    QVERIFY2(kneepoint::test::close(actual, expected, relative_tolerance),                                             \
        kneepoint::test::found(#actual, actual, expected).constData())

#define VERIFY_WITHIN(actual, expected, tolerance)                                                                     \
    QVERIFY2(kneepoint::test::within(actual, expected, tolerance),                                                     \
        kneepoint::test::found(#actual, actual, expected).constData())

#define VERIFY_BETWEEN(actual, least, most)                                                                            \
    QVERIFY2((actual) >= (least) && (actual) <= (most),                                                                \
        (QByteArray(#actual) + ": found " + QByteArray::number(actual, 'g', 17)).constData())
