// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/shipped_scenarios.h"
#include "model/imports/job_configuration/shell_script.h"
#include "model/scenario/scenario.h"
#include "model/search/launch_flags.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

/// The words of the last command, "?" before those that are not known.
QString lastCommand(const char* script)
{
    QStringList words;
    const job::ShellScript read = job::readShell(script);
    if (!read.commands.empty())
        for (const job::ShellWord& word : read.commands.back())
            words << (word.open.empty() ? QString() : QStringLiteral("?")) + QString::fromStdString(word.text);
    return words.join('|');
}

} // namespace

/// Launch scripts: variables, arrays, conditions, and the settings that "copy as flags" writes.
class JobShellTest : public QObject {
    Q_OBJECT

private slots:
    void wordsAreExpanded_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const char* script, const char* words) {
            QTest::newRow(name) << QByteArray(script) << QString::fromUtf8(words);
        };
        row("variable", "A=4\nrun --x $A", "run|--x|4");
        row("braces", "A=4\nrun --x ${A}0", "run|--x|40");
        row("default", "run --x ${A:-7} ${B-8}", "run|--x|7|8");
        row("default is not used", "A=3\nrun ${A:-7}", "run|3");
        row("default of a default", "run ${A:-${B:-9}}", "run|9");
        row("arithmetic", "A=4\nB=8\nrun $((A * $B + 1)) $(( (A+B)/5 ))", "run|33|2");
        row("quotes", "A='x y'\nrun \"$A\" $A 'a $A'", "run|x y|x|y|a $A");
        row("continued lines", "run --a 1 \\\n  --b 2", "run|--a|1|--b|2");
        row("array", "A=(--a 1 # note\n  --b \"2 3\"\n)\nrun ${A[@]} \"${A[@]}\"", "run|--a|1|--b|2|3|--a|1|--b|2 3");
        row("appended", "A=\"--a\"\nA+=\" --b\"\nB=(1)\nB+=(2 3)\nrun $A ${B[@]}", "run|--a|--b|1|2|3");
        row("several lines in quotes", "A=\"\n --a 1 \\\n --b 2\n\"\nrun $A", "run|--a|1|--b|2");
        row("comment", "run --a 1 # --b 2", "run|--a|1");
        row("redirection", "run --a 1 2>&1 > log.txt", "run|--a|1");
        row("environment of a command", "X=1 Y=2 run --a $X", "run|--a|1");
        row("exported", "export A=5\nrun $A", "run|5");
        row("not set", "run --x $NOWHERE", "run|--x|?");
        row("printed by a command", "A=$(nproc)\nrun $A `hostname`", "run|?|?");
        row("set under a condition", "if [ -n \"$X\" ]; then\n  A=2\nelse\n  A=3\nfi\nrun $A", "run|?");
        row("added under a condition", "A=\"--a\"\nif true; then A=\"$A --b\"; fi\nrun $A", "run|--a|?--b");
        row("a branch that is taken",
            "M=7B\nif [ $M = 13B ]; then A=40; elif [ $M = 7B ]; then A=32; else A=1; fi\nrun $A", "run|32");
        row("a branch that is not taken leaves it empty", "M=1\nif [ $M -gt 1 ]; then A=\"--a\"; fi\nrun $A --b",
            "run|--b");
        row("both conditions", "A=1\nS=true\nif [ $S = true ] && [ $A -gt 1 ]; then B=--s; fi\nrun x $B", "run|x");
        row("either condition", "A=1\nif [[ $A -eq 2 || $A -eq 1 ]]; then B=5; fi\nrun $B", "run|5");
        row("negated", "A=no\nif ! [ \"$A\" == yes ]; then B=5; fi\nrun $B", "run|5");
        row("an unknown part", "A=1\nif [ $A -eq 1 ] && [ -f x ]; then B=5; fi\nrun $B", "run|?");
        row("after an unknown branch", "if [ -f x ]; then B=1; elif [ 1 -eq 1 ]; then B=2; fi\nrun $B", "run|?");
        row("a pattern", "A=abc\nif [[ $A == a* ]]; then B=5; fi\nrun $B", "run|?");
        row("nested", "A=1\nif [ $A = 1 ]; then\n if [ $A = 2 ]; then B=3; else B=4; fi\nfi\nrun $B", "run|4");
        row("case", "M=13B\ncase $M in\n  7B) L=32;;\n  13B|14B)\n    L=40\n    ;;\n  *) L=1;;\nesac\nrun $L",
            "run|40");
        row("case of what is not known", "case $M in\n  7B) L=32;;\n  *) L=1;;\nesac\nrun $L", "run|?");
        row("guarded", "A=1\n[ $A = 2 ] && B=3\n[ $A = 1 ] && C=4\n[ $A = 1 ] || C=5\nrun x $B $C", "run|x|4");
        row("guarded by what is not known", "[ -f x ] && B=3\nrun $B", "run|?");
        row("flags of both branches are kept", "if [ -f x ]; then A=\"--a 1\"; else A=--b; fi\nrun $A",
            "run|?--a|?1|?--b");
        row("an empty variable takes the default", "A=\nrun ${A:-7} ${A-8}x", "run|7|x");
        row("a file that only sets flags", "A=\"--a 1\"\nB=(--b)\n", "?|--b");
        row("set again alike under a condition", "A=2\nif true; then A=2; fi\nrun $A", "run|2");
        row("operators of C",
            "A=4\nrun $((A > 2 ? 3 : 5)) $((2 ** 3 ** 2)) $((-2 ** 2)) $((7 % 4 << 1)) $((!A || A == 4))",
            "run|3|512|4|6|1");
        row("octal and hexadecimal", "run $((010 + 0x10)) $((08))", "run|24|?");
        row("an unknown part that does not matter", "A=0\nrun $((A && B)) $((A ? B : 6)) $((A + B))", "run|0|6|?");
        row("beyond 64 bits and by zero", "run $((9223372036854775807 + 1)) $((1 / 0)) $((2 ** 64)) $((1 << 63))",
            "run|?|?|?|?");
        row("an expression that assigns", "A=32\n(( A += 16, B = A / 8 ))\n((A++))\nrun $A $B", "run|49|6");
        row("let", "A=2\nlet B=A*3 A-=1\nlet \"C = B + 1\"\nrun $A $B $C", "run|1|6|7");
        row("an expression as a condition", "A=4\nif (( A > 2 && A != 5 )); then B=5; else B=6; fi\nrun $B", "run|5");
        row("an expression beside a test", "A=4\nif [ $A -gt 1 ] && ((A < 3)); then B=5; else B=6; fi\nrun $B",
            "run|6");
        row("guarded by an expression", "A=4\n(( A > 1 )) && B=5\n(( A > 9 )) && B=6\n(( A > 9 )) || C=7\nrun $B $C",
            "run|5|7");
        row("an expression of what is not known", "if (( $N > 2 )); then B=5; else B=6; fi\n((C = N + 1))\nrun $B $C",
            "run|?|?");
        row("an assignment under a condition", "A=1\nif [ -f x ]; then ((A = 2)); fi\nrun $A", "run|?");
        row("an assignment in a branch that is not taken", "A=1\nif [ $A = 2 ]; then ((A += 2)); fi\nrun $A", "run|1");
        row("an assignment that is skipped", "A=1\n((A == 2 && (A = 5)))\n((A == 1 || (A = 6)))\nrun $A", "run|1");
        row("an assignment that is not understood", "A=1\nB=2\n((A[0] = B))\nrun $A", "run|?");
        row("a loop that counts", "i=1\nfor ((i=0; i<4; i++)); do :; done\nrun $i", "run|?");
        row("in a loop", "A=1\nwhile [ -f x ]; do ((A *= 2)); done\nrun $A", "run|?");
        row("names that lead in a circle", "A=B\nB=A\nrun $((A + 1))", "run|?");
        row("a subshell is none", "( cd x; (run --a 1) )", "run|--a|1");
        row("loop", "for A in 1 2; do\nrun $A\ndone", "done");
        row("nodes of a header", "#SBATCH --nodes=16\nrun $SLURM_NNODES", "run|16");
        row("grows without end", "A=xx\nA=$A$A\nA=$A$A\nrun $A", "run|xxxxxxxx");
    }
    void wordsAreExpanded()
    {
        QFETCH(QByteArray, script);
        QFETCH(QString, words);
        if (words == QLatin1String("done"))
            QVERIFY(lastCommand(script.constData()).contains('?'));
        else
            QCOMPARE(lastCommand(script.constData()), words);
    }

    void expansionIsBounded()
    {
        std::string script = "A=0123456789\n";
        for (int i = 0; i < 200; ++i)
            script += "A=$A$A$A$A\n";
        const job::ShellScript read = job::readShell(script + "run $A\n");
        QVERIFY(read.commands.back().back().text.size() < (1U << 20));
    }

    void expressionsAreBounded()
    {
        std::string script = "A0=1\n", sum = "1";
        for (int i = 0; i < 20; ++i) {
            const std::string name = "A" + std::to_string(i);
            script += "A" + std::to_string(i + 1) + "=" + name + "+" + name + "+" + name + "+" + name + "\n";
        }
        QCOMPARE(lastCommand((script + "run $((A20))").c_str()), QStringLiteral("run|?"));
        QCOMPARE(lastCommand(("run $((" + std::string(100000, '(') + "))").c_str()), QStringLiteral("run|?"));
        QCOMPARE(lastCommand(("run $((" + std::string(100000, '-') + "))").c_str()), QStringLiteral("run|?"));
    }

    void flagsOfSeveralCommandsAreNotMixed_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const char* lines, const char* reason) {
            QTest::newRow(name) << QByteArray(lines) << QString::fromUtf8(reason);
        };
        row("trained twice",
            "JOB --tensor-model-parallel-size 4 --recompute-activations --bf16\nJOB --bf16 --swiglu "
            "--use-distributed-optimizer\n",
            "the flags of p.py here are not used: the script also runs p.py at line 2, which is read");
        row("converted before",
            "python convert.py --tensor-model-parallel-size 4 --fp16\nJOB --bf16 --swiglu "
            "--use-distributed-optimizer\n",
            "the flags of convert.py here are not used: the script also runs p.py at line 2, which is read");
        row("evaluated after",
            "JOB --bf16 --swiglu --use-distributed-optimizer\ntorchrun --nproc_per_node=1 eval.py "
            "--tensor-model-parallel-size 4 --recompute-activations\n",
            "the flags of eval.py here are not used: the script also runs p.py at line 1, which is read");
        row("prepared before",
            "python prepare.py --seq-length 77 --tensor 4\nJOB --bf16 --swiglu "
            "--use-distributed-optimizer\n",
            "the flags of prepare.py here are not used: the script also runs p.py at line 2, which is read");
    }
    void flagsOfSeveralCommandsAreNotMixed()
    {
        QFETCH(QByteArray, lines);
        QFETCH(QString, reason);
        lines.replace("JOB",
            "torchrun --nproc_per_node=8 --nnodes=2 p.py --num-layers 4 --hidden-size 64 "
            "--num-attention-heads 4 --seq-length 64 --micro-batch-size 2");
        const Evidence evidence = test::imported(lines.toStdString(), "run.sh");
        QVERIFY(test::skips(evidence, reason.toStdString()));
        QCOMPARE(settingOf(evidence, "plan.tensor_parallel"), std::optional(1.0));
        QCOMPARE(settingOf(evidence, "plan.recompute"), std::optional(static_cast<double>(Recompute::none)));
        QCOMPARE(settingOf(evidence, "plan.zero_stage"), std::optional(1.0));
        QCOMPARE(settingOf(evidence, "workload.gated"), std::optional(1.0));
        QCOMPARE(settingOf(evidence, "workload.sequence_length"), std::optional(64.0));
        QCOMPARE(settingOf(evidence, "cluster.gpus"), std::optional(16.0));
    }

    void theSameCommandTwiceIsRead()
    {
        const std::string job = "python p.py --micro-batch-size 2 --num-attention-heads 4 --seq-length 64\n";
        const Evidence evidence =
            test::imported("if [ -f x ]; then\n srun -N 2 " + job + "else\n " + job + "fi\n", "run.sh");
        QVERIFY(!test::skips(evidence, "the script also runs"));
        QCOMPARE(settingOf(evidence, "workload.batch_per_gpu"), std::optional(2.0));
    }

    void argumentsOfACheckpointAreAsked()
    {
        const Evidence evidence = test::imported("python p.py --micro-batch-size 2 --num-attention-heads 4 "
                                                 "--seq-length 64 --use-checkpoint-args\n",
            "run.sh");
        QVERIFY(!settingOf(evidence, "plan.tensor_parallel"));
    }

    void linesAreThoseOfTheFlags()
    {
        const Evidence evidence =
            test::imported("MBS=2\nARGS=\"--micro-batch-size $MBS \\\n --global-batch-size 64 \\\n"
                           " --seq-length 128 --num-attention-heads 4\"\npython p.py $ARGS\n",
                "run.sh");
        for (const ObservedSetting& setting : evidence.settings)
            if (setting.parameter == "workload.global_batch")
                QCOMPARE(setting.place, std::string("line 3"));
    }

    void flagsOfAConditionAreListed()
    {
        const Evidence evidence = test::imported("A=\"--micro-batch-size 2 --num-attention-heads 4 --seq-length 64\"\n"
                                                 "if [ $FP8 ]; then A=\"$A --fp8-format hybrid\"; fi\npython p.py $A\n",
            "run.sh");
        QVERIFY(test::skips(evidence, "fp8_format hybrid is not used: it is set under a condition"));
    }

    void whatAConditionHidesIsNotAssumed_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QByteArray>("parameter");
        const auto row = [](const char* name, const char* lines, const char* parameter) {
            QTest::newRow(name) << QByteArray(lines) << QByteArray(parameter);
        };
        row("recomputation", "if [ -f x ]; then A=\"$A --recompute-activations\"; fi\n", "plan.recompute");
        row("sharding", "if [ -f x ]; then A=\"$A --use-distributed-optimizer\"; fi\n", "plan.zero_stage");
        row("precision", "if [ -f x ]; then P=--bf16; else P=--fp16; fi\nA=\"$A $P\"\n", "workload.precision");
        row("a variable from outside", "A=\"$A --tensor-model-parallel-size $TP\"\n", "plan.tensor_parallel");
        row("flags from outside", "A=\"$A --sequence-parallel $MODEL_ARGS\"\n", "workload.precision");
        row("a batch from outside", "A=\"$A --global-batch-size $GBS\"\n", "workload.global_batch");
    }
    void whatAConditionHidesIsNotAssumed()
    {
        QFETCH(QByteArray, lines);
        QFETCH(QByteArray, parameter);
        const Evidence evidence = test::imported("A=\"--micro-batch-size 2 --num-attention-heads 4 --seq-length 64\"\n"
                + lines.toStdString() + "python p.py $A\n",
            "run.sh");
        QVERIFY(!settingOf(evidence, parameter.toStdString()));
        QVERIFY(std::ranges::find(evidence.questions, parameter.toStdString(), &JobQuestion::parameter)
            != evidence.questions.end());
    }

    void aFileThatOnlySetsFlagsHasNoDefaults()
    {
        const Evidence evidence = test::imported(
            "A=\"\n --micro-batch-size 2 \\\n --num-attention-heads 4 \\\n --seq-length 64\n\"\n", "args.sh");
        QCOMPARE(settingOf(evidence, "workload.sequence_length"), std::optional(64.0));
        QVERIFY(!settingOf(evidence, "workload.precision"));
        QVERIFY(evidence.assumed.empty() || !settingOf(evidence, "plan.recompute"));
    }

    void aSwitchBeforeAnEmptyVariableIsOn()
    {
        const Evidence evidence = test::imported("python p.py --micro-batch-size 2 --num-attention-heads 4 "
                                                 "--use-distributed-optimizer $NOWHERE --seq-length 64\n",
            "run.sh");
        QCOMPARE(settingOf(evidence, "plan.zero_stage"), std::optional(1.0));
    }

    void whatIsShownBeforeItRunsIsReadOnce()
    {
        const Evidence evidence =
            test::imported("#!/bin/sh\nC=\"python p.py --micro-batch-size 2 --num-attention-heads 4 "
                           "--frobnicate --seq-length 64 &> log\"\necho $C\neval $C\n",
                "run.sh");
        QCOMPARE(std::ranges::count_if(evidence.skipped,
                     [](const SkippedItem& item) { return item.reason.find("frobnicate") != std::string::npos; }),
            1);
        QCOMPARE(settingOf(evidence, "workload.sequence_length"), std::optional(64.0));
    }

    void aDocumentInTheScriptIsRead()
    {
        const Evidence evidence = test::imported(
            "S=3\ncat <<EOT > ds.json\n{\"train_micro_batch_size_per_gpu\": 2, \"zero_optimization\": {\"stage\": "
            "$S}}\n"
            "EOT\ndeepspeed --num_gpus 4 --num_nodes 2 pretrain_gpt.py --seq-length 64 --num-attention-heads 4 "
            "--micro-batch-size 2\n",
            "run.sh");
        QCOMPARE(settingOf(evidence, "plan.zero_stage"), std::optional(3.0));
        QCOMPARE(settingOf(evidence, "cluster.gpus"), std::optional(8.0));
    }

    void copiedFlagsAreReadBack_data()
    {
        QTest::addColumn<QString>("framework");
        for (const Framework& framework : frameworks())
            QTest::newRow(std::string(framework.id).c_str()) << QString::fromStdString(std::string(framework.id));
    }
    void copiedFlagsAreReadBack()
    {
        QFETCH(QString, framework);
        Scenario s = findScenarioPreset("llama3-70b-512xh100")->scenario;
        Layout layout = layoutOf(s);
        layout[Dimension::tensor] = 4;
        layout[Dimension::pipeline] = 2;
        layout[Dimension::virtual_stages] = 1;
        layout[Dimension::context] = 1;
        layout[Dimension::zero] = 1;
        layout[Dimension::recompute] = static_cast<double>(Recompute::full);
        layout[Dimension::micro_batch] = 1;
        layout[Dimension::accumulation] = 4;
        const std::string text = findFramework(framework.toStdString())->text(s, layout);
        const Evidence evidence = test::imported(text, "flags");
        const double replicas = s.cluster.gpus / layout.replicaGpus();
        QCOMPARE(settingOf(evidence, "workload.batch_per_gpu"), std::optional(1.0));
        QCOMPARE(settingOf(evidence, "workload.global_batch"), std::optional(4 * replicas));
        QCOMPARE(settingOf(evidence, "plan.tensor_parallel"), std::optional(4.0));
        QCOMPARE(settingOf(evidence, "plan.pipeline_parallel"), std::optional(2.0));
        if (framework != QLatin1String("deepspeed")) // whose models switch recomputation on themselves
            QCOMPARE(settingOf(evidence, "plan.recompute"), std::optional(layout[Dimension::recompute]));
    }
};

KNEEPOINT_TEST(JobShellTest)
#include "job_shell_test.moc"
