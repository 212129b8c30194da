// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/plan/planning.h"

#include "model/analysis/training.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/companions.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/site_power.h"
#include "model/job/model_shape.h"
#include "model/plan/cluster_sizes.h"
#include "model/presets/presets.h"
#include "model/results/metric.h"
#include "model/scenario/whole_nodes.h"
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"
#include "model/uncertainty/prediction_interval.h"
#include "model/units/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double failures_from = 256; ///< GPUs
constexpr double beyond_limit = 16;   ///< GPU counts up to this factor are tried where nothing is feasible

void set(Edit& edit, std::string_view id, double value)
{
    const Parameter& p = parameter(id);
    std::erase_if(edit, [&](const Setting& s) { return s.parameter == &p; });
    edit.push_back({&p, value});
}

/// 1, 2, … 8, 10, … 16, 20, … 32, 40 … nodes: four per doubling.
std::vector<double> nodeCounts(double most)
{
    constexpr double per_doubling = 4;
    std::vector<double> counts;
    for (double n = 1; n <= most; n += std::max(1.0, std::exp2(std::floor(std::log2(n))) / per_doubling))
        counts.push_back(n);
    return counts;
}

/// Sizes of clusters up to `most` GPUs: whole nodes of `together`. A job on less than a node may also have 1, 2,
/// 4 … GPUs of one, as a desktop does.
std::vector<double> clusterSizes(const Scenario& job, const Cluster& cluster, double together, double most)
{
    std::vector<double> sizes;
    if (cluster.topology == Topology::switched && job.cluster.gpus < together)
        for (double part = 1; part < together && part <= most; part *= 2)
            sizes.push_back(part);
    for (const double nodes : nodeCounts(std::floor(most / together)))
        sizes.push_back(clusterSize(cluster, nodes * together));
    return sizes;
}

/// GPUs of a node: all, and of a rack-scale domain also the largest power of two.
std::vector<double> nodesOf(const Scenario& job, PresetIndex gpu)
{
    if (gpu <= 0)
        return {std::max(1.0, job.cluster.gpus_per_node)};
    const double node = usualNode(gpu);
    const double part = usedNode(gpu, std::exp2(std::ceil(std::log2(node))));
    return part == node ? std::vector{node} : std::vector{part, node};
}

/// Nodes to choose from.
struct Offer {
    PlanHardware hardware;
    PresetIndex network = 0;
    double node = 1; ///< GPUs used of each
};

/// The job on some of them.
Edit hardwareEdit(const PlanQuestion& q, const Offer& offer, double gpus, const Calibration& calibration)
{
    const PresetIndex gpu = offer.hardware.gpu;
    Edit edit = gpu != q.job.cluster.gpu ? companionsOf(q.job, gpu) : Edit();
    set(edit, "workload.scaling", static_cast<double>(Scaling::strong));
    if (gpu > 0)
        set(edit, "cluster.gpu", gpu);
    if (offer.network > 0)
        set(edit, "cluster.interconnect", offer.network);
    set(edit, "cluster.gpus_per_node", offer.node);
    set(edit, "cluster.gpus", gpus);
    const double price = offer.hardware.price_per_gpu_hour;
    const bool as_entered = offer.hardware.gpu == 0 && offer.network == 0 && !isListed(q.job.cluster, q.prices)
        && !isListed(q.job.cluster, shippedPrices());
    const std::optional<double> listed =
        as_entered ? std::nullopt : q.prices.perGpuHour(applied(q.job, edit, calibration).cluster);
    if (price > 0 || listed)
        set(edit, "cluster.price_per_gpu_hour", price > 0 ? price : *listed);
    if (gpus >= failures_from)
        set(edit, "assumptions.failures", 1);
    return edit;
}

/// GPUs whose costs are at the price of the job's own GPUs, because nobody states theirs.
std::vector<PresetIndex> unpricedGpus(const PlanQuestion& q)
{
    std::vector<PresetIndex> gpus;
    for (const PlanHardware& hardware : q.gpus) {
        Cluster c = q.job.cluster;
        c.gpu = hardware.gpu;
        if (hardware.gpu > 0 && hardware.gpu != q.job.cluster.gpu && hardware.price_per_gpu_hour <= 0
            && !q.prices.perGpuHour(c))
            gpus.push_back(hardware.gpu);
    }
    return gpus;
}

/// Chance that a lognormal error leaves `predicted` below `limit`.
double chanceBelow(double predicted, double limit, double sigma)
{
    if (limit <= 0)
        return 1;
    if (sigma <= 0)
        return predicted <= limit ? 1 : 0;
    return normalBelow(std::log(limit / predicted) / sigma);
}

/// Standard deviation of the logarithm of the whole campaign's time, and of its cost; nothing without an interval.
std::optional<double> spreadOf(const PlanPoint& p, const Campaign& campaign, const Calibration& calibration)
{
    const PredictionInterval interval = predictionInterval(p.scenario, p.step, calibration);
    if (interval.rows <= 0)
        return {};
    return std::hypot(std::log(interval.high_s / interval.low_s) / (2 * interval_sigmas), campaign.sigma());
}

