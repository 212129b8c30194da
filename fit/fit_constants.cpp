// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/fit_constants.h"

#include "model/explore/validation.h"
#include "model/step/step_model.h"

#include <ceres/ceres.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace kneepoint::fit {
namespace {

constexpr double run_sigma = 0.06;        ///< of the logarithm of a step time that the engine should explain
constexpr double collective_sigma = 0.15; ///< of a collective
constexpr double full_weight_rows = 60;   ///< a longer series counts as this many rows
constexpr double difference = 1e-4;       ///< step of numeric derivatives, in logarithms

double weightOf(double rows)
{
    return rows > full_weight_rows ? std::sqrt(full_weight_rows / rows) : 1;
}

/// Residual of one measurement over the logarithms of the constants that bear on it.
class Residual : public ceres::CostFunction {
public:
    Residual(std::vector<const Constant*> constants, double scale)
        : m_constants(std::move(constants))
        , m_scale(scale)
    {
        set_num_residuals(1);
        for (std::size_t i = 0; i < m_constants.size(); ++i)
            mutable_parameter_block_sizes()->push_back(1);
    }

    bool Evaluate(double const* const* x, double* residuals, double** jacobians) const override
    {
        std::vector<double> at(m_constants.size());
        for (std::size_t i = 0; i < at.size(); ++i)
            at[i] = *x[i];
        residuals[0] = residual(at);
        for (std::size_t i = 0; jacobians && i < at.size(); ++i) {
            if (!jacobians[i])
                continue;
            const double here = at[i];
            at[i] = here + difference;
            jacobians[i][0] = (residual(at) - residuals[0]) / difference;
            at[i] = here;
        }
        return std::isfinite(residuals[0]);
    }

protected:
    virtual double logRatio(std::span<const double> values) const = 0;
    [[nodiscard]] const std::vector<const Constant*>& constants() const { return m_constants; }

private:
    double residual(const std::vector<double>& logs) const
    {
        std::vector<double> values(logs.size());
        for (std::size_t i = 0; i < logs.size(); ++i)
            values[i] = m_constants[i]->start * std::exp(logs[i]);
        return logRatio(values) * m_scale;
    }

    std::vector<const Constant*> m_constants;
    double m_scale;
};

class RunResidual final : public Residual {
public:
    RunResidual(std::vector<const Constant*> constants, double scale, const MeasuredRun& run)
        : Residual(std::move(constants), scale)
        , m_run(run)
    {
    }

protected:
    double logRatio(std::span<const double> values) const override
    {
        double best = INFINITY;
        for (Scenario s : m_run.candidates) {
            for (std::size_t i = 0; i < values.size(); ++i)
                constants()[i]->parameter->assign(s, values[i]);
            best = std::min(best, evaluate(s).step_s);
        }
        return std::log(best / m_run.step_s);
    }

private:
    const MeasuredRun& m_run;
};

class CollectiveResidual final : public Residual {
public:
    CollectiveResidual(
        std::vector<const Constant*> constants, double scale, const MeasuredCollective& curve, SizeTime point)
        : Residual(std::move(constants), scale)
        , m_curve(curve)
        , m_point(point)
    {
    }

protected:
    double logRatio(std::span<const double> values) const override
    {
        Scenario s;
        s.cluster = m_curve.cluster;
        for (std::size_t i = 0; i < values.size(); ++i)
            constants()[i]->parameter->assign(s, values[i]);
        return std::log(predictedCollective(m_curve, s.cluster, m_point.bytes) / m_point.seconds);
    }

private:
    const MeasuredCollective& m_curve;
    SizeTime m_point;
};

class Held final : public ceres::SizedCostFunction<1, 1> {
public:
    explicit Held(double sigma)
        : m_sigma(sigma)
    {
    }
    bool Evaluate(double const* const* x, double* residuals, double** jacobians) const override
    {
        residuals[0] = *x[0] / m_sigma;
        if (jacobians && jacobians[0])
            jacobians[0][0] = 1 / m_sigma;
        return true;
    }

private:
    double m_sigma;
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
        const auto used = bearing(run.family, run.stack);
        if (!used.empty())
            attach(new RunResidual(constantsOf(used), weight / run_sigma, run), used);
    }

    void add(const MeasuredCollective& curve, double weight)
    {
        const auto used = bearing(curve.family, "");
        for (const SizeTime& point : curve.record->points)
            if (!used.empty())
                attach(new CollectiveResidual(constantsOf(used), weight / collective_sigma, curve, point), used);
    }

    void solve()
    {
        for (std::size_t i = 0; i < m_logs.size(); ++i) {
            const Constant& c = m_priors.constants[i];
            m_problem.AddResidualBlock(new Held(c.sigma), nullptr, &m_logs[i]);
            m_problem.SetParameterLowerBound(&m_logs[i], 0, std::log(c.low / c.start));
            m_problem.SetParameterUpperBound(&m_logs[i], 0, std::log(c.high / c.start));
        }
        ceres::Solver::Options options;
        options.linear_solver_type = ceres::DENSE_NORMAL_CHOLESKY;
        options.max_num_iterations = 60;
        options.function_tolerance = 1e-5;
        options.logging_type = ceres::SILENT;
        ceres::Solver::Summary summary;
        ceres::Solve(options, &m_problem, &summary);
        for (std::size_t i = 0; i < m_logs.size(); ++i)
            m_priors.constants[i].value = m_priors.constants[i].start * std::exp(m_logs[i]);
    }

private:
    std::vector<std::size_t> bearing(std::string_view family, std::string_view stack) const
    {
        std::vector<std::size_t> used;
        for (std::size_t i = 0; i < m_priors.constants.size(); ++i) {
            const Constant& c = m_priors.constants[i];
            const bool shared = !c.of_gpu && std::ranges::find(c.members, stack) != c.members.end();
            if (shared || c.owner == (c.of_gpu ? family : stack))
                used.push_back(i);
        }
        return used;
    }

    std::vector<const Constant*> constantsOf(const std::vector<std::size_t>& used) const
    {
        std::vector<const Constant*> constants;
        for (const std::size_t i : used)
            constants.push_back(&m_priors.constants[i]);
        return constants;
    }

    void attach(Residual* residual, const std::vector<std::size_t>& used)
    {
        std::vector<double*> blocks;
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
    return {questionsOf(publishedMeasurements()), collectiveQuestionsOf(publishedMeasurements())};
}

Priors fitConstants(Priors priors, const Corpus& corpus, std::string_view left_out)
{
    std::map<std::string, double> rows;
    for (const MeasuredRun& run : corpus.runs.runs)
        ++rows[run.series];
    Problem problem(priors);
    for (const MeasuredRun& run : corpus.runs.runs)
        if (run.gate && run.series != left_out)
            problem.add(run, weightOf(rows[run.series]));
    for (const MeasuredCollective& curve : corpus.collectives.curves)
        if (curve.series == "collectives-nvlink" && curve.series != left_out)
            problem.add(curve, 1 / std::sqrt(static_cast<double>(curve.record->points.size())));
    problem.solve();
    return priors;
}

} // namespace kneepoint::fit
