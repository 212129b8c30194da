// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/generic_stacks.h"
#include "fit/learn_spreads.h"
#include "model/step/step_model.h"
#include "model/validation/validation.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;
using namespace kneepoint::fit;

namespace {

/// Runs of one source whose kernels take longer than predicted by a factor.
MeasuredSource source(const std::string& program, double compute)
{
    MeasuredSource all{program, {}};
    for (const double tp : {1.0, 4.0}) {
        Scenario s = test::preset("llama3-70b-512xh100");
        s.plan.tensor_parallel = tp;
        Scenario measured = s;
        measured.own_runs.used = true;
        measured.own_runs.runs = 1;
        measured.own_runs.compute = compute;
        all.rows.push_back({"", s, evaluate(measured, shippedCalibration()).step_s});
    }
    return all;
}

/// Sources that scatter by a tenth.
std::map<std::string, MeasuredSource> scatteredSources()
{
    std::map<std::string, MeasuredSource> sources;
    for (int i = 0; i < 6; ++i)
        sources["source " + std::to_string(i)] = source("program " + std::to_string(i), std::exp(i % 2 ? 0.1 : -0.1));
    return sources;
}

} // namespace

/// The spreads learned from sources that scatter.
class LearnSpreadsTest : public QObject {
    Q_OBJECT

    /// Of sources that scatter by a tenth, and of those and one apart.
    std::map<std::string, MeasuredSource> m_close, m_all;
    LearnedSpreads m_close_heavy, m_close_normal, m_all_heavy, m_all_normal;

private slots:
    void initTestCase()
    {
        m_all = m_close = scatteredSources();
        m_all["apart"] = source("apart", 2);
        m_close_heavy = learnSpreads("similar", m_close, Scatter::heavy_tailed);
        m_close_normal = learnSpreads("similar", m_close, Scatter::normal);
        m_all_heavy = learnSpreads("similar", m_all, Scatter::heavy_tailed);
        m_all_normal = learnSpreads("similar", m_all, Scatter::normal);
    }

    void theScatterOfSourcesIsAttributedToTheFactorThatCausesIt()
    {
        constexpr double scatter = 0.2;
        std::map<std::string, MeasuredSource> sources;
        for (int i = 0; i < 8; ++i)
            sources["source " + std::to_string(i)] =
                source("program " + std::to_string(i), std::exp(i % 2 ? scatter : -scatter));
        const LearnedSpreads learned = learnSpreads("similar", sources, Scatter::heavy_tailed);
        QVERIFY(std::abs(learned.all.factors[0] - scatter) < 0.05);
        QVERIFY(learned.all.row < 0.05);
        QCOMPARE(learned.without.size(), sources.size());
    }

    void aSourceFarFromTheOthersNeitherWidensTheirIntervalsNorCountsWhenItIsLeftOut()
    {
        const double others = m_close_heavy.all.factors[0];
        const double with = m_all_heavy.all.factors[0];
        const double without = m_all_heavy.without.at("apart").factors[0];
        const double normal = m_all_normal.all.factors[0];
        QVERIFY(normal > 2.5 * others);
        QVERIFY2(with < 2 * others, QByteArray::number(with / others).constData());
        QVERIFY(without < 0.8 * with);
        QVERIFY(std::abs(without - others) < 0.02);
    }

    void aNewProgramMayLieFartherOffThanTheMeasuredOnes()
    {
        const double wider = std::sqrt(7.0 / 6); // six programs
        const FactorSpreads close = beforeCalibration(m_close_normal, m_close_heavy, m_close).all;
        QCOMPARE(close.factors[0],
            wider * std::max(m_close_normal.all.factors[0], std::sqrt(2.0) * m_close_heavy.all.factors[0]));
        QCOMPARE(close.factors[1], wider * m_close_normal.all.factors[1]);
        QCOMPARE(close.row, m_close_normal.all.row);
        QVERIFY(m_all_normal.all.factors[0] > std::sqrt(2.0) * m_all_heavy.all.factors[0]);
        const LearnedSpreads far = beforeCalibration(m_all_normal, m_all_heavy, m_all);
        QCOMPARE(far.all.factors[0], std::sqrt(8.0 / 7) * m_all_normal.all.factors[0]); // it reaches the one apart
        const double without = std::max(
            m_all_normal.without.at("apart").factors[0], std::sqrt(2.0) * m_all_heavy.without.at("apart").factors[0]);
        QCOMPARE(far.without.at("apart").factors[0], std::sqrt(8.0 / 7) * without);
    }

