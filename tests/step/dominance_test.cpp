// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/constants/formats.h"
#include "model/presets/presets.h"
#include "model/step/step_model.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <string>

using namespace kneepoint;

namespace {

constexpr double rounding = 1e-9;

int scenariosAPair()
{
    return test::scenariosWanted(60);
}

/// A switch is better than a torus; tori are comparable if they have as many axes.
bool isAtLeastAsWellJoined(const GpuPreset& a, const GpuPreset& b)
{
    return a.topology == Topology::switched || (a.topology == b.topology && a.torus_ring <= b.torus_ring);
}

/// Whether a GPU is at least as good as another in every figure of its preset. Formats that the other lacks do not
/// count; PCIe is worse than dedicated links, and a bridge between two GPUs is worse than a switch.
bool isAtLeastAsGood(const GpuPreset& a, const GpuPreset& b)
{
    for (std::size_t i = 0; i < precision_count; ++i)
        if (a.peak[i] < b.peak[i])
            return false;
    return a.memory_bytes >= b.memory_bytes && a.memory_bandwidth >= b.memory_bandwidth
        && a.scale_up_bandwidth >= b.scale_up_bandwidth && a.scale_up_domain >= b.scale_up_domain
        && a.switch_reduction >= b.switch_reduction && isAtLeastAsWellJoined(a, b)
        && (a.switch_gpus == 0 || a.switch_gpus == b.switch_gpus);
}

/// The same for networks, with the figures after calibration.
bool isAtLeastAsGood(const Cluster& a, const Cluster& b)
{
    return a.link_rate >= b.link_rate && a.link_rate * a.link_efficiency >= b.link_rate * b.link_efficiency
        && a.link_latency_s <= b.link_latency_s && a.exchange_share >= b.exchange_share
        && a.exchange_conflicts <= b.exchange_conflicts;
}

Cluster clusterOn(PresetIndex interconnect)
{
    Scenario s;
    applyInterconnect(s, interconnect, shippedCalibration());
    return s.cluster;
}

/// Whether hops inside a node take longer; node latencies are measured and not part of a preset.
bool hasSlowerHops(const Cluster& a, const Cluster& b)
{
    return a.scale_up_latency_s > b.scale_up_latency_s || a.collective_base_s > b.collective_base_s;
}

double hiddenCommunication(const StepReport& r)
{
    return r.comm_s - r.exposedCommunication();
}

/// A realistic job on a measured or generic stack.
Scenario job(test::RandomScenarios& random)
{
    const auto power = [&](double most_log2) {
        return std::exp2(static_cast<double>(random.index(static_cast<std::size_t>(most_log2) + 1)));
    };
    Scenario s;
    const auto models = modelPresets();
    do
        applyModel(s, static_cast<PresetIndex>(random.index(models.size()) + 1));
    while (s.workload.kind != ModelKind::transformer);
    applyStack(s, static_cast<PresetIndex>(random.index(stackPresets().size()) + 1), shippedCalibration());
    s.workload.sequence_length = 512 * power(6);
    s.workload.precision = static_cast<Precision>(random.index(precision_count));
    s.workload.batch_per_gpu = power(3);
    s.plan.tensor_parallel = power(3);
    s.plan.pipeline_parallel = power(3);
    s.plan.context_parallel = random.uniform() < 0.2 ? 2 : 1;
    s.plan.expert_parallel = s.workload.experts > 1 ? power(3) : 1;
    s.plan.sequence_parallel = random.uniform() < 0.5;
    s.plan.zero_stage = static_cast<int>(random.index(4));
    s.plan.recompute = static_cast<Recompute>(random.index(3));
    s.plan.accumulation = power(5);
    s.cluster.gpus = gpusPerReplica(s) * power(7);
    s.cluster.resizeNode(8);
    applyInterconnect(
        s, static_cast<PresetIndex>(random.index(interconnectPresets().size()) + 1), shippedCalibration());
    s.assumptions.input_limited = false;
    sumGlobalBatch(s);
    return s;
}

} // namespace

