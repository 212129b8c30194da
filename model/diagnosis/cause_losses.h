// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/diagnosis/cause_record.h"

/// The functions `loss` of the cause records.
namespace kneepoint::losses {

/// Gradients, keys and values, and activations on a network without sharing or protocol losses: what is left is payload
/// divided by line rate.
LossOf exposedCommunication;
LossOf starvedInput, straggler;
/// Compute time per example compared with a batch 64 times as large, which uses kernels fully.
LossOf tinyBatch;
LossOf largeBatch, protocolOverhead, contention, pipelineBubble;
/// Tensor-parallel collectives compared with the same within one node, on NVLink-class links.
LossOf slowTensorLink;
/// The current layout compared with the fastest one with no more tensor or pipeline parallelism, at the same global
/// batch.
LossOf overSharding;
LossOf expertAllToAll, outOfMemory, failures;
/// The job without what it keeps in host memory, whether it then fits or not.
LossOf offloadLink;
/// QLoRA compared with LoRA: the same adapters beside frozen weights in 16 bits.
LossOf dequantization;
/// All expert-parallel ranks get the mean number of tokens.
LossOf expertImbalance;
/// The same examples packed into as few sequences as they fill.
LossOf padding;
LossOf adapterBound;
LossOf optimizerGathers;

} // namespace kneepoint::losses
