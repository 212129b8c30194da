// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/linear_pieces.h"

#include <cmath>
#include <cstddef>

namespace kneepoint {
namespace {

constexpr double usual_deviation = 0.03; // of repeated runs of nccl-tests, relative
constexpr std::size_t least_points = 4;  // of one of several pieces
constexpr std::size_t most_fit_points = 48;

struct Fit {
    LinearPiece line;
    double cost = 0; ///< sum of Huber losses, in usual deviations
};

double relativeDeviation(const LinearPiece& line, const MeasuredPoint& p)
{
    return (line.intercept + line.slope * p.x) / p.y - 1;
}

/// Weighted least squares on relative deviations, with neither part of the line negative.
LinearPiece weightedLine(std::span<const MeasuredPoint> points, std::span<const double> weights)
{
    double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double weight = weights[i] / (points[i].y * points[i].y);
        w += weight;
        wx += weight * points[i].x;
        wy += weight * points[i].y;
        wxx += weight * points[i].x * points[i].x;
        wxy += weight * points[i].x * points[i].y;
    }
    const double determinant = w * wxx - wx * wx;
    double slope = determinant > 0 ? (w * wxy - wx * wy) / determinant : 0;
    double intercept = (wy - slope * wx) / w;
    if (slope < 0) {
        slope = 0;
        intercept = wy / w;
    } else if (intercept < 0) {
        intercept = 0;
        slope = wxy / wxx;
    }
    return {points.front().x, points.back().x, intercept, slope};
}

Fit robustFit(std::span<const MeasuredPoint> points)
{
    constexpr double huber = 1.5; // usual deviations beyond which the loss is linear
    constexpr int iterations = 12;
    std::vector<double> weights(points.size(), 1);
    Fit fit;
    for (int i = 0; i < iterations; ++i) {
        fit = {weightedLine(points, weights), 0};
        for (std::size_t k = 0; k < points.size(); ++k) {
            const double deviation = std::abs(relativeDeviation(fit.line, points[k])) / usual_deviation;
            weights[k] = deviation > huber ? huber / deviation : 1;
            fit.cost += deviation > huber ? 2 * huber * deviation - huber * huber : deviation * deviation;
        }
    }
    return fit;
}

/// At most most_fit_points of the points, evenly spread over their order.
std::vector<MeasuredPoint> thinned(std::span<const MeasuredPoint> points)
{
    if (points.size() <= most_fit_points)
        return {points.begin(), points.end()};
    std::vector<MeasuredPoint> some;
    for (std::size_t i = 0; i < most_fit_points; ++i)
        some.push_back(points[i * (points.size() - 1) / (most_fit_points - 1)]);
    return some;
}

} // namespace

std::vector<LinearPiece> fitPieces(std::span<const MeasuredPoint> all)
{
    const std::vector<MeasuredPoint> points = thinned(all);
    const std::size_t n = points.size();
    if (n < 2)
        return {};
    const auto between = [&](std::size_t first, std::size_t last) {
        return robustFit(std::span(points).subspan(first, last - first));
    };
    constexpr double parameters = 3; // of a further piece: its line and where it begins
    const double penalty = parameters * std::log(static_cast<double>(n));
    const Fit one = between(0, n);
    std::vector<LinearPiece> best{one.line};
    double least = one.cost;
    std::vector<Fit> heads, tails; // of the first i points, and from point i on
    for (std::size_t i = 0; i <= n; ++i) {
        heads.push_back(i >= least_points ? between(0, i) : Fit());
        tails.push_back(i + least_points <= n ? between(i, n) : Fit());
    }
    for (std::size_t i = least_points; i + least_points <= n; ++i) {
        if (const double cost = heads[i].cost + tails[i].cost + penalty; cost < least) {
            least = cost;
            best = {heads[i].line, tails[i].line};
        }
        for (std::size_t k = i + least_points; k + least_points <= n; ++k) {
            const Fit middle = between(i, k);
            if (const double cost = heads[i].cost + middle.cost + tails[k].cost + 2 * penalty; cost < least) {
                least = cost;
                best = {heads[i].line, middle.line, tails[k].line};
            }
        }
    }
    return best;
}

} // namespace kneepoint
