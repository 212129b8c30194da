// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

/// "id=value" of every setting that differs from what is expected; empty if all are as expected.
QString differences(const Evidence& evidence, const char* expected)
{
    QStringList wrong;
    for (const QString& pair : QString::fromUtf8(expected).split(' ', Qt::SkipEmptyParts)) {
        const std::string id = pair.section('=', 0, 0).toStdString();
        const std::string text = pair.section('=', 1).toStdString();
        const auto found = settingOf(evidence, id);
        if (text == "open" ? found.has_value() : !found || *found != parseValue(parameter(id), text).value_or(-1))
            wrong << pair + (found ? QStringLiteral(" (is %1)").arg(*found) : QStringLiteral(" (is not set)"));
    }
    return wrong.join(' ');
}

std::string placeOf(const Evidence& evidence, std::string_view id)
{
    for (const ObservedSetting& setting : evidence.settings)
        if (setting.parameter == id)
            return setting.place;
    return {};
}

bool asks(const Evidence& evidence, std::string_view id)
{
    return std::ranges::find(evidence.questions, id, &JobQuestion::parameter) != evidence.questions.end();
}

} // namespace

/// Configurations of training software, one form each.
class JobConfigurationTest : public QObject {
    Q_OBJECT

private slots:
    void everySoftwareIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("settings");
        const auto row = [](const char* name, const char* text, const char* settings) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(settings);
        };
        row("Megatron-LM",
            "torchrun --nproc_per_node 4 --nnodes 2 pretrain_gpt.py --num-layers 12 --hidden-size 768 \\\n"
            "  --num-attention-heads 12 --seq-length 1024 --micro-batch-size 2 --global-batch-size 64 \\\n"
            "  --tensor-model-parallel-size 2 --bf16 --use-distributed-optimizer --tokenizer-type GPT2BPETokenizer\n",
            "workload.layers=12 workload.ffn=3072 workload.vocabulary=50432 workload.gated=off cluster.gpus=8 "
            "cluster.gpus_per_node=4 workload.global_batch=64 workload.batch_per_gpu=2 plan.tensor_parallel=2 "
            "plan.zero_stage=1 plan.recompute=none workload.precision=bf16 plan.gradient_precision=fp32");
        row("Megatron-LM, gated and grouped",
            "python pretrain_gpt.py --num-layers 4 --hidden-size 1024 --num-attention-heads 16 --swiglu --vocab-size "
            "1000 "
            "--group-query-attention --num-query-groups 4 --pipeline-model-parallel-size 2 "
            "--num-layers-per-virtual-pipeline-stage 1 --recompute-granularity full --recompute-method uniform "
            "--recompute-num-layers 1 --fp8-format hybrid --bf16 --seq-length 512 --micro-batch-size 1",
            "workload.ffn=2688 workload.kv_heads=4 workload.vocabulary=1024 plan.virtual_stages=2 plan.recompute=full "
            "workload.precision=fp8 workload.scaling=weak plan.accumulation=1 plan.zero_stage=0");
        row("Megatron-LM, stages by hand",
            "python pretrain_gpt.py --num-layers 32 --hidden-size 1024 --num-attention-heads 16 --vocab-size 1000 "
            "--pipeline-model-parallel-size 4 --decoder-first-pipeline-num-layers 9 "
            "--decoder-last-pipeline-num-layers 5 --bf16 --seq-length 512 --micro-batch-size 1",
            "workload.layers=32 plan.pipeline_parallel=4 plan.first_stage_layers=9 plan.last_stage_layers=5");
        row("Megatron-LM, experts",
            "--num-layers 8 --hidden-size 512 --num-attention-heads 8 --ffn-hidden-size 2048 --vocab-size 6400 "
            "--num-experts 16 --moe-router-topk 4 --moe-ffn-hidden-size 256 --moe-shared-expert-intermediate-size 512 "
            "--moe-layer-freq '([0]*1+[1]*7)' --expert-model-parallel-size 8 --tensor-model-parallel-size 1 "
            "--use-megatron-fsdp --data-parallel-sharding-strategy optim_grads_params",
            "workload.experts=16 workload.top_k=4 workload.ffn=256 workload.shared_experts=2 workload.dense_layers=1 "
            "workload.dense_ffn=2048 plan.expert_parallel=8 plan.zero_stage=3");
        row("DeepSpeed",
            R"({"train_batch_size": 96, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4,
                "fp16": {"enabled": true}, "zero_optimization": {"stage": 2}})",
            "cluster.gpus=12 workload.global_batch=96 workload.batch_per_gpu=2 plan.accumulation=4 plan.zero_stage=2 "
            "workload.precision=fp16");
        row("DeepSpeed, left to the Trainer",
            R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto", "bf16": {"enabled": "auto"},
                "zero_optimization": {"stage": 3}})",
            "plan.zero_stage=3 workload.precision=open workload.batch_per_gpu=open workload.global_batch=open");
        row("Trainer, arguments as YAML",
            "model_name_or_path: Qwen/Qwen2.5-7B-Instruct\nper_device_train_batch_size: 2\nmax_length: 2048\n"
            "gradient_accumulation_steps: 4\ngradient_checkpointing: true\nbf16: true\n",
            "workload.model=qwen2.5-7b workload.batch_per_gpu=2 plan.accumulation=4 plan.recompute=full "
            "workload.precision=bf16 workload.scaling=weak workload.sequence_length=2048");
        row("Trainer, arguments as JSON", R"({"per_device_train_batch_size": 4, "fp16": true, "bf16": false,
            "gradient_checkpointing": false, "optim": "adamw_torch"})",
            "workload.batch_per_gpu=4 workload.precision=fp16 plan.recompute=none plan.accumulation=1 "
            "plan.optimizer=adamw plan.moment_bytes=open");
        row("Trainer, on the command line",
            "accelerate launch --num_machines 3 --num_processes 12 train.py --per_device_train_batch_size 1 --tf32 "
            "False "
            "--bf16 True --fsdp \"full_shard auto_wrap\" --model_max_length 4096",
            "cluster.gpus=12 cluster.gpus_per_node=4 plan.zero_stage=3 workload.precision=bf16 "
            "workload.sequence_length=4096 plan.recompute=none");
        row("Accelerate, sharded within nodes",
            "distributed_type: FSDP\nnum_machines: 4\nnum_processes: 32\nmixed_precision: 'no'\nfsdp_config:\n"
            "  fsdp_sharding_strategy: HYBRID_SHARD\n  fsdp_activation_checkpointing: false\n",
            "cluster.gpus=32 cluster.gpus_per_node=8 plan.zero_stage=3 plan.shard_group=8 workload.precision=fp32 "
            "plan.recompute=none");
        row("Axolotl",
            "base_model: mistralai/Mistral-7B-v0.1\nsequence_len: 8192\nmicro_batch_size: 2\n"
            "gradient_accumulation_steps: 8\ngradient_checkpointing: true\nbf16: auto\nadapter:\n"
            "fsdp_config:\n  fsdp_sharding_strategy: FULL_SHARD\n",
            "workload.model=mistral-7b workload.sequence_length=8192 workload.batch_per_gpu=2 plan.accumulation=8 "
            "plan.recompute=full workload.precision=bf16 plan.zero_stage=3");
        row("LLaMA-Factory",
            "model_name_or_path: meta-llama/Meta-Llama-3-8B\nfinetuning_type: full\nstage: sft\ncutoff_len: 1024\n"
            "per_device_train_batch_size: 2\npure_bf16: false\nbf16: true\n",
            "workload.model=llama3.1-8b workload.sequence_length=1024 plan.accumulation=1 plan.recompute=full");
        row("TorchTitan",
            "[model]\nname = \"llama3\"\nflavor = \"70B\"\n[training]\nlocal_batch_size = 8\nseq_len = 4096\n"
            "compile = true\n[parallelism]\ndata_parallel_shard_degree = 4\ndata_parallel_replicate_degree = 2\n"
            "tensor_parallel_degree = 8\npipeline_parallel_degree = 2\npipeline_parallel_microbatch_size = 2\n"
            "pipeline_parallel_schedule = \"1F1B\"\n[activation_checkpoint]\nmode = \"full\"\n",
            "workload.model=llama3.1-70b cluster.gpus=128 plan.tensor_parallel=8 plan.pipeline_parallel=2 "
            "workload.batch_per_gpu=2 plan.accumulation=4 plan.recompute=full plan.zero_stage=2 plan.shard_group=4 "
            "stack.software=torchtitan-2024");
        row("TorchTitan, older keys",
            "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nbatch_size = 2\nseq_len = 8_192\n"
            "data_parallel_degree = 4\ntensor_parallel_degree = 2\ncompile = true\n[experimental]\n"
            "enable_async_tensor_parallel = true\n[float8]\nenable_float8_linear = true\n",
            "cluster.gpus=8 workload.precision=fp8 workload.sequence_length=8192 stack.software=torchtitan-async");
        row("ms-swift, after its environment",
            "NPROC_PER_NODE=8 swift sft --model Qwen/Qwen2.5-7B-Instruct --train_type lora --lora_rank 16 "
            "--per_device_train_batch_size 1 --gradient_accumulation_steps 16 --max_length 2048 --torch_dtype bfloat16 "
            "--target_modules all-linear --gradient_checkpointing true\n",
            "workload.model=qwen2.5-7b workload.tuning=lora workload.lora_rank=16 workload.lora_targets=all-linear "
            "workload.precision=bf16 plan.accumulation=16 plan.recompute=full");
        row("torchtune",
            "model:\n  _component_: torchtune.models.llama3_1.llama3_1_8b\ntokenizer:\n  max_seq_len: 2048\n"
            "batch_size: 4\ngradient_accumulation_steps: 2\nenable_activation_checkpointing: True\ndtype: bf16\n",
            "workload.model=llama3.1-8b workload.sequence_length=2048 workload.batch_per_gpu=4 plan.accumulation=2 "
            "plan.recompute=full workload.precision=bf16");
        row("GPT-NeoX, with hyphens, comments and a comma too many",
            "{\n  # layout\n  \"pipe-parallel-size\": 0,\n  \"model-parallel-size\": 2,\n  \"num-layers\": 16,\n"
            "  \"hidden-size\": 2048,\n  \"num-attention-heads\": 8,\n  \"seq-length\": 2048,\n"
            "  \"train_micro_batch_size_per_gpu\": 8,\n  \"gas\": 2,\n  \"precision\": \"bfloat16\",\n"
            "  \"checkpoint-activations\": false,\n}\n",
            "plan.pipeline_parallel=1 plan.tensor_parallel=2 workload.layers=16 workload.batch_per_gpu=8 "
            "plan.accumulation=2 workload.precision=bf16 plan.recompute=none plan.zero_stage=0 workload.ffn=8192");
        row("nanotron",
            "parallelism:\n  dp: 4\n  tp: 2\n  pp: 2\n  tp_mode: REDUCE_SCATTER\ntokens:\n  micro_batch_size: 2\n"
            "  sequence_length: 2048\n  batch_accumulation_per_replica: 8\noptimizer:\n  zero_stage: 1\nmodel:\n"
            "  dtype: bfloat16\n  model_config:\n    hidden_size: 1024\n    num_hidden_layers: 8\n"
            "    num_attention_heads: 8\n    num_key_value_heads: 4\n    intermediate_size: 4096\n    vocab_size: "
            "32000\n"
            "    tie_word_embeddings: true\n",
            "cluster.gpus=16 plan.sequence_parallel=on plan.accumulation=8 plan.zero_stage=1 workload.kv_heads=4 "
            "workload.gated=on workload.vocabulary=32000 workload.parameters=158597120");
        row("MaxText",
            "model_name: llama2-70b\nper_device_batch_size: 2\nmax_target_length: 4096\nici_fsdp_parallelism: -1\n"
            "ici_tensor_parallelism: 4\nremat_policy: full\n",
            "workload.model=llama2-70b workload.batch_per_gpu=8 plan.tensor_parallel=4 plan.zero_stage=3 "
            "plan.recompute=full workload.precision=bf16");
        row("NeMo",
            "trainer:\n  num_nodes: 4\n  devices: 8\n  precision: bf16\nmodel:\n  micro_batch_size: 1\n"
            "  global_batch_size: 128\n  tensor_model_parallel_size: 4\n  pipeline_model_parallel_size: 2\n"
            "  encoder_seq_length: 4096\n  sequence_parallel: true\n  num_layers: 32\n",
            "cluster.gpus=32 cluster.gpus_per_node=8 workload.global_batch=128 plan.tensor_parallel=4 "
            "plan.pipeline_parallel=2 plan.sequence_parallel=on workload.sequence_length=4096 workload.precision=bf16");
        row("Primus",
            "modules:\n  pre_trainer:\n    overrides:\n      micro_batch_size: 2\n      global_batch_size: 512\n"
            "      seq_length: 8192\n      tensor_model_parallel_size: 1\n      use_distributed_optimizer: true\n"
            "      recompute_granularity: full\n",
            "workload.batch_per_gpu=2 workload.global_batch=512 plan.zero_stage=1 plan.recompute=full");
    }
    void everySoftwareIsRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, settings);
        const Evidence evidence = test::imported(text.toStdString(), "job");
        QCOMPARE(evidence.kind, std::string("job-configuration"));
        QCOMPARE(differences(evidence, settings.constData()), QString());
    }

    void overlapChoosesTheSoftwaresConstants()
    {
        const std::string flags = "--num-attention-heads 8 --seq-length 512 --micro-batch-size 1 ";
        QCOMPARE(differences(test::imported(flags, "a"), "stack.software=megatron-core-2025"), QString());
        QCOMPARE(
            differences(test::imported(flags + "--overlap-grad-reduce", "b"), "stack.software=nemo-2024"), QString());
    }

    void valuesHaveTheirPlace()
    {
        const Evidence toml = test::imported("[training]\nseq_len = 4096\nlocal_batch_size = 2\n", "job.toml");
        QCOMPARE(placeOf(toml, "workload.sequence_length"), std::string("line 2"));
        const Evidence json =
            test::imported(R"({"train_batch_size": 8, "zero_optimization": {"stage": 1}})", "ds.json");
        QCOMPARE(placeOf(json, "plan.zero_stage"), std::string("/zero_optimization/stage"));
    }

    void defaultsAreMarkedWithTheirSource()
    {
        const Evidence evidence =
            test::imported("per_device_train_batch_size: 2\nmax_length: 512\nbf16: true\n", "job.yaml");
        QVERIFY(std::ranges::find(evidence.assumed, "plan.accumulation") != evidence.assumed.end());
        QVERIFY(placeOf(evidence, "plan.accumulation").find("training_args.py") != std::string::npos);
        QVERIFY(std::ranges::find(evidence.assumed, "workload.precision") == evidence.assumed.end());
    }

    void whatIsNotUnderstoodIsListedWithItsLine()
    {
        const Evidence evidence = test::imported(
            "per_device_train_batch_size: 2\nmax_length: 512\nbf16: perhaps\nspeculative_frobnication: 7\n",
            "job.yaml");
        QVERIFY(test::skips(evidence, "bf16 perhaps"));
        QVERIFY(test::skips(evidence, "speculative_frobnication 7 is not known"));
        QCOMPARE(evidence.skipped.front().place, std::string("line 3"));
    }

    void valuesOutOfRangeAreNotUsed()
    {
        const Evidence evidence =
            test::imported("per_device_train_batch_size: -2\nmax_length: 512\nbf16: true\n", "job.yaml");
        QVERIFY(!settingOf(evidence, "workload.batch_per_gpu"));
    }

    void whatIsMissingIsAsked()
    {
        const Evidence evidence = test::imported("per_device_train_batch_size: 2\nmax_length: 512\n", "job.yaml");
        for (const char* id : {"workload.model", "cluster.gpus", "cluster.gpu", "plan.zero_stage"})
            QVERIFY2(asks(evidence, id), id);
        QVERIFY(!asks(evidence, "workload.batch_per_gpu"));
    }

    void offloadingIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("settings");
        const auto row = [](const char* name, const char* text, const char* settings) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(settings);
        };
        row("DeepSpeed, optimizer",
            R"({"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 2,
                "offload_optimizer": {"device": "cpu", "pin_memory": true}}})",
            "plan.offload=optimizer");
        row("DeepSpeed, optimizer and parameters",
            R"({"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 3,
                "offload_optimizer": {"device": "cpu"}, "offload_param": {"device": "cpu"}}})",
            "plan.offload=optimizer-and-parameters");
        row("DeepSpeed, on disk",
            R"({"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 3,
                "offload_optimizer": {"device": "nvme"}}})",
            "plan.offload=open");
        row("DeepSpeed, none",
            R"({"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 3,
                "offload_optimizer": {"device": "none"}}})",
            "plan.offload=open");
        row("Axolotl, activations",
            "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 512\nmicro_batch_size: 1\nactivation_offloading: "
            "true\n",
            "plan.offload=activations");
    }
    void offloadingIsRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, settings);
        QCOMPARE(differences(test::imported(text.toStdString(), "job.txt"), settings.constData()), QString());
    }

    void expertsAreCounted_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("settings");
        const auto row = [](const char* name, const char* text, const char* settings) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(settings);
        };
        row("OLMo",
            "model:\n  d_model: 512\n  n_layers: 4\n  n_heads: 8\n  mlp_ratio: 1\n  activation_type: swiglu\n"
            "  vocab_size: 1000\n  moe_num_experts: 16\n  moe_top_k: 4\nglobal_train_batch_size: 64\n"
            "device_train_microbatch_size: 2\n",
            "workload.experts=16 workload.top_k=4 workload.ffn=256");
        row("GPT-NeoX, in every second layer by default",
            "{\"pipe_parallel_size\": 1, \"model_parallel_size\": 1, \"num_layers\": 8, \"hidden_size\": 256,\n"
            "\"num_attention_heads\": 4, \"num_experts\": 4, \"seq_length\": 512,}\n",
            "workload.experts=4 workload.top_k=1 workload.dense_layers=4");
        row("nanotron",
            "parallelism:\n  dp: 4\n  tp: 2\n  pp: 1\ntokens:\n  micro_batch_size: 2\nmodel:\n  model_config:\n"
            "    hidden_size: 256\n    num_hidden_layers: 4\n    moe_config:\n      num_experts: 8\n      top_k: 2\n",
            "workload.experts=8 workload.top_k=2");
        row("Megatron-DeepSpeed",
            "deepspeed p.py --deepspeed --num-layers 8 --hidden-size 256 --num-attention-heads 4 --num-experts 16 "
            "--moe-expert-parallel-size 4 --expert-interval 2 --seq-length 512 --micro-batch-size 1\n",
            "workload.top_k=1 plan.expert_parallel=4 workload.dense_layers=4");
        row("MaxText, sizes of a model",
            "base_emb_dim: 512\nbase_num_decoder_layers: 6\nbase_num_query_heads: 8\nbase_num_kv_heads: 2\n"
            "base_mlp_dim: 2048\nbase_moe_mlp_dim: 256\nmlp_activations: [\"silu\",\"linear\"]\nvocab_size: 1000\n"
            "num_experts: 16\nnum_experts_per_tok: 4\nshared_experts: 1\nfirst_num_dense_layers: 1\n",
            "workload.layers=6 workload.gated=on workload.kv_heads=2 workload.ffn=256 workload.dense_layers=1 "
            "workload.dense_ffn=2048 workload.shared_experts=1");
    }
    void expertsAreCounted()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, settings);
        QCOMPARE(differences(test::imported(text.toStdString(), "job"), settings.constData()), QString());
    }

    void expertsThatAreNotReadForbidAPrediction()
    {
        const Evidence evidence = test::imported(
            "model:\n  d_model: 512\n  n_layers: 4\n  n_heads: 8\n  mlp_hidden_size: 1024\n  vocab_size: 1000\n"
            "  num_local_experts: 16\nglobal_train_batch_size: 64\ndevice_train_microbatch_size: 2\n",
            "job.yaml");
        QVERIFY(asks(evidence, ""));
    }

    void stepsOfOtherModelsAreNotModeled_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("preferences") << QByteArray("max_prompt_length: 512");
        QTest::newRow("generations") << QByteArray("num_generations: 8");
        QTest::newRow("weight of the reference") << QByteArray("beta: 0.1");
    }
    void stepsOfOtherModelsAreNotModeled()
    {
        QFETCH(QByteArray, line);
        const std::string job = "per_device_train_batch_size: 2\nmax_length: 512\nbf16: true\n";
        QVERIFY(!asks(test::imported(job, "job.yaml"), ""));
        QVERIFY(asks(test::imported(job + line.toStdString() + "\n", "job.yaml"), ""));
    }

    /// A chosen and a rejected answer are a sequence each, and the reference is a copy unless there are adapters.
    void preferenceTuningHasAReference_data()
    {
        QTest::addColumn<QByteArray>("lines");
        QTest::addColumn<QByteArray>("settings");
        const auto row = [](const char* name, const char* lines, const char* settings) {
            QTest::newRow(name) << QByteArray(lines) << QByteArray(settings);
        };
        row("all parameters", "stage: dpo\nfinetuning_type: full\n",
            "workload.batch_per_gpu=4 workload.reference_model=copy");
        row("adapters", "stage: dpo\nfinetuning_type: lora\n",
            "workload.batch_per_gpu=4 workload.reference_model=shared");
        row("a loss without", "stage: dpo\nfinetuning_type: full\npref_loss: simpo\n",
            "workload.batch_per_gpu=4 workload.reference_model=none");
        row("computed before", "stage: dpo\nfinetuning_type: full\nprecompute_ref_log_probs: true\n",
            "workload.batch_per_gpu=4 workload.reference_model=none");
    }
    void preferenceTuningHasAReference()
    {
        QFETCH(QByteArray, lines);
        QFETCH(QByteArray, settings);
        const std::string job = "model_name_or_path: meta-llama/Llama-3.1-8B\nper_device_train_batch_size: 2\n"
                                "cutoff_len: 512\nbf16: true\n";
        const Evidence evidence = test::imported(job + lines.toStdString(), "job.yaml");
        QVERIFY(!asks(evidence, ""));
        QCOMPARE(differences(evidence, settings.constData()), QString());
    }

    void thatAJobTrainsIsUnderstood()
    {
        const auto left = [](const std::string& line) {
            return test::imported("per_device_train_batch_size: 2\nmax_length: 512\nbf16: true\n" + line, "job.yaml")
                .skipped.size();
        };
        QCOMPARE(left("do_train: true\n"), left(""));
        QCOMPARE(left("do_train: false\n"), left("") + 1);
    }

    void valuesAreReadAsTheirFilesWriteThem_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("settings");
        const auto row = [](const char* name, const char* text, const char* settings) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(settings);
        };
        row("grouped digits", "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 131_072\nmicro_batch_size: 1\n",
            "workload.sequence_length=131072");
        row("a default of the environment",
            "modules:\n  pre_trainer:\n    model: llama3.1_8B.yaml\n    overrides:\n      micro_batch_size: 2\n"
            "      seq_length: ${LENGTH:8192}\n      tensor_model_parallel_size: ${TP:4}\n",
            "workload.model=llama3.1-8b workload.sequence_length=8192 plan.tensor_parallel=4");
        row("all in 16 bits",
            "model_name_or_path: meta-llama/Meta-Llama-3-8B\nfinetuning_type: full\ncutoff_len: 512\npure_bf16: true\n",
            "workload.precision=bf16");
        row("part of the layers trained",
            "model_name_or_path: meta-llama/Meta-Llama-3-8B\nfinetuning_type: freeze\ncutoff_len: 512\nbf16: true\n",
            "workload.tuning=frozen-part workload.frozen_share=0.9375");
        row("a stated number of layers trained",
            "model_name_or_path: meta-llama/Meta-Llama-3-8B\nfinetuning_type: freeze\nfreeze_trainable_layers: 8\n"
            "cutoff_len: 512\nbf16: true\n",
            "workload.tuning=frozen-part workload.frozen_share=0.75");
        row("the first layers trained",
            "model_name_or_path: meta-llama/Meta-Llama-3-8B\nfinetuning_type: freeze\nfreeze_trainable_layers: -2\n"
            "cutoff_len: 512\nbf16: true\n",
            "workload.tuning=open");
        row("experts in every layer",
            "--num-layers 4 --hidden-size 256 --num-attention-heads 4 --num-experts 8 --vocab-size 1000 "
            "--moe-layer-freq \"'([1]*4)'\" --seq-length 64 --micro-batch-size 1",
            "workload.dense_layers=open workload.experts=8");
        row("a recipe in Python",
            "from nemo.collections import llm\nrecipe = llm.llama3_8b.pretrain_recipe(num_nodes=4)\n"
            "recipe.trainer.num_nodes = 4\nrecipe.trainer.devices = 8  # per node\n"
            "recipe.trainer.strategy.tensor_model_parallel_size = 2\nrecipe.trainer.strategy.sequence_parallel = True\n"
            "recipe.data.micro_batch_size = 1\nrecipe.data.global_batch_size = 1_024\nrecipe.data.seq_length = 8 * K\n",
            "cluster.gpus=32 plan.tensor_parallel=2 plan.sequence_parallel=on workload.batch_per_gpu=1 "
            "workload.global_batch=1024 workload.sequence_length=open");
        row("arguments in Python",
            "from megatron.bridge import Config\nstrategy = Config(\n    tensor_model_parallel_size=4,\n"
            "    pipeline_model_parallel_size=2,\n    micro_batch_size=1,\n    sequence_parallel=True,\n)\n",
            "plan.tensor_parallel=4 plan.pipeline_parallel=2 plan.sequence_parallel=on workload.batch_per_gpu=1");
        row("Megatron-Bridge",
            "from megatron.bridge.recipes.llama import llama3_8b_pretrain_config\ncfg = llama3_8b_pretrain_config()\n"
            "cfg.train.micro_batch_size = 1\ncfg.mixed_precision = \"bf16_with_fp8_current_scaling_mixed\"\n",
            "stack.software=megatron-bridge-2025 workload.model=llama3.1-8b workload.precision=fp8 "
            "workload.narrow_scaling=current plan.tensor_parallel=open");
        row("mixed precision that a function makes",
            "from megatron.bridge.recipes import qwen\ncfg = qwen.qwen3_8b_finetune_config(peft_scheme=\"lora\")\n"
            "cfg.train.micro_batch_size = 1\ncfg.mixed_precision = mp.bf16_with_fp8_subchannel_scaling_mixed()\n",
            "workload.model=qwen3-8b workload.tuning=lora workload.lora_rank=32 workload.lora_targets=all-linear "
            "workload.precision=fp8 workload.narrow_scaling=block");
        row("mixed precision with a scale per block of elements",
            "from megatron.bridge.recipes import llama\ncfg = llama.llama3_8b_pretrain_config()\n"
            "cfg.train.micro_batch_size = 1\ncfg.mixed_precision = bf16_with_mxfp8_mixed()\n",
            "workload.precision=mxfp8");
        row("mixed precision of a name of one's own",
            "from megatron.bridge.recipes import llama\ncfg = llama.llama3_8b_pretrain_config()\n"
            "cfg.train.micro_batch_size = 1\ncfg.mixed_precision = my_mixed()\n",
            "workload.precision=open");
        row("a plugin of NeMo",
            "from nemo.collections import llm\nrecipe = llm.llama3_8b.pretrain_recipe(num_nodes=1)\n"
            "recipe.trainer.plugins = bf16_with_fp8_mixed()\n",
            "stack.software=nemo-2025 workload.precision=fp8 workload.narrow_scaling=delayed");
        row("adapters of a recipe",
            "from nemo.collections import llm\nrecipe = llm.llama3_8b.finetune_recipe(peft_scheme=\"lora\")\n"
            "recipe.data.micro_batch_size = 1\n",
            "workload.tuning=lora workload.lora_rank=8 workload.lora_targets=all-linear");
        row("adapters that change those of a recipe",
            "from nemo.collections import llm\nrecipe = llm.llama3_8b.finetune_recipe(peft_scheme=\"lora\")\n"
            "recipe.data.micro_batch_size = 1\nrecipe.peft.dim = 16\nrecipe.peft.target_modules = [\"linear_qkv\"]\n",
            "workload.tuning=lora workload.lora_rank=16 workload.lora_targets=attention");
        row("a recipe that states what the file does not",
            "from nemo.collections import llm\nrecipe = llm.llama3_70b.pretrain_recipe(num_nodes=4, "
            "num_gpus_per_node=8)\nrecipe.data.micro_batch_size = 1\n",
            "workload.model=llama3.1-70b cluster.gpus=32 workload.batch_per_gpu=1 plan.tensor_parallel=open "
            "plan.pipeline_parallel=open plan.context_parallel=open");
        row("objects inside objects",
            "from megatron.bridge.training.config import ConfigContainer\ncfg = ConfigContainer(\n"
            "    model=Provider(tensor_model_parallel_size=2, seq_length=4 * 1024),\n"
            "    train=TrainingConfig(micro_batch_size=1,\n        global_batch_size=512), "
            "evaluation=E(seq_length=9))\n",
            "plan.tensor_parallel=2 workload.sequence_length=4096 workload.batch_per_gpu=1 workload.global_batch=512");
        row("OLMo-core",
            "from olmo_core.config import DType\nLENGTH = 4096\nBATCH = 1_024 * LENGTH\ndef model(common):\n"
            "    return TransformerConfig.llama2_7B(vocab_size=common.size)\ndef module():\n"
            "    return TransformerTrainModuleConfig(rank_microbatch_size=2 * LENGTH, max_sequence_length=LENGTH,\n"
            "        dp_config=DP(name=DataParallelType.fsdp, param_dtype=DType.bfloat16), "
            "optim=SkipStepLionConfig())\n"
            "def loader():\n    return NumpyDataLoaderConfig(global_batch_size=BATCH)\n",
            "workload.model=llama2-7b workload.sequence_length=4096 workload.batch_per_gpu=2 "
            "workload.global_batch=1024 plan.zero_stage=3 workload.precision=bf16 plan.optimizer=lion "
            "plan.recompute=none");
        row("OLMo-core, a model of its own and FP8",
            "from olmo_core.config import DType\ndef model():\n    return TransformerConfig.llama2_7B(n_layers=4)\n"
            "def module():\n    return TransformerTrainModuleConfig(rank_microbatch_size=8192, "
            "max_sequence_length=4096,\n        float8_config=Float8Config(ao=A()))\n",
            "workload.model=open workload.batch_per_gpu=2 workload.precision=fp8");
        row("a quantized model with adapters, in Python",
            "import torch\nfrom transformers import TrainingArguments\nfrom peft import LoraConfig\n"
            "NAME = \"meta-llama/Llama-2-7b-hf\"\nbits = BitsAndBytesConfig(load_in_4bit=True)\n"
            "model = AutoModelForCausalLM.from_pretrained(NAME, torch_dtype=torch.bfloat16)\n"
            "model = prepare_model_for_kbit_training(model)\n"
            "model = get_peft_model(model, LoraConfig(r=16, target_modules=[\"q_proj\", \"v_proj\"]))\n"
            "args = TrainingArguments(per_device_train_batch_size=4, bf16=True)\n",
            "workload.model=llama2-7b workload.tuning=qlora workload.lora_rank=16 "
            "workload.lora_targets=query-value workload.batch_per_gpu=4 workload.precision=bf16 plan.recompute=full "
            "plan.accumulation=1");
        row("what Python works out",
            "from transformers import TrainingArguments\nN = int(input())\nargs = TrainingArguments(\n"
            "    per_device_train_batch_size=N,\n    gradient_accumulation_steps=8 if N > 2 else 4,\n"
            "    bf16=torch.cuda.is_bf16_supported(),\n    gradient_checkpointing=options.recompute,\n"
            "    max_length=2048)\n",
            "workload.batch_per_gpu=open plan.accumulation=open workload.precision=open plan.recompute=open");
        row("a condition in Python",
            "from transformers import TrainingArguments\nB = 4\nif big:\n    B = 8\nif small: L = 2\n"
            "args = TrainingArguments(per_device_train_batch_size=B, gradient_accumulation_steps=2)\n"
            "if slow:\n    args.gradient_accumulation_steps = 4\n",
            "workload.batch_per_gpu=open plan.accumulation=open");
        row("keywords from elsewhere",
            "from transformers import TrainingArguments\nfrom settings import more\n"
            "shared = dict(bf16=True)\nfixed = {\"gradient_accumulation_steps\": 2}\n"
            "args = TrainingArguments(per_device_train_batch_size=1, **fixed, **more)\n",
            "workload.batch_per_gpu=1 plan.accumulation=2 workload.precision=open plan.recompute=open");
        row("frozen weights in Python",
            "from transformers import TrainingArguments\nfor p in model.embed.parameters():\n"
            "    p.requires_grad = False\nargs = TrainingArguments(per_device_train_batch_size=1)\n",
            "workload.batch_per_gpu=1");
        row("a dictionary for DeepSpeed",
            "from transformers import TrainingArguments\nds = {\"zero_optimization\": {\"stage\": 2},\n"
            "      \"bf16\": {\"enabled\": True}}\n"
            "args = TrainingArguments(per_device_train_batch_size=2, deepspeed=ds)\n",
            "workload.batch_per_gpu=2 plan.zero_stage=2 workload.precision=bf16");
        row("a recipe whose model is changed",
            "from nemo.collections import llm\nrecipe = llm.llama3_8b.pretrain_recipe(num_nodes=1)\n"
            "recipe.model.config.num_layers = 8\n",
            "workload.model=open");
        row("a recipe with adapters",
            "from nemo.collections import llm\nrecipe = llm.llama3_8b.pretrain_recipe(num_nodes=1)\n"
            "if lean:\n    recipe.peft = run.Config(schemes[lean])\n",
            "workload.model=llama3.1-8b workload.tuning=open");
        row("a command in a text of Python",
            "\"\"\"\npython sft.py \\\n    --per_device_train_batch_size 1 \\\n    --max_seq_length 1024\n\"\"\"\n"
            "from transformers import AutoModelForCausalLM\nfrom trl import SFTConfig, SFTTrainer\n"
            "args = HfArgumentParser(SFTConfig).parse_args_into_dataclasses()[0]\n"
            "model = AutoModelForCausalLM.from_pretrained(\"meta-llama/Llama-2-7b-hf\")\n"
            "trainer = SFTTrainer(model=model, args=args, max_seq_length=1000)\n",
            "workload.model=llama2-7b workload.sequence_length=1000 workload.batch_per_gpu=open "
            "plan.recompute=open workload.precision=open plan.accumulation=open");
        row("several names at once",
            "from unsloth import FastLanguageModel\nfrom transformers import TrainingArguments\n"
            "model, tokenizer = FastLanguageModel.from_pretrained(model_name=\"Qwen/Qwen2.5-7B\", "
            "max_seq_length=2048,\n"
            "    load_in_4bit=False)\nmodel = FastLanguageModel.get_peft_model(model, r=16)\n"
            "args = TrainingArguments(per_device_train_batch_size=sizes[\"batch\"])\n",
            "workload.model=qwen2.5-7b workload.sequence_length=2048 workload.batch_per_gpu=open workload.tuning=lora "
            "workload.lora_rank=16 plan.recompute=open");
        row("tokens of a batch whose sequences are not known",
            "from olmo_core.config import DType\ndef loader(options):\n"
            "    return NumpyDataLoaderConfig(global_batch_size=4 * 1024 * 1024), "
            "T(rank_microbatch_size=options.size)\n",
            "workload.global_batch=open workload.sequence_length=open workload.scaling=open");
        row("offloading of FSDP",
            "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 512\nmicro_batch_size: 1\nfsdp_config:\n"
            "  fsdp_offload_params: true\n  fsdp_sharding_strategy: FULL_SHARD\n",
            "plan.offload=optimizer-and-parameters plan.zero_stage=3");
        row("offloading in the first form of DeepSpeed",
            R"({"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 2, "cpu_offload": true}})",
            "plan.offload=optimizer");
        row("8-bit products of LLaMA-Factory",
            "model_name_or_path: meta-llama/Meta-Llama-3-8B\nfinetuning_type: full\ncutoff_len: 512\nbf16: true\n"
            "fp8: true\n",
            "workload.precision=fp8");
        row("LLaMA-Factory, nothing recomputed",
            "model_name_or_path: meta-llama/Meta-Llama-3-8B\nfinetuning_type: full\ncutoff_len: 512\n"
            "disable_gradient_checkpointing: true\n",
            "plan.recompute=none");
        row("what TRL's releases assume differs from the Trainer",
            "model_name_or_path: Qwen/Qwen2.5-7B\nper_device_train_batch_size: 2\nmax_length: 2048\n",
            "workload.batch_per_gpu=2 plan.recompute=open workload.precision=open");
        row("what is said to TRL",
            "model_name_or_path: Qwen/Qwen2.5-7B\nper_device_train_batch_size: 2\nmax_length: 2048\nbf16: true\n"
            "gradient_checkpointing: true\n",
            "plan.recompute=full workload.precision=bf16");
        row("weights that are loaded in 16 bits",
            "model_name_or_path: Qwen/Qwen2.5-7B\nper_device_train_batch_size: 2\nmodel_max_length: 2048\n"
            "torch_dtype: bfloat16\n",
            "workload.precision=bf16 plan.recompute=none");
        row("weights that are loaded as they are kept",
            "model_name_or_path: Qwen/Qwen2.5-7B\nper_device_train_batch_size: 2\nmodel_max_length: 2048\n"
            "torch_dtype: auto\n",
            "workload.precision=open plan.recompute=none");
        row("weights in 16 bits beside mixed precision",
            "model_name_or_path: Qwen/Qwen2.5-7B\nper_device_train_batch_size: 2\nmodel_max_length: 2048\n"
            "torch_dtype: bfloat16\nfp16: true\n",
            "workload.precision=fp16");
        row("the format of LLaMA-Factory, which is that of the model",
            "model_name_or_path: meta-llama/Meta-Llama-3-8B\nfinetuning_type: full\ncutoff_len: 512\n",
            "workload.precision=open plan.recompute=full");
        row("supervised tuning by OpenRLHF",
            "deepspeed --module openrlhf.cli.train_sft --pretrain meta-llama/Meta-Llama-3-8B --max_len 4096 "
            "--train_batch_size 256 --micro_train_batch_size 2 --zero_stage 2 --bf16 --gradient_checkpointing\n",
            "workload.model=llama3.1-8b workload.batch_per_gpu=2 workload.global_batch=256 plan.zero_stage=2 "
            "workload.sequence_length=4096 plan.recompute=full");
        row("keys that are not known, but contradict a default",
            "torchrun --nproc_per_node 8 train.py --per_device_train_batch_size 2 --block_size 1024 "
            "--n_gradient_accumulation 4 --activation_checkpoint_every 2 --mixed_precision_mode x\n",
            "workload.batch_per_gpu=2 plan.accumulation=open plan.recompute=open workload.precision=open");
        row("exchanges of Megatron-LM",
            "--num-layers 4 --hidden-size 1024 --num-attention-heads 16 --num-experts 8 --context-parallel-size 8 "
            "--cp-comm-type a2a+p2p --hierarchical-context-parallel-sizes 2 4 --moe-token-dispatcher-type flex "
            "--moe-enable-deepep --bf16 --fp8-format hybrid --fp8-recipe blockwise\n",
            "plan.context_parallel=8 plan.context_exchange=hierarchical plan.context_inner=2 "
            "plan.expert_dispatch=once-per-node workload.precision=fp8 workload.narrow_scaling=block");
        row("HybridEP of Megatron-LM",
            "--num-layers 4 --hidden-size 1024 --num-attention-heads 16 --num-experts 8 --moe-token-dispatcher-type "
            "flex "
            "--moe-flex-dispatcher-backend hybridep --bf16 --fp8-format hybrid --fp8-recipe tensorwise\n",
            "plan.expert_dispatch=hybridep workload.precision=fp8 workload.narrow_scaling=current");
        row("delayed scaling of Megatron-LM",
            "--num-layers 4 --hidden-size 1024 --num-attention-heads 16 --bf16 --fp8-format hybrid --fp8-recipe "
            "delayed\n",
            "workload.precision=fp8 workload.narrow_scaling=delayed");
        row("MXFP8 of Megatron-LM",
            "--num-layers 4 --hidden-size 1024 --num-attention-heads 16 --bf16 --fp8-format e4m3 --fp8-recipe mxfp8\n",
            "workload.precision=mxfp8");
        row("row-wise FP8 of TorchTitan",
            "[model]\nname = \"llama3\"\nflavor = \"8B\"\nconverters = [\"float8\"]\n[float8]\nrecipe_name = "
            "\"rowwise\"\n[training]\nlocal_batch_size = 1\nseq_len = 8192\n[parallelism]\n"
            "data_parallel_shard_degree = -1\n",
            "workload.precision=fp8 workload.narrow_scaling=row");
        row("TRL in Python",
            "from trl import SFTConfig\nargs = SFTConfig(\n    per_device_train_batch_size=4,\n"
            "    gradient_accumulation_steps=2,\n)\n",
            "workload.batch_per_gpu=4 plan.recompute=open workload.precision=open");
    }
    void valuesAreReadAsTheirFilesWriteThem()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, settings);
        QCOMPARE(differences(test::imported(text.toStdString(), "job"), settings.constData()), QString());
    }

    /// Python that grows without end when its variables are put in, or is nested without end.
    void hostilePythonIsReadInBounds()
    {
        const std::string begin = "from transformers import TrainingArguments\nx = [" + [] {
            std::string items;
            for (int i = 0; i < 400; ++i)
                items += "1,";
            return items;
        }() + "]\n";
        std::string uses = "y = [";
        for (int i = 0; i < 60000; ++i)
            uses += "x,";
        const std::string end = "\nargs = TrainingArguments(per_device_train_batch_size=2, bf16=True)\n";
        QCOMPARE(differences(test::imported(begin + uses + "]" + end), "workload.batch_per_gpu=2"), QString());
        for (const char* piece : {"(", "[", "{", "-", "a.b(", "1**", "not ", "x[", "def f(", "global "}) {
            std::string deep = "from transformers import TrainingArguments\n";
            for (int i = 0; i < 20000; ++i)
                deep += piece;
            const Result<Evidence> read = importBytes(deep + end, "deep.py");
            QVERIFY(read || !read.error().message.empty());
        }
    }

    void recomputationOfSomeLayersIsAsked()
    {
        const auto job = [](const char* layers) {
            return test::imported(
                "--num-layers 8 --hidden-size 256 --num-attention-heads 4 --vocab-size 1000 "
                "--pipeline-model-parallel-size 2 --recompute-granularity full --recompute-method block "
                "--seq-length 64 --micro-batch-size 1 --recompute-num-layers "
                    + std::string(layers),
                "run.sh");
        };
        QVERIFY(asks(job("2"), "plan.recompute"));
        QVERIFY(!settingOf(job("2"), "plan.recompute"));
        QCOMPARE(differences(job("4"), "plan.recompute=full"), QString());
    }

    void aMissingFileMaySetThePrecision()
    {
        const Evidence evidence = test::imported("distributed_type: DEEPSPEED\nnum_processes: 16\ndeepspeed_config:\n"
                                                 "  deepspeed_config_file: ds.json\n",
            "accelerate.yaml");
        for (const char* id : {"workload.precision", "plan.zero_stage", "plan.recompute"})
            QVERIFY2(asks(evidence, id) && !settingOf(evidence, id), id);
    }

    void recomputationOfTheScriptComesBeforeThatOfItsSharding()
    {
        const Evidence accelerate = test::imported("distributed_type: FSDP\nnum_processes: 8\nmixed_precision: bf16\n"
                                                   "fsdp_config:\n  fsdp_activation_checkpointing: false\n",
            "a.yaml");
        const Evidence script = test::imported(
            "per_device_train_batch_size: 2\nmax_length: 512\nbf16: true\ngradient_checkpointing: true\n", "t.yaml");
        QCOMPARE(differences(accelerate, "plan.recompute=none"), QString());
        const std::vector<Evidence> files{accelerate, script};
        QCOMPARE(differences(combine(files).combined, "plan.recompute=full"), QString());
    }

    void aMissingFileMayShard()
    {
        const Evidence evidence = test::imported("deepspeed p.py --deepspeed --deepspeed_config ds.json --num-layers 8 "
                                                 "--hidden-size 256 --num-attention-heads 4 --seq-length 512\n",
            "run.sh");
        QVERIFY(!settingOf(evidence, "plan.zero_stage"));
        QVERIFY(asks(evidence, "plan.zero_stage"));
    }

    void optimizersAreReadByName_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("settings");
        const auto row = [](const char* name, const char* optimizer) {
            QTest::newRow(name) << QByteArray(name) << QByteArray("plan.optimizer=") + optimizer;
        };
        row("adamw_torch_fused", "adamw");
        row("adamw_bnb_8bit", "adamw-8bit");
        row("paged_adamw_8bit", "adamw-8bit");
        row("adafactor", "adafactor");
        row("lion_32bit", "lion");
        row("sgd", "sgd");
        row("muon", "muon");
        row("adamw_torch_4bit", "open");
        row("galore_adamw", "open");
        row("lion_8bit", "open");
    }
    void optimizersAreReadByName()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, settings);
        const Evidence evidence = test::imported(
            "per_device_train_batch_size: 2\nmax_length: 512\noptim: " + name.toStdString() + "\n", "job.yaml");
        QCOMPARE(differences(evidence, settings.constData()), QString());
    }

    void adaptersAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("settings");
        const auto row = [](const char* name, const char* text, const char* settings) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(settings);
        };
        row("Axolotl, QLoRA on all layers",
            "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 512\nmicro_batch_size: 1\nadapter: qlora\nlora_r: 32\n"
            "load_in_4bit: true\nlora_target_linear: true\n",
            "workload.tuning=qlora workload.lora_rank=32 workload.lora_targets=all-linear");
        row("Axolotl, modules in a list",
            "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 512\nmicro_batch_size: 1\nadapter: lora\nlora_r: 8\n"
            "lora_target_modules:\n  - q_proj\n  - v_proj\n",
            "workload.tuning=lora workload.lora_rank=8 workload.lora_targets=query-value");
        row("Axolotl, all parameters",
            "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 512\nmicro_batch_size: 1\nadapter:\n",
            "workload.tuning=open workload.lora_rank=open");
        row("LLaMA-Factory, its defaults",
            "model_name_or_path: meta-llama/Meta-Llama-3-8B\nfinetuning_type: lora\nstage: sft\ncutoff_len: 1024\n",
            "workload.tuning=lora workload.lora_rank=8 workload.lora_targets=all-linear");
        row("LLaMA-Factory, 4 bits",
            "model_name_or_path: meta-llama/Meta-Llama-3-8B\nfinetuning_type: lora\ncutoff_len: 1024\n"
            "quantization_bit: 4\nlora_rank: 64\nlora_target: q_proj,k_proj,v_proj,o_proj\n",
            "workload.tuning=qlora workload.lora_rank=64 workload.lora_targets=attention");
        row("TRL, PEFT's defaults",
            "model_name_or_path: Qwen/Qwen2.5-7B-Instruct\nper_device_train_batch_size: 2\nmax_length: 2048\n"
            "use_peft: true\n",
            "workload.tuning=lora workload.lora_rank=8 workload.lora_targets=query-value");
        row("torchtune, by the name of the model",
            "model:\n  _component_: torchtune.models.llama3_1.qlora_llama3_1_8b\n  lora_attn_modules: [q_proj, v_proj, "
            "output_proj]\n  apply_lora_to_mlp: True\n  lora_rank: 16\ntokenizer:\n  max_seq_len: 2048\nbatch_size: "
            "4\n",
            "workload.tuning=qlora workload.lora_rank=16 workload.lora_targets=all-linear");
    }
    void adaptersAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, settings);
        const Evidence evidence = test::imported(text.toStdString(), "job.yaml");
        QCOMPARE(differences(evidence, settings.constData()), QString());
        QVERIFY(!asks(evidence, ""));
    }

    void adaptersThatAreNotSwitchedOnAreAsked()
    {
        const std::string flags = "python train.py --per_device_train_batch_size 2 --bf16 True --max_length 512 ";
        QVERIFY(asks(test::imported(flags + "--lora_r 16 --lora_alpha 32\n", "run.sh"), "workload.tuning"));
        QVERIFY(!asks(test::imported(flags + "--lora_enable True --lora_r 16\n", "run.sh"), "workload.tuning"));
        QVERIFY(!asks(test::imported(flags + "\n", "run.sh"), "workload.tuning"));
    }

    void severalFilesAreOneJob()
    {
        const std::vector<Evidence> files{
            test::imported(
                R"({"train_micro_batch_size_per_gpu": "auto", "zero_optimization": {"stage": 3}})", "ds.json"),
            test::imported("torchrun --nnodes 2 --nproc_per_node 8 sft.py --deepspeed cfg/ds.json "
                           "--per_device_train_batch_size 2 --max_length 4096 --bf16",
                "run.sh"),
            test::imported(test::sampleText("configs/llama-2-7b.json"), "config.json")};
        const ImportSet set = combine(files);
        QCOMPARE(differences(set.combined,
                     "plan.zero_stage=3 cluster.gpus=16 workload.batch_per_gpu=2 workload.precision=bf16 "
                     "workload.layers=32"),
            QString());
        QVERIFY(!asks(set.combined, "workload.model"));
        QVERIFY(!test::skips(set.combined, "import it with this file"));
    }

    void theOrderOfFilesDoesNotMatter_data()
    {
        QTest::addColumn<QByteArrayList>("texts");
        QTest::addColumn<QByteArray>("settings");
        QTest::newRow("a model, a JSON and a script")
            << QByteArrayList{QByteArray::fromStdString(test::sampleText("configs/llama-2-7b.json")),
                   R"({"train_micro_batch_size_per_gpu": "auto", "bf16": {"enabled": "auto"}, "zero_optimization": )"
                   R"({"stage": 3, "offload_optimizer": {"device": "cpu"}}})",
                   "torchrun --nnodes 2 --nproc_per_node 8 sft.py --deepspeed f1 --per_device_train_batch_size 2 "
                   "--gradient_accumulation_steps 4 --max_length 4096 --bf16 True"}
            << QByteArray("plan.zero_stage=3 plan.offload=optimizer cluster.gpus=16 workload.batch_per_gpu=2 "
                          "plan.accumulation=4 workload.precision=bf16 workload.layers=32");
        QTest::newRow("a file and what its command overrides")
            << QByteArrayList{"[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 1\nseq_len "
                              "= "
                              "8192\n[parallelism]\ntensor_parallel_degree = 2\n",
                   "torchrun --nnodes 2 --nproc_per_node=8 -m torchtitan.train --job.config_file f0 "
                   "--training.local_batch_size 4 --parallelism.tensor_parallel_degree=4"}
            << QByteArray("workload.model=llama3.1-8b workload.sequence_length=8192 workload.batch_per_gpu=4 "
                          "plan.tensor_parallel=4 cluster.gpus=16");
        QTest::newRow("a questionnaire and a script")
            << QByteArrayList{"distributed_type: FSDP\nnum_machines: 2\nnum_processes: 16\nmixed_precision: bf16\n"
                              "fsdp_config:\n  fsdp_sharding_strategy: FULL_SHARD\n",
                   "accelerate launch --num_processes 8 --num_machines 1 sft.py --per_device_train_batch_size 2 "
                   "--gradient_checkpointing True"}
            << QByteArray("cluster.gpus=8 plan.zero_stage=3 workload.precision=bf16 plan.recompute=full");
    }
    void theOrderOfFilesDoesNotMatter()
    {
        QFETCH(QByteArrayList, texts);
        QFETCH(QByteArray, settings);
        std::vector<Evidence> files;
        for (qsizetype i = 0; i < texts.size(); ++i)
            files.push_back(test::imported(texts[i].toStdString(), "f" + std::to_string(i)));
        const auto byName = [](const Evidence& a, const Evidence& b) { return a.source.name < b.source.name; };
        const auto told = [](const Evidence& evidence) {
            std::vector<std::string> all;
            for (const ObservedSetting& s : evidence.settings)
                all.push_back(s.parameter + "=" + std::to_string(s.value) + " " + s.place);
            for (const JobQuestion& q : evidence.questions)
                all.push_back(q.text);
            for (const SkippedItem& item : evidence.skipped)
                all.push_back(item.place + item.reason);
            std::ranges::sort(all);
            return all;
        };
        const std::vector<std::string> first = told(combine(files).combined);
        do {
            const ImportSet set = combine(files);
            QCOMPARE(differences(set.combined, settings.constData()), QString());
            QCOMPARE(told(set.combined), first);
        } while (std::next_permutation(files.begin(), files.end(), byName));
    }

    void aFamilyOfGpusThatHasSeveralFormsIsSaid()
    {
        const auto script = [](const char* cards) {
            return test::imported(std::string("#!/bin/sh\n#SBATCH --nodes=2\n#SBATCH --gres=gpu:") + cards
                    + ":4\nsrun python p.py --num-attention-heads 4 --micro-batch-size 2 --seq-length 64\n",
                "run.sh");
        };
        QVERIFY(test::skips(script("a100"), "a100 has several forms"));
        QVERIFY(!test::skips(script("mi300x"), "has several forms"));
    }

    void everyAxisOfAMeshCounts_data()
    {
        QTest::addColumn<QByteArray>("axes");
        QTest::addColumn<double>("gpus"); // 0: asked
        QTest::newRow("slices") << QByteArray("ici_fsdp_parallelism: 16\ndcn_data_parallelism: 4\n") << 256.;
        QTest::newRow("experts") << QByteArray(
            "ici_fsdp_parallelism: 8\nici_expert_parallelism: 2\ndcn_data_parallelism: 1\n")
                                 << 64.;
        QTest::newRow("slices are not stated") << QByteArray("ici_fsdp_parallelism: 16\n") << 0.;
        QTest::newRow("slices are left open")
            << QByteArray("ici_fsdp_parallelism: 16\ndcn_data_parallelism: -1\n") << 0.;
        QTest::newRow("another axis") << QByteArray(
            "ici_fsdp_parallelism: 16\ndcn_data_parallelism: 2\nici_sequence_parallelism: 2\n")
                                      << 0.;
    }
    void everyAxisOfAMeshCounts()
    {
        QFETCH(QByteArray, axes);
        QFETCH(double, gpus);
        const Evidence evidence = test::imported("model_name: llama2-70b\nper_device_batch_size: 2\n"
                                                 "ici_tensor_parallelism: 4\n"
                + axes.toStdString(),
            "job.yml");
        QCOMPARE(settingOf(evidence, "cluster.gpus").value_or(0), gpus);
        QCOMPARE(asks(evidence, "cluster.gpus"), gpus == 0);
    }

    void answersPrecedeFiles()
    {
        const std::vector<Evidence> files{
            test::imported("per_device_train_batch_size: 2\nmax_length: 512\nbf16: true\n", "job.yaml")};
        const std::vector<ObservedSetting> answers{
            {"cluster.gpus", 64, "--set"}, {"workload.sequence_length", 1024, "--set"}};
        const ImportSet set = combine(files, answers);
        QCOMPARE(differences(set.combined, "cluster.gpus=64 workload.sequence_length=1024"), QString());
        QVERIFY(!asks(set.combined, "cluster.gpus"));
    }

    void contradictionsAreListed()
    {
        const Evidence evidence = test::imported("torchrun --nnodes 1 --nproc_per_node 8 pretrain_gpt.py "
                                                 "--tensor-model-parallel-size 2 --micro-batch-size 3 "
                                                 "--global-batch-size 64 --seq-length 512 --num-attention-heads 8",
            "run.sh");
        QVERIFY(test::skips(evidence, "is no multiple of micro-batch 3 × 4 replicas"));
    }

    /// They share keys with NeMo and OLMo, but not what is assumed where a key is missing.
    void softwareThatIsNotReadIsNamed_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("named");
        QTest::newRow("LitGPT") << QByteArray("checkpoint_dir: a\nprecision: bf16-true\ndevices: 8\nnum_nodes: 1\n"
                                              "train:\n  global_batch_size: 64\n  micro_batch_size: 4\n"
                                              "  lr_warmup_steps: 10\n")
                                << QStringLiteral("LitGPT");
        QTest::newRow("llm-foundry") << QByteArray("max_seq_len: 2048\nglobal_train_batch_size: 256\n"
                                                   "device_train_microbatch_size: 4\nmodel:\n  name: mpt_causal_lm\n"
                                                   "  d_model: 768\ntrain_loader:\n  name: text\n")
                                     << QStringLiteral("llm-foundry");
    }
    void softwareThatIsNotReadIsNamed()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, named);
        const QString refusal = QString::fromStdString(test::refusalOf(text.toStdString()));
        QVERIFY2(refusal.contains(named) && refusal.contains(QStringLiteral("not read")), qPrintable(refusal));
    }

    void otherTextIsNoJob_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("service") << QByteArray("services:\n  web:\n    image: nginx\n    restart: always\n");
        QTest::newRow("project") << QByteArray("[project]\nname = \"demo\"\nversion = \"1.0\"\n");
        QTest::newRow("script") << QByteArray("#!/bin/sh\nls --all\nrm --force core\n");
        QTest::newRow("one key of a job") << QByteArray("{\"train_batch_size\": 8}");
    }
    void otherTextIsNoJob()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!test::refusalOf(text.toStdString()).empty());
    }
};

KNEEPOINT_TEST(JobConfigurationTest)
#include "job_configuration_test.moc"
