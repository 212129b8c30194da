// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/teaching/lesson_words.h"
#include "widgets/panels/evidence_bars.h"
#include "widgets/panels/sketch_pad.h"

#include <QButtonGroup>
#include <QLineEdit>
#include <QPointer>
#include <QWidget>

#include <optional>

class QGridLayout;
class QScrollArea;
class QVBoxLayout;

namespace kneepoint {

/// A step with its question on one page, readable from the last row: premise and formula, the evidence, the question
/// and its answers. After the answer is locked: which one was right, and why.
class QuestionPage : public QWidget {
    Q_OBJECT
public:
    explicit QuestionPage(QWidget* parent = nullptr);

    /// Shows a step whose question is pending, or the answer given to it.
    void showStep(const LessonStep& step, const GivenWords* given);
    /// The answer chosen, typed or drawn; nothing if there is none yet, or one that cannot be read, and says so.
    [[nodiscard]] std::optional<GivenWords> answer();
    /// Shows the answer that has just been locked.
    void reveal(const GivenWords& given);
    /// Scrolls down to the end of the explanation, if it is below the window.
    void scrollToResult();

    [[nodiscard]] SketchPad* sketch() const { return m_sketch; }
    /// What to do with the keyboard; empty once the question is answered.
    [[nodiscard]] QString keys() const;
    /// Shows the hint, once.
    void showHint();
    /// The widget to answer with.
    [[nodiscard]] QWidget* field() const;
    /// What Tab goes through while the question is pending.
    [[nodiscard]] QList<QWidget*> tabChain() const;

signals:
    /// Enter.
    void lockWanted();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void arrange();
    void arrangeAnswers();
    void pin(bool pinned);
    [[nodiscard]] bool isTooLow() const;
    void fillEvidence(const Question& q);
    void fillNumber(const Question& q);
    void fillChoices(const Question& q);
    void fillSketch(const Question& q);
    void markChoices(const GivenWords& given);
    [[nodiscard]] std::optional<GivenWords> typedNumber();
    void complain(const QString& sentence);

    LessonStep m_step;
    bool m_revealed = false;
    std::optional<GivenWords> m_given;
    double m_points = 0; ///< font size that the texts were made for
    QScrollArea* m_scroll;
    QVBoxLayout* m_column = nullptr;
    QVBoxLayout* m_body;   ///< premise, evidence
    QWidget* m_question;   ///< and what to answer with
    QVBoxLayout* m_asked;  ///< in it
    QScrollArea* m_foot;   ///< has the question where the page is too low for all of it
    bool m_pinned = false; ///< there
    QGridLayout* m_answers = nullptr;
    QVBoxLayout* m_result; ///< verdict and explanation
    bool m_hint_shown = false;
    QPointer<QLineEdit> m_number;
    QPointer<QButtonGroup> m_choices;
    QPointer<SketchPad> m_sketch;
    QPointer<EvidenceBars> m_evidence;
};

} // namespace kneepoint
