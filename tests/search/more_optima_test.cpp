// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/search/small_spaces.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// As in OptimumTest, with other questions: a program of its own, so that both run at the same time.
class MoreOptimaTest : public QObject {
    Q_OBJECT

private slots:
    void theOptimumIsThatOfTryingEverything_data()
    {
        QTest::addColumn<quint64>("seed");
        for (const quint64 seed : {101U, 102U, 103U, 104U})
            QTest::addRow("seed %llu", seed) << seed;
    }

    void theOptimumIsThatOfTryingEverything()
    {
        QFETCH(const quint64, seed);
        test::compareWithTryingEverything(seed);
    }
};

KNEEPOINT_TEST(MoreOptimaTest)
#include "more_optima_test.moc"
