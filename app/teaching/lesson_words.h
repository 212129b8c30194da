// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"
#include "model/lesson/verdict.h"

#include <QFont>
#include <QString>

class QVBoxLayout;

namespace kneepoint {

/// An answer that was given, with what the program computed for it.
struct GivenWords {
    QString mine;     ///< "130 ms", a choice, "a curve"
    QString computed; ///< "140 ms", the right choice
    Verdict verdict;
};

/// A text of the step with its placeholders filled.
[[nodiscard]] QString filledWords(const LessonStep& step, std::string_view text);
/// "Right, within a factor of 1.02." or "Off by a factor of 2. …" with the reply to the misconception.
[[nodiscard]] QString verdictWords(const LessonStep& step, const Verdict& verdict);
/// The right answer in words, of a curve its last point.
[[nodiscard]] QString computedWords(const Question& q);

/// The font of a lesson's running text (15 pt beside a base of 10) and of its formulas and questions (22 pt).
enum class LessonFont { text, large };
[[nodiscard]] QFont lessonFont(const QFont& base, LessonFont size);

/// Adds a text to a column, a label for each paragraph; paragraphs that begin with four spaces are formulas.
void addParagraphs(QVBoxLayout& column, const QString& text, const QFont& prose, const QFont& formula);

} // namespace kneepoint
