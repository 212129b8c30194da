// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/presets/presets.h"

#include "model/constants/fitted.h"

#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <set>

using namespace kneepoint;

namespace {

template <class Preset> PresetIndex indexOf(std::span<const Preset> presets, std::string_view id)
{
    for (std::size_t i = 0; i < presets.size(); ++i)
        if (presets[i].id == id)
            return static_cast<PresetIndex>(i) + 1;
    return -1;
}

Scenario withGpu(std::string_view id)
{
    Scenario s;
    applyGpu(s, indexOf(gpuPresets(), id), shippedCalibration());
    return s;
}

Scenario withModel(std::string_view id)
{
    Scenario s;
    applyModel(s, indexOf(modelPresets(), id));
    return s;
}

Scenario withInterconnect(std::string_view id)
{
    Scenario s;
    applyInterconnect(s, indexOf(interconnectPresets(), id), shippedCalibration());
    return s;
}

// The error of the first parameter whose value is out of range, or an empty text.
QString outOfRange(const Scenario& s)
{
    for (const Parameter& p : catalogue())
        if (const auto checked = checkValue(p, p.get(s)); !checked)
            return QString::fromStdString(checked.error().message);
    return {};
}

template <class Preset> void describesItself(std::span<const Preset> presets, std::span<const Choice> choices)
{
    std::set<std::string> ids;
    QCOMPARE(choices.size(), presets.size() + 1);
    QCOMPARE(choices.front().id, std::string_view("custom"));
    for (std::size_t i = 0; i < presets.size(); ++i) {
        const Preset& p = presets[i];
        const QString id = QString::fromStdString(p.id);
        QVERIFY2(ids.insert(p.id).second, qPrintable(id + " appears twice"));
        QVERIFY2(QRegularExpression("^[a-z0-9][a-z0-9.-]*$").match(id).hasMatch(), qPrintable(id));
        QVERIFY2(!p.name.empty(), qPrintable(id));
        QVERIFY2(!p.source.empty(), qPrintable(id));
        QCOMPARE(choices[i + 1].id, std::string_view(p.id));
        QVERIFY(choices[i + 1].note.find(p.source) != std::string_view::npos);
        const std::string said = p.assumed.empty() ? std::string() : "Assumed: " + p.assumed + ".";
        QVERIFY2(choices[i + 1].note.find(said) != std::string_view::npos, qPrintable(id));
        for (const std::string& text : {p.note, p.source})
            for (const char* hidden : {"assum", "memory of", "from memory"})
                QVERIFY2(text.find(hidden) == std::string::npos,
                    qPrintable(id + ": what is assumed has a field of its own"));
    }
}

} // namespace

class PresetsTest : public QObject {
    Q_OBJECT

private slots:
    void librariesAreComplete()
    {
        QCOMPARE(gpuPresets().size(), std::size_t(60));
        QVERIFY(machinePresets().size() >= 60);
        QVERIFY(interconnectPresets().size() >= 38);
        QCOMPARE(modelPresets().size(), std::size_t(146));
    }

    void gpusDescribeThemselves() { describesItself(gpuPresets(), libraryChoices<gpuPresets>()); }
    void interconnectsDescribeThemselves()
    {
        describesItself(interconnectPresets(), libraryChoices<interconnectPresets>());
    }
    void machinesDescribeThemselves() { describesItself(machinePresets(), libraryChoices<machinePresets>()); }
    void modelsDescribeThemselves() { describesItself(modelPresets(), libraryChoices<modelPresets>()); }

    void everyPresetIsWithinTheCataloguesRanges()
    {
        for (std::size_t i = 0; i < gpuPresets().size(); ++i) {
            Scenario s;
            applyGpu(s, static_cast<PresetIndex>(i) + 1, shippedCalibration());
            QVERIFY2(outOfRange(s).isEmpty(), qPrintable(outOfRange(s)));
        }
        for (std::size_t i = 0; i < interconnectPresets().size(); ++i) {
            Scenario s;
            applyInterconnect(s, static_cast<PresetIndex>(i) + 1, shippedCalibration());
            QVERIFY2(outOfRange(s).isEmpty(), qPrintable(outOfRange(s)));
        }
        for (std::size_t i = 0; i < modelPresets().size(); ++i) {
            Scenario s;
            applyModel(s, static_cast<PresetIndex>(i) + 1);
            QVERIFY2(outOfRange(s).isEmpty(), qPrintable(outOfRange(s)));
        }
    }

    void networksOfTheArticleAreExact_data()
    {
        QTest::addColumn<double>("throughput");
        QTest::newRow("1gbe") << 110e6;
        QTest::newRow("10gbe") << 1.1e9;
        QTest::newRow("25gbe") << 2.8e9;
        QTest::newRow("100gbe-tcp") << 9e9;
        QTest::newRow("100gbe-rdma") << 11e9;
        QTest::newRow("ideal-400g") << 50e9;
        QTest::newRow("ideal-200g") << 25e9;
        QTest::newRow("ideal-56g") << 7e9;
    }
    void networksOfTheArticleAreExact()
    {
        QFETCH(double, throughput);
        const Cluster c = withInterconnect(QTest::currentDataTag()).cluster;
        QVERIFY(c.interconnect > 0);
        QVERIFY(c.link_rate * c.link_efficiency == throughput);
    }

