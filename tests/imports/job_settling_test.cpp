// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

/// "cluster.gpus=32 (line 1)" a setting, with "assumed" where it is a default; "asked cluster.gpus: How many GPUs?" a
/// question; "skipped line 1: why" what is not used.
QStringList told(const Evidence& evidence)
{
    QStringList all;
    for (const ObservedSetting& s : evidence.settings) {
        const Parameter& p = parameter(s.parameter);
        const QString value =
            p.choices ? QString::fromStdString(std::string(p.choice(s.value).id)) : QString::number(s.value, 'g', 12);
        const bool assumed = std::ranges::find(evidence.assumed, s.parameter) != evidence.assumed.end();
        all << QStringLiteral("%1=%2 (%3)%4")
                   .arg(QString::fromStdString(s.parameter), value, QString::fromStdString(s.place),
                       assumed ? QStringLiteral(" assumed") : QString());
    }
    for (const JobQuestion& q : evidence.questions)
        all << QStringLiteral("asked %1: %2").arg(QString::fromStdString(q.parameter), QString::fromStdString(q.text));
    for (const SkippedItem& item : evidence.skipped)
        all << QStringLiteral("skipped %1: %2")
                   .arg(QString::fromStdString(item.place), QString::fromStdString(item.reason));
    return all;
}

/// What is wrong with what a job is told as: lines that should begin one of it and do not, or, after "no ", that do.
/// A line that ends with a bracket is all of it.
QString wrong(const Evidence& evidence, const QString& expected)
{
    const QStringList all = told(evidence);
    QStringList wrong;
    for (const QString& line : expected.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const bool absent = line.startsWith(QStringLiteral("no "));
        const QString text = absent ? line.mid(3) : line;
        const bool found = std::ranges::any_of(all, [&](const QString& one) {
            return one.startsWith(text) && (one == text || !text.endsWith(QLatin1Char(')')));
        });
        if (found == absent)
            wrong << line;
    }
    return wrong.isEmpty()
        ? QString()
        : wrong.join(QLatin1Char('\n')) + QStringLiteral("\n-- of --\n") + all.join(QLatin1Char('\n'));
}

using Row = std::function<void(const char* name, const char* text, const char* expected)>;

Row rows()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    return [](const char* name, const char* text, const char* expected) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(expected);
    };
}

/// A command of Megatron-LM with these words before the program and these flags behind it.
std::string megatron(const QByteArray& launcher, const QByteArray& flags)
{
    return (launcher + " python p.py --num-attention-heads 8 " + flags + "\n").toStdString();
}

} // namespace

/// How the statements of a job's files are put together, and what is said where they contradict each other.
class JobSettlingTest : public QObject {
    Q_OBJECT

private slots:
    void gpusAreCounted_data()
    {
        const Row row = rows();
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
        QCOMPARE(wrong(test::imported(megatron(text, "--seq-length 64"), "run.sh"), expected), QString());
    }

    void machinesAreKnownByTheirName_data()
    {
        const Row row = rows();
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
        QCOMPARE(wrong(test::imported(task, "task.yaml"), expected), QString());
    }

    void productsOfNodesAreKnownByTheirName_data()
    {
        const Row row = rows();
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
        QCOMPARE(wrong(test::imported(pod, "pod.yaml"), expected), QString());
    }

    void theJobIsDivided_data()
    {
        const Row row = rows();
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
        QCOMPARE(
            wrong(test::imported(megatron("srun --nodes 2 --gpus-per-node 8", "--seq-length 64 " + text), "run.sh"),
                expected),
            QString());
    }

    void batchesAreDivided_data()
    {
        const Row row = rows();
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
        QCOMPARE(
            wrong(test::imported(megatron("srun --nodes 2 --gpus-per-node 8", "--seq-length 64 " + text), "run.sh"),
                expected),
            QString());
    }

