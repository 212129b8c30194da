// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/job_lines.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// How GPUs, layouts, batches and shards follow from what a job's files state.
class JobDivisionTest : public QObject {
    Q_OBJECT

private slots:
    void gpusAreCounted_data()
    {
        const test::JobRow row = test::jobRows();
        row("nodes of GPUs", "srun --nodes 4 --gpus-per-node 8",
            "cluster.gpus=32 (4 nodes (line 1) of 8 GPUs)\ncluster.gpus_per_node=8 (line 1)\nno asked cluster.gpus");
        row("named cards", "srun --nodes 2 --gres gpu:mi300x:4",
            "cluster.gpus=8 (2 nodes (line 1) of 4 GPUs)\ncluster.gpu=mi300x (line 1)\nno skipped line 1: mi300x");
        row("a card without a number", "srun --nodes 2 --gres gpu:mi300x",
            "cluster.gpus=2 (2 nodes (line 1) of 1 GPUs)\ncluster.gpu=mi300x (line 1)");
        row("cards of several forms", "srun --nodes 2 --gres gpu:a100:4",
            "cluster.gpu=a100-sxm-80 (line 1)\n"
            "skipped line 1: a100 has several forms, with other memory or links; this one is taken: a100-sxm-80");
        row("cards that are not known", "srun --nodes 2 --gres gpu:fast:4",
            "cluster.gpus=8 (2 nodes\nno cluster.gpu=\nasked cluster.gpu: Which GPU?");
        row("nodes alone", "srun --nodes 2", "no cluster.gpus\nasked cluster.gpus: How many GPUs?");
        row("GPUs of a node alone", "srun --gpus-per-node 4",
            "no cluster.gpus=\ncluster.gpus_per_node=4 (line 1)\nasked cluster.gpus: How many nodes of 4 GPUs?\n"
            "asked cluster.interconnect: Which network connects the nodes?");
        row("processes of a node", "torchrun --nnodes 3 --nproc_per_node 4",
            "cluster.gpus=12 (3 nodes (line 1) of 4 GPUs)\ncluster.gpus_per_node=4 (line 1)\nno skipped line 1: 4");
        row("nodes in three ways", "srun --nodes 2 --num-nodes 3 --num-machines 4 --gpus-per-node 8",
            "cluster.gpus=16 (2 nodes\nskipped line 1: 3 differs from 2 (line 1), which is used\n"
            "skipped line 1: 4 differs from 2 (line 1), which is used");
        row("one process of a node", "torchrun --nnodes 3 --nproc_per_node 1",
            "cluster.gpus=3 (3 nodes (line 1) of 1 GPUs)");
        row("processes that contradict the cards", "srun --nodes 2 --gpus-per-node 8 torchrun --nproc_per_node 4",
            "cluster.gpus=8 (2 nodes\n"
            "skipped line 1: 8 GPUs per node are asked for, 4 processes started (line 1), which are used");
        row("processes that agree with the cards", "srun --nodes 2 --gpus-per-node 8 torchrun --nproc_per_node 8",
            "cluster.gpus=16 (2 nodes\nno skipped line 1: 8 GPUs");
        row("tasks of a node", "srun --nodes 2 --ntasks-per-node 4",
            "cluster.gpus=8 (2 nodes (line 1) of 4 GPUs)\ncluster.gpus_per_node=4 (line 1)");
        row("one task of a node is a launcher", "srun --nodes 2 --ntasks-per-node 1",
            "no cluster.gpus\nasked cluster.gpus: How many GPUs?");
        row("tasks that share a card", "srun --nodes 2 --ntasks-per-node 4 --gpus-per-node 1",
            "cluster.gpus=2 (2 nodes");
        row("tasks beside cards", "srun --nodes 2 --ntasks-per-node 4 --gpus-per-node 8", "cluster.gpus=16 (2 nodes");
        row("cards of tasks", "srun --nodes 2 --ntasks-per-node 4 --gpus-per-task 2",
            "cluster.gpus=16 (2 nodes (line 1) of 8 GPUs)\ncluster.gpus_per_node=8 (line 1)");
        row("cards of tasks alone", "srun --nodes 2 --gpus-per-task 2", "no cluster.gpus");
        row("cards of tasks beside those of a node",
            "srun --nodes 2 --ntasks-per-node 4 --gpus-per-task 2 --gpus-per-node 4", "cluster.gpus=8 (2 nodes");
        row("all processes", "accelerate launch --num_processes 16",
            "cluster.gpus=16 (line 1)\nno cluster.gpus_per_node");
        row("all processes on nodes", "accelerate launch --num_processes 16 --num_machines 4",
            "cluster.gpus=16 (line 1)\ncluster.gpus_per_node=4 (16 GPUs on 4 nodes)\nno skipped line 1: 4 nodes");
        row("all processes on nodes that do not divide them", "accelerate launch --num_processes 16 --num_machines 3",
            "cluster.gpus=16 (line 1)\nno cluster.gpus_per_node\nno skipped line 1: 3 nodes");
        row("all processes on nodes of GPUs",
            "srun --gpus-per-node 8 accelerate launch --num_processes 16 --num_machines 2",
            "cluster.gpus=16 (line 1)\ncluster.gpus_per_node=8 (line 1)\nno skipped line 1: 2 nodes");
        row("all processes that contradict nodes",
            "srun --gpus-per-node 8 accelerate launch --num_processes 12 --num_machines 2",
            "cluster.gpus=12 (line 1)\n"
            "skipped line 1: 2 nodes of 8 GPUs are not the 12 GPUs of line 1, which are used");
        row("all cards", "srun --gpus h100:16", "cluster.gpus=16 (line 1)");
        row("no cards", "srun --gpus 0", "no cluster.gpus\nno skipped line 1\nasked cluster.gpus: How many GPUs?");
        row("one card", "srun --gpus 1", "cluster.gpus=1 (line 1)");
        row("cards beside nodes", "srun --nodes 2 --gpus-per-node 8 --gpus 99", "cluster.gpus=16 (2 nodes");
        row("tasks", "srun --ntasks 16", "cluster.gpus=16 (line 1)");
        row("two tasks", "srun --ntasks 2", "cluster.gpus=2 (line 1)");
        row("one task", "srun --ntasks 1", "no cluster.gpus");
        row("tasks of launchers", "srun --ntasks 16 torchrun --nproc_per_node 8",
            "no cluster.gpus=\nasked cluster.gpus: How many nodes of 8 GPUs?");
        row("cards beside tasks", "srun --ntasks 16 --gpus 4", "cluster.gpus=4 (line 1)");
        row("a feature of the nodes", "srun --nodes 2 --gpus-per-node 8 --constraint 'gpu&h200'",
            "cluster.gpu=h200-sxm (line 1)");
        row("features to choose from", "srun --nodes 2 --gpus-per-node 8 --constraint 'h200|h100'", "no cluster.gpu=");
        row("a feature beside a card", "srun --nodes 2 --gres gpu:h100:8 --constraint h200",
            "cluster.gpu=h100-sxm (line 1)");
        row("a feature that is no GPU", "srun --nodes 2 --gpus-per-node 8 --constraint fast", "no cluster.gpu=");
        row("the network of one node", "srun --nodes 1 --gpus-per-node 8", "no asked cluster.interconnect");
        row("no network", "srun --nodes 1 --gpus-per-node 1", "cluster.gpus=1 (1 nodes\nno asked cluster.interconnect");
        row("the network of nodes", "srun --nodes 2 --gpus-per-node 8",
            "asked cluster.interconnect: Which network connects the nodes?");
        row("the network of what is not known", "srun --gpus 8", "asked cluster.interconnect");
    }
    void gpusAreCounted()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(test::wrongLines(test::imported(test::megatronCommand(text, "--seq-length 64"), "run.sh"), expected),
            QString());
    }

    void machinesAreKnownByTheirName_data()
    {
        const test::JobRow row = test::jobRows();
        row("a machine", "  instance_type: p5.48xlarge\nnum_nodes: 2\n",
            "cluster.machine=p5.48xlarge (line 2)\ncluster.gpus=16 (2 nodes (line 1) of 8 GPUs)\n"
            "no cluster.gpus_per_node\nno asked cluster.gpu:\nno asked cluster.interconnect\nno cluster.gpu=");
        row("a machine and its cards", "  instance_type: p5.48xlarge\n  accelerators: H100:8\n",
            "cluster.machine=p5.48xlarge\nno cluster.gpus_per_node\nno skipped line 2: H100");
        row("a machine and fewer cards", "  instance_type: p5.48xlarge\n  accelerators: H100:4\n",
            "cluster.machine=p5.48xlarge\ncluster.gpus_per_node=4 (line 2)\ncluster.gpus=4 (1 nodes");
        row("a machine and other cards", "  instance_type: p5.48xlarge\n  accelerators: A100:8\n",
            "cluster.machine=p5.48xlarge\nno cluster.gpu=\n"
            "skipped line 2: A100 is not the GPU of AWS p5.48xlarge, which is used");
        row("no machine", "  instance_type: z9.huge\n  accelerators: H100:8\n",
            "skipped line 2: the machine z9.huge is not known\ncluster.gpu=h100-sxm (line 2)\nno cluster.machine");
        row("a card", "  accelerators: H100\nnum_nodes: 2\n", "cluster.gpus=2 (2 nodes (line 1) of 1 GPUs)");
        row("a map of cards", "  accelerators: {H100: 4}\n", "cluster.gpu=h100-sxm\ncluster.gpus=4 (1 nodes");
    }
    void machinesAreKnownByTheirName()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const std::string task = "resources:\n" + text.toStdString() + "run: |\n  python p.py --seq-length 64\n";
        QCOMPARE(test::wrongLines(test::imported(task, "task.yaml"), expected), QString());
    }

    void productsOfNodesAreKnownByTheirName_data()
    {
        const test::JobRow row = test::jobRows();
        row("a product", "nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3", "cluster.gpu=h100-sxm (line ");
        row("another one", "nvidia.com/gpu.product: Fastest",
            "no cluster.gpu=\nskipped line 5: the GPU Fastest is not known");
        row("a product of a machine",
            "node.kubernetes.io/instance-type: p5.48xlarge, nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3",
            "cluster.machine=p5.48xlarge\nno cluster.gpu=\nno skipped line 5");
        row("another product of a machine",
            "node.kubernetes.io/instance-type: p5.48xlarge, nvidia.com/gpu.product: NVIDIA-A100-SXM4-80GB",
            "cluster.machine=p5.48xlarge\nno cluster.gpu=\n"
            "skipped line 5: NVIDIA-A100-SXM4-80GB is not the GPU of AWS p5.48xlarge, which is used");
    }
    void productsOfNodesAreKnownByTheirName()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const std::string pod = "apiVersion: v1\nkind: Pod\nspec:\n  nodeSelector:\n    {" + text.toStdString()
            + "}\n  containers:\n    - resources: {limits: {nvidia.com/gpu: 8}}\n";
        QCOMPARE(test::wrongLines(test::imported(pod, "pod.yaml"), expected), QString());
    }

    void theJobIsDivided_data()
    {
        const test::JobRow row = test::jobRows();
        row("defaults", "", "plan.tensor_parallel=1 (default of Megatron-LM");
        row("a replica that does not divide the GPUs", "--tensor-model-parallel-size 3",
            "skipped layout: 16 GPUs are no multiple of the 3 GPUs of a replica");
        row("a replica larger than the job", "--tensor-model-parallel-size 32",
            "skipped layout: 16 GPUs are no multiple of the 32 GPUs of a replica");
        row("a replica of all ways",
            "--tensor-model-parallel-size 2 --pipeline-model-parallel-size 2 "
            "--context-parallel-size 4",
            "no skipped layout");
        row("one way too many",
            "--tensor-model-parallel-size 2 --pipeline-model-parallel-size 2 "
            "--context-parallel-size 8",
            "skipped layout: 16 GPUs are no multiple of the 32 GPUs of a replica");
        row("layers of virtual stages",
            "--num-layers 16 --hidden-size 64 --pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage "
            "2",
            "plan.virtual_stages=2 (line 1)\nplan.pipeline_schedule=interleaved (virtual stages)");
        row("layers of virtual stages that do not divide",
            "--num-layers 16 --hidden-size 64 --pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage "
            "3",
            "no plan.virtual_stages\nno plan.pipeline_schedule\nskipped line 1: the layers of a virtual stage are not "
            "used: the number of layers is not known, or they do not divide it");
        row("layers of virtual stages of a model that is not known",
            "--pipeline-model-parallel-size 4 --num-layers-per-virtual-pipeline-stage 2",
            "no plan.virtual_stages\nskipped line 1: the layers of a virtual stage are not used");
        row("no virtual stages",
            "--num-layers 8 --hidden-size 64 --pipeline-model-parallel-size 4 "
            "--num-layers-per-virtual-pipeline-stage 2",
            "plan.virtual_stages=1 (line 1)\nno plan.pipeline_schedule");
        row("hierarchical exchanges",
            "--context-parallel-size 8 --cp-comm-type a2a+p2p --hierarchical-context-parallel-sizes 4 2",
            "plan.context_exchange=hierarchical (line 1)\nplan.context_inner=4 (line 1)");
        row("sizes of exchanges in brackets", "--hierarchical-context-parallel-sizes [4,2]",
            "plan.context_inner=4 (line 1)");
        row("sizes of exchanges that are none", "--hierarchical-context-parallel-sizes x",
            "no plan.context_inner\nskipped line 1: the sizes of hierarchical context parallelism are not understood");
        row("a backend of a plain dispatcher",
            "--moe-token-dispatcher-type alltoall --moe-flex-dispatcher-backend hybridep",
            "no plan.expert_dispatch=hybridep");
        row("a backend", "--moe-flex-dispatcher-backend hybridep", "plan.expert_dispatch=hybridep (line 1)");
    }
    void theJobIsDivided()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(test::wrongLines(test::imported(test::megatronCommand(
                                                     "srun --nodes 2 --gpus-per-node 8", "--seq-length 64 " + text),
                                      "run.sh"),
                     expected),
            QString());
    }

    void batchesAreDivided_data()
    {
        const test::JobRow row = test::jobRows();
        row("a batch", "--micro-batch-size 2 --global-batch-size 64",
            "workload.batch_per_gpu=2 (line 1)\nworkload.global_batch=64 (line 1)\nworkload.scaling=strong (line 1)\n"
            "no plan.accumulation\nno skipped line 1: a global batch");
        row("a batch of a replica", "--micro-batch-size 2",
            "workload.scaling=weak (no global batch is stated, so that of a replica is fixed)\nplan.accumulation=1");
        row("a batch that does not divide", "--micro-batch-size 2 --global-batch-size 40",
            "workload.global_batch=40\nskipped line 1: a global batch of 40 is no multiple of micro-batch 2 × 16 "
            "replicas");
        row("a batch below one micro-batch each", "--micro-batch-size 2 --global-batch-size 16",
            "skipped line 1: a global batch of 16 is no multiple of micro-batch 2 × 16 replicas");
        row("a batch of larger replicas", "--micro-batch-size 2 --global-batch-size 16 --tensor-model-parallel-size 4",
            "no skipped line 1: a global batch");
        row("a batch alone", "--global-batch-size 64",
            "workload.global_batch=64\nasked workload.batch_per_gpu: What is the micro-batch size?");
        row("a batch of tokens is none", "--micro-batch-size 0", "no workload.batch_per_gpu=0");
        row("training steps", "--micro-batch-size 2 --train-iters 1000",
            "workload.training_steps=1000 (line 1)\nworkload.training_goal=steps (training steps)");
        row("no training steps", "--micro-batch-size 2", "no workload.training_steps\nno workload.training_goal");
    }
    void batchesAreDivided()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(test::wrongLines(test::imported(test::megatronCommand(
                                                     "srun --nodes 2 --gpus-per-node 8", "--seq-length 64 " + text),
                                      "run.sh"),
                     expected),
            QString());
    }

    /// A batch that somebody answers is divided instead of the one that the file states.
    void batchesThatAreAnsweredAreDivided()
    {
        const auto answered = [](const char* flags, double batch) {
            const std::vector<Evidence> files{
                test::imported(test::megatronCommand("srun --nodes 2 --gpus-per-node 8",
                                   QByteArray("--seq-length 64 --micro-batch-size 2 ") + flags),
                    "run.sh")};
            const std::vector<ObservedSetting> answers{{"workload.global_batch", batch, "--set"}};
            return combine(files, answers).combined;
        };
        const QString strong = QStringLiteral("workload.scaling=strong (--set)\n");
        QCOMPARE(test::wrongLines(
                     answered("", 64), strong + QStringLiteral("workload.global_batch=64 (--set)\nno skipped --set")),
            QString());
        QCOMPARE(test::wrongLines(answered("", 60),
                     strong
                         + QStringLiteral(
                             "skipped --set: a global batch of 60 is no multiple of micro-batch 2 × 16 replicas")),
            QString());
        QCOMPARE(
            test::wrongLines(answered("--global-batch-size 63", 64),
                strong + QStringLiteral("workload.global_batch=64 (--set)\nno skipped run.sh: line 1: a global batch")),
            QString());
    }

    void batchesOfOtherSoftwareAreDivided_data()
    {
        const test::JobRow row = test::jobRows();
        row("DeepSpeed, GPUs from its batches",
            R"({"train_batch_size": 96, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4})",
            "cluster.gpus=12 (96 / (2 × 4) replicas of 1 GPUs)\nplan.accumulation=4");
        row("DeepSpeed, GPUs of stages from its batches",
            R"({"train_batch_size": 96, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4,
                "pipeline": {"stages": 2}})",
            "cluster.gpus=24 (96 / (2 × 4) replicas of 2 GPUs)");
        row("DeepSpeed, batches that contradict each other",
            R"({"train_batch_size": 97, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4})",
            "no cluster.gpus\nskipped /train_batch_size: the batch is no multiple of micro-batch × accumulation\n"
            "asked cluster.gpus: How many GPUs?\n"
            "no skipped /gradient_accumulation_steps");
        row("DeepSpeed, a batch without its accumulation",
            R"({"train_batch_size": 96, "train_micro_batch_size_per_gpu": 2})", "no cluster.gpus\nno skipped /train");
        row("Trainer, steps", "per_device_train_batch_size: 2\nmodel_max_length: 64\nmax_steps: 500\n",
            "workload.training_steps=500 (line 3)");
        row("Trainer, no steps", "per_device_train_batch_size: 2\nmodel_max_length: 64\nmax_steps: -1\n",
            "no workload.training_steps");
        row("Trainer, a step", "per_device_train_batch_size: 2\nmodel_max_length: 64\nmax_steps: 1\n",
            "workload.training_steps=1 (line 3)");
        row("a length that is missing", "per_device_train_batch_size: 2\ngradient_checkpointing: true\n",
            "asked workload.sequence_length: How many tokens are in a sequence?");
        row("TorchTitan",
            "[training]\nlocal_batch_size = 6\nseq_len = 64\n[parallelism]\ndata_parallel_shard_degree = 4\n",
            "workload.batch_per_gpu=6 (line 2)\nplan.accumulation=1 (line 2)\nworkload.scaling=weak\n"
            "cluster.gpus=4 (degrees of parallelism (line 5))");
        row("TorchTitan, stages",
            "[training]\nlocal_batch_size = 6\nseq_len = 64\n[parallelism]\npipeline_parallel_degree = 2\n",
            "workload.batch_per_gpu=1 (line 2)\nplan.accumulation=6 (line 2)");
        row("TorchTitan, stages and micro-batches",
            "[training]\nlocal_batch_size = 6\nseq_len = 64\n[parallelism]\npipeline_parallel_degree = 2\n"
            "pipeline_parallel_microbatch_size = 3\n",
            "workload.batch_per_gpu=3 (line 2)\nplan.accumulation=2 (line 2)");
        row("TorchTitan, micro-batches without stages",
            "[training]\nlocal_batch_size = 6\nseq_len = 64\n[parallelism]\npipeline_parallel_microbatch_size = 3\n",
            "workload.batch_per_gpu=6 (line 2)\nplan.accumulation=1 (line 2)");
        row("TorchTitan, a global batch",
            "[training]\nlocal_batch_size = 6\nglobal_batch_size = 48\nseq_len = 64\n[parallelism]\n"
            "data_parallel_shard_degree = 4\n",
            "workload.global_batch=48 (line 3)\nworkload.scaling=strong\nno plan.accumulation\nno skipped line");
        row("TorchTitan, no global batch", "[training]\nlocal_batch_size = 6\nglobal_batch_size = -1\nseq_len = 64\n",
            "workload.scaling=weak");
        row("TorchTitan, replicas of shards",
            "[training]\nlocal_batch_size = 6\nseq_len = 64\n[parallelism]\ndata_parallel_shard_degree = 4\n"
            "data_parallel_replicate_degree = 2\ntensor_parallel_degree = 2\n",
            "cluster.gpus=16 (degrees of parallelism (line 5))\nplan.shard_group=4 (line 5)\nplan.zero_stage=3 (line "
            "5)");
        row("TorchTitan, shards of what is left",
            "[training]\nlocal_batch_size = 6\nseq_len = 64\n[parallelism]\ndata_parallel_shard_degree = -1\n"
            "data_parallel_replicate_degree = 2\n",
            "no cluster.gpus\nplan.zero_stage=3\nno plan.shard_group");
        row("TorchTitan, no shards",
            "[training]\nlocal_batch_size = 6\nseq_len = 64\n[parallelism]\ndata_parallel_shard_degree = 1\n"
            "data_parallel_replicate_degree = 8\n",
            "cluster.gpus=8 (degrees of parallelism (line 5))\nplan.zero_stage=0 (line 5)\nno plan.shard_group");
        row("MaxText, a batch of devices",
            "per_device_batch_size: 2\nici_fsdp_parallelism: 4\ndcn_data_parallelism: 2\nici_tensor_parallelism: 2\n"
            "gradient_accumulation_steps: 2\n",
            "workload.batch_per_gpu=2 (2 per device (line 1))\nplan.accumulation=2\n"
            "cluster.gpus=16 (axes of the mesh (line 2))");
        row("MaxText, a device", "per_device_batch_size: 2\nici_fsdp_parallelism: 1\ndcn_data_parallelism: 1\n",
            "cluster.gpus=1 (axes of the mesh (line 2))\nno skipped");
        row("MaxText, an axis that is left open", "per_device_batch_size: 2\nici_fsdp_parallelism: -1\n",
            "no cluster.gpus\nno skipped\nasked cluster.gpus: How many GPUs?");
        row("nanotron, replicas",
            "parallelism:\n  dp: 4\n  tp: 2\n  pp: 3\ntokens:\n  micro_batch_size: 2\n  sequence_length: 64\n",
            "cluster.gpus=24 (4 replicas of 6 GPUs (line 2))");
        row("OLMo-core, tokens",
            "from olmo_core.config import D\nA(rank_microbatch_size=128, max_sequence_length=64)\n"
            "B(global_batch_size=640)\n",
            "workload.batch_per_gpu=2 (128 tokens (line 2))\nworkload.global_batch=10 (640 tokens (line 3))");
        row("OLMo-core, tokens of no whole sequences",
            "from olmo_core.config import D\nA(rank_microbatch_size=100, max_sequence_length=64)\n"
            "B(global_batch_size=640)\n",
            "no workload.batch_per_gpu\nskipped line 2: 100 tokens are no multiple of the sequence length");
        row("OLMo-core, tokens of sequences that are not known",
            "from olmo_core.config import D\nA(rank_microbatch_size=128)\nB(global_batch_size=640)\n",
            "no workload.batch_per_gpu\nno workload.global_batch\nno workload.scaling\nno skipped line 2\n"
            "skipped line 3: a batch of 640 tokens is a number of sequences once their length is known");
        row("pairs of answers",
            "model_name_or_path: meta-llama/Llama-3.1-8B\nstage: dpo\nper_device_train_batch_size: 3\ncutoff_len: 64\n",
            "workload.batch_per_gpu=6 (pairs of answers (line 3))");
    }
    void batchesOfOtherSoftwareAreDivided()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(test::wrongLines(test::imported(text.toStdString(), "job"), expected), QString());
    }

    void accumulationAgreesWithTheBatch_data()
    {
        const test::JobRow row = test::jobRows();
        row("agrees", "2", "plan.accumulation=2 (/gradient_accumulation_steps)\nno skipped /gradient");
        row("contradicts", "3",
            "no plan.accumulation\nskipped /gradient_accumulation_steps: 3 accumulated micro-batches contradict a "
            "global "
            "batch of 64 on 16 replicas, which needs 2");
    }
    void accumulationAgreesWithTheBatch()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const std::string file = R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 2,
            "gradient_accumulation_steps": )"
            + text.toStdString() + "}";
        const std::vector<Evidence> files{test::imported(file, "ds.json"),
            test::imported(
                test::megatronCommand("srun --nodes 2 --gpus-per-node 8", "--deepspeed_config ds.json"), "run.sh")};
        QCOMPARE(
            test::wrongLines(combine(files).combined, QString(expected).replace("/gradient", "ds.json: /gradient")),
            QString());
    }

    /// A default of the script does not contradict what the batches of another file need.
    void accumulationByDefaultContradictsNothing()
    {
        const std::vector<Evidence> files{
            test::imported(R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 2})", "ds.json"),
            test::imported("torchrun --nnodes 2 --nproc_per_node 8 t.py --per_device_train_batch_size 2 --deepspeed "
                           "ds.json --gradient_checkpointing True\n",
                "run.sh")};
        QCOMPARE(
            test::wrongLines(combine(files).combined,
                QStringLiteral("cluster.gpus=16\nworkload.global_batch=64\nno plan.accumulation\nno skipped default\n"
                               "no skipped ds.json: /train_batch_size")),
            QString());
    }

    /// A stated batch counts pairs of answers; an answer is what the parameter says, sequences.
    void answeredBatchesCountSequences()
    {
        const std::string file =
            "model_name_or_path: meta-llama/Llama-3.1-8B\nstage: dpo\nper_device_train_batch_size: "
            "3\ncutoff_len: 64\ngradient_accumulation_steps: 4\n";
        const std::vector<Evidence> files{test::imported(file, "job.yaml")};
        const std::vector<ObservedSetting> answers{
            {"workload.global_batch", 96, "--set"}, {"cluster.gpus", 4, "--set"}};
        QCOMPARE(test::wrongLines(combine(files, answers).combined,
                     QStringLiteral("workload.batch_per_gpu=6\nworkload.global_batch=96\nplan.accumulation=4")),
            QString());
    }

    void answersOfAMachineLeaveNoQuestionOfHardware()
    {
        const std::vector<Evidence> files{
            test::imported(test::megatronCommand("", "--seq-length 64 --micro-batch-size 2"), "run.sh")};
        const std::vector<ObservedSetting> machine{{"cluster.machine", 1, "--set"}},
            network{{"cluster.interconnect", 1, "--set"}};
        QCOMPARE(
            test::wrongLines(combine(files).combined, QStringLiteral("asked cluster.gpu:\nasked cluster.interconnect")),
            QString());
        QCOMPARE(test::wrongLines(combine(files, machine).combined,
                     QStringLiteral("no asked cluster.gpu:\nno asked cluster.interconnect\ncluster.machine=")),
            QString());
        QCOMPARE(test::wrongLines(combine(files, network).combined,
                     QStringLiteral("asked cluster.gpu:\nno asked cluster.interconnect\ncluster.interconnect=")),
            QString());
    }

    void shardingIsRead_data()
    {
        const test::JobRow row = test::jobRows();
        row("FULL_SHARD", "fsdp_sharding_strategy: FULL_SHARD", "plan.zero_stage=3 (line 5)\nno plan.shard_group");
        row("1", "fsdp_sharding_strategy: 1", "plan.zero_stage=3 (line 5)");
        row("SHARD_GRAD_OP", "fsdp_sharding_strategy: SHARD_GRAD_OP", "plan.zero_stage=2 (line 5)");
        row("2", "fsdp_sharding_strategy: 2", "plan.zero_stage=2 (line 5)");
        row("NO_SHARD", "fsdp_sharding_strategy: NO_SHARD", "plan.zero_stage=0 (line 5)");
        row("3", "fsdp_sharding_strategy: 3", "plan.zero_stage=0 (line 5)");
        row("HYBRID_SHARD", "fsdp_sharding_strategy: HYBRID_SHARD",
            "plan.zero_stage=3 (line 5)\nplan.shard_group=8 (line 5, within a node)");
        row("4", "fsdp_sharding_strategy: 4", "plan.zero_stage=3 (line 5)\nplan.shard_group=8 (line 5, within a node)");
        row("another one", "fsdp_sharding_strategy: ODD",
            "no plan.zero_stage\nskipped line 5: the sharding strategy ODD is not understood\nasked plan.zero_stage: "
            "Are "
            "optimizer states, gradients and weights sharded (ZeRO stage 0 to 3)?");
        row("no strategy", "fsdp_offload_params: false", "no plan.zero_stage\nasked plan.zero_stage");
    }
    void shardingIsRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const std::string file =
            "distributed_type: FSDP\nnum_machines: 2\nnum_processes: 16\nfsdp_config:\n  " + text.toStdString() + "\n";
        QCOMPARE(test::wrongLines(test::imported(file, "a.yaml"), expected), QString());
    }

    /// TorchTitan shards among what its replicas leave of the GPUs.
    void shardsAreWhatReplicasLeave()
    {
        const std::vector<Evidence> files{
            test::imported(
                "[training]\nlocal_batch_size = 1\nseq_len = 64\n[parallelism]\n"
                "data_parallel_shard_degree = -1\ndata_parallel_replicate_degree = 2\ntensor_parallel_degree = 2\n",
                "job.toml"),
            test::imported(
                "torchrun --nnodes 2 --nproc_per_node 8 -m torchtitan.train --job.config_file job.toml\n", "run.sh")};
        QCOMPARE(
            test::wrongLines(combine(files).combined,
                QStringLiteral(
                    "cluster.gpus=16 (\nplan.zero_stage=3 (job.toml: line 5)\nplan.shard_group=4 (job.toml: line 5)")),
            QString());
    }

    void shardingOfOtherSoftwareIsRead_data()
    {
        const test::JobRow row = test::jobRows();
        row("Accelerate, hybrid on nodes that are not known",
            "distributed_type: FSDP\nnum_processes: 16\nfsdp_config:\n  fsdp_sharding_strategy: HYBRID_SHARD\n",
            "plan.zero_stage=3\nno plan.shard_group\n"
            "asked plan.shard_group: How many GPUs does hybrid sharding shard among?");
        row("Accelerate, hybrid on one node",
            "distributed_type: FSDP\nnum_machines: 1\nnum_processes: 8\nfsdp_config:\n  fsdp_sharding_strategy: "
            "HYBRID_SHARD\n",
            "plan.zero_stage=3\nno plan.shard_group");
        row("Accelerate, replicas", "distributed_type: MULTI_GPU\nnum_processes: 16\nmixed_precision: bf16\n",
            "plan.zero_stage=0 (line 1)");
        row("OLMo-core, hybrid",
            "from olmo_core.config import D\nA(rank_microbatch_size=64, max_sequence_length=64,\n"
            " dp_config=B(name=Type.hsdp, shard_degree=4), num_nodes=2)\n",
            "plan.zero_stage=3 (line 3)\nno asked plan.shard_group");
        row("Trainer, words", "per_device_train_batch_size: 2\nmodel_max_length: 64\nfsdp: full_shard auto_wrap\n",
            "plan.zero_stage=3 (line 3)\nno plan.offload");
        row("Trainer, words of gradients",
            "per_device_train_batch_size: 2\nmodel_max_length: 64\nfsdp: shard_grad_op\n",
            "plan.zero_stage=2 (line 3)");
        row("Trainer, other words", "per_device_train_batch_size: 2\nmodel_max_length: 64\nfsdp: odd\n",
            "no plan.zero_stage\nasked plan.zero_stage");
        row("Trainer, offloaded", "per_device_train_batch_size: 2\nmodel_max_length: 64\nfsdp: full_shard offload\n",
            "plan.offload=optimizer-and-parameters (line 3)");
        row("Megatron-LM, optimizer",
            "python p.py --num-attention-heads 8 --seq-length 64 --use-distributed-optimizer\n",
            "plan.zero_stage=1 (line 1)");
        row("Megatron-LM, FSDP", "python p.py --num-attention-heads 8 --seq-length 64 --use-megatron-fsdp\n",
            "plan.zero_stage=3 (line 1)");
        row("Megatron-LM, stage of FSDP",
            "python p.py --num-attention-heads 8 --seq-length 64 --use-megatron-fsdp "
            "--data-parallel-sharding-strategy optim_grads\n",
            "plan.zero_stage=2 (line 1)");
        row("Megatron-LM, stage without FSDP",
            "python p.py --num-attention-heads 8 --seq-length 64 --data-parallel-sharding-strategy optim_grads\n",
            "plan.zero_stage=0");
        row("DeepSpeed, groups",
            R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 2,
                "zero_optimization": {"stage": 3, "mics_shard_size": 4}})",
            "plan.zero_stage=3\nplan.shard_group=4");
        row("DeepSpeed, groups of all",
            R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 2,
                "zero_optimization": {"stage": 3, "mics_shard_size": 16}})",
            "no plan.shard_group");
        row("DeepSpeed, groups of one",
            R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 2,
                "zero_optimization": {"stage": 3, "mics_shard_size": 1}})",
            "no plan.shard_group");
        row("DeepSpeed, groups of two",
            R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 2,
                "zero_optimization": {"stage": 3, "mics_shard_size": 2}})",
            "plan.shard_group=2");
    }
    void shardingOfOtherSoftwareIsRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(test::wrongLines(test::imported(text.toStdString(), "job"), expected), QString());
    }
};

KNEEPOINT_TEST(JobDivisionTest)
#include "job_division_test.moc"
