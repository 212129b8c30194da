// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/auto_planner.h"
#include "app/document/document_commands.h"
#include "app/document/scenario_document.h"
#include "app/window/main_window.h"
#include "model/analysis/throughput.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/new_job.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/constants/calibration.h"
#include "model/scenario/scenario.h"
#include "model/search/auto_plan.h"
#include "model/search/robust_choice.h"
#include "tests/support/eventually.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/message_bar.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace kneepoint;

namespace {

const Parameter& gpus()
{
    return parameter("cluster.gpus");
}

ScenarioFile planned()
{
    ScenarioFile file;
    file.title = "Job";
    file.scenario = findScenarioPreset("llama3-8b-64xh100")->scenario;
    file.scenario.automatic.on = true;
    return file;
}

void choose(ScenarioDocument& document, const char* id, const char* text)
{
    const Parameter& p = parameter(id);
    document.editOnce(p, *parseValue(p, text));
}

} // namespace

/// Automatic planning in the document: a new layout is part of the edit that caused it.
class AutoPlanDocumentTest : public QObject {
    Q_OBJECT

private slots:
    void aDragWithItsLayoutsIsOneUndoStep()
    {
        ScenarioDocument document(planned());
        const Scenario before = document.scenario();
        for (const double count : {128.0, 32.0, 16.0})
            document.edit(gpus(), count);
        document.finishEdit();
        QCOMPARE(document.undoStack()->count(), 1);
        QVERIFY(document.analysis().step.memory.fits());
        QCOMPARE(document.scenario().cluster.gpus, 16.0);
        const Scenario after = document.scenario();
        document.undoStack()->undo();
        QVERIFY(document.scenario() == before);
        document.undoStack()->redo();
        QVERIFY(document.scenario() == after);
    }

    void aManuallySetParameterIsPinnedAndCanBeReleased()
    {
        ScenarioDocument document(planned());
        choose(document, "plan.tensor_parallel", "4");
        QVERIFY(document.scenario().automatic.tensor_parallel);
        QCOMPARE(document.scenario().plan.tensor_parallel, 4.0);
        document.edit(gpus(), 128);
        QCOMPARE(document.scenario().plan.tensor_parallel, 4.0);
        choose(document, "plan.pin_tensor_parallel", "off");
        QVERIFY(!document.scenario().automatic.tensor_parallel);
    }

    void theFirstWindowPlansASeventyBillionModelSensibly()
    {
        ScenarioDocument document(MainWindow::defaultScenario());
        const QSignalSpy offered(&document, &ScenarioDocument::offered);
        choose(document, "workload.model", "llama3.1-70b");
        QCOMPARE(offered.size(), 1);
        document.applyEdit(offered.front()[2].value<Edit>(), offered.front()[1].toString());
        choose(document, "cluster.gpu", "h100-sxm");
        choose(document, "cluster.interconnect", "ib-ndr");
        choose(document, "cluster.gpus", "512");
        choose(document, "workload.training_tokens", "2e12");
        const Analysis& a = document.analysis();
        QVERIFY(a.step.memory.fits() && document.planNote().fits);
        QCOMPARE(a.scenario.workload.sequence_length, 8192.0);
        const double mfu = modelFlopsUtilization(a.scenario, a.step);
        QVERIFY2(mfu > 0.3 && mfu < 0.7, std::to_string(mfu).c_str());
        QVERIFY(a.training.time_s < 100 * 86400.0);
    }

    void whenNothingFitsTheNoteOffersAChangeThatWorks()
    {
        ScenarioDocument document(planned());
        choose(document, "workload.model", "llama3.1-70b");
        choose(document, "cluster.gpus", "2");
        QVERIFY(!document.planNote().fits && document.planNote().refining);
        const QSignalSpy noted(&document, &ScenarioDocument::planNoted);
        const QSignalSpy changed(&document, &ScenarioDocument::changed);
        VERIFY_EVENTUALLY(!document.planNote().refining);
        QCOMPARE(noted.size(), 1);
        QCOMPARE(changed.size(), 0); // a note alone is no new scenario
        QVERIFY(document.planNote().change);
        document.applyEdit(document.planNote().change->edit, QStringLiteral("Change"));
        QVERIFY(document.analysis().step.memory.fits() && document.planNote().fits);
    }

