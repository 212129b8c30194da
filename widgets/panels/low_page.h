// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace kneepoint {

/// A page that is as high as what is seen of it, and scrolls where that is lower than its layout has to be: a resizable
/// area would give it the height that it wants.
class LowPage : public QScrollArea {
    Q_OBJECT
public:
    /// `page` has a layout.
    explicit LowPage(QWidget* page, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
};

} // namespace kneepoint
