// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "model/results/change.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>

using namespace kneepoint;

/// The sentence and the table that describe an edit.
class ChangeTest : public QObject {
    Q_OBJECT

    static Change after(std::initializer_list<test::Edit> edits)
    {
        const Scenario s = test::preset("knee-simulator");
        return changeBetween(analyze(s), analyze(test::edited(s, edits)));
    }
    static const ChangeTerm& term(const Change& c, const std::string& id)
    {
        const auto found = std::ranges::find(c.terms, id, &ChangeTerm::id);
        if (found == c.terms.end())
            qFatal("no such term");
        return *found;
    }

private slots:
    void doublingTheBatchDoublesComputeAndHalvesGamma()
    {
        const Change c = after({{"workload.global_batch", "16384"}});
        const QString sentence = QString::fromStdString(c.sentence);
        QVERIFY2(sentence.contains("compute doubled, communication unchanged, γ halved, so the knee moved from K = "),
            qPrintable(sentence));
        QCOMPARE(term(c, "part:compute").change, std::string("doubled"));
        // Micro-batch and global batch change together; only one of them is named.
        const QString why = QString::fromStdString(term(c, "part:compute").why);
        QVERIFY2(why.contains("batch", Qt::CaseInsensitive) && why.count("→") == 1, qPrintable(why));
        QCOMPARE(term(c, "part:data_comm").change, std::string("unchanged"));
        QVERIFY(term(c, "part:data_comm").why.empty());
    }

    /// Without overlap nothing that takes time changes but what is hidden, so that is the cause.
    void whatIsNoLongerHiddenIsTheCause()
    {
        const Change c = after({{"assumptions.overlap", "0"}});
        QVERIFY2(c.sentence.find("hidden behind compute instead of") != std::string::npos, c.sentence.c_str());
        QVERIFY2(c.sentence.find("0 % of communication is hidden behind compute instead of") != std::string::npos,
            c.sentence.c_str());
        QVERIFY2(c.sentence.find("unchanged, so") == std::string::npos, c.sentence.c_str());
    }

    void theHiddenShareIsNamedBesideWhatElseChanges()
    {
        const Change c = after({{"assumptions.overlap", "0.2"}, {"workload.global_batch", "16384"}});
        QVERIFY2(c.sentence.find("compute doubled, communication unchanged (hidden: ") != std::string::npos,
            c.sentence.c_str());
    }

    void eachTermStatesItsOwnReason()
    {
        const Change c = after({{"workload.global_batch", "16384"}, {"cluster.link_rate", "12.5 GB/s"}});
        QVERIFY(term(c, "part:data_comm").why.find("Global batch") == std::string::npos);
        QVERIFY(term(c, "part:data_comm").why.find("→") != std::string::npos);
        QVERIFY(term(c, "part:compute").why.find("Global batch") != std::string::npos);
    }

    /// "0.19230769230769232 → 40 %" was hard to read.
    void settingsInAReasonHaveFewDigits()
    {
        const std::string why = term(after({{"stack.compute_efficiency", "40 %"}}), "part:compute").why;
        QVERIFY2(why.find("19.2 % → 40 %") != std::string::npos, why.c_str());
    }

    /// A tree instead of a ring: less communication, and yet the knee comes nearer.
    void aKneeThatMovesAgainstGammaIsNoConsequence()
    {
        const Scenario s = test::edited(test::preset("comm-wall-1024"),
            {{"assumptions.overlap", "0"}, {"assumptions.collective_model", "alpha-beta"},
                {"plan.collective", "ring"}});
        const Analysis ring = analyze(s);
        const Analysis tree = analyze(test::edited(s, {{"plan.collective", "tree"}}));
        QVERIFY(tree.step.gamma < ring.step.gamma);
        const Change c = changeBetween(ring, tree);
        const bool nearer = tree.curve.knees.tolerance && ring.curve.knees.tolerance
            && tree.curve.knees.tolerance->workers < ring.curve.knees.tolerance->workers;
        QCOMPARE(c.sentence.find(", so the knee moved") == std::string::npos, nearer);
    }

    void everySoHasItsSign()
    {
        const Analysis a = analyze(test::preset("knee-simulator"));
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis b = analyze(file.scenario);
            const auto& from = a.curve.knees.tolerance;
            const auto& to = b.curve.knees.tolerance;
            if (changeBetween(a, b).sentence.find(", so ") == std::string::npos || !from || !to)
                continue;
            QVERIFY2((to->workers > from->workers) == (b.step.gamma < a.step.gamma), file.id.c_str());
        }
    }

    /// A change of less than half a per cent is none.
    void smallChangesAreNone()
    {
        const auto sent = [&](double times) {
            return QString::fromStdString(
                term(after({{"cluster.link_rate", fmt::format("{} B/s", 25e9 / times)}}), "part:data_comm").change);
        };
        QCOMPARE(sent(1.0045), QStringLiteral("unchanged"));
        QCOMPARE(sent(1.006), QStringLiteral("×1.01"));
        QCOMPARE(sent(1.994), QStringLiteral("doubled"));
        QCOMPARE(sent(1.98), QStringLiteral("×1.98"));
        QCOMPARE(sent(0.501), QStringLiteral("halved"));
        QCOMPARE(sent(0.51), QStringLiteral("×0.51"));
    }

    /// A figure that only one of the two has.
    void figuresComeAndGo()
    {
        const Analysis knee = analyze(test::preset("knee-simulator"));
        const Analysis none =
            analyze(test::edited(test::preset("knee-simulator"), {{"cluster.link_rate", "100 TB/s"}}));
        QCOMPARE(QString::fromStdString(term(changeBetween(knee, none), "knee").change), QStringLiteral("gone"));
        QCOMPARE(QString::fromStdString(term(changeBetween(none, knee), "knee").change), QStringLiteral("new"));
    }

    void severalCausesShareTheChange()
    {
        const Change both = after({{"workload.global_batch", "16384"}, {"cluster.link_rate", "12.5 GB/s"}});
        QVERIFY2(both.shares.find("batch") != std::string::npos, both.shares.c_str());
        QVERIFY2(both.shares.find("network between nodes") != std::string::npos, both.shares.c_str());
        QVERIFY(after({{"workload.global_batch", "16384"}}).shares.empty());
    }

    void aKneeThatStaysAwayIsNoConsequence()
    {
        const Scenario s = test::preset("llama3-70b-512xh100");
        const Change c = changeBetween(analyze(s), analyze(test::edited(s, {{"cluster.gpus", "64"}})));
        QVERIFY2(c.sentence.ends_with("; still no knee."), c.sentence.c_str());
    }

    void aKneeCanDisappear()
    {
        const Change c = after({{"cluster.link_rate", "100 TB/s"}});
        QVERIFY2(c.sentence.find("is gone") != std::string::npos, c.sentence.c_str());
    }

    void noChangeGivesNoSentence()
    {
        const Change c = after({});
        QVERIFY(c.sentence.empty() && c.terms.empty());
    }

    void anyTwoPresetsCompareInOneSentence()
    {
        const Analysis a = analyze(test::preset("knee-simulator"));
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis b = analyze(file.scenario);
            const Change c = changeBetween(a, b);
            QVERIFY(changeSummary(a, b) == static_cast<const ChangeSummary&>(c));
            for (const ChangeTerm& t : c.terms)
                QVERIFY2(t.change.find("nan") == std::string::npos && !t.after.empty(), file.id.c_str());
        }
    }
};

KNEEPOINT_TEST(ChangeTest)
#include "change_test.moc"
