// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/imports/import.h"
#include "model/units/error.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

namespace kneepoint {

/// The bytes of a file or a text, in order and in bounded memory. Gzip is recognized by its first bytes and
/// decompressed; a damaged or incomplete stream ends where it can no longer be read.
class ByteSource {
public:
    /// Only regular files; pipes, devices and folders are rejected without waiting.
    [[nodiscard]] static Result<ByteSource> open(const std::filesystem::path& path, const ImportOptions& options);
    /// The bytes must outlive the source.
    [[nodiscard]] static ByteSource of(std::string_view bytes, const std::string& name, const ImportOptions& options);

    ByteSource(ByteSource&&) noexcept;
    ByteSource& operator=(ByteSource&&) noexcept;
    ~ByteSource();

    /// The first decompressed bytes, at most recognized_bytes, without taking them out.
    [[nodiscard]] std::string_view head();
    /// How much space to read the next bytes into, at most `most`: of plain bytes, no more than are left and one, so
    /// that small files cost little and a full space means that more may follow.
    [[nodiscard]] std::size_t spaceFor(std::size_t most) const;
    /// Fills the space from its start; less than its size only at the end, or once cancelled.
    std::size_t read(std::span<char> space);
    /// Everything that is left, or an error if it is more than `most` bytes; `what` names the kind of file.
    [[nodiscard]] Result<std::string> readAll(std::size_t most, std::string_view what);

    [[nodiscard]] bool isCancelled() const;
    /// Why the decompressed bytes end early; empty if they do not.
    [[nodiscard]] std::string_view damage() const;
    [[nodiscard]] const std::string& name() const;
    /// The path of a file that is stored as it is; empty if it is compressed or in memory.
    [[nodiscard]] std::string plainFile();
    /// Reads the rest of the stored bytes for the checksum.
    [[nodiscard]] EvidenceSource finish();

private:
    struct State;
    explicit ByteSource(std::unique_ptr<State> state);
    std::unique_ptr<State> m_state;
};

/// Bytes that recognition looks at.
inline constexpr std::size_t recognized_bytes = 1 << 20;

} // namespace kneepoint
