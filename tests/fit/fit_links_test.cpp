// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/fit_links.h"
#include "model/validation/validation.h"
#include "tests/support/shipped.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace kneepoint;
using namespace kneepoint::fit;

/// The shipped links are the result of the fit and predict held-out curves.
class FitLinksTest : public QObject {
    Q_OBJECT

private slots:
    void refittingTheCurvesGivesTheShippedLinks()
    {
        const LinkPriors priors = readLinkPriors(sourcePath("presets/constants/link_priors.json").toStdString());
        LinkSet again = fitLinks(priors, collectiveQuestionsOf(publishedMeasurements(), shippedCalibration()), "");
        LinkSet shipped = fittedLinks();
        constexpr double close = 0.03;
        for (const LawConstant& c : lawConstants())
            QVERIFY2(std::abs(std::log(c.of(again.law) / c.of(shipped.law))) < close, std::string(c.name).c_str());
        for (const ConstantOwner& owner : again.links) {
            const auto same = std::ranges::find(shipped.links, owner.id, &ConstantOwner::id);
            QVERIFY2(same != shipped.links.end(), owner.id.c_str());
            for (const PresetValue& s : owner.settings) {
                const auto value = std::ranges::find(same->settings, s.parameter, &PresetValue::parameter);
                QVERIFY2(value != same->settings.end(), owner.id.c_str());
                QVERIFY2(std::abs(std::log(s.value / value->value)) < close, (owner.id + " " + s.parameter).c_str());
            }
        }
    }

    void curvesArePredictedWithoutTheirCampaign_data()
    {
        QTest::addColumn<QString>("series");
        QTest::addColumn<double>("most");
        QTest::addColumn<double>("most_small");
        QTest::newRow("nvlink") << "collectives-nvlink" << 14.0 << 18.0;
        QTest::newRow("network") << "collectives-network" << 30.0 << 35.0;
    }
    void curvesArePredictedWithoutTheirCampaign()
    {
        QFETCH(QString, series);
        QFETCH(double, most);
        QFETCH(double, most_small);
        const ValidationReport report = validate(publishedMeasurements(),
            {.series = series.toStdString(), .leave_out = LeaveOut::series}, shippedCalibration());
        QCOMPARE(report.series.size(), std::size_t{2}); // all sizes, and those up to 8 MiB
        QVERIFY(report.series[0].mape < most);
        QVERIFY(report.series[1].mape < most_small);
        for (const ErrorSummary& e : report.series)
            QVERIFY(e.coverage.value_or(0) > 80);
    }

    void linkPriorsAreInRange()
    {
        for (const LinkConstant& c :
            readLinkPriors(sourcePath("presets/constants/link_priors.json").toStdString()).constants) {
            QVERIFY(c.low <= c.start && c.start <= c.high);
            if (!c.owner.empty())
                QVERIFY(c.low >= parameter(c.name).range.min && c.high <= parameter(c.name).range.max);
        }
    }
};

KNEEPOINT_TEST(FitLinksTest)
#include "fit_links_test.moc"
