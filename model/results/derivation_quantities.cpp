// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/derivation_quantities.h"

#include "model/catalogue/catalogue.h"
#include "model/cost/operations.h"
#include "model/job/pipeline.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

/// Quantities without a record.
struct Extra {
    std::string_view id;
    std::string_view label;
    std::string_view symbol;
    Unit unit;
    double (*value)(const Analysis&);
};

double rateOf(const StepReport& r, Part part, double amount)
{
    const double seconds = r.part(part).total_s();
    return seconds > 0 ? amount / seconds : 0;
}

constexpr std::array extras{
    Extra{"single_step_s", "step time on one replica, at the baseline's rate per GPU", "T(1)", Unit::seconds,
        [](const Analysis& a) { return a.baseline.single.step_s; }},
    Extra{"gpus_per_replica", "GPUs of a replica", "", Unit::none,
        [](const Analysis& a) { return a.step.gpus / a.step.workers; }},
    Extra{"hardware_flops", "FLOPs per replica and step, including recomputation", "F_hw", Unit::flops,
        [](const Analysis& a) { return a.step.hardware_flops; }},
    Extra{"hidden_comm_s", "communication hidden behind compute", "", Unit::seconds,
        [](const Analysis& a) { return a.step.comm_s - a.step.exposedCommunication(); }},
    Extra{"chunks", "chunks per stage", "v", Unit::none,
        [](const Analysis& a) { return chunksPerStage(a.scenario.plan); }},
    Extra{"hand_over_s", "time from one stage to the next and back", "", Unit::seconds,
        [](const Analysis& a) {
            return a.step.part(Part::bubble).exposed_s / std::max(1.0, a.scenario.plan.pipeline_parallel - 1);
        }},
    Extra{"pipeline_busy_s", "time of all micro-batches on a stage", "", Unit::seconds,
        [](const Analysis& a) {
            return a.step.compute_s + a.step.part(Part::tensor_comm).exposed_s
                + a.step.part(Part::expert_comm).exposed_s;
        }},
    Extra{"rate:compute", "achieved GEMM throughput", "", Unit::flops_per_second,
        [](const Analysis& a) {
            return rateOf(a.step, Part::compute, a.step.hardware_flops * a.step.workers / a.step.gpus);
        }},
    Extra{"rate:data_comm", "achieved bandwidth, including latency", "", Unit::bytes_per_second,
        [](const Analysis& a) { return rateOf(a.step, Part::data_comm, a.step.network_bytes); }},
    Extra{"sent:tensor_comm", "bytes sent by tensor parallelism", "", Unit::bytes,
        [](const Analysis& a) { return a.step.traffic.of(RankGroup::tensor); }},
    Extra{"rate:tensor_comm", "achieved bandwidth, including latency", "", Unit::bytes_per_second,
        [](const Analysis& a) { return rateOf(a.step, Part::tensor_comm, a.step.traffic.of(RankGroup::tensor)); }},
    Extra{"sent:context_comm", "bytes sent by context parallelism", "", Unit::bytes,
        [](const Analysis& a) { return a.step.traffic.of(RankGroup::context); }},
    Extra{"rate:context_comm", "achieved bandwidth, including latency", "", Unit::bytes_per_second,
        [](const Analysis& a) { return rateOf(a.step, Part::context_comm, a.step.traffic.of(RankGroup::context)); }},
    Extra{"sent:expert_comm", "bytes sent by the expert all-to-all", "", Unit::bytes,
        [](const Analysis& a) { return a.step.traffic.of(RankGroup::expert); }},
    Extra{"rate:expert_comm", "achieved bandwidth, including latency", "", Unit::bytes_per_second,
        [](const Analysis& a) { return rateOf(a.step, Part::expert_comm, a.step.traffic.of(RankGroup::expert)); }},
    Extra{"sent:pipeline_comm", "bytes sent between stages", "", Unit::bytes,
        [](const Analysis& a) { return a.step.traffic.of(RankGroup::pipeline); }},
    Extra{"rate:pipeline_comm", "achieved bandwidth, including latency", "", Unit::bytes_per_second,
        [](const Analysis& a) { return rateOf(a.step, Part::pipeline_comm, a.step.traffic.of(RankGroup::pipeline)); }},
};

std::optional<DerivationQuantity> partQuantity(std::string_view id, const StepReport& r)
{
    for (std::size_t i = 0; i < part_count; ++i) {
        const Part part = static_cast<Part>(i);
        const PartTime& t = r.parts[i];
        const std::string label(partLabel(part));
        if (!id.ends_with(partId(part)))
            continue;
        const std::string_view kind = id.substr(0, id.size() - partId(part).size());
        if (kind == "part:")
            return DerivationQuantity{t.total_s(), Unit::seconds, label, label};
        if (kind == "exposed:")
            return DerivationQuantity{t.exposed_s, Unit::seconds, "exposed " + label, "exposed " + label};
        if (kind == "hidden:")
            return DerivationQuantity{t.hidden_s, Unit::seconds, "hidden " + label, "hidden " + label};
    }
    return {};
}

std::string symbolOr(std::string_view symbol, std::string_view label)
{
    return std::string(symbol.empty() ? label : symbol);
}

} // namespace

std::optional<DerivationQuantity> derivationQuantity(std::string_view id, const Analysis& a)
{
    const auto extra = std::ranges::find(extras, id, &Extra::id);
    if (extra != extras.end())
        return DerivationQuantity{
            extra->value(a), extra->unit, std::string(extra->label), symbolOr(extra->symbol, extra->label)};
    if (const Metric* m = findMetric(id)) {
        const std::optional<double> value = m->value(a);
        return value
            ? std::optional(DerivationQuantity{*value, m->unit, std::string(m->label), symbolOr(m->symbol, m->label)})
            : std::nullopt;
    }
    if (const Parameter* p = findParameter(id))
        return DerivationQuantity{p->get(a.scenario), p->unit, std::string(p->label), symbolOr(p->symbol, p->label)};
    return partQuantity(id, a.step);
}

} // namespace kneepoint
