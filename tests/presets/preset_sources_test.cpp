// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"

#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

using namespace kneepoint;

/// Compares the libraries with the tables they were made from, if these are beside the source tree.
namespace {

using Json = nlohmann::json;

Json table(const char* name)
{
    for (const char* beside : {"../shared/data/", "../../shared/data/"}) {
        std::ifstream file(std::filesystem::path(sourcePath(beside + QString::fromStdString(name)).toStdString()));
        if (file)
            return Json::parse(file);
    }
    return nullptr;
}

#define TABLE_OR_SKIP(variable, name)                                                                                  \
    const Json variable = table(name);                                                                                 \
    if (variable.is_null())                                                                                            \
    QSKIP("the tables the presets were made from (../shared/data) are not here")

template <class Preset> std::map<std::string, const Preset*> byId(std::span<const Preset> presets)
{
    std::map<std::string, const Preset*> map;
    for (const Preset& p : presets)
        map[p.id] = &p;
    return map;
}

// The table's figure if it has one; otherwise the preset has an assumption.
#define SAME_WHERE_GIVEN(id, json, scale, value)                                                                       \
    if (const Json& figure = (json); figure.is_number())                                                               \
    QVERIFY2(qFuzzyCompare(figure.get<double>() * (scale), (value)), (id).c_str())

} // namespace

class PresetSourcesTest : public QObject {
    Q_OBJECT

private slots:
    void acceleratorsMatchTheTable()
    {
        TABLE_OR_SKIP(hardware, "hardware.json");
        const auto ours = byId(gpuPresets());
        QVERIFY(ours.size() >= hardware["accelerators"].size());
        for (const Json& theirs : hardware["accelerators"]) {
            const std::string id = theirs["id"];
            QVERIFY2(ours.contains(id), id.c_str());
            const GpuPreset& p = *ours.at(id);
            std::size_t precision = 0;
            for (const char* name : {"fp32", "tf32", "fp16", "bf16", "fp8", "fp4"}) {
                SAME_WHERE_GIVEN(id, theirs["dense_peak_tflops"][name], 1e12, p.peak[precision]);
                ++precision;
            }
            SAME_WHERE_GIVEN(id, theirs["memory_GB"], 1e9, p.memory_bytes);
            SAME_WHERE_GIVEN(id, theirs["memory_bandwidth_GBps"], 1e9, p.memory_bandwidth);
            SAME_WHERE_GIVEN(id, theirs["power_W"], 1, p.power_w);
            if (theirs["scale_up"]["link"].get<std::string>().starts_with("PCIe"))
                continue;
            SAME_WHERE_GIVEN(id, theirs["scale_up"]["per_direction_GBps"], 1e9, p.scale_up_bandwidth);
            SAME_WHERE_GIVEN(id, theirs["scale_up"]["domain_gpus"], 1, p.scale_up_domain);
        }
    }

    void interconnectsMatchTheTable()
    {
        TABLE_OR_SKIP(hardware, "hardware.json");
        const auto ours = byId(interconnectPresets());
        for (const Json& theirs : hardware["interconnects"]) {
            const std::string id = theirs["id"];
            QVERIFY2(ours.contains(id), id.c_str());
            const InterconnectPreset& p = *ours.at(id);
            const bool per_node = theirs["kind"] == "efa" || theirs["kind"] == "tcpx";
            const double share = per_node ? 1.0 / 8 : 1.0;
            SAME_WHERE_GIVEN(id, theirs["line_rate_GBps"], 1e9 * share, p.line_rate);
            // The table's latencies and its 25 GbE throughput have no source; the preset cites its own.
            if (id != "eth25")
                SAME_WHERE_GIVEN(id, theirs["achievable_GBps"], 1e9 * share, p.line_rate * p.efficiency);
        }
    }

    void modelsMatchTheTable()
    {
        TABLE_OR_SKIP(models, "models.json");
        const auto ours = byId(modelPresets());
        QCOMPARE(ours.size(), models["transformers"].size() + models["cnns"].size());
        for (const Json& theirs : models["transformers"]) {
            const std::string id = theirs["id"];
            QVERIFY2(ours.contains(id), id.c_str());
            const Workload w = workloadOf(*ours.at(id));
            const bool mixture = theirs.contains("experts");
            SAME_WHERE_GIVEN(id, theirs["params_published"], 1, w.parameters);
            SAME_WHERE_GIVEN(id, theirs["layers"], 1, w.layers);
            SAME_WHERE_GIVEN(id, theirs["hidden"], 1, w.hidden);
            SAME_WHERE_GIVEN(id, theirs["heads"], 1, w.heads);
            SAME_WHERE_GIVEN(id, theirs["kv_heads"], 1, w.kv_heads);
            SAME_WHERE_GIVEN(id, theirs["vocab"], 1, w.vocabulary);
            SAME_WHERE_GIVEN(id, theirs[mixture ? "moe_ffn" : "ffn_hidden"], 1, w.ffn);
            QCOMPARE(w.gated, theirs["gated_mlp"].get<bool>());
            QVERIFY(w.parallel_block || !theirs.value("parallel_block", false));
            if (mixture) {
                SAME_WHERE_GIVEN(id, theirs["params_active_computed"], 1, w.active_parameters);
                SAME_WHERE_GIVEN(id, theirs["experts"], 1, w.experts);
                SAME_WHERE_GIVEN(id, theirs["top_k"], 1, w.top_k);
            }
        }
        for (const Json& theirs : models["cnns"]) {
            const std::string id = theirs["id"];
            QVERIFY2(ours.contains(id), id.c_str());
            SAME_WHERE_GIVEN(id, theirs["params"], 1, workloadOf(*ours.at(id)).parameters);
            SAME_WHERE_GIVEN(id, theirs["train_GFLOP_per_image"], 1e9, workloadOf(*ours.at(id)).flops_per_example);
        }
    }
};

KNEEPOINT_TEST(PresetSourcesTest)
#include "preset_sources_test.moc"
