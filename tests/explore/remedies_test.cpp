// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explore/diagnosis.h"
#include "model/scenario/presets.h"
#include "tests/support/scenarios.h"

#include <QTest>

#include <cmath>

#include <algorithm>

using namespace kneepoint;
using test::preset;

namespace {

double efficiency(const Scenario& s)
{
    return analyse(s).headline.efficiency;
}

const Remedy* find(const Diagnosis& d, std::string_view id)
{
    for (const Finding& f : d.causes)
        for (const Remedy& r : f.remedies)
            if (r.id == id)
                return &r;
    return nullptr;
}

} // namespace

class RemediesTest : public QObject {
    Q_OBJECT

private slots:
    void gainsEqualAnEvaluationOfTheEditedScenario()
    {
        int seen = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Diagnosis d = diagnose(analyse(file.scenario));
            for (const Finding& f : d.causes)
                for (const Remedy& r : f.remedies) {
                    const Analysis edited = analyse(applied(file.scenario, r.edit));
                    QCOMPARE(r.after.step_s, edited.step.step_s);
                    QVERIFY(r.after.efficiency == edited.headline.efficiency);
                    QVERIFY(r.after.training_s == edited.training.time_s);
                    QVERIFY(r.after.cost == edited.training.cost);
                    QVERIFY(r.gain == targetValue(r.target, r.after) / targetValue(r.target, d.now) - 1);
                    ++seen;
                }
        }
        QVERIFY(seen > 100);
    }

    void theBestComesFirst()
    {
        for (const ScenarioFile& file : scenarioPresets())
            for (const Finding& f : diagnose(analyse(file.scenario)).causes)
                if (f.cause != Cause::out_of_memory)
                    QVERIFY2(
                        std::ranges::is_sorted(f.remedies, std::ranges::greater{}, &Remedy::gain), file.id.c_str());
    }

    void memoryRemediesThatMakeTheJobFitComeFirst()
    {
        const Diagnosis d = diagnose(analyse(preset("cause-out-of-memory")));
        const auto& remedies = d.causes.front().remedies;
        QVERIFY(remedies.front().after.fits);
        QVERIFY(std::ranges::is_sorted(remedies, std::ranges::greater{}, [](const Remedy& r) { return r.after.fits; }));
    }

    void theJobThatStoppedScalingAt32IsBroughtBack()
    {
        const Scenario job = preset("knee-1p3b");
        QVERIFY(std::abs(efficiency(withWorkers(job, 16)) - 0.92) <= 0.03);
        QVERIFY(std::abs(efficiency(job) - 0.54) <= 0.05);
        const Diagnosis first = diagnose(analyse(job));
        const Remedy* half_payload = find(first, "gradients-bf16");
        QVERIFY(half_payload);
        QVERIFY(half_payload->sentence.starts_with("BF16 gradients: efficiency 55 % → "));
        const Scenario halved = applied(job, half_payload->edit);
        const Diagnosis second = diagnose(analyse(halved));
        const Remedy* larger = find(second, "batch-2x");
        QVERIFY(larger);
        QVERIFY(efficiency(halved) > efficiency(job));
        QVERIFY(efficiency(applied(halved, larger->edit)) >= 0.76);
    }

    void aLargeBatchIsNotMendedByAFasterNetwork()
    {
        const Diagnosis d = diagnose(analyse(preset("suspect-large-batch")));
        for (const Remedy& r : d.causes.front().remedies)
            for (const Setting& setting : r.edit)
                QVERIFY(!setting.parameter->id.starts_with("cluster.link")
                    && setting.parameter->id != "cluster.interconnect");
        QVERIFY(find(d, "large-batch-optimiser"));
    }

    void aRemedyThatWouldNotFitIsNotShown()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            const Diagnosis d = diagnose(analyse(file.scenario));
            for (const Finding& f : d.causes)
                for (const Remedy& r : f.remedies)
                    QVERIFY2(r.after.fits || !d.now.fits, file.id.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(RemediesTest)
#include "remedies_test.moc"
