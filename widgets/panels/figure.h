// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kneepoint {

/// One number with its name under it. Its place never depends on its digits: text that does not fit is elided.
class Figure : public QWidget {
    Q_OBJECT
public:
    /// `strong` figures are drawn in the headline size.
    Figure(QString caption, bool strong, QWidget* parent = nullptr);

    void setValue(const QString& value);
    void setCaption(const QString& caption);
    [[nodiscard]] QString value() const { return m_value; }
    [[nodiscard]] QString caption() const { return m_caption; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QFont valueFont() const;
    void describe();

    QString m_value;
    QString m_caption;
    bool m_strong;
};

} // namespace kneepoint
