// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/memory_validation.h"

#include "model/catalogue/apply_presets.h"
#include "model/constants/left_out_constants.h"
#include "model/cost/memory.h"
#include "model/job/job.h"

namespace kneepoint {

double predictedMemory(const MeasuredMemory& figure)
{
    const Scenario& s = figure.scenario;
    const Job job = resolveWithoutLaw(s);
    const MemoryUse first = memoryOfStage(job, 0);
    const double states = first.weights + first.gradients + first.optimizer;
    switch (figure.kind) {
    case MemoryFigureKind::device:
        return memoryUse(job).total();
    case MemoryFigureKind::allocator:
        return memoryUse(job).total() - s.stack.reserved_bytes;
    case MemoryFigureKind::allocated: {
        const MemoryUse fullest = memoryUse(job);
        return fullest.total() - fullest.reserve;
    }
    case MemoryFigureKind::states:
        return states;
    case MemoryFigureKind::activations:
        return keptActivations(job, 0);
    case MemoryFigureKind::model:
        return states + keptActivations(job, 0);
    }
    return 0;
}

double predictedMemory(const MeasuredMemory& figure, const ConstantSet& constants)
{
    MeasuredMemory other = figure;
    applySettings(other.scenario, constants.stack(figure.stack));
    return predictedMemory(other);
}

std::vector<MemoryError> memoryErrors(
    std::span<const MeasuredMemory> figures, std::string_view series, bool leave_one_out)
{
    std::vector<MemoryError> errors;
    for (const MeasuredMemory& figure : figures) {
        if (!series.empty() && figure.series != series)
            continue;
        const ConstantSet* other = leave_one_out ? constantsWithout(figure.series) : nullptr;
        errors.push_back({figure.id, figure.series, figure.kind, figure.bytes,
            other ? predictedMemory(figure, *other) : predictedMemory(figure), figure.scenario.cluster.memory_bytes,
            figure.gate});
    }
    return errors;
}

} // namespace kneepoint
