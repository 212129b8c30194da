// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/shell_script.h"

#include "model/imports/job_configuration/shell_branches.h"
#include "model/imports/job_configuration/shell_statements.h"
#include "model/imports/job_configuration/shell_variables.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

namespace kneepoint::job {
namespace {

constexpr std::size_t most_commands = 4000;
constexpr std::string_view under_a_condition = "it is set under a condition";

class Reading {
public:
    explicit Reading(std::string_view text)
        : m_statements(text)
    {
    }

    ShellScript read()
    {
        while (!m_statements.atEnd() && m_script.commands.size() < most_commands) {
            m_statement = m_statements.next();
            for (const ShellText& header : m_statement.headers)
                for (const ShellWord& word : unmarked(header.text, header.line))
                    takeHeader(word);
            if (m_statement.document)
                takeDocument(*m_statement.document, m_statement.is_literal);
            run(m_statement.words);
        }
        if (std::ranges::none_of(m_script.commands, hasFlags))
            takeFlagsOfVariables();
        for (const char* name : {"NGPU"})
            if (const auto* value = m_variables.find(name); value && !value->items.empty())
                if (std::vector<ShellWord> words = unmarked(value->items.front(), 0, true); !words.empty())
                    m_script.variables[name] = std::move(words.front());
        return std::move(m_script);
    }

private:
    static bool hasFlags(const ShellCommand& command)
    {
        return std::ranges::any_of(command, [](const ShellWord& word) { return word.text.starts_with("--"); });
    }
    /// Of a file that another script includes: it only sets variables.
    void takeFlagsOfVariables()
    {
        for (const auto& [name, value] : m_variables.all()) {
            ShellCommand command;
            command.push_back({{}, 1, "the file that includes this one may add some"});
            for (const std::string& item : value.items)
                for (ShellWord& word : unmarked(item, 0))
                    if (command.size() < most_commands)
                        command.push_back(std::move(word));
            if (hasFlags(command) && m_script.commands.size() < most_commands)
                m_script.commands.push_back(std::move(command));
        }
    }

    void takeHeader(const ShellWord& word)
    {
        m_script.headers.push_back(word);
        const std::size_t equals = word.text.find('=');
        const auto set = [&](std::string_view flag, std::initializer_list<const char*> names) {
            const bool is_word = m_script.headers.size() > 1 && m_script.headers.rbegin()[1].text == flag;
            if (!is_word && (equals == std::string::npos || word.text.substr(0, equals) != flag))
                return;
            const std::string value = is_word ? word.text : word.text.substr(equals + 1);
            for (const char* name : names)
                m_variables.set(name, {{lineMark(word.line) + value}, false});
        };
        set("--nodes", {"SLURM_NNODES", "SLURM_JOB_NUM_NODES"});
        set("-N", {"SLURM_NNODES", "SLURM_JOB_NUM_NODES"});
        set("--gpus-per-node", {"SLURM_GPUS_ON_NODE", "SLURM_GPUS_PER_NODE"});
        set("--ntasks-per-node", {"SLURM_NTASKS_PER_NODE"});
        set("--ntasks", {"SLURM_NTASKS"});
        set("-n", {"SLURM_NTASKS"});
    }

    void takeDocument(const ShellText& document, bool is_literal)
    {
        const Taken taken = m_branches.state();
        if (taken == Taken::no)
            return;
        for (ShellWord& word : is_literal ? std::vector{ShellWord{document.text, document.line}} : filledIn(document)) {
            if (taken == Taken::unknown)
                word.open = under_a_condition;
            m_script.documents.push_back(std::move(word));
        }
    }

    /// A document with the values of its variables.
    std::vector<ShellWord> filledIn(const ShellText& document)
    {
        std::vector<ShellWord> words;
        std::string body = document.text;
        std::ranges::replace(body, '"', '\x01'); // quotes of a document are plain characters
        std::ranges::replace(body, '\'', '\x03');
        for (const std::string& text : m_variables.expanded(body, document.line, false))
            for (ShellWord& word : unmarked(text, document.line, true)) {
                std::ranges::replace(word.text, '\x01', '"');
                std::ranges::replace(word.text, '\x03', '\'');
                words.push_back(std::move(word));
            }
        return words;
    }

