// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Included before every source of the WebAssembly build: what the C++ library for wasm32 lacks because it has no
/// threads, no files and no parser of floating-point numbers. One thread runs everything in turn.
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

namespace std {

class mutex {
public:
    void lock() { }
    void unlock() { }
    bool try_lock() { return true; }
};

template <class... Mutexes> class scoped_lock {
public:
    explicit scoped_lock(Mutexes&...) { }
};

template <class Mutex> class lock_guard {
public:
    explicit lock_guard(Mutex&) { }
};

template <class Mutex> class unique_lock {
public:
    explicit unique_lock(Mutex&) { }
};

class thread {
public:
    static unsigned hardware_concurrency() { return 1; }
};

/// Nothing asks a computation to stop while it runs.
class stop_token {
public:
    [[nodiscard]] bool stop_requested() const { return false; }
};

namespace filesystem {

inline bool exists(const path&, error_code&)
{
    return false;
}
inline bool is_regular_file(const path&, error_code&)
{
    return false;
}
inline path read_symlink(const path&, error_code&)
{
    return {};
}

} // namespace filesystem

/// Runs its work at once.
class jthread {
public:
    template <class Work> explicit jthread(Work&& work) { std::forward<Work>(work)(); }
};

/// By strtod and strtold, whose digits are the same in the C locale, which is the only one here.
template <class Real>
requires is_floating_point_v<Real> from_chars_result from_chars(const char* first, const char* last, Real& value)
{
    if (first == last || *first == '+' || *first == ' ')
        return {first, errc::invalid_argument};
    const string text(first, last);
    char* end = nullptr;
    const Real parsed = [&] {
        if constexpr (is_same_v<Real, long double>)
            return strtold(text.c_str(), &end);
        else
            return static_cast<Real>(strtod(text.c_str(), &end));
    }();
    if (end == text.c_str())
        return {first, errc::invalid_argument};
    const bool overflows = parsed > numeric_limits<Real>::max() || parsed < numeric_limits<Real>::lowest();
    if (!overflows)
        value = parsed;
    return {first + (end - text.c_str()), overflows ? errc::result_out_of_range : errc()};
}

} // namespace std