    /// A batch that somebody answers is divided instead of the one that the file states.
    void batchesThatAreAnsweredAreDivided()
    {
        const auto answered = [](const char* flags, double batch) {
            const std::vector<Evidence> files{
                test::imported(megatron("srun --nodes 2 --gpus-per-node 8",
                                   QByteArray("--seq-length 64 --micro-batch-size 2 ") + flags),
                    "run.sh")};
            const std::vector<ObservedSetting> answers{{"workload.global_batch", batch, "--set"}};
            return combine(files, answers).combined;
        };
        const QString strong = QStringLiteral("workload.scaling=strong (--set)\n");
        QCOMPARE(wrong(answered("", 64), strong + QStringLiteral("workload.global_batch=64 (--set)\nno skipped --set")),
            QString());
        QCOMPARE(wrong(answered("", 60),
                     strong
                         + QStringLiteral(
                             "skipped --set: a global batch of 60 is no multiple of micro-batch 2 × 16 replicas")),
            QString());
        QCOMPARE(
            wrong(answered("--global-batch-size 63", 64),
                strong + QStringLiteral("workload.global_batch=64 (--set)\nno skipped run.sh: line 1: a global batch")),
            QString());
    }

    void batchesOfOtherSoftwareAreDivided_data()
    {
        const Row row = rows();
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
        QCOMPARE(wrong(test::imported(text.toStdString(), "job"), expected), QString());
    }

