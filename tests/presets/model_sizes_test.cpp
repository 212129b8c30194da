// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/apply_presets.h"
#include "model/catalogue/architecture.h"
#include "model/presets/presets.h"
#include "model/scenario/scenario.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <cmath>

using namespace kneepoint;

namespace {

/// Norms, biases and position tables, which are not counted, are less.
constexpr double tolerance = 0.01;

/// Half of the last digit that a rounded size has: 50 M of 2.7 B.
double halfOfLastDigit(double size)
{
    double unit = 1;
    while (std::fmod(size, 10 * unit) == 0)
        unit *= 10;
    return unit / 2;
}

bool isNear(double counted, double published, bool rounded)
{
    return std::abs(counted - published) <= tolerance * published + (rounded ? halfOfLastDigit(published) : 0);
}

/// Parameters of diffusion transformers that a token does not pass, which their shape does not have: the modulation and
/// embeddings of time and text, used once an example; of two sets of weights for pictures and text the other one.
/// Counted by hand from the definitions that the presets name; h is the width.
double besideTokens(const ModelPreset& p)
{
    const Workload w = workloadOf(p);
    const double square = w.hidden * w.hidden, blocks = w.layers;
    if (p.family == "DiT") // 6·h² a block, 2·h² before the last layer; h² and 256·h of time, 1001·h of classes
        return (6 * blocks + 2 + 1) * square + (256 + 1001) * w.hidden;
    if (p.family == "MMDiT" && p.id == "flux1-12b") { // 12·h² and twice 6·h² a double block, 3·h² a single one
        constexpr double double_blocks = 19;
        const double single_blocks = blocks - double_blocks;
        const double ends = 5 * square + (256 + 256 + 768 + 4096) * w.hidden; // time, guidance, two texts, last layer
        return ((12 + 12) * double_blocks + 3 * single_blocks) * square + ends;
    }
    if (p.family == "MMDiT")
        return (12 + 12) * blocks * square;
    if (p.family == "Wan") // 7·h² of time, h² of text, and their inputs
        return 8 * square + (256 + 4096) * w.hidden;
    return 0;
}

/// Whether the shape has as many parameters as were published, in all and per token.
bool countsAsPublished(const Workload& w, const ModelPreset& p, bool rounded)
{
    const ParameterCount count = countParameters(w);
    return isNear(count.total + besideTokens(p), w.parameters, rounded)
        && isNear(count.active, w.active_parameters, rounded);
}
bool countsAsPublished(const Workload& w, const ModelPreset& p)
{
    return countsAsPublished(w, p, p.rounded);
}

} // namespace

/// The shape of every transformer of the library against its published size.
class ModelSizesTest : public QObject {
    Q_OBJECT

    static void everyTransformer()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < modelPresets().size(); ++i)
            if (modelPresets()[i].kind == ModelKind::transformer)
                QTest::newRow(modelPresets()[i].id.c_str()) << static_cast<int>(i);
    }

private slots:
    void theShapeHasThePublishedSize_data() { everyTransformer(); }
    void theShapeHasThePublishedSize()
    {
        QFETCH(const int, index);
        const ModelPreset& p = modelPresets()[static_cast<std::size_t>(index)];
        const Workload w = workloadOf(p);
        const ParameterCount count = countParameters(w);
        QVERIFY2(countsAsPublished(w, p),
            qPrintable(QString("%1 counted, %2 per token; published %3 and %4")
                           .arg(count.total)
                           .arg(count.active)
                           .arg(w.parameters)
                           .arg(w.active_parameters)));
    }

    /// Otherwise the comparison would not notice what it is for.
    void headsOfAnotherWidthMissThePublishedSize_data() { everyTransformer(); }
    void headsOfAnotherWidthMissThePublishedSize()
    {
        QFETCH(const int, index);
        const ModelPreset& p = modelPresets()[static_cast<std::size_t>(index)];
        for (const double factor : {2.0 / 3, 3.0 / 4, 5.0 / 4, 3.0 / 2}) {
            Workload w = workloadOf(p);
            w.head_width = factor * headWidth(w);
            w.state_head_width *= factor; // most layers of hybrids have no attention
            const bool slight = factor > 0.7 && factor < 1.3;
            if (p.rounded && slight)
                continue; // a rounded size cannot tell
            QVERIFY2(!countsAsPublished(w, p), qPrintable(QString::number(factor)));
        }
    }

    void onlySizesThatNeedItAreRounded()
    {
        for (const ModelPreset& p : modelPresets())
            if (p.rounded)
                QVERIFY2(!countsAsPublished(workloadOf(p), p, false), p.id.c_str());
    }
};

KNEEPOINT_TEST(ModelSizesTest)
#include "model_sizes_test.moc"
