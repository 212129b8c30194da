// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Output of nccl-tests and its relatives: all that is read of each, as one text.
class WholeCollectivesTest : public QObject {
    Q_OBJECT

private slots:
    void allOfATestIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* name, const char* text, const char* all) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(all);
        };
        row("nccl-tests of one node", R"(# Collective test starting: all_reduce_perf
# nThread 1 nGpus 2 minBytes 1024 maxBytes 1073741824 step: 8(factor) warmup iters: 5
# Using devices
#  Rank  0 Group  0 Pid 5 on hosta device  0 [0x11] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 5 on hosta device  1 [0x12] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
        1024           256     float     sum      -1     20.0    0.05    0.05      0     22.0    0.05    0.05      0
       65536         16384     float     sum      -1     24.0    2.73    2.73      0     24.0    2.73    2.73      0
    67108864      16777216     float     sum      -1    400.0  167.77  167.77      0    410.0  163.68  163.68      3
# Out of bounds values : 3 FAILED
# Avg bus bandwidth    : 70.5000
)",
            R"(all_reduce over 2 GPUs on 1 node: peak bus bandwidth 168 GB/s, average 56.2 GB/s
cluster.gpu = h100-sxm (line 6)
cluster.gpus_per_node = 2 (line 6)
cluster.scale_up_efficiency = 0.3728222222 (line 6)
all_reduce, 2 GPUs on 1 node: 1024→2e-05 65536→2.4e-05 67108864→0.0004; 1024…6.711e+07: 2.074e-05 + 5.656e-12 x (line 6)
- line 6: all_reduce computed 3 wrong values
- line 6: the rows of all_reduce average 56.2 GB/s, but 70.5 GB/s is printed: rows are missing
)");
        row("nccl-tests of several collectives", R"(# Collective test starting: sendrecv_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor) warmup iters: 5
#  Rank  0 Group  0 Pid 5 on hosta device  0 [0x11] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on hostb device  0 [0x12] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
        1024           256     float    none      -1     20.0    0.05    0.05      0     20.0    0.05    0.05      N/A
    33554432       8388608     float    none      -1   3000.0   11.18   11.18      0   3000.0   11.18   11.18      N/A
# Avg bus bandwidth    : 5.6175
# Collective test starting: all_gather_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor) warmup iters: 5
hosta:5:5 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:10.0.0.1<0>
#  Rank  0 Group  0 Pid 5 on hosta device  0 [0x11] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on hosta device  1 [0x12] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on hostb device  0 [0x11] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on hostb device  1 [0x12] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
    33554432       8388608     float    none      -1   1200.0   27.96   20.97      0   1200.0   27.96   20.97      N/A
# Collective test starting: broadcast_perf
#       size         count      type   redop    root     time   algbw   busbw #wrong
    33554432       8388608     float    none       0   1200.0   27.96   27.96      0
# Collective test starting: alltoall_perf
#       size         count      type   redop    root     time   algbw   busbw #wrong
    33554432       8388608     float    none      -1   1200.0   27.96   27.96      0
)",
            R"(sendrecv over 2 GPUs on 2 nodes: peak bus bandwidth 11.2 GB/s, average 5.62 GB/s; all_gather over 4 GPUs on 2 nodes: peak bus bandwidth 21.0 GB/s, average 21.0 GB/s; broadcast over GPUs that are not counted: peak bus bandwidth 28.0 GB/s, average 28.0 GB/s; and 1 more
cluster.gpu = h100-sxm (line 16)
cluster.gpus_per_node = 2 (line 16)
cluster.interconnect = custom (line 16)
cluster.protocol = rdma (line 16)
cluster.link_rate = 1.25e+10 (line 16)
cluster.link_efficiency = 0.8388 (line 16)
sendrecv, 2 GPUs on 2 nodes: 1024→2e-05 33554432→0.003; 1024…3.355e+07: 1.991e-05 + 8.881e-11 x (line 5)
all_gather, 4 GPUs on 2 nodes: 33554432→0.0012 (line 16)
broadcast: 33554432→0.0012 (line 19)
all_to_all: 33554432→0.0012 (line 22)
contention, 0.7903: the 2 GPUs of a node seem to share one NIC: all_gather over 4 GPUs on 2 nodes reaches 21.0 GB/s, as much as a single 400 Gbit/s port; check NCCL_IB_HCA and that each GPU has its NIC (line 16)
protocol-overhead, 0.7764: sendrecv over 2 GPUs on 2 nodes reaches 11.2 GB/s per GPU, 22.4 % of the 400 Gbit/s that nodes of such GPUs usually have; check for TCP fallback, missing GPUDirect RDMA and unused NICs (NCCL_DEBUG=INFO) (line 5)
)");
        row("a table that is not named", R"(#       size         count      type     time   algbw   busbw #wrong
    33554432       8388608     float   1200.0    0.16    0.16      0
)",
            R"(unnamed collective: peak bus bandwidth 160 MB/s, average 160 MB/s
