// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/planning.h"

#include "model/analysis/training.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/site_power.h"
#include "model/job/model_shape.h"
#include "model/plan/cluster_sizes.h"
#include "model/plan/plan_chances.h"
#include "model/plan/plan_hardware.h"
#include "model/plan/plan_limits.h"
#include "model/plan/recommendation.h"
#include "model/results/metric.h"
#include "model/scenario/whole_nodes.h"
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double beyond_limit = 16; ///< GPU counts up to this factor are tried where nothing is feasible

Training times(Training run, double factor)
{
    for (double* figure : {&run.time_s, &run.gpu_hours, &run.cost, &run.energy_j})
        *figure *= factor;
    return run;
}

/// The run without what its failures cost.
Training stepsOf(const Training& run)
{
    return times(run, run.goodput.share);
}

/// The run with everything beside its steps. Published campaigns contain their failures; more than those cost where a
/// cluster is so large that failures alone cost more than a campaign usually takes.
Training wholeCampaign(const Training& run, const Campaign& campaign)
{
    return times(stepsOf(run), std::max(campaign.typical, 1 / run.goodput.share));
}

/// Tokens of the job, or examples of a generic model.
double tokensOf(const Scenario& job)
{
    const Workload& w = job.workload;
    return w.training_goal == TrainingGoal::steps ? w.training_steps * w.global_batch * tokensPerExample(w)
                                                  : w.training_tokens;
}

class Planner {
public:
    Planner(const PlanQuestion& q, const Calibration& calibration)
        : m_q(q)
        , m_calibration(calibration)
    {
        answer.campaign = q.campaign.value_or(publishedCampaign(q.job.workload.parameters, tokensOf(q.job)));
    }

    /// Tries clusters of more than `from` and up to `most` GPUs.
    void tryClusters(double from, double most)
    {
        const std::vector<PlanHardware> own_gpus{{}};
        const std::vector<PresetIndex> own_networks{0};
        const auto& gpus = m_q.gpus.empty() ? own_gpus : m_q.gpus;
        const auto& networks = m_q.networks.empty() ? own_networks : m_q.networks;
        double done = 0;
        for (const PlanHardware& hardware : gpus)
            for (const PresetIndex network : networks) {
                const auto first = static_cast<std::ptrdiff_t>(m_points.size());
                for (const double node : nodesOf(m_q.job, hardware.gpu))
                    tryNodes({hardware, network, node}, from, most);
                m_own.push_back({hardware.gpu > 0 ? hardware.gpu : m_q.job.cluster.gpu,
                    network > 0 ? network : m_q.job.cluster.interconnect, {m_points.begin() + first, m_points.end()}});
                if (m_q.progress)
                    m_q.progress(++done / static_cast<double>(gpus.size() * networks.size()));
            }
    }

    /// The points of one GPU on one network.
    struct Own {
        PresetIndex gpu;
        PresetIndex network;
        std::vector<PlanPoint> points;
    };

    [[nodiscard]] const std::vector<PlanPoint>& points() const { return m_points; }
    [[nodiscard]] const std::vector<Own>& own() const { return m_own; }
    PlanAnswer answer;

private:
    /// Counts on a coarse grid, then a bisection between the last that misses the limits and the first that meets them.
    void tryNodes(const Offer& offer, double from, double most)
    {
        const auto edit = [&](double gpus) { return hardwareEdit(m_q, offer, gpus, m_calibration); };
        const Cluster cluster = applied(m_q.job, edit(offer.node), m_calibration).cluster;
        const double together = wholeNode(cluster);
        double too_few = 0, last = from;
        std::optional<double> enough;
        for (const double gpus : clusterSizes(m_q.job, cluster, together, most)) {
            if (gpus <= last || gpus > most || m_q.stop.stop_requested())
                continue;
            last = gpus;
            if (!m_q.shard.takes(m_position++))
                continue;
            const bool meets = tryCluster(edit(gpus));
            if (meets && !enough)
                enough = gpus;
            if (!enough)
                too_few = gpus;
        }
        if (!enough || too_few == 0 || m_q.limits.deadline_s <= 0 || !m_q.shard.isWhole())
            return;
        while (!m_q.stop.stop_requested()) {
            const double middle = std::floor((*enough + too_few) / 2 / together) * together;
            const double between = middle > too_few ? clusterSize(cluster, middle) : *enough;
            if (between >= *enough)
                return;
            if (tryCluster(edit(between)))
                enough = between;
            else
                too_few = between;
        }
    }

    /// Whether it meets the limits with the probability wanted. The batch is the job's or one nearby that these GPUs
    /// divide: one with a usual layout if the job's has none, else one that is faster by more than the noise.
    bool tryCluster(const Edit& hardware)
    {
        ++answer.clusters;
        const Scenario job = withStatedBatch(applied(m_q.job, hardware, m_calibration));
        std::optional<PlanPoint> best = pointOf(hardware);
        bool tried = false;
        for (const double batch : divisibleBatches(job)) {
            if (tried && best && isUsual(best->scenario, best->layout))
                break;
            tried = true;
            Edit moved = hardware;
            moved.push_back({&parameter("workload.global_batch"), batch});
            if (std::optional<PlanPoint> p = pointOf(moved); p && (!best || isPreferred(*p, *best)))
                best = std::move(p);
        }
        if (!best)
            return false;
        m_points.push_back(std::move(*best));
        return m_points.back().keeps_limits && m_points.back().judged_chance >= m_q.limits.wanted_chance;
    }

