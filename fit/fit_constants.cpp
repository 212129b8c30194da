// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/fit_constants.h"

#include "fit/generic_stacks.h"
#include "fit/residual.h"
#include "model/step/step_model.h"
#include "model/validation/validation.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace kneepoint::fit {
namespace {

constexpr double run_sigma = 0.06;         ///< of the logarithm of a step time that the engine should explain
constexpr double mixture_sigma = 0.12;     ///< the same of mixtures of experts, whose routing no source states
constexpr double full_weight_rows = 60;    ///< a longer series counts as this many rows
constexpr double architecture_sigma = 0.5; ///< of the logarithm of an architecture's constant over that of every GPU
constexpr double open_layout_weight =
    0.5; ///< weight of runs with an unstated layout, whose assumed layout may be wrong

double weightOf(const MeasuredRun& run, double rows)
{
    const double of_series = rows > full_weight_rows ? std::sqrt(full_weight_rows / rows) : 1;
    return run.candidates.size() > 1 ? open_layout_weight * of_series : of_series;
}

/// Standard deviation of ln(step / prediction) of a run. An unstated shape adds its own spread.
double sigmaOf(const MeasuredRun& run)
{
    return std::hypot(run.mixture ? mixture_sigma : run_sigma, PlausibleScenarios(run, shippedCalibration()).spread());
}

class RunResidual final : public Residual {
public:
    RunResidual(std::vector<const Constant*> constants, double scale, const MeasuredRun& run)
        : Residual(startsOf(constants), scale)
        , m_constants(std::move(constants))
        , m_run(run)
        , m_layouts(plausibleLayouts(run))
    {
    }

protected:
    double logRatio(std::span<const double> values) const override
    {
        const auto stepOf = [&](Scenario s) {
            for (std::size_t i = 0; i < values.size(); ++i)
                m_constants[i]->parameter->assign(s, values[i]);
            return evaluate(s, shippedCalibration()).step_s;
        };
        return std::log(PlausibleScenarios(m_layouts, stepOf).median().step_s / m_run.step_s);
    }

private:
    std::vector<const Constant*> m_constants;
    const MeasuredRun& m_run;
    std::vector<const Scenario*> m_layouts;
};

/// The problem with the logarithms of the constants as its unknowns.
class Problem {
public:
    explicit Problem(Priors& priors)
        : m_priors(priors)
        , m_logs(priors.constants.size(), 0.0)
    {
    }

    void add(const MeasuredRun& run, double weight)
    {
        const auto used = bearing(run);
        if (!used.empty())
            attach(new RunResidual(constantsOf(used), weight / sigmaOf(run), run), used);
    }

    void solve()
    {
        for (std::size_t i = 0; i < m_logs.size(); ++i) {
            const Constant& c = m_priors.constants[i];
            m_problem.AddResidualBlock(new Held(c.sigma), nullptr, &m_logs[i]);
            if (c.near)
                m_problem.AddResidualBlock(
                    new HeldNear(architecture_sigma, c.start / m_priors.constants[*c.near].start), nullptr, &m_logs[i],
                    &m_logs[*c.near]);
            m_problem.SetParameterLowerBound(&m_logs[i], 0, std::log(c.low / c.start));
            m_problem.SetParameterUpperBound(&m_logs[i], 0, std::log(c.high / c.start));
        }
        solveQuietly(m_problem, 1e-8);
        for (std::size_t i = 0; i < m_logs.size(); ++i)
            m_priors.constants[i].value = m_priors.constants[i].start * std::exp(m_logs[i]);
    }

private:
    /// Indices of the constants of a run's GPU and stack; if two set the same parameter, the later one is used.
    std::vector<std::size_t> bearing(const MeasuredRun& run) const
    {
        std::vector<std::size_t> used;
        for (std::size_t i = 0; i < m_priors.constants.size(); ++i) {
            const Constant& c = m_priors.constants[i];
            if (!c.bearsOn(c.of_gpu ? run.gpu : run.stack))
                continue;
            std::erase_if(used, [&](std::size_t other) { return m_priors.constants[other].parameter == c.parameter; });
            used.push_back(i);
        }
        return used;
    }

    std::vector<const Constant*> constantsOf(const std::vector<std::size_t>& used) const
    {
        std::vector<const Constant*> constants;
        constants.reserve(used.size());
        for (const std::size_t i : used)
            constants.push_back(&m_priors.constants[i]);
        return constants;
    }

    void attach(Residual* residual, const std::vector<std::size_t>& used)
    {
        std::vector<double*> blocks;
        blocks.reserve(used.size());
        for (const std::size_t i : used)
            blocks.push_back(&m_logs[i]);
        m_problem.AddResidualBlock(residual, new ceres::SoftLOneLoss(1.0), blocks);
    }

    Priors& m_priors;
    std::vector<double> m_logs;
    ceres::Problem m_problem;
};

} // namespace

Corpus publishedCorpus()
{
    return {questionsOf(publishedMeasurements(), shippedCalibration())};
}

Priors fitConstants(Priors priors, const Corpus& corpus, std::string_view left_out)
{
    return fitConstants(std::move(priors), corpus, [&](const MeasuredRun& run) { return run.series != left_out; });
}

Priors fitConstants(Priors priors, const Corpus& corpus, const std::function<bool(const MeasuredRun&)>& uses)
{
    std::map<std::string, double> rows;
    for (const MeasuredRun& run : corpus.runs.runs)
        if (run.gate && uses(run))
            ++rows[run.series];
    Problem problem(priors);
    for (const MeasuredRun& run : corpus.runs.runs)
        if (run.gate && run.software != SoftwareKnowledge::generic
            && uses(run)) // its software's error is not its GPU's
            problem.add(run, weightOf(run, rows[run.series]));
    problem.solve();
    return priors;
}

ConstantSet fittedSet(const Priors& priors, const Corpus& corpus, const std::function<bool(const MeasuredRun&)>& uses)
{
    ConstantSet set = constantSet(fitConstants(priors, corpus, uses));
    setGenericStacks(set, corpus.runs.runs, uses);
    return set;
}

} // namespace kneepoint::fit
