// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <fmt/format.h>

using namespace kneepoint;

namespace {

/// What nccl-tests print before their rows: the ranks of these hosts with as many GPUs each, in one group.
QByteArray rankLines(int hosts, int gpus)
{
    QByteArray text = "# Collective test starting: all_reduce_perf\n"
                      "# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)\n";
    for (int rank = 0; rank < hosts * gpus; ++rank)
        text += QByteArray::fromStdString(
            fmt::format("#  Rank {:2} Group  0 Pid {} on host{} device {:2} [{:#x}] NVIDIA H100 80GB HBM3\n", rank,
                5 + rank, rank / gpus, rank % gpus, 0x10 + rank % gpus));
    return text + "#       size         count      type   redop    root     time   algbw   busbw #wrong\n";
}

} // namespace

/// Groups, hosts and rates of nccl-tests: all that is read of each, as one text.
class NcclGroupsTest : public QObject {
    Q_OBJECT

private slots:
    void allOfATestIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* name, const QByteArray& text, const char* all) {
            QTest::newRow(name) << text << QByteArray(all);
        };
        row("a group of the ranks", R"(# Collective test starting: all_reduce_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  1 Pid 6 on host0 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  2 Group  2 Pid 7 on host0 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  3 Group  3 Pid 8 on host0 device  3 [0x13] NVIDIA H100 80GB HBM3
#  Rank  4 Group  0 Pid 9 on host1 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  5 Group  1 Pid 10 on host1 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  6 Group  2 Pid 11 on host1 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  7 Group  3 Pid 12 on host1 device  3 [0x13] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong
33554432 8388608 float sum -1 1000.00 33.55 33.55 0
)",
            R"(all_reduce over 2 GPUs on 2 nodes: peak bus bandwidth 33.5 GB/s, average 33.5 GB/s
cluster.gpu = h100-sxm (line 11)
cluster.interconnect = custom (line 11)
cluster.protocol = rdma (line 11)
cluster.link_rate = 5e+10 (line 11)
cluster.link_efficiency = 0.671 (line 11)
all_reduce, 2 GPUs on 2 nodes: 33554432→0.001 (line 11)
)");
        row("a process with several GPUs", R"(# Collective test starting: all_gather_perf
# nThread 2 nGpus 4 minBytes 1024 maxBytes 1
#       size         count      type   redop    root     time   algbw   busbw #wrong
33554432 8388608 float none -1 1000.00 33.55 29.36 0
)",
            R"(all_gather over 8 GPUs on 1 node: peak bus bandwidth 29.4 GB/s, average 29.4 GB/s
cluster.gpus_per_node = 8 (line 3)
cluster.scale_up_bandwidth = 2.936e+10 (line 3)
cluster.scale_up_efficiency = 1 (line 3)
all_gather, 8 GPUs on 1 node: 33554432→0.001 (line 3)
)");
        row("a shortened list", R"(# Collective test starting: all_reduce_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on host0 device  1 [0x11] NVIDIA H100 80GB HBM3
# ...
#  Rank  7 Group  0 Pid 12 on host1 device  3 [0x13] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong
33554432 8388608 float sum -1 1000.00 33.55 58.72 0
)",
            R"(all_reduce over 8 GPUs: peak bus bandwidth 58.7 GB/s, average 58.7 GB/s
cluster.gpu = h100-sxm (line 7)
all_reduce, 8 GPUs: 33554432→0.001 (line 7)
)");
        row("commands that name the collective", R"(srun -n 8 ./all_gather_perf -b 8 -g 1
#       size         count      type   redop    root     time   algbw   busbw #wrong
33554432 8388608 float none -1 1000.00 33.55 29.36 0
# nccl-tests version 2.17
./broadcast_perf -b 8 -g 4 -t 2
#       size         count      type   redop    root     time   algbw   busbw #wrong
33554432 8388608 float none 0 1000.00 33.55 33.55 0
# nccl-tests version 2.17
./hypercube_perf -b 8
#       size         count      type   redop    root     time   algbw   busbw #wrong
33554432 8388608 float none 0 1000.00 33.55 33.55 0
)",
            R"(all_gather over GPUs that are not counted: peak bus bandwidth 29.4 GB/s, average 29.4 GB/s; broadcast over 8 GPUs: peak bus bandwidth 33.5 GB/s, average 33.5 GB/s; hypercube over GPUs that are not counted: peak bus bandwidth 33.5 GB/s, average 33.5 GB/s
