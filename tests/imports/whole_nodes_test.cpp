// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// What tools print of a node: all that is read of each, as one text.
class WholeNodesTest : public QObject {
    Q_OBJECT

private slots:
    void allOfANodeIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* name, const char* text, const char* all) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(all);
        };
        row("a topology of four GPUs in pairs", R"(      GPU0 GPU1 GPU2 GPU3 NIC0 NIC1 CPU Affinity
GPU0  X NV4 PHB PHB PIX SYS 0-15
GPU1 NV4  X PHB PHB PXB SYS 0-15
GPU2 PHB PHB  X NV4 SYS SYS 0-15
GPU3 PHB PHB NV4  X SYS NODE 0-15
NIC0 PIX PXB SYS SYS X SYS
)",
            R"(4 GPUs, 2 NICs (1 under a PCIe switch with a GPU); GPUs connected by NV4 (2 pairs), PHB (4 pairs)
cluster.gpus_per_node = 4 (line 1)
cluster.nics_per_node = 2 (line 1)
cluster.scale_up_bandwidth = 3.15e+10 (line 1: bridges join pairs only, so a ring of 4 GPUs crosses PHB; assumed PCIe 4.0 x16, which no topology states)
cluster.scale_up_efficiency = 0.7936507937 (line 1: bridges join pairs only, so a ring of 4 GPUs crosses PHB; assumed PCIe 4.0 x16, which no topology states)
assumed: cluster.scale_up_bandwidth
assumed: cluster.scale_up_efficiency
- line 1: pairs of GPUs are connected differently; the engine assumes equal links
- line 1: a ring of the GPUs goes over PCIe (PHB): set cluster.scale_up_bandwidth if it is not PCIe 4.0 x16
)");
        row("a topology without NVLink", R"(	GPU0	GPU1	CPU Affinity
GPU0	 X 	SYS	0-15
GPU1	SYS	 X 	0-15
)",
            R"(2 GPUs, 0 NICs (0 under a PCIe switch with a GPU); GPUs connected by SYS (1 pair)
cluster.gpus_per_node = 2 (line 1)
cluster.scale_up_bandwidth = 3.15e+10 (line 1: no NVLink; assumed PCIe 4.0 x16, which no topology states)
cluster.scale_up_efficiency = 0.7936507937 (line 1: no NVLink; assumed PCIe 4.0 x16, which no topology states)
assumed: cluster.scale_up_bandwidth
assumed: cluster.scale_up_efficiency
- line 1: all traffic of the GPUs goes over PCIe (SYS): set cluster.scale_up_bandwidth if it is not PCIe 4.0 x16
)");
        row("a topology of NVLink", R"(	GPU0	GPU1	mlx5_0	CPU Affinity
GPU0	 X 	NV18	PIX	0-15
GPU1	NV18	 X 	SYS	0-15
mlx5_0	PIX	SYS	 X
)",
            R"(2 GPUs, 1 NIC (1 under a PCIe switch with a GPU); GPUs connected by NV18 (1 pair)
cluster.gpus_per_node = 2 (line 1)
cluster.nics_per_node = 1 (line 1)
- line 1: the links are named without their rate, so the bandwidth stays that of the GPU
)");
        row("one GPU", R"(	GPU0	CPU Affinity
GPU0	 X 	0-15
)",
            R"(1 GPU, 0 NICs (0 under a PCIe switch with a GPU); a single GPU
cluster.gpus_per_node = 1 (line 1)
)");
        row("a topology without rows", R"(	GPU0	GPU1	CPU Affinity
)",
            R"(file: has no row of connections below its header, as nvidia-smi topo -m prints them)");
        row("a report of nvidia-smi", R"(==============NVSMI LOG==============
GPU 00000000:1B:00.0
    Product Name                          : NVIDIA H100 80GB HBM3
    GPU Link Info
            Link Width
                Max                       : 16x
                Current                   : 8x
    Clocks Throttle Reasons
        SW Power Cap                      : Active
        HW Power Brake Slowdown           : Active
    FB Memory Usage
        Total                             : 71559 MiB
    GPU Power Readings
        Enforced Power Limit              : 500.00 W
        Power Limit                       : 650.00 W
        Default Power Limit               : 600.00 W
        Default Power Limit               : 100.00 W
    Clocks
        SM                                : 1410 MHz
    Max Clocks
        SM                                : 1980 MHz
GPU 00000000:1C:00.0
    Product Name                          : NVIDIA H100 80GB HBM3
    Link Width
                Max                       : 16x
                Current                   : 16x
)",
            R"(2 × NVIDIA H100 80GB HBM3, 500 W
