// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/derive.h"

#include "model/catalogue/divide_batch.h"
#include "model/catalogue/prices.h"
#include "model/catalogue/stages.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace kneepoint {
namespace {

bool isIn(const Edit& edit, const Parameter& p)
{
    return std::ranges::find(edit, &p, &Setting::parameter) != edit.end();
}

/// Settings that are made together, being stated in a scenario: `next`, a copy of the one before.
class Layer {
public:
    Layer(const Scenario& before, const Edit& edit, Scenario& next)
        : m_before(before)
        , m_next(next)
        , m_edit(edit)
    {
    }

    /// States the settings, without deriving what follows from them.
    void state()
    {
        for (const Setting& setting : m_edit)
            state(*setting.parameter, setting.value);
        if (m_follows & Follows::batch) {
            keepWhatScalingKeeps();
            dropFromBatch();
            moveGlobalBatch();
        }
        if (m_follows & Follows::schedule)
            dropFromSchedule();
        if (m_follows & Follows::model)
            dropFromModel();
        if (m_before.cluster.machine > 0)
            leaveMachine();
        if (m_before.automatic.on && !m_next.automatic.on)
            endPlanning();
    }

    /// With automatic planning the settings also pin what they set, unlike the layout in a file.
    void stateAndDerive(const Calibration& calibration)
    {
        state();
        if (m_next.automatic.on)
            for (const Setting& setting : m_edit)
                if (const Parameter* pin = pinOf(*setting.parameter))
                    state(*pin, 1);
        m_next.stated.by_hand = m_next.automatic.on && (m_before.stated.by_hand || !m_before.automatic.on);
        deriveAgain(m_next, m_follows, calibration);
        if ((m_follows & Follows::batch) && !checkBatch(m_next)) {
            for (const Parameter* p : {&known().micro, &known().accumulation, &known().global})
                if (has(*p))
                    state(*p, p->get(m_next)); // what was moved into its range
            deriveAgain(m_next, Follows::batch, calibration);
        }
    }

private:
    [[nodiscard]] bool isNew(const Parameter& p) const { return isIn(m_edit, p); }
    [[nodiscard]] bool has(const Parameter& p) const { return isStated(p, m_next); }
    [[nodiscard]] bool isStrong() const { return m_next.workload.scaling == Scaling::strong; }

    void state(const Parameter& p, double value)
    {
        p.assign(m_next, value);
        m_next.stated.parameters.set(p.place);
        if (p.held >= 0)
            m_next.stated.held[static_cast<std::size_t>(p.held)] = value;
        m_follows = m_follows | p.follows;
    }

    void withdraw(const Parameter& p)
    {
        m_next.stated.parameters.reset(p.place);
        if (p.held >= 0)
            m_next.stated.held[static_cast<std::size_t>(p.held)] = 0;
        m_follows = m_follows | p.follows;
    }

    void keepWhatScalingKeeps()
    {
        if (gpusPerReplica(m_next) == gpusPerReplica(m_before) && m_next.cluster.gpus == m_before.cluster.gpus)
            return;
        const auto had = [&](const Parameter& p) { return isStated(p, m_before); };
        if (isStrong()) {
            const bool any = had(known().micro) || had(known().accumulation) || had(known().global);
            if (any && !has(known().global) && !(isNew(known().micro) && isNew(known().accumulation)))
                state(known().global, jobBatch(m_before));
        } else if (had(known().global) && !isNew(known().global) && !m_next.automatic.on) {
            withdraw(known().global);
            for (const Parameter* p : {&known().micro, &known().accumulation})
                if (!isNew(*p))
                    state(*p, p->get(m_before));
        }
    }

    void dropFromBatch()
    {
        if (!has(known().micro) || !has(known().accumulation) || !has(known().global))
            return;
        constexpr double rounding = 1e-9;
        const double batch = statedValue(known().global, m_next);
        const double each = statedValue(known().micro, m_next) * statedValue(known().accumulation, m_next);
        if (std::abs(each * workers(m_next) - batch) <= rounding * batch)
            return;
        const bool b = isNew(known().micro), m = isNew(known().accumulation), all = isNew(known().global);
        if (b && m && all) {
            const double wanted = batch / each * gpusPerReplica(m_next);
            if (!isNew(known().gpus) && checkValue(known().gpus, wanted))
                state(known().gpus, wanted);
            else
                withdraw(known().accumulation);
        } else if (b && m) {
            withdraw(known().global);
        } else if (b || m) {
            withdraw(all || isStrong() ? (b ? known().accumulation : known().micro) : known().global);
        } else {
            const bool fewer = all || !isStrong() || m_next.plan.pipeline_parallel > 1;
            withdraw(fewer ? known().accumulation : known().micro);
        }
    }