all_gather: 33554432→0.001 (line 2)
broadcast, 8 GPUs: 33554432→0.001 (line 6)
hypercube: 33554432→0.001 (line 10)
)");
        row("collectives by their columns", R"(# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on host0 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on host0 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on host0 device  3 [0x13] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong
33554432 8388608 float sum -1 1000.00 33.55 50.33 0
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on host0 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on host0 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on host0 device  3 [0x13] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong
33554432 8388608 float sum -1 1000.00 33.55 25.17 0
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on host0 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on host0 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on host0 device  3 [0x13] NVIDIA H100 80GB HBM3
# size count type time algbw busbw #wrong
33554432 8388608 float 1000.0 33.55 25.17 0
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on host0 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on host0 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on host0 device  3 [0x13] NVIDIA H100 80GB HBM3
# size count type redop time algbw busbw #wrong
33554432 8388608 float none 1000.0 33.55 25.17 0
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on host0 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on host0 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on host0 device  3 [0x13] NVIDIA H100 80GB HBM3
# size count type redop root time algbw busbw #wrong
33554432 8388608 float sum 0 1000.00 33.55 33.55 0
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on host0 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on host0 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on host0 device  3 [0x13] NVIDIA H100 80GB HBM3
# size count type root time algbw busbw #wrong
33554432 8388608 float 0 1000.0 33.55 33.55 0
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on host0 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on host0 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on host0 device  3 [0x13] NVIDIA H100 80GB HBM3
# size count type time algbw busbw #wrong
33554432 8388608 float 1000.0 33.55 33.55 0
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on host0 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on host0 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on host0 device  3 [0x13] NVIDIA H100 80GB HBM3
# size count type time algbw busbw #wrong
33554432 8388608 float 1000.0 33.55 11.11 0
)",
            R"(all_reduce over 4 GPUs on 1 node: peak bus bandwidth 50.3 GB/s, average 50.3 GB/s; reduce_scatter over 4 GPUs on 1 node: peak bus bandwidth 25.2 GB/s, average 25.2 GB/s; all_gather over 4 GPUs on 1 node: peak bus bandwidth 25.2 GB/s, average 25.2 GB/s; and 5 more
