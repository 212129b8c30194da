// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/cause.h"
#include "model/scenario/scenario_fwd.h"

#include <span>
#include <string_view>

namespace kneepoint {

/// Whether the job runs on TPUs, which have neither NCCL nor nvidia-smi.
[[nodiscard]] bool isOnTpus(const Scenario& s);

/// CauseRecord::confirmation with the tools of TPUs; empty if it is no different.
[[nodiscard]] std::span<const std::string_view> tpuConfirmation(Cause cause);

} // namespace kneepoint
