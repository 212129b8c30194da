// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/log_marks.h"

#include "model/imports/training_log.h"
#include "model/units/text_fields.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace kneepoint {
namespace {

constexpr std::size_t group = 3;

/// A number with its marks, where it stands in a line.
struct Figure {
    std::size_t begin = 0, end = 0;
    std::string_view text;
};

/// The next number with marks between digits, no part of a word, of a time of the day or of a list in brackets.
std::optional<Figure> nextFigure(std::string_view line, std::size_t from)
{
    const auto isMark = [](char c) { return c == '.' || c == ','; };
    for (std::size_t at = from; at < line.size();) {
        if (!isDigit(line[at])) {
            ++at;
            continue;
        }
        const std::size_t begin = at;
        while (at < line.size()
            && (isDigit(line[at]) || (isMark(line[at]) && at + 1 < line.size() && isDigit(line[at + 1]))))
            ++at;
        const std::string_view text = line.substr(begin, at - begin);
        const char before = begin > 0 ? line[begin - 1] : ' ', after = at < line.size() ? line[at] : ' ';
        const bool of_word = std::isalnum(static_cast<unsigned char>(before)) != 0
            || std::string_view("_/[(").find(before) != std::string_view::npos
            || std::string_view(":])/").find(after) != std::string_view::npos
            || (before == ':' && begin >= 2 && isDigit(line[begin - 2]));
        if (!of_word && std::ranges::any_of(text, isMark))
            return Figure{begin, at, text};
    }
    return std::nullopt;
}

/// Whether a mark groups thousands in a number that has it alone: 1.234.567, 12.345.
bool groups(std::string_view text, char mark)
{
    std::size_t at = text.find(mark);
    if (at == 0 || at > group || text.front() == '0')
        return false;
    for (std::size_t next = 0; at != std::string_view::npos; at = next) {
        next = text.find(mark, at + 1);
        if ((next == std::string_view::npos ? text.size() : next) - at - 1 != group)
            return false;
    }
    return true;
}

enum class Shows { nothing, point, comma, either };

/// What one number shows of the marks.
Shows shownBy(std::string_view text)
{
    const auto dots = std::ranges::count(text, '.'), commas = std::ranges::count(text, ',');
    const std::size_t dot = text.rfind('.'), comma = text.rfind(',');
    if (dots > 0 && commas > 0) {
        const char last = dot > comma ? '.' : ',', other = dot > comma ? ',' : '.';
        const std::size_t end = text.find(last);
        const bool is_number = (last == '.' ? dots : commas) == 1 && groups(text.substr(0, end), other);
        return !is_number ? Shows::nothing : last == '.' ? Shows::point : Shows::comma;
    }
    const char mark = dots > 0 ? '.' : ',';
    if (dots + commas > 1) // 1.234.567, or a version, an address, a list
        return !groups(text, mark) ? Shows::nothing : mark == '.' ? Shows::comma : Shows::point;
    if (groups(text, mark))
        return mark == '.' ? Shows::either : Shows::nothing; // 1,250 is read as thousands wherever nothing tells more
    return mark == '.' ? Shows::point : Shows::comma;
}

} // namespace

LogNumbers numbersOfLog(std::string_view text)
{
    LogNumbers numbers;
    std::size_t points = 0, commas = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        const std::string_view line = text.substr(0, end);
        constexpr std::size_t longest_step = 4000;
        const bool is_step = line.size() < longest_step && loggedStep(line);
        for (std::size_t at = 0; is_step;) {
            const std::optional<Figure> figure = nextFigure(line, at);
            if (!figure)
                break;
            at = figure->end;
            const Shows shows = shownBy(figure->text);
            points += shows == Shows::point ? 1 : 0;
            commas += shows == Shows::comma ? 1 : 0;
            if (shows == Shows::either && numbers.example.empty())
                numbers.example = figure->text;
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (commas > 0)
        numbers.marks = points > 0 ? LogMarks::mixed : LogMarks::decimal_comma;
    else if (points == 0 && !numbers.example.empty())
        numbers.marks = LogMarks::open;
    return numbers;
}

std::string withDecimalPoints(std::string_view line)
{
    std::string all;
    std::size_t at = 0;
    while (const std::optional<Figure> figure = nextFigure(line, at)) {
        all += line.substr(at, figure->begin - at);
        const Shows shows = shownBy(figure->text);
        const bool is_decimal = std::ranges::count(figure->text, ',') == 1 && groups(figure->text, ','); // 12,801
        const bool is_group = shows == Shows::either || shows == Shows::comma || is_decimal;
        for (const char c : figure->text)
            if (!is_group)
                all += c;
            else if (c != '.')
                all += c == ',' ? '.' : c;
        at = figure->end;
    }
    return all += line.substr(at);
}

} // namespace kneepoint
