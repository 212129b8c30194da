// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

#include <algorithm>

using namespace kneepoint;

namespace {

/// "id=value" of what is set of the cluster and its layout, in the order of the settings.
QString clusterOf(const Evidence& evidence)
{
    QStringList all;
    for (const ObservedSetting& s : evidence.settings)
        if (const Parameter& p = parameter(s.parameter); p.id.starts_with("cluster.") || p.id.starts_with("plan.t"))
            all << QString::fromStdString(
                std::string(p.id) + "=" + (p.choices ? std::string(p.choice(s.value).id) : valueText(p, s.value)));
    std::ranges::sort(all);
    return all.join(' ');
}

bool leavesOpen(const Evidence& evidence, std::string_view id)
{
    return std::ranges::find(evidence.questions, id, &JobQuestion::parameter) != evidence.questions.end();
}

} // namespace

/// Manifests of Kubernetes and tasks of SkyPilot.
class OrchestratorTest : public QObject {
    Q_OBJECT

private slots:
    void aManifestSaysOnWhatAJobRuns_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("cluster");
        QTest::newRow("PyTorchJob") << QByteArray(R"(apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata:
  name: pretrain
spec:
  pytorchReplicaSpecs:
    Master:
      replicas: 1
      template: &pod
        spec:
          nodeSelector:
            node.kubernetes.io/instance-type: p5.48xlarge
          containers:
            - name: pytorch
              command: [torchrun, --nproc_per_node=8, pretrain.py, --tensor-model-parallel-size, "4",
                        --num-layers, "8", --hidden-size, "1024", --num-attention-heads, "8"]
              resources:
                limits: {nvidia.com/gpu: 8}
    Worker:
      replicas: 3
      template: *pod
)") << "cluster.gpus=32 cluster.machine=p5.48xlarge plan.tensor_parallel=4";
        QTest::newRow("Job with a label of the GPU") << QByteArray(R"(apiVersion: batch/v1
kind: Job
spec:
  completions: 2
  parallelism: 2
  template:
    spec:
      affinity:
        nodeAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            nodeSelectorTerms:
              - matchExpressions:
                  - {key: cloud.google.com/gke-accelerator, operator: In, values: [nvidia-tesla-a100]}
      containers:
        - name: main
          resources:
            limits:
              nvidia.com/gpu: "4"
)") << "cluster.gpu=a100-sxm-40 cluster.gpus=8 cluster.gpus_per_node=4";
        QTest::newRow("JobSet") << QByteArray(R"(apiVersion: jobset.x-k8s.io/v1alpha2
kind: JobSet
spec:
  replicatedJobs:
    - name: workers
      replicas: 2
      template:
        spec:
          parallelism: 4
          template:
            spec:
              nodeSelector: {node.kubernetes.io/instance-type: a3-megagpu-8g}
              containers:
                - resources: {limits: {nvidia.com/gpu: 8}}
)") << "cluster.gpus=64 cluster.machine=a3-megagpu-8g";
        QTest::newRow("nodes") << QByteArray(R"(apiVersion: v1
kind: List
items:
  - kind: Node
    metadata:
      labels: {node.kubernetes.io/instance-type: Standard_ND96isr_H200_v5}
    status:
      allocatable: {nvidia.com/gpu: "8"}
      capacity: {nvidia.com/gpu: "8"}
  - kind: Node
    metadata:
      labels: {node.kubernetes.io/instance-type: Standard_ND96isr_H200_v5}
    status:
      capacity: {nvidia.com/gpu: "8"}
)") << "cluster.gpus=16 cluster.machine=nd96isr-h200-v5";
        QTest::newRow("half a machine") << QByteArray(R"(apiVersion: v1
kind: Pod
spec:
  nodeSelector: {node.kubernetes.io/instance-type: p5.48xlarge}
  containers:
    - resources: {limits: {nvidia.com/gpu: 4}}
)") << "cluster.gpus=4 cluster.gpus_per_node=4 cluster.machine=p5.48xlarge";
        QTest::newRow("SkyPilot") << QByteArray(R"(resources:
  accelerators: H100:8
num_nodes: 4
run: |
  torchrun --nproc_per_node 8 pretrain.py --tensor-model-parallel-size 2 --num-layers 8 --num-attention-heads 8
)") << "cluster.gpu=h100-sxm cluster.gpus=32 cluster.gpus_per_node=8 plan.tensor_parallel=2";
        QTest::newRow("SkyPilot, instance") << QByteArray(R"(resources:
  instance_type: a3-highgpu-8g
num_nodes: 2
run: python train.py
)") << "cluster.gpus=16 cluster.machine=a3-highgpu-8g";
    }
    void aManifestSaysOnWhatAJobRuns()
    {
        QFETCH(const QByteArray, text);
        const auto evidence = importBytes(text.toStdString(), "job.yaml");
        QVERIFY2(evidence, evidence ? "" : evidence.error().message.c_str());
        QCOMPARE(evidence->kind, std::string("job-configuration"));
        QTEST(clusterOf(*evidence), "cluster");
    }

    void slurmSaysOnWhatAJobRuns_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("cluster");
        QTest::newRow("GPUs per task") << QByteArray(
            "#!/bin/bash\n#SBATCH --nodes=4\n#SBATCH --ntasks-per-node=2\n"
            "#SBATCH --gpus-per-task=4\n#SBATCH --constraint=h200\nsrun train.sh\n")
                                       << "cluster.gpu=h200-sxm cluster.gpus=32 cluster.gpus_per_node=8";
        QTest::newRow("one of several features")
            << QByteArray("#!/bin/bash\n#SBATCH -N 2\n#SBATCH --gres=gpu:4\n#SBATCH -C a100|h100\nsrun train.sh\n")
            << "cluster.gpus=8 cluster.gpus_per_node=4";
        QTest::newRow("all GPUs") << QByteArray("#!/bin/bash\n#SBATCH --nodes=2\n#SBATCH -G 16\nsrun train.sh\n")
                                  << "cluster.gpus=16";
        QTest::newRow("scontrol show job")
            << QByteArray("JobId=71 JobName=pretrain\n   NumNodes=4 NumCPUs=384 NumTasks=4 CPUs/Task=96\n"
                          "   ReqTRES=cpu=384,mem=4T,node=4,gres/gpu=32\n   TresPerNode=gres/gpu:h100:8\n")
            << "cluster.gpu=h100-sxm cluster.gpus=32 cluster.gpus_per_node=8";
        QTest::newRow("scontrol show node")
            << QByteArray("NodeName=gpu001 Arch=x86_64\n   Gres=gpu:a100:4(S:0-1)\n   CfgTRES=cpu=64,gres/gpu=4\n"
                          "NodeName=gpu002 Arch=x86_64\n   Gres=gpu:a100:4(S:0-1)\n")
            << "cluster.gpu=a100-sxm-80 cluster.gpus_per_node=4";
    }
    void slurmSaysOnWhatAJobRuns()
    {
        QFETCH(const QByteArray, text);
        const Evidence evidence = test::imported(text.toStdString(), "slurm.txt");
        QCOMPARE(evidence.kind, std::string("job-configuration"));
        QTEST(clusterOf(evidence), "cluster");
    }

    void aKnownMachineLeavesNoQuestionOfHardware()
    {
        const auto evidence =
            importBytes("resources:\n  instance_type: p5.48xlarge\nnum_nodes: 2\nrun: python train.py\n", "task.yaml");
        QVERIFY(evidence);
        QVERIFY(!leavesOpen(*evidence, "cluster.gpu") && !leavesOpen(*evidence, "cluster.interconnect"));
        QVERIFY(leavesOpen(*evidence, "workload.precision"));
    }

    void anUnknownMachineIsSaid()
    {
        const auto evidence = importBytes(
            "resources:\n  instance_type: z9.huge\n  accelerators: H100:8\nnum_nodes: 2\nrun: python train.py\n",
            "task.yaml");
        QVERIFY(evidence);
        QVERIFY(std::ranges::any_of(evidence->skipped,
            [](const SkippedItem& item) { return item.reason == "the machine z9.huge is not known"; }));
        QVERIFY(settingOf(*evidence, "cluster.gpu"));
    }

    /// A manifest without GPUs is no job.
    void aManifestWithoutGpusIsRefused()
    {
        const auto evidence =
            importBytes("apiVersion: v1\nkind: Service\nspec: {ports: [80], replicas: 3}\n", "s.yaml");
        QVERIFY(!evidence);
    }
};

KNEEPOINT_TEST(OrchestratorTest)
#include "orchestrator_test.moc"
