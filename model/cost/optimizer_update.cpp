// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/cost/optimizer_update.h"

#include "model/cost/collectives.h"
#include "model/cost/kernels.h"
#include "model/job/encoder.h"
#include "model/job/job.h"
#include "model/job/layer_matrices.h"
#include "model/scenario/optimizers.h"

#include <algorithm>

namespace kneepoint {
namespace {

/// Matrices of layers on one stage, all of them together.
struct Matrices {
    double count = 0;
    double elements = 0;
    double seconds = 0; ///< to orthogonalize each once on one GPU
    void add(const Matrices& other, double times)
    {
        count += times * other.count;
        elements += times * other.elements;
        seconds += times * other.seconds;
    }
};

Matrices orthogonalized(const KernelRates& rates, const LayerMatrix& matrix)
{
    const auto product = [&](double m, double n, double k) {
        return gemmSeconds(rates.gemm_16bit, rates.padding, m, n, k);
    };
    const double n = std::min(matrix.out, matrix.in), m = std::max(matrix.out, matrix.in);
    return {1, matrix.elements(), newton_schulz_steps * (product(n, n, m) + product(n, n, n) + product(n, m, n))};
}

/// Those that all data-parallel ranks hold, and those of routed experts, which some of them hold.
struct StageMatrices {
    Matrices everywhere, experts;
};

StageMatrices stageMatrices(const Job& job)
{
    const auto& [setup, l] = job;
    const ModelShape& m = setup.model;
    StageMatrices sum;
    const auto add = [&, &l = l, &setup = setup](const ModelShape& of, bool experts, double layers) {
        if (layers <= 0)
            return;
        const LayerMatrices matrices(of, experts);
        for (const LayerMatrix& matrix : matrices.all()) {
            const double here = matrix.expert ? m.experts / l.layer.experts : matrix.shared ? m.shared_experts : 1;
            (matrix.expert ? sum.experts : sum.everywhere)
                .add(orthogonalized(setup.rates, matrix), layers / l.pipeline.stages * matrix.copies * here);
        }
    };
    const double encoder = m.encoder_layers - m.frozen.encoder;
    if (encoder > 0)
        add(encoderOf(m), false, encoder);
    add(m, false, m.dense_layers - m.frozen.dense - encoder);
    add(m, true, m.layers - m.dense_layers - m.frozen.expert());
    return sum;
}

/// Seconds with whole matrices shared out among so many ranks.
double sharedOut(const Matrices& matrices, double ranks)
{
    return matrices.seconds / std::clamp(ranks, 1.0, std::max(1.0, matrices.count));
}

/// Seconds to send shards to the owners of their matrices, and back.
double exchanged(const Job& job, const GroupShape& group, double elements)
{
    if (group.ranks <= 1)
        return 0;
    return 2 * allToAll(linksInStep(job.setup.fabric, group), activation_bytes * elements, *job.setup.law).seconds;
}

} // namespace

OptimizerUpdate optimizerUpdate(const Job& job)
{
    const auto& [setup, l] = job;
    const double sharing = l.exchange.zero_stage >= 1 ? l.exchange.shard.ranks : 1;
    OptimizerUpdate update;
    update.state_s = update_bytes * figuresOf(l.state.optimizer).update * l.trained / sharing / setup.rates.memory_Bps;
    if (l.state.optimizer != Optimizer::muon || setup.model.adapters.used)
        return update;
    const StageMatrices matrices = stageMatrices(job);
    const double t = l.layer.tensor;
    const double sharing_experts = l.exchange.zero_stage >= 1 ? l.state.expert_ranks : 1;
    update.whole_s = sharedOut(matrices.everywhere, t * sharing) + sharedOut(matrices.experts, t * sharing_experts);
    const double on_gpu = (matrices.everywhere.elements / sharing + matrices.experts.elements / sharing_experts) / t;
    update.gather_s = exchanged(job, l.groups.tensor, on_gpu);
    if (l.exchange.zero_stage >= 3)
        update.gather_s += exchanged(job, l.exchange.shard, on_gpu);
    return update;
}

} // namespace kneepoint
