// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"
#include "tests/support/test_registry.h"

#include <QTest>

using namespace kneepoint;

/// Options in logs: all that is read of each, as one text.
class LoggedSettingsTest : public QObject {
    Q_OBJECT

private slots:
    void allOfTheOptionsAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("all");
        const auto row = [](const char* name, const char* text, const char* all) {
            QTest::newRow(name) << QByteArray(text) << QByteArray(all);
        };
        row("lines that set nothing", R"(  hidden_size ......................................
  12345 ........................................... 6
  two words here .................................. 6
  (optional) num_layers ........................... 24
Building 2-D device mesh with ['dp_shard']
Building 2-D device mesh
Running with local batch size 3 only
pretrain --tensor-model-parallel-size --num-layers 5 --seq-length x --seq-length 7
num_local_procs=8 only
 iteration 7/ 50 | elapsed time per iteration (ms): 1000 |
)",
            R"(Megatron-LM: 1 s per step (median of 1, spread 0 s)
workload.layers = 24 (line 4)
step_s: 1 (step lines)
step time: 7→1 (step lines)
)");
        row("an option that is stated twice", R"(  num_layers ........................... 24
  num_layers ........................... 25
pretrain --num-layers 26 --hidden-size 512 --hidden-size 513
 iteration 7/ 50 | elapsed time per iteration (ms): 1000 |
)",
            R"(Megatron-LM: 1 s per step (median of 1, spread 0 s)
workload.layers = 25 (line 2)
workload.hidden = 512 (line 3)
step_s: 1 (step lines)
step time: 7→1 (step lines)
)");
        row("flags", R"(  sequence_parallel ........................... 1
  swiglu ...................................... false
  bf16 ........................................ False
  fp16 ........................................ true
  zero_stage .................................. 2
  use_distributed_optimizer ................... True
  group_query_attention ....................... False
  num_query_groups ............................ 4
  recompute_granularity ....................... other
  checkpoint_activations ...................... False
  fp8 ......................................... None
  kv_lora_rank ................................ 512
  num_layers_per_virtual_pipeline_stage ....... 0
  world_size .................................. 4
 iteration 7/ 50 | elapsed time per iteration (ms): 1000 |
)",
            R"(Megatron-LM on 4 GPUs: 1 s per step (median of 1, spread 0 s)
plan.zero_stage = 2 (line 5)
plan.sequence_parallel = 1 (line 1)
workload.gated = 0 (line 2)
workload.precision = fp16 (line 4)
cluster.gpus = 4 (line 14)
step_s: 1 (step lines)
step time: 7→1 (step lines)
)");
        row("recomputation that is stated twice", R"(  recompute_granularity ....................... selective
  checkpoint_activations ...................... True
 iteration 7/ 50 | elapsed time per iteration (ms): 1000 |
)",
            R"(Megatron-LM: 1 s per step (median of 1, spread 0 s)
plan.recompute = selective (line 1)
step_s: 1 (step lines)
step time: 7→1 (step lines)
)");
    }
    void allOfTheOptionsAreRead()
    {
        QFETCH(const QByteArray, text);
        QTEST(QByteArray::fromStdString(test::toldOf(text.toStdString())), "all");
    }
};

KNEEPOINT_TEST(LoggedSettingsTest)
#include "logged_settings_test.moc"
