// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/failures.h"
#include "model/job/reliability.h"
#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

namespace {

/// A GPU fails every five years; a restart takes ten minutes and a checkpoint half a minute.
Reliability fallible()
{
    return {.has_failures = true, .gpu_mtbf_s = 1.6e8, .restart_s = 600, .checkpoint_write_s = 30};
}

} // namespace

/// Shares of a run's time in which work is kept, written, repeated and restarted.
class GoodputTest : public QObject {
    Q_OBJECT

private slots:
    void withoutFailuresAllWorkIsKept()
    {
        Reliability r = fallible();
        r.has_failures = false;
        const Goodput g = goodput(r, 1024);
        QVERIFY(g.share == 1 && g.interruption_s == 0 && g.checkpoint_interval_s == 0);
        QVERIFY(g.checkpoint_share == 0 && g.rework_share == 0 && g.restart_share == 0);
    }

    void theSharesAddUpToOne()
    {
        for (const double gpus : {1.0, 512.0, 16384.0, 1e6}) {
            const Goodput g = goodput(fallible(), gpus);
            VERIFY_CLOSE(g.interruption_s, 1.6e8 / gpus, 1e-12);
            VERIFY_CLOSE(g.checkpoint_interval_s, std::max(1.0, std::sqrt(2 * 30 * g.interruption_s)), 1e-12);
            VERIFY_CLOSE(g.share + g.checkpoint_share + g.rework_share + g.restart_share, 1, 1e-12);
            QVERIFY(g.share > 0 && g.checkpoint_share >= 0 && g.rework_share >= 0 && g.restart_share >= 0);
            // Half an interval is repeated, and the checkpoint in which it would have been saved.
            VERIFY_CLOSE(g.rework_share * 600, g.restart_share * (g.checkpoint_interval_s / 2 + 30), 1e-12);
        }
    }

    /// Between failures, which are rare: a checkpoint per interval, and a restart and half an interval per failure.
    void rareFailuresCostTheirFirstOrder()
    {
        Reliability r = fallible();
        r.checkpoint_every_s = 3600;
        const Goodput g = goodput(r, 64); // a failure in a month
        QCOMPARE(g.checkpoint_interval_s, 3600.0);
        VERIFY_CLOSE(g.checkpoint_share, 30.0 / 3630, 0.01);
        VERIFY_CLOSE(1 - g.share - g.checkpoint_share, (600 + 1800 + 30) / g.interruption_s, 0.02);
        r.checkpoint_every_s = 0.25;
        QCOMPARE(goodput(r, 64).checkpoint_interval_s, 1.0); // no shorter
    }

    void moreGpusKeepLess()
    {
        double before = 1;
        for (double gpus = 1; gpus < 1e9; gpus *= 4) {
            const Goodput g = goodput(fallible(), gpus);
            QVERIFY(g.share <= before && g.share >= least_goodput);
            before = g.share;
        }
        QCOMPARE(before, least_goodput);
    }
};

KNEEPOINT_TEST(GoodputTest)
#include "goodput_test.moc"
