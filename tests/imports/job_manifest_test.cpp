// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/records.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

namespace {

QString recordsOf(const std::string& text)
{
    QStringList all;
    if (const job::Records records = job::orchestratorRecords(text))
        for (const job::Record& r : *records)
            all << QStringLiteral("%1=%2 (%3)")
                       .arg(QString::fromStdString(r.key), QString::fromStdString(r.value),
                           QString::fromStdString(r.place));
    return all.join(QLatin1Char('\n'));
}

} // namespace

/// What manifests of Kubernetes and tasks of SkyPilot say, as flags of a launcher.
class JobManifestTest : public QObject {
    Q_OBJECT

private slots:
    void podsAreCounted_data()
    {
        QTest::addColumn<QByteArray>("spec");
        QTest::addColumn<QString>("records");
        const auto row = [](const char* name, const char* spec, const char* records) {
            QTest::newRow(name) << QByteArray(spec) << QString::fromUtf8(records);
        };
        const auto counted = [](const char* nodes, const char* each) {
            return std::string("launch.nnodes=") + nodes + " (line 4)\nlaunch.gpus_per_node=" + each + " (line 4)";
        };
        for (const char* device :
            {"nvidia.com/gpu", "amd.com/gpu", "google.com/tpu", "aws.amazon.com/neuron", "habana.ai/gaudi"})
            row(device, (std::string("containers: [{resources: {limits: {") + device + ": 4}}}]").c_str(),
                counted("1", "4").c_str());
        row("requests", "containers: [{resources: {requests: {nvidia.com/gpu: 4}}}]", counted("1", "4").c_str());
        row("limits above requests",
            "containers: [{resources: {limits: {nvidia.com/gpu: 4}, requests: {nvidia.com/gpu: 2}}}]",
            counted("1", "4").c_str());
        row("one GPU", "containers: [{resources: {limits: {nvidia.com/gpu: 1}}}]", counted("1", "1").c_str());
        row("no GPU", "containers: [{resources: {limits: {nvidia.com/gpu: 0}}}]", "");
        row("another device", "containers: [{resources: {limits: {x.com/gpu: 4}}}]", "");
        row("containers together",
            "containers: [{resources: {limits: {nvidia.com/gpu: 3}}}, {name: x}, y, {resources: {limits: "
            "{nvidia.com/gpu: 1}}}]",
            counted("1", "4").c_str());
        row("replicas", "replicas: 3\n containers: [{resources: {limits: {nvidia.com/gpu: 4}}}]",
            "launch.nnodes=3 (line 5)\nlaunch.gpus_per_node=4 (line 5)");
        row("replicas of what runs at once",
            "replicas: 3\n x: {parallelism: 2, containers: [{resources: {limits: {nvidia.com/gpu: 4}}}]}",
            "launch.nnodes=6 (line 5)\nlaunch.gpus_per_node=4 (line 5)");
        row("no replicas", "replicas: 0\n containers: [{resources: {limits: {nvidia.com/gpu: 4}}}]",
            "launch.nnodes=1 (line 5)\nlaunch.gpus_per_node=4 (line 5)");
        row("groups of a leader and workers",
            "replicas: 2\n leaderWorkerTemplate: {size: 4, x: {containers: [{resources: {limits: {nvidia.com/gpu: "
            "8}}}]}}",
            "launch.nnodes=8 (line 5)\nlaunch.gpus_per_node=8 (line 5)");
        row("pods alike",
            "a: {replicas: 2, containers: [{resources: {limits: {nvidia.com/gpu: 4}}}]}\n b: {containers: [{resources: "
            "{limits: "
            "{nvidia.com/gpu: 4}}}]}",
            counted("3", "4").c_str());
        row("pods that differ",
            "a: {replicas: 2, containers: [{resources: {limits: {nvidia.com/gpu: 4}}}]}\n b: {containers: [{resources: "
            "{limits: "
            "{nvidia.com/gpu: 8}}}]}",
            "launch.num_processes=16 (line 4)");
        row("pods that differ before others alike",
            "a: {containers: [{resources: {limits: {nvidia.com/gpu: 4}}}]}\n b: {replicas: 2, containers: [{resources: "
            "{limits: "
            "{nvidia.com/gpu: 8}}}]}\n c: {containers: [{resources: {limits: {nvidia.com/gpu: 8}}}]}",
            "launch.num_processes=28 (line 4)");
        row("nodes", "x: [{capacity: {nvidia.com/gpu: 8}}, {capacity: {nvidia.com/gpu: 8}}, {capacity: {cpu: 8}}]",
            counted("2", "8").c_str());
        row("a group of nodes", "x: {desiredCapacity: 4, instanceType: p5.48xlarge}",
            "launch.instance_type=p5.48xlarge (line 4)\nlaunch.nnodes=4 (line 4)");
        row("a group of one node", "x: {desiredCapacity: 1, instanceType: p5.48xlarge}",
            "launch.instance_type=p5.48xlarge (line 4)\nlaunch.nnodes=1 (line 4)");
        row("a group without a machine", "x: {desiredCapacity: 4}", "");
        row("a machine", "x: {node.kubernetes.io/instance-type: a, beta.kubernetes.io/instance-type: b}",
            "launch.instance_type=a (line 4)");
        row("a machine by its older label", "x: {beta.kubernetes.io/instance-type: b}\n y: {instanceType: c}",
            "launch.instance_type=b (line 4)");
        for (const char* label : {"nvidia.com/gpu.product", "cloud.google.com/gke-accelerator", "gpu.nvidia.com/class"})
            row(label, (std::string("x: {") + label + ": H100}\n y: {nvidia.com/gpu.product: A100}").c_str(),
                "launch.gpu_product=H100 (line 4)");
        row("a machine and a product", "x: {instanceType: a, gpu.nvidia.com/class: b}",
            "launch.instance_type=a (line 4)\nlaunch.gpu_product=b (line 4)");
        row("an expression that selects", "x: {key: gpu.nvidia.com/class, operator: In, values: [H100]}",
            "launch.gpu_product=H100 (line 4)");
        row("an expression that excludes", "x: {key: gpu.nvidia.com/class, operator: NotIn, values: [H100]}", "");
        row("an expression of two", "x: {key: gpu.nvidia.com/class, operator: In, values: [H100, A100]}", "");
        row("an expression of another key", "x: {key: other, operator: In, values: [H100]}", "");
        row("a list of lists", "x: [[{containers: [{resources: {limits: {nvidia.com/gpu: 2}}}]}]]",
            counted("1", "2").c_str());
    }
    void podsAreCounted()
    {
        QFETCH(QByteArray, spec);
        QFETCH(QString, records);
        QCOMPARE(recordsOf("apiVersion: v1\nkind: Job\nspec:\n " + spec.toStdString() + "\n"), records);
    }