    void assign(const RawWord& word)
    {
        const std::string name(assignedName(word.text));
        const bool appends = word.text[name.size()] == '+';
        ShellVariables::Value value;
        value.is_array = word.is_array;
        if (word.is_array) {
            for (const RawWord& item : word.items)
                for (std::string& text : m_variables.expanded(item.text, item.line, true))
                    if (value.items.size() < most_commands)
                        value.items.push_back(std::move(text));
        } else {
            value.items =
                m_variables.expanded(std::string_view(word.text).substr(name.size() + 1 + appends), word.line, false);
            if (value.items.empty())
                value.items.emplace_back();
        }
        settle(name, std::move(value), appends);
    }

    void settle(const std::string& name, ShellVariables::Value value, bool appends)
    {
        const bool doubtful = m_branches.state() == Taken::unknown || m_guard == Taken::unknown;
        const ShellVariables::Value* before = m_variables.find(name);
        const auto isSame = [](const std::string& a, const std::string& b) {
            return withoutLines(a) == withoutLines(b);
        };
        if (doubtful && before && !appends && std::ranges::equal(before->items, value.items, isSame))
            return;
        if (appends && before) {
            ShellVariables::Value all = *before;
            for (std::string& item : value.items) {
                if (doubtful)
                    item = openMarked(item);
                if (all.is_array || all.items.empty())
                    all.items.push_back(std::move(item));
                else
                    all.items.front() += item;
            }
            m_variables.set(name, std::move(all));
        } else if (doubtful) {
            m_variables.set(name, {{alternatives(before, value)}, false});
        } else {
            m_variables.set(name, std::move(value));
        }
    }
    /// What a variable may be: as it was before, or what a condition makes of it. Flags stay, to be listed as open.
    static std::string alternatives(const ShellVariables::Value* before, const ShellVariables::Value& value)
    {
        const std::string old = before && !before->items.empty() ? before->items.front() : std::string();
        const std::string next = value.items.empty() ? std::string() : value.items.front();
        if (before && before->items.size() == 1 && !old.empty() && next.find(old) != std::string::npos)
            return extendedUnderCondition(old, next);
        std::string all;
        for (const std::vector<std::string>& items : {before ? before->items : std::vector<std::string>(), value.items})
            for (const std::string& item : items)
                if (withoutLines(item).find("--") != std::string::npos || all.find("--") != std::string::npos)
                    all += openMarked(item);
        return all.empty() ? openMark(under_a_condition) : all;
    }
    /// Every word of the text, open.
    static std::string openMarked(const std::string& text)
    {
        std::string marked;
        for (const ShellWord& word : unmarked(text, 0))
            marked += " " + lineMark(word.line) + openMark(under_a_condition) + word.text;
        return marked;
    }
    /// The text as it was, and what a condition puts before or behind it.
    static std::string extendedUnderCondition(const std::string& before, const std::string& after)
    {
        const std::size_t at = after.find(before);
        return openMarked(after.substr(0, at)) + " " + before + " " + openMarked(after.substr(at + before.size()));
    }