    /// A usual layout over a rare one, whatever the batch; among alike ones, a pace that differs by more than the
    /// noise.
    static bool isPreferred(const PlanPoint& moved, const PlanPoint& best)
    {
        const bool is_usual = isUsual(moved.scenario, moved.layout);
        if (is_usual != isUsual(best.scenario, best.layout))
            return is_usual;
        const auto pace = [](const PlanPoint& p) { return p.step.step_s / p.step.global_batch; };
        return pace(moved) * (1 + choice_noise) < pace(best);
    }

    /// The planned layout on a cluster; nothing if none fits.
    std::optional<PlanPoint> pointOf(Edit edit)
    {
        const Scenario job = withStatedBatch(applied(m_q.job, edit, m_calibration));
        SearchRequest request;
        request.space = defaultSpace(job);
        request.objective = expectedStepObjective();
        request.near = most_given_up;
        request.threads = m_q.threads;
        request.stop = m_q.stop;
        const SearchAnswer found = searchLayouts(job, request, m_calibration);
        answer.evaluated += found.evaluated;
        answer.proof = answer.proof && found.proof;
        if (found.top.empty())
            return {};
        const FoundLayout chosen = practicedChoice(job, request, found, m_calibration).found;
        PlanPoint p;
        p.layout = chosen.layout;
        for (const Setting& setting : editOf(p.layout))
            edit.push_back(setting);
        p.edit = std::move(edit);
        p.scenario = applied(m_q.job, p.edit, m_calibration);
        p.step = chosen.step;
        const Training run = training(p.scenario, p.step);
        p.steps = stepsOf(run);
        p.run = wholeCampaign(run, answer.campaign);
        p.power_w = sitePowerW(p.scenario.cluster, p.step.gpus);
        p.keeps_limits = kept(p, m_q.limits).all();
        p.spread = spreadOf(p, answer.campaign, m_calibration);
        p.judged_chance = chanceOf(p, m_q.limits, answer.campaign);
        if (p.spread)
            p.chance = p.judged_chance;
        return p;
    }

    const PlanQuestion& m_q;
    const Calibration& m_calibration;
    std::vector<PlanPoint> m_points;
    std::vector<Own> m_own;
    std::size_t m_position = 0; ///< of the next cluster in the whole plan
};

/// "; global batch 1024 → 992". Empty if it is the job's.
std::string movedBatchText(const Scenario& job, const PlanPoint& p)
{
    const double before = job.workload.global_batch;
    return p.step.global_batch == before ? std::string()
                                         : fmt::format("; global batch {:.0f} → {:.0f}", before, p.step.global_batch);
}

/// The clusters of the same GPUs and network that are smaller, the smallest first.
std::vector<const PlanPoint*> smaller(const std::vector<PlanPoint>& points, const PlanPoint& than)
{
    std::vector<const PlanPoint*> found;
    for (const PlanPoint& p : points)
        if (p.scenario.cluster.gpu == than.scenario.cluster.gpu
            && p.scenario.cluster.interconnect == than.scenario.cluster.interconnect
            && p.scenario.cluster.gpus < than.scenario.cluster.gpus)
            found.push_back(&p);
    std::ranges::stable_sort(found, {}, [](const PlanPoint* p) { return p->scenario.cluster.gpus; });
    return found;
}

void addSmaller(PlanAnswer& answer, const std::vector<PlanPoint>& points)
{
    const std::vector<const PlanPoint*> all = smaller(points, *answer.recommended);
    if (all.empty())
        return;
    answer.fewer = *all.back();
    const auto even = std::ranges::find_if(all, [](const PlanPoint* p) { return p->chance && meetsLimits(*p); });
    if (even != all.end())
        answer.even_odds = **even;
}

} // namespace

std::string candidateText(const PlanCandidate& candidate)
{
    return fmt::format("{}, {}", valueText(parameter("cluster.gpu"), candidate.gpu),
        valueText(parameter("cluster.interconnect"), candidate.network));
}

PlanAnswer plan(const PlanQuestion& question, const Calibration& calibration)
{
    Planner planner(question, calibration);
    planner.tryClusters(0, question.limits.max_gpus);
    Recommendation best = recommendation(planner.points(), question.limits);
    planner.answer.feasible = best.point.has_value();
    planner.answer.recommended = std::move(best.point);
    planner.answer.reason = std::move(best.reason);
    if (const auto& best_point = planner.answer.recommended)
        planner.answer.reason += movedBatchText(question.job, *best_point) + doubtfulFitText(fitOf(*best_point));
    if (planner.own().size() > 1)
        for (const Planner::Own& own : planner.own())
            planner.answer.candidates.push_back(
                {own.gpu, own.network, recommendation(own.points, question.limits).point});
    planner.answer.unpriced = unpricedGpus(question);
    planner.answer.pareto = front(planner.points());
    planner.answer.knee = kneeOf(planner.answer.pareto);
    if (planner.answer.feasible && planner.answer.recommended->chance.value_or(1) < question.limits.wanted_chance)
        planner.answer.safe = safeLimits(planner.points(), question.limits, planner.answer.campaign);
    if (planner.answer.feasible)
        addSmaller(planner.answer, planner.points());
    if (!planner.answer.feasible) {
        planner.tryClusters(question.limits.max_gpus, beyond_limit * question.limits.max_gpus);
        planner.answer.relax = relaxation(planner.points(), question.limits, planner.answer.campaign);
    }
    return std::move(planner.answer);
}

} // namespace kneepoint
