// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/choices.h"
#include "model/scenario/scenario_fwd.h"
#include "model/units/error.h"
#include "model/units/units.h"

#include <span>
#include <string>
#include <string_view>

/// The parameter catalogue: every parameter of a scenario, defined once. Sliders, JSON, validation, `--set`, sweeps,
/// undo texts, help and the reference documentation are generated from it. To add a parameter, add one record to the
/// file of its group (parameters_workload.cpp …).
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
    bool common = false;        ///< of a long list, one that has a segment of its own in the control
};

/// In a namespace of its own, so that its operators do not hide those of flags elsewhere.
namespace following {
/// What is derived again when a parameter changes, as a set of bits.
enum class Follows : unsigned {
    nothing = 0,
    model = 1U << 0U,     ///< the architecture, from the model or its size
    gpu = 1U << 1U,       ///< the figures of the GPU
    network = 1U << 2U,   ///< the figures of the interconnect, and the GPUs that share a NIC
    node = 1U << 3U,      ///< GPUs per node
    software = 1U << 4U,  ///< the constants of the software
    schedule = 1U << 5U,  ///< the pipeline schedule and its virtual stages
    batch = 1U << 6U,     ///< micro-batch, accumulation, global batch
    automatic = 1U << 7U, ///< the layout, when planning is switched on or off
    experts = 1U << 8U,   ///< expert parallelism, which needs experts
    optimizer = 1U << 9U, ///< the state of the optimizer
    machine = 1U << 10U,  ///< the GPU, the network and the fabric of a machine
    everything = 0x7ffU,
};
[[nodiscard]] constexpr Follows operator|(Follows a, Follows b)
{
    return static_cast<Follows>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
[[nodiscard]] constexpr bool operator&(Follows a, Follows b)
{
    return (static_cast<unsigned>(a) & static_cast<unsigned>(b)) != 0;
}
} // namespace following
using following::Follows;

struct Range {
    double min = 0; ///< smallest allowed value; 0 and 1 for flags, first and last index for choices
    double max = 1;
    double slider_min = min; ///< range of the slider, if narrower than the allowed range
    double slider_max = max;
};

struct Parameter {
    std::string_view id = {}; ///< stable: "workload.batch_per_gpu"
    Group group = Group::workload;
    /// Sub-heading inside the group, written in its first record only: catalogue() carries it on. Headline parameters
    /// may have none.
    std::string_view topic = {};
    std::string_view label = {};  ///< "Micro-batch size"
    std::string_view brief = {};  ///< the label where there is little room: "Micro-batch"; empty: the label
    std::string_view symbol = {}; ///< short mathematical symbol, may be empty
    Unit unit = Unit::none;
    Scale scale = Scale::linear;
    Range range = {};
    bool headline = false;         ///< always visible
    bool fractional = false;       ///< allows fractions although its slider steps through powers of two
    std::string_view help = {};    ///< one or two sentences for people
    std::string_view formula = {}; ///< the formula it enters, may be empty
    /// The function that implements the formula, or the one that contains it as a term; empty if there is no formula.
    std::string_view computed_by = {};
    std::string_view source = {}; ///< where the formula comes from
    std::string_view pins =
        {}; ///< for a flag that excludes another parameter from automatic planning: that parameter's id

    double (*get)(const Scenario&) = nullptr;
    /// Stores the value and nothing else.
    void (*assign)(Scenario&, double) = nullptr;
    Follows follows = Follows::nothing; ///< what is derived again when it changes
    /// Place of its stated value in Stated::held, because the scenario may have another one; -1: it never has.
    int held = -1;
    std::size_t place = 0; ///< in the catalogue, also of a copy
    /// The options of a choice; null for all other scales. Values are indices into this list.
    std::span<const Choice> (*choices)() = nullptr;
    /// What is counted, beside the number in its box: "tokens". May be null.
    std::string_view (*counts)(const Scenario&) = nullptr;
    /// Why the knob has no effect in this scenario ("a generic model has no sequence"), or empty. May be null.
    std::string_view (*idle)(const Scenario&) = nullptr;

    /// Whether its values are amounts, neither choices nor flags. Only these have a slider.
    [[nodiscard]] bool isNumber() const { return scale != Scale::choice && scale != Scale::flag; }
    /// Whether only whole numbers are allowed: GPUs, degrees, indices of choices, flags.
    [[nodiscard]] bool isWhole() const
    {
        return !isNumber() || scale == Scale::integer || (scale == Scale::power_of_two && !fractional);
    }
    /// Whether an axis over its slider's range is logarithmic.
    [[nodiscard]] bool isLogarithmic() const
    {
        return (scale == Scale::logarithmic || scale == Scale::power_of_two) && range.slider_min > 0;
    }
    /// The option of a choice that has this value.
    [[nodiscard]] const Choice& choice(double value) const { return choices()[static_cast<std::size_t>(value)]; }
    /// Whether it is part of the model's definition, which model presets set.
    [[nodiscard]] bool isOfModel() const;
    [[nodiscard]] double defaultValue() const;
    /// States the value and derives what follows from it: applied() of one setting (derive.h).
    void edit(Scenario& s, double value, const Calibration& calibration) const;
};

/// All parameters, in the order of groups and of their controls.
[[nodiscard]] std::span<const Parameter> catalogue();
/// Accepts the American spelling of an id too; nullptr if there is no such parameter.
[[nodiscard]] const Parameter* findParameter(std::string_view id);
/// Like findParameter, for ids in the program's own code; terminates if there is no such parameter.
[[nodiscard]] const Parameter& parameter(std::string_view id);

/// The flag that excludes this parameter from automatic planning; nullptr if planning never sets it.
[[nodiscard]] const Parameter* pinOf(const Parameter& p);

/// Success, or an error sentence if the value is out of range or of the wrong kind.
[[nodiscard]] Result<void> checkValue(const Parameter& p, double value);
/// "2 … 1024" with units; the ids of a choice.
[[nodiscard]] std::string rangeText(const Parameter& p);
/// Value as shown: "400 Gbit/s", "H100 SXM", "on".
[[nodiscard]] std::string valueText(const Parameter& p, double value);
/// Value as read, not set: valueText(), but three digits where it has a fraction and more digits than anyone would say.
/// 54 days · 16384 / 419 is "5.78 years", though only "5.781086286405983 years" is parsed to it. Counts stay.
[[nodiscard]] std::string briefText(const Parameter& p, double value);
/// Parses user input, typed or given to `--set`: numbers with units and expressions, choice ids, on/off.
[[nodiscard]] Result<double> parseValue(const Parameter& p, std::string_view text);
/// Parameter::edit by "id" and text; the scenario is untouched on failure.
[[nodiscard]] Result<void> editByText(
    Scenario& s, std::string_view id, std::string_view text, const Calibration& calibration);

} // namespace kneepoint
