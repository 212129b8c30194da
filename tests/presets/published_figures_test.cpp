// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/catalogue/architecture.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

/// FLOP/s and bytes in units of 10¹² and 10⁹, as data sheets print them, memory too; 0 for what the sheet does not
/// state.
struct Accelerator {
    const char* id;
    double bf16, fp8, memory, bandwidth, power, scale_up; ///< peaks without sparsity, links one way
    const char* source;
};

constexpr Accelerator accelerators[] = {
    {"v100-sxm2-32", 125, 0, 32, 900, 300, 150, "NVIDIA V100 data sheet; FP16"},
    {"a100-sxm-40", 312, 0, 40, 1555, 400, 300, "NVIDIA A100 data sheet"},
    {"a100-sxm-80", 312, 0, 80, 2039, 400, 300, "NVIDIA A100 data sheet"},
    {"h100-sxm", 989.4, 1978.9, 80, 3350, 700, 450, "NVIDIA H100 architecture white paper"},
    {"h200-sxm", 989.4, 1978.9, 141, 4800, 700, 450, "NVIDIA H200 data sheet"},
    {"h800-sxm", 989.4, 1978.9, 80, 3350, 700, 200, "NVIDIA H800 data sheet"},
    {"b200-sxm", 2250, 4500, 180, 8000, 1000, 900, "NVIDIA DGX B200 data sheet, per GPU"},
    {"l40s", 362, 733, 48, 864, 350, 31.5, "NVIDIA L40S data sheet; PCIe Gen4 x16"},
    {"mi300x", 1307, 2614, 192, 5300, 750, 448, "AMD Instinct MI300X data sheet"},
    {"mi325x", 1307, 2614, 256, 6000, 1000, 448, "AMD Instinct MI325X data sheet"},
    {"gaudi2", 432, 865, 96, 2460, 600, 262.5, "Intel Gaudi 2 data sheet; 21 of 24 ports are inside a node"},
    {"gaudi3", 1677, 1677, 128, 3700, 900, 525, "Intel Gaudi 3 data sheet; 21 of 24 ports are inside a node"},
    {"tpu-v3", 123, 0, 32, 900, 262, 280, "arXiv:2304.01433, table 4: four links of 70 GB/s"},
    {"tpu-v4", 275, 0, 32, 1200, 192, 300, "arXiv:2304.01433, table 4: six links of 50 GB/s"},
    {"tpu-v5e", 197, 0, 16, 820, 0, 200, "Google Cloud, TPU v6e: 1600 Gbit/s"},
    {"tpu-v5p", 459, 459, 95, 2765, 0, 600, "Google Cloud, TPU v5p: 1200 GB/s both ways"},
    {"tpu-v6e", 918, 918, 32, 1640, 0, 400, "Google Cloud, TPU v6e: 800 GB/s both ways"},
    {"tpu-v7x", 2307, 4614, 192, 7380, 0, 600, "Google Cloud, TPU7x: 1200 GB/s both ways"},
};

/// Experts of a layer and those chosen per token: 1 and 1 for a dense model.
struct Shape {
    const char* id;
    double layers, hidden, heads, kv_heads, head_width, ffn, experts, top_k;
    const char* source;
};

