// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPoint>
#include <QWidget>

namespace kneepoint {

/// A ring around the pointer, on top of everything in the window and transparent to events; as a spotlight, it dims
/// everything else.
class PointerRing : public QWidget {
    Q_OBJECT
public:
    explicit PointerRing(QWidget& window);

    void setSpotlight(bool on);
    [[nodiscard]] bool isSpotlight() const { return m_spotlight; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    void paintSpotlight(QPainter& painter) const;

    QPoint m_at;         ///< of the pointer, in the window
    bool m_seen = false; ///< nothing is drawn before the pointer has moved
    bool m_spotlight = false;
};

/// The application font, for a projector or for a desk.
void setPresentationFont(bool large);

} // namespace kneepoint
