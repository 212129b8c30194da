// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/teaching/lesson_words.h"

#include <QWidget>

#include <map>

class QPushButton;

namespace kneepoint {

/// The end of a lesson: what was guessed and computed, which misconceptions to look at again, what to try, and the next
/// lesson.
class LessonSummary : public QWidget {
    Q_OBJECT
public:
    explicit LessonSummary(QWidget* parent = nullptr);

    /// Answers by step, from 0; `next` is null after the last lesson of the course.
    void show(const Lesson& lesson, const std::map<std::size_t, GivenWords>& given, const Lesson* next);
    using QWidget::show;
    /// The button for the next lesson, or null.
    [[nodiscard]] QPushButton* nextButton() const { return m_next; }

signals:
    void nextWanted();
    void tryWanted();
    void saveWanted();
    void closed();

private:
    QPushButton* m_next = nullptr;
    QWidget* m_page = nullptr;
};

} // namespace kneepoint
