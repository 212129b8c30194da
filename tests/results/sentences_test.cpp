// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"
#include "tests/support/data_row.h"
#include "tests/support/random_scenarios.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

std::vector<std::string> everythingSaid(const Analysis& a)
{
    std::vector<std::string> said = remarks(a);
    std::ranges::copy(notes(a), std::back_inserter(said));
    for (auto* sentence : {rooflineSentence, scalingSentence, breakdownSentence, headlineSentence})
        said.push_back(sentence(a));
    return said;
}

/// The first decimal fraction with more than three significant digits, if any.
QString tooPrecise(const std::string& text)
{
    static const QRegularExpression fraction("\\d+\\.\\d+");
    auto matches = fraction.globalMatch(QString::fromStdString(text));
    while (matches.hasNext()) {
        const QString number = matches.next().captured();
        QString digits = QString(number).remove('.');
        digits.remove(QRegularExpression("^0+"));
        if (digits.size() > 3)
            return number;
    }
    return {};
}

bool says(const Analysis& a, std::string_view words)
{
    return std::ranges::any_of(
        everythingSaid(a), [&](const std::string& text) { return text.find(words) != std::string::npos; });
}

} // namespace

class SentencesTest : public QObject {
    Q_OBJECT

private slots:
    void moreActiveParametersThanParametersAreRemarked()
    {
        const auto active = [](const Scenario& s) { return says(analyze(s), "no more than all can be active"); };
        for (const ScenarioFile& file : scenarioPresets())
            QVERIFY2(!active(file.scenario), file.id.c_str());
        Scenario s = preset("llama3-70b-512xh100");
        s.workload.active_parameters = 100e12;
        QVERIFY(active(s));
    }

    void sentencesOfShippedScenariosHavePlainNumbers_data()
    {
        QTest::addColumn<QString>("id");
        for (const ScenarioFile& file : scenarioPresets())
            QTest::newRow(file.id.c_str()) << QString::fromStdString(file.id);
    }
    void sentencesOfShippedScenariosHavePlainNumbers()
    {
        QFETCH(QString, id);
        for (const std::string& text : everythingSaid(analyze(preset(id.toStdString())))) {
            QVERIFY(!text.empty());
            QVERIFY2(tooPrecise(text).isEmpty(), text.c_str());
            for (const char* odd : {"nan", "inf ", "∞", "e+", "e-0", "  ", "–."})
                QVERIFY2(text.find(odd) == std::string::npos, text.c_str());
        }
    }

    void softwareThatDoesNotRunOnTheGpuIsNamedWithAnAlternative_data()
    {
        QTest::addColumn<QString>("gpu");
        QTest::addColumn<QString>("other"); // empty: it runs
        QTest::newRow("NVIDIA") << "h200-sxm"
                                << "";
        QTest::newRow("TPU") << "tpu-v5p"
                             << "XLA on TPU (MaxText)";
        QTest::newRow("AMD") << "mi300x"
                             << "3D-parallel framework (generic)";
        QTest::newRow("Trainium") << "trn2"
                                  << "3D-parallel framework (generic)";
    }
    void softwareThatDoesNotRunOnTheGpuIsNamedWithAnAlternative()
    {
        QFETCH(const QString, gpu);
        QFETCH(const QString, other);
        const std::string id = gpu.toStdString();
        const Analysis a = analyze(edited(preset("llama3-70b-512xh100"), {{"cluster.gpu", id}}));
        QCOMPARE(says(a, "does not run on"), !other.isEmpty());
        QCOMPARE(says(a, "; choose " + other.toStdString()), !other.isEmpty());
    }

    void aPowerCapIsNamedWithAGpuMeasuredUnderOne()
    {
        const Scenario job = preset("llama3-70b-512xh100");
        QVERIFY(!says(analyze(edited(job, {{"cluster.power_w", "690"}})), "power cap"));
        const Analysis capped = analyze(edited(job, {{"cluster.power_w", "500"}}));
        QVERIFY(says(capped, "A power cap of 500 W slows a GPU made for 700 W"));
        QVERIFY(says(capped, "measured with one: H100 SXM5 96 GB HBM2e, 500 W"));
        QVERIFY(!says(analyze(edited(job, {{"cluster.gpu", "h100-sxm-500w"}})), "power cap"));
    }

    void softwareOfAnotherVendorRunsOnItsOwnGpusOnly()
    {
        const Analysis a = analyze(edited(preset("llama2-70b-256xtpuv6e"), {{"cluster.gpu", "h100-sxm"}}));
        QVERIFY(says(a, "XLA on TPU (MaxText) does not run on"));
    }

