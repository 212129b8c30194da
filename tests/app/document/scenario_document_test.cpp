// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/scenario_document.h"
#include "app/document/usable_workers.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/scenario/scenario.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <memory>

using namespace kneepoint;

namespace {

const Parameter& batch()
{
    return parameter("workload.batch_per_gpu");
}

} // namespace

class ScenarioDocumentTest : public QObject {
    Q_OBJECT

private slots:
    void aCalibrationIsOneUndoStep()
    {
        ScenarioDocument document(*findScenarioPreset("llama3-8b-64xh100"));
        const double before = document.analysis().step.step_s;
        OwnRuns own{.used = true, .runs = 3, .half_width = 0.1, .name = ShortName("mine"), .compute = 1.3};
        document.setOwnRuns(own);
        QVERIFY(document.analysis().step.step_s > before);
        QCOMPARE(document.analysis().prediction_interval.kind, std::string("mine"));
        document.undoStack()->undo();
        QCOMPARE(document.analysis().step.step_s, before);
        QVERIFY(document.scenario().own_runs.name.empty());
        document.undoStack()->redo();
        document.editOnce(parameter("stack.own_used"), 0);
        QCOMPARE(document.analysis().step.step_s, before);
        QCOMPARE(document.scenario().own_runs.name, own.name);
    }

    void anEditUpdatesScenarioAndAnalysisOnce()
    {
        ScenarioDocument document;
        const QSignalSpy changed(&document, &ScenarioDocument::changed);
        document.edit(batch(), 2048);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(document.scenario().workload.batch_per_gpu, 2048.0);
        QVERIFY(document.analysis().scenario == document.scenario());
        QVERIFY(document.isModified());
    }

    void editsUntilFinishAreOneUndoStep()
    {
        ScenarioDocument document;
        const Scenario before = document.scenario();
        for (const double value : {900.0, 700.0, 512.0})
            document.edit(batch(), value);
        document.finishEdit();
        QCOMPARE(document.undoStack()->count(), 1);
        document.edit(batch(), 300);
        QCOMPARE(document.undoStack()->count(), 2);
        document.undoStack()->undo();
        QCOMPARE(document.scenario().workload.batch_per_gpu, 512.0);
        document.undoStack()->undo();
        QVERIFY(document.scenario() == before);
        QVERIFY(!document.isModified());
        document.undoStack()->redo();
        QCOMPARE(document.scenario().workload.batch_per_gpu, 512.0);
    }

    void anythingElseEndsADrag()
    {
        using Act = void (*)(ScenarioDocument&);
        for (const Act act : std::to_array<Act>({
                 [](ScenarioDocument& d) { d.setOwnRuns({.runs = 1}); },
                 [](ScenarioDocument& d) {
                     d.applyEdit({{&parameter("cluster.gpus"), 64}}, QStringLiteral("64 GPUs"));
                 },
                 [](ScenarioDocument& d) { d.setEvidence({}, Scenario(), QStringLiteral("evidence")); },
                 [](ScenarioDocument& d) { d.open(*findScenarioPreset("llama3-8b-64xh100")); },
             })) {
            ScenarioDocument document;
            document.edit(batch(), 900);
            act(document);
            QCOMPARE(document.undoStack()->count(), 2);
            document.undoStack()->undo();
            document.edit(batch(), 700);
            QCOMPARE(document.undoStack()->count(), 2); // not merged into the first
        }
        ScenarioDocument saved;
        saved.edit(batch(), 900);
        saved.setSaved(saved.copyFor(QStringLiteral("batch.json")));
        saved.edit(batch(), 700);
        saved.undoStack()->undo();
        QVERIFY(!saved.isModified());
    }

    void aSingleEditIsAStepOfItsOwn()
    {
        ScenarioDocument document;
        document.edit(batch(), 900);
        document.editOnce(batch(), 800);
        document.edit(batch(), 700);
        QCOMPARE(document.undoStack()->count(), 3);
        document.undoStack()->undo();
        document.undoStack()->undo();
        QCOMPARE(document.scenario().workload.batch_per_gpu, 900.0);
    }