collective: 33554432→0.0012 (line 1)
- line 1: the collective is not named and the bandwidths fit several; its curve is not used for settings
)");
        row("the switch adds", R"(# Collective test starting: all_reduce_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor) warmup iters: 5
#  Rank  0 Group  0 Pid 5 on hosta device  0 [0x11] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 6 on hosta device  1 [0x12] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 7 on hostb device  0 [0x11] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 8 on hostb device  1 [0x12] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong
    33554432       8388608     float     sum      -1    280.0  119.84  179.76      0
)",
            R"(all_reduce over 4 GPUs on 2 nodes: peak bus bandwidth 180 GB/s, average 180 GB/s
cluster.gpu = h100-sxm (line 7)
cluster.gpus_per_node = 2 (line 7)
all_reduce, 4 GPUs on 2 nodes: 33554432→0.00028 (line 7)
- line 7: the bus bandwidth is 719 Gbit/s per GPU, more than the 400 Gbit/s that the network of such GPUs carries: sums are formed within nodes or switches (NVLS, SHARP), so no rate of a link follows from it
)");
        row("NVLink is not used", R"(# Collective test starting: all_reduce_perf
# nThread 1 nGpus 4 minBytes 1024 maxBytes 1073741824 step: 8(factor) warmup iters: 5
#  Rank  0 Group  0 Pid 5 on hosta device  0 [0x11] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid 5 on hosta device  1 [0x12] NVIDIA H100 80GB HBM3
#  Rank  2 Group  0 Pid 5 on hosta device  2 [0x11] NVIDIA H100 80GB HBM3
#  Rank  3 Group  0 Pid 5 on hosta device  3 [0x12] NVIDIA H100 80GB HBM3
#       size         count      type   redop    root     time   algbw   busbw #wrong
    33554432       8388608     float     sum      -1   2500.0   13.42   20.13      0
)",
            R"(all_reduce over 4 GPUs on 1 node: peak bus bandwidth 20.1 GB/s, average 20.1 GB/s
cluster.gpu = h100-sxm (line 7)
cluster.gpus_per_node = 4 (line 7)
cluster.scale_up_efficiency = 0.04473333333 (line 7)
all_reduce, 4 GPUs on 1 node: 33554432→0.0025 (line 7)
protocol-overhead, 0.9553: all_reduce over 4 GPUs on 1 node reaches 20.1 GB/s where the GPU's links carry 450 GB/s: NVLink seems not to be used; check nvidia-smi topo -m and NCCL_P2P_DISABLE (line 7)
)");
        row("sockets", R"(# Collective test starting: all_reduce_perf
# nThread 1 nGpus 1 minBytes 1024 maxBytes 1073741824 step: 8(factor) warmup iters: 5
hosta:5:5 [0] NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0>
#  Rank  0 Group  0 Pid 5 on hosta device  0 [0x11] NVIDIA A100-SXM4-80GB
#  Rank  1 Group  0 Pid 6 on hostb device  0 [0x12] NVIDIA A100-SXM4-80GB
#       size         count      type   redop    root     time   algbw   busbw #wrong
        1024           256     float     sum      -1    120.0    0.01    0.01      0
    33554432       8388608     float     sum      -1  10000.0    3.36    3.36      0
)",
            R"(all_reduce over 2 GPUs on 2 nodes: peak bus bandwidth 3.36 GB/s, average 1.69 GB/s
cluster.gpu = a100-sxm-80 (line 6)
cluster.interconnect = custom (line 6)
cluster.protocol = tcp (line 6)
cluster.link_rate = 5000000000 (line 6)
cluster.link_efficiency = 0.672 (line 6)
cluster.link_latency = 4.984923856e-05 (line 6)
all_reduce, 2 GPUs on 2 nodes: 1024→0.00012 33554432→0.01; 1024…3.355e+07: 0.0001197 + 2.945e-10 x (line 6)
protocol-overhead, 0.8656: NCCL uses TCP sockets between the nodes: all_reduce over 2 GPUs on 2 nodes reaches 3.36 GB/s of bus bandwidth; check that the RDMA devices are visible (NCCL_DEBUG=INFO shows NET/IB or the cloud's plugin) (line 6)
)");
        row("only the header", R"(# Collective test starting: all_reduce_perf
#       size         count      type   redop    root     time   algbw   busbw #wrong
)",
            R"(file: has only the header of a test that ended before its first row)");
        row("Inspector", R"({"header": {"id": "0x7f", "rank": 0, "n_ranks": 4, "nnodes": 2}}
not JSON
{"coll_perf": {"coll": "AllReduce", "coll_msg_size_bytes": 16777216, "coll_exec_time_us": 328.0}}
{"coll_perf": {"coll": "AllReduce", "coll_msg_size_bytes": 16777216, "coll_exec_time_us": 360.0, "coll_busbw_gbs": 70.0}}
{"coll_perf": {"coll": "AllReduce", "coll_msg_size_bytes": 16777216, "coll_exec_time_us": 0}}
{"coll_perf": {"coll": "Unheard", "coll_msg_size_bytes": 16777216, "coll_exec_time_us": 480}}
)",
            R"(unnamed collective: peak bus bandwidth 35.0 GB/s, average 35.0 GB/s; all_reduce over 4 GPUs on 2 nodes: peak bus bandwidth 76.7 GB/s, average 73.4 GB/s
