// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/calibrate/evidence_worth.h"

#include "model/calibrate/calibration_words.h"
#include "model/calibrate/factor_estimate.h"
#include "model/catalogue/catalogue.h"
#include "model/step/step_model.h"
#include "model/uncertainty/prediction_interval.h"
#include "tests/support/compare.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>

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

    void whereNothingIsKnownThereIsNothingToWin()
    {
        const Scenario textbook = preset("comm-wall-1024");
        QVERIFY(worthOf(textbook).empty());
        QVERIFY(evidenceLines(textbook, evaluate(textbook, shippedCalibration()), shippedCalibration()).empty());
    }

    /// A step of one measured time, which the factor of compute alone moves: with the variance v before any run and r²
    /// of single rows, n runs leave v·r²/(r² + n·v), and the scatter of the team.
    void runsLeaveWhatTheyCannotShow()
    {
        Scenario s = edited(bareJob(), {{"cluster.gpus", "1"}, {"stack.software", "ddp-bucketed"}});
        s.workload.measured_example_s = 0.01;
        s.assumptions.setting = TeamSetting::typical;
        const FactorSpreads spreads = spreadsFor(s, shippedCalibration());
        const TeamEffect team = teamEffect(TeamSetting::typical);
        const double v = spreads.factors[0] * spreads.factors[0] + team.center * team.center + team.sigma * team.sigma;
        const double r2 = spreads.row * spreads.row, scatter = std::max(spreads.row, 0.13);
        const double deviations = calibratedDeviations(s, shippedCalibration().constants->errors);
        for (const auto& [id, runs] : {std::pair("run", 1.), std::pair("three-runs", 3.)}) {
            const double left = std::sqrt(v * r2 / (r2 + runs * v) + scatter * scatter);
            QVERIFY(halfWidth(s, id).has_value());
            VERIFY_CLOSE(*halfWidth(s, id), deviations * left, 1e-3);
        }
        QVERIFY(!halfWidth(s, "collectives")); // there are none
    }

    void exposedCommunicationIsOpenedMoreByFewRuns()
    {
        const Scenario s = typicalJob();
        StepReport hidden = evaluate(s, shippedCalibration()), exposed = hidden;
        hidden.part(Part::data_comm) = hidden.part(Part::straggler) = {};
        exposed.part(Part::data_comm).exposed_s = hidden.step_s / 2;
        const auto one = [&](const StepReport& step) {
            for (const EvidenceWorth& worth : evidenceWorth(s, step, shippedCalibration()))
                if (worth.id == "run")
                    return worth.half_width;
            return 0.0;
        };
        QVERIFY2(one(exposed) > 1.2 * one(hidden), qPrintable(QString("%1 %2").arg(one(exposed)).arg(one(hidden))));
    }

    void collectivesAreWorthWhatTheLinksMayDifferBy()
    {
        const Scenario slow = edited(typicalJob(), {{"cluster.interconnect", "eth10"}});
        const std::optional<double> nothing = halfWidth(slow, "nothing"), links = halfWidth(slow, "collectives");
        QVERIFY(nothing && links && *links < *nothing - 0.005);
    }

    void textsHaveALineAndAWordForEachPiece()
    {
        const Scenario s = typicalJob();
        const StepReport step = evaluate(s, shippedCalibration());
        std::string lines = "90 % interval of the step by what is measured:\n", said = "90 % interval of the step:";
        for (const EvidenceWorth& worth : worthOf(s)) {
            const std::string label(worth.label);
            const std::string width = fmt::format("±{:.0f} %", intervalPercent(worth.half_width));
            lines += "  " + label + std::string(23 - label.size(), ' ') + width + "\n";
            said += (worth.id == "nothing" ? " " : ", ") + width + " with " + label;
        }
        QCOMPARE(evidenceLines(s, step, shippedCalibration()), lines);
        QCOMPARE(evidenceInvitation(s, step, shippedCalibration()), said + ".");
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
