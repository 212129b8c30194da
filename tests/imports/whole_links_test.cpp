// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Tests of links and lines of NCCL: all that is read of each, as one text.
class WholeLinksTest : public QObject {
    Q_OBJECT

private slots:
    void allOfATestIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* name, const char* text, const char* all) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(all);
        };
        row("perftest", R"(                    RDMA_Write Bidirectional BW Test
 #bytes  #iterations  BW peak[Gb/sec]  BW average[Gb/sec]
 4096     5000         500.00           480.00
 65536    5000         780.00           776.00
 131072   5000         780.00           775.00
                    RDMA_Write Latency Test
 #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]
 8       1000          1.60           5.10         1.85               1.66
 2       1000          1.60           5.10         1.65               1.66
 2       1000          1.60           5.10         1.75               1.66
)",
            R"(RDMA_Write Bidirectional BW Test: 388 Gbit/s one way in messages of 65.5 kB; 1.65 µs for 2 B
cluster.interconnect = custom (line 4)
cluster.protocol = rdma (line 4)
cluster.link_rate = 5e+10 (line 4)
cluster.link_efficiency = 0.97 (line 4)
cluster.link_latency = 1.65e-06 (line 9)
- line 4: the rate of one port between two hosts; how many ports a node has, and what a collective reaches, is not known
- line 4: a bidirectional test: half of its rate is used as that of one way
)");
        row("the latency of a duration", R"( #bytes        #iterations       t_avg[usec]    tps average
 2             100000            2.01           249000
)",
            R"(perftest: 2.01 µs for 2 B
cluster.link_latency = 2.01e-06 (line 2)
)");
        row("iperf", R"([ ID] Interval       Transfer     Bandwidth
[  3]  0.0-1.0 sec  0.50 GBytes  4.20 Gbits/sec
[  3]  0.0-10.0 sec  5.00 GBytes  4.00 Gbits/sec
[  4]  0.0-10.0 sec  5.00 GBytes  450 MBytes/sec
[  4]  9.0-10.0 sec  0.50 GBytes  480 MBytes/sec
)",
            R"(iperf: 7.77 Gbit/s over 2 streams, TCP
cluster.interconnect = custom (line 4)
cluster.protocol = tcp (line 4)
cluster.link_rate = 1250000000 (line 4)
cluster.link_efficiency = 0.77748736 (line 4)
cluster.nics_per_node = 1 (line 4)
- line 4: one interface was tested, so NICs per node is set to 1; NCCL over sockets may reach less
)");
        row("iperf3 over UDP", R"([ ID] Interval           Transfer     Bitrate         Jitter    Lost/Total Datagrams
[  5]   0.00-10.00  sec  1.25 MBytes  1.05 Mbits/sec  0.012 ms  0/906 (0%)  receiver
)",
            R"(iperf3: 1.05 Mbit/s over 1 stream, UDP
- line 2: a test of UDP, which no collective uses; no setting follows
)");
        row("iperf3 as JSON",
            R"({"start": {"test_start": {"protocol": "TCP", "num_streams": 4}}, "intervals": [], "end": {"sum_sent": {"bits_per_second": 9.5e9}}}
)",
            R"(iperf3: 9.5 Gbit/s over 4 streams, TCP
cluster.interconnect = custom (/end/sum_sent)
cluster.protocol = tcp (/end/sum_sent)
cluster.link_rate = 1250000000 (/end/sum_sent)
cluster.link_efficiency = 0.95 (/end/sum_sent)
cluster.nics_per_node = 1 (/end/sum_sent)
- /end/sum_sent: one interface was tested, so NICs per node is set to 1; NCCL over sockets may reach less
)");
        row("iperf3 that failed",
            R"({"start": {"test_start": {"protocol": "TCP"}}, "intervals": [], "end": {}, "error": "unable to connect"}
)",
            R"(file: is an iperf3 test that failed, without a rate)");
        row("iperf3 that was stopped", R"({"start": {"test_start": {"protocol": "TCP"}}, "intervals": [], "end": {}}
)",
            R"(file: has no total rate, which iperf3 adds when the test ends)");
        row("OSU, one way", R"(# OSU MPI-CUDA Bandwidth Test v7.3
# Size      Bandwidth (MB/s)
1  0.5
4194304             24310.55
8388608             0
16777216
8  7
)",
            R"(OSU point to point, one way: 4.19 MB at 24.3 GB/s
point to point, one way: 1→500000 4194304→2.431055e+10 (line 1)
- line 1: whether both processes are on one host is not stated, so nothing is used for settings: of a network, import ib_write_bw or nccl-tests over two nodes
)");
        row("OSU, both ways", R"(# OSU MPI-CUDA Bi-Directional Bandwidth Test v7.3
# Size      Bandwidth (MB/s)
4194304             44310.55
)",
            R"(OSU point to point, both ways together: 4.19 MB at 44.3 GB/s
point to point, both ways together: 4194304→4.431055e+10 (line 1)
- line 1: whether both processes are on one host is not stated, so nothing is used for settings: of a network, import ib_write_bw or nccl-tests over two nodes
)");
        row("OSU, latency", R"(# OSU MPI Latency Test v7.3
# Size  Latency (us)
0  2.0
8  2.3
)",
            R"(OSU point to point: 8 B in 2.3 µs
point to point: 0→2e-06 8→2.3e-06 (line 1)
- line 1: whether both processes are on one host is not stated, so nothing is used for settings: of a network, import ib_write_bw or nccl-tests over two nodes
)");
        row("OSU, a collective", R"(# OSU MPI-CUDA Allgather Latency Test v7.2
# Size  Avg Latency(us)
1024  12.0
65536  99.0
)",
            R"(OSU all_gather: 65.5 kB in 99 µs
