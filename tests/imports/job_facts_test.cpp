// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/facts.h"
#include "model/imports/job_configuration/keys.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

std::vector<job::Record> parsed(const QByteArray& lines)
{
    std::vector<job::Record> records;
    int number = 0;
    for (const QByteArray& line : lines.split('\n')) {
        const qsizetype equals = line.indexOf('='), why = line.indexOf(" ?");
        const std::string place = "line " + std::to_string(++number);
        if (why >= 0)
            records.push_back({line.left(why).toStdString(), {}, place, line.mid(why + 2).toStdString()});
        else if (!line.isEmpty())
            records.push_back({line.left(equals).toStdString(), line.mid(equals + 1).toStdString(), place, {}});
    }
    return records;
}

/// "target=text (place)" a fact that is stated, and what is skipped, of records "key=value" or "key ?why it is open".
QString factsOf(const QByteArray& lines, job::Software software)
{
    Evidence evidence;
    QStringList all;
    for (const JobFact& fact : job::statementOf(parsed(lines), software, evidence).facts)
        if (!fact.assumed)
            all << QStringLiteral("%1=%2 (%3)")
                       .arg(QString::fromStdString(fact.target), QString::fromStdString(fact.text),
                           QString::fromStdString(fact.place));
    for (const SkippedItem& item : evidence.skipped)
        all << QStringLiteral("%1: %2").arg(QString::fromStdString(item.place), QString::fromStdString(item.reason));
    return all.join(QLatin1Char('\n'));
}

/// The targets of the defaults that are assumed.
QStringList assumedOf(const QByteArray& lines, job::Software software)
{
    Evidence evidence;
    QStringList all;
    for (const JobFact& fact : job::statementOf(parsed(lines), software, evidence).facts)
        if (fact.assumed)
            all << QString::fromStdString(fact.target) + QLatin1Char('=') + QString::fromStdString(fact.text);
    return all;
}

} // namespace

