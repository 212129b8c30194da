// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/layer_strip.h"

#include "tests/support/data_row.h"
#include "tests/support/test_registry.h"
#include "widgets/controls/layer_pattern_box.h"
#include "widgets/theme/theme.h"

#include <QImage>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace kneepoint;

namespace {

Workload transformer()
{
    Workload w;
    w.layers = 8;
    w.hidden = 1024;
    w.heads = w.kv_heads = 16;
    return w;
}

/// A hybrid of eight layers: six with a state space, two with full attention.
Workload hybrid()
{
    Workload w = transformer();
    w.state_heads = 32;
    w.full_attention_every = 4;
    return w;
}

void type(LayerPatternBox& box, const QString& text)
{
    box.text().setText(text);
    QTest::keyClick(&box.text(), Qt::Key_Return);
}

} // namespace

class LayerStripTest : public QObject {
    Q_OBJECT

private slots:
    void everyLayerIsACellInTheColorOfItsMixer()
    {
        LayerStrip strip;
        strip.setLayers(layerKinds(hybrid()));
        strip.resize(160, 22);
        const QImage image = strip.grab().toImage();
        const ThemeMode mode = modeOf(strip.palette());
        for (int layer = 0; layer < 8; ++layer) {
            const int middle = (20 * layer + 10) * image.width() / 160;
            const Mixer mixer = layer % 4 == 3 ? Mixer::full : Mixer::state_space;
            QCOMPARE(image.pixelColor(middle, image.height() / 4).rgb(), mixerColor(mixer, mode).rgb());
            QCOMPARE(image.pixelColor(middle, 3 * image.height() / 4).rgb(),
                feedForwardColor(FeedForward::dense, mode).rgb());
        }
    }

    void theLayerUnderThePointerIsNamed()
    {
        LayerStrip strip;
        strip.setLayers(layerKinds(hybrid()));
        strip.resize(160, 22);
        QCOMPARE(strip.layerAt(0), 0);
        QCOMPARE(strip.layerAt(159.9), 7);
        QCOMPARE(strip.layerAt(160), -1);
        QCOMPARE(strip.layerAt(-1), -1);
        QCOMPARE(strip.layerText(3), QStringLiteral("Layer 4 of 8: full attention, feed-forward"));
        QCOMPARE(LayerStrip().layerAt(10), -1);
    }

    void kindsHaveDifferentColors()
    {
        for (const ThemeMode mode : {ThemeMode::light, ThemeMode::dark}) {
            std::set<QRgb> colors;
            for (const Mixer mixer :
                {Mixer::full, Mixer::window, Mixer::sparse, Mixer::delta_rule, Mixer::state_space, Mixer::cross})
                colors.insert(mixerColor(mixer, mode).rgb());
            for (const FeedForward part : {FeedForward::dense, FeedForward::experts})
                colors.insert(feedForwardColor(part, mode).rgb());
            QCOMPARE(colors.size(), std::size_t{8});
            QVERIFY(mixerColor(Mixer::encoder, mode) != mixerColor(Mixer::cross, mode));
        }
    }

    void theBoxCountsTheKinds()
    {
        LayerPatternBox box;
        box.showModel(hybrid());
        QCOMPARE(box.sentence(), QStringLiteral("2 full attention · 6 state space · 8 feed-forward"));
        QCOMPARE(box.text().text(), QStringLiteral("3 mamba, 1 full"));
    }

    void theBoxSaysEncoderAndDecoder()
    {
        Workload w = transformer();
        w.encoder_layers = 3;
        w.source_length = 512;
        LayerPatternBox box;
        box.showModel(w);
        QCOMPARE(box.sentence(), QStringLiteral("3 encoder attention · 5 self- and cross-attention · 8 feed-forward"));
        QCOMPARE(box.text().text(), QStringLiteral("3 encoder 512, 5 cross"));
    }

    void aTypedPatternIsAnEdit()
    {
        LayerPatternBox box;
        box.showModel(transformer());
        const QSignalSpy edited(&box, &LayerPatternBox::patternEdited);
        type(box, QStringLiteral("1 window 128, 1 full"));
        QCOMPARE(edited.size(), 1);
        const auto edit = edited.first().first().value<kneepoint::Edit>();
        QVERIFY(std::ranges::find(edit, Setting{&parameter("workload.attention_window"), 128}) != edit.end());
    }

    void aWrongPatternIsExplainedAndChangesNothing()
    {
        LayerPatternBox box;
        box.showModel(transformer());
        const QSignalSpy edited(&box, &LayerPatternBox::patternEdited);
        type(box, QStringLiteral("1 windows"));
        QCOMPARE(edited.size(), 0);
        QVERIFY(box.sentence().contains(QStringLiteral("1 windows")));
    }

    void theShownPatternIsNoEdit()
    {
        LayerPatternBox box;
        box.showModel(hybrid());
        const QSignalSpy edited(&box, &LayerPatternBox::patternEdited);
        type(box, QStringLiteral("3 mamba, 1 full"));
        QCOMPARE(edited.size(), 0);
    }
};

KNEEPOINT_TEST(LayerStripTest)
#include "layer_strip_test.moc"
