// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/cached.h"

#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

class CachedTest : public QObject {
    Q_OBJECT

private slots:
    void aResultIsComputedAgainOnlyForOtherInputs()
    {
        int calls = 0;
        const auto sum = [&](double a, int b) {
            ++calls;
            return a + b;
        };
        Cached<double, double, int> cached;
        QCOMPARE(cached.of(sum, 0.0, 0), 0.0);
        QCOMPARE(calls, 1);
        QCOMPARE(cached.of(sum, 0.0, 0), 0.0);
        QCOMPARE(calls, 1);
        QCOMPARE(cached.of(sum, 0.0, 2), 2.0);
        QCOMPARE(cached.of(sum, 3.0, 2), 5.0);
        QCOMPARE(cached.of(sum, 3.0, 2), 5.0);
        QCOMPARE(calls, 3);
    }
};

KNEEPOINT_TEST(CachedTest)
#include "cached_test.moc"
