// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/job/setup.h"

#include "model/constants/formats.h"
#include "model/job/textbook_laws.h"

namespace kneepoint {
namespace {

/// Bytes per weight of a transformer layer in ZeRO's all-gather: 1 for 8-bit weights with per-tensor scaling if the
/// software gathers them in 8 bits, else 2: finer scales are computed from 16-bit weights (Megatron-Core,
/// reuse_grad_buf_for_mxfp8_param_ag). Embedding and output layer are always gathered in 16 bits.
double bytesPerLayerWeight(const Workload& w, const Stack& software, Precision used)
{
    const bool narrow = software.narrow_gather && w.kind == ModelKind::transformer && w.precision == Precision::fp8
        && scalesTensors(w.narrow_scaling) && used == Precision::fp8;
    return narrow ? narrow_weight_bytes : weight_bytes;
}

Setup setupOf(const Workload& w, const Cluster& c, const Stack& software, const Assumptions& assume, bool kernels,
    const CollectiveLaw& fitted)
{
    const Precision used = nativePrecision(c, w.precision), format = usedFormat(c, w.precision, used);
    return {
        .kernels = kernels,
        .precision = used,
        .format = format,
        .element_bytes = bytesPerElement(w.precision),
        .gathered_bytes = bytesPerLayerWeight(w, software, used),
        .copy_bytes = isNarrow(used) ? formatCopyBytes(format, w.narrow_scaling, hasFormat(c, Precision::mxfp8)) : 0,
        .peak_flops = c.peak[static_cast<std::size_t>(used)],
        .memory_Bps = c.memory_bandwidth,
        .memory_bytes = c.memory_bytes,
        .host_Bps = c.host_bandwidth,
        .host_update_rate = c.host_update_rate,
        .loader_rate = c.loader_rate,
        .model = shapeOf(w),
        .fabric = fabricOf(c, software),
        .rates = kernels ? kernelRates(c, software, scalingOf(w.precision, w.narrow_scaling), used) : KernelRates{},
        .software = software,
        .assumptions = assume,
        .law = &collectiveLaw(assume.collective_model, fitted),
        .own_memory = {},
    };
}

} // namespace

Setup setupOf(const Scenario& s, const Calibration& calibration)
{
    const bool kernels = atKernelDepth(s);
    if (!isCalibrated(s))
        return setupOf(s.workload, s.cluster, s.stack, s.assumptions, kernels, calibration.law);
    const Scenario own = withOwnRuns(s);
    Setup setup = setupOf(own.workload, own.cluster, own.stack, own.assumptions, kernels, calibration.law);
    setup.own_memory = {true, s.own_runs.memory, s.own_runs.memory_runs};
    return setup;
}

} // namespace kneepoint
