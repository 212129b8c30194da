// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/analysis/losses.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/cost/memory.h"
#include "model/job/job.h"
#include "model/results/sentences.h"
#include "model/results/tuning_remark.h"
#include "model/scenario/scenario.h"
#include "model/units/words.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>

using namespace kneepoint;
using test::edited;
using test::preset;

namespace {

bool holds(const std::string& text, const std::string& words)
{
    if (text.find(words) != std::string::npos)
        return true;
    qWarning("\"%s\" is not in \"%s\"", words.c_str(), text.c_str());
    return false;
}

} // namespace

/// Sentences name the figures of what they speak of.
class FiguresInSentencesTest : public QObject {
    Q_OBJECT

private slots:
    /// The fullest stage is compared with the one at the other end.
    void theStageAtTheOtherEndIsNamed()
    {
        int compared = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            const Job job = resolve(a.scenario, a.calibration);
            const auto stages = static_cast<int>(job.placement.pipeline.stages);
            if (stages < 3)
                continue;
            const MemoryUse fullest = memoryUse(job);
            const int other = fullest.stage == 0 ? stages - 1 : 0;
            ++compared;
            const std::string text = stageMemorySentence(a);
            QVERIFY(holds(text, fmt::format("Stage {} of {} is the fullest", fullest.stage + 1, stages)));
            QVERIFY(holds(text,
                fmt::format("Stage {} {} {}.", other + 1, fullest.fits() ? "holds" : "needs",
                    words::bytes(memoryOfStage(job, other).total()))));
        }
        QVERIFY(compared > 3);
        QVERIFY(holds(stageMemorySentence(analyze(preset("knee-simulator"))), "There is one pipeline stage"));
    }

    /// All parameters are trained in the step that adapters and frozen layers are compared with.
    void adaptersAreComparedWithTrainingAll()
    {
        int compared = 0;
        for (const char* tuning : {"lora", "qlora", "frozen-part"})
            for (const char* id : {"llama3-8b-64xh100", "llama3-70b-512xh100"}) {
                const Analysis a = analyze(edited(preset(id), {{"workload.tuning", tuning}}));
                if (a.scenario.workload.tuning == Tuning::frozen_part && a.scenario.workload.frozen_share <= 0)
                    continue;
                Scenario full = a.scenario;
                full.workload.tuning = Tuning::full;
                const StepReport all = evaluate(full);
                QVERIFY(all.memory.total() > a.step.memory.total());
                const std::string text = tuningRemark(a);
                QVERIFY(holds(text,
                    fmt::format("{} per GPU instead of {}, and {:.2f}×", words::bytes(a.step.memory.total()),
                        words::bytes(all.memory.total()), all.step_s / a.step.step_s)));
                ++compared;
            }
        QVERIFY(compared >= 4);
        QVERIFY(tuningRemark(analyze(preset("llama3-8b-64xh100"))).empty());
    }

    /// Two replicas drift apart as well as many; one has nobody to drift from.
    void replicasDriftApartFromTwoOn()
    {
        for (const int gpus : {1, 2, 8}) {
            const std::string count = std::to_string(gpus);
            const std::vector<std::string> said =
                remarks(analyze(edited(preset("knee-simulator"), {{"cluster.gpus", count}, {"plan.sync_every", "8"}})));
            QCOMPARE(std::ranges::count_if(
                         said, [](const std::string& text) { return text.find("drift apart") != std::string::npos; }),
                gpus > 1 ? 1 : 0);
        }
    }

    /// Idle is what is exposed without the optimizer; most of it is more than half.
    void theTimelineNamesWhatTheGpuWaitsFor()
    {
        int most = 0, largest = 0;
        for (const ScenarioFile& file : scenarioPresets()) {
            const Analysis a = analyze(file.scenario);
            const std::string text = timelineSentence(a);
            const std::optional<PartLoss> wait = largestWait(a.step);
            if (!wait) {
                QVERIFY(holds(text, "no idle time"));
                continue;
            }
            const double idle =
                std::max(0.0, a.step.step_s - a.step.compute_s - a.step.part(Part::optimizer).exposed_s);
            QVERIFY(holds(text, fmt::format("it is idle for {}, ", words::seconds(idle))));
            const bool is_most = a.step.part(wait->part).exposed_s > idle / 2;
            QVERIFY(holds(text, is_most ? ", most of it " : ", the largest part "));
            (is_most ? most : largest)++;
        }
        QVERIFY(most > 0 && largest > 0);
    }
};

KNEEPOINT_TEST(FiguresInSentencesTest)
#include "figures_in_sentences_test.moc"
