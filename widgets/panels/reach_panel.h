// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/exploration/reach.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QScrollArea;

namespace kneepoint {

class ReachRow;

/// The model asked backwards: "When does the knee reach 1000 GPUs?", with every single change of the job that reaches
/// it, nearest first, or that none does. A click on a row previews it, Enter or its button applies it.
class ReachPanel : public QWidget {
    Q_OBJECT
public:
    explicit ReachPanel(QWidget* parent = nullptr);

    /// What is asked for. The default is a knee at 1000 GPUs.
    [[nodiscard]] const ReachTarget& target() const { return m_target; }
    /// Without emitting a signal.
    void setTarget(const ReachTarget& target);
    using QWidget::show;
    void show(const Reached& reached, const Scenario& s);
    /// Until the next answer, the rows are those of another job.
    void setStale();
    /// What the chosen change would do, under it.
    void setEffect(const QString& effect);
    /// Ends the preview; whether there was one.
    bool clearChoice();
    void focusTarget();

    [[nodiscard]] QComboBox& kind() const { return *m_kind; }
    [[nodiscard]] QLineEdit& field() const { return *m_field; }
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] const QList<ReachRow*>& rows() const { return m_rows; }
    [[nodiscard]] const std::vector<Way>& ways() const { return m_ways; }

signals:
    /// Another target, with Enter or from the list.
    void asked();
    /// Another kind of target: it has no value yet.
    void kindChosen(const kneepoint::ReachTarget& target);
    /// A way is previewed; null: no longer.
    void tried(const kneepoint::Way* way);
    void accepted(const kneepoint::Way& way);

private:
    void showTarget();
    void takeText();
    void complain(const QString& sentence);
    void choose(qsizetype row);
    void moveFrom(qsizetype row, int by);
    [[nodiscard]] qsizetype chosen() const;

    ReachTarget m_target;
    std::vector<ReachTarget> m_kinds; ///< as in the list
    std::vector<Way> m_ways;
    QList<ReachRow*> m_rows;
    QComboBox* m_kind;
    QLabel* m_sign; ///< "≥"
    QLineEdit* m_field;
    QLabel* m_complaint;
    QLabel* m_sentence;
    QScrollArea* m_scroll;
};

} // namespace kneepoint
