// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <tl/expected.hpp>

namespace kneepoint {

/// Why something from outside was not taken: one sentence with place and remedy, for people.
struct Error {
    std::string message;
};

template <class T> using Result = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(std::string message)
{
    return tl::unexpected<Error>(Error{std::move(message)});
}

} // namespace kneepoint
