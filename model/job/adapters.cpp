// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/adapters.h"

#include "model/job/encoder.h"
#include "model/scenario/scenario.h"

#include <algorithm>

namespace kneepoint {

bool isAdapted(const Adapters& adapters, MatrixRole role)
{
    if (adapters.rank <= 0)
        return false;
    switch (adapters.targets) {
    case LoraTargets::query_value:
        return role == MatrixRole::query || role == MatrixRole::value;
    case LoraTargets::attention:
        return role != MatrixRole::feed_forward;
    case LoraTargets::feed_forward:
        return role == MatrixRole::feed_forward;
    case LoraTargets::all_linear:
        break;
    }
    return true;
}

double adapterRank(const Adapters& adapters, const LayerMatrix& matrix)
{
    return std::min(adapters.rank, matrix.elements() / (matrix.out + matrix.in));
}

AdapterCount adaptersOfLayer(const ModelShape& m, bool experts)
{
    AdapterCount count;
    const LayerMatrices matrices(m, experts);
    for (const LayerMatrix& matrix : matrices.all()) {
        if (!isAdapted(m.adapters, matrix.role))
            continue;
        const double parameters = matrix.copies * adapterRank(m.adapters, matrix) * (matrix.out + matrix.in);
        if (matrix.expert)
            count.experts += m.experts * parameters;
        else
            count.everywhere += parameters * (matrix.shared ? m.shared_experts : 1);
        count.modules += matrix.copies;
    }
    return count;
}

double adaptersOfStages(const ModelShape& m, double expert_ranks)
{
    if (!m.adapters.used)
        return 0;
    const AdapterCount dense = adaptersOfLayer(m, false);
    double sum = (m.dense_layers - m.encoder_layers) * dense.everywhere;
    if (m.encoder_layers > 0)
        sum += m.encoder_layers * adaptersOfLayer(encoderOf(m), false).everywhere;
    if (m.dense_layers < m.layers) {
        const AdapterCount mixed = adaptersOfLayer(m, true);
        sum += (m.layers - m.dense_layers) * (mixed.everywhere + mixed.experts / expert_ranks);
    }
    return sum;
}

double trainedOfStages(const ModelShape& m, double expert_ranks)
{
    return trainedOfStages(m, expert_ranks, parametersOfStages(m, expert_ranks));
}

double trainedParameters(const Workload& w)
{
    const bool whole = w.tuning == Tuning::full && w.prediction_depths <= 0;
    return whole ? w.parameters : trainedOfStages(shapeOf(w), 1);
}

} // namespace kneepoint