    /// A word as one text; nothing if it is not known.
    std::optional<std::string> known(const RawWord& word)
    {
        std::string all;
        for (const std::string& text : m_variables.expanded(word.text, word.line, false))
            for (const ShellWord& part : unmarked(text, word.line, true)) {
                if (!part.open.empty())
                    return std::nullopt;
                all += part.text;
            }
        return all;
    }
    static bool isExpression(const RawWord& word) { return word.text.starts_with("((") || word.text == "let"; }
    /// What `((…))` or `let …` comes to, with its assignments.
    std::optional<bool> calculated(std::span<const RawWord> words)
    {
        const auto assign = [&](std::string_view name, std::optional<std::int64_t> value) {
            const std::string text = value ? fmt::format("{}", *value) : openMark("an expression sets it");
            if (m_branches.state() != Taken::no && m_guard != Taken::no)
                settle(std::string(name), {{lineMark(words.front().line) + text}, false}, false);
        };
        std::optional<std::int64_t> value;
        const std::string_view first = words.front().text;
        if (first != "let")
            value = m_variables.calculated(first.substr(2, first.size() - 4), 0, assign);
        else
            for (const RawWord& word : words.subspan(1))
                for (const std::string& text : m_variables.expanded(word.text, word.line, false))
                    value = m_variables.calculated(text, 0, assign);
        return value ? std::optional(*value != 0) : std::nullopt;
    }
    /// Whether a command is a test: `[ … ]`, `[[ … ]]`, `test …` or an expression.
    static bool opensTest(std::span<const RawWord> words)
    {
        return !words.empty() && (isOneOf(words.front().text, {"[", "[[", "test"}) || isExpression(words.front()));
    }
    /// What a test, or a part of one between && and ||, comes to; nothing if it is none or not known.
    std::optional<bool> tested(std::span<const RawWord> words, bool& is_test)
    {
        const bool opens = opensTest(words);
        is_test = opens || m_in_brackets;
        if (!is_test)
            return std::nullopt;
        if (opens && !m_in_brackets && isExpression(words.front()))
            return calculated(words);
        const bool is_double = m_in_brackets || words.front().text == "[[";
        words = words.subspan(opens ? 1 : 0);
        const bool closes = !words.empty() && isOneOf(words.back().text, {"]", "]]"});
        m_in_brackets = is_double && !closes;
        if (closes)
            words = words.first(words.size() - 1);
        std::vector<std::optional<std::string>> texts;
        for (const RawWord& word : words)
            texts.push_back(known(word));
        return m_statement.redirects ? std::nullopt : testResult(texts);
    }

    /// What a loop sets is not known: NAME of `for NAME in …`, and every name that `for ((…))` assigns.
    void takeLoop(const std::string& header)
    {
        const auto set = [&](std::string_view name, std::optional<std::int64_t>) {
            m_variables.set(std::string(name), {{openMark("a loop sets it")}, false});
        };
        if (!header.starts_with("(("))
            return set(header, {});
        for (const std::string_view part : split(std::string_view(header).substr(2, header.size() - 4), ';'))
            m_variables.calculated(part, 0, set);
    }

    /// Takes the words that steer a script; returns how many.
    std::size_t takeKeywords(std::span<const RawWord> words)
    {
        std::size_t first = 0;
        for (; first < words.size(); ++first) {
            const std::string& text = words[first].text;
            if (text == "if") {
                m_branches.beginIf();
            } else if (text == "then") {
                m_branches.then();
            } else if (text == "elif") {
                m_branches.elseIf();
            } else if (text == "else") {
                m_branches.otherwise();
            } else if (text == "case") {
                m_branches.beginCase(first + 1 < words.size() ? known(words[first + 1]) : std::nullopt);
                return std::min(first + 3, words.size());
            } else if (isOneOf(text, {"while", "until", "for", "select"})) {
                m_branches.beginLoop();
            } else if (isOneOf(text, {"fi", "esac", "done"})) {
                m_branches.end(text == "done");
            } else if (!isOneOf(text,
                           {"do", "{", "}", "function", "export", "declare", "local", "readonly", "!", "exec", "time",
                               "env"})) {
                break;
            }
            if (text == "for" && first + 1 < words.size())
                takeLoop(words[++first].text);
        }
        return first;
    }

    /// Whether the command after `[ … ] &&` or `… ||` is run.
    Taken guarded(std::optional<bool> result, bool is_test) const
    {
        if (m_statement.separator != "&&" && m_statement.separator != "||")
            return Taken::yes;
        if (!is_test)
            return m_statement.separator == "&&" ? Taken::yes : Taken::unknown;
        return !result ? Taken::unknown : *result == (m_statement.separator == "&&") ? Taken::yes : Taken::no;
    }