/// What the keys of software state, each by itself.
class JobFactsTest : public QObject {
    Q_OBJECT

private slots:
    void keysStateFacts_data()
    {
        QTest::addColumn<QByteArray>("records");
        QTest::addColumn<QString>("facts");
        const auto row = [](const char* name, const char* records, const char* facts) {
            QTest::newRow(name) << QByteArray(records) << QString::fromUtf8(facts);
        };
        row("a number", "per_device_train_batch_size=1_6", "job.micro=16 (line 1)");
        row("no number", "per_device_train_batch_size=x",
            "job.open=workload.batch_per_gpu (line 1)\n"
            "line 1: per_device_train_batch_size x is not understood: the key is known, but not this value");
        row("left to others", "per_device_train_batch_size=auto", "");
        row("on", "gradient_checkpointing=True", "plan.recompute=full (line 1)");
        row("off", "gradient_checkpointing=false", "plan.recompute=none (line 1)");
        row("neither", "gradient_checkpointing=perhaps",
            "job.open=plan.recompute (line 1)\n"
            "line 1: gradient_checkpointing perhaps is not understood: the key is known, but not this value");
        row("off says nothing", "bf16=false", "");
        row("a flag", "precompute_ref_log_probs=true", "job.reference_before=on (line 1)");
        row("a flag that is off", "precompute_ref_log_probs=no", "job.reference_before=off (line 1)");
        row("a text", "optim= adamw ", "job.optimizer=adamw (line 1)");
        row("no text", "optim=null", "");
        row("a choice", "torch_dtype=Float16", "job.loaded_in=fp16 (line 1)");
        row("a choice that says nothing", "torch_dtype=float32", "");
        row("no choice", "torch_dtype=odd",
            "job.open=workload.precision (line 1)\n"
            "line 1: torch_dtype odd is not understood: the key is known, but not this value");
        row("what the key alone says", "num_generations=8", "job.other_goal=reinforcement learning (line 1)");
        row("what the key says of nothing", "num_generations=None", "");
        row("what matters", "attn_implementation=sdpa",
            "line 1: attn_implementation sdpa is not used; it concerns the attention kernel");
        row("what matters where it is on", "torch_compile=true",
            "line 1: torch_compile true is not used; it concerns compiled kernels");
        for (const char* off : {"false", "0", "no", "null", "{}", "[]", "-1", "none"})
            row((std::string("what is off: ") + off).c_str(), (std::string("torch_compile=") + off).c_str(), "");
        row("once is on", "torch_compile=1", "line 1: torch_compile 1 is not used; it concerns compiled kernels");
        row("a default of the environment", "per_device_train_batch_size=${B:4}", "job.micro=4 (line 1)");
        row("out of range", "lora_rank=0", "line 1: lora_rank 0 is not used; LoRA rank allows 1 … 65536");
        row("keys of a prefix", "lora_alpha=16", "line 1: lora_alpha 16 is not used; it concerns details of adapters");
        row("keys of DeepSpeed", "zero_optimization.stage=2", "plan.zero_stage=2 (line 1)");
        row("keys of a launcher", "nnodes=2", "job.nodes=2 (line 1)");
        row("no keys of a launcher", "a.nnodes=2", "line 1: a.nnodes 2 is not known and may change the step");
        row("a file that a launcher is given", "job.config_file=a.toml", "job.other_file=a.toml (line 1)");
        row("a flag of a launcher", "launch.nnodes=2", "job.nodes=2 (line 1)");
        row("another flag of a launcher", "launch.odd=2", "");
        row("no value", "odd=", "line 1: odd is not known and may change the step");
        row("what is not known", "odd=7", "line 1: odd 7 is not known and may change the step");
        row("what is not known, but concerns a setting", "my_tensor_parallel=7",
            "job.open=plan.tensor_parallel (line 1)\nline 1: my_tensor_parallel 7 is not known and may change the "
            "step");
        row("what concerns a setting and is left out", "my_tensor_parallel=none",
            "line 1: my_tensor_parallel none is not known and may change the step");
        row("experts", "model.num_experts=8",
            "job.unread_experts=8 (line 1)\nline 1: model.num_experts 8 is not known and may change the step");
        row("a key that is not a setting's", "lr=1",
            "1 key: of data, optimizer or logging, which change neither time nor "
            "memory of a step: lr");
        row("several of them", "lr=1\nseed=2\nlog_dir=a\nsave_dir=b\nwarmup=3\nloss=x",
            "6 keys: of data, optimizer or logging, which change neither time nor memory of a step: lr, seed, log_dir, "
            "save_dir, warmup, loss");
        row("many of them", "lr=1\nseed=2\nlog_dir=a\nsave_dir=b\nwarmup=3\nloss=x\neps=4",
            "7 keys: of data, optimizer or logging, which change neither time nor memory of a step: lr, seed, log_dir, "
            "save_dir, warmup, loss …");
        row("given again", "optim=adamw\noptim=sgd",
            "job.optimizer=sgd (line 2)\nline 1: optim adamw is given again, as sgd, at line 2; the last is used");
        row("given again alike", "optim=adamw\noptim=adamw", "job.optimizer=adamw (line 2)");
        row("given by two keys", "model_max_length=64\nblock_size=32",
            "workload.sequence_length=64 (line 1)\nworkload.sequence_length=32 (line 2)");
        row("given twice by two keys", "model_max_length=64\nblock_size=32\nblock_size=16",
            "workload.sequence_length=64 (line 1)\nworkload.sequence_length=16 (line 3)\n"
            "line 2: block_size 32 is given again, as 16, at line 3; the last is used");
        row("not known", "per_device_train_batch_size ?N is not set",
            "job.open=workload.batch_per_gpu (line 1)\n"
            "line 1: per_device_train_batch_size is not used: N is not set");
        row("a switch that is not known", "bf16 ?N is not set",
            "job.open=workload.precision (line 1)\nline 1: bf16 is not used: N is not set");
        row("another command", "job.other_command=is not of this job", "line 1: is not of this job");
        row("more flags", "job.more_flags ?MORE is not set",
            "line 1: there may be more flags: MORE is not set\n"
            "job.open=plan.recompute ()\njob.open=workload.precision ()");
        row("more flags of no interest", "job.more_flags ?EXTRA_ARGS is not set", "");
        row("more flags of no interest, small", "job.more_flags ?my_wandb is not set", "");
    }
    void keysStateFacts()
    {
        QFETCH(QByteArray, records);
        QFETCH(QString, facts);
        QStringList expected = facts.split('\n', Qt::SkipEmptyParts), found;
        found = factsOf(records, job::Software::trainer).split('\n', Qt::SkipEmptyParts);
        for (QStringList* lines : {&expected, &found}) {
            lines->replaceInStrings(QStringLiteral(" ()"), QStringLiteral(" (line 1)"));
            std::ranges::sort(*lines);
        }
        QCOMPARE(found.join('\n'), expected.join('\n'));
    }