    /// A model is chosen and nothing else changes; one click makes it a job of its own.
    void choosingAModelOffersItAsANewJob()
    {
        MainWindow window(MainWindow::defaultScenario());
        const Scenario before = window.document().scenario();
        choose(window.document(), "workload.model", "llama3.1-70b");
        QCOMPARE(window.document().scenario().workload.sequence_length, before.workload.sequence_length);
        const QString said = window.messageBar().sentence();
        QVERIFY2(said.contains(QStringLiteral("Llama 3.1 70B was trained with a sequence length of 8192")),
            qPrintable(said));
        window.document().applyEdit(newJob(window.document().scenario()), QStringLiteral("New job"));
        const Scenario& job = window.document().scenario();
        QVERIFY(job.assumptions.compute_model == ComputeModel::kernels && job.automatic.on);
        QCOMPARE(job.workload.sequence_length, 8192.0);
        QVERIFY(newJob(job).empty());
    }

    /// A file does not have the planned layout; whoever opens it plans the same one.
    void aPlannedLayoutIsPlannedAgainWhereItIsOpened()
    {
        ScenarioDocument document(*findScenarioPreset("llama3-8b-64xh100"));
        choose(document, "plan.auto", "on");
        choose(document, "cluster.gpus", "128");
        VERIFY_EVENTUALLY(!document.planNote().refining);
        const auto read =
            parseScenario(writeScenario(document.file(), shippedCalibration()), "file", shippedCalibration());
        QVERIFY(read);
        ScenarioDocument again;
        again.open(*read);
        QVERIFY(again.scenario() == document.scenario());
    }

    void listPricesFollowTheHardwareAndAreSaved()
    {
        MainWindow window(planned());
        ScenarioDocument& document = window.document();
        const auto listed = [&] { return *document.prices().perGpuHour(document.scenario().cluster); };
        const auto price = [&] { return document.scenario().cluster.price_per_gpu_hour; };
        document.takeListedPrice();
        QCOMPARE(price(), listed());
        choose(document, "cluster.gpu", "b200-sxm");
        QCOMPARE(price(), listed());
        PriceList mine = shippedPrices();
        for (Price& p : mine.prices)
            p.value *= p.kind == PriceKind::gpu ? 2 : 1;
        document.setPrices(mine);
        QCOMPARE(price(), listed());
        QVERIFY(price() > *shippedPrices().perGpuHour(document.scenario().cluster));
        MainWindow later(planned());
        QVERIFY(later.restoreSession(window.session()));
        QVERIFY(later.document().prices() == mine);
        QCOMPARE(later.document().scenario().cluster.price_per_gpu_hour, price());
    }

    /// A layout that was chosen for its chance to fit is compared with the fastest one, also where the space is small
    /// enough to be searched at once.
    void aSmallSpaceIsComparedWithItsFastestLayout()
    {
        int faster_ones = 0;
        for (const char* batch : {"64", "96", "128", "192", "256"}) {
            ScenarioDocument document(planned());
            choose(document, "plan.pipeline_parallel", "1"); // pinned
            choose(document, "plan.recompute", "none");
            choose(document, "cluster.gpus", "8");
            choose(document, "workload.global_batch", batch);
            QVERIFY(!document.planNote().refining);
            VERIFY_EVENTUALLY(!document.findChild<AutoPlanner*>()->isBusy());
            const AutoPlanAnswer compared = autoPlan(
                document.scenario(), {.objective = expectedStepObjective(), .compares = true}, shippedCalibration());
            const std::string faster = givenUpText(document.scenario(), compared, shippedCalibration());
            QCOMPARE(document.planNote().sentence.ends_with("By step time alone, " + faster + "."), !faster.empty());
            faster_ones += faster.empty() ? 0 : 1;
        }
        QVERIFY(faster_ones > 0);
    }

