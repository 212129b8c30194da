// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/panels/floating.h"

#include <QList>
#include <QPointer>

class QLabel;
class QPushButton;

namespace kneepoint {

/// One stop of the tour: a part of the window and one or two sentences about it.
struct TourStop {
    QWidget* target = nullptr;
    QString title;
    QString text;
};

/// A tour of the window: each stop is a card next to the part it explains, which is framed. Enter continues, Escape
/// ends it; only the card itself blocks what is below it. Deletes itself at the end.
class Tour : public FloatingFrame {
    Q_OBJECT
public:
    Tour(QWidget& window, QList<TourStop> stops);
    ~Tour() override;

    [[nodiscard]] int stop() const { return m_stop; }
    void next();
    void end();

signals:
    void ended();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showStop();
    void place();

    QList<TourStop> m_stops;
    int m_stop = 0;
    QPointer<QWidget> m_frame;
    QLabel* m_title;
    QLabel* m_text;
    QLabel* m_count;
    QPushButton* m_next;
};

} // namespace kneepoint
