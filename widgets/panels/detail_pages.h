// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QStackedWidget>

namespace kneepoint {

/// What is opened from a page and leads back to it (prices, options, own runs, problems), all with one frame: a button
/// that goes back, the title, and the page as a card. One at a time, in the place of the page that it was opened from,
/// so that nothing lies over the window and all its commands stay usable.
class DetailPages : public QStackedWidget {
    Q_OBJECT
public:
    /// `main` is seen while no detail is open.
    explicit DetailPages(QWidget* main, QWidget* parent = nullptr);

    /// Shows a page under its window title, instead of one that is open, and takes it over. Its focus proxy gets the
    /// focus.
    void open(QWidget* page);
    /// Goes back and deletes the page; false if none is open.
    bool leave();
    /// nullptr if none is open.
    [[nodiscard]] QWidget* page() const { return m_page; }

signals:
    void opened();

private:
    [[nodiscard]] QWidget* framed(QWidget* page);

    QPointer<QWidget> m_page;
    QPointer<QWidget> m_focus; ///< had it before
};

} // namespace kneepoint
