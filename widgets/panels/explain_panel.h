// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results/change.h"
#include "model/results/derivation.h"

#include <QStringList>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QPushButton;
class QTableWidget;
class QVBoxLayout;

namespace kneepoint {

class MathLabel;

/// What changed, term by term, and next to it or below it the formula of a figure with its numbers. Rows of the table
/// and quantities of the formula link to their own formulas; Back returns.
class ExplainPanel : public QWidget {
    Q_OBJECT
public:
    explicit ExplainPanel(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const Change& change);
    /// Shows the formula of this figure, computed from `analysis`, or that it has none.
    void derive(const QString& id, const Analysis& analysis);
    /// The same figure, of another scenario.
    void update(const Analysis& analysis);

    [[nodiscard]] QString sentence() const;
    /// "γ(K) = t_comm/t_comp", "= 22.4 ms/31 ms", "= 0.723".
    [[nodiscard]] QStringList lines() const { return m_lines; }
    [[nodiscard]] QString derived() const { return m_trail.isEmpty() ? QString() : m_trail.back(); }

    [[nodiscard]] QSize sizeHint() const override { return {900, 230}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, 100}; }

signals:
    /// A formula is requested: see derive().
    void wanted(const QString& id);
    /// What to measure, to narrow the interval of the step.
    void measureWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitColumns();
    /// The width that a column needs where its texts wrap.
    [[nodiscard]] int widestWord(int column) const;
    void fillFormula(const Analysis& analysis);
    void offerMeasurement(const Analysis& analysis);
    void goBack();
    MathLabel* addLine(const QString& text);

    QBoxLayout* m_halves;
    QLabel* m_sentence;
    QTableWidget* m_table;
    QVBoxLayout* m_formula;
    QPushButton* m_back;
    QStringList m_trail; ///< ids, the one shown last
    QStringList m_ids;   ///< of the rows
    QStringList m_lines;
};

} // namespace kneepoint