    void run(const std::vector<RawWord>& words)
    {
        std::size_t first = takeKeywords(words);
        const std::span<const RawWord> rest = std::span(words).subspan(first);
        if (m_branches.readsPattern()) {
            for (const RawWord& word : rest)
                m_branches.pattern(known(word));
            if (m_statement.separator == ")" && !rest.empty())
                m_branches.closePattern();
            return;
        }
        bool is_test = false;
        const bool in_condition = m_branches.readsCondition();
        if (in_condition || m_in_brackets || opensTest(rest)) {
            const bool negated = first > 0 && words[first - 1].text == "!";
            auto result = tested(rest, is_test);
            if (negated && result)
                result = !*result;
            if (in_condition && !rest.empty())
                m_branches.condition(result, m_statement.before);
            else if (!in_condition)
                m_guard = guarded(result, is_test);
        }
        if (!is_test) {
            const Taken taken = std::exchange(m_guard, Taken::yes);
            if (m_branches.state() == Taken::no || taken == Taken::no)
                leaveEmpty(rest);
            if (m_branches.state() != Taken::no && taken != Taken::no) {
                m_guard = taken;
                execute(words, first);
                m_guard = in_condition ? Taken::yes : guarded(std::nullopt, false);
            } else if (taken == Taken::no && m_statement.separator != "\n" && m_statement.separator != ";") {
                m_guard = m_statement.separator == "||" ? Taken::unknown : Taken::no;
            }
        }
        if (m_statement.separator == ";;")
            m_branches.endOfPattern();
    }

    /// What only a branch that is not taken would set is empty.
    void leaveEmpty(std::span<const RawWord> words)
    {
        for (const RawWord& word : words)
            if (const std::string name(assignedName(word.text)); !name.empty() && !m_variables.find(name))
                m_variables.set(name, {{std::string()}, false});
            else if (name.empty())
                return;
    }

    void execute(const std::vector<RawWord>& words, std::size_t first)
    {
        for (; first < words.size() && !assignedName(words[first].text).empty(); ++first)
            assign(words[first]);
        ShellCommand command;
        for (; first < words.size(); ++first)
            for (const std::string& text : m_variables.expanded(words[first].text, words[first].line, true))
                for (ShellWord& word : unmarked(text, words[first].line, text.find(" -") == std::string::npos))
                    if (command.size() < most_commands)
                        command.push_back(std::move(word));
        if (!command.empty())
            m_script.commands.push_back(std::move(command));
    }

    ShellStatements m_statements;
    ShellStatement m_statement;
    bool m_in_brackets = false; ///< between [[ and ]]
    Taken m_guard = Taken::yes; ///< by && and ||
    ShellBranches m_branches;
    ShellVariables m_variables;
    ShellScript m_script;
};

} // namespace

bool looksLikeShell(std::string_view text)
{
    if (text.starts_with("#!") && text.substr(0, 80).find("sh") != std::string_view::npos)
        return true;
    return anyLine(text, [](std::string_view whole) {
        const std::string_view line = trimmed(whole);
        if (line.starts_with("#SBATCH"))
            return true;
        if (line.starts_with("--") && line.size() > 2 && std::isalpha(static_cast<unsigned char>(line[2])))
            return true;
        const std::vector<std::string_view> words = wordsOf(line.substr(0, 400));
        const auto named = std::ranges::find_if(words, [](std::string_view w) { return assignedName(w).empty(); });
        const std::string_view command = named == words.end() ? std::string_view() : *named; // after "NGPU=8"
        return (line.find(" --") != std::string_view::npos && line.ends_with('\\') && !line.starts_with('#'))
            || isOneOf(command,
                {"torchrun", "srun", "python", "python3", "deepspeed", "accelerate", "mpirun", "tune",
                    "llamafactory-cli", "axolotl", "swift", "exec", "sbatch", "trl", "export"});
    });
}

ShellScript readShell(std::string_view text)
{
    return Reading(text).read();
}

} // namespace kneepoint::job
