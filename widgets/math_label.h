// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace kneepoint {

/// A text or a formula, set as in a textbook; its accessible name is the plain text.
class MathLabel : public QLabel {
    Q_OBJECT
public:
    explicit MathLabel(QWidget* parent = nullptr);

    void setProse(const QString& text);
    /// A formula on a line of its own; it follows the width of the label.
    void setFormula(const QString& formula);
    [[nodiscard]] QString plainText() const { return m_plain; }

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void setHtml();

    QString m_plain;
    bool m_is_formula = false;
};

} // namespace kneepoint
