// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/job_configuration/shell_script.h"

#include "model/imports/job_configuration/shell_variables.h"
#include "model/imports/text_fields.h"

#include <algorithm>
#include <cctype>

namespace kneepoint::job {
namespace {

constexpr std::size_t most_commands = 4000;
constexpr std::string_view under_a_condition = "it is set under a condition";

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

/// A word as it is written, with its quotes.
struct RawWord {
    std::string text;
    std::size_t line = 0;
    bool is_array = false; ///< NAME=( … ): the items are raw words between white space
    std::vector<RawWord> items = {};
};

/// "NAME" of "NAME=1" and "NAME+=1"; empty if the word assigns nothing.
std::string_view assignedName(std::string_view word)
{
    std::size_t end = 0;
    while (end < word.size() && (std::isalnum(static_cast<unsigned char>(word[end])) || word[end] == '_'))
        ++end;
    if (end == 0 || std::isdigit(static_cast<unsigned char>(word[0])))
        return {};
    const std::string_view rest = word.substr(end);
    return rest.starts_with("=") || rest.starts_with("+=") ? word.substr(0, end) : std::string_view();
}

class Reading {
public:
    explicit Reading(std::string_view text)
        : m_text(text)
    {
        std::ranges::replace_if(
            m_text, [](unsigned char c) { return c < ' ' && c != '\n' && c != '\t'; }, ' ');
    }

