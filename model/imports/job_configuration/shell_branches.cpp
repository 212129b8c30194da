// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/shell_branches.h"

#include "model/units/text_fields.h"

#include <algorithm>
#include <utility>

namespace kneepoint::job {
namespace {

std::optional<bool> compared(const std::string& a, std::string_view op, const std::string& b)
{
    if (op == "=" || op == "==" || op == "!=") {
        if (b.find_first_of("*?[") != std::string::npos)
            return std::nullopt;
        return (a == b) != (op == "!=");
    }
    const auto left = plainNumber(a), right = plainNumber(b);
    if (!left || !right)
        return std::nullopt;
    if (op == "-eq")
        return *left == *right;
    if (op == "-ne")
        return *left != *right;
    if (op == "-gt")
        return *left > *right;
    if (op == "-ge")
        return *left >= *right;
    if (op == "-lt")
        return *left < *right;
    if (op == "-le")
        return *left <= *right;
    return std::nullopt;
}

std::optional<bool> opposite(std::optional<bool> result)
{
    return result ? std::optional(!*result) : std::nullopt;
}

std::optional<bool> both(std::optional<bool> a, std::optional<bool> b)
{
    if (a == false || b == false)
        return false;
    return a && b ? std::optional(true) : std::nullopt;
}

} // namespace

std::optional<bool> testResult(const std::vector<std::optional<std::string>>& words)
{
    if (!words.empty() && words.front() == "!")
        return opposite(testResult({words.begin() + 1, words.end()}));
    if (words.empty())
        return false;
    if (!std::ranges::all_of(words, [](const auto& word) { return word.has_value(); }))
        return std::nullopt;
    if (words.size() == 1)
        return !words[0]->empty();
    if (words.size() == 2 && words[0] == "-z")
        return words[1]->empty();
    if (words.size() == 2 && words[0] == "-n")
        return !words[1]->empty();
    return words.size() == 3 ? compared(*words[0], *words[1], *words[2]) : std::nullopt;
}

void ShellBranches::beginIf()
{
    m_frames.emplace_back();
}

void ShellBranches::beginCase(std::optional<std::string> subject)
{
    m_frames.push_back({.kind = Kind::choice, .subject = std::move(subject)});
}

void ShellBranches::beginLoop()
{
    m_frames.push_back({.kind = Kind::loop, .reads = false});
}

void ShellBranches::end(bool loop)
{
    if (!m_frames.empty() && (m_frames.back().kind == Kind::loop) == loop)
        m_frames.pop_back();
}

bool ShellBranches::readsCondition() const
{
    return !m_frames.empty() && m_frames.back().kind == Kind::condition && m_frames.back().reads;
}

void ShellBranches::condition(std::optional<bool> result, std::string_view joined)
{
    Frame& frame = m_frames.back();
    if (!std::exchange(frame.has_result, true))
        frame.result = result;
    else if (joined == "&&")
        frame.result = both(frame.result, result);
    else if (joined == "||")
        frame.result = opposite(both(opposite(frame.result), opposite(result)));
    else
        frame.result = std::nullopt;
}

void ShellBranches::decide(Frame& frame)
{
    const auto result = frame.has_result ? frame.result : std::nullopt;
    frame.reads = false;
    if (frame.decided || result == false) {
        frame.current = Taken::no;
    } else if (result == true) {
        frame.current = frame.doubtful ? Taken::unknown : Taken::yes;
        frame.decided = true;
    } else {
        frame.current = Taken::unknown;
        frame.doubtful = true;
    }
}

void ShellBranches::then()
{
    if (readsCondition())
        decide(m_frames.back());
}

void ShellBranches::otherwise()
{
    if (m_frames.empty() || m_frames.back().kind != Kind::condition)
        return;
    m_frames.back().result = true;
    m_frames.back().has_result = true;
    decide(m_frames.back());
}

void ShellBranches::elseIf()
{
    if (m_frames.empty() || m_frames.back().kind != Kind::condition)
        return;
    m_frames.back().reads = true;
    m_frames.back().has_result = false;
}

bool ShellBranches::readsPattern() const
{
    return !m_frames.empty() && m_frames.back().kind == Kind::choice && m_frames.back().reads;
}

void ShellBranches::pattern(const std::optional<std::string>& text)
{
    Frame& frame = m_frames.back();
    const bool has_before = std::exchange(frame.has_result, true);
    std::optional<bool> matches;
    if (text == "*")
        matches = true;
    else if (text && frame.subject && text->find_first_of("*?[") == std::string::npos)
        matches = *text == *frame.subject;
    frame.result = has_before ? opposite(both(opposite(frame.result), opposite(matches))) : matches;
}

void ShellBranches::closePattern()
{
    decide(m_frames.back());
}

void ShellBranches::endOfPattern()
{
    if (m_frames.empty() || m_frames.back().kind != Kind::choice)
        return;
    m_frames.back().reads = true;
    m_frames.back().has_result = false;
}

Taken ShellBranches::state() const
{
    Taken state = Taken::yes;
    for (const Frame& frame : m_frames) {
        if (frame.reads && frame.kind != Kind::choice)
            continue;
        if (frame.current == Taken::no)
            return Taken::no;
        if (frame.current == Taken::unknown)
            state = Taken::unknown;
    }
    return state;
}

} // namespace kneepoint::job