cluster.gpu = h100-sxm (line 55)
cluster.gpus_per_node = 4 (line 55)
cluster.scale_up_efficiency = 0.05593333333 (line 13)
all_reduce, 4 GPUs on 1 node: 33554432→0.001 (line 6)
reduce_scatter, 4 GPUs on 1 node: 33554432→0.001 (line 13)
all_gather, 4 GPUs on 1 node: 33554432→0.001 (line 20)
all_to_all, 4 GPUs on 1 node: 33554432→0.001 (line 27)
reduce, 4 GPUs on 1 node: 33554432→0.001 (line 34)
broadcast, 4 GPUs on 1 node: 33554432→0.001 (line 41)
sendrecv, 4 GPUs on 1 node: 33554432→0.001 (line 48)
collective, 4 GPUs on 1 node: 33554432→0.001 (line 55)
protocol-overhead, 0.9441: reduce_scatter over 4 GPUs on 1 node reaches 25.2 GB/s where the GPU's links carry 450 GB/s: NVLink seems not to be used; check nvidia-smi topo -m and NCCL_P2P_DISABLE (line 13)
protocol-overhead, 0.9441: all_gather over 4 GPUs on 1 node reaches 25.2 GB/s where the GPU's links carry 450 GB/s: NVLink seems not to be used; check nvidia-smi topo -m and NCCL_P2P_DISABLE (line 20)
protocol-overhead, 0.9441: all_to_all over 4 GPUs on 1 node reaches 25.2 GB/s where the GPU's links carry 450 GB/s: NVLink seems not to be used; check nvidia-smi topo -m and NCCL_P2P_DISABLE (line 27)
protocol-overhead, 0.9254: reduce over 4 GPUs on 1 node reaches 33.5 GB/s where the GPU's links carry 450 GB/s: NVLink seems not to be used; check nvidia-smi topo -m and NCCL_P2P_DISABLE (line 34)
protocol-overhead, 0.9254: broadcast over 4 GPUs on 1 node reaches 33.5 GB/s where the GPU's links carry 450 GB/s: NVLink seems not to be used; check nvidia-smi topo -m and NCCL_P2P_DISABLE (line 41)
protocol-overhead, 0.9254: sendrecv over 4 GPUs on 1 node reaches 33.5 GB/s where the GPU's links carry 450 GB/s: NVLink seems not to be used; check nvidia-smi topo -m and NCCL_P2P_DISABLE (line 48)
protocol-overhead, 0.8882: all_reduce over 4 GPUs on 1 node reaches 50.3 GB/s where the GPU's links carry 450 GB/s: NVLink seems not to be used; check nvidia-smi topo -m and NCCL_P2P_DISABLE (line 6)
- line 55: the collective is not named and the bandwidths fit several; its curve is not used for settings
)");
        row("one NIC of four", rankLines(2, 4) + R"(33554432 8388608 float sum -1 1200.00 27.96 48.90 0
)",
            R"(all_reduce over 8 GPUs on 2 nodes: peak bus bandwidth 48.9 GB/s, average 48.9 GB/s
cluster.gpu = h100-sxm (line 11)
cluster.gpus_per_node = 4 (line 11)
cluster.interconnect = custom (line 11)
cluster.protocol = rdma (line 11)
cluster.link_rate = 1.25e+10 (line 11)
cluster.link_efficiency = 0.978 (line 11)
all_reduce, 8 GPUs on 2 nodes: 33554432→0.0012 (line 11)
contention, 0.7555: the 4 GPUs of a node seem to share one NIC: all_reduce over 8 GPUs on 2 nodes reaches 48.9 GB/s, as much as a single 400 Gbit/s port; check NCCL_IB_HCA and that each GPU has its NIC (line 11)
)");
        row("half of the usual rate", rankLines(2, 4) + R"(33554432 8388608 float sum -1 580.00 57.85 101.00 0
)",
            R"(all_reduce over 8 GPUs on 2 nodes: peak bus bandwidth 101 GB/s, average 101 GB/s
cluster.gpu = h100-sxm (line 11)
cluster.gpus_per_node = 4 (line 11)
cluster.interconnect = custom (line 11)
cluster.protocol = rdma (line 11)
cluster.link_rate = 5e+10 (line 11)
cluster.link_efficiency = 0.505 (line 11)
all_reduce, 8 GPUs on 2 nodes: 33554432→0.00058 (line 11)
)");
        row("between one port and the usual rate",
            rankLines(2, 4) + R"(33554432 8388608 float sum -1 870.00 38.57 67.50 0
)",
            R"(all_reduce over 8 GPUs on 2 nodes: peak bus bandwidth 67.5 GB/s, average 67.5 GB/s
