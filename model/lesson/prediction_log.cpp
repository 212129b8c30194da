// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/prediction_log.h"

#include "model/lesson/lesson_bounds.h"
#include "model/lesson/results_json.h"
#include "model/units/units.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace kneepoint {
namespace {

constexpr int log_version = 1;
constexpr std::size_t latest = 10;

} // namespace

void addPrediction(std::vector<Prediction>& log, Prediction made)
{
    log.push_back(std::move(made));
    if (log.size() > most_predictions)
        log.erase(log.begin(), log.end() - static_cast<std::ptrdiff_t>(most_predictions));
}

Result<std::vector<Prediction>> parsePredictions(std::string_view json, std::string_view place)
{
    return parsedJson(json, place, lesson_bounds, [](const JsonNode& file) {
        std::vector<Prediction> log;
        file.only({"kneepoint_predictions", "predictions"});
        (void)file.at("kneepoint_predictions").number(log_version, log_version);
        for (const JsonNode& node : file.at("predictions").list(most_predictions)) {
            node.only({"when", "lesson", "answer"});
            log.push_back(
                {node.at("when").text(40), node.at("lesson").text(200), lesson_json::readAnswer(node.at("answer"))});
        }
        return log;
    });
}

Result<std::vector<Prediction>> loadPredictions(const std::string& path)
{
    return readBoundedFile(path, lesson_bounds).and_then([&](const std::string& text) {
        return parsePredictions(text, std::filesystem::path(path).filename().string());
    });
}

std::string writePredictions(std::span<const Prediction> log)
{
    using Json = nlohmann::ordered_json;
    Json json{{"kneepoint_predictions", log_version}, {"predictions", Json::array()}};
    for (const Prediction& p : log)
        json["predictions"].push_back(
            {{"when", p.when}, {"lesson", p.lesson}, {"answer", lesson_json::answerJson(p.answer)}});
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

PredictionTrack trackOf(std::span<const Prediction> some)
{
    PredictionTrack track;
    std::vector<double> factors;
    for (const Prediction& p : some) {
        ++track.predictions;
        track.right += p.answer.right ? 1 : 0;
        if (p.answer.factor != 1) // a choice has none
            factors.push_back(offFactor(p.answer.factor));
    }
    track.typical_factor = typicalFactor(factors);
    return track;
}

std::string predictionSentence(std::span<const Prediction> log)
{
    if (log.empty())
        return "No predictions yet.";
    const PredictionTrack all = trackOf(log);
    const auto factor = [](const PredictionTrack& t) { return formatQuantity(t.typical_factor, Unit::none); };
    std::string text = fmt::format("{} prediction{}, {} right, typically off by a factor of {}", all.predictions,
        all.predictions == 1 ? "" : "s", formatQuantity(1.0 * all.right / all.predictions, Unit::ratio), factor(all));
    if (log.size() > latest)
        text += fmt::format("; the last ten by {}", factor(trackOf(log.last(latest))));
    return text + ".";
}

} // namespace kneepoint
