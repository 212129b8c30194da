// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/lesson/lesson.h"
#include "model/lesson/lesson_results.h"
#include "model/lesson/verdict.h"
#include "widgets/panels/sketch_pad.h"

#include <QPointer>
#include <QWidget>

#include <optional>

class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace kneepoint {

class ControlList;
class MathLabel;

/// One step of a lesson: its text, the question, and after the prediction is locked the verdict and the explanation.
/// Formulas in its texts are typeset; everything else is plain text.
class LessonPanel : public QWidget {
    Q_OBJECT
public:
    explicit LessonPanel(QWidget* parent = nullptr);

    void open(const Lesson& lesson);
    void goTo(std::size_t step);
    [[nodiscard]] const LessonStep& step() const { return m_lesson.steps[m_step]; }
    [[nodiscard]] std::size_t stepNumber() const { return m_step + 1; }
    [[nodiscard]] const Lesson& lesson() const { return m_lesson; }
    /// Whether a question is pending, so that nothing may reveal its answer.
    [[nodiscard]] bool isBlind() const { return step().question.has_value() && !m_revealed; }
    [[nodiscard]] const LessonResults& results() const { return m_results; }
    /// The student's name for the results; may be empty.
    void setStudent(const QString& name) { m_results.student = name.toStdString(); }
    /// The axes for sketching a curve, to be placed on the board; null if the step has no curve question.
    [[nodiscard]] SketchPad* sketch() const { return m_sketch; }
    [[nodiscard]] QString questionText() const;
    /// The controls of the step, below its text; hidden while a question is pending.
    [[nodiscard]] ControlList& controls() const { return *m_controls; }

    [[nodiscard]] QSize sizeHint() const override { return {420, 640}; }

signals:
    /// The shown step has changed.
    void stepped();
    /// The prediction has been locked, so hidden elements may be shown.
    void revealed();
    void closed();

private:
    void fill();
    void fillQuestion(const Question& q);
    void fillNumber(const Question& q, QVBoxLayout& column);
    void fillChoices(const Question& q);
    void fillSketch(const Question& q);
    void showQuestionParts();
    void addText(const QString& text);
    void lock();
    [[nodiscard]] std::optional<Verdict> verdictOfInput();
    void reveal(const Verdict& verdict);
    [[nodiscard]] QString verdictText(const Verdict& verdict) const;
    MathLabel* addLine(const QString& text);

    Lesson m_lesson;
    std::size_t m_step = 0;
    bool m_revealed = false;
    LessonResults m_results;
    QLabel* m_title;
    QScrollArea* m_scroll;
    ControlList* m_controls;
    QVBoxLayout* m_body;
    QWidget* m_question = nullptr;
    QLineEdit* m_number = nullptr;
    QButtonGroup* m_choices = nullptr;
    QPointer<SketchPad> m_sketch;
    QPushButton* m_lock;
    QPushButton* m_hint;
    QPushButton* m_previous;
    QPushButton* m_next;
};

} // namespace kneepoint
