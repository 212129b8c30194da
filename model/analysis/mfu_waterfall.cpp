// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/mfu_waterfall.h"

#include "model/analysis/throughput.h"
#include "model/uncertainty/team_effect.h"
#include "model/units/units.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace kneepoint {
namespace {

/// The losses of a step in order; together with peak_s they add up to the step.
std::vector<MfuBar> losses(const Analysis& a, double peak_s)
{
    const StepReport& step = a.step;
    const double repeated = step.hardware_flops > 0 ? std::max(0.0, 1 - step.step_flops / step.hardware_flops) : 0;
    const double compute_s = step.part(Part::compute).exposed_s;
    const double recompute_s = std::clamp(compute_s * repeated, 0.0, std::max(0.0, compute_s - peak_s));
    const double below_peak_s = compute_s - recompute_s - peak_s;
    const double sustained = step.roof.sustained_flops;
    const double roof_s = sustained > 0 ? peak_s * std::max(0.0, step.roof.peak_flops / sustained - 1) : 0;
    const double gemm_s = below_peak_s > 0 ? std::min(roof_s, below_peak_s) : below_peak_s;
    std::vector<MfuBar> bars{{"gemm-efficiency", "GEMMs below peak", Part::compute, gemm_s},
        {"other-compute", "attention, small GEMMs, stages", Part::compute, below_peak_s - gemm_s},
        {"recompute", "recomputation", Part::compute, recompute_s}};
    for (std::size_t i = 0; i < part_count; ++i)
        if (const Part part = static_cast<Part>(i); part != Part::compute)
            bars.push_back({partId(part), partLabel(part), part, step.parts[i].exposed_s});
    return bars;
}

/// The fractions between the bars, in order; the last one ends at `end`.
void stack(std::vector<MfuBar>& bars, double peak_s, double end)
{
    double elapsed_s = peak_s;
    double mfu = 1;
    for (MfuBar& bar : bars) {
        elapsed_s += bar.lost_s;
        bar.from = mfu;
        bar.to = mfu = peak_s / elapsed_s;
    }
    if (!bars.empty())
        bars.back().to = end;
}

std::string sentenceOf(const MfuWaterfall& w)
{
    if (w.bars.empty())
        return fmt::format("MFU {}: nothing is lost.", formatQuantity(w.achieved, Unit::ratio));
    const MfuBar& most = *std::ranges::max_element(w.bars, {}, [](const MfuBar& b) { return b.from - b.to; });
    std::string text = fmt::format("MFU {} of the dense peak: the largest loss is {}, {} points",
        formatQuantity(w.achieved, Unit::ratio), most.label, formatQuantity(100 * (most.from - most.to), Unit::none));
    if (w.effective < w.achieved)
        text += fmt::format("; with failures and checkpoints {}", formatQuantity(w.effective, Unit::ratio));
    if (w.tuning)
        text += fmt::format("; expect {} untuned", formatQuantity(w.tuning->to, Unit::ratio));
    return text + ".";
}

std::optional<MfuBar> tuningOf(const Analysis& a, double effective)
{
    const PredictionInterval& interval = a.prediction_interval;
    if (interval.rows <= 0 || interval.basis == Basis::calibrated)
        return std::nullopt;
    const double slower = std::exp(teamEffect(a.scenario.assumptions.setting).center);
    if (!(slower > 1))
        return std::nullopt;
    const double wall_s = a.step.step_s / a.training.goodput.share;
    return MfuBar{
        "tuning", "what tuning would gain", Part::delay, wall_s * (slower - 1), effective, effective / slower};
}

} // namespace

MfuWaterfall mfuWaterfall(const Analysis& a)
{
    constexpr double visible = 1e-4;
    constexpr double rounding = 1e-10;
    MfuWaterfall w;
    w.achieved = modelFlopsUtilization(a.scenario, a.step);
    w.effective = w.achieved * a.training.goodput.share;
    if (!(w.achieved > 0)) {
        w.sentence = "No MFU: the job does no model FLOPs on this GPU.";
        return w;
    }
    w.peak_s = w.achieved * a.step.step_s;
    w.bars = losses(a, w.peak_s);
    // Losses too small to see go to those of compute, which no other figure shows, so that the sum stays what it is.
    const double largest_s = std::ranges::max(w.bars, {}, &MfuBar::lost_s).lost_s;
    const double least_s = std::min(visible * a.step.step_s, largest_s);
    double unseen_s = 0;
    std::erase_if(w.bars, [&](const MfuBar& bar) {
        const bool hidden = std::abs(bar.lost_s) < least_s || bar.lost_s == 0;
        unseen_s += hidden ? bar.lost_s : 0;
        return hidden;
    });
    if (!w.bars.empty()) {
        const auto compute = std::ranges::find(w.bars, Part::compute, &MfuBar::part);
        if (compute != w.bars.end())
            compute->lost_s += unseen_s;
        else if (std::abs(unseen_s) > rounding * a.step.step_s)
            w.bars.insert(w.bars.begin(), {"gemm-efficiency", "GEMMs below peak", Part::compute, unseen_s});
    }
    stack(w.bars, w.peak_s, w.achieved);
    if (w.effective < w.achieved)
        w.bars.push_back({"goodput", "failures and checkpoints", Part::delay,
            a.step.step_s * (1 / a.training.goodput.share - 1), w.achieved, w.effective});
    w.tuning = tuningOf(a, w.effective);
    w.sentence = sentenceOf(w);
    return w;
}

} // namespace kneepoint
