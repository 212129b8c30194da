// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/site_exchange.h"
#include "model/job/job.h"
#include "model/step/step_model.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// Half of the GPUs at each of two sites, 10 Gbit/s apart.
Scenario twoSites()
{
    Scenario s = test::preset("llama3-8b-64xh100");
    s.cluster.sites = 2;
    s.cluster.site_bandwidth = 1.25e9;
    s.cluster.site_latency_s = 0.05;
    s.plan.outer_every = 100;
    return s;
}

double stepOf(const Scenario& s)
{
    return evaluate(s).step_s;
}

} // namespace

/// Replicas at several sites, which exchange their parameters once in a while (DiLoCo).
class SitesTest : public QObject {
    Q_OBJECT

private slots:
    void atOneSiteNothingIsExchanged()
    {
        Scenario s = test::preset("llama3-8b-64xh100");
        const StepReport alone = evaluate(s);
        s.cluster.site_bandwidth = 1e3;
        s.cluster.site_latency_s = 10;
        s.plan.outer_every = 1;
        s.plan.outer_fragments = 7;
        QVERIFY(evaluate(s) == alone);
    }

    /// Two sites send all parameters once each, of four bytes, and wait for two messages.
    void sitesSendWhatParametersChangedBy()
    {
        Scenario s = twoSites();
        const SiteExchange one = siteExchange(resolve(s));
        VERIFY_CLOSE(one.bytes, 4 * s.workload.parameters, 1e-12);
        VERIFY_CLOSE(one.seconds, 4 * s.workload.parameters / 1.25e9 + 2 * 0.05, 1e-12);
        s.cluster.sites = 4;
        s.plan.outer_fragments = 8;
        s.plan.outer_bytes = 0.5;
        VERIFY_CLOSE(siteExchange(resolve(s)).bytes, 1.5 * s.workload.parameters * 0.5 / 8, 1e-12);
    }

    /// 25.8 s of exchange in 100 steps.
    void withoutOverlapTheExchangeIsWaitedFor()
    {
        const Scenario s = twoSites();
        Scenario free = s;
        free.cluster.site_bandwidth = 1e15;
        free.cluster.site_latency_s = 0;
        const double nics_s = siteExchange(resolve(free)).seconds;
        VERIFY_CLOSE(stepOf(s) - stepOf(free), (siteExchange(resolve(s)).seconds - nics_s) / 100, 1e-9);
    }

    /// With a link that costs nothing, as two jobs of half the GPUs.
    void apartFromTheExchangeEachSiteIsAJobOfItsOwn()
    {
        Scenario s = twoSites();
        s.plan.outer_every = 1e6;
        s.plan.outer_overlap = 1e6;
        Scenario half = test::preset("llama3-8b-64xh100");
        half.cluster.gpus /= 2;
        VERIFY_CLOSE(stepOf(s), stepOf(half), 1e-12);
    }

    /// As long as the link sends all fragments in the interval.
    void streamingHidesTheExchange()
    {
        Scenario s = twoSites();
        const double waiting = stepOf(s);
        s.plan.outer_fragments = 20;
        s.plan.outer_overlap = 5;
        const double streaming = stepOf(s);
        QVERIFY(streaming < waiting);
        s.plan.outer_overlap = 1e6;
        QCOMPARE(stepOf(s), streaming); // no longer than until the next fragment
        s.cluster.site_bandwidth *= 100;
        Scenario free = s;
        free.plan.outer_every = 1e6;
        VERIFY_CLOSE(stepOf(s), stepOf(free), 1e-12);
    }

    void aFasterLinkNeverHurts()
    {
        for (const double overlap : {0.0, 2.0}) {
            Scenario s = twoSites();
            s.plan.outer_overlap = overlap;
            double before = 1e300;
            for (double Bps = 1e6; Bps < 1e14; Bps *= 10) {
                s.cluster.site_bandwidth = Bps;
                QVERIFY(stepOf(s) <= before);
                before = stepOf(s);
            }
        }
    }
};

KNEEPOINT_TEST(SitesTest)
#include "sites_test.moc"
