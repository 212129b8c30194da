// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "tests/imports/job_lines.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

/// How precision, software and tuning are settled, and what is said where a job's files contradict each other.
class JobSettlingTest : public QObject {
    Q_OBJECT

private slots:
    void precisionIsSettled_data()
    {
        const test::JobRow row = test::jobRows();
        row("BF16", "--bf16",
            "workload.precision=bf16 (line 1)\nplan.gradient_precision=fp32 (default of Megatron-LM with bf16 "
            "(megatron/training/arguments.py)) assumed");
        row("FP16", "--fp16", "workload.precision=fp16 (line 1)\nno plan.gradient_precision");
        row("BF16 gradients", "--bf16 --grad-reduce-in-bf16", "plan.gradient_precision=bf16 (line 1)");
        row("FP8", "--bf16 --fp8-format hybrid", "workload.precision=fp8 (line 1)\nplan.gradient_precision=fp32");
        row("NVFP4", "--bf16 --fp4-format e2m1 --fp4-recipe nvfp4", "workload.precision=nvfp4 (line 1)");
        row("Adam", "--optimizer adam", "plan.optimizer=adamw (line 1)");
        row("Muon in capitals", "--optimizer dist_MUON", "plan.optimizer=muon (line 1)");
        row("another optimizer", "--optimizer shampoo",
            "no plan.optimizer\nskipped line 1: the states of the optimizer shampoo are not known; those of Adam are "
            "used");
        row("8 bits of another", "--optimizer lion_8bit", "no plan.optimizer\nskipped line 1: the states");
        row("Adam in FP8", "--optimizer adam_fp8", "no plan.optimizer");
        row("Apollo", "--optimizer apollo_adamw", "no plan.optimizer");
        row("small Adam", "--optimizer adam_mini", "no plan.optimizer");
        row("recomputed blocks below the layers of a stage",
            "--num-layers 8 --hidden-size 64 --pipeline-model-parallel-size 2 --recompute-granularity full "
            "--recompute-method block --recompute-num-layers 3",
            "no plan.recompute\nskipped line 1: recomputation of a block of layers is not modeled, so recomputation is "
            "not set\nasked plan.recompute: Which recomputation comes closest: full, selective or none?");
        row("recomputed blocks of all layers",
            "--num-layers 8 --hidden-size 64 --pipeline-model-parallel-size 2 --recompute-granularity full "
            "--recompute-method block --recompute-num-layers 4",
            "plan.recompute=full (line 1)\nno skipped line 1: recomputation");
        row("recomputed blocks of a model that is not known",
            "--recompute-granularity full --recompute-method block --recompute-num-layers 400", "no plan.recompute");
        row("recomputed uniformly",
            "--num-layers 8 --hidden-size 64 --recompute-granularity full --recompute-method uniform "
            "--recompute-num-layers 1",
            "plan.recompute=full (line 1)");
        row("recomputed in part",
            "--num-layers 8 --hidden-size 64 --recompute-granularity selective --recompute-method block "
            "--recompute-num-layers 1",
            "plan.recompute=selective (line 1)");
    }
    void precisionIsSettled()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(
            test::wrongLines(test::imported(test::megatronCommand("", "--seq-length 64 " + text), "run.sh"), expected),
            QString());
    }

    void softwareIsSettled_data()
    {
        const test::JobRow row = test::jobRows();
        row("TorchTitan", "[training]\nlocal_batch_size = 1\nseq_len = 64\n",
            "stack.software=torchtitan-2024-eager (a file of TorchTitan; its release is not stated) assumed");
        row("TorchTitan, compiled", "[training]\nlocal_batch_size = 1\nseq_len = 64\ncompile = true\n",
            "stack.software=torchtitan-2024 (a file");
        row("TorchTitan, not compiled",
            "[training]\nlocal_batch_size = 1\nseq_len = 64\ncompile = false\n[experimental]\n"
            "enable_async_tensor_parallel = true\n",
            "stack.software=torchtitan-2024-eager (a file");
        row("TorchTitan, asynchronous",
            "[training]\nlocal_batch_size = 1\nseq_len = 64\ncompile = true\n[experimental]\n"
            "enable_async_tensor_parallel = true\n",
            "stack.software=torchtitan-async (a file");
        row("torchtune", "tokenizer:\n  max_seq_len: 64\nbatch_size: 4\n",
            "stack.software=generic-fsdp (a file of torchtune");
        row("torchtune, compiled", "tokenizer:\n  max_seq_len: 64\nbatch_size: 4\ncompile: true\n",
            "stack.software=generic-fsdp-compiled (a file of torchtune");
        row("OLMo-core, compiled",
            "from olmo_core.config import D\nA(rank_microbatch_size=64, max_sequence_length=64, compile_model=True)\n",
            "stack.software=generic-fsdp-compiled (a file of OLMo-core");
        row("FP8 of TorchTitan by its converters",
            "[model]\nconverters = [\"float8\"]\n[training]\nlocal_batch_size = 1\nseq_len = 64\n",
            "workload.precision=fp8 (line 2)");
        row("MX of TorchTitan by its converters",
            "[model]\nconverters = [\"mx\"]\n[training]\nlocal_batch_size = 1\nseq_len = 64\n",
            "workload.precision=mxfp8 (line 2)");
        row("other converters", "[model]\nconverters = [\"odd\"]\n[training]\nlocal_batch_size = 1\nseq_len = 64\n",
            "workload.precision=bf16 (default of TorchTitan");
        row("all in 16 bits",
            "model_name_or_path: meta-llama/Llama-3.1-8B\nfinetuning_type: full\ncutoff_len: 64\npure_bf16: true\n",
            "workload.precision=bf16 (line 4)\n"
            "skipped line 4: weights and optimizer states are in 16 bits too; they are counted in 32");
        row("loaded in 16 bits", "per_device_train_batch_size: 2\nmodel_max_length: 64\ntorch_dtype: float16\n",
            "workload.precision=fp16 (line 3)\n"
            "skipped line 3: weights and optimizer states are in 16 bits too; they are counted in 32");
        row("loaded as kept", "per_device_train_batch_size: 2\nmodel_max_length: 64\ntorch_dtype: auto\n",
            "no workload.precision\n"
            "asked workload.precision: Which precision is the model kept in, from which its weights are loaded?");
        row("other goals", "per_device_train_batch_size: 2\nmodel_max_length: 64\nrlhf_type: ppo\n",
            "asked : This job is not modeled (line 3): a step of ppo runs other models too.");
        row("other losses",
            "tokenizer:\n  max_seq_len: 64\nbatch_size: 4\nloss:\n  _component_: torchtune.rlhf.loss.X\n",
            "asked : This job is not modeled (line 5): a step of torchtune.rlhf.loss.X runs other models too.");
        row("the usual loss",
            "tokenizer:\n  max_seq_len: 64\nbatch_size: 4\nloss:\n  _component_: torchtune.modules.loss.X\n",
            "no asked :");
        row("a part that is trained",
            "from transformers import TrainingArguments\nTrainingArguments(per_device_train_batch_size=1)\n"
            "p.requires_grad = False\n",
            "asked : This job is not modeled (line 3): only some of the weights are trained.");
        row("a file that is missing", "per_device_train_batch_size: 2\nmodel_max_length: 64\ndeepspeed: cfg/ds.json\n",
            "skipped line 3: cfg/ds.json is part of this job; import it with this file\nno plan.zero_stage");
    }
    void softwareIsSettled()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(test::wrongLines(test::imported(text.toStdString(), "job"), expected), QString());
    }

    void tuningIsSettled_data()
    {
        const test::JobRow row = test::jobRows();
        row("adapters", "finetuning_type: lora\n", "workload.tuning=lora (line 4)\nworkload.lora_rank=8");
        row("adapters of PEFT", "use_peft: true\n",
            "workload.tuning=lora (line 4)\n"
            "workload.lora_rank=8 (default of PEFT (src/peft/tuners/lora/config.py)) assumed\n"
            "workload.lora_targets=query-value (default of PEFT (src/peft/tuners/lora/config.py)) assumed");
        row("adapters of odd matrices", "use_peft: true\nlora_target_modules: [odd]\n",
            "no workload.lora_targets\nskipped line 5: which matrices [odd] are is not known");
        row("adapters of the feed-forward", "use_peft: true\nlora_target_modules: [gate_proj, up_proj, down_proj]\n",
            "workload.lora_targets=feed-forward (line 5)");
        row("4 bits", "use_peft: true\nload_in_4bit: true\n", "workload.tuning=qlora (line 4)");
        row("4 bits that are off", "use_peft: true\nload_in_4bit: false\n", "workload.tuning=lora (line 4)");
        row("adapters that nothing switches on", "lora_target_modules: [q_proj]\n",
            "no workload.tuning\nasked workload.tuning: Are adapters trained, or all weights? The files set adapters "
            "without saying so.");
    }
    void tuningIsSettled()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const std::string file = "model_name_or_path: meta-llama/Llama-3.1-8B\nper_device_train_batch_size: 2\n"
                                 "max_seq_length: 64\n"
            + text.toStdString();
        QCOMPARE(test::wrongLines(test::imported(file, "job.yaml"), expected), QString());
    }

    void frozenLayersAreASharedOfTheModel_data()
    {
        const test::JobRow row = test::jobRows();
        row("two by default", "model_name_or_path: meta-llama/Llama-3.1-8B\n",
            "workload.tuning=frozen-part (line 2)\nworkload.frozen_share=0.9375 (default of LLaMA-Factory "
            "(src/llamafactory/hparams/finetuning_args.py)) assumed");
        row("all", "model_name_or_path: meta-llama/Llama-3.1-8B\nfreeze_trainable_layers: 32\n",
            "workload.frozen_share=0 (line 3)");
        row("more than all", "model_name_or_path: meta-llama/Llama-3.1-8B\nfreeze_trainable_layers: 64\n",
            "workload.frozen_share=0 (line 3)");
        row("the first", "model_name_or_path: meta-llama/Llama-3.1-8B\nfreeze_trainable_layers: -2\n",
            "no workload.tuning\nskipped line 3: the first layers are trained: only frozen first layers are modeled\n"
            "asked workload.tuning: Which part is trained? The first layers cannot be trained alone.");
        row("none", "model_name_or_path: meta-llama/Llama-3.1-8B\nfreeze_trainable_layers: 0\n",
            "no workload.tuning\nasked workload.tuning: Which part is trained?");
        row("of a model that is not known", "model_name_or_path: someone/model\n",
            "no workload.frozen_share\nasked workload.frozen_share: How many layers does the model have? The last ones "
            "are "
            "trained.");
    }
    void frozenLayersAreASharedOfTheModel()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const QByteArray first = text.left(text.indexOf('\n') + 1), rest = text.mid(text.indexOf('\n') + 1);
        const std::string file = first.toStdString() + "finetuning_type: freeze\n" + rest.toStdString()
            + "cutoff_len: 64\nper_device_train_batch_size: 1\n";
        QCOMPARE(test::wrongLines(test::imported(file, "job.yaml"), expected), QString());
    }

    void layersAreThoseOfAModelThatIsAnswered()
    {
        const std::vector<Evidence> files{test::imported("model_name_or_path: someone/model\nfinetuning_type: "
                                                         "freeze\ncutoff_len: 64\nper_device_train_batch_size: 1\n",
            "job.yaml")};
        const Parameter& model = parameter("workload.model");
        const std::vector<ObservedSetting> answers{{"workload.model", *parseValue(model, "llama3.1-8b"), "--set"}};
        QCOMPARE(test::wrongLines(combine(files, answers).combined,
                     QStringLiteral(
                         "workload.model=llama3.1-8b (--set)\nworkload.frozen_share=0.9375\nno asked workload.model")),
            QString());
    }

    void whatIsOffloadedMostCounts_data()
    {
        const test::JobRow row = test::jobRows();
        row("parameters beside the optimizer",
            R"("offload_optimizer": {"device": "cpu"}, "offload_param": {"device": "cpu"})",
            "plan.offload=optimizer-and-parameters (/zero_optimization/offload_param/device)\nno skipped");
        row("the optimizer", R"("offload_optimizer": {"device": "cpu"})",
            "plan.offload=optimizer (/zero_optimization/offload_optimizer/device)");
        row("parameters on disk", R"("offload_optimizer": {"device": "cpu"}, "offload_param": {"device": "nvme"})",
            "plan.offload=optimizer (\n"
            "skipped /zero_optimization/offload_param/device: training state on disk is not modeled");
    }
    void whatIsOffloadedMostCounts()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const std::string file =
            R"({"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 3, )" + text.toStdString() + "}}";
        QCOMPARE(test::wrongLines(test::imported(file, "ds.json"), expected), QString());
    }

    void activationsBesideTrainingStateAreNotCounted()
    {
        const Evidence evidence = test::imported("base_model: meta-llama/Llama-3.1-8B\nsequence_len: 64\n"
                                                 "micro_batch_size: 1\nfsdp_config:\n  fsdp_offload_params: true\n"
                                                 "activation_offloading: true\n",
            "job.yaml");
        QCOMPARE(
            test::wrongLines(evidence,
                QStringLiteral("plan.offload=optimizer-and-parameters (line 5)\nskipped line 6: activations in host "
                               "memory are not counted beside training state there")),
            QString());
    }

    /// Two files that state one setting differently: the command's holds, and the other is listed once.
    void contradictionsOfFilesAreListedOnce()
    {
        const std::vector<Evidence> files{
            test::imported(R"({"train_micro_batch_size_per_gpu": 4, "zero_optimization": {"stage": 2}})", "ds.json"),
            test::imported(
                test::megatronCommand("torchrun --nproc_per_node 8 --nnodes 2", "--seq-length 64 --micro-batch-size 2"),
                "run.sh")};
        const Evidence all = combine(files).combined;
        QCOMPARE(
            test::wrongLines(all,
                QStringLiteral("workload.batch_per_gpu=2 (run.sh: line 1)\nskipped ds.json: "
                               "/train_micro_batch_size_per_gpu: 4 differs from 2 (run.sh: line 1), which is used")),
            QString());
        QCOMPARE(std::ranges::count_if(
                     test::jobLines(all), [](const QString& line) { return line.contains(QStringLiteral("differs")); }),
            1);
    }

    void aSummaryCounts()
    {
        const Evidence evidence =
            test::imported("base_model: meta-llama/Llama-3.1-8B\nsequence_len: 64\nmicro_batch_size: 1\n", "job.yaml");
        QCOMPARE(QString::fromStdString(evidence.summary),
            QStringLiteral("Axolotl: %1 settings, of which %2 assumed; %3 open")
                .arg(evidence.settings.size())
                .arg(evidence.assumed.size())
                .arg(evidence.questions.size() == 1 ? QStringLiteral("1 question")
                                                    : QStringLiteral("%1 questions").arg(evidence.questions.size())));
    }
};

KNEEPOINT_TEST(JobSettlingTest)
#include "job_settling_test.moc"
