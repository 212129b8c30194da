// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/error.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace kneepoint {

/// Limits on external JSON, by kind of document. Anything larger is rejected before it is stored, so that time and
/// memory stay proportional to the number of bytes.
struct JsonBounds {
    std::string_view document; ///< with its article, for error sentences: "a scenario"
    std::size_t bytes = 0;     ///< length of the text
    std::size_t depth = 0;     ///< nesting of objects and lists, including the outermost
    std::size_t values = 0;    ///< total number of values, including objects and lists
    std::size_t members = 500; ///< keys of one object; they keep their order and are found by linear search
};

/// Parses JSON. Text that is not JSON, exceeds the limits, or has duplicate keys in an object is an error with place
/// and line.
[[nodiscard]] Result<nlohmann::ordered_json> parseBoundedJson(
    std::string_view text, std::string_view place, const JsonBounds& bounds);

/// The content of a regular file of at most bounds.bytes. Pipes, devices and folders are rejected without waiting.
[[nodiscard]] Result<std::string> readBoundedFile(const std::filesystem::path& path, const JsonBounds& bounds);

} // namespace kneepoint