constexpr Shape shapes[] = {
    {"gpt3-175b", 96, 12288, 96, 96, 128, 49152, 1, 1, "arXiv:2005.14165, table 2.1"},
    {"opt-175b", 96, 12288, 96, 96, 128, 49152, 1, 1, "arXiv:2205.01068, table 1"},
    {"bloom-176b", 70, 14336, 112, 112, 128, 57344, 1, 1, "arXiv:2211.05100, table 3"},
    {"palm-540b", 118, 18432, 48, 1, 256, 73728, 1, 1, "arXiv:2204.02311, table 1"},
    {"llama1-65b", 80, 8192, 64, 64, 128, 22016, 1, 1, "arXiv:2302.13971, table 2; widths of 2/3·4·h, rounded up"},
    {"llama3.1-8b", 32, 4096, 32, 8, 128, 14336, 1, 1, "arXiv:2407.21783, table 3"},
    {"llama3.1-70b", 80, 8192, 64, 8, 128, 28672, 1, 1, "arXiv:2407.21783, table 3"},
    {"llama3.1-405b", 126, 16384, 128, 8, 128, 53248, 1, 1, "arXiv:2407.21783, table 3"},
    {"gemma-7b", 28, 3072, 16, 16, 256, 24576, 1, 1, "arXiv:2403.08295, table 1; the width there counts the gate"},
    {"gemma2-9b", 42, 3584, 16, 8, 256, 14336, 1, 1, "arXiv:2408.00118, table 1; likewise"},
    {"gemma2-27b", 46, 4608, 32, 16, 128, 36864, 1, 1, "arXiv:2408.00118, table 1; likewise"},
    {"qwen3-32b", 64, 5120, 64, 8, 128, 25600, 1, 1, "arXiv:2505.09388, table 1; widths: config.json"},
    {"mixtral-8x7b", 32, 4096, 32, 8, 128, 14336, 8, 2, "arXiv:2401.04088, table 1"},
    {"deepseek3-671b", 61, 7168, 128, 128, 128, 2048, 256, 8, "arXiv:2412.19437, section 4.2"},
};

Workload workloadOf(std::string_view id)
{
    Scenario s;
    applyModel(s, presetIndex(modelPresets(), id));
    return s.workload;
}

} // namespace

Q_DECLARE_METATYPE(Accelerator)
Q_DECLARE_METATYPE(Shape)

/// The libraries against figures that were taken from publications separately.
class PublishedFiguresTest : public QObject {
    Q_OBJECT

private slots:
    void acceleratorsHaveTheirPublishedFigures_data()
    {
        QTest::addColumn<Accelerator>("published");
        for (const Accelerator& a : accelerators)
            QTest::addRow("%s: %s", a.id, a.source) << a;
    }
    void acceleratorsHaveTheirPublishedFigures()
    {
        QFETCH(const Accelerator, published);
        Scenario s;
        applyGpu(s, presetIndex(gpuPresets(), published.id), shippedCalibration());
        const Cluster& c = s.cluster;
        const auto peak = [&](Precision p) { return c.peak[static_cast<std::size_t>(p)] / 1e12; };
        QCOMPARE(std::max(peak(Precision::bf16), peak(Precision::fp16)), published.bf16);
        if (published.fp8 > 0)
            QCOMPARE(peak(Precision::fp8), published.fp8);
        QCOMPARE(presetAt(gpuPresets(), c.gpu)->nominal_memory_bytes / 1e9, published.memory);
        QCOMPARE(c.memory_bandwidth / 1e9, published.bandwidth);
        if (published.power > 0)
            QCOMPARE(c.power_w, published.power);
        QCOMPARE(c.scale_up_bandwidth / 1e9, published.scale_up);
    }

    void modelsHaveTheirPublishedShapes_data()
    {
        QTest::addColumn<Shape>("published");
        for (const Shape& shape : shapes)
            QTest::addRow("%s: %s", shape.id, shape.source) << shape;
    }
    void modelsHaveTheirPublishedShapes()
    {
        QFETCH(const Shape, published);
        const Workload w = workloadOf(published.id);
        QCOMPARE(w.layers, published.layers);
        QCOMPARE(w.hidden, published.hidden);
        QCOMPARE(w.heads, published.heads);
        QCOMPARE(w.kv_heads, published.kv_heads);
        QCOMPARE(headWidth(w), published.head_width);
        QCOMPARE(w.ffn, published.ffn);
        QCOMPARE(w.experts, published.experts);
        QCOMPARE(std::min(w.top_k, w.experts), published.top_k);
    }
};

KNEEPOINT_TEST(PublishedFiguresTest)
#include "published_figures_test.moc"
