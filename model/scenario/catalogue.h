// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"
#include "model/scenario/error.h"
#include "model/scenario/scenario_fwd.h"
#include "model/scenario/units.h"

#include <span>
#include <string>
#include <string_view>

/// The parameter catalogue: every knob of a scenario, once. Sliders, JSON, validation, `--set`, sweeps, undo texts,
/// help and the reference documentation are made from it. Adding a knob is adding one record to the
/// file of its group (catalogue_workload.cpp …).
namespace kneepoint {

struct Calibration;

enum class Group { workload, cluster, plan, stack, assumptions };
inline constexpr std::size_t group_count = 5;
[[nodiscard]] std::string_view groupLabel(Group group);

/// How slider positions map to values.
enum class Scale { linear, logarithmic, power_of_two, integer, choice, flag };

struct Choice {
    std::string_view id;
    std::string_view label;
    std::string_view note = {}; ///< source or remark, may be empty
};

struct Parameter {
    std::string_view id = {}; ///< stable: "workload.batch_per_gpu"
    Group group = Group::workload;
    std::string_view topic = {};  ///< sub-heading inside the group, may be empty
    std::string_view label = {};  ///< "Micro-batch size"
    std::string_view symbol = {}; ///< short mathematical symbol, may be empty
    Unit unit = Unit::none;
    Scale scale = Scale::linear;
    double min = 0; ///< smallest value taken; 0 and 1 for flags, first and last index for choices
    double max = 1;
    double slider_min = min; ///< what a slider spans, where that is less than what is taken
    double slider_max = max;
    bool headline = false;         ///< always in sight
    bool fractional = false;       ///< takes fractions although its slider steps through powers of two
    bool of_model = false;         ///< says what the model is: a model preset brings it along
    std::string_view help = {};    ///< one or two sentences for people
    std::string_view formula = {}; ///< the formula it enters, may be empty
    /// The function of the model that holds the formula, or the pass over it where it is one term among others; empty
    /// where there is no formula.
    std::string_view computed_by = {};
    std::string_view source = {}; ///< where the formula comes from
    std::string_view pins = {};   ///< of a flag that keeps another parameter out of automatic planning: that one's id

    double (*get)(const Scenario&) = nullptr;
    /// Stores the value and nothing else.
    void (*assign)(Scenario&, double) = nullptr;
    /// What a hand on the knob does: stores the value and lets follow what follows (a GPU brings its figures and the
    /// constants of the calibration, a batch its global batch, a model size its architecture).
    void (*edit)(Scenario&, double, const Calibration&) = nullptr;
    /// The options of a choice; null for all other scales. Values are indices into it.
    std::span<const Choice> (*choices)() = nullptr;
    /// Why the knob has no effect in this scenario ("a generic model has no sequence"), or empty. May be null.
    std::string_view (*idle)(const Scenario&) = nullptr;

    /// Whether only whole numbers mean anything: GPUs, degrees, indices of choices, flags.
    [[nodiscard]] bool isWhole() const
    {
        return scale == Scale::integer || scale == Scale::choice || scale == Scale::flag
            || (scale == Scale::power_of_two && !fractional);
    }
    [[nodiscard]] double defaultValue() const;
};

/// All parameters, in the order of groups and of their controls.
[[nodiscard]] std::span<const Parameter> catalogue();
/// nullptr where no parameter has this id.
[[nodiscard]] const Parameter* findParameter(std::string_view id);
/// As findParameter, for ids written in the program itself; terminates on a wrong one.
[[nodiscard]] const Parameter& parameter(std::string_view id);

/// The flag that keeps this parameter out of automatic planning; nullptr where planning never sets it.
[[nodiscard]] const Parameter* pinOf(const Parameter& p);

/// The sentence that refuses a value out of range or of the wrong kind, or success.
[[nodiscard]] Result<void> checkValue(const Parameter& p, double value);
/// "2 … 1024" with units; the ids of a choice.
[[nodiscard]] std::string rangeText(const Parameter& p);
/// Value as shown: "400 Gbit/s", "H100 SXM", "on".
[[nodiscard]] std::string valueText(const Parameter& p, double value);
/// Reads what a person typed or `--set` was given: numbers with units and expressions, choice ids, on/off.
[[nodiscard]] Result<double> parseValue(const Parameter& p, std::string_view text);
/// editPinning() by "id" and text; the scenario is untouched on failure.
[[nodiscard]] Result<void> editByText(
    Scenario& s, std::string_view id, std::string_view text, const Calibration& calibration);

} // namespace kneepoint