    void commandsOfPodsAreRead_data()
    {
        QTest::addColumn<QByteArray>("container");
        QTest::addColumn<QString>("flags");
        const auto row = [](const char* name, const char* container, const char* flags) {
            QTest::newRow(name) << QByteArray(container) << QString::fromUtf8(flags);
        };
        row("words", "command: [torchrun, --nnodes=2, p.py], args: [--a, '1']", "launch.nnodes=2 a=1");
        row("a script for a shell", "command: [sh, -c], args: ['python p.py --a 1']", "a=1");
        row("a script of several lines", "command: [sh, -c, \"A=2\\npython p.py --a $A\"]", "a=2");
        row("arguments alone", "args: [torchrun, p.py, --a, '1']", "a=1");
        row("variables",
            "command: [python, p.py, --a, $A, --b, $B], env: [{name: A, value: '3'}, {name: B, value: 'x y'}]",
            "a=3 b ?");
        row("words that are none", "command: python p.py --a 1", "");
        row("words within words", "command: [python, [x], p.py, --a, '1']", "a=1");
    }
    void commandsOfPodsAreRead()
    {
        QFETCH(QByteArray, container);
        QFETCH(QString, flags);
        const job::Records records =
            job::orchestratorRecords("apiVersion: v1\nkind: Pod\nspec:\n containers:\n  - {" + container.toStdString()
                + ", resources: {limits: {nvidia.com/gpu: 4}}}\n  - {command: [python, q.py, --c, '2'], "
                  "resources: {limits: {nvidia.com/gpu: 4}}}\n");
        QVERIFY(records);
        QStringList all;
        for (const job::Record& r : *records)
            if (r.place == "line 5, in the command")
                all << QString::fromStdString(r.key + (r.open.empty() ? "=" + r.value : " ?"));
        QCOMPARE(all.join(' '), flags);
        const bool reads_other = std::ranges::any_of(*records, [](const job::Record& r) { return r.key == "c"; });
        QCOMPARE(reads_other, flags.isEmpty()); // the first command that says something
    }

