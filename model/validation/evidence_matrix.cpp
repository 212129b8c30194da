// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/validation/evidence_matrix.h"

#include "model/presets/presets.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace kneepoint {
namespace {

using Work = RunKind::Work;

struct CellRows {
    std::vector<RowError> rows;
    std::set<std::string> sources;
};
/// By kind of job, id of the stack and architecture.
using CellKey = std::tuple<Work, std::string, std::string>;

std::string architectureOf(const std::string& gpu)
{
    const auto found = std::ranges::find(gpuPresets(), gpu, &GpuPreset::id);
    return found == gpuPresets().end() ? std::string() : found->architecture;
}

std::vector<std::string> architectures()
{
    std::vector<std::string> all;
    for (const GpuPreset& gpu : gpuPresets())
        if (!gpu.architecture.empty() && std::ranges::find(all, gpu.architecture) == all.end())
            all.push_back(gpu.architecture);
    return all;
}

} // namespace

EvidenceMatrices evidenceMatrices(std::span<const MeasuredRun> runs, const Calibration& calibration)
{
    std::map<CellKey, CellRows> measured;
    std::set<std::string> known;
    std::vector<RowError> transferred, assumed;
    for (const MeasuredRun& run : runs) {
        if (!run.gate || run.scaling)
            continue;
        const RowError row =
            rowError(run, predictedReport(run, LeaveOut::source, calibration), LeaveOut::source, calibration);
        if (row.basis == Basis::similar)
            transferred.push_back(row);
        if (row.basis == Basis::none)
            assumed.push_back(row);
        const std::string architecture = architectureOf(run.gpu);
        known.insert(architecture);
        CellRows& cell = measured[{row.work.value_or(Work::dense), run.stack, architecture}];
        cell.rows.push_back(row);
        cell.sources.insert(run.group);
    }
    EvidenceMatrices all;
    for (const Work work : {Work::dense, Work::long_context, Work::mixture}) {
        EvidenceMatrix matrix{work, architectures(), {}, {}};
        for (const StackPreset& stack : stackPresets()) {
            if (stack.generic)
                continue;
            matrix.software.push_back(stack.name);
            std::vector<MatrixCell>& line = matrix.cells.emplace_back();
            for (const std::string& architecture : matrix.architectures) {
                const auto found = measured.find({work, stack.id, architecture});
                if (found == measured.end())
                    line.push_back(
                        {known.contains(architecture) ? Knowledge::transferred : Knowledge::assumed, 0, 0, 0});
                else
                    line.push_back({Knowledge::measured, found->second.rows.size(), found->second.sources.size(),
                        summarize("", found->second.rows).mape});
            }
        }
        all.kinds.push_back(std::move(matrix));
    }
    all.transferred = summarize("transferred", transferred);
    all.assumed = summarize("assumed", assumed);
    return all;
}

} // namespace kneepoint