    ShellScript read()
    {
        while (m_at < m_text.size() && m_script.commands.size() < most_commands)
            run(statement());
        for (const char* name : {"NGPU"})
            if (const auto* value = m_variables.find(name); value && !value->items.empty())
                if (std::vector<ShellWord> words = unmarked(value->items.front(), 0, true); !words.empty())
                    m_script.variables[name] = std::move(words.front());
        return std::move(m_script);
    }

private:
    [[nodiscard]] char at(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    void advance(std::size_t to)
    {
        for (; m_at < to && m_at < m_text.size(); ++m_at)
            m_line += m_text[m_at] == '\n';
    }
    void skipBlanks()
    {
        while (m_at < m_text.size() && (at() == ' ' || at() == '\t' || (at() == '\\' && at(1) == '\n')))
            advance(m_at + (at() == '\\' ? 2 : 1));
    }
    std::string_view restOfLine()
    {
        const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
        return std::string_view(m_text).substr(m_at, end - m_at);
    }

    void takeComment()
    {
        const std::string_view line = restOfLine();
        for (const std::string_view mark : {"#SBATCH", "#PBS", "#FLUX:"})
            if (line.starts_with(mark))
                for (const ShellWord& word : unmarked(line.substr(mark.size()), m_line))
                    takeHeader(word);
        advance(m_at + line.size());
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

    RawWord word()
    {
        RawWord word{.text = {}, .line = m_line};
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && std::string_view(" \t\n;&|<>()").find(at()) == std::string_view::npos) {
            if (at() == '\\' && at(1) == '\n')
                break;
            advance(endOfPart(m_text, m_at));
        }
        word.text = m_text.substr(begin, m_at - begin);
        if (at() == '(' && !assignedName(word.text).empty() && word.text.ends_with('=')) {
            word.is_array = true;
            advance(m_at + 1);
            while (m_at < m_text.size() && at() != ')') {
                skipBlanks();
                if (at() == '\n')
                    advance(m_at + 1);
                else if (at() == '#')
                    advance(m_at + restOfLine().size());
                else if (at() != ')' && m_at < m_text.size()) {
                    const std::size_t before = m_at;
                    word.items.push_back(this->word());
                    if (m_at == before)
                        advance(m_at + 1);
                }
            }
            advance(m_at + 1);
        }
        return word;
    }

    void takeDocument(const std::string& delimiter)
    {
        advance(m_at + restOfLine().size() + 1);
        const std::size_t first = m_line;
        std::string body;
        while (m_at < m_text.size()) {
            const std::string_view line = restOfLine();
            const bool ends = trimmed(line) == delimiter;
            if (!ends)
                body.append(line).push_back('\n');
            advance(m_at + line.size() + 1);
            if (ends)
                break;
        }
        for (char& c : body) // quotes of a document are plain characters
            c = c == '"' ? '\x01' : c;
        for (const std::string& text : m_variables.expanded(body, first, false))
            for (ShellWord& document : unmarked(text, first, true)) {
                std::ranges::replace(document.text, '\x01', '"');
                m_script.documents.push_back(std::move(document));
            }
    }

    /// The words up to the end of a command.
    std::vector<RawWord> statement()
    {
        std::vector<RawWord> words;
        std::string delimiter;
        bool drops_next = false;
        while (m_at < m_text.size()) {
            skipBlanks();
            const char c = at();
            if (c == '#') {
                takeComment();
            } else if (c == '\n') {
                if (!delimiter.empty())
                    takeDocument(delimiter);
                else
                    advance(m_at + 1);
                break;
            } else if (c == '<' && at(1) == '<' && at(2) != '<') {
                advance(m_at + 2 + (at(2) == '-'));
                skipBlanks();
                delimiter = word().text;
                std::erase_if(delimiter, [](char q) { return q == '"' || q == '\'' || q == '\\'; });
            } else if (c == '>' || c == '<') {
                advance(m_at + 1 + (at(1) == c) + (at(1) == '&'));
                drops_next = true;
            } else if (std::string_view(";&|()").find(c) != std::string_view::npos && c != '\0') {
                advance(m_at + 1);
                if (delimiter.empty())
                    break;
            } else if (m_at < m_text.size()) {
                RawWord next = word();
                if (!std::exchange(drops_next, false))
                    words.push_back(std::move(next));
            }
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
        const ShellVariables::Value* before = m_variables.find(name);
        const auto isSame = [](const std::string& a, const std::string& b) {
            return withoutLines(a) == withoutLines(b);
        };
        if (m_depth > 0 && before && !appends && std::ranges::equal(before->items, value.items, isSame))
            return;
        if (appends && before) {
            ShellVariables::Value all = *before;
            for (std::string& item : value.items) {
                if (m_depth > 0)
                    item = openMarked(item);
                if (all.is_array || all.items.empty())
                    all.items.push_back(std::move(item));
                else
                    all.items.front() += item;
            }
            m_variables.set(name, std::move(all));
        } else if (m_depth > 0) {
            if (before && !before->items.empty() && !value.items.empty()
                && value.items.front().find(before->items.front()) != std::string::npos
                && !before->items.front().empty())
                m_variables.set(name, {{extendedUnderCondition(before->items.front(), value.items.front())}, false});
            else
                m_variables.set(name, {{openMark(under_a_condition)}, false});
        } else {
            m_variables.set(name, std::move(value));
        }
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

    void run(const std::vector<RawWord>& words)
    {
        std::size_t first = 0;
        for (; first < words.size(); ++first) {
            const std::string& text = words[first].text;
            if (isOneOf(text, {"if", "case", "while", "until", "for", "select"}))
                ++m_depth;
            else if (isOneOf(text, {"fi", "esac", "done"}))
                m_depth = std::max(0, m_depth - 1);
            else if (!isOneOf(text,
                         {"then", "else", "elif", "do", "{", "}", "function", "export", "declare", "local", "readonly",
                             "!", "exec", "time", "env"}))
                break;
            if (text == "for" && first + 1 < words.size())
                m_variables.set(words[first + 1].text, {{openMark("a loop sets it")}, false});
        }
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

    std::string m_text;
    std::size_t m_at = 0, m_line = 1;
    int m_depth = 0;
    ShellVariables m_variables;
    ShellScript m_script;
};

} // namespace

bool looksLikeShell(std::string_view text)
{
    if (text.starts_with("#!") && text.substr(0, 80).find("sh") != std::string_view::npos)
        return true;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = trimmed(text.substr(begin, end - begin));
        begin = end + 1;
        if (line.starts_with("#SBATCH"))
            return true;
        if (line.starts_with("--") && line.size() > 2 && std::isalpha(static_cast<unsigned char>(line[2])))
            return true;
        const std::string_view command = line.substr(0, line.find(' '));
        if ((line.find(" --") != std::string_view::npos && line.ends_with('\\') && !line.starts_with('#'))
            || isOneOf(command,
                {"torchrun", "srun", "python", "python3", "deepspeed", "accelerate", "mpirun", "tune",
                    "llamafactory-cli", "axolotl", "swift", "exec", "sbatch", "trl", "export"}))
            return true;
    }
    return false;
}

ShellScript readShell(std::string_view text)
{
    return Reading(text).read();
}

} // namespace kneepoint::job