    void switchesOfMegatronTakeNoValue_data()
    {
        QTest::addColumn<QByteArray>("records");
        QTest::addColumn<QString>("facts");
        const auto row = [](const char* name, const char* records, const char* facts) {
            QTest::newRow(name) << QByteArray(records) << QString::fromUtf8(facts);
        };
        row("before a variable", "bf16 ?EXTRA is not set", "workload.precision=bf16 (line 1)");
        row("a number before a variable", "micro_batch_size ?N is not set",
            "job.open=workload.batch_per_gpu (line 1)\nline 1: micro_batch_size is not used: N is not set");
        row("a flag that inverts", "untie_embeddings_and_output_weights=true", "workload.tied_embeddings=off (line 1)");
    }
    void switchesOfMegatronTakeNoValue()
    {
        QFETCH(QByteArray, records);
        QFETCH(QString, facts);
        QCOMPARE(factsOf(records, job::Software::megatron), facts);
    }

    void defaultsAreAssumedForWhatIsNotStated_data()
    {
        QTest::addColumn<QByteArray>("records");
        QTest::addColumn<QString>("assumed");
        const auto row = [](const char* name, const char* records, const char* assumed) {
            QTest::newRow(name) << QByteArray(records) << QString::fromUtf8(assumed);
        };
        row("all", "", "job.micro=8 job.accumulation=1 plan.recompute=none workload.precision=fp32");
        row("a stated one too", "gradient_accumulation_steps=4",
            "job.micro=8 job.accumulation=1 plan.recompute=none workload.precision=fp32");
        row("one that is left to others", "gradient_accumulation_steps=auto",
            "job.micro=8 plan.recompute=none workload.precision=fp32");
        row("one that is not understood", "gradient_accumulation_steps=x",
            "job.micro=8 plan.recompute=none workload.precision=fp32");
        row("one that is not known", "gradient_checkpointing ?N is not set",
            "job.micro=8 job.accumulation=1 workload.precision=fp32");
        row("one that follows", "torch_dtype=odd", "job.micro=8 job.accumulation=1 plan.recompute=none");
        row("more flags", "job.more_flags ?N is not set", "");
        row("TRL", "max_length=64", "job.micro=8 job.accumulation=1");
        row("a batch of all", "train_batch_size=auto",
            "job.micro=8 job.accumulation=1 plan.recompute=none workload.precision=fp32");
        row("a batch of all that is not known", "train_batch_size ?N is not set",
            "job.micro=8 plan.recompute=none workload.precision=fp32");
    }
    void defaultsAreAssumedForWhatIsNotStated()
    {
        QFETCH(QByteArray, records);
        QFETCH(QString, assumed);
        QCOMPARE(assumedOf(records, job::Software::trainer).join(' '), assumed);
    }

    void argumentsOfACheckpointMayBeAnything()
    {
        const auto assumes = [](const QByteArray& records) {
            return !assumedOf(records, job::Software::megatron).isEmpty();
        };
        QVERIFY(assumes("micro_batch_size=1"));
        QVERIFY(!assumes("micro_batch_size=1\nuse_checkpoint_args=true"));
        QVERIFY(assumes("micro_batch_size=1\nuse_checkpoint_args=false"));
        QVERIFY(
            factsOf("use_checkpoint_args=true", job::Software::megatron)
                .contains(QStringLiteral("line 1: there may be more flags: the arguments of the checkpoint are used")));
    }

