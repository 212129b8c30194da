// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/search/search.h"

#include "model/cost/fit_chance.h"
#include "model/scenario/scenario.h"
#include "model/search/layout_walk.h"
#include "model/search/pareto_front.h"
#include "model/step/step_series.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

namespace kneepoint {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

std::vector<LayoutFamily> shardOf(std::vector<LayoutFamily> families, const Shard& shard)
{
    std::size_t position = 0;
    std::erase_if(families, [&](const LayoutFamily&) { return !shard.takes(position++); });
    return families;
}

/// Shared by all threads of a search.
struct Shared {
    const Scenario& job;
    const SearchRequest& request;
    const Calibration& calibration;
    const LayoutWalk& walk;
    std::vector<LayoutFamily> families = shardOf(walk.families(), request.shard);
    std::vector<FamilyRun> runs = {};
    std::vector<LayoutFamily> open = {}; ///< those of the present round
    double finished = 0;                 ///< families of former rounds
    std::atomic<std::size_t> next{0};
    std::atomic<double> longest_s{request.longest_step_s}; ///< no step longer than this is among the best
    /// None longer than this, in seconds of searchedSeconds(), is near the best.
    std::atomic<double> near_s{request.near >= 0 ? never : 0};
    /// No step longer than this is wanted.
    [[nodiscard]] double longestWanted() const
    {
        return std::min(request.longest_step_s, std::max(longest_s.load(), near_s.load()));
    }
    [[nodiscard]] bool stopped() const { return request.stop.stop_requested(); }
    /// Distributes `count` items in blocks of neighbors.
    [[nodiscard]] bool take(std::size_t count, std::size_t block, std::size_t& first, std::size_t& last)
    {
        first = next.fetch_add(block);
        last = std::min(first + block, count);
        return first < last && !stopped();
    }
};

void shorten(std::atomic<double>& longest_s, double step_s)
{
    double known = longest_s.load();
    while (step_s < known && !longest_s.compare_exchange_weak(known, step_s)) { }
}

/// What an objective that follows the step time is bounded by: never shorter than the step.
double searchedSeconds(const Objective& objective, double value, double step_s)
{
    return objective.in_seconds ? value : step_s;
}

/// One thread's part of a search.
class Worker {
public:
    explicit Worker(Shared& shared)
        : m_shared(shared)
        , m_series(shared.job, shared.calibration)
        , m_front(shared.job, shared.request.pareto)
    {
        constexpr std::size_t usual_top = 64; // the most that a frame asks for; a million would be gigabytes
        m_top.reserve(std::min(shared.request.top, usual_top) + 1);
        m_found.pareto.resize(shared.request.pareto.size());
    }

    void computeRunFloors()
    {
        constexpr std::size_t block = 8;
        for (std::size_t first = 0, last = 0; m_shared.take(m_shared.runs.size(), block, first, last);)
            for (std::size_t i = first; i < last; ++i) {
                FamilyRun& run = m_shared.runs[i];
                const LayoutFamily& longest = m_shared.families[run.last - 1];
                run.floor_s = m_shared.walk.leastOfBases(
                    longest, [&](const Layout& l) { return m_series.floorOverStages(versionOf(m_shared.job, l)); });
            }
    }

    void computeFloors(bool reports)
    {
        constexpr std::size_t block = 32;
        for (std::size_t first = 0, last = 0; m_shared.take(m_shared.open.size(), block, first, last);) {
            for (std::size_t i = first; i < last; ++i) {
                LayoutFamily& f = m_shared.open[i];
                f.floor_s = m_shared.walk.leastOfBases(
                    f, [&](const Layout& l) { return m_series.floorAt(versionOf(m_shared.job, l)); });
            }
            m_answer.floors += static_cast<double>(last - first);
            if (reports)
                report(floors_share * static_cast<double>(last));
        }
    }

