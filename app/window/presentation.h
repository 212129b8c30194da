// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace kneepoint {

/// A ring around the pointer, over everything in the window, that lets every event through.
class PointerRing : public QWidget {
    Q_OBJECT
public:
    explicit PointerRing(QWidget& window);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// The font of the whole program, for a room with a projector or for a desk.
void setPresentationFont(bool large);

} // namespace kneepoint
