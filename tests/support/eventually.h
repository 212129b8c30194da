// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/patience.h"

#include <QTest>

/// Waiting for what must happen. No verdict depends on how long it takes: the limit only ends a hang, and what must not
/// happen is checked once everything that could cause it has happened. A test in tests/house rejects other waits.
namespace kneepoint::test {

/// Processes events until the condition holds; false only after a hang, or if the test has failed meanwhile.
template <class Condition> [[nodiscard]] bool eventually(const Condition& condition)
{
    bool holds = false;
    const auto decided = [&] {
        holds = condition();
        return holds || QTest::currentTestFailed();
    };
    return QTest::qWaitFor(decided, patience_ms) && holds;
}

/// Processes the events that are there, and those that they post.
inline void processPostedEvents()
{
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
}

} // namespace kneepoint::test

/// QVERIFY and QCOMPARE of what holds only once events have been processed. The condition is evaluated repeatedly.
#define VERIFY_EVENTUALLY(condition)                                                                                   \
    QVERIFY2(kneepoint::test::eventually([&] { return static_cast<bool>(condition); }), "waited in vain: " #condition)

#define VERIFY2_EVENTUALLY(condition, message)                                                                         \
    do {                                                                                                               \
        (void)kneepoint::test::eventually([&] { return static_cast<bool>(condition); });                               \
        QVERIFY2(condition, message);                                                                                  \
    } while (false)

#define COMPARE_EVENTUALLY(actual, expected)                                                                           \
    do {                                                                                                               \
        (void)kneepoint::test::eventually([&] { return (actual) == (expected); });                                     \
        QCOMPARE(actual, expected);                                                                                    \
    } while (false)
