// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/choice_steps.h"

#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

std::vector<int> gpuStepsFrom(std::string_view id)
{
    Scenario s;
    s.cluster.gpu = presetIndex(gpuPresets(), id);
    return choiceSteps(parameter("cluster.gpu"), s);
}

/// The year or the rate that stands behind the name.
std::string orderOf(const Parameter& p, int choice)
{
    const std::string name = stepName(p, choice);
    return name.substr(name.find("· ") + 3);
}

} // namespace

class ChoiceStepsTest : public QObject {
    Q_OBJECT

private slots:
    void everyGpuHasAStepInItsOwnFamily()
    {
        for (const GpuPreset& gpu : gpuPresets()) {
            const std::vector<int> steps = gpuStepsFrom(gpu.id);
            QVERIFY2(std::ranges::count(steps, presetIndex(gpuPresets(), gpu.id)) == 1, gpu.id.c_str());
            for (const int step : steps)
                QCOMPARE(presetAt(gpuPresets(), step)->vendor, gpu.vendor);
        }
    }
    void everyGpuHasAYear()
    {
        for (const GpuPreset& gpu : gpuPresets())
            QVERIFY2(
                stepName(parameter("cluster.gpu"), presetIndex(gpuPresets(), gpu.id)).find("· 20") != std::string::npos,
                gpu.id.c_str());
    }
    void theYearsOfAFamilyDoNotFall()
    {
        const Parameter& p = parameter("cluster.gpu");
        for (const GpuPreset& gpu : gpuPresets()) {
            const std::vector<int> steps = gpuStepsFrom(gpu.id);
            QVERIFY2(std::ranges::is_sorted(steps, {}, [&](int step) { return orderOf(p, step); }), gpu.id.c_str());
        }
    }
    void aGpuOutsideTheFamilyIsAStepMore()
    {
        QCOMPARE(gpuStepsFrom("rtx4090").size(), gpuStepsFrom("h100-sxm").size() + 1);
    }
    void aCustomGpuStandsWhereItsPeakPlacesIt()
    {
        Scenario s;
        s.cluster.gpu = 0;
        s.cluster.peak[static_cast<std::size_t>(Precision::bf16)] = 500e12;
        const std::vector<int> steps = choiceSteps(parameter("cluster.gpu"), s);
        const auto custom = std::ranges::find(steps, 0);
        QVERIFY(custom != steps.begin() && custom != steps.end() && custom + 1 != steps.end());
        QCOMPARE(presetAt(gpuPresets(), *(custom - 1))->id, std::string("a100-sxm-80"));
        QCOMPARE(presetAt(gpuPresets(), *(custom + 1))->id, std::string("h100-sxm"));
    }

    void everyNetworkHasAStepAtItsRate()
    {
        const Parameter& p = parameter("cluster.interconnect");
        const auto presets = interconnectPresets();
        for (const InterconnectPreset& network : presets) {
            Scenario s;
            s.cluster.interconnect = presetIndex(presets, network.id);
            const std::vector<int> steps = choiceSteps(p, s);
            QVERIFY2(std::ranges::count(steps, s.cluster.interconnect) == 1, network.id.c_str());
            QVERIFY2(std::ranges::is_sorted(steps, {}, [&](int step) { return presetAt(presets, step)->line_rate; }),
                network.id.c_str());
        }
    }
    void otherParametersHaveNoSteps()
    {
        for (const Parameter& p : catalogue())
            if (p.id != "cluster.gpu" && p.id != "cluster.interconnect")
                QVERIFY(choiceSteps(p, Scenario{}).empty());
    }
};

KNEEPOINT_TEST(ChoiceStepsTest)
#include "choice_steps_test.moc"
