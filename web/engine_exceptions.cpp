// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstddef>

/// The WebAssembly build has no unwinder, and the engine throws only for broken data of its own: whatever throws stops
/// the module, and the page says so and starts it again.
extern "C" {

void* __cxa_allocate_exception(std::size_t) noexcept
{
    __builtin_trap();
}

void __cxa_free_exception(void*) noexcept { }

[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*))
{
    __builtin_trap();
}
}