cluster.gpu = h100-sxm (line 11)
cluster.gpus_per_node = 4 (line 11)
cluster.interconnect = custom (line 11)
cluster.protocol = rdma (line 11)
cluster.link_rate = 2.5e+10 (line 11)
cluster.link_efficiency = 0.675 (line 11)
all_reduce, 8 GPUs on 2 nodes: 33554432→0.00087 (line 11)
protocol-overhead, 0.6625: all_reduce over 8 GPUs on 2 nodes reaches 16.9 GB/s per GPU, 33.8 % of the 400 Gbit/s that nodes of such GPUs usually have; check for TCP fallback, missing GPUDirect RDMA and unused NICs (NCCL_DEBUG=INFO) (line 11)
)");
        row("collectives that do not use all NICs", R"(# Collective test starting: alltoall_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on host0 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on host0 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on host0 device  3 [0x13] NVIDIA H100 80GB HBM3
#  Rank  4 Group  0 Pid 9 on host1 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  5 Group  0 Pid 10 on host1 device  1 [0x11] NVIDIA H100 80GB HBM3
#  Rank  6 Group  0 Pid 11 on host1 device  2 [0x12] NVIDIA H100 80GB HBM3
#  Rank  7 Group  0 Pid 12 on host1 device  3 [0x13] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong
33554432 8388608 float sum -1 5800.00 5.79 5.06 0
)",
            R"(all_to_all over 8 GPUs on 2 nodes: peak bus bandwidth 5.06 GB/s, average 5.06 GB/s
cluster.gpu = h100-sxm (line 11)
cluster.gpus_per_node = 4 (line 11)
all_to_all, 8 GPUs on 2 nodes: 33554432→0.0058 (line 11)
)");
        row("an all-reduce over four nodes", R"(# Collective test starting: all_reduce_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on host1 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on host2 device  0 [0x10] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on host3 device  0 [0x10] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong
1024 256 float sum -1 100.00 0.01 0.02 0
33554432 8388608 float sum -1 1100.00 30.50 45.76 0
)",
            R"(all_reduce over 4 GPUs on 4 nodes: peak bus bandwidth 45.8 GB/s, average 22.9 GB/s
cluster.gpu = h100-sxm (line 7)
cluster.interconnect = custom (line 7)
cluster.protocol = rdma (line 7)
cluster.link_rate = 5e+10 (line 7)
cluster.link_efficiency = 0.9152 (line 7)
cluster.link_latency = 1.999237037e-05 (line 7)
all_reduce, 4 GPUs on 4 nodes: 1024→0.0001 33554432→0.0011; 1024…3.355e+07: 9.997e-05 + 2.98e-11 x (line 7)
)");
        row("short messages alone", rankLines(2, 4) + R"(1024 256 float sum -1 100.00 0.01 0.02 0
65536 16384 float sum -1 110.00 0.60 1.04 0
)",
            R"(all_reduce over 8 GPUs on 2 nodes: peak bus bandwidth 1.04 GB/s, average 530 MB/s
cluster.gpu = h100-sxm (line 11)
cluster.gpus_per_node = 4 (line 11)
cluster.link_latency = 3.992063492e-05 (line 11)
all_reduce, 8 GPUs on 2 nodes: 1024→0.0001 65536→0.00011; 1024…6.554e+04: 9.984e-05 + 1.55e-10 x (line 11)
- line 11: no message of 16 MiB or more, so no rate of a link follows
)");
        row("GPUs that are faster than known",
            rankLines(1, 2) + R"(1073741824 268435456 float sum -1 2000.00 536.87 536.87 0
)",
            R"(all_reduce over 2 GPUs on 1 node: peak bus bandwidth 537 GB/s, average 537 GB/s
cluster.gpu = h100-sxm (line 5)
cluster.gpus_per_node = 2 (line 5)
cluster.scale_up_bandwidth = 5.3687e+11 (line 5)
cluster.scale_up_efficiency = 1 (line 5)
all_reduce, 2 GPUs on 1 node: 1073741824→0.002 (line 5)
)");
        row("a GPU without NVLink", R"(# Collective test starting: all_reduce_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] NVIDIA L40S
#  Rank  1 Group  0 Pid 6 on host0 device  1 [0x11] NVIDIA L40S
#       size         count      type   redop    root     time   algbw   busbw #wrong
33554432 8388608 float sum -1 2000.00 16.78 3.10 0
)",
            R"(all_reduce over 2 GPUs on 1 node: peak bus bandwidth 3.1 GB/s, average 3.1 GB/s
