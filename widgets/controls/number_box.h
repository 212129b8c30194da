// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/counted.h"

#include <QLineEdit>

namespace kneepoint {

/// A field for a number with its unit. Accepts what parseValue accepts: "7B", "400 Gbit/s", "2*1024", "16 nodes".
/// Invalid text gets a colored frame and an error sentence, and the value is unchanged. Escape restores it. Without the
/// focus, the value has three digits and its unit is muted.
class NumberBox : public QLineEdit {
    Q_OBJECT
public:
    explicit NumberBox(const Parameter& p, QWidget* parent = nullptr);

    /// What is counted, in muted text after a number that has no unit, where there is room for it.
    void setCounts(const QString& what);
    [[nodiscard]] const QString& counts() const { return m_counts; }
    /// Shows the value unless the user is typing in the field.
    void showValue(double value);
    [[nodiscard]] double value() const { return m_value; }
    /// The error sentence for the text; empty if it is valid.
    [[nodiscard]] QString complaint() const { return m_complaint; }
    void setPage(int positions) { m_page = positions; }
    /// What else the number may be typed in: "4M tokens", "16 nodes".
    void setCountedIn(const std::optional<CountedIn>& unit) { m_counted = unit; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void entered(double value);
    /// The value that the text would set, with its unit, while the user is typing; empty otherwise.
    void understood(const QString& value);
    /// The error sentence has changed.
    void complained(const QString& sentence);
    /// Keys request a move by this many slider positions.
    void stepRequested(int count);
    void stepsFinished();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void commit();
    void complain(const QString& sentence);
    void restoreText();
    [[nodiscard]] QString shownText() const;

    const Parameter& m_parameter;
    QString m_counts;
    double m_value = 0;
    int m_page = 10;
    std::optional<CountedIn> m_counted;
    QString m_complaint;
};

} // namespace kneepoint
