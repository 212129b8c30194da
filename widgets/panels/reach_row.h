// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

class QLabel;

namespace kneepoint {

/// A change that reaches a target, as a row: the change and the figure it leads to. A click chooses it, and a chosen
/// row says what else would change and has a button that applies it; so do Enter and a double click.
class ReachRow : public QPushButton {
    Q_OBJECT
public:
    /// `change`: "Line rate 400 Gbit/s → 620 Gbit/s", `figure`: "K = 23", `others`: "and 4 others", may be empty.
    ReachRow(const QString& change, const QString& figure, const QString& others, QWidget* parent = nullptr);

    void setChosen(bool chosen);
    [[nodiscard]] bool isChosen() const { return m_chosen; }
    /// What the whole change would do, while it is chosen.
    void setEffect(const QString& effect);
    [[nodiscard]] QString effect() const;
    [[nodiscard]] QPushButton& applyButton() const { return *m_apply; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void accepted();
    /// An arrow key asks for the next row, or the one before.
    void moved(int by);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    bool m_chosen = false;
    QWidget* m_more; ///< of the chosen row
    QLabel* m_effect;
    QPushButton* m_apply;
};

} // namespace kneepoint
