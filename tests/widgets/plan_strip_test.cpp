// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/plan_strip.h"

#include "tests/support/eventually.h"
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

    /// A strip of many degrees would not fit a screen of 1024 pixels.
    void namesAreBriefWhereTheOthersHaveNoRoom()
    {
        QWidget window;
        PlanStrip strip(&window);
        strip.resize(2000, 40);
        strip.show(PlanStrip::State{
            .layout = {{QStringLiteral("micro-batch"), QStringLiteral("1"), QStringLiteral("workload.batch_per_gpu"),
                QStringLiteral("Micro-batch size"), false, QStringLiteral("MBS")}}});
        window.show();
        const PlanChip& chip = *strip.chips().front();
        QCOMPARE(chip.text(), QStringLiteral("micro-batch 1"));
        const int least = strip.minimumSizeHint().width();
        strip.resize(least, 40);
        QCOMPARE(chip.text(), QStringLiteral("MBS 1"));
        QCOMPARE(chip.accessibleName(), QStringLiteral("micro-batch 1"));
        COMPARE_EVENTUALLY(strip.minimumSizeHint().width(), least);
        strip.resize(2000, 40);
        QCOMPARE(chip.text(), QStringLiteral("micro-batch 1"));
    }
};

KNEEPOINT_TEST(PlanStripTest)
#include "plan_strip_test.moc"
