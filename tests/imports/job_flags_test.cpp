// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/fact_values.h"
#include "model/imports/job_configuration/keys.h"
#include "model/imports/job_configuration/records.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// "key=value" a record, "key ?why" of what is not known, with its line.
QString shown(const job::Records& records)
{
    QStringList all;
    if (records)
        for (const job::Record& r : *records)
            all << QString::fromStdString(r.key)
                    + (r.open.empty() ? QLatin1Char('=') + QString::fromStdString(r.value)
                                      : QStringLiteral(" ?") + QString::fromStdString(r.open))
                    + QString::fromStdString(r.place).replace(QStringLiteral("line "), QStringLiteral("@"));
    return all.join(QLatin1Char('\n'));
}

} // namespace

/// The flags of commands and the keys of files, before anything is made of them.
class JobFlagsTest : public QObject {
    Q_OBJECT

private slots:
    void flagsAreRead_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QString>("records");
        const auto row = [](const char* name, const char* script, const char* records) {
            QTest::newRow(name) << QByteArray(script) << QString::fromUtf8(records);
        };
        row("of a launcher and of a program", "torchrun --nnodes 2 --nproc-per-node=8 p.py --a-b 3 --c=4 --d",
            "launch.nnodes=2@1\nlaunch.nproc_per_node=8@1\na_b=3@1\nc=4@1\nd=true@1");
        row("of a module", "python -m torch.distributed.run --nnodes 2 -m a.b --c 1", "launch.nnodes=2@1\nc=1@1");
        row("of a module of the launcher alone", "python -m torch.distributed.launch --nnodes 2 p.py --c 1",
            "launch.nnodes=2@1\nc=1@1");
        row("short ones of a launcher", "srun -N 2 -n 16 -G 16 -C h100 p.py -N 3",
            "launch._N=2@1\nlaunch._n=16@1\nlaunch._G=16@1\nlaunch._C=h100@1");
        row("processes of a node", "mpirun -np 16 -N 8 p.py --a 1",
            "launch._np=16@1\nlaunch.ntasks_per_node=8@1\na=1@1");
        row("nodes of srun", "srun -N 8 p.py", "launch._N=8@1");
        row("several values", "python p.py --a 1 2 3 --b x", "a=1 2 3@1\nb=x@1");
        row("one value of a launcher", "srun --a 1 2 p.py", "launch.a=1@1");
        row("values before an assignment", "python p.py --a 1 b.c=2 --d", "a=1@1\nb.c=2@1\nd=true@1");
        row("assignments", "python p.py a=1 +b.c=2 ++d-e_f=3 =4 5=6 g", "a=1@1\nb.c=2@1\nd-e_f=3@1");
        row("assignments before the program", "srun a=1 p.py b=2", "b=2@1");
        row("a negative value", "python p.py --a -1 --b -N 3", "a=-1@1\nb=true@1");
        row("what begins like a flag", "python p.py -- --1 ---a -b --c", "c=true@1");
        row("a value that is not known", "python p.py --a $N --b=$N --c 1 $N",
            "a ?N is not set in the file@1\n"
            "b ?N is not set in the file@1\n"
            "c ?N is not set in the file@1");
        row("flags that are not known", "python p.py $N --a 1", "job.more_flags ?N is not set in the file@1\na=1@1");
        row("lines", "python p.py \\\n --a 1 \\\n --b=2 c=3", "a=1@2\nb=2@3\nc=3@3");
        row("of a program without a launcher", "./train --a 1", "a=1@1");
        row("of other programs", "pip install --a 1\n/usr/bin/git clone --b\npython p.py --c 1", "c=1@3");
        row("of a launcher in another program", "docker run --a 1 torchrun --nnodes 2 p.py --b 1",
            "launch.nnodes=2@1\nb=1@1");
        row("a launcher by its path", "/opt/bin/torchrun --nnodes 2 dir/p.py --b 1", "launch.nnodes=2@1\nb=1@1");
        row("up to a redirection in a text", "C=\"python p.py --a 1 > log --b 2\"\neval $C", "a=1@1");
        row("what is shown", "echo python p.py --a 1\npython p.py --b 2", "b=2@2");
        row("what is only shown", "echo python p.py --a 1", "a=1@1");
        row("nodes of a program that does not train",
            "srun --nodes 4 a.py --b 1\npython p.py --num-attention-heads 8 --seq-length 64 --micro-batch-size 1",
            "launch.nodes=4@1\njob.other_command=the flags of a.py here are not used: the script also runs p.py at "
            "line 2, "
            "which is read@1\nnum_attention_heads=8@2\nseq_length=64@2\nmicro_batch_size=1@2");
        row("flags of no program, which are of any",
            "./train --num-attention-heads 8 --seq-length 64 --micro-batch-size 1\npython p.py --num-attention-heads 4 "
            "--seq-length 32",
            "num_attention_heads=8@1\nseq_length=64@1\nmicro_batch_size=1@1\nnum_attention_heads=4@2\nseq_length=32@2");
        row("headers", "#SBATCH --nodes=2\n#SBATCH -n 16\n#SBATCH --x y z\npython p.py --a 1",
            "launch.nodes=2@1\nlaunch._n=16@2\nlaunch.x=y@3\na=1@4");
        row("GPUs in a variable", "NGPU=8\npython p.py --a 1", "a=1@2\nlaunch.NGPU=8@1");
        row("GPUs that are not known", "NGPU=$(nproc)\npython p.py --a 1", "a=1@2\nlaunch.NGPU ?a command prints it@1");
        row("a document", "cat <<E > ds.json\n{\"a\": {\"b\": 2}}\nE\npython p.py --deepspeed ds.json --c 1",
            "c=1@4\na.b=2@2");
        row("a document that is no JSON", "cat <<E > x\na --b\nE\npython p.py --deepspeed ds.json",
            "deepspeed=ds.json@4");
        row("a document under a condition", "if [ $X ]; then\ncat <<E\n{\"a\": 1}\nE\nfi\npython p.py --deepspeed on",
            "deepspeed=on@6\na ?it is set under a condition@3");
    }
    void flagsAreRead()
    {
        QFETCH(QByteArray, script);
        QTEST(shown(job::shellRecords(script.toStdString())), "records");
    }

    void filesAreReadAsTheirSyntaxSays_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("records");
        const auto row = [](const char* name, const char* text, const char* records) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(records);
        };
        row("JSON",
            "{\"a\": {\"b\": 1.5, \"c\": null}, \"d\": [1, \"x\"], \"e\": [{\"f\": true}, {\"f\": \"y\"}], \"g\": []}",
            "a.b=1.5/a/b\nd=[1,\"x\"]/d\ne.0.f=true/e/0/f\ne.1.f=y/e/1/f\ng=[]/g");
        row("a list in JSON", "[{\"a\": 1}]", "");
        row("JSON after a mark", "\xEF\xBB\xBF{\"a\": 1}", "a=1/a");
        row("TOML", "a = 1\n[b]\nc = [1, \"x\", true]\nd = 2.5\n[b.e]\nf = false\ng = \"h\"\nk = []\n",
            "a=1@1\nb.c=[1,x,true]@3\nb.d=2.5@4\nb.e.f=false@6\nb.e.g=h@7\nb.e.k=[]@8");
        row("YAML", "a: 1\nb:\n  c: x y\n  d: [1, 2]\n  e:\n    - f: 3\n    - g\n  h: []\n  ? [i]\n  : 4\n",
            "a=1@1\nb.c=x y@3\nb.d=[1,2]@4\nb.e.0.f=3@6\nb.e=[g]@6");
        row("YAML without keys", "- a\n- b\n", "");
        row("settings", "trainer.nodes=8\nmodel.name=a/b\n\n", "trainer.nodes=8@1\nmodel.name=a/b@2");
        row("no settings", "trainer.nodes=8 9\nmodel.name=a/b\n", "");
        row("a setting without a dot", "name=a/b\n", "");
        row("Python by its first line", "# x\n\nimport torch\ncfg.a = 1\n", "a=1@4");
        row("Python by a text", "\"\"\"a --b 1 \\\n\"\"\"\nx = TrainingArguments(c=1)\n",
            "c=1@3\njob.program=Hugging Face Trainer");
        row("Python by what it calls", "args = SFTConfig(a=1)\n",
            "a=1@1\njob.program=Hugging Face Trainer\njob.trl=trueSFTConfig");
        row("nothing", "", "");
        row("bytes", "a.b=1\n\xC0", "");
    }
    void filesAreReadAsTheirSyntaxSays()
    {
        QFETCH(QByteArray, text);
        QTEST(shown(job::recordsOf(text.toStdString())), "records");
    }

    void commandsAreToldFromFiles_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("commands");
        const auto row = [](const char* name, const char* text, bool commands) {
            QTest::newRow(name) << QByteArray(text) << commands;
        };
        row("a script", "#!/bin/sh\npython p.py --a 1\n", true);
        row("a command", "torchrun p.py\n", true);
        row("a script after imports", "#!/bin/bash\nimport x\ntorchrun p.py\n", true);
        row("Python that shows a command", "import os\ntorchrun = 1\npython p.py\n", false);
        row("Python that documents itself", "\"\"\"\npython p.py --a 1\n\"\"\"\n", false);
        row("Python from a package", "from a import b\npython p.py\n", false);
        row("no Python", "from a to b\npython p.py\n", true);
        row("no import", "import a=b\npython p.py\n", true);
        row("what Slurm says", "JobId=1 NumNodes=2\npython p.py --a \\\n", false);
        row("JSON", "{\"a\": 1}", false);
        row("YAML", "a: 1\n", false);
    }
    void commandsAreToldFromFiles()
    {
        QFETCH(QByteArray, text);
        QTEST(job::isOfCommands(text.toStdString()), "commands");
    }

    void whatSlurmSaysIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("records");
        const auto row = [](const char* name, const char* text, const char* records) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(records);
        };
        row("a job", "JobId=7\n NumNodes=4-4 NumTasks=32 xNumNodes=9\n ReqTRES=cpu=8,gres/gpu=32,gres/gpumem=1\n",
            "launch.nnodes=4@2\nlaunch.ntasks=32@2\nlaunch.gpus=gpu:32@3");
        row("cards of a job", "JobId=7\nTresPerNode=gres:gpu:h100:8\nAllocTRES=cpu=1,gpu=16\n",
            "launch.gpus_per_node=gpu:h100:8@2\nlaunch.gpu_product=h100@2\nlaunch.gpus=gpu:16@3");
        row("cards of no name", "JobId=7\nTresPerNode=gpu:4\nTRES=gpu\n",
            "launch.gpus_per_node=gpu:4@2\nlaunch.gpus=gpu@3");
        row("cards of another name", "JobId=7\nTresPerNode=gpu:fast:4\n", "launch.gpus_per_node=gpu:fast:4@2");
        row("nodes",
            "x\nNodeName=a Gres=gpu:a100:4(S:0-1),mps:1\nCfgTRES=gres/gpu=4 TRES=gres/gpu=4\nNodeName=b "
            "Gres=gpu:a100:4(S:0)\nNodeName=c Gres=gpu:8\n",
            "launch.gpus_per_node=gpu:a100:4@2\nlaunch.gpu_product=a100@2\nlaunch.gpus_per_node=gpu:8@5");
        row("nodes without cards", "NodeName=a Gres=(null)\nNumNodes=\n", "");
        row("a line that begins otherwise", "x NodeName=a Gres=gpu:4\n", "");
    }
    void whatSlurmSaysIsRead()
    {
        QFETCH(QByteArray, text);
        QTEST(shown(job::slurmRecords(text.toStdString())), "records");
    }

    void filesAreBounded()
    {
        std::string json = "{", yaml, toml, slurm = "NodeName=a\n";
        for (int i = 0; i < 4500; ++i) {
            const std::string n = std::to_string(i);
            yaml += "a" + n + ": 1\n";
            toml += "a" + n + " = 1\n";
            slurm += "NumNodes=" + n + "\n";
        }
        for (int i = 0; i < 3000; ++i)
            json += (i > 0 ? ",\"a" : "\"a") + std::to_string(i) + "\": [{\"b\": 1, \"c\": 2}]";
        for (const job::Records& records :
            {job::yamlRecords(yaml), job::tomlRecords(toml), job::slurmRecords(slurm), job::jsonRecords(json + "}")})
            QVERIFY(records && records->size() == 4000);
        const std::string value(1000, 'x'), kept(400, 'x');
        for (const job::Records& records : {job::yamlRecords("a: " + value), job::tomlRecords("a = '" + value + "'"),
                 job::jsonRecords("{\"a\": \"" + value + "\"}"), job::shellRecords("python p.py --a " + value)})
            QVERIFY(records && records->size() == 1 && records->front().value == kept);
        QVERIFY(job::yamlRecords("a: [" + value + "," + value + "]")->front().value.size() == 400);
        QVERIFY(job::recordsOf("a: 1\n#" + std::string((256 << 10) - 6, ' ')));
        QVERIFY(!job::recordsOf("a: 1\n#" + std::string((256 << 10) - 5, ' ')));
        QVERIFY(!job::recordsOf(std::string_view("a: 1\n\0", 6)));
    }

    /// What a parser of YAML should not be given: lists of lists of aliases, and brackets without end.
    void unsafeYamlIsNotRead()
    {
        const auto repeated = [](int count, const std::string& text) {
            std::string all;
            for (int i = 0; i < count; ++i)
                all += text;
            return all;
        };
        const auto reads = [](const std::string& text) { return job::yamlRecords(text).has_value(); };
        QVERIFY(reads("a: &x 1\nb: [" + repeated(200, "*x,") + "]\n"));
        QVERIFY(!reads("a: &x 1\nb: [" + repeated(201, "*x,") + "]\n"));
        for (const auto& [opening, closing] : {std::pair("[", "]"), std::pair("{a: ", "}")}) {
            QVERIFY(reads("a: " + repeated(32, opening) + repeated(32, closing) + "\n"));
            QVERIFY(!reads("a: " + repeated(33, opening) + repeated(33, closing) + "\n"));
        }
        QVERIFY(reads("a: " + repeated(100, "[{},") + repeated(100, "]") + "\n") == false);
        QVERIFY(reads(repeated(100, "a: [{}]\n").replace(0, 1, "b")));
        QVERIFY(reads("a:\n  " + repeated(256, "- ") + "1\n"));
        QVERIFY(!reads("a:\n  " + repeated(257, "- ") + "1\n"));
        QVERIFY(reads("a: x" + repeated(100, " - - -x") + "\n"));
        QVERIFY(!reads("a: [\n"));
    }

    void wordsForTruth_data()
    {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<int>("is"); // 1: true, 0: false, -1: neither
        for (const char* word : {"true", "True", "TRUE", "1", "yes", "on"})
            QTest::newRow(word) << QByteArray(word) << 1;
        for (const char* word : {"false", "False", "FALSE", "0", "no", "off"})
            QTest::newRow(word) << QByteArray(word) << 0;
        for (const char* word : {"", "auto", "2", "perhaps"})
            QTest::newRow(word) << QByteArray(word) << -1;
    }
    void wordsForTruth()
    {
        QFETCH(QByteArray, word);
        QFETCH(int, is);
        const auto told = job::truth(word.toStdString());
        QCOMPARE(told ? static_cast<int>(*told) : -1, is);
    }

    void valuesOfTheEnvironmentHaveTheirDefault_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("read");
        const auto row = [](const char* value, const char* read) {
            QTest::newRow(value) << QByteArray(value) << QByteArray(read);
        };
        row("8", "8");
        row("${N:8}", "8");
        row("${N: 8 }x", "8x");
        row("${oc.env:N,8}", "8");
        row("${oc.env:N}", "${oc.env:N}");
        row("${N}", "${N}");
        row("${N:8", "${N:8");
        row("${N:${M:8}}", "${N:${M:8}}");
        row("a${N:8}", "a${N:8}");
    }
    void valuesOfTheEnvironmentHaveTheirDefault()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, read);
        QCOMPARE(job::withoutEnvironment(value.toStdString()), read.toStdString());
    }

    void numbersMayGroupTheirDigits_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<double>("number"); // -1: none
        const auto row = [](const char* text, double number) { QTest::newRow(text) << QByteArray(text) << number; };
        row("131072", 131072);
        row("131_072", 131072);
        row("1_000_000.5", 1000000.5);
        row("_1", -1);
        row("1_", -1);
        row("1__0", -1);
        row("1_a", -1);
        row("a", -1);
    }
    void numbersMayGroupTheirDigits()
    {
        QFETCH(QByteArray, text);
        QFETCH(double, number);
        QCOMPARE(job::numberIn(text.toStdString()).value_or(-1), number);
    }

    void choicesAreFoundByTheirText_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("choice"); // "-": none
        const auto row = [](const char* text, const char* choice) {
            QTest::newRow(text) << QByteArray(text) << QByteArray(choice);
        };
        row("one", "1");
        row("TWO", "2");
        row("none", "");
        row("a,b", "3");
        row("last", "4");
        row("on", "-");
        row("a", "-");
        row("", "-");
    }
    void choicesAreFoundByTheirText()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, choice);
        const auto found = job::chosen("one=1,Two=2,none=,a\\,b=3,last=4", text.toStdString());
        QCOMPARE(QByteArray::fromStdString(found.value_or("-")), choice);
    }

    void expertsAreCountedByTheirKeys_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<bool>("counts");
        for (const char* key : {"num_experts", "moe_num_experts", "num_local_experts", "n_routed_experts",
                 "num_moe_experts", "moe_num_local_experts", "model.num_experts"})
            QTest::newRow(key) << QByteArray(key) << QByteArray("8") << true;
        QTest::newRow("one") << QByteArray("num_experts") << QByteArray("1") << false;
        QTest::newRow("two") << QByteArray("num_experts") << QByteArray("2") << true;
        QTest::newRow("as a variable says") << QByteArray("num_experts") << QByteArray("$N") << true;
        QTest::newRow("something else") << QByteArray("num_experts_per_tok") << QByteArray("8") << false;
    }
    void expertsAreCountedByTheirKeys()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QFETCH(bool, counts);
        QCOMPARE(job::countsExperts({key.toStdString(), value.toStdString(), {}, {}}), counts);
    }

    void keysThatChangeNothingAreToldByTheirWords_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<bool>("harmless");
        const auto row = [](const char* key, bool harmless) { QTest::newRow(key) << QByteArray(key) << harmless; };
        row("lr", true);
        row("LR-decay", true);
        row("optimizer.weight_decay", true);
        row("adam_beta1", true);
        row("__seed__", true);
        row("log.interval", true);
        row("eval_batch_size", false);
        row("checkpointing_steps", false);
        row("lrx", false);
        row("hidden", false);
        row("", false);
    }
    void keysThatChangeNothingAreToldByTheirWords()
    {
        QFETCH(QByteArray, key);
        QFETCH(bool, harmless);
        QCOMPARE(job::isHarmless(key.toStdString()), harmless);
    }

    void keysConcernWhatTheirWordsSay_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("parameter");
        const auto row = [](const char* key, const char* parameter) {
            QTest::newRow(key) << QByteArray(key) << QByteArray(parameter);
        };
        row("train_microbatch_size", "workload.batch_per_gpu");
        row("my_grad_accum", "plan.accumulation");
        row("remat_all", "plan.recompute");
        row("model_param_dtype", "workload.precision");
        row("my_tensor_parallel", "plan.tensor_parallel");
        row("my_zero_stage", "plan.zero_stage");
        row("eval_micro_batch", "");
        row("recompute_fusion", "");
        row("hidden", "");
    }
    void keysConcernWhatTheirWordsSay()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, parameter);
        QCOMPARE(
            QByteArray::fromStdString(std::string(job::decidedBy(job::concernedBy(key.toStdString())))), parameter);
    }
};

KNEEPOINT_TEST(JobFlagsTest)
#include "job_flags_test.moc"
