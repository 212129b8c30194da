// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace kneepoint {

class MainWindow;
class PointerRing;

/// The window for a room with a projector: large fonts, the full screen, the headline on top, only the controls in
/// use, and a ring around the pointer.
class PresentationController : public QObject {
    Q_OBJECT
public:
    explicit PresentationController(MainWindow& window);

    void setOn(bool on);

private:
    MainWindow& m_window;
    PointerRing* m_ring;
};

} // namespace kneepoint
