// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/evidence_worth.h"
#include "model/catalogue/catalogue.h"
#include "model/step/step_model.h"
#include "model/uncertainty/prediction_interval.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <optional>

using namespace kneepoint;
using namespace kneepoint::test;

namespace {

Scenario typicalJob()
{
    return edited(preset("llama3-8b-64xh100"), {{"assumptions.setting", "typical"}});
}

std::vector<EvidenceWorth> worthOf(const Scenario& s)
{
    return evidenceWorth(s, evaluate(s, shippedCalibration()), shippedCalibration());
}

std::optional<double> halfWidth(const Scenario& s, std::string_view id)
{
    for (const EvidenceWorth& worth : worthOf(s))
        if (worth.id == id)
            return worth.half_width;
    return std::nullopt;
}

} // namespace

/// How far evidence narrows an interval.
class EvidenceWorthTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsTheIntervalOfTheScenario()
    {
        const Scenario s = typicalJob();
        const auto interval = predictionInterval(s, evaluate(s, shippedCalibration()), shippedCalibration());
        QCOMPARE(*halfWidth(s, "nothing"), std::log(interval.high_s / interval.low_s) / 2);
    }

    void moreEvidenceIsNarrower()
    {
        const auto worth = worthOf(typicalJob());
        QVERIFY(std::ranges::is_sorted(worth, std::ranges::greater(), &EvidenceWorth::half_width));
        QCOMPARE(worth.back().id, std::string_view("three-runs"));
    }

    void oneRunIsWorthMoreThanTwoMore()
    {
        const Scenario s = typicalJob();
        const double nothing = *halfWidth(s, "nothing"), one = *halfWidth(s, "run"),
                     three = *halfWidth(s, "three-runs");
        QVERIFY(nothing - one > one - three);
    }

    void collectivesSayNothingAboutAJobWithoutCommunication()
    {
        QVERIFY(!halfWidth(edited(typicalJob(), {{"cluster.gpus", "1"}}), "collectives"));
    }

    void ownRunsNeedNoInvitation()
    {
        Scenario s = typicalJob();
        s.own_runs = {.used = true, .runs = 1, .half_width = 0.1};
        QVERIFY(worthOf(s).empty());
        QVERIFY(evidenceInvitation(s, evaluate(s, shippedCalibration()), shippedCalibration()).empty());
    }

    void theInvitationNamesEveryPieceOfEvidence()
    {
        const Scenario s = typicalJob();
        const std::string text = evidenceInvitation(s, evaluate(s, shippedCalibration()), shippedCalibration());
        for (const EvidenceWorth& worth : worthOf(s))
            QVERIFY(text.find(worth.label) != std::string::npos);
    }
};

KNEEPOINT_TEST(EvidenceWorthTest)
#include "evidence_worth_test.moc"
