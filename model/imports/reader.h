// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/byte_source.h"
#include "model/units/error.h"

#include <span>
#include <string_view>

namespace kneepoint {

/// One format that can be read. To add one, add a record to readers().
struct Reader {
    std::string_view kind;   ///< as in the command line's contract: "nccl-tests"; formats may share a kind
    std::string_view format; ///< for people: "NCCL Inspector log"
    /// Whether the beginning of a file, without a byte order mark, is in this format.
    bool (*recognizes)(std::string_view head) = nullptr;
    /// Reads it, or says in one sentence why there is nothing to read. Handles any bytes.
    Result<Evidence> (*read)(ByteSource& source) = nullptr;
};

/// In the order in which they are asked: the most specific first.
[[nodiscard]] std::span<const Reader> readers();

/// Why content in no known format is refused, in one sentence that says what the file is.
[[nodiscard]] std::string refusal(std::string_view head);

} // namespace kneepoint