    void cloudLinksArePerGpu()
    {
        QCOMPARE(withInterconnect("efa-v1").cluster.link_rate, 6.25e9);
        QCOMPARE(withInterconnect("efa-v4").cluster.link_rate, 50e9);
        QCOMPARE(withInterconnect("gcp-tcpx").cluster.link_rate, 12.5e9);
    }

    void noLinkExceedsItsLineRate()
    {
        for (const InterconnectPreset& p : interconnectPresets())
            QVERIFY2(p.efficiency > 0 && p.efficiency <= 1, p.id.c_str());
    }

    /// Google's rates for 8 bits are those of integers, which only TPU7x reaches with fp8.
    void narrowFormatsRunAtTheirOwnRate_data()
    {
        QTest::addColumn<double>("fp8");
        QTest::addColumn<double>("fp4");
        QTest::newRow("tpu-v5e") << 0.0 << 0.0;
        QTest::newRow("tpu-v5p") << 459e12 << 0.0;
        QTest::newRow("tpu-v6e") << 918e12 << 0.0;
        QTest::newRow("tpu-v7x") << 4614e12 << 0.0;
        QTest::newRow("b300-sxm") << 4500e12 << 13125e12;
    }
    void narrowFormatsRunAtTheirOwnRate()
    {
        const Cluster c = withGpu(QTest::currentDataTag()).cluster;
        QTEST(c.peak[static_cast<std::size_t>(Precision::fp8)], "fp8");
        QTEST(c.peak[static_cast<std::size_t>(Precision::fp4)], "fp4");
    }

    /// GPUs that share the links of a node, or the largest torus that one job may have.
    void domainsAreThoseOfTheirMachines_data()
    {
        QTest::addColumn<double>("domain");
        QTest::newRow("mi250x") << 4.0;
        QTest::newRow("tpu-v5p") << 6144.0;
        QTest::newRow("trn2") << 16.0;
    }
    void domainsAreThoseOfTheirMachines()
    {
        QFETCH(const double, domain);
        QCOMPARE(usualNode(indexOf(gpuPresets(), QTest::currentDataTag())), domain);
    }

    void aSlowNetworkOfTpusHasALinkPerChip()
    {
        Scenario s = withGpu("tpu-v5e");
        s.cluster.resizeNode(256);
        parameter("cluster.interconnect").edit(s, indexOf(interconnectPresets(), "tpu-dcn-v5e"), shippedCalibration());
        QCOMPARE(s.cluster.nics_per_node, s.cluster.gpus_per_node);
        parameter("cluster.interconnect").edit(s, indexOf(interconnectPresets(), "eth25"), shippedCalibration());
        QCOMPARE(s.cluster.nics_per_node, 1.0);
    }

    /// Its name says it wherever it is shown, and no measured run is of its architecture.
    void announcedHardwareIsCalledSo()
    {
        const auto says = [](const auto& p) { return p.name.ends_with(", announced"); };
        for (const GpuPreset& p : gpuPresets())
            QVERIFY2(p.announced == says(p), p.id.c_str());
        for (const InterconnectPreset& p : interconnectPresets())
            QVERIFY2(p.announced == says(p), p.id.c_str());
        for (const GpuPreset& p : gpuPresets())
            for (const GpuPreset& other : gpuPresets())
                QVERIFY2(!p.announced || other.announced || other.architecture != p.architecture, p.id.c_str());
    }

    void narrowerFormatsHaveNoLowerPeak()
    {
        for (const GpuPreset& p : gpuPresets()) {
            double wider = 0;
            for (const double peak : p.peak) {
                QVERIFY2(peak == 0 || peak >= wider, p.id.c_str());
                wider = std::max(wider, peak);
            }
        }
    }

    void modelsHaveTheirShapes()
    {
        const Workload llama = withModel("llama3.1-8b").workload;
        QCOMPARE(llama.parameters, 8.03e9);
        QCOMPARE(llama.active_parameters, llama.parameters);
        QCOMPARE(llama.kv_heads, 8.0);
        QCOMPARE(llama.ffn, 14336.0);
        QVERIFY(llama.gated);
        const Workload mixtral = withModel("mixtral-8x7b").workload;
        QCOMPARE(mixtral.experts, 8.0);
        QCOMPARE(mixtral.top_k, 2.0);
        QVERIFY(std::abs(mixtral.active_parameters - 12.9e9) < 0.1e9);
        const Workload resnet = withModel("resnet50").workload;
        QCOMPARE(resnet.kind, ModelKind::generic);
        QCOMPARE(resnet.flops_per_example, 24.54e9);
        QCOMPARE(withModel("deepseek3-671b").workload.ffn, 2048.0);
        QCOMPARE(withModel("deepseek2-236b").workload.expert_groups, 8.0);
        QCOMPARE(withModel("deepseek2-236b").workload.top_groups, 3.0);
        QCOMPARE(withModel("gemma2-9b").workload.attention_window, 4096.0);
        QCOMPARE(withModel("bert-base").workload.parameters, 110e6);
    }