    /// A micro-batch or accumulation that the stated global batch does not contain a whole number of times moves it. A
    /// micro-batch replaces a global batch that nothing divides into micro-batches, as in textbook jobs.
    void moveGlobalBatch()
    {
        const bool b = isNew(known().micro);
        if (!has(known().global) || isNew(known().global) || m_next.automatic.on || b == isNew(known().accumulation))
            return;
        if (b && !isStated(known().micro, m_before) && !isStated(known().accumulation, m_before))
            return withdraw(known().global);
        const double batch = statedValue(known().global, m_next);
        const double unit = statedValue(b ? known().micro : known().accumulation, m_next) * workers(m_next);
        const bool whole = needsWholeBatch(m_next) && unit == std::floor(unit) && batch == std::floor(batch);
        if (whole ? std::fmod(batch, unit) != 0 : b && unit > batch)
            state(known().global, whole ? multiplesAround(batch, unit).front() : unit);
    }

    void dropFromSchedule()
    {
        if (!has(known().schedule) || !has(known().chunks) || isNew(known().schedule) == isNew(known().chunks))
            return;
        const auto kind = static_cast<PipelineSchedule>(std::lround(statedValue(known().schedule, m_next)));
        if (loops(kind) != (statedValue(known().chunks, m_next) > 1))
            withdraw(isNew(known().schedule) ? known().chunks : known().schedule);
    }

    void dropFromModel()
    {
        if (!isNew(known().size))
            return;
        if (!isNew(known().model) && m_before.workload.model > 0) {
            if (!isNew(known().family))
                state(known().family, m_before.workload.model);
            state(known().model, 0);
        }
        for (const Parameter& p : catalogue())
            if (p.isOfModel() && &p != &known().gated && &p != &known().vocabulary && !isNew(p))
                withdraw(p);
    }

    /// What is chosen in place of a part of a machine ends it; its other parts are stated instead, as far as they are
    /// not the usual ones.
    void leaveMachine()
    {
        const Cluster& before = m_before.cluster;
        if (isNew(known().machine)) {
            for (const Parameter* p : {&known().gpu, &known().interconnect})
                if (m_next.cluster.machine == 0 && !has(*p))
                    p->assign(m_next, p->defaultValue());
            return;
        }
        const auto replaces = [&](const Parameter& p) { return isNew(p) && statedValue(p, m_next) != p.get(m_before); };
        if (!replaces(known().gpu) && !replaces(known().interconnect))
            return;
        withdraw(known().machine);
        known().machine.assign(m_next, 0);
        if (!replaces(known().gpu)) {
            state(known().gpu, before.gpu);
            const bool has_nodes =
                before.gpu > 0 && (m_next.automatic.on || m_next.assumptions.compute_model == ComputeModel::kernels);
            const double usual = has_nodes ? usedNode(before.gpu, before.gpus) : Cluster().gpus_per_node;
            keep(parameter("cluster.gpus_per_node"), before.gpus_per_node, usual);
        }
        if (!replaces(known().interconnect)) {
            state(known().interconnect, before.interconnect);
            const Parameter& rate = parameter("cluster.link_rate");
            const InterconnectPreset* network = presetAt(interconnectPresets(), before.interconnect);
            keep(rate, before.lineRatePerGpu(), network ? network->line_rate : rate.defaultValue());
            for (const char* id : {"cluster.oversubscription", "cluster.pod_gpus"})
                keep(parameter(id), parameter(id).get(m_before), parameter(id).defaultValue());
        }
    }

    /// States the value that a machine gave, unless the usual one is the same.
    void keep(const Parameter& p, double value, double usual)
    {
        constexpr double rounding = 1e-9;
        if (!has(p) && std::abs(value - usual) > rounding * usual)
            state(p, value);
    }

