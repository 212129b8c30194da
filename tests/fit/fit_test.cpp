// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/fit_constants.h"
#include "fit/fit_memory.h"
#include "tests/support/shipped.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;
using namespace kneepoint::fit;

/// The shipped constants are the result of the fit, not edited by hand.
class FitTest : public QObject {
    Q_OBJECT

private slots:
    void refittingGivesTheShippedConstants()
    {
        const Priors priors = readPriors(sourcePath("presets/constants/priors.json").toStdString());
        compareWithShipped(fitConstants(priors, publishedCorpus(), ""));
    }

    void refittingMemoryGivesTheShippedConstants()
    {
        const Priors priors = readPriors(sourcePath("presets/constants/memory_priors.json").toStdString());
        compareWithShipped(fitMemory(priors, memoryEvidence(publishedMeasurements(), shippedCalibration()), ""));
    }

    void startingValuesAreInRange_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("time") << "priors.json";
        QTest::newRow("memory") << "memory_priors.json";
    }
    void startingValuesAreInRange()
    {
        QFETCH(QString, file);
        const Priors priors = readPriors(sourcePath("presets/constants/" + file).toStdString());
        for (const Constant& c : priors.constants) {
            QVERIFY(c.low <= c.start && c.start <= c.high);
            QVERIFY(c.low >= c.parameter->range.min && c.high <= c.parameter->range.max);
        }
    }

private:
    static void compareWithShipped(const Priors& again)
    {
        for (const Constant& c : again.constants) {
            const auto& owners = c.of_gpu ? fittedConstants().families : fittedConstants().stacks;
            QVERIFY2(isNearAShipped(owners, c), (c.owner + " " + std::string(c.parameter->id)).c_str());
        }
    }

    static bool isNearAShipped(const std::vector<ConstantOwner>& owners, const Constant& c)
    {
        constexpr double close = 0.02;
        return std::ranges::any_of(owners, [&](const ConstantOwner& owner) {
            const auto shipped = std::ranges::find(owner.settings, c.parameter->id, &PresetValue::parameter);
            return owner.id == c.owner && shipped != owner.settings.end()
                && std::abs(std::log(shipped->value / c.value)) < close;
        });
    }
};

KNEEPOINT_TEST(FitTest)
#include "fit_test.moc"