cluster.gpu = l40s (line 5)
cluster.gpus_per_node = 2 (line 5)
cluster.scale_up_efficiency = 0.09841269841 (line 5)
all_reduce, 2 GPUs on 1 node: 33554432→0.002 (line 5)
- line 5: 1 measurement of all_reduce: time and bus bandwidth contradict each other (33.6 MB in 2 ms is 16.8 GB/s, not 3.1 GB/s); the curve uses the times
)");
        row("old GPUs over two nodes", R"(# Collective test starting: all_reduce_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor)
#  Rank  0 Group  0 Pid 5 on host0 device  0 [0x10] Tesla V100-SXM2-16GB
#  Rank  1 Group  0 Pid 6 on host1 device  0 [0x10] Tesla V100-SXM2-16GB
#       size         count      type   redop    root     time   algbw   busbw #wrong
33554432 8388608 float sum -1 30000.00 1.12 1.12 0
)",
            R"(all_reduce over 2 GPUs on 2 nodes: peak bus bandwidth 1.12 GB/s, average 1.12 GB/s
cluster.gpu = v100-sxm2-16 (line 5)
cluster.interconnect = custom (line 5)
cluster.protocol = rdma (line 5)
cluster.link_rate = 1250000000 (line 5)
cluster.link_efficiency = 0.896 (line 5)
all_reduce, 2 GPUs on 2 nodes: 33554432→0.03 (line 5)
)");
        row("two contradictions", rankLines(1, 2) + R"(33554432 8388608 float sum -1 1000.00 33.55 50.00 0
67108864 16777216 float sum -1 1000.00 67.11 20.00 0
1024 256 float sum -1 1000.00 0.00 20.00 0
2048 512 float sum -1 0.00 9.00 20.00 0
0 0 float sum -1 10.00 0.00 20.00 0
)",
            R"(all_reduce over 2 GPUs on 1 node: peak bus bandwidth 50 GB/s, average 26 GB/s
cluster.gpu = h100-sxm (line 5)
cluster.gpus_per_node = 2 (line 5)
cluster.scale_up_efficiency = 0.1111111111 (line 5)
all_reduce, 2 GPUs on 1 node: 1024→0.001 33554432→0.001 67108864→0.001; 1024…6.711e+07: 0.001 + 0 x (line 5)
protocol-overhead, 0.8889: all_reduce over 2 GPUs on 1 node reaches 50 GB/s where the GPU's links carry 450 GB/s: NVLink seems not to be used; check nvidia-smi topo -m and NCCL_P2P_DISABLE (line 5)
- line 5: 3 measurements of all_reduce: time and bus bandwidth contradict each other (33.6 MB in 1 ms is 33.6 GB/s, not 50 GB/s); the curve uses the times
)");
        row("dates, logs and other lines between rows",
            rankLines(1, 2) + R"(1024 256 float sum -1 20.0 0.05 0.05 0 2026-05-18 16:08:16
not a row
2048 512 float sum -1 20.0 0.10 0.10
-5 1 float sum -1 20.0 0.1 0.1 0
4096 1024 float sum -1 20.0 0.2 N/A 0
4096 1024 float sum -1 N/A 0.2 0.2 0
4096 1024 7 sum -1 20.0 0.2 0.2 0
8192 2048 float sum -1 -2.0 0.4 0.4 0
)",
            R"(all_reduce over 2 GPUs on 1 node: peak bus bandwidth 50 MB/s, average 50 MB/s
cluster.gpu = h100-sxm (line 5)
cluster.gpus_per_node = 2 (line 5)
all_reduce, 2 GPUs on 1 node: 1024→2e-05 (line 5)
- line 5: no message of 16 MiB or more, so no rate of a link follows
)");
    }
    void allOfATestIsRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(test::toldOf(text.toStdString())), "all");
    }
};

KNEEPOINT_TEST(NcclGroupsTest)
#include "nccl_groups_test.moc"