    /// The layout that was stated before planning began comes back; without one, the planned layout is taken over.
    void endPlanning()
    {
        const auto isByHand = [&](const Parameter* p) { return has(*p) && pinOf(*p)->get(m_next) == 0; };
        const bool had_one = m_before.stated.by_hand || std::ranges::any_of(plannedParameters(), isByHand);
        for (const Parameter* p : plannedParameters())
            if (had_one)
                p->assign(m_next, has(*p) ? statedValue(*p, m_next) : p->defaultValue());
            else if (!has(*p) && !(p == &known().accumulation && has(known().global)))
                state(*p, p->get(m_next));
        m_follows = m_follows | Follows::schedule | Follows::experts | Follows::batch;
    }

    const Scenario& m_before;
    Scenario& m_next;
    const Edit& m_edit;
    Follows m_follows = Follows::nothing;
};

bool isPlanned(const Parameter& p, const Scenario& s)
{
    const Parameter* pin = s.automatic.on ? pinOf(p) : nullptr;
    return pin && pin->get(s) == 0;
}

} // namespace

Scenario applied(const Scenario& s, const Edit& edit, const Calibration& calibration)
{
    Scenario next = s;
    Layer(s, edit, next).stateAndDerive(calibration);
    return next;
}

Scenario derived(const Edit& stated, const Calibration& calibration)
{
    const Scenario nothing;
    Scenario s;
    Layer(nothing, stated, s).state();
    deriveAgain(s, Follows::everything, calibration);
    derivePrice(s, shippedPrices());
    return s;
}

Edit statedIn(const Scenario& s)
{
    Edit edit;
    for (const Parameter& p : catalogue())
        if (isStated(p, s)) {
            const bool shown = s.cluster.machine == 0 && (&p == &known().gpu || &p == &known().interconnect);
            edit.push_back({&p, shown ? p.get(s) : statedValue(p, s)});
        }
    return edit;
}

Edit statementsFor(const Scenario& s, const Calibration& calibration)
{
    Edit edit = statedIn(s);
    // A size beside a chosen model, experts beside a dense one and a GPU beside a machine wait for another choice,
    // which nobody who reads the file would expect.
    std::erase_if(edit, [&](const Setting& x) {
        return (x.parameter == &known().size && known().size.get(s) != x.value)
            || (x.parameter == &known().expert && s.workload.experts <= 1)
            || ((x.parameter == &known().gpu || x.parameter == &known().interconnect) && s.cluster.machine > 0);
    });
    // Choices first, because they explain other values.
    for (const bool choices : {true, false, false}) {
        const Scenario reached = derived(edit, calibration);
        for (const Parameter& p : catalogue())
            if ((!choices || p.choices) && !isPlanned(p, s) && p.get(reached) != p.get(s) && !isIn(edit, p))
                edit.push_back({&p, p.get(s)});
    }
    std::ranges::sort(edit, {}, &Setting::parameter);
    return edit;
}

Scenario withdrawn(const Scenario& s, const Parameter& p, const Calibration& calibration)
{
    Edit stated = statedIn(s);
    std::erase_if(stated, [&](const Setting& x) { return x.parameter == &p; });
    Scenario next = derived(stated, calibration);
    next.own_runs.name = s.own_runs.name;
    next.own_runs.open = s.own_runs.open;
    next.own_runs.job = s.own_runs.job;
    return next;
}

Result<void> checkBatch(const Scenario& s)
{
    if (s.automatic.on)
        return {};
    const bool stated = isStated(known().global, s);
    const double each = statedValue(known().micro, s) * statedValue(known().accumulation, s);
    const double share = stated && !needsWholeBatch(s)
        ? statedValue(known().global, s) / (s.plan.accumulation * workers(s))
        : known().micro.get(s);
    const double batch = stated ? known().global.get(s) : each * workers(s);
    constexpr double rounding = 1e-12; // of a product or quotient at an end of its range
    for (const auto& [p, value] : {std::pair(&known().micro, share), {&known().global, batch}}) {
        const double near = std::clamp(value, p->range.min, p->range.max);
        const bool is_near = std::abs(value - near) <= rounding * near;
        if (is_near && !p->isWhole())
            continue;
        if (const auto checked = checkValue(*p, is_near ? near : value); !checked)
            return failure(fmt::format("{}: {}", p->id, checked.error().message));
    }
    return {};
}

