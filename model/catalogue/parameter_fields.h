// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"

#include <cmath>
#include <concepts>
#include <type_traits>

/// How catalogue records access the fields of a scenario.
namespace kneepoint::fields {

template <auto Room, auto Field> double read(const Scenario& s)
{
    return static_cast<double>((s.*Room).*Field);
}

template <auto Room, auto Field> void write(Scenario& s, double value)
{
    auto& field = (s.*Room).*Field;
    using Type = std::remove_reference_t<decltype(field)>;
    if constexpr (std::same_as<Type, double>)
        field = value;
    else if constexpr (std::same_as<Type, bool>)
        field = value != 0;
    else
        field = static_cast<Type>(std::lround(value));
}

/// A record of a parameter. What follows from a change of it is said by Parameter::follows.
template <auto Room, auto Field> constexpr Parameter plain(Parameter p)
{
    p.get = &read<Room, Field>;
    p.assign = &write<Room, Field>;
    return p;
}

inline constexpr std::string_view measured_source = "Fitted to published measurements: see the validation report";

/// A plain record of what was fitted to measurements.
template <auto Room, auto Field> constexpr Parameter fitted(Parameter p)
{
    p.source = measured_source;
    return plain<Room, Field>(p);
}

template <auto Room, auto Field, Follows what> constexpr Parameter leading(Parameter p)
{
    p.follows = what;
    return plain<Room, Field>(p);
}

/// The one list of options of an enumeration, as a function for the record.
template <const auto& options> std::span<const Choice> choicesOf()
{
    return options;
}

/// Turns a record into a choice among `options`.
template <const auto& options> constexpr Parameter choosing(Parameter p)
{
    p.scale = Scale::choice;
    p.range = {.max = static_cast<double>(std::size(options) - 1)};
    p.choices = &choicesOf<options>;
    return p;
}

/// Turns a record into a choice from a preset library.
inline Parameter choosingFrom(Parameter p, std::span<const Choice> (*library)())
{
    p.scale = Scale::choice;
    p.range = {.max = static_cast<double>(library().size() - 1)};
    p.choices = library;
    return p;
}

std::span<const Parameter> workload();
std::span<const Parameter> cluster();
std::span<const Parameter> plan();
std::span<const Parameter> automatic();
std::span<const Parameter> stack();
std::span<const Parameter> ownRuns();
std::span<const Parameter> assumptions();

// Why a parameter has no effect; empty if it has one.

inline std::string_view onlyLoading(const Scenario& s)
{
    return s.assumptions.input_limited ? "" : "the input pipeline is not included";
}
inline std::string_view onlyFailures(const Scenario& s)
{
    return s.assumptions.failures ? "" : "failures are not included";
}
inline std::string_view onlyProtocols(const Scenario& s)
{
    return s.assumptions.collective_model == CollectiveModel::protocols ? "" : "the collective model does not use it";
}
inline std::string_view onlyReplicas(const Scenario& s)
{
    return workers(s) <= 1 ? "there is only one replica" : "";
}

} // namespace kneepoint::fields
