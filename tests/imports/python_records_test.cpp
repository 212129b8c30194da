// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/records.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

/// "key=value" a record, "key ?why" of what is not known; the line is checked elsewhere.
QString recordsOf(const QByteArray& text)
{
    QStringList all;
    if (const job::Records records = job::pythonRecords(text.toStdString()))
        for (const job::Record& r : *records)
            all << QString::fromStdString(r.key)
                    + (r.open.empty() ? QLatin1Char('=') + QString::fromStdString(r.value)
                                      : QStringLiteral(" ?") + QString::fromStdString(r.open));
    return all.join(QLatin1Char('\n'));
}

const QString of_trainer = QStringLiteral("\njob.program=Hugging Face Trainer");

} // namespace

/// The settings that the objects of training software state in Python.
class PythonRecordsTest : public QObject {
    Q_OBJECT

private slots:
    void theSoftwareIsToldByWhatIsImported_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("program");
        const auto row = [](const char* text, const char* program) {
            QTest::newRow(text) << QByteArray(text) << QString::fromUtf8(program);
        };
        row("from olmo_core.config import A", "OLMo-core");
        row("x = TransformerTrainModuleConfig(a=1)", "OLMo-core");
        row("import torchtitan", "TorchTitan");
        row("from nemo.collections import llm", "NeMo");
        row("from megatron.bridge import C", "Megatron-Bridge");
        row("import transformers", "Hugging Face Trainer");
        row("from trl import A", "Hugging Face Trainer");
        row("from unsloth import A", "Hugging Face Trainer");
        row("from peft import A", "Hugging Face Trainer");
        row("x = TrainingArguments(a=1)", "Hugging Face Trainer");
        row("x = SFTConfig(a=1)", "Hugging Face Trainer");
        row("# a recipe of nemo", "NeMo");
        row("# as in transformers", "");
        row("import transformers\n# unlike nemo", "Hugging Face Trainer");
    }
    void theSoftwareIsToldByWhatIsImported()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, program);
        const QString told = recordsOf(text + "\ncfg.a = 1\nC(c=3)\n");
        const QString all = QStringLiteral("\n") + told + QLatin1Char('\n');
        QCOMPARE(all.contains(QStringLiteral("\njob.program=%1\n").arg(program)), !program.isEmpty());
    }

    void objectsStateTheirArguments_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("records");
        const auto row = [](const char* name, const char* text, const QString& records) {
            QTest::newRow(name) << QByteArray(text) << records;
        };
        const auto trainer = [&](const char* name, const char* text, const char* records) {
            row(name, (QByteArray("import transformers\nTrainingArguments(b=2)\n") + text).constData(),
                QStringLiteral("b=2\n") + QString::fromUtf8(records) + of_trainer);
        };
        row("arguments", "import transformers\nargs = TrainingArguments(a=1, b=[2, 'x'], c=Type.y, d=z, e=None)\n",
            QStringLiteral("a=1\nb=[2,x]\nc=y\nd ?z is not known\ne=None") + of_trainer);
        row("arguments of others",
            "import transformers\nSeq2SeqTrainingArguments(a=1)\nUnslothTrainingArguments(b=2)\n",
            QStringLiteral("a=1\nb=2") + of_trainer);
        row("arguments inside a call", "import transformers\nTrainer(x, args=TrainingArguments(a=1))\n",
            QStringLiteral("a=1") + of_trainer);
        row("arguments that are changed",
            "import transformers\nargs = TrainingArguments(a=1)\nargs.a = 2\nargs.b = 3\n",
            QStringLiteral("a=2\nb=3") + of_trainer);
        row("arguments of no object", "import transformers\nother.a = 2\nTrainingArguments(b=1)\n",
            QStringLiteral("b=1") + of_trainer);
        row("arguments that are not in the file", "import transformers\nargs.a = 2\n",
            QStringLiteral("a=2\njob.more_flags ?arguments are not in the file") + of_trainer);
        row("TRL", "import trl\nSFTConfig(a=1)\n",
            QStringLiteral("a=1") + of_trainer + QStringLiteral("\njob.trl=true"));
        row("preferences", "import trl\nDPOConfig(beta=1, max_prompt_length=2, max_completion_length=3, a=4)\n",
            QStringLiteral("rlhf_type=dpo\na=4") + of_trainer + QStringLiteral("\njob.trl=true"));
        row("a reward", "import trl\nRewardConfig(a=4)\n",
            QStringLiteral("rlhf_type=rm\na=4") + of_trainer + QStringLiteral("\njob.trl=true"));
        row("beta of plain tuning", "import trl\nSFTConfig(beta=1)\n",
            QStringLiteral("beta=1") + of_trainer + QStringLiteral("\njob.trl=true"));
        trainer("a trainer", "SFTTrainer(model='m', max_seq_length=3, packing=True, other=4)\n",
            "max_seq_length=3\npacking=True\nmodel_name_or_path=m");
        trainer("a trainer of a model that is built", "SFTTrainer(model=f(1), max_seq_length=3)\n", "max_seq_length=3");
        trainer("a trainer of preferences", "DPOTrainer(a=1)\n", "rlhf_type=dpo");
        trainer("a trainer by rewards", "PPOTrainer(a=1)\n", "rlhf_type=ppo");
        trainer("a trainer of groups", "GRPOTrainer(a=1)\n", "rlhf_type=grpo");
        trainer("bits", "BitsAndBytesConfig(load_in_4bit=True, load_in_8bit=False, c=1)\n",
            "load_in_4bit=True\nload_in_8bit=False");
        trainer("adapters", "LoraConfig(r=8, target_modules=['q', 'v'], use_dora=True, lora_alpha=1, **more)\n",
            "use_peft=True\nlora_r=8\nlora_target_modules=[q,v]\nuse_dora=True\njob.more_flags ?more is not known");
        trainer("a model", "AutoModelForCausalLM.from_pretrained('m', torch_dtype=torch.bfloat16, load_in_4bit=True)\n",
            "model_name_or_path=m\ntorch_dtype ?torch.bfloat16 is not known\nload_in_4bit=True");
        trainer("a model by its keywords",
            "FastLanguageModel.from_pretrained(model_name='m', dtype=None, load_in_8bit=False, max_seq_length=4, "
            "x=5)\n",
            "model_name_or_path=m\ntorch_dtype=None\nload_in_8bit=False\nmax_seq_length=4");
        trainer("a model by a path",
            "A.AutoModelForSequenceClassification.from_pretrained(x, "
            "pretrained_model_name_or_path='m', attn_implementation='eager')\n",
            "model_name_or_path ?line 3 states another value\nattn_implementation=eager");
        trainer("a tokenizer",
            "AutoTokenizer.from_pretrained('m')\nAutoModel.from_pretrained('n')\na.b = 1\nargs.c = 1\n", "c=1");
        trainer("recomputation", "model.gradient_checkpointing_enable()\n", "gradient_checkpointing=True");
        trainer("recomputation of few bits", "prepare_model_for_kbit_training(m)\n", "gradient_checkpointing=True");
        trainer("recomputation of few bits, on",
            "prepare_model_for_int8_training(m, use_gradient_checkpointing=True)\n", "gradient_checkpointing=True");
        row("recomputation of few bits, off",
            "import transformers\nTrainingArguments(b=2)\nprepare_model_for_kbit_training(m, "
            "use_gradient_checkpointing=False)\n",
            QStringLiteral("b=2") + of_trainer);
        trainer("recomputation of Unsloth", "FastModel.get_peft_model(m, r=4, use_gradient_checkpointing='unsloth')\n",
            "use_peft=True\nlora_r=4\ngradient_checkpointing ?Unsloth recomputes in a way of its own");
        trainer("recomputation of Unsloth, off", "FastModel.get_peft_model(m, use_gradient_checkpointing=False)\n",
            "use_peft=True\ngradient_checkpointing=False");
        row("adapters that are put on", "import transformers\nTrainingArguments(b=2)\nget_peft_model(m, c)\n",
            QStringLiteral("b=2") + of_trainer);
        trainer("frozen weights", "m.requires_grad_(False)\n", "requires_grad=False");
        trainer("frozen parameters", "p.requires_grad = False\n", "requires_grad=False");
        row("weights that are trained",
            "import transformers\nTrainingArguments(b=2)\nm.requires_grad_(True)\n"
            "p.requires_grad = True\nm.requires_grad_()\n",
            QStringLiteral("b=2") + of_trainer);
        trainer(
            "frozen weights beside adapters", "p.requires_grad = False\nLoraConfig(r=8)\n", "use_peft=True\nlora_r=8");
        trainer("a dictionary of DeepSpeed", "ds = {'zero_optimization': {'stage': 2}, 'x': 3}\n",
            "zero_optimization.stage=2\nx=3");
        trainer("a dictionary of DeepSpeed by its batch", "ds = {'train_micro_batch_size_per_gpu': 2}\n",
            "train_micro_batch_size_per_gpu=2");
        row("another dictionary", "import transformers\nTrainingArguments(b=2)\nds = {'stage': 2}\n",
            QStringLiteral("b=2") + of_trainer);
        row("unpacked keywords", "import transformers\nmore = {'a': 1}\nTrainingArguments(b=2, **more, **f(3))\n",
            QStringLiteral("b=2\na=1\njob.more_flags ?Python works it out") + of_trainer);
    }
    void objectsStateTheirArguments()
    {
        QFETCH(QByteArray, text);
        QTEST(recordsOf(text), "records");
    }

    void recipesAreAssigned_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("records");
        const auto row = [](const char* name, const char* import, const char* text, const char* records) {
            QTest::newRow(name) << QByteArray(import) + "\n" + text << QString::fromUtf8(records);
        };
        const char* nemo = "from nemo.collections import llm";
        row("attributes", nemo, "recipe.trainer.num_nodes = 4\ncfg.a = 1\nother.b = 2\nc = 3\n",
            "trainer.num_nodes=4\ntrainer.strategy.a=1\nother.b=2\ntrainer.strategy.c=3\njob.program=NeMo");
        row("an object", nemo, "x = Strategy(tp=2, sub=Part(a=1, b=f(2)), more=g(3))\n",
            "trainer.strategy.tp=2\nsub.a=1\nsub.b ?Python works it out\ntrainer.strategy.more ?Python works it out\n"
            "job.program=NeMo");
        row("a recipe", nemo, "recipe = llm.llama3_8b.pretrain_recipe(num_nodes=2)\n",
            "model.recipe=llama3_8b\njob.more_flags ?recipe states the rest\ntrainer.strategy.num_nodes=2\n"
            "job.program=NeMo");
        row("a recipe for fine-tuning", nemo, "recipe = llm.llama3_8b.finetune_recipe(a=2)\n",
            "model.recipe=llama3_8b\npeft_scheme ?the recipe decides\njob.more_flags ?recipe states the rest\n"
            "trainer.strategy.a=2\njob.program=NeMo");
        row("a recipe with its adapters", nemo, "recipe = llm.llama3_8b.finetune_recipe(peft_scheme='lora')\n",
            "model.recipe=llama3_8b\njob.more_flags ?recipe states the rest\ntrainer.strategy.peft_scheme=lora\n"
            "job.program=NeMo");
        row("a recipe of no model", nemo, "recipe = pretrain_recipe(a=2)\n",
            "job.more_flags ?recipe states the rest\ntrainer.strategy.a=2\njob.program=NeMo");
        row("a configuration", nemo, "cfg = llama3_8b_pretrain_config(a=2)\n",
            "model.recipe=llama3_8b\njob.more_flags ?recipe states the rest\ntrainer.strategy.a=2\njob.program=NeMo");
        row("no recipe", nemo, "x = make_other(a=2)\n", "trainer.strategy.a=2\njob.program=NeMo");
        row("adapters", nemo, "recipe.peft = Lora(a=1)\n",
            "peft_scheme ?adapters are set by an object\npeft.a=1\njob.program=NeMo");
        row("no adapters", nemo, "recipe.peft = None\n", "trainer.strategy.peft=None\njob.program=NeMo");
        const char* olmo = "from olmo_core.config import DType";
        row("a model of OLMo-core", olmo,
            "def f():\n    return TransformerConfig.olmo2_7B(vocab_size=x, dtype=DType.y)\n",
            "model.factory=olmo2_7B\nvocab_size ?x is not known\ndtype=y\njob.program=OLMo-core");
        row("a model that is changed", olmo, "m = TransformerConfig.olmo2_7B(vocab_size=3, n_kv_heads=4)\n",
            "model.factory ?n_kv_heads changes the model\nvocab_size=3\nn_kv_heads=4\njob.program=OLMo-core");
        row("another configuration", olmo, "m = OtherConfig.olmo2_7B(a=3)\n", "a=3\njob.program=OLMo-core");
        row("classes of OLMo-core", olmo, "M(optim=LionConfig(lr=1), float8_config=Float8Config(a=2))\n",
            "optim.class=LionConfig\noptim.lr=1\nfloat8_config.enabled=True\nfloat8_config.a=2\njob.program=OLMo-core");
        row("FP8 that is off", olmo, "M(float8_config=Float8Config(enabled=False))\n",
            "float8_config.enabled=False\njob.program=OLMo-core");
        row("classes of others", nemo, "M(optim=LionConfig(lr=1))\n", "optim.lr=1\njob.program=NeMo");
        row("a variable of OLMo-core", olmo, "a = 4\nb.c = a\n", "b.c=4\njob.program=OLMo-core");
        row("a variable of TorchTitan", "import torchtitan", "a = 4\nconfig.c = a\n", "c=4\njob.program=TorchTitan");
        row("a dictionary", nemo, "x = {'a': {'b': 1}, 'c': 2}\n", "a.b=1\ntrainer.strategy.c=2\njob.program=NeMo");
        row("a list of objects", nemo, "x = A(B(c=1), [D(e=2)], f=3)\n",
            "trainer.strategy.c=1\ntrainer.strategy.e=2\ntrainer.strategy.f=3\njob.program=NeMo");
        row("an object that stands elsewhere", nemo, "p = Part(a=1)\nx = Whole(part=p, b=2)\n",
            "trainer.strategy.a=1\ntrainer.strategy.b=2\njob.program=NeMo");
        row("nothing", nemo, "import os\n", "");
    }
    void recipesAreAssigned()
    {
        QFETCH(QByteArray, text);
        QTEST(recordsOf(text), "records");
    }

    void whatIsStatedTwiceIsCertainOnlyWhereItAgrees_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("records");
        const auto row = [](const char* name, const char* text, const char* records) {
            QTest::newRow(name) << QByteArray("from nemo.collections import llm\n") + text
                                << QString::fromUtf8(records);
        };
        row("alike", "A(x=1)\nB(x=1)\n", "trainer.strategy.x=1");
        row("by two objects", "A(x=1)\nB(x=2)\n", "trainer.strategy.x ?line 3 states another value");
        row("changed afterwards", "cfg = A(x=1)\ncfg.x = 2\n", "trainer.strategy.x=2");
        row("changed under a condition", "cfg = A(x=1)\nif y:\n    cfg.x = 2\n",
            "trainer.strategy.x ?line 4 states another value");
        row("alike under a condition", "cfg = A(x=1)\nif y:\n    cfg.x = 1\n", "trainer.strategy.x=1");
        row("under a condition alone", "if y:\n    cfg.x = 2\n",
            "trainer.strategy.x ?a condition decides whether it is set");
        row("not known under a condition", "if y:\n    cfg.x = z\n", "trainer.strategy.x ?z is not known");
        row("in two functions alike", "def f():\n    cfg.x = 2\ndef g():\n    cfg.x = 2\n", "trainer.strategy.x=2");
        row("in two functions", "def f():\n    cfg.x = 2\ndef g():\n    cfg.x = 3\n",
            "trainer.strategy.x ?line 5 states another value");
        row("known and not known", "cfg.x = 1\ncfg.x = z\n", "trainer.strategy.x ?z is not known");
    }
    void whatIsStatedTwiceIsCertainOnlyWhereItAgrees()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, records);
        QCOMPARE(recordsOf(text), records + QStringLiteral("\njob.program=NeMo"));
    }

    /// Functions that differ in two settings are two jobs; in one, it is asked.
    void severalJobsInAFileAreRefused()
    {
        const auto function = [](const char* name, const char* tensor, const char* batch) {
            return std::string("def ") + name + "():\n    recipe.trainer.strategy.tensor_model_parallel_size = "
                + tensor + "\n    recipe.data.micro_batch_size = " + batch + "\n    recipe.trainer.num_nodes = 2\n";
        };
        const std::string import = "from nemo.collections import llm\n";
        const std::string two = import + function("small", "2", "1") + function("large", "4", "2");
        QCOMPARE(QString::fromStdString(test::refusalOf(two)),
            QStringLiteral("file: states several jobs, one in each of its functions, which differ in "
                           "trainer.strategy.tensor_model_parallel_size: keep the one to read"));
        const Evidence one = test::imported(import + function("small", "2", "1") + function("large", "2", "2"));
        QCOMPARE(settingOf(one, "plan.tensor_parallel"), std::optional(2.0));
        QVERIFY(!settingOf(one, "workload.batch_per_gpu"));
        QVERIFY(test::skips(one, "data.micro_batch_size is not used: line 8 states another value"));
    }

    void placesAreThoseOfTheValues()
    {
        const job::Records records =
            job::pythonRecords("import transformers\nN = 4\nargs = TrainingArguments(\n    a=1,\n    b=N,\n)\n");
        QVERIFY(records && records->size() == 3);
        QCOMPARE(records->at(0).place, std::string("line 4"));
        QCOMPARE(records->at(1).place, std::string("line 2"));
    }

    void recordsAreBounded()
    {
        std::string long_text(1000, 'x'), many = "import transformers\nargs = TrainingArguments(";
        for (int i = 0; i < 5000; ++i)
            many += "a" + std::to_string(i) + "=" + std::to_string(i) + ",";
        const job::Records all = job::pythonRecords(many + ")\n");
        QVERIFY(all && all->size() == 4001); // and the software's name
        const job::Records text =
            job::pythonRecords("import transformers\nargs = TrainingArguments(a='" + long_text + "')\n");
        QVERIFY(text && text->front().value == long_text.substr(0, 400));
    }
};

KNEEPOINT_TEST(PythonRecordsTest)
#include "python_records_test.moc"