    /// A window's parts, which listen, may be gone before the document.
    void aDocumentSaysNothingWhenItIsDestroyed()
    {
        int said = 0;
        auto document = std::make_unique<ScenarioDocument>();
        document->editOnce(batch(), 900);
        connect(document->undoStack(), &QUndoStack::indexChanged, this, [&] { ++said; });
        connect(document->undoStack(), &QUndoStack::canUndoChanged, this, [&] { ++said; });
        document.reset();
        QCOMPARE(said, 0);
    }

    /// What is written later than another scenario was opened is not the open one.
    void aLateSaveDoesNotNameTheNextDocument()
    {
        ScenarioDocument document;
        const ScenarioCopy copy = document.copyFor(QStringLiteral("/tmp/first.kneepoint"));
        document.open(*findScenarioPreset("llama3-8b-64xh100"));
        document.setSaved(copy);
        QVERIFY(document.filePath().isEmpty());
        QVERIFY(!document.isModified());
    }

    void editsOfTwoParametersAreTwoUndoSteps()
    {
        ScenarioDocument document;
        document.edit(batch(), 512);
        document.edit(parameter("cluster.gpus"), 64);
        QCOMPARE(document.undoStack()->count(), 2);
    }

    void aDragBackToTheStartLeavesNoUndoStep()
    {
        ScenarioDocument document;
        const Parameter& overlap = parameter("assumptions.overlap");
        for (const double value : {0.75, 0.5, 0.75, 1.0})
            document.edit(overlap, value);
        document.finishEdit();
        QCOMPARE(document.undoStack()->count(), 0);
        QVERIFY(!document.isModified());
    }

    void undoRevertsDerivedValues()
    {
        ScenarioDocument document;
        const Scenario before = document.scenario();
        document.edit(parameter("workload.parameters"), 70e9);
        QVERIFY(document.scenario().workload.layers != before.workload.layers);
        document.undoStack()->undo();
        QVERIFY(document.scenario() == before);
    }

    void rejectedValuesChangeNothing_data()
    {
        QTest::addColumn<double>("value");
        QTest::newRow("not a number") << std::numeric_limits<double>::quiet_NaN();
        QTest::newRow("infinite") << std::numeric_limits<double>::infinity();
        QTest::newRow("negative") << -1.0;
    }
    void rejectedValuesChangeNothing()
    {
        QFETCH(double, value);
        ScenarioDocument document;
        document.edit(batch(), value);
        QCOMPARE(document.undoStack()->count(), 0);
        QVERIFY(!document.isModified());
    }

    /// A value that is taken back is no longer typed: it follows the next GPU.
    void aResetValueFollowsAgain()
    {
        ScenarioDocument document(*findScenarioPreset("llama3-70b-512xh100"));
        const Scenario before = document.scenario();
        const Parameter& clock = parameter("cluster.sustained_clock");
        document.editOnce(clock, 1.2);
        document.reset(clock);
        QVERIFY(isIdentical(document.scenario(), before));
        document.editOnce(parameter("plan.accumulation"), 32);
        document.reset(parameter("plan.accumulation"));
        QVERIFY(isIdentical(document.scenario(), before));
    }

    /// Replicas of 32 GPUs: 208 are six and a half.
    void aValueThatCutsAReplicaBecomesTheNearestThatDoesNot()
    {
        ScenarioDocument document(*findScenarioPreset("llama3-70b-512xh100"));
        const Scenario before = document.scenario();
        const QSignalSpy moved(&document, &ScenarioDocument::offered);
        document.editOnce(parameter("cluster.gpus"), 208);
        QCOMPARE(document.scenario().cluster.gpus, 192.0);
        QCOMPARE(moved.size(), 1);
        QCOMPARE(moved.first().front().toString(), QStringLiteral("GPUs 208 → 192, the nearest value that works."));
        ScenarioDocument direct(*findScenarioPreset("llama3-70b-512xh100"));
        direct.editOnce(parameter("cluster.gpus"), 192);
        QVERIFY(document.scenario() == direct.scenario());
        document.undoStack()->undo();
        QVERIFY(document.scenario() == before);
    }

