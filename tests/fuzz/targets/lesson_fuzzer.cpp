// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/lesson.h"
#include "model/lesson/lesson_check.h"
#include "tests/fuzz/targets/promises.h"

using namespace kneepoint;

/// Lessons: once read, a lesson can be checked, shown and used whatever its mistakes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto lesson = parseLesson(fuzz::textOf(data, size), "fuzz");
    if (!lesson) {
        fuzz::requireSentence(lesson.error());
        return 0;
    }
    fuzz::require(
        !lesson->steps.empty() && lesson->steps.size() <= most_lesson_steps, "a lesson has a bounded number of steps");
    for (const LessonStep& step : lesson->steps) {
        fuzz::require(step.controls.size() <= most_lesson_controls, "a step shows few controls");
        fuzz::requireUsable(step.scenario);
        if (const auto text = filledText(step, step.text); !text)
            fuzz::requireSentence(text.error());
    }
    for (const std::string& finding : checkLesson(*lesson))
        fuzz::requireSentence({finding});
    fuzz::require(!instructorText(*lesson).empty() && !lessonText(*lesson).empty(), "a lesson can be printed");
    return 0;
}