/// Probability that the layout fits in memory.
double fitOf(const PlanPoint& p)
{
    return metric("fit_probability").of_step(p.scenario, p.step).value_or(1);
}

/// The campaign keeps both limits and the layout fits. Errors of time and cost are fully correlated, so the stricter of
/// the two limits decides. Where the error of the step is unknown, only that of the campaign counts.
double chanceOf(const PlanPoint& p, const PlanLimits& limits, const Campaign& campaign)
{
    const double sigma = p.spread.value_or(campaign.sigma());
    return fitOf(p)
        * std::min(chanceBelow(p.run.time_s, limits.deadline_s, sigma), chanceBelow(p.run.cost, limits.budget, sigma));
}

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

bool within(double value, double limit)
{
    return limit <= 0 || value <= limit;
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
            set(moved, "workload.global_batch", batch);
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
        request.threads = m_q.threads;
        request.stop = m_q.stop;
        const SearchAnswer found = searchLayouts(job, request, m_calibration);
        answer.evaluated += found.evaluated;
        answer.proof = answer.proof && found.proof;
        if (found.top.empty())
            return {};
        const FoundLayout chosen = practicedChoice(job, request, found.top.front(), m_calibration).found;
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

/// The Pareto-optimal points in time and cost, fastest first.
std::vector<PlanPoint> front(std::vector<PlanPoint> points)
{
    std::ranges::stable_sort(points, [](const PlanPoint& a, const PlanPoint& b) {
        return a.run.time_s != b.run.time_s ? a.run.time_s < b.run.time_s : a.run.cost < b.run.cost;
    });
    std::vector<PlanPoint> kept_points;
    for (PlanPoint& p : points)
        if (kept_points.empty() || p.run.cost < kept_points.back().run.cost)
            kept_points.push_back(std::move(p));
    return kept_points;
}

/// By how much a point's figures count as larger: a layout that is rarely run is tuned and measured less.
double rarityOf(const PlanPoint& p)
{
    return isUsual(p.scenario, p.layout) ? 0 : rare_noise;
}

/// The fastest point whose cost per token is at most that of the cheapest divided by the tolerance of the job's knee,
/// so that it does not depend on where the range of clusters ends; see rarityOf().
std::optional<std::size_t> kneeOf(const std::vector<PlanPoint>& points)
{
    if (points.empty())
        return {};
    const double cheapest = points.back().run.cost;
    const double most = cheapest > 0 ? cheapest / points.back().scenario.assumptions.efficiency_tolerance
                                     : points.front().run.cost * (1 + rare_noise); // only time counts
    std::size_t knee = points.size() - 1;
    const auto counted = [&](std::size_t i) { return points[i].run.time_s * (1 + rarityOf(points[i])); };
    for (std::size_t i = points.size(); i-- > 0;)
        if (points[i].run.cost * (1 + rarityOf(points[i])) <= most && counted(i) < counted(knee))
            knee = i;
    return knee;
}

struct Recommendation {
    std::optional<PlanPoint> point; ///< nothing where none keeps all limits
    std::string reason;
};

/// The point with the least figure; one with a usual layout if its figure is at most rare_noise larger, as in the
/// choice of a layout: a cluster whose number of nodes does not suit the batch has layouts that are rarely run.
template <class Figure>
Recommendation practiced(
    const std::vector<const PlanPoint*>& points, Figure figure, std::string_view word, std::string_view condition)
{
    const PlanPoint& least = **std::ranges::min_element(points, {}, figure);
    const auto counted = [&](const PlanPoint* p) { return figure(p) * (1 + rarityOf(*p)); };
    const PlanPoint& best = **std::ranges::min_element(points, {}, counted);
    std::string reason = fmt::format("the {} {}", word, condition);
    if (&best != &least)
        reason = fmt::format("the {} with a usual layout, at {:.1f} % more than {} GPUs with a rare one, {}", word,
            100 * (figure(&best) / figure(&least) - 1), least.step.gpus, condition);
    return {best, std::move(reason)};
}

/// The cheapest under a deadline, the fastest under a budget, else the knee; see practiced().
Recommendation bestOf(const std::vector<const PlanPoint*>& points, const PlanLimits& limits)
{
    const auto cost = [](const PlanPoint* p) { return p->run.cost; };
    const auto time = [](const PlanPoint* p) { return p->run.time_s; };
    if (limits.deadline_s > 0)
        return practiced(points, cost, "cheapest", "that meets the limits");
    if (limits.budget > 0)
        return practiced(points, time, "fastest", "within the budget");
    std::vector<PlanPoint> values;
    values.reserve(points.size());
    for (const PlanPoint* p : points)
        values.push_back(*p);
    values = front(std::move(values));
    const std::size_t knee = *kneeOf(values);
    return {values[knee],
        knee == 0 ? "the largest; there is no knee of cost against time in this range"
                  : "the knee of cost against time"};
}

Recommendation recommendation(const std::vector<PlanPoint>& points, const PlanLimits& limits)
{
    const auto with = [&](double chance) {
        std::vector<const PlanPoint*> found;
        for (const PlanPoint& p : points)
            if (p.keeps_limits && p.judged_chance >= chance)
                found.push_back(&p);
        return found;
    };
    const std::vector<const PlanPoint*> feasible = with(0);
    if (feasible.empty())
        return {{}, points.empty() ? "the model fits on no cluster of these GPUs" : "no cluster meets all limits"};
    const bool limited = limits.deadline_s > 0 || limits.budget > 0;
    constexpr std::string_view unknown = "; chance unknown";
    const std::string wanted = chanceText(limits.wanted_chance);
    if (const auto safe = with(limits.wanted_chance); !safe.empty()) {
        Recommendation best = bestOf(safe, limits);
        if (limited)
            best.reason += best.point->chance ? fmt::format(" with at least {} probability", wanted) : unknown;
        return best;
    }
    if (const auto even = with(even_chance); !even.empty()) {
        Recommendation best = bestOf(even, limits);
        best.reason +=
            best.point->chance ? fmt::format(" with an even chance; none does with {} probability", wanted) : unknown;
        return best;
    }
    const PlanPoint& closest =
        **std::ranges::max_element(feasible, {}, [](const PlanPoint* p) { return p->judged_chance; });
    return {closest,
        closest.chance ? "none meets the limits with an even chance; this one comes closest"
                       : fmt::format("none meets the limits with a usual campaign; this one comes closest{}", unknown)};
}

void lower(std::optional<double>& least, double value)
{
    least = std::min(least.value_or(value), value);
}

/// The factor on its prediction below which a campaign stays with that probability, if its layout fits, too; nothing
/// where it fits less probably than that.
std::optional<double> factorFor(const PlanPoint& p, double chance, const Campaign& campaign)
{
    const double fit = fitOf(p);
    if (fit < chance)
        return {};
    double low = 0, high = 10; // in standard deviations
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (fit * normalBelow(middle) >= chance ? high : low) = middle;
    }
    return std::exp(high * p.spread.value_or(campaign.sigma()));
}