cluster.gpu = h100-sxm (line 2)
cluster.memory_bytes = 7.503504998e+10 (line 2)
cluster.power_w = 500 (line 2)
cluster.gpus_per_node = 2 (line 2)
- line 2: the power limit is 500 W of 600 W; how far clocks fall under it is not known, so the step is that of the full limit
- line 2: the power limits of the GPUs differ; the slowest makes the others wait
- line 2: the GPU is throttled (HW Power Brake Slowdown), which makes all others wait
- line 2: 1410 of 1980 MHz under the power cap; the sustained clock is not derived from it
- line 2: PCIe runs with 8 of 16 lanes
)");
        row("a GPU that nobody sells", R"(GPU 0: NVIDIA I100 80GB (UUID: GPU-5c1a)
)",
            R"(1 × NVIDIA I100 80GB
- line 1: the GPU NVIDIA I100 80GB is not known
)");
        row("a query",
            R"(name, power.limit [W], power.default_limit [W], memory.total [MiB], pcie.link.width.current, pcie.link.width.max
NVIDIA L40S, 300.00 W, 350.00 W, 46068 MiB, 4, 16
NVIDIA L40S, 350.00 W, 350.00 W, 46068 MiB, 16, 16
)",
            R"(2 × NVIDIA L40S, 300 W
cluster.gpu = l40s (line 2)
cluster.power_w = 300 (line 2)
cluster.gpus_per_node = 2 (line 2)
- line 2: the power limit is 300 W of 350 W; how far clocks fall under it is not known, so the step is that of the full limit
- line 2: the power limits of the GPUs differ; the slowest makes the others wait
- line 2: PCIe runs with 4 of 16 lanes
)");
        row("a table of nvidia-smi",
            R"(| NVIDIA-SMI 535.10                 Driver Version: 535.10       CUDA Version: 12.2     |
|   0  NVIDIA A100-SXM4-40GB          On  | 00000000:07:00.0 Off |                    0 |
| N/A   31C    P0              54W / 350W |      4MiB / 40960MiB |      0%      Default |
|   1  NVIDIA A100-SXM4-40GB          On  | 00000000:0A:00.0 Off |                    0 |
| N/A   31C    P0              54W / 400W |      4MiB / 40960MiB |      0%      Default |
| Processes:                                                                            |
|   2  NVIDIA A100-SXM4-40GB          On  | 00000000:0A:00.0 Off |                    0 |
)",
            R"(2 × NVIDIA A100-SXM4-40GB, 350 W
cluster.gpu = a100-sxm-40 (line 2)
cluster.power_w = 350 (line 2)
cluster.gpus_per_node = 2 (line 2)
- line 2: the power limit is 350 W of 400 W; how far clocks fall under it is not known, so the step is that of the full limit
- line 2: the power limits of the GPUs differ; the slowest makes the others wait
)");
        row("ports", R"(CA 'mlx5_0'
	Port 1:
		State: Active
		Rate: 400
		Link layer: InfiniBand
CA 'mlx5_1'
	Port 1:
		State: Down
		Rate: 400
		Link layer: InfiniBand
CA 'mlx5_2'
	Port 1:
		State: Active
		Rate: 25
		Link layer: Ethernet
)",
            R"(1 active port of 400 Gbit/s
cluster.nics_per_node = 1 (line 2)
cluster.interconnect = ib-ndr (line 2)
- line 7: mlx5_1 is not active
- line 12: mlx5_2 has 25 Gbit/s; slower ports than the fastest are not counted, as they are of storage or management as a rule
)");
        row("a port of a rate that the library lacks", R"(Infiniband device 'mlx5_0' port 1 status:
	state:		 4: ACTIVE
	rate:		 56 Gb/sec (4X FDR)
)",
            R"(1 active port of 56 Gbit/s
cluster.nics_per_node = 1 (line 1)
- line 1: no network of the library has 56 Gbit/s over a layer that is not stated
)");
        row("a port without a rate", R"(hca_id:	mlx5_0
		port:	1
			state:		PORT_ACTIVE (4)
			link_layer:	InfiniBand
)",
            R"(1 active port
cluster.nics_per_node = 1 (line 2)
- line 2: the rate of the ports is not stated; ibstat and ibv_devinfo -v print it
)");
        row("slots", R"(00:02.0 VGA compatible controller: ASPEED Technology, Inc. ASPEED (rev 52)
17:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)
0000:3d:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330] (rev a1)
18:00.0 Infiniband controller: Mellanox Technologies MT2910 [ConnectX-7]
)",
            R"(2 × H100 SXM5 80GB
cluster.gpu = h100-sxm (line 2)
cluster.gpus_per_node = 2 (line 2)
- line 2: lspci does not state the rate of NICs or whether they are connected
)");
        row("a slot without a name in brackets", R"(17:00.0 3D controller: NVIDIA Corporation Device 2330
)",
            R"(1 × NVIDIA Corporation Device 2330
