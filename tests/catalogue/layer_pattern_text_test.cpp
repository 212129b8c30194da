// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/layer_kinds.h"
#include "model/catalogue/layer_pattern.h"
#include "model/catalogue/scenario_file.h"
#include "model/constants/calibration.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

constexpr const char* nano_blocks = "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME";

Workload modelOf(const char* id)
{
    return test::edited(test::preset("llama3-8b-64xh100"), {{"workload.model", id}}).workload;
}

/// The scenario of the model with the pattern.
Workload patterned(const Workload& model, const std::string& text)
{
    Scenario s = test::preset("llama3-8b-64xh100");
    s.workload = model;
    const Result<Edit> edit = parseLayerPattern(text, model);
    if (!edit)
        return {};
    for (const Setting& setting : *edit)
        setting.parameter->assign(s, setting.value);
    return s.workload;
}

double countOf(const std::vector<LayerKind>& kinds, Mixer mixer)
{
    return static_cast<double>(std::ranges::count(kinds, mixer, &LayerKind::mixer));
}

} // namespace

/// Patterns of layers as text, and the layers they mean.
class LayerPatternTextTest : public QObject {
    Q_OBJECT

private slots:
    void aCycleIsItsSliders()
    {
        const Workload w = patterned(modelOf("llama3.1-8b"), "5 window 1024, 1 full");
        QCOMPARE(w.attention_window, 1024.);
        QCOMPARE(w.full_attention_every, 6.);
        QCOMPARE(w.full_attention_layers, 0.);
        QCOMPARE(otherMixer(w), Mixer::window);
    }

    void fullAttentionAtTheBeginningIsCounted()
    {
        const Workload w = patterned(modelOf("llama3.1-8b"), "2 full, 5 mamba"); // 32 layers: 2 of 7, and 2 of the rest
        QCOMPARE(w.full_attention_layers, 10.);
        QCOMPARE(countOf(layerKinds(w), Mixer::state_space), 22.);
    }

    void lettersAreBlocksOfOnePart()
    {
        const Workload nano = modelOf("nemotron3-nano-30b-a3b");
        Workload other = nano;
        other.layers = 10;
        other.feed_forward_layers = other.full_attention_layers = other.state_heads = 0;
        const Workload w = patterned(other, nano_blocks);
        QCOMPARE(w.layers, 52.);
        QCOMPARE(w.full_attention_layers, 6.);
        QCOMPARE(w.feed_forward_layers, 23.);
        QCOMPARE(countParameters(patterned(nano, nano_blocks)).total, countParameters(nano).total);
    }

    void anEncoderAndItsDecoderAreARunEach()
    {
        const Workload t5 = modelOf("t5-v1.1-xxl");
        QCOMPARE(layerPatternText(t5), std::string("24 encoder 512, 24 cross"));
        QCOMPARE(countOf(layerKinds(t5), Mixer::encoder), 24.);
        QCOMPARE(countOf(layerKinds(t5), Mixer::cross), 24.);
        const Workload other = patterned(modelOf("gpt-oss-20b"), "2 encoder 1500, 6 cross");
        QCOMPARE(other.layers, 8.);
        QCOMPARE(other.encoder_layers, 2.);
        QCOMPARE(other.source_length, 1500.);
        QCOMPARE(other.attention_window, 0.);
        QCOMPARE(layerPatternText(modelOf("wan2.1-14b")), std::string("1 cross 512"));
        QVERIFY(!hasSource(patterned(t5, "1 full")));
        QVERIFY(!hasSource(patterned(t5, "1 window 128, 1 full")));
    }

    void patternsOfAllModelsAreReadAgain()
    {
        for (const ModelPreset& p : modelPresets()) {
            if (p.kind != ModelKind::transformer)
                continue;
            const Workload w = modelOf(p.id.c_str());
            if (w.parallel_mixers)
                continue;
            const Workload again = patterned(w, layerPatternText(w));
            QCOMPARE(again.layers, w.layers);
            QCOMPARE(countOf(layerKinds(again), otherMixer(w)), countOf(layerKinds(w), otherMixer(w)));
            QVERIFY2(mixerShares(again).full == mixerShares(w).full, p.id.c_str());
            QCOMPARE(countParameters(again).total, countParameters(w).total);
        }
    }

    void thereAreAsManyLayersOfAKindAsAreComputed()
    {
        for (const ModelPreset& p : modelPresets()) {
            if (p.kind != ModelKind::transformer)
                continue;
            const Workload w = modelOf(p.id.c_str());
            const std::vector<LayerKind> kinds = layerKinds(w);
            QCOMPARE(static_cast<double>(kinds.size()), w.layers);
            QCOMPARE(static_cast<double>(std::ranges::count(kinds, FeedForward::experts, &LayerKind::feed_forward)),
                expertLayers(w));
            QCOMPARE(static_cast<double>(std::ranges::count(kinds, FeedForward::none, &LayerKind::feed_forward)),
                w.layers - feedForwardLayers(w));
            if (!w.parallel_mixers)
                VERIFY_CLOSE(
                    countOf(kinds, Mixer::full) + countOf(kinds, Mixer::encoder) + countOf(kinds, Mixer::cross),
                    fullAttentionShare(w) * w.layers, 1e-12);
        }
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("named");
        const auto row = [](const char* text, const char* named) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(named);
        };
        row("  ", "empty");
        row("5 windows 1024", "5 windows 1024");
        row("5", "\"5\"");
        row("0 full", "0 full");
        row("5 window x, 1 full", "5 window x");
        row("1 full 7", "1 full 7");
        row("3 window 128, 1 mamba", "state space");
        row("1 window 128, 1 window 256", "256 tokens");
        row("99 mamba, 1 full", "100 layers");
        row("MQ-", "\"Q\"");
        row("MG-", "linear attention");
        row("MM", "feed-forward");
        row("ME", "experts");
        row("M-|M-", "\"|\"");
        row("1 window 2000000000", "2000000000");
        row("2 encoder 512, 2 full", "cross-attention");
        row("2 cross, 2 encoder", "cross-attention");
        row("2 encoder 512, 2 cross 256", "256");
    }
    void whatIsWrongIsNamed()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, named);
        const Result<Edit> edit = parseLayerPattern(text.toStdString(), modelOf("llama3.1-8b"));
        QVERIFY(!edit);
        QVERIFY2(edit.error().message.find(named.toStdString()) != std::string::npos, edit.error().message.c_str());
    }

    void scenarioFilesHaveThePattern()
    {
        const auto file = parseScenario(
            R"({"kneepoint": 1, "scenario": {"workload.model": "llama3.1-8b", "workload.layer_pattern": "3 delta, 1 full"}})",
            "test.json", shippedCalibration());
        QVERIFY(file);
        QCOMPARE(layerPatternText(file->scenario.workload), std::string("3 delta, 1 full"));
        QVERIFY(!parseScenario(
            R"({"kneepoint": 1, "scenario": {"workload.model": "llama3.1-8b", "workload.layer_pattern": "3 deltas"}})",
            "test.json", shippedCalibration()));
    }
};

KNEEPOINT_TEST(LayerPatternTextTest)
#include "layer_pattern_text_test.moc"
