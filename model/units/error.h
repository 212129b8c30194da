// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace kneepoint {

/// Why external input was rejected: one sentence for people, with the place and how to fix it.
struct Error {
    std::string message;
};

template <class T> using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(std::string message)
{
    return tl::unexpected<Error>(Error{std::move(message)});
}

} // namespace kneepoint
