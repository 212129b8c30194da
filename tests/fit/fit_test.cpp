// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/fit_constants.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;
using namespace kneepoint::fit;

/// The shipped constants are what the fit says, and not what somebody wrote.
class FitTest : public QObject {
    Q_OBJECT

private slots:
    void aRefitGivesTheShippedConstants()
    {
        const Priors priors = readPriors(SOURCE_ROOT "/presets/constants/priors.json");
        const Priors again = fitConstants(priors, publishedCorpus(), "");
        for (const Constant& c : again.constants) {
            const auto& owners = c.of_gpu ? fittedConstants().families : fittedConstants().stacks;
            const auto owner = std::ranges::find(owners, c.owner, &ConstantOwner::id);
            QVERIFY2(owner != owners.end(), c.owner.c_str());
            const auto shipped = std::ranges::find(owner->settings, c.parameter->id, &PresetValue::parameter);
            QVERIFY2(shipped != owner->settings.end(), c.owner.c_str());
            constexpr double close = 0.02;
            QVERIFY2(
                std::abs(std::log(shipped->value / c.value)) < close, (c.owner + " " + shipped->parameter).c_str());
        }
    }

    void startsLieInTheRanges()
    {
        const Priors priors = readPriors(SOURCE_ROOT "/presets/constants/priors.json");
        for (const Constant& c : priors.constants) {
            QVERIFY(c.low <= c.start && c.start <= c.high);
            QVERIFY(c.low >= c.parameter->min && c.high <= c.parameter->max);
        }
    }
};

QTEST_APPLESS_MAIN(FitTest)
#include "fit_test.moc"