    void accumulationAgreesWithTheBatch_data()
    {
        const Row row = rows();
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
            test::imported(megatron("srun --nodes 2 --gpus-per-node 8", "--deepspeed_config ds.json"), "run.sh")};
        QCOMPARE(
            wrong(combine(files).combined, QString(expected).replace("/gradient", "ds.json: /gradient")), QString());
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
            wrong(combine(files).combined,
                QStringLiteral("cluster.gpus=16\nworkload.global_batch=64\nno plan.accumulation\nno skipped default\n"
                               "no skipped ds.json: /train_batch_size")),
            QString());
    }

    void answersOfAMachineLeaveNoQuestionOfHardware()
    {
        const std::vector<Evidence> files{
            test::imported(megatron("", "--seq-length 64 --micro-batch-size 2"), "run.sh")};
        const std::vector<ObservedSetting> machine{{"cluster.machine", 1, "--set"}},
            network{{"cluster.interconnect", 1, "--set"}};
        QCOMPARE(wrong(combine(files).combined, QStringLiteral("asked cluster.gpu:\nasked cluster.interconnect")),
            QString());
        QCOMPARE(wrong(combine(files, machine).combined,
                     QStringLiteral("no asked cluster.gpu:\nno asked cluster.interconnect\ncluster.machine=")),
            QString());
        QCOMPARE(wrong(combine(files, network).combined,
                     QStringLiteral("asked cluster.gpu:\nno asked cluster.interconnect\ncluster.interconnect=")),
            QString());
    }

    void shardingIsRead_data()
    {
        const Row row = rows();
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
        QCOMPARE(wrong(test::imported(file, "a.yaml"), expected), QString());
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
            wrong(combine(files).combined,
                QStringLiteral(
                    "cluster.gpus=16 (\nplan.zero_stage=3 (job.toml: line 5)\nplan.shard_group=4 (job.toml: line 5)")),
            QString());
    }

    void shardingOfOtherSoftwareIsRead_data()
    {
        const Row row = rows();
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
        QCOMPARE(wrong(test::imported(text.toStdString(), "job"), expected), QString());
    }

    void modelsAreCountedFromTheirSizes_data()
    {
        const Row row = rows();
        row("defaults", "--vocab-size 1000",
            "workload.ffn=1024 (default of Megatron-LM, from the hidden size) assumed\n"
            "workload.kv_heads=8 (as many as attention heads) assumed\nworkload.vocabulary=1024 (line 1)\n"
            "workload.kind=transformer (counted)\nno asked workload.model");
        row("gated", "--vocab-size 1000 --swiglu", "workload.ffn=640 (default of Megatron-LM"); // 8/3 · 256, whole 64s
        row("grouped queries", "--vocab-size 1000 --group-query-attention --num-query-groups 2",
            "workload.kv_heads=2 (line 1)\nno skipped line 1: num_query_groups");
        row("groups that are not switched on", "--vocab-size 1000 --num-query-groups 2",
            "workload.kv_heads=8 (as many\n"
            "skipped line 1: num_query_groups has no effect without group_query_attention");
        row("a vocabulary of the ranks", "--vocab-size 1000 --tensor-model-parallel-size 3",
            "workload.vocabulary=1152");
        row("a vocabulary in other multiples", "--vocab-size 1000 --make-vocab-size-divisible-by 50",
            "workload.vocabulary=1000");
        row("a tokenizer", "--tokenizer-type GPT2BPETokenizer",
            "workload.vocabulary=50304 (line 1, GPT-2's tokenizer) assumed");
        row("another tokenizer", "--tokenizer-type Other",
            "no workload.vocabulary\nasked workload.vocabulary: How large is the vocabulary?\nno workload.kind\n"
            "no workload.parameters");
        row("latent attention", "--vocab-size 1000 --multi-latent-attention",
            "workload.key_latent=512 (default of Megatron-LM) assumed");
        row("latent attention of a rank", "--vocab-size 1000 --multi-latent-attention --kv-lora-rank 64",
            "workload.key_latent=64 (line 1)");
        row("no latent attention", "--vocab-size 1000 --kv-lora-rank 64", "no workload.key_latent");
        row("experts", "--vocab-size 1000 --num-experts 8 --moe-router-topk 2 --moe-ffn-hidden-size 128",
            "workload.experts=8\nworkload.top_k=2\nworkload.ffn=128 (line 1)\nno workload.dense_layers");
        row("one expert", "--vocab-size 1000 --num-experts 1 --moe-ffn-hidden-size 128", "workload.ffn=1024 (default");
        row("a shared expert",
            "--vocab-size 1000 --num-experts 8 --moe-ffn-hidden-size 128 --moe-shared-expert-intermediate-size 384",
            "workload.shared_experts=3 (line 1)");
        row("a shared expert of no whole width",
            "--vocab-size 1000 --num-experts 8 --moe-ffn-hidden-size 128 --moe-shared-expert-intermediate-size 200",
            "no workload.shared_experts\nskipped line 1: a shared expert that is no whole number of experts wide is "
            "not used");
        row("a shared expert of usual width",
            "--vocab-size 1000 --num-experts 8 --moe-shared-expert-intermediate-size 2048",
            "workload.ffn=1024\nworkload.shared_experts=2 (line 1)");
        row("layers without experts",
            "--vocab-size 1000 --num-experts 8 --moe-ffn-hidden-size 128 --moe-layer-freq '([0]*2+[1]*2)'",
            "workload.dense_layers=2 (line 1)\nworkload.dense_ffn=1024 (line 1)");
        row("layers without experts of the same width",
            "--vocab-size 1000 --num-experts 8 --moe-layer-freq '([0]*2+[1]*2)'",
            "workload.dense_layers=2 (line 1)\nworkload.dense_ffn=0 (line 1)");
        row("layers without experts at the end", "--vocab-size 1000 --num-experts 8 --moe-layer-freq '([1]*2+[0]*2)'",
            "no workload.dense_layers\nskipped line 1: moe_layer_freq ([1]*2+[0]*2) is not understood\n"
            "asked workload.dense_layers: How many layers at the beginning have no experts?");
        row("layers without experts on both sides",
            "--vocab-size 1000 --num-experts 8 --moe-layer-freq '([0]*1+[1]*2+[0]*1)'",
            "no workload.dense_layers\nskipped line 1: moe_layer_freq");
        row("experts in all layers", "--vocab-size 1000 --num-experts 8 --moe-layer-freq 1",
            "no workload.dense_layers\nno skipped line 1: moe_layer_freq");
        row("experts in every second layer", "--vocab-size 1000 --num-experts 8 --moe-layer-freq 2",
            "no workload.dense_layers\nskipped line 1: moe_layer_freq 2 is not understood");
        row("experts of DeepSpeed", "--vocab-size 1000 --num-experts 8 --deepspeed --topk 2 --expert-interval 2",
            "workload.top_k=2 (line 1)\nworkload.dense_layers=2 (line 1)\nworkload.dense_ffn=0 (line 1)\nskipped line "
            "1: experts in every 2 layers "
            "are "
            "counted as if the layers without came first\nno asked workload.dense_layers");
        row("experts of DeepSpeed, by default", "--vocab-size 1000 --num-experts 8 --deepspeed",
            "workload.top_k=1 (default of Megatron-DeepSpeed (megatron/arguments.py)) assumed\n"
            "asked workload.dense_layers: How many layers have no experts?");
        row("experts of DeepSpeed, everywhere", "--vocab-size 1000 --num-experts 8 --deepspeed --expert-interval 1",
            "no workload.dense_layers\nno skipped line 1: experts\nno asked workload.dense_layers");
    }
    void modelsAreCountedFromTheirSizes()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const QByteArray flags = "--num-layers 4 --hidden-size 256 --seq-length 64 " + text;
        QCOMPARE(wrong(test::imported(megatron("", flags), "run.sh"), expected), QString());
    }

    void aModelIsCountedFromLayersAndWidthTogether()
    {
        QCOMPARE(wrong(test::imported(megatron("", "--seq-length 64 --hidden-size 256"), "run.sh"),
                     QStringLiteral("asked workload.model: Which model? Import its config.json with this file.\n"
                                    "no workload.ffn\nno workload.hidden")),
            QString());
    }

    void modelsOfOtherSoftwareAreCounted_data()
    {
        const Row row = rows();
        row("a fused width", "  mlp_hidden_size: 1024\n  activation_type: gelu\n", "workload.ffn=1024 (line 5)");
        row("a fused width of two matrices", "  mlp_hidden_size: 1024\n  activation_type: swiglu\n",
            "workload.ffn=512 (line 5)");
        row("a ratio", "  mlp_ratio: 4\n  activation_type: gelu\n", "workload.ffn=2048 (line 5)");
        row("a ratio of two matrices", "  mlp_ratio: 4\n  activation_type: swiglu\n", "workload.ffn=1024 (line 5)");
        row("a vocabulary as it is", "  mlp_ratio: 4\n",
            "workload.vocabulary=1001 (line 6)\nworkload.ffn=2048 (line 5)");
        row("no width", "  activation_type: gelu\n",
            "no workload.ffn\nasked workload.ffn: What is the model's feed-forward");
        row("one head of keys", "  mlp_ratio: 4\n  multi_query_attention: true\n", "workload.kv_heads=1 (line 6)");
        row("several heads of keys", "  mlp_ratio: 4\n  multi_query_attention: false\n  n_kv_heads: 2\n",
            "workload.kv_heads=2 (line 7)");
    }
    void modelsOfOtherSoftwareAreCounted()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const std::string file = "model:\n  d_model: 512\n  n_layers: 4\n  n_heads: 8\n" + text.toStdString()
            + "  vocab_size: 1001\nglobal_train_batch_size: 64\ndevice_train_microbatch_size: 2\n";
        QCOMPARE(wrong(test::imported(file, "job.yaml"), expected), QString());
    }

    void modelsAreKnownByTheirName_data()
    {
        const Row row = rows();
        const auto named = [&](const char* name, const char* id) {
            row(name, name, (std::string("workload.model=") + id + " (line 1)").c_str());
        };
        named("meta-llama/Llama-3.1-8B", "llama3.1-8b");
        named("meta-llama/Llama-3.3-70B-Instruct", "llama3.1-70b");
        named("meta-llama/Meta-Llama-3-8B-Instruct", "llama3.1-8b");
        named("/models/llama_3.1_8b.yaml", "llama3.1-8b");
        named("llama3-8b", "llama3.1-8b");
        named("llama3_1_8b", "llama3.1-8b");
        named("meta-llama/Llama-2-7b-chat-hf", "llama2-7b");
        named("mistralai/Mistral-7B-v0.1", "mistral-7b");
        named("Qwen/Qwen2.5-7B-Instruct", "qwen2.5-7b");
        named("qwen2_5_7b_base", "qwen2.5-7b");
        row("Llama-3.1-8B-distilled", "someone/Llama-3.1-8B-distilled",
            "no workload.model\nskipped line 1: the model someone/Llama-3.1-8B-distilled is in no library\n"
            "asked workload.model: What is someone/Llama-3.1-8B-distilled? Import its config.json with this file.");
        row("Llama-3.1-80B", "Llama-3.1-80B", "no workload.model\nasked workload.model");
    }
    void modelsAreKnownByTheirName()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        const std::string file = "base_model: " + text.toStdString() + "\nsequence_len: 64\nmicro_batch_size: 1\n";
        QCOMPARE(wrong(test::imported(file, "job.yaml"), expected), QString());
    }

    void precisionIsSettled_data()
    {
        const Row row = rows();
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
        QCOMPARE(wrong(test::imported(megatron("", "--seq-length 64 " + text), "run.sh"), expected), QString());
    }

    void softwareIsSettled_data()
    {
        const Row row = rows();
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
        QCOMPARE(wrong(test::imported(text.toStdString(), "job"), expected), QString());
    }

    void tuningIsSettled_data()
    {
        const Row row = rows();
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
        QCOMPARE(wrong(test::imported(file, "job.yaml"), expected), QString());
    }

    void frozenLayersAreASharedOfTheModel_data()
    {
        const Row row = rows();
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
        QCOMPARE(wrong(test::imported(file, "job.yaml"), expected), QString());
    }

    void layersAreThoseOfAModelThatIsAnswered()
    {
        const std::vector<Evidence> files{test::imported("model_name_or_path: someone/model\nfinetuning_type: "
                                                         "freeze\ncutoff_len: 64\nper_device_train_batch_size: 1\n",
            "job.yaml")};
        const Parameter& model = parameter("workload.model");
        const std::vector<ObservedSetting> answers{{"workload.model", *parseValue(model, "llama3.1-8b"), "--set"}};
        QCOMPARE(wrong(combine(files, answers).combined,
                     QStringLiteral(
                         "workload.model=llama3.1-8b (--set)\nworkload.frozen_share=0.9375\nno asked workload.model")),
            QString());
    }

    void whatIsOffloadedMostCounts_data()
    {
        const Row row = rows();
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
        QCOMPARE(wrong(test::imported(file, "ds.json"), expected), QString());
    }

    void activationsBesideTrainingStateAreNotCounted()
    {
        const Evidence evidence = test::imported("base_model: meta-llama/Llama-3.1-8B\nsequence_len: 64\n"
                                                 "micro_batch_size: 1\nfsdp_config:\n  fsdp_offload_params: true\n"
                                                 "activation_offloading: true\n",
            "job.yaml");
        QCOMPARE(
            wrong(evidence,
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
                megatron("torchrun --nproc_per_node 8 --nnodes 2", "--seq-length 64 --micro-batch-size 2"), "run.sh")};
        const Evidence all = combine(files).combined;
        QCOMPARE(
            wrong(all,
                QStringLiteral("workload.batch_per_gpu=2 (run.sh: line 1)\nskipped ds.json: "
                               "/train_micro_batch_size_per_gpu: 4 differs from 2 (run.sh: line 1), which is used")),
            QString());
        QCOMPARE(std::ranges::count_if(
                     told(all), [](const QString& line) { return line.contains(QStringLiteral("differs")); }),
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