    void softwareIsToldByItsKeys_data()
    {
        QTest::addColumn<QByteArray>("records");
        QTest::addColumn<QString>("name");
        const auto row = [](const char* name, const char* records, const char* software) {
            QTest::newRow(name) << QByteArray(records) << QString::fromUtf8(software);
        };
        row("one key of a job", "train_batch_size=8", "");
        row("two", "train_batch_size=8\nzero_optimization.stage=1", "DeepSpeed");
        row("keys that do not tell", "bf16.enabled=true\nfp16.enabled=false", "");
        row("a launcher", "launch.nnodes=2\nlaunch.nproc_per_node=8", "a launcher");
        row("more keys of a launcher",
            "launch.nnodes=2\nlaunch.nproc_per_node=8\nlaunch.num_gpus=8\nbase_model=x\nsequence_len=64", "Axolotl");
        row("most keys",
            "per_device_train_batch_size=2\ngradient_checkpointing=true\nbf16=true\ntrain_batch_size=8\n"
            "zero_optimization.stage=2",
            "Hugging Face Trainer");
        row("Primus", "modules.a.overrides.micro_batch_size=2\nmodules.a.overrides.seq_length=64", "Primus");
        row("a program", "job.program=NeMo\ntensor_model_parallel_size=2", "NeMo");
        row("a program without a key of it", "job.program=NeMo\nodd=2", "");
        row("a program without a key that states", "job.program=Hugging Face Trainer\nattn_implementation=x", "");
        row("a program that is none", "job.program=Odd\nper_device_train_batch_size=2\nbf16=true", "");
    }
    void softwareIsToldByItsKeys()
    {
        QFETCH(QByteArray, records);
        QFETCH(QString, name);
        const auto software = job::softwareOf(parsed(records));
        QCOMPARE(software ? QString::fromStdString(job::softwareRow(*software).name) : QString(), name);
    }

    void keysAreFoundInTheirSoftware_data()
    {
        QTest::addColumn<int>("software");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("target"); // "-": the key is none
        const auto row = [](job::Software software, const char* key, const char* target) {
            QTest::addRow("%d %s", static_cast<int>(software), key)
                << static_cast<int>(software) << QByteArray(key) << QByteArray(target);
        };
        using enum job::Software;
        row(neox, "pipe-parallel-size", "job.pipeline_or_none");
        row(neox, "pipe_parallel_size", "job.pipeline_or_none");
        row(deepspeed, "zero-optimization.stage", "-");
        row(llama_factory, "cutoff_len", "workload.sequence_length");
        row(llama_factory, "lora_r", "workload.lora_rank");
        row(trainer, "cutoff_len", "-");
        row(olmo_core, "train_module.rank_microbatch_size", "job.micro_tokens");
        row(olmo_core, "data_loader.global_batch_size", "job.global_tokens");
        row(olmo_core, "dataset.sequence_length", "workload.sequence_length");
        row(olmo_core, "other.sequence_length", "-");
        row(nemo, "trainer.num_nodes", "job.nodes");
        row(nemo, "a.b.tensor_model_parallel_size", "plan.tensor_parallel");
        row(nemo, "validation.micro_batch_size", "-");
        row(nemo, "ref.micro_batch_size", "-");
        row(primus, "modules.pre_trainer.overrides.micro_batch_size", "job.micro");
        row(primus, "modules.pre_trainer.model", "job.model");
        row(primus, "other.model", "-");
        row(primus, "modules.pre_trainer.micro_batch_size", "-");
        row(megatron, "launch.nnodes", "job.nodes");
        row(deepspeed, "zero_optimization.odd", "");
        row(deepspeed, "zero_optimization", "-");
    }
    void keysAreFoundInTheirSoftware()
    {
        QFETCH(int, software);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, target);
        const job::KeyRow* row = job::rowOf(static_cast<job::Software>(software), key.toStdString());
        QCOMPARE(row ? QByteArray::fromStdString(row->target) : QByteArray("-"), target);
    }

    void softwareThatIsNotReadIsTold()
    {
        QCOMPARE(job::unreadSoftware(parsed("train.lr_warmup_steps=1")), std::string_view("LitGPT"));
        QCOMPARE(job::unreadSoftware(parsed("a=litgpt.b")), std::string_view("LitGPT"));
        QCOMPARE(job::unreadSoftware(parsed("train_loader.name=a")), std::string_view("MosaicML's llm-foundry"));
        QCOMPARE(job::unreadSoftware(parsed("train_loader=a\nlr_warmup_steps=1")), std::string_view());
    }

    /// A file of keys that nobody knows is no reason for a list without end.
    void whatIsSkippedIsBounded()
    {
        QByteArray records;
        for (int i = 0; i < 300; ++i)
            records += "odd" + QByteArray::number(i) + "=1\n";
        Evidence evidence;
        const JobStatement statement = job::statementOf(parsed(records), job::Software::trainer, evidence);
        QCOMPARE(evidence.skipped.size(), std::size_t(150));
        QCOMPARE(statement.software, std::string("Hugging Face Trainer"));
    }
};

KNEEPOINT_TEST(JobFactsTest)
#include "job_facts_test.moc"
