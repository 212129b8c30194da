// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Which branches of `if` and `case` a script takes, as far as the script itself says.
namespace kneepoint::job {

enum class Taken { yes, no, unknown };

/// The words between the brackets of `[ … ]`, expanded: true, false, or nothing if a value or the operator is not
/// known.
[[nodiscard]] std::optional<bool> testResult(const std::vector<std::optional<std::string>>& words);

class ShellBranches {
public:
    void beginIf();
    void beginCase(std::optional<std::string> subject);
    void beginLoop();
    void end(bool loop);

    /// After `if` and `elif`, before `then`.
    [[nodiscard]] bool readsCondition() const;
    /// A part of the condition, and the operator before it: "&&", "||" or nothing.
    void condition(std::optional<bool> result, std::string_view joined);
    void then();
    void otherwise();
    void elseIf();

    /// Inside `case`, before the bracket that closes a pattern.
    [[nodiscard]] bool readsPattern() const;
    void pattern(const std::optional<std::string>& text);
    void closePattern();
    void endOfPattern();

    /// Whether the commands here are run.
    [[nodiscard]] Taken state() const;

private:
    enum class Kind { condition, choice, loop };
    struct Frame {
        Kind kind = Kind::condition;
        bool reads = true; ///< a condition or a pattern, not commands
        std::optional<bool> result = std::nullopt;
        bool has_result = false;
        std::optional<std::string> subject = std::nullopt;
        Taken current = Taken::unknown;
        bool decided = false;  ///< a branch before is taken for certain
        bool doubtful = false; ///< a branch before may be taken
    };
    static void decide(Frame& frame);
    std::vector<Frame> m_frames;
};

} // namespace kneepoint::job