    void commandsWithoutGpusAreNotRead()
    {
        QCOMPARE(
            recordsOf(
                "apiVersion: v1\nkind: Pod\nspec:\n containers:\n  - {command: [python, p.py, --a, '1'], resources: "
                "{limits: {cpu: 4}}}\n  - {resources: {limits: {nvidia.com/gpu: 4}}}\n"),
            QStringLiteral("launch.nnodes=1 (line 5)\nlaunch.gpus_per_node=4 (line 5)"));
    }

    void theCommandOfOneGpuIsRead()
    {
        QVERIFY(recordsOf(
            "apiVersion: v1\nkind: Pod\nspec:\n containers:\n  - {command: [python, p.py, --a, '1'], resources: "
            "{limits: {nvidia.com/gpu: 1}}}\n")
                    .endsWith(QStringLiteral("\na=1 (line 5, in the command)")));
    }

    void tasksAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("records");
        const auto row = [](const char* name, const char* text, const char* records) {
            QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(records);
        };
        row("cards", "resources:\n  accelerators: H100:8\nnum_nodes: 4\nrun: |\n  python p.py --a 1\n",
            "launch.gpus_per_node=H100:8 (line 2)\nlaunch.nnodes=4 (line 1)\na=1 (line 4, in the command)");
        row("a card on a node", "run: x\nresources:\n  accelerators: H100\n",
            "launch.gpus_per_node=H100:1 (line 3)\nlaunch.nnodes=1 (line 1)");
        row("a map of a card", "resources: {accelerators: {H100: 4}}\nnum_nodes: 2\n",
            "launch.gpus_per_node=H100:4 (line 1)\nlaunch.nnodes=2 (line 1)");
        row("a map of cards", "resources: {accelerators: {H100: 4, A100: 4}}\nnum_nodes: 2\n",
            "launch.nnodes=2 (line 1)");
        row("a machine", "resources: {instance_type: m, accelerators: [A, B]}\nrun: x\n",
            "launch.instance_type=m (line 1)\nlaunch.nnodes=1 (line 1)");
        row("two tasks", "resources: {accelerators: A:2}\nrun: x\n---\nresources: {accelerators: B:4}\nrun: x\n",
            "launch.gpus_per_node=A:2 (line 1)\nlaunch.nnodes=1 (line 1)\nlaunch.gpus_per_node=B:4 (line 4)\n"
            "launch.nnodes=1 (line 4)");
        row("resources alone", "resources: {accelerators: H100}\n", "");
        row("resources that are none", "resources: x\nrun: y\n", "");
        row("a command alone", "run: python p.py --a 1\n", "");
        row("a kind alone", "kind: Pod\nspec: {containers: [{resources: {limits: {nvidia.com/gpu: 4}}}]}\n", "");
        row("a version alone", "apiVersion: v1\nspec: {containers: [{resources: {limits: {nvidia.com/gpu: 4}}}]}\n",
            "");
        row("no YAML", "resources: [\nrun: x\n", "");
    }
    void tasksAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, records);
        QCOMPARE(recordsOf(text.toStdString()), records);
    }

    void recordsAreBounded()
    {
        std::string tasks;
        for (int i = 0; i < 3000; ++i)
            tasks += "resources: {accelerators: H100:8}\nrun: x\n---\n";
        const job::Records records = job::orchestratorRecords(tasks);
        QVERIFY(records && records->size() == 4000);
    }

    /// Lists within lists are followed as deep as files of jobs go.
    void depthIsBounded()
    {
        const auto nested = [](std::size_t depth) {
            const std::string text = "apiVersion: v1\nkind: Job\nspec:\n  x: " + std::string(depth, '[')
                + "{capacity: {nvidia.com/gpu: 8}}" + std::string(depth, ']') + "\n";
            return recordsOf(text);
        };
        QVERIFY(!nested(25).isEmpty());
        std::string deep = "apiVersion: v1\nkind: Job\n";
        for (int i = 0; i < 40; ++i)
            deep += std::string(static_cast<std::size_t>(i), ' ') + "x:\n";
        QCOMPARE(recordsOf(deep + std::string(40, ' ') + "capacity: {nvidia.com/gpu: 8}\n"), QString());
    }
};

KNEEPOINT_TEST(JobManifestTest)
#include "job_manifest_test.moc"
