// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/shell_branches.h"
#include "model/imports/job_configuration/shell_script.h"
#include "model/imports/job_configuration/shell_statements.h"
#include "model/imports/job_configuration/shell_variables.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint::job;

namespace {

QString shown(const ShellWord& word)
{
    return (word.open.empty() ? QString() : QStringLiteral("?")) + QString::fromStdString(word.text);
}

/// "2 run|--x|4" a command: the line of its first word, and its words, "?" before those that are not known.
QString commandsOf(std::string_view script)
{
    QStringList all;
    for (const ShellCommand& command : readShell(script).commands) {
        QStringList words;
        for (const ShellWord& word : command)
            words << shown(word);
        all << QString::number(command.front().line) + QLatin1Char(' ') + words.join(QLatin1Char('|'));
    }
    return all.join(QLatin1Char('\n'));
}

/// "word@line" of a command's words.
QString linesOf(std::string_view script)
{
    QStringList words;
    const ShellScript read = readShell(script);
    if (!read.commands.empty())
        for (const ShellWord& word : read.commands.back())
            words << shown(word) + QStringLiteral("@%1").arg(word.line);
    return words.join(QLatin1Char(' '));
}

/// "a|b [&&]" a statement as it is written: its words, and what ends it.
QString statementsOf(std::string_view text)
{
    QStringList all;
    for (ShellStatements statements(text); !statements.atEnd();) {
        const ShellStatement s = statements.next();
        QStringList words;
        for (const RawWord& word : s.words) {
            QStringList items;
            for (const RawWord& item : word.items)
                items << QString::fromStdString(item.text);
            words << QString::fromStdString(word.text)
                    + (word.is_array ? QLatin1Char('(') + items.join(QLatin1Char(',')) + QLatin1Char(')') : QString());
        }
        all << words.join(QLatin1Char('|')) + (s.redirects ? QStringLiteral(" >") : QString())
                + (s.separator == "\n" ? QString() : QStringLiteral(" [%1]").arg(QString::fromStdString(s.separator)));
    }
    return all.join(QLatin1Char('\n'));
}

} // namespace

