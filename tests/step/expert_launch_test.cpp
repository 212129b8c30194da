// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/step/step_model.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

Scenario mixture(const char* expert_parallel)
{
    return test::edited(test::preset("mixtral-8x7b-256xh100"), {{"plan.expert_parallel", expert_parallel}});
}

double stepWith(Scenario s, double launch_s)
{
    s.stack.expert_launch_s = launch_s;
    return evaluate(s, shippedCalibration()).step_s;
}

} // namespace

/// CPU time of routing per expert of a mixture.
class ExpertLaunchTest : public QObject {
    Q_OBJECT

private slots:
    void routingTimeCountsAllExperts()
    {
        constexpr double launch_s = 0.1; // dwarfs everything else
        const double spread = stepWith(mixture("8"), launch_s);
        const double together = stepWith(mixture("2"), launch_s);
        QVERIFY2(std::abs(spread / together - 1) < 0.02, qPrintable(QStringLiteral("%1 %2").arg(spread).arg(together)));
    }

    void kernelsHideRoutingTime()
    {
        const Scenario s = mixture("8");
        QVERIFY(stepWith(s, 1e-9) / stepWith(s, 0) < 1.001);
    }

    void denseModelsHaveNoRoutingTime()
    {
        const Scenario s = test::preset("llama3-8b-64xh100");
        QCOMPARE(stepWith(s, 0.1), stepWith(s, 0));
    }
};

KNEEPOINT_TEST(ExpertLaunchTest)
#include "expert_launch_test.moc"