    void visitFamilies(bool reports, double floors_done)
    {
        constexpr std::size_t block = 4;
        for (std::size_t first = 0, last = 0; m_shared.take(m_shared.open.size(), block, first, last);) {
            for (std::size_t i = first; i < last && !m_shared.stopped(); ++i)
                visit(m_shared.open[i]);
            if (reports)
                report(floors_done * static_cast<double>(m_shared.open.size())
                    + (1 - floors_done) * static_cast<double>(last));
        }
    }

    static constexpr double floors_share = 0.3; ///< of the progress
    [[nodiscard]] const SearchAnswer& answer() const { return m_answer; }
    [[nodiscard]] std::vector<FoundLayout>& top() { return m_top; }
    /// Near the best of all workers, once all are done.
    [[nodiscard]] const std::vector<RankedLayout>& near()
    {
        std::erase_if(m_near, [this](const RankedLayout& l) { return seconds(l) > m_shared.near_s.load(); });
        return m_near;
    }
    [[nodiscard]] ParetoFront& front() { return m_front; }

private:
    /// `done`: families of the round, or their equivalent.
    void report(double done) const
    {
        if (m_shared.request.progress)
            m_shared.request.progress((m_shared.finished + done) / static_cast<double>(m_shared.families.size()));
    }

    void visit(const LayoutFamily& f)
    {
        m_answer.valid += f.layouts;
        if (f.floor_s > m_shared.longestWanted()) {
            m_answer.pruned += f.layouts;
            return;
        }
        m_shared.walk.forEach(f, [&](const Layout& l) { consider(l); });
    }

    void consider(const Layout& l)
    {
        const StepVersion version = versionOf(m_shared.job, l);
        const double needed = m_series.memoryAt(version).total();
        m_answer.least_memory_bytes = std::min(m_answer.least_memory_bytes, needed);
        if (needed > m_shared.request.memory_share * m_shared.job.cluster.memory_bytes) {
            ++m_answer.out_of_memory;
            return;
        }
        m_found.step = m_series.at(version);
        ++m_answer.evaluated;
        if (m_found.step.step_s > m_shared.request.longest_step_s)
            return;
        const Scenario& s = m_series.scenario();
        for (const LayoutConstraint& c : m_shared.request.constraints)
            if (!c.isKept(c.value(s, m_found.step)))
                return;
        m_found.layout = l;
        const Objective& objective = m_shared.request.objective;
        m_found.value = objective.value(s, m_found.step);
        if (std::isnan(m_found.value))
            m_found.value = objective.higher_is_better ? -never : never;
        for (std::size_t i = 0; i < m_found.pareto.size(); ++i)
            m_found.pareto[i] = m_shared.request.pareto[i].value(s, m_found.step);
        if (!m_found.pareto.empty())
            m_front.add(m_found);
        keep();
        if (m_shared.request.near >= 0)
            keepNear();
    }

    [[nodiscard]] double seconds(const RankedLayout& l) const
    {
        return searchedSeconds(m_shared.request.objective, l.value, l.step_s);
    }

    void keepNear()
    {
        const RankedLayout l = ranked(m_found);
        shorten(m_shared.near_s, (1 + m_shared.request.near) * seconds(l));
        m_near.push_back(l);
        if (m_near.size() >= m_most_near) // most are near what was the best before
            m_most_near = std::max(least_most_near, 2 * near().size());
    }

    void keep()
    {
        const Objective& objective = m_shared.request.objective;
        const auto before = [&](const FoundLayout& a, const FoundLayout& b) {
            return isBefore(m_shared.job, a, b, objective);
        };
        const std::size_t wanted = m_shared.request.top;
        if (m_top.size() >= wanted && (wanted == 0 || !before(m_found, m_top.back())))
            return;
        if (m_shared.request.distinct) {
            const auto alike =
                std::ranges::find_if(m_top, [&](const auto& known) { return isAlike(known.layout, m_found.layout); });
            if (alike != m_top.end()) {
                if (before(m_found, *alike))
                    *alike = m_found;
                std::ranges::sort(m_top, before);
                return;
            }
        }
        m_top.insert(std::ranges::upper_bound(m_top, m_found, before), m_found);
        if (m_top.size() > wanted)
            m_top.pop_back();
        if (m_top.size() == wanted && objective.follows_step_time && m_shared.request.pareto.empty())
            shorten(m_shared.longest_s, searchedSeconds(objective, m_top.back().value, m_top.back().step.step_s));
    }

