// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/results/derivation.h"

#include "model/analysis/analysis.h"
#include "model/catalogue/catalogue.h"
#include "model/cost/operations.h"
#include "model/job/pipeline.h"
#include "model/results/metric.h"
#include "model/scenario/scenario.h"
#include "model/units/expression.h"
#include "model/units/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

namespace kneepoint {
namespace {

/// The quantities a formula can use: figures of the results catalogue, parameters, parts of the step ("part:ID",
/// "exposed:ID", "hidden:ID") and a few without a record ("single_step_s").
struct DerivationQuantity {
    double value = 0;
    Unit unit = Unit::none;
    std::string label;
    std::string symbol; ///< the label if it has none
};

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

/// A formula of a figure; several formulas of one figure are in the order in which they are tried.
struct Candidate {
    std::string_view id;
    std::string_view expression;
    std::string_view source = {};
};

constexpr std::string_view bound_article = "When distributed training stops scaling";
constexpr std::string_view ring_paper = "Patarasuk and Yuan 2009, bandwidth-optimal all-reduce";

constexpr std::array candidates{
    Candidate{"workers", "{cluster.gpus}/({plan.tensor_parallel}·{plan.pipeline_parallel}·{plan.context_parallel})"},
    Candidate{"workers", "{cluster.gpus}/({plan.tensor_parallel}·{plan.pipeline_parallel})"},
    Candidate{"speedup", "{single_step_s}/{step_s}"},
    Candidate{"speedup", "{workers}·{single_step_s}/{step_s}"},
    Candidate{"efficiency", "{speedup}/{workers}"},
    Candidate{"gamma", "{comm_s}/{compute_s}", bound_article},
    Candidate{"exposed_comm_s", "{comm_s} − {assumptions.overlap}·min({compute_s}, {comm_s})", bound_article},
    Candidate{"exposed_comm_s", "{comm_s} − {hidden_comm_s}"},
    Candidate{"exposed_load_s", "{load_s} − {hidden:input}"},
    Candidate{"examples_per_s", "{global_batch}/{step_s}"},
    Candidate{"tokens_per_s", "{global_batch}·{workload.sequence_length}/{step_s}"},
    Candidate{"tokens_per_s", "{global_batch}·{workload.length_mean}/{step_s}"},
    Candidate{"global_batch", "{workers}·{plan.accumulation}·{workload.batch_per_gpu}"},
    Candidate{"gpu_utilisation", "{compute_s}/{step_s}"},
    Candidate{"mfu", "{step_flops}·{workers}/({gpus}·{peak_flops}·{step_s})", "Chowdhery et al. 2022, appendix B"},
    Candidate{"hfu", "{hardware_flops}·{workers}/({gpus}·{peak_flops}·{step_s})", "Korthikanti et al. 2022"},
    Candidate{"achieved_flops", "{step_flops}·{workers}/({gpus}·{step_s})"},
    Candidate{"memory_ridge", "{sustained_flops}/{memory_bandwidth}"},
    Candidate{"network_ridge", "{sustained_flops}/{network_bandwidth}"},
    Candidate{"memory_ceiling", "{memory_bandwidth}·{arithmetic_intensity}"},
    Candidate{"network_ceiling", "{network_bandwidth}·{communication_intensity}"},
    Candidate{"attainable_flops", "min({sustained_flops}, {memory_ceiling}, {network_ceiling})"},
    Candidate{"attainable_flops", "min({sustained_flops}, {memory_ceiling})"},
    Candidate{"attainable_flops", "min({sustained_flops}, {network_ceiling})"},
    Candidate{"network_bytes", "2·({workers} − 1)/{workers}·{gradient_bytes}", ring_paper},
    Candidate{"network_bytes", "2·{gradient_bytes}"},
    Candidate{"training_steps",
        "{workload.training_tokens}/({global_batch}·{workload.sequence_length})/{statistical_efficiency}"},
    Candidate{"training_steps",
        "{workload.training_tokens}/({global_batch}·{workload.length_mean})/{statistical_efficiency}"},
    Candidate{"training_time_s", "{training_steps}·{step_s}/{goodput}"},
    Candidate{"gpu_hours", "{training_time_s}·{gpus}/3600"},
    Candidate{"cost", "{gpu_hours}·{cluster.price_per_gpu_hour}"},
    Candidate{"statistical_efficiency", "1/(1 + {global_batch}/{workload.critical_batch})",
        "McCandlish et al. 2018, An Empirical Model of Large-Batch Training"},
    Candidate{"part:compute", "{step_flops}/({gpus_per_replica}·{sustained_flops})"},
    Candidate{"part:compute", "{hardware_flops}/({gpus_per_replica}·{sustained_flops})"},
    Candidate{"part:compute", "{hardware_flops}/({gpus_per_replica}·{rate:compute})"},
    Candidate{"part:data_comm", "2·({workers} − 1)/{workers}·{gradient_bytes}/{network_bandwidth}", ring_paper},
    Candidate{"part:data_comm", "2·{gradient_bytes}/{network_bandwidth}", ring_paper},
    Candidate{"part:data_comm", "{gradient_bytes}/{network_bandwidth}"},
    Candidate{"part:data_comm", "{network_bytes}/{network_bandwidth} + {latency_s}"},
    Candidate{"part:data_comm", "{network_bytes}/{rate:data_comm}"},
    Candidate{"part:tensor_comm", "{sent:tensor_comm}/{rate:tensor_comm}"},
    Candidate{"part:context_comm", "{sent:context_comm}/{rate:context_comm}"},
    Candidate{"part:expert_comm", "{sent:expert_comm}/{rate:expert_comm}"},
    Candidate{"part:pipeline_comm", "{sent:pipeline_comm}/{rate:pipeline_comm}"},
    Candidate{"part:bubble", "({plan.pipeline_parallel} − 1)/({plan.accumulation}·{chunks})·{pipeline_busy_s}",
        "Narayanan et al. 2021, section 2.2"},
    Candidate{"part:bubble", "({plan.pipeline_parallel} − 1)·{hand_over_s}", "Narayanan et al. 2021, section 2.2"},
};

constexpr double same = 1e-6; ///< relative

/// "{exposed:compute} + {part:straggler}" for the parts that take any time; of what is not hidden, the part.
template <class Parts> std::string sumOf(const Parts& parts, std::string_view kind, const StepReport& r)
{
    std::string sum;
    for (const Part part : parts)
        if (kind == "exposed" ? r.part(part).exposed_s > 0 : r.part(part).total_s() > 0)
            sum += fmt::format(
                "{}{{{}:{}}}", sum.empty() ? "" : " + ", r.part(part).hidden_s > 0 ? kind : "part", partId(part));
    return sum;
}

bool reproduces(std::string_view expression, double value, const Analysis& a)
{
    const auto valueByName = [&a](std::string_view name) {
        const auto q = derivationQuantity(name, a);
        return q ? std::optional(q->value) : std::nullopt;
    };
    const auto found = expressionValue(expression, valueByName);
    return found && std::abs(*found - value) <= same * std::abs(value);
}

/// Whether a part has a formula besides the sum of what is exposed and what is hidden.
bool hasOwnFormula(std::string_view part, const Analysis& a)
{
    const std::string id = fmt::format("part:{}", part);
    const auto quantity = derivationQuantity(id, a);
    return quantity && std::ranges::any_of(candidates, [&](const Candidate& c) {
        return c.id == id && reproduces(c.expression, quantity->value, a);
    });
}

std::vector<Candidate> formulasOf(std::string_view id, const Analysis& a, std::string& sum)
{
    const StepReport& r = a.step;
    std::array<Part, part_count> all{};
    for (std::size_t i = 0; i < part_count; ++i)
        all[i] = static_cast<Part>(i);
    constexpr std::array computing{Part::compute, Part::memory, Part::launch};
    if (id == "step_s")
        sum = sumOf(all, "exposed", r);
    else if (id == "comm_s")
        sum = sumOf(communication_parts, "part", r);
    else if (id == "compute_s")
        sum = sumOf(computing, "part", r);
    else if (id.starts_with("part:"))
        sum = fmt::format("{{exposed:{0}}} + {{hidden:{0}}}", id.substr(5));
    else if (id.starts_with("exposed:") && hasOwnFormula(id.substr(8), a)) // else the part is derived from this
        sum = fmt::format("{{part:{0}}} − {{hidden:{0}}}", id.substr(8));
    std::vector<Candidate> found;
    std::ranges::copy_if(candidates, std::back_inserter(found), [id](const Candidate& c) { return c.id == id; });
    if (!sum.empty())
        found.push_back({id, sum, {}});
    return found;
}

/// The expression with every {id} replaced by `words` of its quantity.
template <class Words> std::string written(std::string_view expression, const Analysis& a, Words words)
{
    std::string text;
    for (std::size_t at = 0; at < expression.size();) {
        const std::size_t open = expression.find('{', at);
        text += expression.substr(at, open == std::string_view::npos ? open : open - at);
        if (open == std::string_view::npos)
            break;
        const std::size_t close = expression.find('}', open);
        const std::string_view id = expression.substr(open + 1, close - open - 1);
        text += words(id, *derivationQuantity(id, a));
        at = close + 1;
    }
    return text;
}

/// A value whose unit contains a fraction is bracketed: "(25 GB/s)".
std::string valueOf(const DerivationQuantity& q)
{
    const std::string text = formatQuantity(q.value, q.unit);
    return text.find('/') == std::string::npos ? text : "(" + text + ")";
}

} // namespace

std::string derivationId(Part part)
{
    return fmt::format("part:{}", partId(part));
}

std::optional<Derivation> derivationOf(std::string_view id, const Analysis& a)
{
    const auto result = derivationQuantity(id, a);
    if (!result)
        return {};
    std::string sum;
    for (const Candidate& c : formulasOf(id, a, sum)) {
        if (!reproduces(c.expression, result->value, a))
            continue;
        Derivation d{std::string(id), result->label, result->symbol, {}, {},
            formatQuantity(result->value, result->unit), {}, std::string(c.source), {}};
        d.formula = written(c.expression, a, [&](std::string_view term, const DerivationQuantity& q) {
            const bool known = std::ranges::find(d.terms, term, &DerivationTerm::id) != d.terms.end();
            if (!known)
                d.terms.push_back({std::string(term), q.symbol, q.label, formatQuantity(q.value, q.unit)});
            return q.symbol;
        });
        d.substituted =
            written(c.expression, a, [](std::string_view, const DerivationQuantity& q) { return valueOf(q); });
        if (const Metric* m = findMetric(id)) {
            d.help = m->help;
            if (d.source.empty())
                d.source = m->source;
        }
        return d;
    }
    return {};
}

} // namespace kneepoint
