// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/value_source.h"

#include "model/catalogue/catalogue.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;
using test::preset;

namespace {

std::optional<ValueSource> sourceOf(const Scenario& s, std::string_view id)
{
    return valueSource(parameter(id), s, shippedCalibration());
}

} // namespace

class ValueSourceTest : public QObject {
    Q_OBJECT

private slots:
    void aFigureOfTheGpuNamesTheGpu()
    {
        for (const char* id : {"cluster.power_w", "cluster.memory_bandwidth", "cluster.gpu"}) {
            const auto source = sourceOf(preset("llama3-70b-512xh100"), id);
            QVERIFY2(source && source->name.starts_with("H100 SXM5"), id);
            QVERIFY(!source->source.empty());
        }
    }

    void aFigureOfTheNetworkNamesTheNetwork()
    {
        const auto source = sourceOf(preset("llama3-70b-512xh100"), "cluster.link_rate");
        QVERIFY(source && source->name.starts_with("InfiniBand"));
    }

    void whatWasTypedIsNobodysElse()
    {
        Scenario s = preset("llama3-70b-512xh100");
        const Parameter& power = parameter("cluster.power_w");
        power.edit(s, 500, shippedCalibration());
        QVERIFY(!sourceOf(s, "cluster.power_w"));
    }

    void whatWasFittedIsNotTheLibrarys()
    {
        for (const char* id : {"cluster.link_latency", "cluster.gemm_efficiency"}) {
            const auto source = sourceOf(preset("llama3-70b-512xh100"), id);
            QVERIFY2(!source || source->source.starts_with("fitted"), id);
        }
    }

    void whatNoChoiceSetsHasNone() { QVERIFY(!sourceOf(preset("llama3-70b-512xh100"), "workload.global_batch")); }
};

KNEEPOINT_TEST(ValueSourceTest)
#include "value_source_test.moc"
