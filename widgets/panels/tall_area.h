// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace kneepoint {

/// Scrolls a page up and down where it is lower than the page has to be at its width: lines of chips and words make
/// their number of the width. A resizable area would give it the height that it wants.
class TallArea : public QScrollArea {
public:
    TallArea(QWidget* page, const QString& name);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
};

} // namespace kneepoint
