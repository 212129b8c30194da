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

/// Whether the shape has as many parameters as were published, in all and per token.
bool countsAsPublished(const Workload& w, bool rounded)
{
    const ParameterCount count = countParameters(w);
    return isNear(count.total, w.parameters, rounded) && isNear(count.active, w.active_parameters, rounded);
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
        QVERIFY2(countsAsPublished(w, p.rounded),
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
            QVERIFY2(!countsAsPublished(w, p.rounded), qPrintable(QString::number(factor)));
        }
    }

    void onlySizesThatNeedItAreRounded()
    {
        for (const ModelPreset& p : modelPresets())
            if (p.rounded)
                QVERIFY2(!countsAsPublished(workloadOf(p), false), p.id.c_str());
    }
};

KNEEPOINT_TEST(ModelSizesTest)
#include "model_sizes_test.moc"
