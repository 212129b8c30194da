// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <string_view>

/// Readers of the formats that share nothing with another reader: whether the beginning of a file looks like the
/// format, and what the file says. readers() has all of them.
namespace kneepoint {

/// What nvidia-smi says of the GPUs of a node: its report (nvidia-smi -q) and its table.
[[nodiscard]] bool isDeviceQuery(std::string_view head);
/// GPU, GPUs per node, memory and power limit. Clocks, throttling and links that are slower than they could be are
/// listed, because nothing in a scenario follows from them.
[[nodiscard]] Result<Evidence> readDeviceQuery(ByteSource& source);

/// The network ports and GPUs of a host: ibstat, ibstatus, ibv_devinfo and lspci.
[[nodiscard]] bool isHostDevices(std::string_view head);
/// Of ports: NICs per node and the network, if the rate is stated; active ports slower than the fastest are listed,
/// because they are of storage or management as a rule. Of lspci: the GPU and GPUs per node.
[[nodiscard]] Result<Evidence> readHostDevices(ByteSource& source);

/// Times of kernels summed by name, as CSV of `nsys stats --report cuda_gpu_kern_sum --format csv`.
[[nodiscard]] bool isKernelSummary(std::string_view head);
/// How much of the kernels' time is communication. A summary has neither steps nor an order, so neither the time of a
/// step nor what is exposed follows from it.
[[nodiscard]] Result<Evidence> readKernelSummary(ByteSource& source);

/// Link tests besides nccl-tests: nccom-test, the OSU micro-benchmarks of collectives, and tables of payload and bus
/// bandwidth as all_reduce_bench.py prints them.
[[nodiscard]] bool isLinkTest(std::string_view head);
[[nodiscard]] Result<Evidence> readLinkTest(ByteSource& source);

/// config.json of Hugging Face models.
[[nodiscard]] bool isModelConfig(std::string_view head);
/// The architecture as settings, with the exact number of parameters for the known families. Of a model with several
/// parts (text_config), the language model. An unknown family is read as an estimate by the counts of Llama, and the
/// summary says so; without a hidden size and layers it is refused.
[[nodiscard]] Result<Evidence> readModelConfig(ByteSource& source);

/// Reports of Nsight Systems exported with `nsys export --type sqlite`.
/// Tables: docs.nvidia.com/nsight-systems, "SQLite Export Schema Reference".
[[nodiscard]] bool isDatabase(std::string_view head);
/// The breakdown of one GPU, that with the most kernels, as of a profiler trace. NVTX ranges that are numbered or
/// repeated and named for a step ("step 7", "iteration") are its steps.
[[nodiscard]] Result<Evidence> readNsightDatabase(ByteSource& source);

/// Tests of one port between two hosts: bandwidth and latency of perftest (ib_write_bw, ib_read_lat and the like) and
/// of iperf3 as text or JSON, and of iperf 2. They show a line, not a collective: what NCCL reaches is less.
[[nodiscard]] bool isPortTest(std::string_view head);
/// Rate, efficiency, protocol and latency of the network. perftest counts MB as 2^20 bytes; half of a bidirectional
/// test is one direction. TCP tests set one NIC per node, because one was tested.
[[nodiscard]] Result<Evidence> readPortTest(ByteSource& source);

/// Tables of runs at several sizes, as CSV or Markdown, with a column of GPUs (or nodes) and one of throughput, step
/// time or MFU.
[[nodiscard]] bool isScalingTable(std::string_view head);
/// A row of Evidence::rows for each run, and a curve of throughput over GPUs for each series: rows that differ only in
/// the number of GPUs and the global batch.
[[nodiscard]] Result<Evidence> readScalingTable(ByteSource& source);

/// Output of nvidia-smi topo -m, with tabs or pasted with spaces.
[[nodiscard]] bool isTopology(std::string_view head);
/// GPUs and NICs of the node. NV# counts links and states no rate, so bandwidths are not set.
[[nodiscard]] Result<Evidence> readTopology(ByteSource& source);

/// Figures over steps as trackers export them: CSV of Weights & Biases ("Step", "run - metric", "run - metric__MIN")
/// and of TensorBoard ("Wall time", "Step", "Value").
[[nodiscard]] bool isTrackedRuns(std::string_view head);
/// The median of each figure that is a rate or a time of a step; of several runs, one row each. A figure of TensorBoard
/// has no name in its file, so the time of a step is that between its lines. A time per unit that is not stated is
/// listed, not guessed.
[[nodiscard]] Result<Evidence> readTrackedRuns(ByteSource& source);

/// trainer_state.json of the Hugging Face Trainer, and JSON lines such as LLaMA-Factory's trainer_log.jsonl.
[[nodiscard]] bool isTrainerHistory(std::string_view head);
/// The time of a step, from the summary of the run or from the time between lines, and examples per second.
[[nodiscard]] Result<Evidence> readTrainerHistory(ByteSource& source);

} // namespace kneepoint
