// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/own_runs.h"
#include "model/scenario/presets.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The constants of presets/constants, which the fit writes and nobody edits: fitted.json and memory.json, and those of
/// fits that leave something out in fitted_left_out.json and memory_left_out.json.
namespace kneepoint {

/// Constants of a GPU family, of a software stack, or of a kinship of stacks.
struct ConstantOwner {
    std::string id;
    std::vector<std::string> members; ///< presets that share them; none: the preset of this id alone
    [[nodiscard]] bool owns(std::string_view preset) const;
    std::vector<PresetValue> settings;
};

struct ConstantSet {
    std::vector<ConstantOwner> families, stacks;
    /// Settings of a GPU: of its architecture, and of its own box.
    [[nodiscard]] std::vector<PresetValue> gpu(std::string_view id) const;
    /// Settings of a stack and of the kinships it belongs to.
    [[nodiscard]] std::vector<PresetValue> stack(std::string_view id) const;
};

/// Settings of all owners of a preset, in their order.
[[nodiscard]] std::vector<PresetValue> settingsOf(std::span<const ConstantOwner> owners, std::string_view preset);

[[nodiscard]] const ConstantSet& fittedConstants();
/// As they come out without one series of the validation report, or without all that one source measured; nullptr for
/// one that was not left out.
[[nodiscard]] const ConstantSet* constantsWithout(std::string_view series_or_source);

void applySettings(Scenario& s, std::span<const PresetValue> settings);

/// A stack of which published runs have been measured.
struct MeasuredStack {
    std::string id;
    std::vector<std::string> architectures; ///< of the GPUs that these ran on
};
[[nodiscard]] std::span<const MeasuredStack> measuredStacks();

/// Errors of predictions of one kind of run, or point of a collective, each made without the source it belongs to.
struct ErrorKind {
    std::string kind; ///< "moe/measured/cluster", as kindId() (prediction_interval.h) has it
    double rows = 0;  ///< it was learned from
    double low = 1;   ///< measured over predicted time: nine of ten lie above this and below the next; of a run ...
    double high = 1;  ///< ... both are raised to its predictionSpread()
};
[[nodiscard]] std::span<const ErrorKind> errorKinds();
/// As learned from all sources but one; those learned from all, for one that was not left out.
[[nodiscard]] std::span<const ErrorKind> errorKindsWithout(std::string_view source);

/// How far hardware and software that nobody has calibrated lie from what is predicted of them: standard deviations of
/// the logarithms of the factors of OwnRuns, and of a step time beside what these explain.
struct FactorSpreads {
    std::string basis; ///< what the predictions rested on, as basisId() (prediction_interval.h) has it
    std::array<double, own_factor_count> factors{};
    double row = 0;
};
/// One for every basis but that of own runs.
[[nodiscard]] std::span<const FactorSpreads> factorSpreads();
/// As learned from all sources but one; those learned from all, for one that was not left out.
[[nodiscard]] std::span<const FactorSpreads> factorSpreadsWithout(std::string_view source);

/// Errors of a series that was predicted with constants fitted to half of every series, per cent; over several halves.
struct HeldOutErrors {
    std::string series; ///< "dense", "summary": all of them
    double rows = 0, mape = 0, median = 0, p90 = 0, bias = 0;
};
[[nodiscard]] std::span<const HeldOutErrors> heldOutErrors();

} // namespace kneepoint