/// Hardware that is at least as good in every figure is never slower, if it computes in the same format: a GPU that is
/// no faster in FP8 computes in BF16, and its weights travel in twice the bytes.
class DominanceTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_violations.clear(); }

    void cleanup()
    {
        std::string all;
        for (const auto& [pair, violation] : m_violations)
            all += "\n" + pair + ": " + violation;
        QVERIFY2(m_violations.empty(), all.c_str());
    }

    void aGpuAtLeastAsGoodInEveryFigureIsNeverSlower()
    {
        const auto gpus = gpuPresets();
        for (std::size_t i = 0; i < gpus.size(); ++i)
            for (std::size_t k = 0; k < gpus.size(); ++k) {
                if (i == k || !isAtLeastAsGood(gpus[i], gpus[k]))
                    continue;
                test::RandomScenarios random(i * gpus.size() + k);
                for (int n = 0; n < scenariosAPair(); ++n) {
                    Scenario better = job(random);
                    Scenario worse = better;
                    applyGpu(better, static_cast<PresetIndex>(i) + 1, shippedCalibration());
                    applyGpu(worse, static_cast<PresetIndex>(k) + 1, shippedCalibration());
                    const Precision asked = better.workload.precision;
                    if (usedFormat(better.cluster, asked) == usedFormat(worse.cluster, asked))
                        neverSlower(
                            better, worse, gpus[i].id, gpus[k].id, hasSlowerHops(better.cluster, worse.cluster));
                }
            }
    }

    void anInterconnectAtLeastAsGoodInEveryFigureIsNeverSlower()
    {
        const auto links = interconnectPresets();
        for (std::size_t i = 0; i < links.size(); ++i)
            for (std::size_t k = 0; k < links.size(); ++k) {
                const auto first = static_cast<PresetIndex>(i) + 1, second = static_cast<PresetIndex>(k) + 1;
                if (i == k || !isAtLeastAsGood(clusterOn(first), clusterOn(second)))
                    continue;
                test::RandomScenarios random(i * links.size() + k);
                for (int n = 0; n < scenariosAPair(); ++n) {
                    Scenario better = job(random);
                    applyGpu(
                        better, static_cast<PresetIndex>(random.index(gpuPresets().size()) + 1), shippedCalibration());
                    Scenario worse = better;
                    applyInterconnect(better, first, shippedCalibration());
                    applyInterconnect(worse, second, shippedCalibration());
                    neverSlower(better, worse, links[i].id, links[k].id);
                }
            }
    }

    void aLargerNodeIsNeverSlower()
    {
        test::RandomScenarios random(3);
        for (int n = 0; n < test::scenariosWanted(20000); ++n) {
            Scenario larger = job(random);
            std::size_t gpu = 0;
            do
                gpu = random.index(gpuPresets().size());
            while (
                gpuPresets()[gpu].switch_gpus > 0); // in larger PCIe nodes, GPUs communicate across bridges or sockets
            applyGpu(larger, static_cast<PresetIndex>(gpu) + 1, shippedCalibration());
            // Skip made-up pairs whose network is faster than the links inside a node.
            const Cluster& c = larger.cluster;
            const bool torus = c.topology != Topology::switched;
            if (torus && larger.plan.expert_parallel > 1) // a token is sent once per node, but to every expert inside
                continue;
            const double least_share = torus ? 0.1 : 1; // groups share links of a torus
            if (c.link_rate * c.link_efficiency > c.scale_up_bandwidth * c.scale_up_efficiency * least_share)
                continue;
            Scenario smaller = larger;
            larger.cluster.resizeNode(16);
            // More hops are inside the node, and where another algorithm takes over there, less of it may hide.
            neverSlower(larger, smaller, gpuPresets()[gpu].id + ", 16 a node", "8 a node", true);
        }
    }

private:
    /// `but_for_latency`: allows for additional message latency, and for communication that only the worse one hides.
    /// Keeps the first violation of each pair.
    void neverSlower(const Scenario& better, const Scenario& worse, const std::string& name, const std::string& other,
        bool but_for_latency = false)
    {
        const StepReport fast = evaluate(better), slow = evaluate(worse);
        const double in_bubble = (better.plan.pipeline_parallel - 1) / better.plan.accumulation;
        const double shown_s = std::max(0.0, hiddenCommunication(slow) - hiddenCommunication(fast));
        const double allowed_s = but_for_latency ? fast.latency_s * (1 + in_bubble) + shown_s : 0;
        const double a = fast.step_s - allowed_s, b = slow.step_s;
        if (a > b * (1 + rounding))
            m_violations.emplace(name + " slower than " + other,
                std::to_string(a) + " s, " + std::to_string(b) + " s" + test::describe(worse));
    }

    std::map<std::string, std::string> m_violations;
};

KNEEPOINT_TEST(DominanceTest)
#include "dominance_test.moc"
