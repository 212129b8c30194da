// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/plan_strip.h"

#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

class PlanStripTest : public QObject {
    Q_OBJECT

private slots:
    void showingAButtonMovesNothingBelow()
    {
        PlanStrip strip;
        strip.show(PlanStrip::State{.automatic = true,
            .layout = {{QStringLiteral("TP"), QStringLiteral("8"), QStringLiteral("plan.tensor_parallel"),
                QStringLiteral("Tensor parallel")}}});
        const int height = strip.sizeHint().height();
        strip.show(PlanStrip::State{.automatic = true, .fits = false, .change = QStringLiteral("Use 16 GPUs")});
        QCOMPARE(strip.sizeHint().height(), height);
        strip.show(PlanStrip::State{.automatic = true, .refining = true});
        QCOMPARE(strip.sizeHint().height(), height);
    }
};

KNEEPOINT_TEST(PlanStripTest)
#include "plan_strip_test.moc"
