// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kneepoint::test {

/// Called before each redirected call, on its thread: "create" where open() may make a file; `file` and `bytes` are
/// those of a write. Null: nothing is.
extern void (*before_call)(std::string_view name, int file, std::string_view bytes);

/// Records the system calls with which this program's own code changes files, in this thread, and lets some fail. The
/// linker's --wrap redirects the calls; those of Qt are not affected.
class FailingCalls {
public:
    enum class From { once, on };
    /// The `failing`-th call fails with `error`, or from then on all; none if it is 0. With error 0, write() writes
    /// nothing and says so.
    FailingCalls(std::size_t failing, int error, From from = From::once);
    ~FailingCalls();
    FailingCalls(const FailingCalls&) = delete;
    FailingCalls& operator=(const FailingCalls&) = delete;

    /// "open", "write", "fsync", …, in their order; close() only of files that can be written.
    [[nodiscard]] const std::vector<std::string>& names() const { return m_names; }
    [[nodiscard]] bool anyFailed() const { return m_failing > 0 && m_names.size() >= m_failing; }

    /// Records the call; whether it is to fail. Used by the redirected calls.
    [[nodiscard]] bool fails(const char* name);

private:
    std::size_t m_failing;
    int m_error;
    From m_from;
    std::vector<std::string> m_names;
};

/// Lets this program's own code take itself for another user.
class OtherUser {
public:
    OtherUser();
    ~OtherUser();
    OtherUser(const OtherUser&) = delete;
    OtherUser& operator=(const OtherUser&) = delete;
};

/// Lets this program's own code delete no file.
class Undeletable {
public:
    Undeletable();
    ~Undeletable();
    Undeletable(const Undeletable&) = delete;
    Undeletable& operator=(const Undeletable&) = delete;
};

/// Lets this program's own code take all folders, or all files, for write-protected.
class WriteProtected {
public:
    enum class What { folders, files };
    explicit WriteProtected(What what);
    ~WriteProtected();
    WriteProtected(const WriteProtected&) = delete;
    WriteProtected& operator=(const WriteProtected&) = delete;
};

} // namespace kneepoint::test
