// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/timeline.h"
#include "model/analysis/waterfall.h"
#include "model/catalogue/scenario_file.h"
#include "model/diagnosis/better_layout.h"
#include "model/diagnosis/diagnosis.h"
#include "model/exploration/sensitivity.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;

class RandomDiagnosisTest : public QObject {
    Q_OBJECT

    /// Runs the property on scenarios that are the same on every machine; prints the file of a failing one.
    template <class Property> static void always(std::uint64_t seed, Property property)
    {
        test::RandomScenarios random(seed);
        const int wanted = test::scenariosWanted(400);
        for (int i = 0; i < wanted; ++i) {
            const Scenario s = i % 2 == 0 ? random.walked() : random.scattered();
            if (!property(s)) {
                ScenarioFile file;
                file.scenario = s;
                qWarning("%s", writeScenario(file, shippedCalibration()).c_str());
                QFAIL("the property does not hold for this scenario");
            }
        }
    }

private slots:
    void severitiesAreSharesAndOrdered()
    {
        always(1, [](const Scenario& s) {
            const Diagnosis d = diagnose(analyze(s));
            return std::ranges::is_sorted(d.causes, std::ranges::greater{}, &Finding::severity)
                && std::ranges::all_of(d.causes, [](const Finding& f) {
                       return f.severity >= causeRecord(f.cause).least_severity && f.severity <= 1
                           && std::isfinite(f.step_without_s) && f.step_without_s >= 0;
                   });
        });
    }

    void everyFixShownImprovesItsTarget()
    {
        always(2, [](const Scenario& s) {
            const Diagnosis d = diagnose(analyze(s));
            bool good = true;
            for (const Finding& f : d.causes)
                for (const Remedy& r : f.remedies) {
                    const Outcome after = outcome(applied(s, r.edit, shippedCalibration(), shippedPrices()));
                    good = good && r.gain > 0 && targetValue(r.target, after) > targetValue(r.target, d.now)
                        && r.gain == gainOf(r.target, d.now, after);
                }
            return good;
        });
    }

    void everyFixShownIsWorthItsTradeOff()
    {
        always(7, [](const Scenario& s) {
            const Diagnosis d = diagnose(analyze(s));
            bool good = true;
            for (const Finding& f : d.causes) {
                good = good && (f.severity >= worth_fixing || f.remedies.empty())
                    && std::ranges::is_sorted(f.remedies, std::ranges::greater{}, &Remedy::worth);
                for (const Remedy& r : f.remedies) {
                    const double counted = r.weight * r.gain;
                    if (r.target == Target::speed)
                        good = good && r.after.fits && costIncrease(d.now, r.after) <= counted - least_worth;
                    if (r.target == Target::cost)
                        good = good && r.after.fits && durationIncrease(d.now, r.after) / 2 <= counted - least_worth;
                    if (r.target == Target::memory)
                        good = good && f.cause == Cause::out_of_memory && !d.now.fits;
                    good = good && r.weight > 0 && r.weight <= 1
                        && brokenLayoutRules(applied(s, r.edit)) <= brokenLayoutRules(s);
                }
            }
            return good;
        });
    }

    void fixesStayInTheRangesOfTheCatalogue()
    {
        always(3, [](const Scenario& s) {
            bool good = true;
            for (const Finding& f : diagnose(analyze(s)).causes)
                for (const Remedy& r : f.remedies)
                    good = good && !isOutOfRange(r.edit);
            return good;
        });
    }

    void theWaterfallFallsWithoutGapsToThePrediction()
    {
        always(4, [](const Scenario& s) {
            const Waterfall w = waterfall(analyze(s));
            double at = w.ideal;
            for (const WaterfallBar& bar : w.bars) {
                if (bar.from != at || !(bar.to <= bar.from) || !(bar.lost_s >= 0))
                    return false;
                at = bar.to;
            }
            return w.bars.empty() ? w.predicted >= w.ideal * (1 - 1e-9) : at == w.predicted;
        });
    }

    void theTimelineLastsAsLongAsTheStep()
    {
        always(5, [](const Scenario& s) {
            const StepReport r = analyze(s).step;
            const Timeline t = timeline(s, r);
            return !t.lanes.empty() && std::abs(t.lanes[0].blocks.back().end_s - r.step_s) <= 1e-9 * r.step_s;
        });
    }

    void sensitivitiesAreFinite()
    {
        always(6, [](const Scenario& s) {
            const Sensitivity t = sensitivity(s, metric("cost"), shippedCalibration());
            return std::isfinite(t.here) && std::ranges::all_of(t.knobs, [](const Leverage& knob) {
                return std::isfinite(knob.low) && std::isfinite(knob.high);
            });
        });
    }
};

KNEEPOINT_TEST(RandomDiagnosisTest)
#include "random_diagnosis_test.moc"