    /// A card of a window of 1920x1080 has two lines for it.
    void sentencesOfCardsFitTwoLines_data() { sentencesOfShippedScenariosHavePlainNumbers_data(); }
    void sentencesOfCardsFitTwoLines()
    {
        constexpr std::size_t two_lines = 170;
        QFETCH(const QString, id);
        const Analysis a = analyze(preset(id.toStdString()));
        for (auto* sentence : {rooflineSentence, scalingSentence, breakdownSentence, memorySentence, moneySentence,
                 timelineSentence, stageMemorySentence})
            QVERIFY2(sentence(a).size() <= two_lines, sentence(a).c_str());
    }

    void noSentenceOfARandomScenarioHasAnUndefinedNumber()
    {
        test::RandomScenarios random(31);
        for (int i = 0; i < 300; ++i)
            for (const std::string& text : everythingSaid(analyze(i % 2 ? random.scattered() : random.walked())))
                for (const char* odd : {"nan", "∞", "{}"})
                    QVERIFY2(text.find(odd) == std::string::npos, text.c_str());
    }

    void theRooflineNamesTheLimit()
    {
        QVERIFY(rooflineSentence(analyze(preset("roofline-7b-debug"))).starts_with("Network-bound"));
        QVERIFY(says(analyze(preset("roofline-7b-debug")), "1481 tokens"));
        QVERIFY(rooflineSentence(analyze(preset("roofline-7b-training"))).starts_with("Compute-bound"));
    }

    /// What comes before the first colon is bold: a claim of one clause.
    void aSentenceBeginsWithAShortClaim()
    {
        const Analysis one = analyze(edited(preset("llama3-8b-64xh100"), {{"cluster.gpus", "1"}}));
        QVERIFY(rooflineSentence(one).find(": one replica has no gradients") != std::string::npos);
        QVERIFY(memorySentence(one).starts_with("Does not fit, "));
        const Analysis many = analyze(preset("llama3-8b-64xh100"));
        for (const Analysis& a : {one, many}) {
            const std::string said = memorySentence(a);
            QVERIFY2(said.find(": a GPU ") < said.find(" of "), said.c_str());
        }
    }

    void mostIsMoreThanHalf()
    {
        for (const char* gpus : {"1", "64"}) {
            const Analysis a = analyze(edited(preset("llama3-8b-64xh100"), {{"cluster.gpus", gpus}}));
            double largest = 0;
            for (const MemoryKind& kind : memory_kinds)
                largest = std::max(largest, a.step.memory.*kind.bytes);
            const std::string said = memorySentence(a);
            QCOMPARE(said.find("most of it") != std::string::npos, 2 * largest > a.step.memory.total());
        }
    }

    void theScalingSentenceNamesTheKnee()
    {
        QVERIFY(scalingSentence(analyze(preset("knee-simulator"))).find("6.12") != std::string::npos);
        QVERIFY(scalingSentence(analyze(preset("knee-simulator-fp8"))).find("11.2") != std::string::npos);
    }

    void theBreakdownStatesTheUtilization()
    {
        QVERIFY(breakdownSentence(analyze(preset("bert-base-1gbe"))).find("3.61 %") != std::string::npos);
        QVERIFY(breakdownSentence(analyze(preset("bert-base-1gbe"))).find("4.15 s") != std::string::npos);
    }

    /// DeepSeek-V3 was trained with 62.9 million tokens a step, Kimi K2 with 67.1.
    void onlyBatchesBeyondThePublishedOnesHaveGrown()
    {
        const Scenario published = preset("deepseek-v3-2048xh800");
        QVERIFY(!says(analyze(published), "Weak scaling"));
        const Scenario grown = edited(published, {{"cluster.gpus", "4096"}});
        QVERIFY(says(analyze(grown),
            "has grown the step to 126 M tokens; the largest published batch known here has "
            "67.1 M (Kimi K2"));
    }

    void unusualSettingsGetANote_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        test::dataRow("memory", "workload.parameters", "1T", "Does not fit in memory");
        test::dataRow("replica", "plan.tensor_parallel", "16", "A replica needs 16 GPUs");
        test::dataRow("precision", "workload.precision", "fp8", "has no FP8 unit");
        test::dataRow("staleness", "plan.synchronisation", "parameter-server", "stale");
        test::dataRow("local steps", "plan.sync_every", "8", "drift apart for 8 steps");
        test::dataRow("faster than the peak", "workload.measured_example_s", "1 us", "less than the BF16 peak allows");
        test::dataRow("statistical wall", "workload.critical_batch", "1024", "Statistical wall");
        test::dataRow("tiny batch", "workload.global_batch", "4", "below one");
    }
    void unusualSettingsGetANote()
    {
        QFETCH(QString, id);
        QFETCH(QString, text);
        QFETCH(QString, words);
        const Scenario s = edited(preset("knee-simulator"), {{id.toStdString(), text.toStdString()}});
        QVERIFY(says(analyze(s), words.toStdString()));
        QVERIFY(!says(analyze(preset("knee-simulator")), words.toStdString()));
    }
};

KNEEPOINT_TEST(SentencesTest)
#include "sentences_test.moc"
