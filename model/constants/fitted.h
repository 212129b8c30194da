// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/presets/presets.h"
#include "model/scenario/own_runs.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The constants of presets/constants, written by the fit and never edited by hand: fitted.json and memory.json.
namespace kneepoint {

/// Constants of a GPU family, of a software stack, or of a family of stacks.
struct ConstantOwner {
    std::string id;
    std::vector<std::string> members; ///< presets that share them; if empty, only the preset with this id
    [[nodiscard]] bool owns(std::string_view preset) const;
    std::vector<PresetValue> settings;
};

struct ConstantSet {
    std::vector<ConstantOwner> families, stacks;
    /// Settings of a GPU: those of its architecture and those of its own board.
    [[nodiscard]] std::vector<PresetValue> gpu(std::string_view id) const;
    /// Settings of a stack and of the families it belongs to.
    [[nodiscard]] std::vector<PresetValue> stack(std::string_view id) const;
};

/// Settings of all owners of a preset, in their order.
[[nodiscard]] std::vector<PresetValue> settingsOf(std::span<const ConstantOwner> owners, std::string_view preset);

[[nodiscard]] const ConstantSet& fittedConstants();
/// Constants fitted to other measurements, shared by the same presets as the shipped ones.
[[nodiscard]] ConstantSet withShippedMembers(ConstantSet set);

/// A stack with published measurements.
struct MeasuredStack {
    std::string id;
    std::vector<std::string> architectures; ///< of the GPUs in those measurements
};
[[nodiscard]] std::span<const MeasuredStack> measuredStacks();

/// Errors of predictions for one kind of run or collective point, each predicted without its own source.
struct ErrorKind {
    std::string kind; ///< "moe/measured/cluster", as kindId() (prediction_interval.h) has it
    double rows = 0;  ///< it was learned from
    double low = 1;   ///< measured over predicted time: nine of ten lie above this and below the next; of a run ...
    double high = 1;  ///< ... both are raised to its predictionSpread()
};
[[nodiscard]] std::span<const ErrorKind> errorKinds();

/// Errors of predictions for hardware and software without a calibration: standard deviations of the logarithms of the
/// factors of OwnRuns, and of the part of the step time that these do not explain.
struct FactorSpreads {
    std::string basis; ///< of the predictions, as basisId() or calibrationSpreadsId() (prediction_spread.h) names it
    std::array<double, own_factor_count> factors{};
    double row = 0;
};
/// One per basis except own runs, and those of calibrations where they differ.
[[nodiscard]] std::span<const FactorSpreads> factorSpreads();

} // namespace kneepoint
