// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/residual.h"

#include <cmath>

namespace kneepoint::fit {

Residual::Residual(std::vector<double> starts, double scale)
    : m_starts(std::move(starts))
    , m_scale(scale)
{
    set_num_residuals(1);
    mutable_parameter_block_sizes()->assign(m_starts.size(), 1);
}

bool Residual::Evaluate(double const* const* x, double* residuals, double** jacobians) const
{
    constexpr double difference = 1e-4;
    std::vector<double> at(m_starts.size());
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

double Residual::residual(const std::vector<double>& logs) const
{
    std::vector<double> values(logs.size());
    for (std::size_t i = 0; i < logs.size(); ++i)
        values[i] = m_starts[i] * std::exp(logs[i]);
    return logRatio(values) * m_scale;
}

bool Held::Evaluate(double const* const* x, double* residuals, double** jacobians) const
{
    residuals[0] = *x[0] / m_sigma;
    if (jacobians && jacobians[0])
        jacobians[0][0] = 1 / m_sigma;
    return true;
}

bool HeldNear::Evaluate(double const* const* x, double* residuals, double** jacobians) const
{
    residuals[0] = (*x[0] + m_ratio - *x[1]) / m_sigma;
    if (jacobians && jacobians[0])
        jacobians[0][0] = 1 / m_sigma;
    if (jacobians && jacobians[1])
        jacobians[1][0] = -1 / m_sigma;
    return true;
}

void solveQuietly(ceres::Problem& problem, double tolerance)
{
    ceres::Solver::Options options;
    options.linear_solver_type = ceres::DENSE_NORMAL_CHOLESKY;
    options.max_num_iterations = 300;
    options.function_tolerance = tolerance;
    options.logging_type = ceres::SILENT;
    ceres::Solver::Summary summary;
    ceres::Solve(options, &problem, &summary);
}

} // namespace kneepoint::fit
