// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

class QGridLayout;

namespace kneepoint {

/// A few widgets at full size, side by side, in a grid, or stacked if there is no room for two next to each other:
/// charts temporarily moved from their places, or other widgets shown instead of them.
class LargeCharts : public QWidget {
    Q_OBJECT
public:
    explicit LargeCharts(QWidget* parent = nullptr);

    /// Shows these widgets; those shown before return to where they came from, or are hidden if they had no place.
    void setWidgets(const QList<QWidget*>& widgets);
    [[nodiscard]] QList<QWidget*> widgets() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Guest {
        QPointer<QWidget> widget;
        QPointer<QWidget> home; ///< the widget whose layout it was in
    };
    void sendHome();
    /// Number of widgets per row.
    [[nodiscard]] int across() const;
    void arrange(int across);

    QGridLayout* m_grid;
    QList<Guest> m_guests;
    int m_across = 0;
};

} // namespace kneepoint