/// The smallest deadline or budget that some cluster meets with the probability wanted, within the other limits.
PlanRelaxation safeLimits(const std::vector<PlanPoint>& points, const PlanLimits& limits, const Campaign& campaign)
{
    PlanRelaxation safe;
    for (const PlanPoint& p : points) {
        const std::optional<double> factor = factorFor(p, limits.wanted_chance, campaign);
        if (!kept(p, limits).power || !p.spread || !factor)
            continue;
        const double most = *factor;
        if (limits.deadline_s > 0 && within(most * p.run.cost, limits.budget))
            lower(safe.deadline_s, most * p.run.time_s);
        if (limits.budget > 0 && within(most * p.run.time_s, limits.deadline_s))
            lower(safe.budget, most * p.run.cost);
    }
    return safe;
}

/// The smallest limit that some cluster meets with an even chance, within the other limits.
PlanRelaxation relaxation(const std::vector<PlanPoint>& points, const PlanLimits& limits, const Campaign& campaign)
{
    PlanRelaxation relax;
    for (const PlanPoint& p : points) {
        const std::optional<double> factor = factorFor(p, even_chance, campaign);
        if (!factor)
            continue;
        const double time_s = *factor * p.run.time_s;
        const double cost = *factor * p.run.cost;
        KeptLimits k = kept(p, limits);
        k.deadline = within(time_s, limits.deadline_s);
        k.budget = within(cost, limits.budget);
        if (limits.deadline_s > 0 && k.budget && k.power && k.gpus)
            lower(relax.deadline_s, time_s);
        if (limits.budget > 0 && k.deadline && k.power && k.gpus)
            lower(relax.budget, cost);
        if (limits.power_w > 0 && k.deadline && k.budget && k.gpus)
            lower(relax.power_w, p.power_w);
        if (k.deadline && k.budget && k.power)
            lower(relax.gpus, p.scenario.cluster.gpus);
    }
    return relax;
}

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

Result<void> checkChance(double wanted_chance)
{
    if (wanted_chance >= even_chance && wanted_chance <= most_chance)
        return {};
    return failure(fmt::format("chance must be from {} to {}, not {}", chanceText(even_chance), chanceText(most_chance),
        chanceText(wanted_chance)));
}

KeptLimits kept(const PlanPoint& p, const PlanLimits& limits)
{
    return {within(p.run.time_s, limits.deadline_s), within(p.run.cost, limits.budget),
        within(p.power_w, limits.power_w), p.scenario.cluster.gpus <= limits.max_gpus};
}

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