    /// Also where the batch moves with the nearest value, under strong scaling.
    void aValueThatDoesNotWorkLeavesNoTrace()
    {
        int corrected = 0, moved = 0;
        for (const char* id : {"llama3-70b-512xh100", "mixtral-8x7b-256xh100", "llama3-405b-16384xh100"})
            for (const char* gpu : {"h100-sxm", "gb200"})
                for (const Scaling scaling : {Scaling::weak, Scaling::strong})
                    for (const auto& [name, value] :
                        {std::pair("cluster.gpus", 208.0), {"cluster.gpus", 100.0}, {"plan.tensor_parallel", 3.0},
                            {"plan.pipeline_parallel", 7.0}, {"plan.context_parallel", 5.0},
                            {"workload.batch_per_gpu", 1.5}, {"plan.accumulation", 2.5}}) {
                        ScenarioFile file = *findScenarioPreset(id);
                        parameter("cluster.gpu").assign(file.scenario, *parseValue(parameter("cluster.gpu"), gpu));
                        file.scenario.workload.scaling = scaling;
                        const Parameter& p = parameter(name);
                        ScenarioDocument document(file), direct(file);
                        document.editOnce(p, value);
                        const double nearest = p.get(document.scenario());
                        if (nearest == value)
                            continue;
                        direct.editOnce(p, nearest);
                        QVERIFY2(document.scenario() == direct.scenario(), name);
                        ++corrected;
                        moved += direct.scenario().workload.global_batch != file.scenario.workload.global_batch
                                && scaling == Scaling::strong
                            ? 1
                            : 0;
                    }
        QVERIFY(corrected > 0 && moved > 0);
    }

    /// 52 of 72 GPUs are what 208 would use of a rack, but the nearest value that works is another number.
    void aNodeOfOnesOwnStaysWithAValueThatDoesNotWork()
    {
        ScenarioFile file = *findScenarioPreset("llama3-70b-512xh100");
        const Parameter& gpu = parameter("cluster.gpu");
        file.scenario = applied(file.scenario,
            {{&gpu, *parseValue(gpu, "gb200")}, {&parameter("cluster.gpus_per_node"), 52}}, shippedCalibration());
        ScenarioDocument document(file), direct(file);
        document.editOnce(parameter("cluster.gpus"), 208);
        direct.editOnce(parameter("cluster.gpus"), 192);
        QCOMPARE(document.scenario().cluster.gpus, 192.0);
        QCOMPARE(document.scenario().cluster.gpus_per_node, 52.0);
        QVERIFY(document.scenario() == direct.scenario());
    }

    void savingAndLoadingKeepsEveryBit()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.json"));
        ScenarioDocument document;
        document.edit(parameter("assumptions.overlap"), 1.0 / 3.0);
        document.edit(parameter("workload.parameters"), 6.7e9);
        QVERIFY(document.save(path).has_value());
        QVERIFY(!document.isModified());
        QCOMPARE(document.title(), QStringLiteral("job"));