    void anUnknownNetworkMayBeOffByAFactorOfTwo()
    {
        LearnedSpreads tuned;
        tuned.all.factors.fill(0.1);
        const FactorSpreads other = beforeCalibration(tuned, tuned, {}).all;
        const auto spreadOf = [&](std::string_view parameter) {
            const auto* factor = std::ranges::find(own_factors, parameter, &OwnFactor::parameter);
            return other.factors[static_cast<std::size_t>(factor - own_factors.begin())];
        };
        QCOMPARE(spreadOf("stack.own_network"), std::log(2.0));
        QCOMPARE(spreadOf("stack.own_traffic"), std::sqrt(2) * 0.1); // one program
    }

    void aSingleSourceDoesNotSetTheSpreadOfCommunication()
    {
        LearnedSpreads normal, heavy;
        normal.all.factors.fill(0.7);
        heavy.all.factors.fill(0.2);
        const FactorSpreads before = beforeCalibration(normal, heavy, scatteredSources()).all;
        const double wider = std::sqrt(7.0 / 6);
        for (std::size_t i = 0; i < own_factor_count; ++i) {
            const std::string_view name = own_factors[i].parameter;
            const bool heavy_tailed = name == "stack.own_node" || name == "stack.own_exposure";
            if (own_factors[i].assumed_spread <= 0)
                QCOMPARE(before.factors[i], wider * (heavy_tailed ? std::sqrt(2.0) * 0.2 : 0.7));
        }
    }

    void programsHaveEqualWeightHoweverManyReleasesWereMeasured()
    {
        std::map<std::string, int> generations;
        for (const StackPreset& stack : stackPresets())
            if (!stack.generic) {
                QVERIFY2(!stack.program.empty(), stack.id.c_str());
                ++generations[stack.program];
            }
        QVERIFY(generations.at("NeMo") > 1);
        MeasuredRun run;
        run.scaling = true; // not compared with the generic stack
        ConstantSet set;
        std::vector<MeasuredRun> runs;
        for (const StackPreset& stack : stackPresets())
            if (stack.family == "3d" && !stack.generic) {
                run.stack = stack.id;
                run.gate = true;
                run.software = SoftwareKnowledge::measured;
                runs.push_back(run);
                const double value = stack.program == "NeMo" ? 0.001 : 0.002;
                set.stacks.push_back({stack.id, {}, {{"stack.layer_launch", value}}});
            }
        setGenericStacks(set, runs, [](const MeasuredRun&) { return true; });
        for (const PresetValue& v : set.stack("generic-3d"))
            if (v.parameter == "stack.layer_launch")
                QCOMPARE(v.value, 0.002);
    }

    void halfOfTheProgramsAreFasterThanTheGenericStackAndHalfSlower()
    {
        MeasuredRun measured;
        measured.stack = "megatron-2022";
        measured.scaling = true; // gives the constants, and is not compared
        MeasuredRun run;
        run.stack = "generic-3d";
        run.software = SoftwareKnowledge::generic;
        run.gpu = "h100-sxm";
        run.candidates = {test::preset("llama3-70b-512xh100")};
        const auto all = [](const MeasuredRun&) { return true; };
        ConstantSet medians;
        setGenericStacks(medians, std::vector{measured}, all);
        const double step_s = predictedReport(asGeneric(run), medians, shippedCalibration()).step_s;
        std::vector<MeasuredRun> runs{measured};
        for (const double slower : {1.3, 1.1, 1.2}) {
            run.group = std::to_string(slower); // a program of its own
            run.step_s = slower * step_s;
            runs.push_back(run);
        }
        ConstantSet centered;
        setGenericStacks(centered, runs, all);
        const double middle_s = predictedReport(asGeneric(run), centered, shippedCalibration()).step_s;
        QVERIFY2(std::abs(middle_s / (1.2 * step_s) - 1) < 0.02, QByteArray::number(middle_s / step_s).constData());
    }
};

KNEEPOINT_TEST(LearnSpreadsTest)
#include "learn_spreads_test.moc"
