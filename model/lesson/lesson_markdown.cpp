// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/lesson_markdown.h"

#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"
#include "model/units/text_fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <vector>

namespace kneepoint {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view fence = "---";
constexpr JsonBounds step_bounds{.document = "the settings of a step", .bytes = 1 << 20, .depth = 12, .values = 20000};

struct MarkdownError {
    std::string sentence;
};

/// Reads line by line; a fault is thrown and becomes an error of the file.
class MarkdownReader {
public:
    explicit MarkdownReader(std::string_view text)
    {
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            std::string_view line = text.substr(at, end - at);
            if (line.ends_with('\r'))
                line.remove_suffix(1);
            m_lines.push_back(line);
            at = end + 1;
        }
    }
    Json read()
    {
        Json lesson = Json::object();
        if (trimmed(line()) != fence)
            refuse("a lesson is Markdown that begins with a line \"---\"; docs/lessons.md has an example");
        readFrontMatter(lesson);
        lesson["steps"] = Json::array();
        while (skipEmpty())
            lesson["steps"].push_back(readStep());
        return lesson;
    }

private:
    [[noreturn]] void refuse(const std::string& sentence) const
    {
        throw MarkdownError{fmt::format("line {}: {}", m_at + 1, sentence)};
    }
    [[nodiscard]] bool atEnd() const { return m_at >= m_lines.size(); }
    [[nodiscard]] std::string_view line() const { return m_lines[m_at]; }
    bool skipEmpty()
    {
        while (!atEnd() && trimmed(line()).empty())
            ++m_at;
        return !atEnd();
    }

    void readFrontMatter(Json& lesson)
    {
        lesson["instructor"] = Json::object();
        std::string list;
        for (++m_at; !atEnd() && trimmed(line()) != fence; ++m_at) {
            const std::string_view text = trimmed(line());
            if (text.empty())
                continue;
            if (text.starts_with("- ")) {
                if (list.empty())
                    refuse("an entry of a list needs a key such as \"teaches:\" above it");
                lesson[list].push_back(trimmed(text.substr(2)));
                continue;
            }
            const std::size_t colon = text.find(':');
            if (colon == std::string_view::npos)
                refuse(fmt::format("expected \"key: value\", found {}", excerpt(text)));
            list = readKey(lesson, std::string(trimmed(text.substr(0, colon))), trimmed(text.substr(colon + 1)));
        }
        if (atEnd())
            refuse("the front matter is not closed: a line \"---\" is missing");
        ++m_at;
    }
    /// The key, if entries of a list follow.
    std::string readKey(Json& lesson, const std::string& key, std::string_view value)
    {
        if (key == "instructor" || key == "steps")
            refuse(fmt::format("the front matter has no key {}", excerpt(key)));
        if (key == "teaches") {
            lesson[key] = Json::array();
            return key;
        }
        if (key == "goal" || key == "before" || key == "next")
            lesson["instructor"][key] = value;
        else if (const Json number = Json::parse(value, nullptr, false); number.is_number())
            lesson[key] = number;
        else
            lesson[key] = value;
        return {};
    }

    Json readStep()
    {
        if (!line().starts_with("# "))
            refuse(fmt::format("expected the heading of a step (\"# …\"), found {}", excerpt(line())));
        const std::string title(trimmed(line().substr(2)));
        ++m_at;
        Json step = Json::object();
        if (skipEmpty() && line().starts_with("```"))
            step = readSettings();
        step["title"] = title;
        step["text"] = readProse();
        while (!atEnd() && line().starts_with("## "))
            readSection(step);
        return step;
    }
    void readSection(Json& step)
    {
        const std::string name(trimmed(line().substr(3)));
        const std::size_t heading = m_at;
        ++m_at;
        const std::string prose = readProse();
        if (name == "Explanation") {
            step["explanation"] = prose;
            return;
        }
        const bool known = name == "Question" || name == "Hint";
        if (!known || !step.contains("question") || !step["question"].is_object()) {
            m_at = heading;
            refuse(known ? "the settings of this step have no \"question\""
                         : fmt::format(
                             "there is no section {}; the sections are Question, Hint and Explanation", excerpt(name)));
        }
        step["question"][name == "Hint" ? "hint" : "text"] = prose;
    }
    Json readSettings()
    {
        const std::size_t first = ++m_at;
        std::string text(first, '\n'); // so that an error has the line of the file
        for (; !atEnd() && !line().starts_with("```"); ++m_at)
            text += std::string(line()) + "\n";
        if (atEnd()) {
            m_at = first - 1;
            refuse("the settings are not closed: a line \"```\" is missing");
        }
        ++m_at;
        auto settings = parseBoundedJson(text, "settings", step_bounds);
        if (!settings)
            throw MarkdownError{settings.error().message};
        if (!settings->is_object())
            refuse("the settings of a step must be an object: { … }");
        return std::move(*settings);
    }
    /// Reads up to the next heading. Lines of a paragraph are joined; a line indented by four spaces is a separate
    /// paragraph.
    std::string readProse()
    {
        std::string prose;
        bool fresh = true;
        for (; !atEnd() && !line().starts_with("# ") && !line().starts_with("## "); ++m_at) {
            if (line().starts_with("```"))
                refuse("settings must come right under the heading of their step");
            const bool empty = trimmed(line()).empty();
            if (!empty) {
                prose += prose.empty() ? "" : fresh ? "\n\n" : " ";
                prose += line().starts_with("    ") ? line() : trimmed(line());
            }
            fresh = empty;
        }
        return prose;
    }

    std::vector<std::string_view> m_lines;
    std::size_t m_at = 0;
};

} // namespace

Result<std::string> jsonOfLessonMarkdown(std::string_view text, std::string_view place)
{
    try {
        return MarkdownReader(text).read().dump(-1, ' ', false, Json::error_handler_t::replace);
    } catch (const MarkdownError& error) {
        return failure(fmt::format("{}: {}", place, error.sentence));
    }
}

} // namespace kneepoint
