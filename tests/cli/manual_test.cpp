// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verbs.h"
#include "app/window/window_program.h"
#include "tests/cli/answer.h"
#include "tests/support/patience.h"
#include "tests/support/source_path.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace kneepoint;

/// The manual pages, and the examples that they and --help show.
class ManualTest : public QObject {
    Q_OBJECT

    /// Files that examples name.
    static void writeInputs(const test::TemporaryFiles& files)
    {
        files.write("runs.json", R"({"rows": [{"gpus": 64, "tp": 1, "step_time_s": 6.0}]})");
        files.write("scaling.csv", "GPUs,tokens/s\n32,300000\n64,580000\n");
        files.write("config.json",
            R"({"model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32, "num_attention_heads": 32,
                "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256})");
        files.write("train.sh",
            "torchrun --nnodes 8 --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 \\\n"
            "  --num-attention-heads 32 --vocab-size 32000 --seq-length 4096 --bf16 --use-distributed-optimizer \\\n"
            "  --micro-batch-size 1 --global-batch-size 256 --tensor-model-parallel-size 4\n");
        for (const char* trace : {"before.json", "after.json"})
            files.write(trace,
                R"({"traceEvents": [{"ph": "X", "cat": "kernel", "name": "gemm", "ts": 10, "dur": 5, "args": {}}]})");
        files.write("sweep.json",
            R"({"scenario": "knee-simulator", "axes": {"cluster.gpus": [1, 2, 4, 8]}, "metrics": ["step_s"]})");
    }

private slots:
    void everyVerbHasAPage()
    {
        QTemporaryDir folder;
        QCOMPARE(ask({"manual", "-o", folder.path().toStdString()}).code, 0);
        const std::string program = ask({"manual"}).out;
        for (const Verb& verb : verbs(makeWindow)) {
            const QString name = QStringLiteral("kneepoint-%1.1").arg(QString::fromStdString(std::string(verb.name)));
            QVERIFY2(QFileInfo(folder.filePath(name)).size() > 500, qPrintable(name));
            QVERIFY(program.find("kneepoint\\-" + std::string(verb.name) + "\\fR(1)") != std::string::npos);
        }
    }

    void everyOptionIsOnItsPage()
    {
        for (const Verb& verb : verbs(makeWindow)) {
            VerbOptions options;
            const VerbAction keeps_targets = verb.prepare(options);
            const std::string page = ask({"manual", std::string(verb.name)}).out;
            for (const VerbOption& option : options) {
                std::string name = option.name.substr(option.name.find(',') + 1);
                for (std::size_t at = 0; (at = name.find('-', at)) != std::string::npos; at += 2)
                    name.insert(at, "\\");
                QVERIFY2(page.find(name) != std::string::npos, (std::string(verb.name) + " " + option.name).c_str());
            }
        }
    }

    void pagesAreCleanRoff()
    {
        const QString mandoc = QStandardPaths::findExecutable("mandoc");
        const QString man = QStandardPaths::findExecutable("man");
        if (mandoc.isEmpty() && man.isEmpty())
            QSKIP("neither mandoc nor man is installed");
        QTemporaryDir folder;
        QCOMPARE(ask({"manual", "-o", folder.path().toStdString()}).code, 0);
        const QStringList pages = QDir(folder.path()).entryList({"*.1"});
        QCOMPARE(static_cast<std::size_t>(pages.size()), verbs(makeWindow).size() + 1);
        for (const QStringList& check : {QStringList{mandoc, "-T", "lint", "-W", "warning"},
                 QStringList{man, "--warnings", "-E", "UTF-8", "-Tutf8", "-l"}}) {
            if (check.front().isEmpty())
                continue;
            QProcess process;
            process.setWorkingDirectory(folder.path());
            process.setProcessEnvironment([] {
                auto environment = QProcessEnvironment::systemEnvironment();
                environment.insert("MANROFFSEQ", "");
                environment.insert("MANWIDTH", "80");
                environment.insert("LC_ALL", "C.UTF-8");
                return environment;
            }());
            process.start(check.front(), check.mid(1) + pages);
            QVERIFY(process.waitForFinished(test::patience_ms));
            const QByteArray said = process.readAllStandardError()
                + (check.front() == mandoc ? process.readAllStandardOutput() : QByteArray());
            QVERIFY2(said.isEmpty() && process.exitCode() == 0, said.constData());
        }
    }

    void unknownVerbsAreWrongUsage() { QCOMPARE(ask({"manual", "evaluate"}).code, 2); }

    void examplesRun_data()
    {
        QTest::addColumn<QString>("command");
        for (const Verb& verb : verbs(makeWindow)) {
            QVERIFY2(!verb.examples.empty(), std::string(verb.name).c_str());
            for (const Example& example : verb.examples)
                QTest::newRow(std::string(example.command).c_str())
                    << QString::fromStdString(std::string(example.command));
        }
    }

    void examplesRun()
    {
        QFETCH(const QString, command);
        const test::TemporaryFiles files;
        writeInputs(files);
        QProcess process;
        process.setWorkingDirectory(files.folder.path());
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", builtPath("../..") + ":" + environment.value("PATH"));
        process.setProcessEnvironment(environment);
        process.start("sh", {"-c", command});
        QVERIFY(process.waitForFinished(test::patience_ms));
        const QByteArray said = process.readAllStandardError();
        if (said.contains("no engine for interactive pages"))
            QSKIP(said.constData());
        QVERIFY2(process.exitCode() == 0, said.constData());
    }
};

KNEEPOINT_TEST(ManualTest)
#include "manual_test.moc"