cluster.gpus_per_node = 1 (line 1)
- line 1: the GPU NVIDIA Corporation Device 2330 is not known
- line 1: lspci does not state the rate of NICs or whether they are connected
)");
        row("NICs of other makers", R"(      GPU0 GPU1 bnxt_re0 rdma1 efa0 irdma0 NIC4 mlx5 CPU Affinity
GPU0  X NV12 PIX SYS SYS SYS SYS SYS
GPU1 NV12  X SYS PXB PHB NODE SYS SYS
)",
            R"(2 GPUs, 6 NICs (2 under a PCIe switch with a GPU); GPUs connected by NV12 (1 pair)
cluster.gpus_per_node = 2 (line 1)
cluster.nics_per_node = 6 (line 1)
- line 1: the links are named without their rate, so the bandwidth stays that of the GPU
)");
        row("links of AMD", R"(       GPU0   GPU1   GPU2
GPU0   0      XGMI   PCIE
GPU1   XGMI   0      XGMI
GPU2   PCIE   XGMI   0
)",
            R"(3 GPUs, 0 NICs (0 under a PCIe switch with a GPU); GPUs connected by PCIE (1 pair), XGMI (2 pairs)
cluster.gpus_per_node = 3 (line 1)
cluster.scale_up_bandwidth = 3.15e+10 (line 1: bridges join pairs only, so a ring of 3 GPUs crosses PCIE; assumed PCIe 4.0 x16, which no topology states)
cluster.scale_up_efficiency = 0.7936507937 (line 1: bridges join pairs only, so a ring of 3 GPUs crosses PCIE; assumed PCIe 4.0 x16, which no topology states)
assumed: cluster.scale_up_bandwidth
assumed: cluster.scale_up_efficiency
- line 1: pairs of GPUs are connected differently; the engine assumes equal links
- line 1: a ring of the GPUs goes over PCIe (PCIE): set cluster.scale_up_bandwidth if it is not PCIe 4.0 x16
)");
        row("Ethernet of 800", R"(CA 'mlx5_0'
	Port 1:
		State: Active
		Rate: 800
		Link layer: Ethernet
)",
            R"(1 active port of 800 Gbit/s
cluster.nics_per_node = 1 (line 2)
cluster.interconnect = roce800 (line 2)
)");
        row("Ethernet of 100", R"(CA 'mlx5_0'
	Port 1:
		State: Active
		Rate: 100
		Link layer: Ethernet
)",
            R"(1 active port of 100 Gbit/s
cluster.nics_per_node = 1 (line 2)
cluster.interconnect = roce100 (line 2)
)");
        row("InfiniBand of 800", R"(CA 'mlx5_0'
	Port 1:
		State: Active
		Rate: 800
		Link layer: InfiniBand
)",
            R"(1 active port of 800 Gbit/s
cluster.nics_per_node = 1 (line 2)
cluster.interconnect = ib-xdr (line 2)
)");
        row("no port is active", R"(CA 'mlx5_0'
	Port 1:
		State: Down
		Rate: 800
)",
            R"(file: lists adapters without an active port)");
        row("lines that are no slots", R"(17:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)
1:2:3:4.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)
17:00.10 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)
17000 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)
zz:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)
19:00.0 Audio device: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)
1a:00.0 Display controller: AMD Instinct MI300X
1b:00.0 Processing accelerators: AMD [Instinct MI300X] (rev a1)
)",
            R"(3 × H100 SXM5 80GB
- line 1: the node has different GPUs, so none is set
- line 1: lspci does not state the rate of NICs or whether they are connected
)");
        row("the usual limits", R"(GPU 00000000:1B:00.0 : x
==============NVSMI LOG==============
    Product Name : ignored
GPU 00000000:1B:00.0
    Product Name                          : NVIDIA H100 80GB HBM3
    FB Memory Usage
        Total                             : 81559 MiB
    Power Limit                           : 700.00 W
    Clocks Event Reasons
        SW Thermal Slowdown               : Not Active
        HW Slowdown                       : Active
    Clocks
        SM                                : 1410 MHz
    Max Clocks
        SM                                : 1980 MHz
)",
            R"(1 × NVIDIA H100 80GB HBM3, 700 W
cluster.gpu = h100-sxm (line 4)
- line 4: the GPU is throttled (HW Slowdown), which makes all others wait
)");
    }
    void allOfANodeIsRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(test::toldOf(text.toStdString())), "all");
    }
};

KNEEPOINT_TEST(WholeNodesTest)
#include "whole_nodes_test.moc"