Scenario withStatedBatch(const Scenario& s)
{
    Scenario job = s;
    if (isStated(known().global, s) && !s.automatic.on) {
        job.workload.global_batch = statedValue(known().global, s);
        job.workload.batch_per_gpu = statedValue(known().micro, s);
        job.plan.accumulation = std::max(1.0, job.workload.global_batch / (job.workload.batch_per_gpu * workers(job)));
        keepBatchInRange(job);
    }
    return job;
}

Scenario inLayout(const Scenario& job, const Edit& layout)
{
    Scenario s = job;
    for (const Setting& setting : layout)
        setting.parameter->assign(s, setting.value);
    sumGlobalBatch(s);
    keepBatchInRange(s);
    return s;
}

Scenario calibratedWith(const OwnRuns& own, const Scenario& s, const Calibration& calibration)
{
    Scenario next = s;
    next.own_runs = own;
    Edit edit;
    for (const Parameter& p : catalogue())
        if (p.id.starts_with("stack.own_")) {
            if (own.runs > 0)
                edit.push_back({&p, p.get(next)});
            else
                next.stated.parameters.reset(p.place);
        }
    return applied(next, edit, calibration);
}

std::string_view originId(Origin origin)
{
    static constexpr std::array<std::string_view, 4> ids{"chosen", "typed", "derived", "moved"};
    return ids[static_cast<std::size_t>(origin)];
}

Origin originOf(const Parameter& p, const Scenario& s)
{
    if (!isStated(p, s) || isPlanned(p, s))
        return Origin::derived;
    if (p.get(s) != statedValue(p, s))
        return Origin::moved;
    return isPresetChoice(p) || p.id == "plan.auto" ? Origin::chosen : Origin::typed;
}

bool isStated(const Parameter& p, const Scenario& s)
{
    return s.stated.parameters[p.place];
}

double statedValue(const Parameter& p, const Scenario& s)
{
    return p.held >= 0 && isStated(p, s) ? s.stated.held[static_cast<std::size_t>(p.held)] : p.get(s);
}

std::string contradictionIn(const Edit& edit, const Scenario& next)
{
    const auto asked = [&](const Parameter& p) -> std::optional<double> {
        const auto last = std::find_if(edit.rbegin(), edit.rend(), [&](const Setting& x) { return x.parameter == &p; });
        return last == edit.rend() ? std::nullopt : std::optional(last->value);
    };
    const auto words = [](const Parameter& p, double value) { return formatExact(value, p.unit); };
    if (const auto wanted = asked(known().size); wanted && !isSameSize(*wanted, known().size.get(next)))
        return fmt::format("{}: {} contradicts the {} of {}; leave one of them out", known().size.id,
            words(known().size, *wanted), words(known().size, known().size.get(next)),
            next.workload.model > 0 ? valueText(known().model, next.workload.model) : "the architecture");
    for (const Parameter* p : {&known().gpu, &known().interconnect})
        if (const auto wanted = asked(*p); wanted && next.cluster.machine > 0 && *wanted != p->get(next))
            return fmt::format("{}: {} contradicts the {} of {}; leave one of them out", p->id, valueText(*p, *wanted),
                valueText(*p, p->get(next)), valueText(known().machine, next.cluster.machine));
    const Parameter& expert = known().expert;
    if (const auto wanted = asked(expert); wanted && *wanted > 1 && next.workload.experts <= 1)
        return fmt::format("{}: EP {} needs experts, and the model has none", expert.id, *wanted);
    const auto b = asked(known().micro), m = asked(known().accumulation), batch = asked(known().global);
    constexpr double rounding = 1e-9;
    const double k = workers(next);
    if (!b || !m || !batch || std::abs(*b * *m * k - *batch) <= rounding * *batch)
        return {};
    return fmt::format("{}: {} contradicts {} per micro-batch × {} accumulated × {} replicas = {}; leave one of them "
                       "out, or accumulate {}",
        known().global.id, *batch, *b, *m, k, *b * *m * k, *batch / (*b * k));
}

std::string keptText(const Parameter& chosen, const Scenario& s, const Calibration& calibration)
{
    std::string names;
    for (const Parameter* p : setByChoice(chosen, calibration))
        if (isStated(*p, s) && p->get(withdrawn(s, *p, calibration)) != p->get(s))
            names += fmt::format("{}{} {}", names.empty() ? "" : ", ", p->label, briefText(*p, p->get(s)));
    return names.empty() ? names : names + ", typed, is kept.";
}

} // namespace kneepoint
