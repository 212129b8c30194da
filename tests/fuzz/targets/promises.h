// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/scenario.h"
#include "model/units/error.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

/// What every reader guarantees for any input. A violation aborts the program, which libFuzzer detects.
namespace kneepoint::fuzz {

[[nodiscard]] inline std::string_view textOf(const std::uint8_t* data, std::size_t size)
{
    return {reinterpret_cast<const char*>(data), size};
}

void require(bool holds, const char* promise);

/// An error message is one short line without control characters.
void requireSentence(const Error& error);

/// An accepted scenario is within the parameter ranges, and its step is finite.
void requireUsable(const Scenario& scenario);

} // namespace kneepoint::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
