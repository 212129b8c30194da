// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

#include <chrono>
#include <future>
#include <optional>
#include <stop_token>
#include <utility>

/// Computing while other Python threads run.
namespace kneepoint {

/// Calls the function without the global interpreter lock.
template <class Function> auto withoutLock(Function function)
{
    const pybind11::gil_scoped_release released;
    return function();
}

/// Calls a function of a std::stop_token without the lock, on a thread of its own; Ctrl+C stops it and raises
/// KeyboardInterrupt.
template <class Function> auto interruptible(Function function)
{
    constexpr std::chrono::milliseconds between_checks{50};
    std::stop_source stop;
    auto result = std::async(std::launch::async, std::move(function), stop.get_token());
    std::optional<pybind11::error_already_set> interrupted;
    while (withoutLock([&] { return result.wait_for(between_checks); }) != std::future_status::ready)
        if (!interrupted && PyErr_CheckSignals() != 0) {
            interrupted.emplace();
            stop.request_stop();
        }
    if (interrupted)
        throw std::move(*interrupted);
    return result.get();
}

} // namespace kneepoint
