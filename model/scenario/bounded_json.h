// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/error.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace kneepoint {

/// How much JSON from outside is read, by the kind of document. What is larger is refused before any of it is stored,
/// so that time and memory stay in proportion to the bytes.
struct JsonBounds {
    std::string_view document; ///< with its article, for error sentences: "a scenario"
    std::size_t bytes = 0;     ///< length of the text
    std::size_t depth = 0;     ///< objects and lists within each other, the outermost counted
    std::size_t values = 0;    ///< values of every kind together, objects and lists too
    std::size_t members = 500; ///< keys of one object, which keep their order and are found by walking over them
};

/// The text as JSON. Refuses in one sentence, with place and line, what is no JSON, what exceeds the bounds, and two
/// equal keys in one object.
[[nodiscard]] Result<nlohmann::ordered_json> parseBoundedJson(
    std::string_view text, std::string_view place, const JsonBounds& bounds);

/// The content of a regular file of at most bounds.bytes. Pipes, devices and folders are refused without being opened:
/// a pipe would wait for its writer forever.
[[nodiscard]] Result<std::string> readBoundedFile(const std::filesystem::path& path, const JsonBounds& bounds);

} // namespace kneepoint
