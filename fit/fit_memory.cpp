// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/fit_memory.h"

#include "fit/report.h"
#include "model/validation/memory_validation.h"

#include <ceres/ceres.h>
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <set>

namespace kneepoint::fit {
namespace {

constexpr double memory_sigma = 0.05;      ///< of the logarithm of an amount that the engine should explain
constexpr double full_weight_figures = 20; ///< a longer series counts as this many figures
using Unknowns = std::vector<double>;

bool isOfWholeGpu(const MeasuredMemory& figure)
{
    using enum MemoryFigureKind;
    return figure.kind == device || figure.kind == allocator || figure.kind == allocated;
}

double valueOf(const Constant& c, double logarithm)
{
    return c.start * std::exp(logarithm);
}

/// Logarithm of predicted over measured bytes, at logarithms of constants over their starts.
struct LogRatio {
    const MeasuredMemory* figure;
    const std::vector<Constant>* constants;
    double weight;

    bool operator()(double const* const* logs, double* residual) const
    {
        MeasuredMemory asked = *figure;
        for (std::size_t i = 0; i < constants->size(); ++i)
            if ((*constants)[i].bearsOn(asked.stack))
                (*constants)[i].parameter->assign(asked.scenario, valueOf((*constants)[i], logs[0][i]));
        residual[0] = weight * std::log(predictedMemory(asked) / asked.bytes);
        return std::isfinite(residual[0]);
    }
};

/// Distance of every constant from its start, in sigmas.
struct Held {
    const std::vector<Constant>* constants;

    bool operator()(double const* const* logs, double* residuals) const
    {
        for (std::size_t i = 0; i < constants->size(); ++i)
            residuals[i] = logs[0][i] / (*constants)[i].sigma;
        return true;
    }
};

template <class Functor> ceres::CostFunction* costOf(Functor functor, std::size_t unknowns, std::size_t residuals)
{
    auto* cost = new ceres::DynamicNumericDiffCostFunction<Functor>(new Functor(functor));
    cost->AddParameterBlock(static_cast<int>(unknowns));
    cost->SetNumResiduals(static_cast<int>(residuals));
    return cost;
}

std::map<std::string, double> figuresOfSeries(std::span<const MeasuredMemory> figures)
{
    std::map<std::string, double> count;
    for (const MeasuredMemory& figure : figures)
        if (figure.gate && isOfWholeGpu(figure))
            ++count[figure.series];
    return count;
}

} // namespace

Priors fitMemory(Priors priors, std::span<const MeasuredMemory> figures, std::string_view left_out)
{
    const std::vector<Constant> constants = priors.constants;
    const auto count = figuresOfSeries(figures);
    Unknowns logs(constants.size(), 0.0);
    ceres::Problem problem;
    for (const MeasuredMemory& figure : figures) {
        if (!figure.gate || !isOfWholeGpu(figure) || figure.series == left_out)
            continue;
        const double share = std::min(1.0, full_weight_figures / count.at(figure.series));
        problem.AddResidualBlock(costOf(LogRatio{&figure, &constants, std::sqrt(share) / memory_sigma}, logs.size(), 1),
            new ceres::SoftLOneLoss(1.0), logs.data());
    }
    problem.AddResidualBlock(costOf(Held{&constants}, logs.size(), logs.size()), nullptr, logs.data());
    for (std::size_t i = 0; i < logs.size(); ++i) {
        const Constant& c = constants[i];
        problem.SetParameterLowerBound(logs.data(), static_cast<int>(i), std::log(c.low / c.start));
        problem.SetParameterUpperBound(logs.data(), static_cast<int>(i), std::log(c.high / c.start));
    }
    ceres::Solver::Options options;
    options.linear_solver_type = ceres::DENSE_QR;
    options.max_num_iterations = 100;
    options.logging_type = ceres::SILENT;
    ceres::Solver::Summary summary;
    ceres::Solve(options, &problem, &summary);
    for (std::size_t i = 0; i < logs.size(); ++i)
        priors.constants[i].value = valueOf(constants[i], logs[i]);
    return priors;
}

void fitMemoryConstants(const std::filesystem::path& folder)
{
    const Priors priors = readPriors(folder / "memory_priors.json");
    const MeasuredMemories memories = memoryQuestionsOf(publishedMeasurements(), shippedCalibration());
    const ConstantSet all = constantSet(fitMemory(priors, memories.figures, ""));
    std::vector<std::pair<std::string, ConstantSet>> without;
    for (const auto& [series, count] : figuresOfSeries(memories.figures))
        without.emplace_back(series, constantSet(fitMemory(priors, memories.figures, series)));
    for (const auto& [series, set] : without) {
        double fitted = 0, left_out = 0, figures = 0;
        for (const MeasuredMemory& figure : memories.figures)
            if (figure.series == series && figure.gate) {
                ++figures;
                fitted += std::abs(predictedMemory(figure, all) / figure.bytes - 1);
                left_out += std::abs(predictedMemory(figure, set) / figure.bytes - 1);
            }
        fmt::print("{:20} {:5} {:7.1f} | left out {:7.1f}\n", series, figures, 100 * fitted / figures,
            100 * left_out / figures);
    }
    writeMemory(all, without, folder);
}

} // namespace kneepoint::fit
