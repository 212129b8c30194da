// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/fit_memory.h"

#include "fit/report.h"
#include "model/evidence/measured_run.h"
#include "model/units/statistics.h"
#include "model/validation/memory_validation.h"

#include <ceres/ceres.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

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

/// ln Φ(z), also where Φ(z) is too small for a double (Abramowitz and Stegun, 26.2.12).
double logChance(double z)
{
    constexpr double far = -8;
    if (z > far)
        return std::log(normalBelow(z));
    return -z * z / 2 - std::log(-z * std::sqrt(2 * std::numbers::pi)) - 1 / (z * z);
}

/// A figure at logarithms of constants over their starts: the logarithm of predicted over measured bytes, in standard
/// deviations; of a bound, the root of the deviance, −2 ln of the probability of being below it.
struct MemoryResidual {
    const MeasuredMemory* figure;
    const std::vector<Constant>* constants;
    double weight;
    bool is_bound;

    bool operator()(double const* const* logs, double* residual) const
    {
        MeasuredMemory asked = *figure;
        for (std::size_t i = 0; i < constants->size(); ++i)
            if ((*constants)[i].bearsOn(asked.stack))
                (*constants)[i].parameter->assign(asked.scenario, valueOf((*constants)[i], logs[0][i]));
        const double z = std::log(predictedMemory(asked) / asked.bytes) / memory_sigma;
        residual[0] = weight * (is_bound ? std::sqrt(-2 * logChance(-z)) : z);
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

bool counts(const MeasuredMemory& figure)
{
    return figure.gate && isOfWholeGpu(figure);
}

std::map<std::string, double> figuresOfSeries(const std::vector<MeasuredMemory>& figures)
{
    std::map<std::string, double> count;
    for (const MeasuredMemory& figure : figures)
        if (counts(figure))
            ++count[figure.series];
    return count;
}

void addResiduals(ceres::Problem& problem, Unknowns& logs, const std::vector<Constant>& constants,
    const std::vector<MeasuredMemory>& figures, bool are_bounds, std::string_view left_out)
{
    const auto count = figuresOfSeries(figures);
    for (const MeasuredMemory& figure : figures) {
        if (!counts(figure) || figure.series == left_out || figure.source == left_out)
            continue;
        const double share = std::min(1.0, full_weight_figures / count.at(figure.series));
        problem.AddResidualBlock(
            costOf(MemoryResidual{&figure, &constants, std::sqrt(share), are_bounds}, logs.size(), 1),
            new ceres::SoftLOneLoss(1.0), logs.data());
    }
}

/// Prints how many runs of each source are predicted not to fit, with everything and without the source.
void printBounds(const Priors& priors, const MemoryEvidence& evidence, const ConstantSet& all)
{
    std::map<std::string, std::vector<const MeasuredMemory*>> sources;
    for (const MeasuredMemory& bound : evidence.bounds)
        sources[bound.source].push_back(&bound);
    for (const auto& [source, bounds] : sources) {
        const ConstantSet without = constantSet(fitMemory(priors, evidence, source));
        const auto tooLarge = [&ran = bounds](const ConstantSet& set) {
            return std::ranges::count_if(
                ran, [&](const MeasuredMemory* bound) { return predictedMemory(*bound, set) > bound->bytes; });
        };
        fmt::print(
            "ran {:20} {:5} {:5} too large | left out {:5}\n", source, bounds.size(), tooLarge(all), tooLarge(without));
    }
}

} // namespace

MemoryEvidence memoryEvidence(const Measurements& measurements, const Calibration& calibration)
{
    MemoryEvidence evidence{memoryQuestionsOf(measurements, calibration).figures, {}};
    for (const MeasuredRun& run : questionsOf(measurements, calibration).runs) {
        if (!run.gate || run.scaling || !run.recompute_stated || run.candidates.size() != 1)
            continue;
        const Scenario& s = run.candidates.front();
        evidence.bounds.push_back({.id = run.id,
            .series = run.series,
            .stack = run.stack,
            .source = run.group,
            .kind = MemoryFigureKind::device,
            .bytes = s.cluster.memory_bytes,
            .scenario = s});
    }
    return evidence;
}

Priors fitMemory(Priors priors, const MemoryEvidence& evidence, std::string_view left_out)
{
    const std::vector<Constant> constants = priors.constants;
    Unknowns logs(constants.size(), 0.0);
    ceres::Problem problem;
    addResiduals(problem, logs, constants, evidence.figures, false, left_out);
    addResiduals(problem, logs, constants, evidence.bounds, true, left_out);
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
    const MemoryEvidence evidence = memoryEvidence(publishedMeasurements(), shippedCalibration());
    const ConstantSet all = constantSet(fitMemory(priors, evidence, ""));
    std::vector<std::pair<std::string, ConstantSet>> without;
    for (const auto& [series, count] : figuresOfSeries(evidence.figures))
        without.emplace_back(series, constantSet(fitMemory(priors, evidence, series)));
    for (const auto& [series, set] : without) {
        double fitted = 0, left_out = 0, figures = 0;
        for (const MeasuredMemory& figure : evidence.figures)
            if (figure.series == series && figure.gate) {
                ++figures;
                fitted += std::abs(predictedMemory(figure, all) / figure.bytes - 1);
                left_out += std::abs(predictedMemory(figure, set) / figure.bytes - 1);
            }
        fmt::print("{:20} {:5} {:7.1f} | left out {:7.1f}\n", series, figures, 100 * fitted / figures,
            100 * left_out / figures);
    }
    printBounds(priors, evidence, all);
    writeMemory(all, without, folder);
}

} // namespace kneepoint::fit