    Shared& m_shared;
    StepSeries m_series;
    SearchAnswer m_answer;
    std::vector<FoundLayout> m_top;
    std::vector<RankedLayout> m_near;
    static constexpr std::size_t least_most_near = 4096;
    std::size_t m_most_near = least_most_near; ///< before they are looked through again
    FoundLayout m_found;
    ParetoFront m_front;
};

/// Runs `work(worker, is_callers)` on all workers, the first on the caller's thread.
template <class Work> void onAll(std::vector<Worker>& workers, Work work)
{
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < workers.size(); ++i)
        threads.emplace_back([&, i] { work(workers[i], false); });
    work(workers.front(), true);
}

unsigned threadsFor(const SearchRequest& request, std::size_t families)
{
    constexpr std::size_t worth_a_thread = 64; // families
    const unsigned asked = request.threads > 0 ? request.threads : std::max(1U, std::thread::hardware_concurrency());
    return std::min(asked, static_cast<unsigned>(1 + families / worth_a_thread));
}

void visitAll(Shared& shared, std::vector<Worker>& workers)
{
    shared.open = shared.families;
    onAll(workers, [](Worker& w, bool callers) { w.visitFamilies(callers, 0); });
}

/// The families of some runs that may still hold a layout wanted; the others are counted as pruned.
void openRuns(Shared& shared, SearchAnswer& answer, std::size_t first, std::size_t last)
{
    shared.finished += static_cast<double>(shared.open.size());
    shared.open.clear();
    for (std::size_t r = first; r < last; ++r) {
        const FamilyRun& run = shared.runs[r];
        const bool hopeless = run.floor_s > shared.longestWanted();
        for (std::size_t i = run.first; i < run.last; ++i) {
            const LayoutFamily& f = shared.families[i];
            if (!hopeless) {
                shared.open.push_back(f);
                continue;
            }
            answer.valid += f.layouts;
            answer.pruned += f.layouts;
            ++shared.finished;
        }
    }
}

/// Runs of families in the order of their floors, in rounds that grow: what a round finds excludes whole runs of the
/// next ones. In a round, families go in the order of their own floors.
void visitByFloors(Shared& shared, SearchAnswer& answer, std::vector<Worker>& workers)
{
    shared.runs = LayoutWalk::runsOf(shared.families);
    onAll(workers, [](Worker& w, bool) { w.computeRunFloors(); });
    if (shared.stopped())
        return;
    std::ranges::stable_sort(shared.runs, {}, &FamilyRun::floor_s);
    constexpr std::size_t first_share = 8;
    std::size_t size = 1 + shared.runs.size() / first_share;
    for (std::size_t first = 0; first < shared.runs.size() && !shared.stopped(); first += size, size *= 2) {
        openRuns(shared, answer, first, std::min(first + size, shared.runs.size()));
        if (shared.open.empty())
            continue;
        shared.next = 0;
        onAll(workers, [](Worker& w, bool callers) { w.computeFloors(callers); });
        if (shared.stopped())
            return;
        std::ranges::stable_sort(shared.open, {}, &LayoutFamily::floor_s);
        shared.next = 0;
        onAll(workers, [](Worker& w, bool callers) { w.visitFamilies(callers, Worker::floors_share); });
    }
}

/// The first of each kind.
std::vector<FoundLayout> withoutAlike(std::vector<FoundLayout> ordered)
{
    std::vector<FoundLayout> kinds;
    for (FoundLayout& found : ordered)
        if (std::ranges::none_of(kinds, [&](const FoundLayout& k) { return isAlike(k.layout, found.layout); }))
            kinds.push_back(std::move(found));
    return kinds;
}