    /// What is found by searching the rest of the space replaces what a promising part of it had, without an undo step.
    void aBetterLayoutFoundLaterIsTaken()
    {
        bool taken = false;
        for (const char* gpus : {"512", "1024", "2048", "4096"}) {
            ScenarioDocument document(planned());
            choose(document, "workload.model", "llama3.1-405b");
            choose(document, "cluster.gpus", gpus);
            const Scenario coarse = document.scenario();
            const std::string at_first = document.planNote().sentence;
            const int steps = document.undoStack()->count();
            VERIFY_EVENTUALLY(!document.planNote().refining);
            QCOMPARE(document.undoStack()->count(), steps);
            const Objective judged_by = expectedStepObjective();
            const AutoPlanAnswer whole = autoPlan(document.scenario(), {.objective = judged_by}, shippedCalibration());
            const double value = judged_by.value(document.scenario(), document.analysis().step);
            QVERIFY(value <= whole.value * (1 + choice_noise));
            QVERIFY(!document.planNote().sentence.empty());
            const std::string& said = document.planNote().sentence;
            QVERIFY2(said.starts_with(at_first) == (document.scenario() == coarse), said.c_str());
            const AutoPlanAnswer compared =
                autoPlan(document.scenario(), {.objective = judged_by, .compares = true}, shippedCalibration());
            const std::string faster = givenUpText(document.scenario(), compared, shippedCalibration());
            QCOMPARE(said.ends_with("By step time alone, " + faster + "."), !faster.empty());
            if (document.scenario() == coarse)
                continue;
            taken = true;
            document.undoStack()->undo();
            QVERIFY(document.planNote().sentence.empty());
        }
        QVERIFY(taken);
    }

    /// Where no edit is left that it would belong to, such as after a drag back to its start.
    void aBetterLayoutWithoutAnEditIsAStepOfItsOwn()
    {
        ScenarioDocument document(planned());
        const Scenario before = document.scenario();
        Scenario better = before;
        better.plan.zero_stage = before.plan.zero_stage == 1 ? 0 : 1;
        document.undoStack()->push(new EditCommand(document, better));
        QCOMPARE(document.undoStack()->undoText(), QStringLiteral("Auto plan"));
        QVERIFY(document.scenario() == better);
        document.undoStack()->undo();
        QVERIFY(document.scenario() == before);
    }

    /// Model, batch and layout have a sentence each, with a blank between them and none at the ends.
    void sentencesOfANoteAreSeparated()
    {
        int joined = 0;
        ScenarioFile file = planned();
        file.scenario.workload.scaling = Scaling::strong;
        file.scenario.workload.global_batch = 1024;
        ScenarioDocument document(file);
        const auto checkNote = [&] {
            const QString note = QString::fromStdString(document.planNote().sentence);
            QCOMPARE(note, note.trimmed());
            QVERIFY2(!note.contains(QRegularExpression(QStringLiteral("[^0-9]\\.[A-Z]|[0-9]\\.[A-Z]{2}|  "))),
                qPrintable(note));
            joined += note.contains(QRegularExpression(QStringLiteral("divide\\. .|\\. Global"))) ? 1 : 0;
        };
        for (const double count : {96.0, 64.0, 192.0, 48.0}) {
            document.editOnce(gpus(), count);
            checkNote();
        }
        for (const char* model : {"llama3.1-70b", "llama3.1-8b"}) {
            choose(document, "workload.model", model);
            checkNote();
        }
        QVERIFY(joined > 0);
    }

    void aStaleAnswerIsNeverShown()
    {
        ScenarioDocument document(planned());
        auto* planner = document.findChild<AutoPlanner*>();
        choose(document, "workload.model", "llama3.1-70b");
        for (const bool running : {false, true}) {
            choose(document, "cluster.gpus", "2"); // asks for a search for a layout that fits
            QVERIFY(document.planNote().refining);
            if (running)
                planner->refine();
            choose(document, "cluster.gpus", "64");
            VERIFY_EVENTUALLY(!planner->isBusy());
            QVERIFY(document.planNote().fits && !document.planNote().change);
        }
        choose(document, "cluster.gpus", "2");
        document.undoStack()->undo();
        QVERIFY(!document.planNote().refining && document.planNote().sentence.empty());
    }

    void closingCancelsARunningSearch()
    {
        for (const bool running : {false, true}) {
            ScenarioDocument document(planned());
            choose(document, "workload.model", "llama3.1-70b");
            choose(document, "cluster.gpus", "2");
            QVERIFY(document.planNote().refining);
            if (running)
                document.findChild<AutoPlanner*>()->refine();
        }
        test::processPostedEvents();
    }

    void thePlanningStateIsSavedWithTheScenario()
    {
        ScenarioFile file = planned();
        file.scenario.automatic.zero_stage = true;
        const auto read = parseScenario(writeScenario(file, shippedCalibration()), "file", shippedCalibration());
        QVERIFY(read && read->scenario == file.scenario);
    }
};

KNEEPOINT_TEST(AutoPlanDocumentTest)
#include "auto_plan_document_test.moc"
