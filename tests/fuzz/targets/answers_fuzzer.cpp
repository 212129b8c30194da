// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/prediction_log.h"
#include "tests/fuzz/targets/promises.h"

#include <cmath>

using namespace kneepoint;

/// Results of students and the personal log of predictions: they can be summarized, and are preserved.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text = fuzz::textOf(data, size);
    if (const auto results = parseResults(text, "fuzz")) {
        const ResultsSummary summary = summarized({&*results, 1});
        for (const QuestionSummary& question : summary.questions)
            fuzz::require(std::isfinite(question.typical_factor) && question.typical_factor >= 1,
                "a typical factor is at least 1");
        const auto again = parseResults(writeResults(*results), "again");
        fuzz::require(again && again->answers.size() == results->answers.size(), "results are read back");
    } else {
        fuzz::requireSentence(results.error());
    }
    if (const auto log = parsePredictions(text, "fuzz")) {
        fuzz::require(log->size() <= most_predictions, "the log is bounded");
        fuzz::require(std::isfinite(trackOf(*log).typical_factor), "predictions can be summed up");
        const auto again = parsePredictions(writePredictions(*log), "again");
        fuzz::require(again && again->size() == log->size(), "a log is read back");
    } else {
        fuzz::requireSentence(log.error());
    }
    return 0;
}
