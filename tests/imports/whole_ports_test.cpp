// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Rates of a port in all their units, and lines that state none: all that is read of each, as one text.
class WholePortsTest : public QObject {
    Q_OBJECT

private slots:
    void allOfATestIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* name, const char* text, const char* all) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(all);
        };
        row("lines of iperf that are no intervals", R"([ ID] Interval       Transfer     Bandwidth
  3]  0.0-10.0 sec  5.00 GBytes  9.00 Gbits/sec
[  3  0.0-10.0 sec  5.00 GBytes  9.00 Gbits/sec
[  3]  0.0-10.0 min  5.00 GBytes  9.00 Gbits/sec
[  3]  10.0 sec  5.00 GBytes  9.00 Gbits/sec
[  3]  0.0-x sec  5.00 GBytes  9.00 Gbits/sec
[  3]  0.0-5.0-10.0 sec  5.00 GBytes  9.00 Gbits/sec
[  3]  0.0-10.0 sec  4.00
[  3]  0.0-10.0 sec  5.00 GBytes  9.00 furlongs
[  3]  0.0-10.0 sec  5.00 GBytes  4.00 Gbits/sec  1.00 Gbits/sec
)",
            R"(iperf: 4 Gbit/s over 1 stream, TCP
cluster.interconnect = custom (line 10)
cluster.protocol = tcp (line 10)
cluster.link_rate = 625000000 (line 10)
cluster.link_efficiency = 0.8 (line 10)
cluster.nics_per_node = 1 (line 10)
- line 10: one interface was tested, so NICs per node is set to 1; NCCL over sockets may reach less
)");
        row("a longer interval counts", R"([ ID] Interval       Transfer     Bitrate
[  3]  0.0-1.0 sec  5.00 GBytes  2.00 Gbits/sec
[  3]  0.0-2.0 sec  5.00 GBytes  3.00 Gbits/sec
[  3]  2.0-3.0 sec  5.00 GBytes  4.00 Gbits/sec
[  3]  3.0-5.0 sec  5.00 GBytes  5.00 Gbits/sec
)",
            R"(iperf3: 5 Gbit/s over 1 stream, TCP
cluster.interconnect = custom (line 5)
cluster.protocol = tcp (line 5)
cluster.link_rate = 625000000 (line 5)
cluster.link_efficiency = 1 (line 5)
cluster.nics_per_node = 1 (line 5)
- line 5: one interface was tested, so NICs per node is set to 1; NCCL over sockets may reach less
)");
        row("what was received counts", R"([ ID] Interval       Transfer     Bitrate
[  3]  0.0-2.0 sec  5.00 GBytes  3.00 Gbits/sec receiver
[  3]  0.0-9.0 sec  5.00 GBytes  9.00 Gbits/sec sender
)",
            R"(iperf3: 3 Gbit/s over 1 stream, TCP
cluster.interconnect = custom (line 2)
cluster.protocol = tcp (line 2)
cluster.link_rate = 625000000 (line 2)
cluster.link_efficiency = 0.6 (line 2)
cluster.nics_per_node = 1 (line 2)
- line 2: one interface was tested, so NICs per node is set to 1; NCCL over sockets may reach less
)");
        row("rates of all units", R"([ ID] Interval       Transfer     Bandwidth
[  1]  0.0-10.0 sec  5.00 GBytes  0.001 Tbits/sec
[  2]  0.0-10.0 sec  5.00 GBytes  100 Mbits/sec
[  3]  0.0-10.0 sec  5.00 GBytes  10000 Kbits/sec
[  4]  0.0-10.0 sec  5.00 GBytes  1000000 bits/sec
)",
            R"(iperf: 1.11 Gbit/s over 4 streams, TCP
cluster.interconnect = custom (line 5)
cluster.protocol = tcp (line 5)
cluster.link_rate = 312500000 (line 5)
cluster.link_efficiency = 0.4444 (line 5)
cluster.nics_per_node = 1 (line 5)
- line 5: one interface was tested, so NICs per node is set to 1; NCCL over sockets may reach less
)");
        row("rates of bytes", R"([ ID] Interval       Transfer     Bandwidth
[  1]  0.0-10.0 sec  5.00 GBytes  1 GBytes/sec
[  2]  0.0-10.0 sec  5.00 GBytes  2 MBytes/sec
[  3]  0.0-10.0 sec  5.00 GBytes  1024 KBytes/sec
)",
            R"(iperf: 8.62 Gbit/s over 3 streams, TCP
