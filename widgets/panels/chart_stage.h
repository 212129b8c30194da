// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPointer>
#include <QWidget>

class QGridLayout;

namespace kneepoint {

/// A few widgets at full size, side by side, in a grid, or one above the other where there is no width for two: charts
/// that have left their places for a while, or whatever is to be seen instead of them.
class ChartStage : public QWidget {
    Q_OBJECT
public:
    explicit ChartStage(QWidget* parent = nullptr);

    /// Shows these; those shown before go back to where they came from, or are hidden where they came from nowhere.
    void setWidgets(const QList<QWidget*>& widgets);
    [[nodiscard]] QList<QWidget*> widgets() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Guest {
        QPointer<QWidget> widget;
        QPointer<QWidget> home; ///< whose layout it was in
    };
    void sendHome();
    /// How many stand in a row.
    [[nodiscard]] int across() const;
    void arrange(int across);

    QGridLayout* m_grid;
    QList<Guest> m_guests;
    int m_across = 0;
};

} // namespace kneepoint
