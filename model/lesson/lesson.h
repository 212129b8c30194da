// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/cause.h"
#include "model/catalogue/catalogue.h"
#include "model/lesson/computed_number.h"

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// A lesson: text, a prediction that is locked before the answer shows, and an explanation whose numbers the engine
/// computes. Written by hand in Markdown (docs/lessons.md); nothing in it is executed, and all its texts are
/// plain.
namespace kneepoint {

inline constexpr int lesson_format_version = 1;
inline constexpr double longest_lesson_minutes = 45;
inline constexpr std::size_t most_lesson_steps = 30;
inline constexpr std::size_t most_lesson_controls = 3;
/// Charts that a step may show.
inline constexpr std::array<std::string_view, 15> lesson_charts{"roofline", "scaling", "breakdown", "waterfall", "mfu",
    "network", "timeline", "memory", "money", "tornado", "memory-stages", "schedules", "kneemap", "cluster",
    "statistics"};
/// Those that draw a second curve and can therefore be frozen.
inline constexpr std::array<std::string_view, 7> freezable_charts{
    "roofline", "scaling", "breakdown", "waterfall", "memory", "money", "statistics"};

/// A common mistake, and the reply to it.
struct Misconception {
    std::string name;  ///< "communication shrinks with the number of workers"; results are grouped by it
    std::string reply; ///< may contain placeholders
};

/// A wrong number with a specific reply.
struct WrongNumber {
    std::optional<ComputedNumber> near; ///< close to this quantity; else all on one side of the right answer
    bool above = false;                 ///< without `near`: greater than the right answer, or smaller
    Misconception misconception;
};

struct AnswerChoice {
    std::string text;
    double from = 0, to = 0;                    ///< range of the question's quantity if this choice is right
    Cause cause = Cause::none;                  ///< or: the first cause of the diagnosis is this one
    bool right = false;                         ///< according to the author; verified against the engine by the check
    std::optional<Misconception> misconception; ///< of a wrong choice
};

/// Wrong shapes of a drawn curve, through its first point.
enum class CurveShape { flat, proportional, inverse };
struct WrongShape {
    CurveShape shape = CurveShape::flat;
    Misconception misconception;
};

/// A bar of the evidence that a question shows beside its text.
struct EvidenceBar {
    std::string label;
    ComputedNumber quantity;
};

struct Question {
    enum class Kind { number, choice, curve };
    Kind kind = Kind::number;
    std::string text;
    std::optional<ComputedNumber>
        quantity; ///< the quantity in question; for a curve its metric; none if the question is about the cause
    double tolerance = 0.1; ///< relative, for a number or for every point of a curve
    std::vector<WrongNumber> wrong_numbers;
    std::vector<AnswerChoice> choices;
    const Parameter* over = nullptr; ///< for a curve: its horizontal axis, logarithmic
    double from = 0, to = 0;
    std::vector<WrongShape> wrong_shapes;
    std::string hint;
    std::optional<Scenario> scenario;  ///< for questions about its first cause
    std::vector<EvidenceBar> evidence; ///< bars of one unit; may be empty
    bool shows_profile = false;        ///< instead of bars: the step as a profiler shows it
};

struct LessonStep {
    std::string title;
    std::string text;
    Scenario scenario;           ///< on the board at the start of the step
    bool opens_scenario = false; ///< different from the previous one
    std::map<std::string, Scenario, std::less<>> variants;
    std::map<std::string, ComputedNumber, std::less<>> numbers;
    std::vector<const Parameter*> controls;
    std::vector<std::string> charts;
    std::vector<std::string> frozen; ///< charts with fixed axes and the curve of `before_edits`
    Scenario before_edits;           ///< the scenario before the step's edits
    std::optional<Question> question;
    std::string explanation; ///< after the answer; may be empty
};

/// Notes for the instructor.
struct InstructorPage {
    std::string goal;
    std::string before; ///< what the class should know
    std::string next;   ///< what to say next
};

struct Lesson {
    std::string id;
    std::string title;
    double minutes = 10;
    std::vector<std::string> teaches;
    InstructorPage instructor;
    std::string try_next; ///< something to try on the board afterwards; may be empty
    std::vector<LessonStep> steps;
};

/// A lesson in Markdown with front matter.
[[nodiscard]] Result<Lesson> parseLesson(std::string_view text, std::string_view place);
/// Reads a file of at most 1 MiB; its name without suffix becomes the id.
[[nodiscard]] Result<Lesson> loadLesson(const std::string& path);
/// The lessons of resources/lessons, in the order of the course.
[[nodiscard]] std::span<const Lesson> shippedLessons();
[[nodiscard]] const Lesson* findLesson(std::string_view id);

/// A text of a step with its placeholders filled by the engine: {metric:ID}, {metric:ID @ VARIANT}, {parameter:ID},
/// {times:ID} ("5.9×"), {count:ID example} ("1 example", "16 examples"), {cause}, {NUMBER}, {working:NUMBER}. Fails on
/// one that cannot be filled.
[[nodiscard]] Result<std::string> filledText(const LessonStep& step, std::string_view text);

} // namespace kneepoint