all_gather: 1024→1.2e-05 65536→9.9e-05 (line 1)
- line 1: the number of ranks is not stated, so the times are not used for settings
)");
        row("OSU without rows", R"(# OSU MPI-CUDA Allgather Latency Test v7.2
)",
            R"(file: has no row with a size and what was measured)");
        row("nccom-test", R"(nccom-test redsct --nworkers 16 -b 1M
size(B)  count(elems)  type  time:avg(us)  algbw(GB/s)  busbw(GB/s)
1048576  262144  fp32  1000.0  1.05  0.98
2097152  524288  fp32  0  1.40  1.31
4194304  524288  fp32  1500.0  2.80  2.62
)",
            R"(reduce_scatter over 16 GPUs: peak bus bandwidth 2.62 GB/s, average 1.8 GB/s
reduce_scatter, 16 GPUs: 1048576→0.001 4194304→0.0015; 1.049e+06…4.194e+06: 0.0008333 + 1.589e-10 x (line 2)
)");
        row("payloads", R"(| payload | busbw | algbw |
|---|---|---|
| 1MiB | 6.90GBps | 4.00GBps |
| 4MiB | 14.00GBps | 8.00GBps |
| 8MiB | 14.00GBps | 0GBps |
| 1GB | 17.500GBps | 10.000GBps |
)",
            R"(all_reduce over 8 GPUs: peak bus bandwidth 17.5 GB/s, average 12.8 GB/s
all_reduce, 8 GPUs: 1048576→0.000262144 4194304→0.000524288 1000000000→0.1; 1.049e+06…1e+09: 0.0001544 + 9.714e-11 x (line 3)
)");
        row("lines of NCCL",
            R"(n1:1:2 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_2:1/RoCE [RO]; OOB eth0:10.0.0.1<0>
n1:1:2 [0] NCCL INFO Using network IB
n1:1:2 [0] NCCL INFO NCCL_NVLS_ENABLE set by environment to 0.
n1:1:2 [0] NCCL INFO NVLS multicast support is not available on dev 0
n1:1:2 [0] NCCL INFO NCCL_NET_GDR_LEVEL set by environment to LOC
n1:1:2 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via P2P/IPC
n1:1:2 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM/direct/direct
)",
            R"(NCCL uses 2 RDMA ports
cluster.protocol = rdma (line 1)
protocol-overhead, 0: GPUDirect RDMA is off, so traffic between nodes crosses host memory; check nvidia-peermem, NCCL_NET_GDR_LEVEL and that NIC and GPU share a PCIe switch (line 5)
- line 1: NCCL uses 2 network ports
- line 3: NVLink SHARP (NVLS) is switched off by NCCL_NVLS_ENABLE=0
- line 4: NVLink SHARP (NVLS) is not available
)");
        row("lines of NCCL without a device", R"(n1:1:2 [0] NCCL INFO NET/IB : No device found.
n1:1:2 [0] NCCL INFO NET/Socket : Using [0]eth0:10.0.0.1<0>
n1:1:2 [0] NCCL INFO Using network Socket
n1:1:2 [0] NCCL INFO NCCL_P2P_DISABLE set by environment to 1.
n1:1:2 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM/direct/direct
)",
            R"(NCCL uses TCP sockets between the nodes
cluster.protocol = tcp (line 2)
protocol-overhead, 0: NCCL uses TCP sockets between the nodes, because it finds no InfiniBand device; check that the RDMA devices are visible to the job (ibstat, NCCL_IB_DISABLE, NCCL_IB_HCA) and that libibverbs is installed (line 2)
protocol-overhead, 0: peer-to-peer access between the GPUs of a node is disabled, so their traffic crosses host memory; unset NCCL_P2P_DISABLE if the node supports it (line 4)
)");
        row("lines of NCCL with both networks", R"(n1:1:2 [0] NCCL INFO Using network Socket
n1:1:2 [0] NCCL INFO Using network IB
)",
            R"(NCCL uses TCP sockets in some processes and InfiniBand in others
protocol-overhead, 0: some processes use TCP sockets and others InfiniBand, so a node or a container does not see its RDMA devices: compare ibstat and NCCL_IB_HCA of the nodes (line 1)
)");
        row("lines of NCCL with a plugin", R"(n1:1:2 [0] NCCL INFO Using network AWS Libfabric
n1:1:2 [0] NCCL INFO Channel 00 : 0[0] -> 1[1] via SHM/direct/direct
)",
            R"(NCCL uses the network plugin of a cloud
protocol-overhead, 0: GPUs of a node exchange data through shared memory of the host instead of peer to peer; check nvidia-smi topo -p2p r, ACS and the IOMMU (line 2)
)");
        row("lines of NCCL that say nothing", R"(n1:1:2 [0] NCCL INFO comm 0x7f rank 0 nranks 2
)",
            R"(file: has lines of NCCL_DEBUG=INFO, but none that says which network or links NCCL uses)");
        row("one port of NCCL", R"(n1:1:2 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB
)",
            R"(NCCL uses 1 RDMA port
cluster.protocol = rdma (line 1)
- line 1: NCCL uses 1 network port
)");
    }
    void allOfATestIsRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(test::toldOf(text.toStdString())), "all");
    }
};

KNEEPOINT_TEST(WholeLinksTest)
#include "whole_links_test.moc"
