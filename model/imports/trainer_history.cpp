// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/imports/format_readers.h"

#include "model/evidence/lenient_json.h"
#include "model/imports/cell_text.h"
#include "model/imports/json_text.h"
#include "model/imports/line_reader.h"
#include "model/units/bounded_json.h"
#include "model/units/units.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kneepoint {
namespace {

using lenient::Json;

constexpr JsonBounds history_bounds{
    .document = "the history of a trainer", .bytes = 64 << 20, .depth = 16, .values = 4000000, .members = 2000};

Result<Evidence> ofState(const Json& state)
{
    Evidence evidence;
    const Json& history = lenient::member(state, "log_history");
    std::size_t index = 0;
    for (const Json& entry : history) {
        const std::string place = fmt::format("/log_history/{}", index++);
        if (const auto rate = lenient::number(entry, "train_steps_per_second"); rate && *rate > 0)
            evidence.measurements.push_back({"step_s", 1 / *rate, 0, 1, place + "/train_steps_per_second"});
        if (const auto rate = lenient::number(entry, "train_samples_per_second"); rate && *rate > 0)
            evidence.measurements.push_back({"examples_per_s", *rate, 0, 1, place + "/train_samples_per_second"});
    }
    if (evidence.measurements.empty())
        return failure(
            "has no entry with the time of a run (train_runtime), which the Trainer adds when training ends");
    evidence.skipped.push_back(
        {"/log_history", "the average of the whole run, evaluations, checkpoints and the first steps included"});
    return evidence;
}

/// Seconds per step between lines of "current_steps" and "elapsed_time".
Result<Evidence> ofLines(ByteSource& source)
{
    LineReader lines(source);
    std::vector<double> times;
    double last_step = -1, last_time = 0;
    constexpr std::size_t most_lines = 1000000;
    while (const auto line = lines.next()) {
        const Result<Json> json = parseBoundedJson(withoutPythonNumbers(*line), "it", history_bounds);
        if (!json || !json->is_object() || times.size() > most_lines)
            continue;
        const auto step = lenient::number(*json, "current_steps");
        const auto time = cellSeconds(lenient::text(*json, "elapsed_time"), Marks::plain, 1);
        if (!step || !time)
            continue;
        if (last_step >= 0 && *step > last_step && *time > last_time)
            times.push_back((*time - last_time) / (*step - last_step));
        last_step = *step;
        last_time = *time;
    }
    if (times.empty())
        return failure("has no two lines with steps and the time elapsed");
    Evidence evidence;
    evidence.measurements.push_back(measured("step_s", std::move(times), "elapsed_time between lines"));
    return evidence;
}

} // namespace

bool isTrainerHistory(std::string_view head)
{
    const std::string_view text = withoutMark(head);
    return beginsJson(text) && text.front() == '{'
        && (mentionsKey(text, "log_history")
            || (mentionsKey(text, "current_steps") && mentionsKey(text, "elapsed_time")));
}

Result<Evidence> readTrainerHistory(ByteSource& source)
{
    Result<Evidence> evidence = failure("");
    if (mentionsKey(source.head(), "log_history")) {
        const Result<std::string> text = source.readAll(history_bounds.bytes, history_bounds.document);
        if (!text)
            return tl::unexpected(text.error());
        const Result<Json> state =
            parseBoundedJson(withoutPythonNumbers(withoutMark(*text)), source.name(), history_bounds);
        if (!state)
            return tl::unexpected(state.error());
        evidence = ofState(*state);
    } else {
        evidence = ofLines(source);
    }
    if (!evidence)
        return evidence;
    const Measurement* step = measurementOf(*evidence, "step_s");
    evidence->summary = fmt::format(
        "Hugging Face Trainer: {}", step ? formatQuantity(step->value, Unit::seconds) + " per step" : "a run");
    return evidence;
}

} // namespace kneepoint
