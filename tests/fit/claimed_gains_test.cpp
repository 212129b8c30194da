// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "fit/claimed_gains.h"
#include "model/constants/calibration.h"
#include "model/search/robust_choice.h"
#include "tests/support/compare.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;
using namespace kneepoint::fit;

namespace {

ClaimedGain claim(const char* series, double stated_s, double chosen_s, bool fits = true)
{
    return {.series = series, .stated_s = stated_s, .chosen_s = chosen_s, .fits = fits};
}

} // namespace

/// What the search claims to gain over layouts that were tuned by people.
class ClaimedGainsTest : public QObject {
    Q_OBJECT

    std::vector<MeasuredRun> m_runs;
    std::vector<ClaimedGain> m_maxtext;

    /// Of the published runs of one series whose ids end in one of these.
    [[nodiscard]] std::vector<ClaimedGain> gainsOf(
        std::string_view series, const std::vector<std::string_view>& ends = {""}) const
    {
        std::vector<MeasuredRun> runs = m_runs;
        std::erase_if(runs, [&](const MeasuredRun& run) {
            return run.series != series
                || std::ranges::none_of(ends, [&](std::string_view end) { return run.id.ends_with(end); });
        });
        return claimedGains(runs, shippedCalibration());
    }

private slots:
    void initTestCase()
    {
        m_runs = questionsOf(publishedMeasurements(), shippedCalibration()).runs;
        m_maxtext = gainsOf("maxtext");
        QVERIFY(!m_maxtext.empty());
    }

    /// Vendors tune the recipes that they publish, so what automatic planning chooses for the same job is comparable.
    void theChoiceIsComparableWithWhatVendorsTuned()
    {
        std::vector<double> gains;
        for (const char* series : {"mbridge-dense", "dgxc-dense", "nemo2407"}) {
            for (const ClaimedGain& g : gainsOf(series)) {
                QVERIFY(g.measured_s > 0 && g.stated_s > 0 && !g.stated.empty());
                if (!g.counts())
                    continue;
                gains.push_back(g.gain());
                // The choice also weighs the probability of fitting, so a layout near the capacity may be faster.
                QVERIFY2(g.gain() >= -most_given_up - 0.02, g.id.c_str());
            }
        }
        QVERIFY(gains.size() >= 50);
        const auto middle = gains.begin() + static_cast<std::ptrdiff_t>(gains.size() / 2);
        std::ranges::nth_element(gains, middle);
        QVERIFY2(*middle < 0.05, qPrintable(QString::number(*middle)));
    }

    /// Qwen3 30B on eight B200: micro-batches of one until 26.02, of four since; the later recipe is 2.8 times as fast,
    /// and the fastest of its measurements counts.
    void aRecipeThatItsVendorTunedAgainIsOutrun()
    {
        constexpr std::string_view job = "Qwen3_30B_a3B-B200-MXFP8-8-gb512";
        const std::vector<ClaimedGain> gains = gainsOf("mbridge-moe", {job});
        const auto outrun = [&](const char* id) {
            const auto found = std::ranges::find(gains, id, &ClaimedGain::id);
            return found != gains.end() && found->outrun;
        };
        QVERIFY(outrun("mbridge-26.02-Qwen3_30B_a3B-B200-MXFP8-8-gb512"));
        const auto counted = std::ranges::count_if(
            gains, [](const ClaimedGain& g) { return g.id.find("-26.04") != std::string::npos && !g.outrun; });
        QCOMPARE(counted, 1);
    }

    /// Grok-1 with 2 to 32 of its 64 layers, on 8 to 256 H100, has the tensor parallelism of the whole one on 512.
    void aModelCutToAFewLayersIsNotCounted()
    {
        const std::vector<ClaimedGain> gains = gainsOf("dgxc-moe",
            {"dgxc-grok1-bf16-8", "dgxc-grok1-bf16-256", "dgxc-grok1-bf16-512", "dgxc-grok1-gb200-bf16-128"});
        const auto isCut = [&](const char* id) {
            const auto found = std::ranges::find(gains, id, &ClaimedGain::id);
            return found != gains.end() && found->cut && !found->counts();
        };
        QVERIFY(isCut("dgxc-grok1-bf16-8") && isCut("dgxc-grok1-bf16-256"));
        QVERIFY(!isCut("dgxc-grok1-bf16-512") && !isCut("dgxc-grok1-gb200-bf16-128"));
    }

    /// MaxText could not when it published its configurations.
    void softwareThatCannotAccumulateGradientsRunsOneMicroBatch()
    {
        for (const ClaimedGain& g : m_maxtext)
            QVERIFY2((g.chosen + " ").find("accumulation 1 ") != std::string::npos, g.chosen.c_str());
    }

    /// MaxText's runs on a single slice shard among all ranks, without tensor parallelism at 16B.
    void aStatedLayoutIsJudgedWhereWhatHasNoEffectIsStated()
    {
        for (const char* id : {"maxtext-v5p-128B-1x256", "maxtext-v5e-16B-2x256"}) {
            const auto found = std::ranges::find(m_maxtext, id, &ClaimedGain::id);
            QVERIFY(found != m_maxtext.end());
            QVERIFY2(found->allowed, found->stated.c_str());
        }
    }

    void aSummaryHasTheMedianOfEverySeriesAndOfAll()
    {
        const std::vector<ClaimedGain> gains{
            claim("a", 1, 1), claim("a", 1.1, 1), claim("a", 1.2, 1), claim("b", 1.3, 1), claim("b", 9, 1, false)};
        const std::vector<GainSummary> all = summarizeGains(gains);
        QCOMPARE(all.size(), std::size_t(3));
        QCOMPARE(all[0].series, std::string("a"));
        VERIFY_CLOSE(all[0].median, 0.1, 1e-9);
        VERIFY_CLOSE(all[0].p90, 0.18, 1e-9);
        QVERIFY(all[1].rows == 1 && all[1].not_fitting == 1);
        QVERIFY(all[2].series == "all" && all[2].rows == 4);
        VERIFY_CLOSE(all[2].most, 0.3, 1e-9);
    }
};

KNEEPOINT_TEST(ClaimedGainsTest)
#include "claimed_gains_test.moc"
