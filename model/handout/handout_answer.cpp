// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/handout/handout_answer.h"

#include "model/handout/handout_question.h"
#include "model/units/bounded_json.h"
#include "model/units/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

namespace kneepoint {
namespace {

/// A lesson of 1 MiB and a scenario of the same size, with room for their quotes.
constexpr JsonBounds request_bounds{.document = "a request", .bytes = 8 << 20, .depth = 8, .values = 100000};

struct HandoutQuestion {
    std::string_view id;
    Result<Json> (*answer)(const Json& request, const Calibration& calibration);
};

constexpr HandoutQuestion questions[] = {
    {"catalogues", describeCatalogues},
    {"analysis", analyzeScenario},
    {"diagnosis", diagnoseScenario},
    {"texts", formatValues},
    {"lesson_step", showLessonStep},
    {"verdict", judgeAnswer},
    {"results", writeLessonResults},
};

Result<Json> answerTo(std::string_view text, const Calibration& calibration)
{
    const Result<Json> request = parseBoundedJson(text, "request", request_bounds);
    if (!request)
        return tl::unexpected(request.error());
    const std::string id = textAt(*request, "question");
    const auto* const question = std::ranges::find(questions, id, &HandoutQuestion::id);
    if (question == std::end(questions))
        return failure(fmt::format("request: \"{}\" is not a question", excerpt(id)));
    return question->answer(*request, calibration);
}

} // namespace

std::string textAt(const Json& request, std::string_view key)
{
    const auto found = request.is_object() ? request.find(std::string(key)) : request.end();
    return found != request.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double numberAt(const Json& request, std::string_view key)
{
    const auto found = request.is_object() ? request.find(std::string(key)) : request.end();
    return found != request.end() && found->is_number() ? found->get<double>()
                                                        : std::numeric_limits<double>::quiet_NaN();
}

const Json& partAt(const Json& request, std::string_view key)
{
    static const Json none = Json::array();
    const auto found = request.is_object() ? request.find(std::string(key)) : request.end();
    return found != request.end() && found->is_structured() ? *found : none;
}

std::string handoutAnswer(std::string_view request, const Calibration& calibration)
{
    Result<Json> answer = answerTo(request, calibration);
    if (!answer)
        answer = Json{{"error", answer.error().message}};
    return answer->dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace kneepoint
