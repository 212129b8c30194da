// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/teaching/lesson_bar.h"
#include "app/teaching/lesson_summary.h"
#include "app/teaching/lesson_words.h"
#include "app/teaching/question_page.h"
#include "model/lesson/lesson_results.h"

#include <QPointer>
#include <QWidget>

#include <map>

class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace kneepoint {

class ControlList;
class LessonOutline;
class SketchPad;

/// A lesson step by step: the outline with its results; while no question is pending, the text of the step, the verdict
/// and the explanation; and the controls of the step. Its pages, the question and the summary, are placed on the board.
class LessonPanel : public QWidget {
    Q_OBJECT
public:
    explicit LessonPanel(QWidget* parent = nullptr);
    ~LessonPanel() override;

    /// A lesson that was left in the middle continues where it was.
    void open(const Lesson& lesson);
    /// One behind the last step is the summary.
    void goTo(std::size_t step);
    [[nodiscard]] const LessonStep& step() const { return m_lesson.steps[m_step]; }
    [[nodiscard]] std::size_t stepNumber() const { return m_step + 1; }
    [[nodiscard]] const Lesson& lesson() const { return m_lesson; }
    /// Whether a question is pending, so that nothing may reveal its answer.
    [[nodiscard]] bool isBlind() const { return !m_summing && step().question && !m_given.contains(m_step); }
    /// Whether a question of this step or a later one is not answered yet.
    [[nodiscard]] bool asksAgain() const;
    [[nodiscard]] bool isSummary() const { return m_summing; }
    [[nodiscard]] const LessonResults& results() const { return m_results; }
    /// The student's name for the results; may be empty.
    void setStudent(const QString& name) { m_results.student = name.toStdString(); }
    /// The page of the step's question, to be placed on the board.
    [[nodiscard]] QuestionPage& page() const { return *m_page; }
    [[nodiscard]] LessonSummary& summary() const { return *m_summary; }
    /// Its buttons, to be placed below the panel and the board.
    [[nodiscard]] LessonBar& bar() const { return *m_bar; }
    /// The axes for sketching a curve; null if the step has no curve question.
    [[nodiscard]] SketchPad* sketch() const;
    /// The controls of the step, below its text; hidden while a question is pending.
    [[nodiscard]] ControlList& controls() const { return *m_controls; }
    /// The lesson after this one in the course; null if there is none.
    [[nodiscard]] const Lesson* nextLesson() const;
    /// Hides the text of the step while its page says the same in large, or at the end; the bar then offers the board.
    void setTextShown(bool shown);
    /// Whether the whole board would answer a question that is still to come.
    [[nodiscard]] bool boardAnswersLater() const;
    /// Focuses what the step asks for, or Next.
    void takeFocus();

    [[nodiscard]] QSize sizeHint() const override { return {336, 640}; }

signals:
    /// The shown step has changed.
    void stepped();
    /// The prediction has been locked, so hidden elements may be shown.
    void revealed();
    void closed();
    /// The charts of the board instead of the step's page.
    void boardWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fill();
    void fillText();
    void showOutline();
    void showControls();
    void showBar(bool on_page);
    void lock();
    void hint();

    Lesson m_lesson;
    std::size_t m_step = 0;
    bool m_summing = false;
    std::map<std::size_t, GivenWords> m_given; ///< by step
    LessonResults m_results;
    QLabel* m_place;
    QLabel* m_leaving; ///< says how to leave
    QLabel* m_title;
    LessonOutline* m_outline;
    QScrollArea* m_scroll;
    ControlList* m_controls;
    QVBoxLayout* m_body;
    QPointer<QuestionPage> m_page; ///< a child of the board once it was shown there
    QPointer<LessonSummary> m_summary;
    QPointer<LessonBar> m_bar; ///< a child of the window once it was placed there
};

} // namespace kneepoint