cluster.gpus_per_node = 2 (lines of all_reduce)
cluster.interconnect = custom (lines of all_reduce)
cluster.protocol = rdma (lines of all_reduce)
cluster.link_rate = 5e+10 (lines of all_reduce)
cluster.link_efficiency = 0.7672507317 (lines of all_reduce)
collective, 4 GPUs on 2 nodes: 16777216→0.00048 (lines of unnamed collectives)
all_reduce, 4 GPUs on 2 nodes: 16777216→0.000344 (lines of all_reduce)
- lines of unnamed collectives: the collective is not named and the bandwidths fit several; its curve is not used for settings
- line 2: 1 line is not JSON
)");
        row("nccl-tests -J",
            R"({"version": 3, "config": {"devices": [{"rank": 0, "group": 0, "hostname": "a", "device_info": "NVIDIA H100 80GB HBM3"}, {"rank": 1, "group": 0, "hostname": "b", "device_info": "NVIDIA H100 80GB HBM3"}, {"rank": 0, "group": 1, "hostname": "b", "device_info": "NVIDIA H100 80GB HBM3"}]}, "results": [{"size": 1048576, "out_of_place": {"time": 20.5, "bus_bw": 51.2}, "in_place": {"cpu_time": 20.6, "bus_bw": 51.1}, "experiment_name": "AllReduce"}, {"size": 2097152, "out_of_place": {"time": -1, "bus_bw": 51.2}}, {"size": 4194304, "in_place": {"time": 82.0, "bus_bw": 51.3}}], "average_bus_bandwidth": {"bandwidth": 60.0}, "out_of_bounds": {"count": 2}}
)",
            R"(all_reduce over 2 GPUs on 2 nodes: peak bus bandwidth 51.3 GB/s, average 51.2 GB/s
cluster.gpu = h100-sxm (/results)
all_reduce, 2 GPUs on 2 nodes: 1048576→2.05e-05 4194304→8.2e-05; 1.049e+06…4.194e+06: 0 + 1.955e-11 x (/results)
- /results: all_reduce computed 2 wrong values
- /results: the rows of all_reduce average 51.2 GB/s, but 60 GB/s is printed: rows are missing
- /results: the bus bandwidth is 410 Gbit/s per GPU, more than the 400 Gbit/s that the network of such GPUs carries: sums are formed within nodes or switches (NVLS, SHARP), so no rate of a link follows from it
)");
        row("rccl-tests JSON",
            R"([{"name": "AllReduce", "nodes": 1, "ranks": 2, "size": 16777216, "inPlace": 0, "time": 328.0, "algBw": 51.2, "busBw": 51.2}, {"name": "AllReduce", "nodes": 1, "ranks": 2, "size": 16777216, "inPlace": 1, "time": 392.0, "algBw": 51.2, "busBw": 41.2}, {"name": "AllReduce", "nodes": 2, "ranks": 4, "size": 16777216, "inPlace": true, "time": 488.0, "algBw": 31.2, "busBw": 51.2}, {"name": "AllReduce", "nodes": 2, "ranks": 4, "size": -1, "inPlace": true, "time": 488.0, "algBw": 31.2, "busBw": 51.2}, 7]
)",
            R"(all_reduce over 2 GPUs on 1 node: peak bus bandwidth 51.2 GB/s, average 46.2 GB/s; all_reduce over 4 GPUs on 2 nodes: peak bus bandwidth 51.2 GB/s, average 51.2 GB/s
cluster.gpus_per_node = 2 (/)
cluster.scale_up_bandwidth = 5.12e+10 (/)
cluster.scale_up_efficiency = 1 (/)
cluster.interconnect = custom (/)
cluster.protocol = rdma (/)
cluster.link_rate = 5e+10 (/)
cluster.link_efficiency = 0.512 (/)
all_reduce, 2 GPUs on 1 node: 16777216→0.00036 (/)
all_reduce, 4 GPUs on 2 nodes: 16777216→0.000488 (/)
)");
        row("rccl-tests CSV", R"(numCycle,collective,nodes,ranks,size,inPlace,time(us),algbw,busbw
0,AllGather,1,4,16777216,0,328.0,51.2,38.4
0,AllGather,1,4,16777216,1,331.2,51.2,38.1
0,AllGather,1,4,x,1,331.2,51.2,38.1
)",
            R"(all_gather over 4 GPUs on 1 node: peak bus bandwidth 38.4 GB/s, average 38.2 GB/s
cluster.gpus_per_node = 4 (line 2)
cluster.scale_up_bandwidth = 3.84e+10 (line 2)
cluster.scale_up_efficiency = 1 (line 2)
all_gather, 4 GPUs on 1 node: 16777216→0.0003296 (line 2)
)");
    }
    void allOfATestIsRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(test::toldOf(text.toStdString())), "all");
    }
};

KNEEPOINT_TEST(WholeCollectivesTest)
#include "whole_collectives_test.moc"
