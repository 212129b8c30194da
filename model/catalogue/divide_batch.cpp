// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/divide_batch.h"

#include "model/scenario/scenario.h"

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

/// As few micro-batches of at most `most` examples as divide a replica's share evenly. A share below one example, or
/// without such a divisor in reach, leaves a fraction.
double fewestMicroBatches(double share, double most)
{
    constexpr int tries = 4096;
    const double fewest = std::max(1.0, std::ceil(share / most));
    double count = fewest;
    for (int i = 0; i < tries && count < share && std::fmod(share, count) != 0; ++i)
        ++count;
    return std::fmod(share, count) == 0 ? count : fewest;
}

/// Makes micro-batches whole, and moves a global batch that whole replicas do not divide to the nearest that they do.
void moveGlobalBatch(Scenario& s, double most)
{
    const double k = s.cluster.gpus / gpusPerReplica(s);
    const double size = std::clamp(std::floor(s.workload.global_batch / k), 1.0, std::max(1.0, most));
    const double stated = s.workload.global_batch;
    const double batch = std::fmod(stated, k) == 0 ? stated : multiplesAround(stated, k * size).front();
    s.workload.global_batch = batch;
    s.workload.batch_per_gpu = divisorUpTo(batch / k, most);
    s.plan.accumulation = batch / (s.workload.batch_per_gpu * k);
}

/// A given global batch over the replicas.
void divideGlobalBatch(Scenario& s, const StatedBatch& stated)
{
    Workload& w = s.workload;
    const double share = *stated.global / workers(s);
    w.global_batch = *stated.global;
    s.plan.accumulation = stated.micro ? fewestMicroBatches(share, *stated.micro)
                                       : std::max(1.0, std::min(stated.accumulation.value_or(1), share));
    w.batch_per_gpu = share / s.plan.accumulation;
    const double most = stated.micro.value_or(std::max(1.0, std::floor(w.batch_per_gpu)));
    if (needsWholeBatch(s) && !isWholeBatch(s) && isWholeNumber(s.cluster.gpus / gpusPerReplica(s))
        && isWholeNumber(most) && isWholeNumber(*stated.global) && isWholeNumber(stated.accumulation.value_or(1)))
        moveGlobalBatch(s, most);
}

} // namespace

void divideBatch(Scenario& s, const StatedBatch& stated)
{
    if (!stated.global && !stated.micro && s.workload.scaling == Scaling::strong)
        return divideGlobalBatch(
            s, {.micro = {}, .accumulation = stated.accumulation, .global = Workload{}.global_batch});
    if (stated.global) {
        const bool all = stated.micro && stated.accumulation;
        const double together = all ? *stated.micro * *stated.accumulation * workers(s) : 0;
        constexpr double rounding = 1e-9;
        if (!all || std::abs(together - *stated.global) > rounding * *stated.global)
            return divideGlobalBatch(s, stated);
    }
    s.workload.batch_per_gpu = stated.micro.value_or(Workload{}.batch_per_gpu);
    s.plan.accumulation = stated.accumulation.value_or(1);
    if (stated.global)
        s.workload.global_batch = *stated.global;
    else
        sumGlobalBatch(s);
}

bool isWholeBatch(const Scenario& s)
{
    const double k = s.cluster.gpus / gpusPerReplica(s);
    const double b = s.workload.batch_per_gpu;
    const double m = s.plan.accumulation;
    return isWholeNumber(k) && isWholeNumber(b) && isWholeNumber(m) && s.workload.global_batch == b * m * k;
}

bool needsWholeBatch(const Scenario& s)
{
    return s.workload.kind == ModelKind::transformer && s.assumptions.compute_model == ComputeModel::kernels
        && !s.automatic.on;
}

bool isWholeNumber(double value)
{
    return value >= 1 && value == std::floor(value);
}

std::vector<double> multiplesAround(double value, double unit)
{
    const double below = unit * std::floor(value / unit);
    const double above = below + unit;
    if (below < unit)
        return {above};
    return value - below <= above - value ? std::vector{below, above} : std::vector{above, below};
}

double divisorUpTo(double whole, double most)
{
    double divisor = std::min(whole, std::floor(most));
    while (divisor > 1 && std::fmod(whole, divisor) != 0)
        --divisor;
    return std::max(1.0, divisor);
}

} // namespace kneepoint
