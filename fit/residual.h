// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ceres/ceres.h>

#include <cmath>
#include <span>
#include <vector>

namespace kneepoint::fit {

/// Residual of one measurement as a function of the logarithms of the constants that affect it, relative to their
/// starts.
class Residual : public ceres::CostFunction {
public:
    Residual(std::vector<double> starts, double scale);
    bool Evaluate(double const* const* x, double* residuals, double** jacobians) const override;

protected:
    /// ln(predicted / measured time) with these constants.
    virtual double logRatio(std::span<const double> values) const = 0;

private:
    [[nodiscard]] double residual(const std::vector<double>& logs) const;

    std::vector<double> m_starts;
    double m_scale;
};

/// The starts of constants of a fit.
template <class C> [[nodiscard]] std::vector<double> startsOf(const std::vector<const C*>& constants)
{
    std::vector<double> starts;
    starts.reserve(constants.size());
    for (const C* c : constants)
        starts.push_back(c->start);
    return starts;
}

/// Prior of a constant around its start, with the standard deviation of its logarithm.
class Held final : public ceres::SizedCostFunction<1, 1> {
public:
    explicit Held(double sigma)
        : m_sigma(sigma)
    {
    }
    bool Evaluate(double const* const* x, double* residuals, double** jacobians) const override;

private:
    double m_sigma;
};

/// Prior of a constant around another one, with the standard deviation of the logarithm of their ratio.
class HeldNear final : public ceres::SizedCostFunction<1, 1, 1> {
public:
    HeldNear(double sigma, double start_over_other)
        : m_sigma(sigma)
        , m_ratio(std::log(start_over_other))
    {
    }
    bool Evaluate(double const* const* x, double* residuals, double** jacobians) const override;

private:
    double m_sigma;
    double m_ratio;
};

/// Solves until a step changes the sum of squares by at most `tolerance`, relative to it.
void solveQuietly(ceres::Problem& problem, double tolerance);

} // namespace kneepoint::fit