cluster.interconnect = custom (line 4)
cluster.protocol = tcp (line 4)
cluster.link_rate = 1250000000 (line 4)
cluster.link_efficiency = 0.8615100416 (line 4)
cluster.nics_per_node = 1 (line 4)
- line 4: one interface was tested, so NICs per node is set to 1; NCCL over sockets may reach less
)");
        row("iperf3 as JSON, received",
            R"({"start": {"test_start": {"protocol": "TCP"}}, "intervals": [], "end": {"sum_received": {"bits_per_second": 0}, "sum": {"bits_per_second": 8e9}, "sum_sent": {"bits_per_second": 9.5e9}}}
)",
            R"(iperf3: 8 Gbit/s over 1 stream, TCP
cluster.interconnect = custom (/end/sum)
cluster.protocol = tcp (/end/sum)
cluster.link_rate = 1250000000 (/end/sum)
cluster.link_efficiency = 0.8 (/end/sum)
cluster.nics_per_node = 1 (/end/sum)
- /end/sum: one interface was tested, so NICs per node is set to 1; NCCL over sockets may reach less
)");
        row("perftest in binary megabytes and another unit",
            R"( #bytes  #iterations  BW peak[MiB/sec]  BW average[MiB/sec]
 65536     5000         500.00           400.00
 0     5000         500.00           900.00
 65537     5000         500.00
 #bytes  #iterations  BW peak[kB/sec]  BW average[kB/sec]
 65536     5000         500.00           90000.00
)",
            R"(perftest: 3.36 Gbit/s one way in messages of 65.5 kB
cluster.interconnect = custom (line 2)
cluster.protocol = rdma (line 2)
cluster.link_rate = 625000000 (line 2)
cluster.link_efficiency = 0.67108864 (line 2)
- line 2: the rate of one port between two hosts; how many ports a node has, and what a collective reaches, is not known
)");
        row("a port faster than any", R"( #bytes  #iterations  BW peak[Gb/sec]  BW average[Gb/sec]
 65536     5000         2000.00           1900.00
)",
            R"(perftest: 1.9 Tbit/s one way in messages of 65.5 kB
cluster.interconnect = custom (line 2)
cluster.protocol = rdma (line 2)
cluster.link_rate = 2.375e+11 (line 2)
cluster.link_efficiency = 1 (line 2)
- line 2: the rate of one port between two hosts; how many ports a node has, and what a collective reaches, is not known
)");
        row("latencies that are none",
            R"( #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]
 0       1000          1.60           5.10         1.05               1.66
 8       1000          1.60           5.10         0               1.66
 16       1000          1.60           5.10         1.85               1.66
 4       1000          1.60           5.10
)",
            R"(perftest: 1.85 µs for 16 B
cluster.link_latency = 1.85e-06 (line 4)
)");
        row("payloads of several ranks", R"(| payload | busbw | algbw |
|---|---|---|
| 1KiB | 1.00GBps | 1.00GBps |
| 64KB | 1.50GBps | 1.00GBps |
| 1GiB | 3.968750GBps | 2.00GBps |
| 2GB | 1.99GBps | 1.00GBps |
| x | 1.99GBps | 1.00GBps |
| 4B | 1.99furlongs | 1.00GBps |
)",
            R"(all_reduce over 4 GPUs: peak bus bandwidth 3.97 GB/s, average 2.11 GB/s
all_reduce, 4 GPUs: 1024→1.024e-06 64000→6.4e-05 1073741824→0.536870912 2000000000→2; 1024…2e+09: 3.537e-07 + 6.553e-10 x (line 3)
- line 3: 3 measurements of all_reduce: time and bus bandwidth contradict each other (1.02 kB in 1.02 µs is 1.5 GB/s, not 1 GB/s); the curve uses the times
)");
    }
    void allOfATestIsRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(test::toldOf(text.toStdString())), "all");
    }
};

KNEEPOINT_TEST(WholePortsTest)
#include "whole_ports_test.moc"