    void modelsAreConsistent()
    {
        for (const ModelPreset& p : modelPresets()) {
            const Workload w = workloadOf(p);
            QVERIFY2(w.active_parameters <= w.parameters, p.id.c_str());
            const bool conditioned = p.note.find("used once an example") != std::string::npos; // diffusion
            QVERIFY2((w.experts > 1 || conditioned) == (w.active_parameters < w.parameters), p.id.c_str());
            QVERIFY2(w.kv_heads <= w.heads && w.top_k <= w.experts, p.id.c_str());
        }
    }

    void aPresetChangesOnlyWhatItDescribes()
    {
        Scenario s;
        s.cluster.resizeNode(4);
        s.cluster.price_per_gpu_hour = 3.5;
        s.workload.batch_per_gpu = 17;
        s.workload.sequence_length = 4096;
        s.workload.precision = Precision::fp8;
        applyGpu(s, indexOf(gpuPresets(), "h100-sxm"), shippedCalibration());
        applyModel(s, indexOf(modelPresets(), "llama3.1-8b"));
        applyInterconnect(s, indexOf(interconnectPresets(), "ib-ndr"), shippedCalibration());
        QCOMPARE(s.cluster.gpus_per_node, 4.0);
        QCOMPARE(s.cluster.price_per_gpu_hour, 3.5);
        QCOMPARE(s.workload.batch_per_gpu, 17.0);
        QCOMPARE(s.workload.sequence_length, 4096.0);
        QCOMPARE(s.workload.precision, Precision::fp8);
        QCOMPARE(s.plan, Plan());
        QCOMPARE(s.stack, Stack());
    }

    void everyPresetSurvivesSavingAndLoading()
    {
        for (std::size_t i = 0; i < modelPresets().size(); ++i) {
            ScenarioFile file;
            applyModel(file.scenario, static_cast<PresetIndex>(i) + 1);
            applyGpu(file.scenario, static_cast<PresetIndex>(i % gpuPresets().size()) + 1, shippedCalibration());
            applyInterconnect(
                file.scenario, static_cast<PresetIndex>(i % interconnectPresets().size()) + 1, shippedCalibration());
            const auto loaded = parseScenario(writeScenario(file, shippedCalibration()), "saved");
            QVERIFY2(loaded, loaded ? "" : loaded.error().message.c_str());
            QVERIFY2(loaded->scenario == file.scenario, modelPresets()[i].id.c_str());
        }
    }

    void customKeepsTheFigures()
    {
        Scenario s = withGpu("h100-sxm");
        const Scenario before = s;
        applyGpu(s, 0, shippedCalibration());
        QCOMPARE(s.cluster.gpu, 0);
        s.cluster.gpu = before.cluster.gpu;
        QVERIFY(s == before);
    }

    void anIndexOutsideTheLibraryChangesNothing()
    {
        for (const PresetIndex index : {-1, 100000}) {
            Scenario s;
            applyGpu(s, index, shippedCalibration());
            applyInterconnect(s, index, shippedCalibration());
            applyModel(s, index);
            QVERIFY(s == Scenario());
        }
    }

    void aStackKnownFromItsCodeUsesConstantsOfItsFamily()
    {
        int known_by_code = 0;
        for (const StackPreset& p : stackPresets()) {
            if (p.like.empty())
                continue;
            ++known_by_code;
            const auto like = std::ranges::find(stackPresets(), p.like, &StackPreset::id);
            QVERIFY2(like != stackPresets().end() && like->like.empty() && like->family == p.family, p.id.c_str());
            Scenario s, of_like;
            applyStack(s, indexOf(stackPresets(), p.id), shippedCalibration());
            applyStack(of_like, indexOf(stackPresets(), p.like), shippedCalibration());
            applySettings(of_like, p.settings);
            of_like.stack.software = s.stack.software;
            QCOMPARE(s.stack, of_like.stack);
        }
        QVERIFY(known_by_code > 0);
    }

    void shippedScenariosAreFoundById()
    {
        for (const ScenarioFile& file : scenarioPresets()) {
            const ScenarioFile* found = findScenarioPreset(file.id);
            QVERIFY2(found && found->title == file.title && found->scenario == file.scenario, file.id.c_str());
            QCOMPARE(findScenarioPreset(file.id), found);
            QVERIFY2(!file.title.empty() && !file.about.empty() && !file.source.empty() && !file.group.empty(),
                file.id.c_str());
        }
        QVERIFY(!findScenarioPreset("no-such-scenario"));
    }
};

KNEEPOINT_TEST(PresetsTest)
#include "presets_test.moc"
