// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/diagnosis/remedy_record.h"
#include "model/presets/presets.h"
#include "tests/support/scenarios.h"
#include "tests/support/shipped.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <fmt/format.h>

#include <map>
#include <set>

using namespace kneepoint;

namespace {

/// What a remedy offers a job: "plan.zero_stage=1: ZeRO-1", or "nothing"; of two with one id, both.
struct RemedyRow {
    const char* id;
    void (*make)(Scenario&);
    const char* offered;
    const char* base = "llama3-8b-64xh100"; ///< a transformer on nodes of 8, its steps built from kernels
};

const RemedyRow remedy_rows[] = {
    {"batch-2x", [](Scenario& s) { s.workload.batch_per_gpu = 3; }, "workload.batch_per_gpu=6: Micro-batch size 6"},
    {"batch-4x", [](Scenario& s) { s.workload.batch_per_gpu = 3; }, "workload.batch_per_gpu=12: Micro-batch size 12"},
    {"batch-4x", [](Scenario& s) { s.workload.batch_per_gpu = 3; }, "workload.batch_per_gpu=12: Batch size per GPU 12",
        "resnet50-10gbe"},
    {"one-pass",
        [](Scenario& s) {
            s.plan.accumulation = 4;
            s.workload.batch_per_gpu = 2;
            s.plan.pipeline_parallel = 1;
        },
        "plan.accumulation=1, workload.batch_per_gpu=8: One micro-batch of 8 instead of 4"},
    {"one-pass",
        [](Scenario& s) {
            s.plan.accumulation = 1;
            s.workload.batch_per_gpu = 2;
            s.plan.pipeline_parallel = 1;
        },
        "nothing"},
    {"one-pass",
        [](Scenario& s) {
            s.plan.accumulation = 4;
            s.workload.batch_per_gpu = 2;
            s.plan.pipeline_parallel = 2;
        },
        "nothing"},
    {"fuller-passes",
        [](Scenario& s) {
            s.plan.accumulation = 4;
            s.workload.batch_per_gpu = 3;
            s.plan.pipeline_parallel = 2;
        },
        "plan.accumulation=2, workload.batch_per_gpu=6: 2 micro-batches of 6"},
    {"fuller-passes",
        [](Scenario& s) {
            s.plan.accumulation = 2;
            s.workload.batch_per_gpu = 3;
            s.plan.pipeline_parallel = 1;
        },
        "nothing"},
    {"fuller-passes",
        [](Scenario& s) {
            s.plan.accumulation = 5;
            s.workload.batch_per_gpu = 3;
            s.plan.pipeline_parallel = 1;
        },
        "nothing"},
    {"fuller-passes",
        [](Scenario& s) {
            s.plan.accumulation = 8;
            s.workload.batch_per_gpu = 3;
            s.plan.pipeline_parallel = 4;
        },
        "plan.accumulation=4, workload.batch_per_gpu=6: 4 micro-batches of 6"},
    {"fuller-passes",
        [](Scenario& s) {
            s.plan.accumulation = 6;
            s.workload.batch_per_gpu = 3;
            s.plan.pipeline_parallel = 4;
        },
        "nothing"},
    {"graph-launch", [](Scenario& s) { s.stack.launch_floor_s = 8e-6; },
        "stack.launch_floor=2e-06: CUDA Graphs or torch.compile (4× lower launch floor)"},
    {"graph-launch", [](Scenario& s) { s.stack.launch_floor_s = 0; }, "nothing"},
    {"graph-layers", [](Scenario& s) { s.stack.layer_launch_s = 4e-4; },
        "stack.layer_launch=0.0001: CUDA Graphs or torch.compile (4× less launch time)"},
    {"graph-layers", [](Scenario& s) { s.assumptions.compute_model = ComputeModel::sustained; }, "nothing"},
    {"adapters-attention", [](Scenario& s) { s.workload.lora_targets = LoraTargets::all_linear; },
        "workload.lora_targets=attention: Adapters on attention only"},
    {"adapters-attention", [](Scenario& s) { s.workload.lora_targets = LoraTargets::query_value; }, "nothing"},
    {"adapters-query-value", [](Scenario& s) { s.workload.lora_targets = LoraTargets::attention; },
        "workload.lora_targets=query-value: Adapters on queries and values only"},
    {"adapters-query-value", [](Scenario& s) { s.workload.lora_targets = LoraTargets::query_value; }, "nothing"},
    {"adapters-rank-quarter", [](Scenario& s) { s.workload.lora_rank = 18; },
        "workload.lora_rank=4: Adapters of rank 4"},
    {"adapters-rank-quarter", [](Scenario& s) { s.workload.lora_rank = 4; },
        "workload.lora_rank=1: Adapters of rank 1"},
    {"adapters-rank-quarter", [](Scenario& s) { s.workload.lora_rank = 3; }, "nothing"},
    {"adapters-fused", [](Scenario& s) { s.stack.fused_norms = false; }, "stack.fused_norms=1: Fused adapter kernels"},
    {"adapters-fused", [](Scenario& s) { s.stack.fused_norms = true; }, "nothing"},
    {"share-updates", [](Scenario& s) { s.plan.zero_stage = 0; },
        "plan.zero_stage=1: ZeRO-1, whose ranks share matrices out"},
    {"share-updates", [](Scenario& s) { s.plan.zero_stage = 1; }, "nothing"},
    {"adamw", [](Scenario& s) { s.plan.optimizer = Optimizer::muon; }, "plan.optimizer=adamw: AdamW"},
    {"adamw", [](Scenario& s) { s.plan.optimizer = Optimizer::lion; }, "nothing"},
    {"large-batch-optimizer", [](Scenario& s) { s.workload.critical_batch = 100; },
        "workload.critical_batch=400: Large-batch optimizer (LARS, LAMB): 4× the critical batch"},
    {"large-batch-optimizer", [](Scenario& s) { s.workload.critical_batch = 0; }, "nothing"},
    {"batch-half", [](Scenario& s) { s.workload.batch_per_gpu = 2; }, "workload.batch_per_gpu=1: Micro-batch size 1"},
    {"batch-half", [](Scenario& s) { s.workload.batch_per_gpu = 1; }, "nothing"},
    {"batch-quarter", [](Scenario& s) { s.workload.batch_per_gpu = 4; },
        "workload.batch_per_gpu=1: Micro-batch size 1"},
    {"batch-quarter", [](Scenario& s) { s.workload.batch_per_gpu = 3; }, "nothing"},
    {"prefetch", [](Scenario& s) { s.assumptions.input_overlap = 0.5; },
        "assumptions.input_overlap=1: Prefetch the next batch"},
    {"prefetch", [](Scenario& s) { s.assumptions.input_overlap = 1; }, "nothing"},
    {"loader-2x", [](Scenario& s) { s.cluster.loader_rate = 100; },
        "cluster.loader_rate=200: 2× data-loader throughput (200 examples/s per replica)"},
    {"loader-4x", [](Scenario& s) { s.cluster.loader_rate = 100; },
        "cluster.loader_rate=400: 4× data-loader throughput (400 examples/s per replica)"},
    {"retire-slow",
        [](Scenario& s) {
            s.assumptions.stragglers = true;
            s.assumptions.straggler_probability = 0.1;
        },
        "assumptions.straggler_probability=0.01: Drain slow nodes (10× fewer slow steps)"},
    {"retire-slow",
        [](Scenario& s) {
            s.assumptions.stragglers = true;
            s.assumptions.straggler_probability = 0;
        },
        "nothing"},
    {"retire-slow",
        [](Scenario& s) {
            s.assumptions.stragglers = false;
            s.assumptions.straggler_probability = 0.1;
        },
        "nothing"},
    {"milder-stragglers",
        [](Scenario& s) {
            s.assumptions.stragglers = true;
            s.assumptions.straggler_slowdown = 0.4;
        },
        "assumptions.straggler_slowdown=0.2: Balanced sequence lengths and locked clocks (half the slowdown)"},
    {"milder-stragglers",
        [](Scenario& s) {
            s.assumptions.stragglers = true;
            s.assumptions.straggler_slowdown = 0;
        },
        "nothing"},
    {"milder-stragglers",
        [](Scenario& s) {
            s.assumptions.stragglers = false;
            s.assumptions.straggler_slowdown = 0.4;
        },
        "nothing"},
    {"less-jitter",
        [](Scenario& s) {
            s.assumptions.stragglers = true;
            s.assumptions.jitter = 0.4;
        },
        "assumptions.jitter=0.2: Half the step-time jitter"},
    {"less-jitter",
        [](Scenario& s) {
            s.assumptions.stragglers = true;
            s.assumptions.jitter = 0;
        },
        "nothing"},
    {"less-jitter",
        [](Scenario& s) {
            s.assumptions.stragglers = false;
            s.assumptions.jitter = 0.4;
        },
        "nothing"},
    {"less-drift", [](Scenario& s) { s.stack.straggler_slope = 0.1; },
        "stack.straggler_slope=0.05: Balanced sequence lengths and locked clocks (half the imbalance)"},
    {"less-drift", [](Scenario& s) { s.stack.straggler_slope = 0; }, "nothing"},
    {"no-delay", [](Scenario& s) { s.assumptions.sync_delay_s = 0.5; },
        "assumptions.sync_delay=0: No fixed delay at the barrier"},
    {"no-delay", [](Scenario& s) { s.assumptions.sync_delay_s = 0; }, "nothing"},
    {"asynchronous", [](Scenario& s) { s.plan.zero_stage = 0; },
        "plan.synchronisation=parameter-server: Asynchronous parameter server"},
    {"asynchronous", [](Scenario& s) { s.plan.zero_stage = 1; }, "nothing"},
    {"asynchronous",
        [](Scenario& s) {
            s.plan.zero_stage = 0;
            s.plan.tensor_parallel = 2;
        },
        "nothing"},
    {"other-layout", [](Scenario& s) { s.workload.scaling = Scaling::strong; },
        "plan.tensor_parallel=2, plan.pipeline_parallel=4: TP 2 × PP 4 with 16 micro-batches"},
    {"micro-batches-2x", [](Scenario& s) { s.plan.accumulation = 3; }, "plan.accumulation=6: 6 micro-batches per step"},
    {"micro-batches-4x", [](Scenario& s) { s.plan.accumulation = 3; },
        "plan.accumulation=12: 12 micro-batches per step"},
    {"smaller-micro-batches",
        [](Scenario& s) {
            s.plan.accumulation = 3;
            s.workload.batch_per_gpu = 2;
            s.plan.pipeline_parallel = 1;
        },
        "plan.accumulation=6, workload.batch_per_gpu=1: 6 micro-batches of 1"},
    {"smaller-micro-batches",
        [](Scenario& s) {
            s.plan.accumulation = 3;
            s.workload.batch_per_gpu = 1;
            s.plan.pipeline_parallel = 1;
        },
        "nothing"},
    {"smaller-passes",
        [](Scenario& s) {
            s.plan.accumulation = 3;
            s.workload.batch_per_gpu = 2;
            s.plan.pipeline_parallel = 1;
        },
        "plan.accumulation=6, workload.batch_per_gpu=1: 6 micro-batches of 1"},
    {"smaller-passes",
        [](Scenario& s) {
            s.plan.accumulation = 3;
            s.workload.batch_per_gpu = 1;
            s.plan.pipeline_parallel = 1;
        },
        "nothing"},
    {"quarter-passes",
        [](Scenario& s) {
            s.plan.accumulation = 3;
            s.workload.batch_per_gpu = 4;
            s.plan.pipeline_parallel = 1;
        },
        "plan.accumulation=12, workload.batch_per_gpu=1: 12 micro-batches of 1"},
    {"quarter-passes",
        [](Scenario& s) {
            s.plan.accumulation = 3;
            s.workload.batch_per_gpu = 3;
            s.plan.pipeline_parallel = 1;
        },
        "nothing"},
    {"interleave",
        [](Scenario& s) {
            s.plan.pipeline_parallel = 4;
            s.plan.pipeline_schedule = PipelineSchedule::interleaved;
            s.plan.virtual_stages = 2;
            s.workload.layers = 16;
        },
        "plan.virtual_stages=4: Interleaved schedule, 4 virtual stages", "gpt3-175b-1024xa100"},
    {"interleave",
        [](Scenario& s) {
            s.plan.pipeline_parallel = 4;
            s.plan.pipeline_schedule = PipelineSchedule::interleaved;
            s.plan.virtual_stages = 2;
            s.workload.layers = 15;
        },
        "nothing", "gpt3-175b-1024xa100"},
    {"interleave",
        [](Scenario& s) {
            s.plan.pipeline_parallel = 4;
            s.plan.pipeline_schedule = PipelineSchedule::one_f_one_b;
            s.plan.virtual_stages = 1;
            s.workload.layers = 8;
        },
        "plan.virtual_stages=2: Interleaved schedule, 2 virtual stages", "gpt3-175b-1024xa100"},
    {"interleave",
        [](Scenario& s) {
            s.plan.pipeline_parallel = 1;
            s.plan.virtual_stages = 1;
        },
        "nothing", "palm-540b-4096xtpuv4"},
    {"zero-bubble",
        [](Scenario& s) {
            s.plan.pipeline_parallel = 4;
            s.plan.accumulation = 16;
            s.stack.software = presetIndex(stackPresets(), "torchtitan-2025");
        },
        "plan.pipeline_schedule=zb-v: Zero bubble, ZB-V schedule"},
    {"zero-bubble", [](Scenario& s) { s.plan.pipeline_parallel = 1; }, "nothing"},
    {"fewer-stages",
        [](Scenario& s) {
            s.plan.accumulation = 6;
            s.workload.scaling = Scaling::weak;
            s.plan.pipeline_parallel = 4;
        },
        "plan.pipeline_parallel=2, plan.accumulation=3: 2 pipeline stages"},
    {"fewer-stages",
        [](Scenario& s) {
            s.plan.accumulation = 6;
            s.workload.scaling = Scaling::weak;
            s.plan.pipeline_parallel = 2;
        },
        "plan.pipeline_parallel=1, plan.accumulation=3: One pipeline stage"},
    {"fewer-stages",
        [](Scenario& s) {
            s.plan.accumulation = 3;
            s.workload.scaling = Scaling::weak;
            s.plan.pipeline_parallel = 4;
        },
        "plan.pipeline_parallel=2: 2 pipeline stages"},
    {"fewer-stages",
        [](Scenario& s) {
            s.plan.accumulation = 6;
            s.workload.scaling = Scaling::strong;
            s.plan.pipeline_parallel = 4;
        },
        "plan.pipeline_parallel=2: 2 pipeline stages"},
    {"fewer-stages",
        [](Scenario& s) {
            s.plan.accumulation = 6;
            s.workload.scaling = Scaling::weak;
            s.plan.pipeline_parallel = 1;
        },
        "nothing"},
    {"tensor-half",
        [](Scenario& s) {
            s.plan.accumulation = 6;
            s.workload.scaling = Scaling::weak;
            s.plan.tensor_parallel = 8;
        },
        "plan.tensor_parallel=4, plan.accumulation=3: TP 4"},
    {"tensor-half",
        [](Scenario& s) {
            s.plan.accumulation = 6;
            s.workload.scaling = Scaling::strong;
            s.plan.tensor_parallel = 2;
        },
        "plan.tensor_parallel=1: TP 1"},
    {"tensor-half",
        [](Scenario& s) {
            s.plan.accumulation = 6;
            s.workload.scaling = Scaling::weak;
            s.plan.tensor_parallel = 1;
        },
        "nothing"},
    {"tensor-half",
        [](Scenario& s) {
            s.plan.accumulation = 6;
            s.workload.scaling = Scaling::weak;
            s.plan.tensor_parallel = 16;
        },
        "nothing"},
    {"tensor-in-node",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 16;
            s.plan.pipeline_parallel = 2;
        },
        "plan.tensor_parallel=8: TP 8 (within the node)"},
    {"tensor-in-node",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 6;
            s.plan.tensor_parallel = 8;
            s.plan.pipeline_parallel = 2;
        },
        "plan.tensor_parallel=4: TP 4 (within the node)"},
    {"tensor-in-node",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 8;
            s.plan.pipeline_parallel = 2;
        },
        "nothing"},
    {"tensor-in-node-pipeline",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 32;
            s.plan.pipeline_parallel = 2;
        },
        "plan.tensor_parallel=8, plan.pipeline_parallel=8: TP 8 (within the node), PP 8"},
    {"tensor-in-node-pipeline",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 8;
            s.plan.pipeline_parallel = 2;
        },
        "nothing"},
    {"tensor-in-node-zero-3",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 16;
            s.plan.pipeline_parallel = 2;
        },
        "plan.tensor_parallel=8, plan.zero_stage=3: TP 8 (within the node) with ZeRO-3"},
    {"tensor-in-node-zero-3",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 8;
            s.plan.pipeline_parallel = 2;
        },
        "nothing"},
    {"nodes-as-wide",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 16;
            s.plan.pipeline_parallel = 2;
        },
        "cluster.gpus_per_node=16: 16-GPU NVLink domain"},
    {"nodes-as-wide",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 8;
            s.plan.pipeline_parallel = 2;
        },
        "nothing"},
    {"scale-up", [](Scenario& s) { s.cluster.scale_up_bandwidth = 299e9; },
        "cluster.scale_up_bandwidth=3e+11: NVLink within the node"},
    {"scale-up", [](Scenario& s) { s.cluster.scale_up_bandwidth = 300e9; }, "nothing"},
    {"tensor-overlap",
        [](Scenario& s) {
            s.assumptions.compute_model = ComputeModel::kernels;
            s.stack.tensor_overlap = 0.4;
            s.assumptions.tensor_overlap = 0.9;
        },
        "stack.tensor_overlap=0.5: Overlap half of the TP collectives with GEMMs"},
    {"tensor-overlap",
        [](Scenario& s) {
            s.assumptions.compute_model = ComputeModel::kernels;
            s.stack.tensor_overlap = 0.5;
        },
        "nothing"},
    {"tensor-overlap",
        [](Scenario& s) {
            s.assumptions.compute_model = ComputeModel::sustained;
            s.stack.tensor_overlap = 0.9;
            s.assumptions.tensor_overlap = 0.4;
        },
        "assumptions.tensor_overlap=0.5: Overlap half of the TP collectives with GEMMs"},
    {"tensor-overlap",
        [](Scenario& s) {
            s.assumptions.compute_model = ComputeModel::sustained;
            s.assumptions.tensor_overlap = 0.5;
        },
        "nothing"},
    {"expert-overlap",
        [](Scenario& s) {
            s.assumptions.compute_model = ComputeModel::kernels;
            s.stack.expert_overlap = 0.4;
            s.assumptions.expert_overlap = 0.9;
        },
        "stack.expert_overlap=0.6: Overlap 60 % of the all-to-all with other micro-batches"},
    {"expert-overlap",
        [](Scenario& s) {
            s.assumptions.compute_model = ComputeModel::kernels;
            s.stack.expert_overlap = 0.6;
        },
        "nothing"},
    {"expert-overlap",
        [](Scenario& s) {
            s.assumptions.compute_model = ComputeModel::sustained;
            s.stack.expert_overlap = 0.9;
            s.assumptions.expert_overlap = 0.4;
        },
        "assumptions.expert_overlap=0.6: Overlap 60 % of the all-to-all with other micro-batches"},
    {"expert-overlap",
        [](Scenario& s) {
            s.assumptions.compute_model = ComputeModel::sustained;
            s.assumptions.expert_overlap = 0.6;
        },
        "nothing"},
    {"experts-in-node",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 2;
            s.plan.expert_parallel = 8;
        },
        "plan.expert_parallel=4: EP 4 (within the node)"},
    {"experts-in-node",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 8;
            s.plan.expert_parallel = 8;
        },
        "plan.expert_parallel=1: EP 1 (within the node)"},
    {"experts-in-node",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 3;
            s.plan.expert_parallel = 8;
        },
        "plan.expert_parallel=2: EP 2 (within the node)"},
    {"experts-in-node",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 2;
            s.plan.expert_parallel = 4;
        },
        "nothing"},
    {"experts-in-node",
        [](Scenario& s) {
            s.cluster.gpus_per_node = 8;
            s.plan.tensor_parallel = 16;
            s.plan.expert_parallel = 8;
        },
        "nothing"},
    {"experts-half", [](Scenario& s) { s.plan.expert_parallel = 2; }, "plan.expert_parallel=1: EP 1"},
    {"experts-half", [](Scenario& s) { s.plan.expert_parallel = 1; }, "nothing"},
    {"dispatch-once-per-node",
        [](Scenario& s) {
            s.stack.once_per_node = false;
            s.plan.expert_dispatch = ExpertDispatch::by_stack;
        },
        "plan.expert_dispatch=once-per-node: DeepEP: tokens once to each node"},
    {"dispatch-once-per-node",
        [](Scenario& s) {
            s.stack.once_per_node = true;
            s.plan.expert_dispatch = ExpertDispatch::by_stack;
        },
        "nothing"},
    {"dispatch-once-per-node",
        [](Scenario& s) {
            s.stack.once_per_node = false;
            s.plan.expert_dispatch = ExpertDispatch::hybrid_ep;
        },
        "nothing"},
    {"dispatch-hybridep",
        [](Scenario& s) {
            s.stack.once_per_node = false;
            s.plan.expert_dispatch = ExpertDispatch::by_stack;
        },
        "plan.expert_dispatch=hybridep: HybridEP: tokens once to each node, and in it once to each GPU"},
    {"dispatch-hybridep",
        [](Scenario& s) {
            s.stack.once_per_node = false;
            s.plan.expert_dispatch = ExpertDispatch::once_per_node;
        },
        "plan.expert_dispatch=hybridep: HybridEP: tokens once to each node, and in it once to each GPU"},
    {"dispatch-hybridep",
        [](Scenario& s) {
            s.stack.once_per_node = false;
            s.plan.expert_dispatch = ExpertDispatch::hybrid_ep;
        },
        "nothing"},
    {"balance-experts", [](Scenario& s) { s.workload.expert_imbalance = 1.2; },
        "workload.expert_imbalance=1.1: Balance the experts to within 10 % of the mean"},
    {"balance-experts", [](Scenario& s) { s.workload.expert_imbalance = 1.1; }, "nothing"},
    {"gradients-bf16", [](Scenario& s) { s.plan.gradient_precision = GradientPrecision::fp32; },
        "plan.gradient_precision=bf16: BF16 gradients"},
    {"gradients-bf16", [](Scenario& s) { s.plan.gradient_precision = GradientPrecision::bf16; }, "nothing"},
    {"gradients-fp8", [](Scenario& s) { s.plan.gradient_precision = GradientPrecision::bf16; },
        "plan.gradient_precision=fp8: FP8 gradients"},
    {"gradients-fp8", [](Scenario& s) { s.plan.gradient_precision = GradientPrecision::fp32; }, "nothing"},
    {"compress-10x", [](Scenario& s) { s.plan.gradient_compression = 9; },
        "plan.gradient_compression=10: 10× gradient compression"},
    {"compress-10x", [](Scenario& s) { s.plan.gradient_compression = 10; }, "nothing"},
    {"rdma", [](Scenario& s) { s.cluster.protocol = Protocol::tcp; }, "cluster.protocol=rdma: RDMA instead of TCP"},
    {"rdma", [](Scenario& s) { s.cluster.protocol = Protocol::rdma; }, "nothing"},
    {"tuned-transport", [](Scenario& s) { s.cluster.link_efficiency = 0.87; },
        "cluster.link_efficiency=0.88: NCCL/transport tuning (88 % of line rate)"},
    {"tuned-transport", [](Scenario& s) { s.cluster.link_efficiency = 0.88; }, "nothing"},
    {"buckets", [](Scenario& s) { s.plan.bucket_bytes = 25e6; }, "plan.bucket_bytes=2e+08: 200 MB gradient buckets"},
    {"buckets", [](Scenario& s) { s.plan.bucket_bytes = 1e12; }, "nothing"},
    {"all-reduce", [](Scenario& s) { s.plan.synchronization = Synchronization::parameter_server; },
        "plan.synchronisation=all-reduce: All-reduce instead of parameter servers"},
    {"all-reduce", [](Scenario& s) { s.plan.synchronization = Synchronization::all_reduce; }, "nothing"},
    {"servers-2x",
        [](Scenario& s) {
            s.plan.synchronization = Synchronization::parameter_server;
            s.plan.parameter_servers = 3;
        },
        "plan.parameter_servers=6: 6 parameter servers"},
    {"servers-2x", [](Scenario& s) { s.plan.synchronization = Synchronization::all_reduce; }, "nothing"},
    {"collective-auto", [](Scenario& s) { s.plan.collective = CollectiveAlgorithm::tree; },
        "plan.collective=auto: Automatic choice of the collective algorithm"},
    {"collective-auto", [](Scenario& s) { s.plan.collective = CollectiveAlgorithm::automatic; }, "nothing"},
    {"collective-tree", [](Scenario& s) { s.plan.collective = CollectiveAlgorithm::automatic; },
        "plan.collective=tree: Tree all-reduce"},
    {"collective-tree", [](Scenario& s) { s.plan.collective = CollectiveAlgorithm::tree; }, "nothing"},
    {"collective-hierarchical", [](Scenario& s) { s.plan.collective = CollectiveAlgorithm::tree; },
        "plan.collective=hierarchical: Hierarchical all-reduce"},
    {"collective-hierarchical", [](Scenario& s) { s.plan.collective = CollectiveAlgorithm::hierarchical; }, "nothing"},
    {"port-per-gpu", [](Scenario& s) { s.cluster.nics_per_node = 7; }, "cluster.nics_per_node=8: One NIC per GPU"},
    {"port-per-gpu", [](Scenario& s) { s.cluster.nics_per_node = 8; }, "nothing"},
    {"full-bisection", [](Scenario& s) { s.cluster.oversubscription = 1.5; },
        "cluster.oversubscription=1: Full-bisection, rail-optimized fabric"},
    {"full-bisection", [](Scenario& s) { s.cluster.oversubscription = 1; }, "nothing"},
    {"half-oversubscription", [](Scenario& s) { s.cluster.oversubscription = 3; },
        "cluster.oversubscription=1.5: 1.5:1 oversubscription"},
    {"half-oversubscription", [](Scenario& s) { s.cluster.oversubscription = 2; }, "nothing"},
    {"one-leaf",
        [](Scenario& s) {
            s.cluster.oversubscription = 2;
            s.cluster.pod_gpus = 32;
        },
        "cluster.pod_gpus=64: Whole job under one leaf switch"},
    {"one-leaf",
        [](Scenario& s) {
            s.cluster.oversubscription = 1;
            s.cluster.pod_gpus = 32;
        },
        "nothing"},
    {"one-leaf",
        [](Scenario& s) {
            s.cluster.oversubscription = 2;
            s.cluster.pod_gpus = 64;
        },
        "nothing"},
    {"accumulate-4x",
        [](Scenario& s) {
            s.plan.accumulation = 3;
            s.workload.batch_per_gpu = 2;
            s.plan.pipeline_parallel = 1;
        },
        "plan.accumulation=12, workload.batch_per_gpu=2: Accumulate over 12 micro-batches"},
    {"sync-every-8", [](Scenario& s) { s.plan.sync_every = 7; }, "plan.sync_every=8: Sync every 8 steps (local SGD)"},
    {"sync-every-8", [](Scenario& s) { s.plan.sync_every = 8; }, "nothing"},
    {"outer-streaming",
        [](Scenario& s) {
            s.cluster.sites = 2;
            s.plan.outer_every = 40;
            s.plan.outer_fragments = 1;
            s.plan.outer_overlap = 0;
        },
        "plan.outer_fragments=16, plan.outer_overlap=2: Sites exchange 16 fragments behind compute (Streaming DiLoCo)"},
    {"outer-streaming",
        [](Scenario& s) {
            s.cluster.sites = 2;
            s.plan.outer_every = 16;
            s.plan.outer_fragments = 16;
            s.plan.outer_overlap = 0;
        },
        "plan.outer_fragments=16, plan.outer_overlap=1: Sites exchange 16 fragments behind compute (Streaming DiLoCo)"},
    {"outer-streaming",
        [](Scenario& s) {
            s.cluster.sites = 2;
            s.plan.outer_every = 16;
            s.plan.outer_fragments = 15;
            s.plan.outer_overlap = 1;
        },
        "plan.outer_fragments=16, plan.outer_overlap=1: Sites exchange 16 fragments behind compute (Streaming DiLoCo)"},
    {"outer-streaming",
        [](Scenario& s) {
            s.cluster.sites = 2;
            s.plan.outer_every = 40;
            s.plan.outer_fragments = 16;
            s.plan.outer_overlap = 1;
        },
        "nothing"},
    {"outer-streaming",
        [](Scenario& s) {
            s.cluster.sites = 2;
            s.plan.outer_every = 15;
            s.plan.outer_fragments = 1;
            s.plan.outer_overlap = 0;
        },
        "nothing"},
    {"outer-streaming",
        [](Scenario& s) {
            s.cluster.sites = 1;
            s.plan.outer_every = 40;
            s.plan.outer_fragments = 1;
            s.plan.outer_overlap = 0;
        },
        "nothing"},
    {"outer-4-bit",
        [](Scenario& s) {
            s.cluster.sites = 2;
            s.plan.outer_bytes = 1;
        },
        "plan.outer_bytes=0.5: 4-bit changes of parameters between sites"},
    {"outer-4-bit",
        [](Scenario& s) {
            s.cluster.sites = 2;
            s.plan.outer_bytes = 0.5;
        },
        "nothing"},
    {"outer-4-bit",
        [](Scenario& s) {
            s.cluster.sites = 1;
            s.plan.outer_bytes = 1;
        },
        "nothing"},
    {"outer-rarely",
        [](Scenario& s) {
            s.cluster.sites = 2;
            s.plan.outer_every = 30;
        },
        "plan.outer_every=120: Sites exchange every 120 steps"},
    {"outer-rarely",
        [](Scenario& s) {
            s.cluster.sites = 1;
            s.plan.outer_every = 30;
        },
        "nothing"},
    {"overlap",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::stack;
            s.stack.data_overlap = 0.94;
            s.assumptions.overlap = 1;
        },
        "stack.data_overlap=0.95: Overlap gradient reduction with the backward pass (95 %)"},
    {"overlap",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::stack;
            s.stack.data_overlap = 0.95;
            s.assumptions.overlap = 0;
        },
        "nothing"},
    {"overlap",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::fixed;
            s.stack.data_overlap = 1;
            s.assumptions.overlap = 0.94;
        },
        "assumptions.overlap=0.95: 95 % overlap of communication"},
    {"overlap",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::fixed;
            s.stack.data_overlap = 0;
            s.assumptions.overlap = 0.95;
        },
        "nothing"},
    {"overlap-window",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::fixed;
            s.assumptions.overlap_window = 0.5;
        },
        "assumptions.overlap_window=0.667: Overlap with the whole backward pass"},
    {"overlap-window",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::fixed;
            s.assumptions.overlap_window = 0.667;
        },
        "nothing"},
    {"overlap-window",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::stack;
            s.assumptions.overlap_window = 0.5;
        },
        "nothing"},
    {"prefetch-weights",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::stack;
            s.plan.zero_stage = 2;
            s.stack.shard_overlap = 0.9;
        },
        "stack.shard_overlap=0.95: Prefetch the next layer's weights (95 % overlap)"},
    {"prefetch-weights",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::stack;
            s.plan.zero_stage = 1;
            s.stack.shard_overlap = 0.9;
        },
        "nothing"},
    {"prefetch-weights",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::stack;
            s.plan.zero_stage = 2;
            s.stack.shard_overlap = 0.95;
        },
        "nothing"},
    {"prefetch-weights",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::fixed;
            s.plan.zero_stage = 2;
            s.stack.shard_overlap = 0.9;
        },
        "nothing"},
    {"fuse-gathers",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::stack;
            s.stack.shard_calls = 2;
        },
        "stack.shard_calls=1, stack.gathers_again=0: One all-gather per layer"},
    {"fuse-gathers",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::stack;
            s.stack.shard_calls = 1;
        },
        "nothing"},
    {"fuse-gathers",
        [](Scenario& s) {
            s.assumptions.overlap_model = OverlapModel::fixed;
            s.stack.shard_calls = 2;
        },
        "nothing"},
    {"zero-2", [](Scenario& s) { s.plan.zero_stage = 3; }, "nothing | plan.zero_stage=2: ZeRO-2"},
    {"zero-2", [](Scenario& s) { s.plan.zero_stage = 2; }, "nothing"},
    {"zero-2", [](Scenario& s) { s.plan.zero_stage = 1; }, "nothing | plan.zero_stage=2: ZeRO-2"},
    {"interconnect",
        [](Scenario& s) {
            s.cluster.link_rate = 12.5e9;
            s.cluster.link_efficiency = 0.9;
        },
        "cluster.interconnect=roce200: Faster network (200G RoCE v2)"},
    {"interconnect",
        [](Scenario& s) {
            s.cluster.link_rate = 1e15;
            s.cluster.link_efficiency = 0.9;
        },
        "nothing"},
    {"nodes-of-8",
        [](Scenario& s) {
            s.cluster.gpus = 64;
            s.cluster.gpus_per_node = 4;
            s.cluster.scale_up_bandwidth = 100e9;
        },
        "cluster.gpus_per_node=8: 8-GPU NVLink nodes"},
    {"nodes-of-8",
        [](Scenario& s) {
            s.cluster.gpus = 64;
            s.cluster.gpus_per_node = 4;
            s.cluster.scale_up_bandwidth = 99e9;
        },
        "cluster.gpus_per_node=8: 8-GPU nodes"},
    {"nodes-of-8",
        [](Scenario& s) {
            s.cluster.gpus = 64;
            s.cluster.gpus_per_node = 8;
            s.cluster.scale_up_bandwidth = 99e9;
        },
        "nothing"},
    {"nodes-of-8",
        [](Scenario& s) {
            s.cluster.gpus = 4;
            s.cluster.gpus_per_node = 4;
            s.cluster.scale_up_bandwidth = 99e9;
        },
        "nothing"},
    {"layout-that-fits", [](Scenario& s) { s.workload.scaling = Scaling::strong; },
        "plan.tensor_parallel=2, plan.pipeline_parallel=4: TP 2 × PP 4 with 16 micro-batches"},
    {"zero-1", [](Scenario& s) { s.plan.zero_stage = 0; }, "plan.zero_stage=1: ZeRO-1"},
    {"zero-1", [](Scenario& s) { s.plan.zero_stage = 1; }, "nothing"},
    {"zero-3", [](Scenario& s) { s.plan.zero_stage = 2; }, "plan.zero_stage=3: ZeRO-3"},
    {"zero-3", [](Scenario& s) { s.plan.zero_stage = 3; }, "nothing"},
    {"offload-none", [](Scenario& s) { s.plan.offload = Offload::optimizer; },
        "plan.offload=none: Keep everything on the GPUs"},
    {"offload-none", [](Scenario& s) { s.plan.offload = Offload::none; }, "nothing"},
    {"offload-optimizer-only", [](Scenario& s) { s.plan.offload = Offload::optimizer_and_parameters; },
        "plan.offload=optimizer: Offload only the optimizer state"},
    {"offload-optimizer-only", [](Scenario& s) { s.plan.offload = Offload::optimizer; }, "nothing"},
    {"lora-16-bit", [](Scenario& s) { s.workload.tuning = Tuning::qlora; },
        "workload.tuning=lora: LoRA beside frozen weights in 16 bits"},
    {"lora-16-bit", [](Scenario& s) { s.workload.tuning = Tuning::lora; }, "nothing"},
    {"pack-examples",
        [](Scenario& s) {
            s.workload.packing = Packing::padded;
            s.workload.length_mean = s.workload.sequence_length / 4;
            s.workload.length_spread = 0;
            s.plan.accumulation = 8;
            s.workload.batch_per_gpu = 1;
            s.workload.scaling = Scaling::weak;
        },
        "workload.packing=packed, workload.global_batch=128: Packed examples"},
    {"recompute-selective", [](Scenario& s) { s.plan.recompute = Recompute::none; },
        "plan.recompute=selective: Selective activation recomputation"},
    {"recompute-selective", [](Scenario& s) { s.plan.recompute = Recompute::full; }, "nothing"},
    {"recompute-full", [](Scenario& s) { s.plan.recompute = Recompute::selective; },
        "plan.recompute=full: Full activation recomputation"},
    {"recompute-full", [](Scenario& s) { s.plan.recompute = Recompute::full; }, "nothing"},
    {"tensor-2x", [](Scenario& s) { s.plan.tensor_parallel = 4; }, "plan.tensor_parallel=8: TP 8"},
    {"tensor-2x", [](Scenario& s) { s.plan.tensor_parallel = 8; }, "nothing"},
    {"tensor-4x", [](Scenario& s) { s.plan.tensor_parallel = 2; }, "plan.tensor_parallel=8: TP 8"},
    {"tensor-4x", [](Scenario& s) { s.plan.tensor_parallel = 4; }, "nothing"},
    {"tensor-8x", [](Scenario& s) { s.plan.tensor_parallel = 1; }, "plan.tensor_parallel=8: TP 8"},
    {"tensor-8x", [](Scenario& s) { s.plan.tensor_parallel = 2; }, "nothing"},
    {"tensor-2x", [](Scenario&) {}, "nothing", "resnet50-10gbe"},
    {"pipeline-2x", [](Scenario& s) { s.plan.pipeline_parallel = 2; }, "plan.pipeline_parallel=4: 4 pipeline stages"},
    {"pipeline-2x", [](Scenario&) {}, "nothing", "resnet50-10gbe"},
    {"larger-gpu",
        [](Scenario& s) {
            s.workload.kind = ModelKind::generic;
            s.workload.parameters = 1e9;
            s.workload.batch_per_gpu = 1;
            s.workload.activation_per_example = 230e9;
        },
        "cluster.gpu=mi325x: MI325X"},
    {"larger-gpu", [](Scenario& s) { s.workload.batch_per_gpu = 1e6; }, "nothing"},
    {"checkpoint-optimum",
        [](Scenario& s) {
            s.plan.checkpoint_every_s = 3600;
            s.plan.checkpoint_write_s = 50;
            s.cluster.gpu_mtbf_s = 64e6;
            s.cluster.gpus = 64;
        },
        "plan.checkpoint_every=0: Checkpoint every 2.78 h"},
    {"checkpoint-optimum", [](Scenario& s) { s.plan.checkpoint_every_s = 0; }, "nothing"},
    {"checkpoint-asynchronous", [](Scenario& s) { s.plan.checkpoint_write_s = 50; },
        "plan.checkpoint_write=5: Asynchronous checkpoints (10× shorter stalls)"},
    {"checkpoint-asynchronous", [](Scenario& s) { s.plan.checkpoint_write_s = 0; }, "nothing"},
    {"checkpoint-asynchronous-optimum",
        [](Scenario& s) {
            s.plan.checkpoint_write_s = 50;
            s.plan.checkpoint_every_s = 3600;
        },
        "plan.checkpoint_write=5, plan.checkpoint_every=0: Asynchronous checkpoints (10× shorter stalls) at the "
        "optimal interval"},
    {"checkpoint-asynchronous-optimum",
        [](Scenario& s) {
            s.plan.checkpoint_write_s = 0;
            s.plan.checkpoint_every_s = 3600;
        },
        "nothing"},
    {"checkpoint-asynchronous-optimum",
        [](Scenario& s) {
            s.plan.checkpoint_write_s = 50;
            s.plan.checkpoint_every_s = 0;
        },
        "nothing"},
    {"fast-restart", [](Scenario& s) { s.cluster.restart_s = 400; },
        "cluster.restart=100: Hot spares and automatic restart (4× faster restarts)"},
    {"screen-nodes", [](Scenario& s) { s.cluster.gpu_mtbf_s = 1e7; },
        "cluster.gpu_mtbf=2e+07: Screen out failing nodes (half the interruptions)"},
    {"gpus-half",
        [](Scenario& s) {
            s.cluster.gpus = 64;
            s.plan.tensor_parallel = 8;
            s.plan.pipeline_parallel = 4;
        },
        "cluster.gpus=32: 32 GPUs"},
    {"gpus-half",
        [](Scenario& s) {
            s.cluster.gpus = 64;
            s.plan.tensor_parallel = 8;
            s.plan.pipeline_parallel = 8;
        },
        "nothing"},
};