        ScenarioDocument other;
        QVERIFY(other.load(path).has_value());
        QVERIFY(other.scenario() == document.scenario());
        QCOMPARE(other.filePath(), path);
    }

    void aBrokenFileLeavesTheDocumentUnchanged()
    {
        const test::TemporaryFiles files;
        const QString path = QString::fromStdString(files.write(
            "broken.json", R"({"kneepoint": 1, "scenario": {"workload.batch_per_gpu": 64, "cluster.gpus": -8}})"));
        ScenarioDocument document;
        document.edit(batch(), 512);
        const Scenario before = document.scenario();
        const QSignalSpy changed(&document, &ScenarioDocument::changed);
        const Result<void> loaded = document.load(path);
        QVERIFY(!loaded.has_value());
        QVERIFY(loaded.error().message.find("broken.json") != std::string::npos);
        QCOMPARE(changed.size(), 0);
        QVERIFY(document.scenario() == before);
        QCOMPARE(document.undoStack()->count(), 1);
    }

    void savingToAMissingFolderFails()
    {
        ScenarioDocument document;
        document.edit(batch(), 512);
        const QTemporaryDir folder;
        QVERIFY(!document.save(folder.filePath(QStringLiteral("no/such/job.json"))).has_value());
        QVERIFY(document.isModified());
        QVERIFY(document.filePath().isEmpty());
    }

    void undoingAnOpenRestoresTheTitle()
    {
        ScenarioFile first;
        first.title = "First";
        ScenarioDocument document(first);
        document.edit(batch(), 512);
        ScenarioFile second;
        second.title = "Second";
        second.scenario.cluster.gpus = 64;
        document.open(second);
        QCOMPARE(document.undoStack()->undoText(), QStringLiteral("Open Second"));
        QCOMPARE(document.title(), QStringLiteral("Second"));
        QVERIFY(!document.isModified());
        document.undoStack()->undo();
        QCOMPARE(document.title(), QStringLiteral("First"));
        QCOMPARE(document.scenario().workload.batch_per_gpu, 512.0);
        QVERIFY(document.isModified());
        document.undoStack()->redo();
        QCOMPARE(document.scenario().cluster.gpus, 64.0);
    }

    void theTitleMarksAChangedScenario()
    {
        ScenarioDocument document(*findScenarioPreset("llama3-70b-512xh100"));
        const QString title = document.title();
        QCOMPARE(document.shownTitle(), title);
        QCOMPARE(document.about(), QString::fromStdString(document.file().about));
        document.editOnce(parameter("cluster.gpus"), 256);
        QCOMPARE(document.shownTitle(), title + QStringLiteral(" (changed)"));
        QVERIFY(document.about().contains(QString::fromStdString(std::string(parameter("cluster.gpus").label))));
        QCOMPARE(document.shownFile().title, document.shownTitle().toStdString());
        QCOMPARE(document.shownFile().about, document.about().toStdString());
        document.undoStack()->undo();
        QCOMPARE(document.shownTitle(), title);
    }

    void aChangedPresetIsSavedUnderTheNameOfItsFile()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mine.kneepoint"));
        ScenarioDocument document(*findScenarioPreset("llama3-70b-512xh100"));
        document.editOnce(parameter("cluster.gpus"), 256);
        QVERIFY(document.save(path));
        const Result<ScenarioFile> saved = loadScenario(path.toStdString(), shippedCalibration());
        QVERIFY(saved.has_value());
        QCOMPARE(saved->title, std::string("mine"));
        QCOMPARE(document.file().title, saved->title);
        QCOMPARE(document.file().about, saved->about);
        QVERIFY(saved->about.find("512 H100") != std::string::npos); // where it came from
    }

    void aFileChangedByAnotherProgramIsDetected()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.kneepoint"));
        ScenarioDocument document;
        QVERIFY(document.save(path));
        QVERIFY(!document.changedOnDisk());
        document.editOnce(parameter("cluster.gpus"), 64);
        QVERIFY(!document.changedOnDisk());
        ScenarioDocument other;
        other.editOnce(parameter("cluster.gpus"), 128);
        QVERIFY(other.save(path));
        QVERIFY(document.changedOnDisk());
        QVERIFY(document.save(path));
        QVERIFY(!document.changedOnDisk());
        QVERIFY(other.changedOnDisk());
    }

    void undoDropsTheOldestSteps()
    {
        ScenarioDocument document;
        for (int i = 1; i <= 1050; ++i)
            document.editOnce(parameter("workload.critical_batch"), i);
        QCOMPARE(document.undoStack()->count(), 1000);
    }

    void fourChangesAreNamedAndTheOthersCounted()
    {
        ScenarioDocument document(*findScenarioPreset("knee-1p3b"));
        QStringList labels;
        for (const char* id : {"workload.vocabulary", "cluster.loader_rate", "cluster.power_w", "cluster.gpu_mtbf",
                 "assumptions.knee_gamma", "assumptions.jitter"}) {
            const Parameter& p = parameter(id);
            document.editOnce(p, 0.5 * (p.get(document.scenario()) + p.range.slider_max));
        }
        const auto changed = [&] {
            QStringList found;
            for (const Parameter& p : catalogue())
                if (p.get(document.scenario()) != p.get(findScenarioPreset("knee-1p3b")->scenario))
                    found << QString::fromStdString(std::string(p.label));
            return found;
        };
        labels = changed();
        QVERIFY(labels.size() > 4);
        QCOMPARE(document.about(),
            QStringLiteral("Changed: %1 and %2 more").arg(labels.mid(0, 4).join(", ")).arg(labels.size() - 4));
        for (qsizetype more = labels.size() - 4; more > 0; more = changed().size() - 4) {
            QVERIFY(document.about().endsWith(QStringLiteral(" and %1 more").arg(more)));
            document.undoStack()->undo();
        }
        QCOMPARE(changed().size(), 4);
        QVERIFY(document.about().startsWith(QStringLiteral("Changed: ")));
        QVERIFY(!document.about().contains(QStringLiteral(" more")));
        document.editOnce(parameter("workload.critical_batch"), 77);
        QVERIFY2(document.about().endsWith(QStringLiteral(" and 1 more")), qPrintable(document.about()));
    }

    void undoNamesACalibrationAndItsRemoval()
    {
        ScenarioDocument document(*findScenarioPreset("llama3-8b-64xh100"));
        document.setOwnRuns({.used = true, .runs = 1, .name = ShortName("mine"), .compute = 1.3});
        QCOMPARE(document.undoStack()->undoText(), QStringLiteral("Calibration"));
        document.setOwnRuns({});
        QCOMPARE(document.undoStack()->undoText(), QStringLiteral("Remove calibration"));
        document.setOwnRuns({}); // nothing to remove
        QCOMPARE(document.undoStack()->count(), 2);
    }

    void evidenceIsPartOfWhatIsSaved()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.kneepoint"));
        ScenarioDocument document;
        KeptEvidence log;
        log.kind = "training-log";
        log.summary = "A log.";
        document.setEvidence({log}, document.scenario(), QStringLiteral("Import"));
        QVERIFY(document.isModified());
        QCOMPARE(document.undoStack()->undoText(), QStringLiteral("Import"));
        document.setEvidence({log}, document.scenario(), QStringLiteral("Again"));
        QCOMPARE(document.undoStack()->count(), 1); // as it was
        Scenario next = document.scenario();
        next.cluster.gpus = 64;
        document.setEvidence({log}, next, QStringLiteral("Settings"));
        QCOMPARE(document.undoStack()->count(), 2);
        document.undoStack()->undo();
        QVERIFY(document.scenario() != next && document.evidence().size() == 1);
        document.undoStack()->redo();
        QVERIFY(document.scenario() == next);
        QVERIFY(document.save(path));
        QVERIFY(!document.isModified());
        document.setEvidence({}, next, QStringLiteral("Remove"));
        QVERIFY(document.isModified());
        QVERIFY(!ScenarioDocument(document.file()).isModified());
        ScenarioFile with_log;
        with_log.evidence = {log};
        document.open(with_log);
        QVERIFY(document.evidence().size() == 1 && !document.isModified());
    }

    void aRestoredDocumentBeginsWithoutUndo()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.kneepoint"));
        ScenarioDocument first;
        QVERIFY(first.save(path));
        first.editOnce(batch(), 512);
        ScenarioDocument document;
        document.editOnce(batch(), 256);
        const QSignalSpy opened(&document, &ScenarioDocument::opened);
        document.restore(first.state());
        QCOMPARE(opened.size(), 1);
        QCOMPARE(document.undoStack()->count(), 0);
        QCOMPARE(document.filePath(), path);
        QCOMPARE(document.scenario().workload.batch_per_gpu, 512.0);
        QVERIFY(document.isModified() && !document.changedOnDisk());
        QVERIFY(first.save(path));
        QVERIFY(document.changedOnDisk());
        QVERIFY(QFile::remove(path));
        QVERIFY(!document.changedOnDisk()); // nothing there to lose
    }

    void openingAFileIsAnnouncedAndNamed()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("job.kneepoint"));
        QVERIFY(ScenarioDocument().save(path));
        ScenarioDocument document;
        const QSignalSpy opened(&document, &ScenarioDocument::opened);
        const QSignalSpy changed(&document, &ScenarioDocument::changed);
        QVERIFY(document.load(path));
        QCOMPARE(opened.size(), 1);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(document.title(), QStringLiteral("job"));
        QVERIFY(!document.changedOnDisk());
        QVERIFY(document.save(path));
        QCOMPARE(changed.size(), 2);
    }

    void onlyAChangedPresetGetsANameOfItsOwn()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("mine.kneepoint"));
        const ScenarioFile preset = *findScenarioPreset("llama3-70b-512xh100");
        ScenarioDocument document(preset);
        QVERIFY(document.save(path));
        QCOMPARE(document.file().id, preset.id);
        QCOMPARE(document.file().title, preset.title);
        QCOMPARE(document.file().about, preset.about);
        document.editOnce(parameter("cluster.gpus"), 256); // of a file that has a name
        QVERIFY(document.save(path));
        QCOMPARE(document.file().title, preset.title);
        ScenarioDocument changed(preset);
        changed.editOnce(parameter("cluster.gpus"), 256);
        QVERIFY(changed.save(path));
        QVERIFY(changed.file().id.empty());
    }

    void aMarkedTitleIsNotMarkedTwice()
    {
        ScenarioFile file;
        file.title = "Job (changed)";
        ScenarioDocument document(file);
        document.editOnce(batch(), 512);
        QCOMPARE(document.shownTitle(), QStringLiteral("Job (changed)"));
        file.title = "f(changed)"; // no mark
        ScenarioDocument other(file);
        other.editOnce(batch(), 512);
        QCOMPARE(other.shownTitle(), QStringLiteral("f(changed) (changed)"));
        QCOMPARE(ScenarioDocument(ScenarioFile()).title(), QStringLiteral("Untitled"));
    }

    void anEditOutOfRangeIsNoStep()
    {
        ScenarioDocument document;
        document.applyEdit({{&parameter("cluster.gpus"), -1}}, QStringLiteral("No"));
        QCOMPARE(document.undoStack()->count(), 0);
        document.applyEdit({{&parameter("cluster.gpus"), 64}}, QStringLiteral("Yes"));
        QCOMPARE(document.undoStack()->undoText(), QStringLiteral("Yes"));
        document.applyEdit({{&parameter("cluster.gpus"), 128}}, QStringLiteral("Yes")); // another step
        QCOMPARE(document.undoStack()->count(), 2);
    }

    void underAutomaticPlanningPickedWorkersDivideTheBatch()
    {
        Scenario s;
        s.automatic.on = true;
        s.workload.scaling = Scaling::strong;
        s.workload.global_batch = 24;
        const std::array<std::pair<double, double>, 5> expected{{{5.2, 6}, {2.1, 2}, {9, 8}, {40, 24}, {0.2, 1}}};
        for (const auto& [k, replicas] : expected)
            QCOMPARE(usableGpus(s, k), replicas);
        s.workload.scaling = Scaling::weak; // every replica adds to the batch
        QCOMPARE(usableGpus(s, 5.2), 5.0);
    }

    void pickedWorkersBecomeWholeReplicas_data()
    {
        QTest::addColumn<double>("k");
        QTest::addColumn<double>("gpus");
        QTest::newRow("between whole numbers") << 6.12 << 6.0 * 8;
        QTest::newRow("no power of two") << 23.0 << 23.0 * 8;
        QTest::newRow("less than one") << 0.3 << 1.0 * 8;
        QTest::newRow("near a power of two") << 15.0 << 15.0 * 8;
    }
    void pickedWorkersBecomeWholeReplicas()
    {
        QFETCH(double, k);
        QFETCH(double, gpus);
        Scenario s;
        s.plan.tensor_parallel = 8;
        QCOMPARE(usableGpus(s, k), gpus);
        QVERIFY(usableGpus(s, 1e30) <= parameter("cluster.gpus").range.max);
    }
};

KNEEPOINT_TEST(ScenarioDocumentTest)
#include "scenario_document_test.moc"
