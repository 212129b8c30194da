// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "model/catalogue/catalogue.h"
#include "model/catalogue/shipped_scenarios.h"
#include "model/results/metric.h"
#include "tests/support/patience.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <utility>
#include <vector>

using namespace kneepoint;

namespace {

QStringList ids(const auto& records)
{
    QStringList all;
    for (const auto& record : records)
        all << QString::fromUtf8(record.id.data(), static_cast<qsizetype>(record.id.size()));
    return all;
}

/// Calls the completion function as Readline does and prints what it offers.
constexpr const char* ask_bash = R"(source ./kneepoint.bash
COMP_LINE=$1 COMP_POINT=${#1}
read -ra COMP_WORDS <<<"$1"
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_kneepoint
printf '%s\n' "${COMPREPLY[@]}")";

/// Types each line and a tab into an interactive zsh once it reads lines, and prints the lines that result. With a key
/// that begins others, such as ^X, zsh would wait for them.
constexpr const char* ask_zsh = R"(zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PS1=; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; setopt no_list_beep
show() { print -r -- "<<$BUFFER>>" > unfinished; mv unfinished answer; zle kill-whole-line }; zle -N show
bindkey "^T" show; zle-line-init() { touch ready }; zle -N zle-line-init'
until [[ -e ready ]]; do sleep 0.01; done
for line in "$@"; do
zpty -w -n z "$line"$'\t\x14'
until [[ -e answer ]]; do sleep 0.01; done
cat answer
rm answer
done
zpty -d z)";

} // namespace

/// Each script in a real shell.
class CompletionTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// What the shell prints, in lines; the script is in its folder.
    QStringList run(const QString& shell, const QStringList& args)
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("PATH", builtPath("../..") + ":" + environment.value("PATH"));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder.path());
        process.start(shell, args);
        if (!process.waitForFinished(test::patience_ms) || !process.readAllStandardError().isEmpty())
            return {QStringLiteral("failed")};
        return QString::fromUtf8(process.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
    }

    QStringList offered(const QString& shell, const QString& line)
    {
        if (shell == u"bash")
            return run(shell, {"--norc", "-c", ask_bash, "bash", line});
        QStringList words = run(shell, {"--no-config", "-c", "source ./kneepoint.fish; complete -C $argv[1]", line});
        for (QString& word : words)
            word.truncate(word.indexOf(u'\t') < 0 ? word.size() : word.indexOf(u'\t'));
        return words;
    }