std::vector<const RemedyRecord*> allRecords()
{
    std::vector<const RemedyRecord*> all;
    for (const auto& records :
        {communicationRemedies(), computeRemedies(), layoutRemedies(), memoryRemedies(), runRemedies()})
        for (const RemedyRecord& record : records)
            all.push_back(&record);
    return all;
}

std::string textOf(const ParameterChange& change)
{
    const Parameter& p = parameter(change.id);
    return fmt::format("{}={}", change.id,
        p.scale == Scale::choice ? std::string(p.choice(change.value).id) : fmt::format("{:.6g}", change.value));
}

std::string offeredBy(const RemedyRecord& record, const DiagnosedJob& job)
{
    const ParameterChanges changes = record.edit(job);
    if (changes.empty())
        return "nothing";
    std::string text;
    for (const ParameterChange& change : changes)
        text += (text.empty() ? "" : ", ") + textOf(change);
    return text + ": " + record.labelFor(job);
}

std::string offeredIn(const RemedyRow& row)
{
    Scenario s = test::preset(row.base);
    row.make(s);
    const StepReport step = evaluate(s);
    const ParameterChanges layout{{"plan.tensor_parallel", 2}, {"plan.pipeline_parallel", 4}};
    const DiagnosedJob job{s, step, shippedCalibration(), layout, shippedPrices()};
    std::set<std::string> texts;
    for (const RemedyRecord* record : allRecords())
        if (record->id == row.id)
            texts.insert(offeredBy(*record, job));
    return fmt::format("{}", fmt::join(texts, " | "));
}

} // namespace

class RemedyRecordsTest : public QObject {
    Q_OBJECT

private slots:
    void aRemedyIsOfferedWhereItCanHelp_data()
    {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(remedy_rows)); ++i)
            QTest::addRow("%s, %d", remedy_rows[i].id, i) << i;
    }
    void aRemedyIsOfferedWhereItCanHelp()
    {
        QFETCH(int, row);
        QCOMPARE(QString::fromStdString(offeredIn(remedy_rows[row])), QString::fromUtf8(remedy_rows[row].offered));
    }

    void everyRemedyHasARow()
    {
        std::map<std::string_view, bool> shown;
        for (const RemedyRow& row : remedy_rows)
            shown[row.id] |= std::string_view(row.offered) != "nothing";
        for (const RemedyRecord* record : allRecords())
            QVERIFY2(shown[record->id], std::string(record->id).c_str());
    }
};

KNEEPOINT_TEST(RemedyRecordsTest)
#include "remedy_records_test.moc"
