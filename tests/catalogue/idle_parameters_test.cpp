// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/results/feasibility.h"
#include "model/scenario/scenario.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <fmt/format.h>

#include <cmath>
#include <set>

using namespace kneepoint;

namespace {

/// The ends of a parameter's range, or all of its choices.
std::vector<double> valuesOf(const Parameter& p)
{
    if (p.isNumber())
        return {p.range.min, p.range.max};
    std::vector<double> values{0, 1};
    for (std::size_t i = 2; p.scale == Scale::choice && i < p.choices().size(); ++i)
        values.push_back(static_cast<double>(i));
    return values;
}

bool canRun(const Scenario& s)
{
    return s.cluster.gpus >= gpusPerReplica(s) && modelFaults(s).empty() && layoutFaults(s).empty();
}

bool isSame(double a, double b)
{
    constexpr double rounding = 1e-9;
    return std::abs(a - b) <= rounding * std::abs(b);
}

/// A value of the parameter with which the job can run and takes another time or other memory; -1 if there is none.
double effectiveValue(const Parameter& p, const Scenario& s, const StepReport& step)
{
    for (const double value : valuesOf(p)) {
        Scenario other = s;
        p.assign(other, value);
        if (!canRun(other))
            continue;
        const StepReport now = evaluate(other);
        if (!isSame(now.step_s, step.step_s) || !isSame(now.memory.total(), step.memory.total()))
            return value;
    }
    return -1;
}

} // namespace

/// What the controls say of parameters that have no effect.
class IdleParametersTest : public QObject {
    Q_OBJECT

private slots:
    /// In jobs that can run, before and after; elsewhere the program says so instead.
    void aParameterThatIsSaidToHaveNoEffectHasNone()
    {
        test::RandomScenarios random(91);
        std::set<std::string_view> idle;
        const int wanted = test::scenariosWanted(1500);
        for (int i = 0; i < wanted; ++i) {
            const Scenario s = random.walked();
            if (!canRun(s))
                continue;
            const StepReport step = evaluate(s);
            for (const Parameter& p : catalogue()) {
                if (!p.idle || p.idle(s).empty())
                    continue;
                idle.insert(p.id);
                const double value = effectiveValue(p, s, step);
                if (value >= 0)
                    QFAIL(fmt::format(
                        "{} = {} has an effect, though \"{}\":{}", p.id, value, p.idle(s), test::describe(s))
                              .c_str());
            }
        }
        QVERIFY(idle.size() > 100);
    }
};

KNEEPOINT_TEST(IdleParametersTest)
#include "idle_parameters_test.moc"