private slots:
    void initTestCase()
    {
        for (const auto& [shell, name] : {std::pair{"bash", "kneepoint.bash"}, std::pair{"zsh", "_kneepoint"},
                 std::pair{"fish", "kneepoint.fish"}}) {
            const Answer answer = ask({"completion", shell});
            QCOMPARE(answer.code, 0);
            QFile file(m_folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write(answer.out.data(), static_cast<qint64>(answer.out.size())), answer.out.size());
        }
        QFile runs(m_folder.filePath("runs.json"));
        QVERIFY(runs.open(QIODevice::WriteOnly));
    }

    void everyIdIsOffered_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("words");
        QTest::newRow("parameters") << "kneepoint eval knee-simulator --set "
                                    << ids(catalogue()).replaceInStrings("$", "=");
        QTest::newRow("metrics") << "kneepoint search knee-simulator --objective " << ids(metrics());
        QTest::newRow("scenarios") << "kneepoint scale " << ids(scenarioPresets());
    }

    void everyIdIsOffered()
    {
        QFETCH(const QString, line);
        QFETCH(QStringList, words);
        for (const char* shell : {"bash", "fish"}) {
            if (QStandardPaths::findExecutable(shell).isEmpty())
                continue;
            const QStringList found = offered(shell, line);
            QVERIFY(!words.isEmpty());
            for (QString word : words) {
                if (line.endsWith("--set "))
                    word += u'=';
                QVERIFY2(found.contains(word), qPrintable(QString(shell) + " lacks " + word));
            }
        }
    }

    void wordsInContext_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("bash");
        QTest::addColumn<QStringList>("fish");
        const auto row = [](const char* name, const QString& line, const QStringList& bash, const QStringList& fish) {
            QTest::newRow(name) << line << bash << fish;
        };
        row("verb", "kneepoint diag", {"diagnose"}, {"diagnose"});
        row("option", "kneepoint render knee-simulator --th", {"--theme"}, {"--theme"});
        row("choice", "kneepoint render knee-simulator --theme d", {"dark"}, {"dark"});
        // Readline replaces what follows "=", fish the whole word.
        row("choice of a parameter", "kneepoint eval knee-simulator --set plan.gradient_precision=fp8", {"fp8"},
            {"plan.gradient_precision=fp8"});
        row("flag", "kneepoint eval knee-simulator --set workload.causal=", {"on", "off"},
            {"workload.causal=off", "workload.causal=on"}); // fish sorts
        row("file after =", "kneepoint calibrate knee-simulator --runs=ru", {"runs.json"}, {"--runs=runs.json"});
        row("value after =", "kneepoint render knee-simulator --theme=d", {"dark"}, {"--theme=dark"});
        row("second of a list", "kneepoint plan knee-simulator --gpus h100-sxm,h100-p", {"h100-sxm,h100-pcie"},
            {"h100-sxm,h100-pcie"});
        row("file", "kneepoint calibrate knee-simulator --runs ru", {"runs.json"}, {"runs.json"});
        row("shell", "kneepoint completion f", {"fish"}, {"fish"});
        row("number", "kneepoint search knee-simulator --top ", {}, {});
    }

    void wordsInContext()
    {
        QFETCH(const QString, line);
        for (const char* shell : {"bash", "fish"}) {
            if (QStandardPaths::findExecutable(shell).isEmpty())
                continue;
            QFETCH(const QStringList, bash);
            QFETCH(const QStringList, fish);
            QCOMPARE(offered(shell, line), QString(shell) == u"bash" ? bash : fish);
        }
    }

    /// What the scripts ask the program.
    void wordsOfLines_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* line, const char* words) { QTest::newRow(line) << line << words; };
        row("kneepoint --", "--help|--version|:files");
        row("kneepoint eval llama3-8b-6", "llama3-8b-64xh100|:files");
        row("kneepoint llama3-8b-6", "llama3-8b-64xh100|:files"); // the window
        row("kneepoint eval knee-simulator llama3-8b-6", "");     // one is enough
        row("kneepoint eval  knee-simulator --js", "--json");
        row("kneepoint eval --json llama3-8b-6", "llama3-8b-64xh100|:files"); // a flag takes no value
        row("kneepoint render knee-simulator -o ", ":files");
        row("kneepoint render -o a.png --theme l", "light");
        row("kneepoint render --output=a.png --theme=l", "--theme=light");
        row("kneepoint eval knee-simulator --set=plan.gradient_precision=fp8", "--set=plan.gradient_precision=fp8");
        row("kneepoint eval knee-simulator --set plan.gradient_prec", "plan.gradient_precision=");
        row("kneepoint eval knee-simulator --set workload.parameters=", ""); // a number
        row("kneepoint plan knee-simulator --gpus h100-sxm,h100-p", "h100-sxm,h100-pcie");
        row("kneepoint import a.json b", ":files"); // a list of files
        row("kneepoint nothing ", "");
        row("kneepoint eval knee-simulator --nothing ", "");
        row("kneepoint eval knee-simulator --nothing=", "");
    }

    void wordsOfLines()
    {
        QFETCH(const QString, line);
        QFETCH(const QString, words);
        const Answer answer = ask({"completion", "bash", "--line", line.toStdString()});
        QCOMPARE(answer.code, 0);
        QCOMPARE(QString::fromStdString(answer.out).split(u'\n', Qt::SkipEmptyParts).join(u'|'), words);
    }

    void zshCompletesLines()
    {
        if (QStandardPaths::findExecutable("zsh").isEmpty())
            QSKIP("zsh is not installed");
        const std::vector<std::pair<QString, QString>> completed{
            {"kneepoint diag", "kneepoint diagnose "},                                                      // a verb
            {"kneepoint render knee-simulator --th", "kneepoint render knee-simulator --theme "},           // an option
            {"kneepoint render knee-simulator --theme d", "kneepoint render knee-simulator --theme dark "}, // a choice
            {"kneepoint eval knee-simulator --set plan.gradient_prec",
                "kneepoint eval knee-simulator --set plan.gradient_precision="}, // a parameter
            {"kneepoint eval knee-simulator --set plan.gradient_precision=f",
                "kneepoint eval knee-simulator --set plan.gradient_precision=fp"}, // a choice of it
            {"kneepoint eval llama3-8b-6", "kneepoint eval llama3-8b-64xh100 "},   // a scenario
            {"kneepoint calibrate knee-simulator --runs ru",
                "kneepoint calibrate knee-simulator --runs runs.json "}, // a file
        };
        QStringList arguments{"-f", "-c", ask_zsh, "zsh"};
        QStringList expected;
        for (const auto& [line, whole] : completed) {
            arguments << line;
            expected << "<<" + whole + ">>";
        }
        QCOMPARE(run("zsh", arguments), expected);
    }
};

KNEEPOINT_TEST(CompletionTest)
#include "completion_test.moc"