void collect(const Scenario& job, SearchAnswer& all, std::vector<Worker>& workers, const SearchRequest& request)
{
    ParetoFront front(job, request.pareto);
    for (Worker& worker : workers) {
        const SearchAnswer& part = worker.answer();
        all.valid += part.valid;
        all.out_of_memory += part.out_of_memory;
        all.evaluated += part.evaluated;
        all.pruned += part.pruned;
        all.floors += part.floors;
        all.least_memory_bytes = std::min(all.least_memory_bytes, part.least_memory_bytes);
        std::ranges::move(worker.top(), std::back_inserter(all.top));
        std::ranges::copy(worker.near(), std::back_inserter(all.near));
        for (const FoundLayout& found : worker.front().layouts())
            front.add(found);
    }
    std::ranges::sort(all.top, [&](const auto& a, const auto& b) { return isBefore(job, a, b, request.objective); });
    if (request.distinct)
        all.top = withoutAlike(std::move(all.top));
    if (all.top.size() > request.top)
        all.top.resize(request.top);
    all.pareto = std::move(front).ordered();
}

} // namespace

Objective stepTimeObjective()
{
    return {[](const Scenario&, const StepReport& step) { return step.step_s; }, false, true};
}

Objective expectedStepObjective()
{
    return {[](const Scenario&, const StepReport& step) { return step.step_s / fitChance(step.memory); }, false, true,
        true};
}

bool isAlike(const Layout& a, const Layout& b)
{
    const auto kind = [](const Layout& l) {
        return std::array{l[Dimension::tensor], l[Dimension::pipeline], l[Dimension::expert],
            l[Dimension::micro_batch] / l[Dimension::context]};
    };
    return kind(a) == kind(b);
}

double microBatchDoublings(const Scenario& job, double micro_batch)
{
    const bool matters = job.assumptions.compute_model == ComputeModel::kernels;
    return std::abs(std::log2(micro_batch / (matters ? 1 : job.workload.batch_per_gpu)));
}

RankedLayout ranked(const FoundLayout& found)
{
    return {found.layout, found.value, found.step.step_s, found.step.memory.total()};
}

bool isBefore(const Scenario& job, const FoundLayout& a, const FoundLayout& b, const Objective& objective)
{
    return a.value != b.value ? objective.isBetter(a.value, b.value) : isBefore(job, ranked(a), ranked(b), objective);
}

bool isBefore(const Scenario& job, const RankedLayout& a, const RankedLayout& b, const Objective& objective)
{
    if (a.value != b.value)
        return objective.isBetter(a.value, b.value);
    if (a.step_s != b.step_s)
        return a.step_s < b.step_s;
    const double doublings_a = microBatchDoublings(job, a.layout[Dimension::micro_batch]);
    const double doublings_b = microBatchDoublings(job, b.layout[Dimension::micro_batch]);
    if (doublings_a != doublings_b)
        return doublings_a < doublings_b;
    return a.memory_bytes != b.memory_bytes ? a.memory_bytes < b.memory_bytes : a.layout < b.layout;
}

SearchAnswer searchLayouts(const Scenario& job, const SearchRequest& request, const Calibration& calibration)
{
    const auto begin = std::chrono::steady_clock::now();
    const LayoutRules rules(job);
    const LayoutWalk walk(rules, request.space);
    Shared shared{job, request, calibration, walk};
    SearchAnswer answer;
    answer.layouts = walk.candidates().combinations();
    if (!shared.families.empty()) {
        const unsigned threads = threadsFor(request, shared.families.size());
        std::vector<Worker> workers;
        workers.reserve(threads);
        for (unsigned i = 0; i < threads; ++i)
            workers.emplace_back(shared);
        const bool follows = request.objective.follows_step_time && request.pareto.empty();
        if (!request.exhaustive && (follows || request.longest_step_s < never))
            visitByFloors(shared, answer, workers);
        else
            visitAll(shared, workers);
        collect(job, answer, workers, request);
    }
    answer.proof = !shared.stopped();
    answer.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return answer;
}

} // namespace kneepoint