/// Launch scripts: how they divide into commands and words, and which of them are run.
class JobShellWordsTest : public QObject {
    Q_OBJECT

private slots:
    void statementsEndWhereAShellEndsThem_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("statements");
        const auto row = [](const char* name, const char* text, const char* statements) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(statements);
        };
        row("lines", "a b\n\nc", "a|b\n\nc");
        row("semicolons", "a;b ;; c", "a [;]\nb [;;]\nc");
        row("both and either", "a&&b || c", "a [&&]\nb [||]\nc");
        row("pipes", "a|b | c & d", "a [|]\nb [|]\nc [&]\nd");
        row("a subshell", "(a; b)", " [(]\na [;]\nb [)]");
        row("two brackets that close nothing", "( (a) )", " [(]\n [(]\na [)]\n [)]");
        row("an expression", "((A = 1 + (2))) && b", "((A = 1 + (2))) [&&]\nb");
        row("a subshell in a subshell", "((a) ; b)", " [(]\n [(]\na [)]\n [;]\nb [)]");
        row("quotes", "a 'b ;c' \"d | e\" f\\ g", "a|'b ;c'|\"d | e\"|f\\ g");
        row("what a command prints", "a $(b; c) `d; e` ${f:-g h}", "a|$(b; c)|`d; e`|${f:-g h}");
        row("quotes in quotes", "a \"b $(c \"d e\") f\" g", "a|\"b $(c \"d e\") f\"|g");
        row("an apostrophe in double quotes", "a \"b's\" c's d'", "a|\"b's\"|c's d'");
        row("a quote that nothing closes", "a 'b c", "a|'b c");
        row("a double quote that nothing closes", "a \"b c", "a|\"b c");
        row("brackets that nothing closes", "a $(b c", "a|$(b c");
        row("an escaped bracket", "a $(b \\) c) d", "a|$(b \\) c)|d");
        row("an escaped quote", "a \"b \\\" c\" d", "a|\"b \\\" c\"|d");
        row("continued lines", "a \\\n  b\\\n c", "a|b|c");
        row("a comment", "a # b; c\nd#e", "a\nd#e");
        row("redirections", "a > b c >> d e 2>&1 f < g & h", "a|c|e|f > [&]\nh");
        row("a number beside a redirection", "a 2> b 12 > c 3", "a|12|3 >");
        row("a word before a redirection", "a x> b c", "a|x|c >");
        row("a text that is read", "a <<< b c", "a|c >");
        row("an array", "A=(b 'c d' # e\n f) g", "A=(b,'c d',f)|g");
        row("an empty array", "A=() b", "A=()|b");
        row("an array that is appended to", "A+=(b)", "A+=(b)");
        row("signs in an array that no shell allows", "A=(b;c)", "A=(b,,c)");
        row("no array", "A (b)", "A [(]\nb [)]");
        row("an array that nothing closes", "A=(b c", "A=(b,c)");
        row("tabs", "\ta\tb", "a|b");
        row("control characters",
            "a\x02"
            "b\rc",
            "a|b|c");
    }
    void statementsEndWhereAShellEndsThem()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, statements);
        QCOMPARE(statementsOf(text.toStdString()), statements);
    }

    void namesAreAssigned_data()
    {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<QString>("name");
        QTest::newRow("a name") << QByteArray("A_1=2") << QStringLiteral("A_1");
        QTest::newRow("appended to") << QByteArray("_a+=2") << QStringLiteral("_a");
        QTest::newRow("nothing") << QByteArray("A=") << QStringLiteral("A");
        QTest::newRow("a digit first") << QByteArray("1A=2") << QString();
        QTest::newRow("a flag") << QByteArray("--a=2") << QString();
        QTest::newRow("a dotted name") << QByteArray("a.b=2") << QString();
        QTest::newRow("no name") << QByteArray("=2") << QString();
        QTest::newRow("no sign") << QByteArray("A") << QString();
    }
    void namesAreAssigned()
    {
        QFETCH(QByteArray, word);
        QFETCH(QString, name);
        const std::string text = word.toStdString();
        QCOMPARE(QString::fromStdString(std::string(assignedName(text))), name);
    }

    void commandsAreRead_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("commands");
        const auto row = [](const char* name, const char* script, const char* commands) {
            QTest::newRow(name) << QByteArray(script) << QString::fromUtf8(commands);
        };
        row("in their order", "a --x\n\nb 1; c", "1 a|--x\n3 b|1\n3 c");
        row("a loop over numbers", "N=4\nfor ((i=0; i<N; i++)); do a $i; done\nb $N", "2 a|?\n3 b|4");
        row("a variable of a variable", "B='--x 1'\nA=$B\na $A --c", "3 a|--x|1|--c");
        row("after an environment", "A=1 B=2 a --x $A $B", "1 a|--x|1|2");
        row("words that steer", "if true; then a; else b; fi; time c; { d; }", "1 true\n1 a\n1 b\n1 c\n1 d");
        row("a branch that is not taken", "A=1\nif [ $A = 2 ]; then a; else b; fi", "2 b");
        row("a branch that is taken", "A=2\nif [ $A = 2 ]; then a; else b; fi", "2 a");
        row("a choice", "A=x\ncase $A in\n y) a ;;\n x) b ;;\n *) c ;;\nesac\nd", "4 b\n7 d");
        row("a choice of others", "A=z\ncase $A in\n y) a ;;\n *) c ;;\nesac", "4 c");
        row("a choice by a pattern", "A=z\ncase $A in\n z*) a ;;\n z) b ;;\nesac", "3 a\n4 b");
        row("a choice with a bracket before", "A=x\ncase $A in\n (x) a ;;\n (y) b ;;\nesac", "3 a");
        row("two of a choice", "A=y\ncase $A in\n x|y) a ;;\n z|w) b ;;\nesac", "3 a");
        row("guards", "A=1\n[ $A = 1 ] && a\n[ $A = 2 ] && b\n[ $A = 2 ] || c\n[ $A = 1 ] || d\ne", "2 a\n4 c\n6 e");
        row("a chain of guards", "A=1\n[ $A = 1 ] && a && b || c\nd", "2 a\n2 b\n2 c\n3 d");
        row("a chain that is not run", "A=1\n[ $A = 2 ] && a && b\nc", "3 c");
        row("else of a guard", "A=1\n[ $A = 2 ] && a || b\nc", "2 b\n3 c");
        row("a guard of several words", "A=1\n[[ $A = 1 && $A = 2 ]] && a\ntest $A = 1 && b", "3 b");
        row("a guard that is negated", "A=1\n! [ $A = 1 ] && a\n! [ $A = 2 ] && b", "3 b");
        row("a document", "cat <<EOF > f\na --x\nEOF\nb --y", "1 cat\n4 b|--y");
        row("a document with quotes", "cat <<-'EOF'\na\n  EOF\nb", "1 cat\n4 b");
        row("a document that nothing ends", "cat <<EOF\na\nb", "1 cat");
        row("a document before another command", "cat <<EOF; b\na\nEOF\nc", "1 cat|b\n4 c");
        row("only variables", "A='--a 1'\nB=2\nC=(--c)", "1 ?|--a|1\n1 ?|--c");
        row("a function", "f() {\n a --x\n}\nf", "1 f\n2 a|--x\n4 f");
    }
    void commandsAreRead()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, commands);
        QCOMPARE(commandsOf(script.toStdString()), commands);
    }

    void wordsKeepTheirLine_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const char* script, const char* words) {
            QTest::newRow(name) << QByteArray(script) << QString::fromUtf8(words);
        };
        row("continued lines", "a --b \\\n --c \\\n --d", "a@1 --b@1 --c@2 --d@3");
        row("a variable", "A='--b 1'\n\na $A --c", "a@3 --b@1 1@1 --c@3");
        row("a variable of several lines", "A=\"--b\n --c\n\n --d\"\na $A --e", "a@5 --b@1 --c@2 --d@4 --e@5");
        row("an array", "A=(--b\n --c)\na ${A[@]} \"${A[@]}\"", "a@3 --b@1 --c@2 --b@1 --c@2");
        row("after a variable within", "A=1\nB=\"--b $A\n --c $A\n --d\"\na $B", "a@5 --b@2 1@1 --c@3 1@1 --d@4");
        row("appended", "A=--b\nA+=' --c'\na $A", "a@3 --b@1 --c@2");
        row("what is not set", "\na --b $N --c", "a@2 --b@2 ?@2 --c@2");
        row("a document before", "cat <<E\nx\nE\n a --b", "a@4 --b@4");
        row("a quoted text of several lines", "b '\n\n'\na --c", "a@4 --c@4");
    }
    void wordsKeepTheirLine()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, words);
        QCOMPARE(linesOf(script.toStdString()), words);
    }

    void headersAreRead()
    {
        const ShellScript script = readShell("#!/bin/sh\n#SBATCH --nodes=2 -n 16\n#PBS -l x\n#FLUX: -N 3\n# --y\nrun "
                                             "$SLURM_NTASKS $SLURM_JOB_NUM_NODES $SLURM_NNODES $SLURM_GPUS_ON_NODE");
        QStringList headers, words;
        for (const ShellWord& word : script.headers)
            headers << shown(word) + QStringLiteral("@%1").arg(word.line);
        QCOMPARE(headers.join(' '), QStringLiteral("--nodes=2@2 -n@2 16@2 -l@3 x@3 -N@4 3@4"));
        for (const ShellWord& word : script.commands.back())
            words << shown(word);
        QCOMPARE(words.join(' '), QStringLiteral("run 16 3 3 ?"));
    }

    void headersSetTheVariablesOfSlurm_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("names");
        QTest::newRow("nodes") << QByteArray("--nodes") << QByteArray("$SLURM_NNODES $SLURM_JOB_NUM_NODES");
        QTest::newRow("N") << QByteArray("-N") << QByteArray("$SLURM_NNODES $SLURM_JOB_NUM_NODES");
        QTest::newRow("GPUs") << QByteArray("--gpus-per-node")
                              << QByteArray("$SLURM_GPUS_ON_NODE $SLURM_GPUS_PER_NODE");
        QTest::newRow("tasks of a node") << QByteArray("--ntasks-per-node")
                                         << QByteArray("$SLURM_NTASKS_PER_NODE $SLURM_NTASKS_PER_NODE");
        QTest::newRow("tasks") << QByteArray("--ntasks") << QByteArray("$SLURM_NTASKS $SLURM_NTASKS");
        QTest::newRow("n") << QByteArray("-n") << QByteArray("$SLURM_NTASKS $SLURM_NTASKS");
    }
    void headersSetTheVariablesOfSlurm()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, names);
        for (const char* sign : {"=", " "})
            QCOMPARE(commandsOf("#SBATCH " + header.toStdString() + sign + "6\nrun " + names.toStdString()),
                QStringLiteral("2 run|6|6"));
        QCOMPARE(commandsOf("#SBATCH --other=" + header.toStdString() + "=6\nrun " + names.toStdString()),
            QStringLiteral("2 run|?|?"));
    }

    void documentsAreRead_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("documents");
        const auto row = [](const char* name, const char* script, const char* documents) {
            QTest::newRow(name) << QByteArray(script) << QString::fromUtf8(documents);
        };
        row("with variables", "A=2\ncat <<E > f\n{\"a\": $A}\nE\n", "{\"a\": 2}\n@3");
        row("with quotes around the name", "cat << \"E\"\na 'b'\nE\n", "a 'b'\n@2");
        row("with variables and quotes around the name", "A=2\ncat <<'E'\na $A \"\\n\"\nE\n", "a $A \"\\n\"\n@3");
        row("with a part of the name escaped", "A=2\ncat <<\\E\na $A\nE\ncat <<E\na $A\nE\n", "a $A\n@3 a 2\n@6");
        row("with what is not known", "cat <<E\na $A\nE\n", "?a \n@2");
        row("under a condition", "if [ -f x ]; then\ncat <<E\na\nE\nfi\n", "?a\n@3");
        row("in a branch that is not taken", "A=1\nif [ $A = 2 ]; then\ncat <<E\na\nE\nfi\n", "");
        row("with an apostrophe", "A=2\ncat <<E\n{\"a\": \"b's\", \"c\": $A}\nE\n", "{\"a\": \"b's\", \"c\": 2}\n@3");
        row("two", "cat <<E\na\nE\ncat <<F\nb\nF\n", "a\n@2 b\n@5");
    }
    void documentsAreRead()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, documents);
        QStringList all;
        for (const ShellWord& word : readShell(script.toStdString()).documents)
            all << shown(word) + QStringLiteral("@%1").arg(word.line);
        QCOMPARE(all.join(' '), documents);
    }

    void valuesAreExpanded_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QString>("expanded");
        const auto row = [](const char* words, const char* expanded) {
            QTest::newRow(words) << QByteArray(words) << QString::fromUtf8(expanded);
        };
        row("$A ${A} $A.b ${A}b", "x|y|x|y|x|y.b|x|yb");
        row("\"$A\" '$A' \\$A", "x y|$A|$A");
        row("\"a $A b\"c", "a x y bc");
        row("\"a\\\"b\" 'a\\b' a\\ b", "a\"b|a\\b|a b");
        row("'' \"\" $E a", "||a");
        row("$E$E\"$E\"", "");
        row("a$(b c)d `b c` \"`b`\"", "?ad|?|?");
        row("$@ $* $# $? $! $1a", "?");
        row("$ a$ $, $%", "$|a$|$,|$%");
        row("${A:-z} ${E:-z} ${E-z} ${N:-z} ${N-z} ${N:=z}", "x|y|z|z|z|z");
        row("${N:-$A} ${N:-${E:-'a b'}}", "x y|a b");
        row("${A#x} ${#A} ${A/x/z} ${A:1}", "?|?|?|?");
        row("${} ${N}", "?|?");
        row("${L[@]} ${L[*]}", "1|2|3|1|2|3");
        row("\"${L[@]}\" a\"${L[@]}\"b", "1|2 3|a1|2 3b");
        row("$L \"$L\" ${L[0]}", "1|2|3|1 2 3|?");
        row("$((A + 1)) $(( 2 * 3 )) \"$((1+1))a\"", "?|6|2a");
        row("$(( 1 + )) $((N)) $((L))", "?|?|1");
    }
    void valuesAreExpanded()
    {
        QFETCH(QByteArray, words);
        QFETCH(QString, expanded);
        ShellVariables variables;
        variables.set("A", {{"x y"}, false});
        variables.set("E", {{""}, false});
        variables.set("L", {{"1", "2 3"}, true});
        QStringList all;
        ShellStatements statements(words.toStdString());
        for (const RawWord& raw : statements.next().words)
            for (const std::string& text : variables.expanded(raw.text, 0, true))
                for (const ShellWord& word : unmarked(text, 0, true))
                    all << shown(word);
        QCOMPARE(all.join('|'), expanded);
    }

    /// Defaults of defaults are followed a dozen deep, and no script makes the reader fall.
    void depthIsBounded()
    {
        const auto nested = [](int depth) {
            std::string text = "run ", end;
            for (int i = 0; i < depth; ++i) {
                text += "${A:-";
                end += "}";
            }
            return commandsOf(text + "5" + end);
        };
        QCOMPARE(nested(12), QStringLiteral("1 run|5"));
        QVERIFY(nested(13).contains(QLatin1Char('?')));
        QVERIFY(!nested(20000).isEmpty());
    }

    void whatIsNotKnownSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* script, const char* why) {
            QTest::newRow(script) << QByteArray(script) << QString::fromUtf8(why);
        };
        row("run $N", "N is not set in the file");
        row("run ${N}", "N is not set in the file");
        row("run $(nproc)", "a command prints it");
        row("run ${A%x}", "${A%x} is not worked out");
        row("run $((N + 1))", "$((N + 1)) is not worked out");
        row("if [ -f x ]; then A=1; fi; run $A", "it is set under a condition");
        row("for A in 1 2; do :; done; run $A", "a loop sets it");
        row("for ((A=0; A<2; A++)); do :; done; run $A", "a loop sets it");
        row("((A = N)); run $A", "an expression sets it");
        row("let A=N; run $A", "an expression sets it");
        row("A=$((B = N)); run $B", "an expression sets it");
    }
    void whatIsNotKnownSaysWhy()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, why);
        const ShellScript read = readShell(script.toStdString());
        QCOMPARE(QString::fromStdString(read.commands.back().back().open), why);
    }

    void testsAreDecided_data()
    {
        QTest::addColumn<QByteArray>("words"); // "?" is not known, "_" is empty
        QTest::addColumn<QString>("result");
        const auto row = [](const char* words, const char* result) {
            QTest::newRow(words) << QByteArray(words) << QString::fromUtf8(result);
        };
        row("", "no");
        row("a", "yes");
        row("_", "no");
        row("?", "?");
        row("-n a", "yes");
        row("-n _", "no");
        row("-z a", "no");
        row("-z _", "yes");
        row("-f a", "?");
        row("a = a", "yes");
        row("a = b", "no");
        row("a == a", "yes");
        row("a != a", "no");
        row("a != b", "yes");
        row("a = a*", "?");
        row("a = [a]", "?");
        row("a != ?b", "?");
        row("1 -eq 1", "yes");
        row("1 -eq 1.0", "yes");
        row("1 -eq 2", "no");
        row("1 -ne 2", "yes");
        row("2 -ne 2", "no");
        row("2 -gt 1", "yes");
        row("2 -gt 2", "no");
        row("2 -ge 2", "yes");
        row("1 -ge 2", "no");
        row("1 -lt 2", "yes");
        row("2 -lt 2", "no");
        row("2 -le 2", "yes");
        row("3 -le 2", "no");
        row("a -eq 1", "?");
        row("1 -eq a", "?");
        row("1 -xx 1", "?");
        row("a < b", "?");
        row("? = a", "?");
        row("a = a -a b", "?");
        row("! a = b", "yes");
        row("! a", "no");
        row("!", "yes");
        row("! ?", "?");
    }
    void testsAreDecided()
    {
        QFETCH(QByteArray, words);
        QFETCH(QString, result);
        std::vector<std::optional<std::string>> texts;
        for (const QByteArray& word : words.isEmpty() ? QByteArrayList() : words.split(' '))
            texts.push_back(
                word == "?" ? std::nullopt : std::optional(word == "_" ? std::string() : word.toStdString()));
        const auto is = testResult(texts);
        QCOMPARE(is ? QString::fromUtf8(*is ? "yes" : "no") : QStringLiteral("?"), result);
    }

    /// A is 1 in these scripts, and N is not known: which of B's values is certain?
    void branchesAreTaken_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QString>("value");
        const auto row = [](const char* lines, const char* value) {
            QTest::newRow(lines) << QByteArray(lines) << QString::fromUtf8(value);
        };
        row("if [ $A = 1 ]; then B=5; fi", "5");
        row("if [ $A = 2 ]; then B=5; fi", "0");
        row("if [ $N = 2 ]; then B=5; fi", "?");
        row("if [ $A = 2 ]; then B=5; elif [ $A = 1 ]; then B=6; else B=7; fi", "6");
        row("if [ $A = 2 ]; then B=5; elif [ $A = 3 ]; then B=6; else B=7; fi", "7");
        row("if [ $A = 1 ]; then B=5; elif [ $A = 1 ]; then B=6; else B=7; fi", "5");
        row("if [ $A = 1 ]; then B=5; elif [ $N = 1 ]; then B=6; else B=7; fi", "5");
        row("if [ $N = 1 ]; then B=5; elif [ $A = 1 ]; then :; fi", "?");
        row("if [ $N = 1 ]; then :; elif [ $A = 2 ]; then B=5; fi", "0");
        row("if [ $N = 1 ]; then :; else B=5; fi", "?");
        row("if [ $N = 1 ]; then :; elif [ $A = 1 ]; then :; else B=5; fi", "0");
        row("if [ $A = 1 ] && [ $A = 2 ]; then B=5; fi", "0");
        row("if [ $A = 1 ] && [ $N = 2 ]; then B=5; fi", "?");
        row("if [ $A = 2 ] && [ $N = 2 ]; then B=5; fi", "0");
        row("if [ $A = 1 ] || [ $N = 2 ]; then B=5; fi", "5");
        row("if [ $A = 2 ] || [ $N = 2 ]; then B=5; fi", "?");
        row("if [ $A = 2 ] || [ $A = 1 ]; then B=5; fi", "5");
        row("if [ $A = 2 ] || [ $A = 3 ]; then B=5; fi", "0");
        row("if [ $A = 1 ]; [ $A = 1 ]; then B=5; fi", "?");
        row("if grep a b; then B=5; fi", "?");
        row("if ! [ $A = 1 ]; then B=5; fi", "0");
        row("if [ ! $A = 1 ]; then B=5; fi", "0");
        row("if ! [ $N = 1 ]; then B=5; fi", "?");
        row("if [[ $A = 1 && $A != 2 ]]; then B=5; fi", "5");
        row("if [[ $A = 1 && $A = 2 ]]; then B=5; fi", "0");
        row("if [[ $A = 3 || $A = 1 ]]; then B=5; fi", "5");
        row("if test $A = 1; then B=5; fi", "5");
        row("if [ $A < 2 ]; then B=5; fi", "?"); // that is a redirection
        row("if ((A == 1)); then B=5; fi", "5");
        row("if ((A > 1)); then B=5; fi", "0");
        row("if [ $A = 1 ]; then if [ $A = 2 ]; then B=5; fi; B=6; fi", "6");
        row("if [ $A = 2 ]; then if [ $A = 1 ]; then B=5; fi; fi", "0");
        row("if [ $N = 2 ]; then if [ $A = 1 ]; then B=5; fi; fi", "?");
        row("if [ $N = 2 ]; then :; fi; B=5", "5");
        row("while [ $N = 2 ]; do B=5; done", "?");
        row("while [ $N = 2 ]; do :; done; B=5", "5");
        row("until [ $N = 2 ]; do B=5; done", "?");
        row("for i in 1; do if [ $A = 1 ]; then B=5; fi; done", "?");
        row("for i in 1; do if [ $A = 2 ]; then B=5; fi; done", "0");
        row("fi; done; esac; else; B=5", "5");
        row("if [ $A = 1 ]; then done; B=5; fi", "5");
        row("case $A in 1) B=5;; 2) B=6;; esac", "5");
        row("case $A in 2) B=5;; 1) B=6;; esac", "6");
        row("case $A in 2|1) B=5;; *) B=6;; esac", "5");
        row("case $A in 2|3) B=5;; *) B=6;; esac", "6");
        row("case $A in 2|3) B=5;; esac", "0");
        row("case $A in [0-9]) B=5;; esac", "?");
        row("case $A in [0-9]) :;; 1) B=5;; esac", "?");
        row("case $A in 1) :;; *) B=5;; esac", "0");
        row("case $N in 1) B=5;; esac", "?");
        row("case $N in *) B=5;; esac", "5");
        row("case $A in $N) B=5;; esac", "?");
        row("case $A in $N|1) B=5;; esac", "5");
        row("case $A in 1) :;; esac; B=5", "5");
        row("[ $A = 1 ] && B=5", "5");
        row("[ $A = 2 ] && B=5", "0");
        row("[ $N = 1 ] && B=5", "?");
        row("[ $N = 1 ] || B=5", "?");
        row("[ $A = 1 ] || B=5", "0");
        row("[ $A = 2 ] || B=5", "5");
        row("grep x y && B=5", "5"); // a job whose preparation fails is none
        row("grep x y || B=5", "?");
        row("[ $A = 2 ] && grep x y; B=5", "5");
        row("[ $A = 2 ] && grep x y\nB=5", "5");
        row("[ $A = 1 ]; B=5", "5");
        row("[ $A = 1 ] && { B=5; }", "5");
        row("(( A == 2 )) || B=5", "5");
        row("[ $N = 2 ] && ((B = 5))", "?");
        row("[ $A = 2 ] && ((B = 5))", "0");
        row("((B += 5))", "5");
        row("let B+=5 B*=2", "10");
    }
    void branchesAreTaken()
    {
        QFETCH(QByteArray, lines);
        QFETCH(QString, value);
        const ShellScript read = readShell("A=1\nB=0\n" + lines.toStdString() + "\nrun $B");
        QCOMPARE(shown(read.commands.back().back()), value);
    }

    void textsThatLookLikeAShell_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("looks");
        const auto row = [](const char* text, bool looks) { QTest::newRow(text) << QByteArray(text) << looks; };
        row("#!/bin/bash", true);
        row("#!/usr/bin/env zsh\na", true);
        row("#!/usr/bin/python", false);
        row("a\n#SBATCH -N 1", true);
        row("a\n  --flag 1", true);
        row("--", false);
        row("--1", false);
        row("-flag", false);
        row("a --b 1 \\\n", true);
        row("# a --b 1 \\\n", false);
        row("a --b 1", false);
        row("torchrun a", true);
        row("A=1 B=2 srun a", true);
        row("A=1", false);
        row("export A=1", true);
        row("a torchrun", false);
        row("name: torchrun", false);
    }
    void textsThatLookLikeAShell()
    {
        QFETCH(QByteArray, text);
        QTEST(looksLikeShell(text.toStdString()), "looks");
    }

    void variablesAndCommandsAreBounded()
    {
        std::string variables, commands, words = "run";
        for (int i = 0; i < 1200; ++i)
            variables += "A" + std::to_string(i) + "=1\n";
        for (int i = 0; i < 5000; ++i) {
            commands += "run\n";
            words += " 1";
        }
        QCOMPARE(commandsOf(variables + "A0=2\nrun $A0 $A999 $A1000"), QStringLiteral("1202 run|2|1|?"));
        QCOMPARE(readShell(commands).commands.size(), std::size_t(4000));
        QCOMPARE(readShell(words).commands.back().size(), std::size_t(4000));
        ShellVariables values;
        values.set("L", {std::vector<std::string>(5000, "1"), true});
        std::string ones;
        for (int i = 0; i < 5000; ++i)
            ones += "1 ";
        QCOMPARE(unmarked(ones, 1).size(), std::size_t(4000));
        QCOMPARE(values.expanded("${L[@]}", 0, true).size(), std::size_t(4000));
        const std::string long_text(100000, 'x');
        const std::size_t kept = readShell("run " + long_text).commands.back().back().text.size();
        QVERIFY(kept > 60000 && kept <= 65536);
    }
};

KNEEPOINT_TEST(JobShellWordsTest)
#include "job_shell_words_test.moc"
