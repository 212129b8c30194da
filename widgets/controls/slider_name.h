// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kneepoint {

/// The name of a slider's position in a dark pill above its handle, in front of everything in the window.
class SliderName : public QWidget {
    Q_OBJECT
public:
    explicit SliderName(QWidget* window);

    /// Above this point of the window, within its edges.
    void showAt(const QString& text, const QPoint& handle);
    [[nodiscard]] QString text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace kneepoint
