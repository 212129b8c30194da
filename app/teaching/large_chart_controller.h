// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QAction;
class QWidget;

namespace kneepoint {

class Board;

/// The content of the board instead of all its charts: one chart after a key press, the charts of a presentation, or
/// those of a lesson.
class LargeChartController : public QObject {
    Q_OBJECT
public:
    /// `fill` toggles filling the board with one chart.
    LargeChartController(QAction& fill, Board& board);

    /// Sets the content for a lesson; nothing ends it. With widgets but no charts, only the widgets are shown.
    void setLesson(const QStringList& charts, const QList<QWidget*>& others);
    void setPresenting(bool on);
    /// The charts of a presentation in the order of their keys: scaling, roofline, step time and losses first.
    [[nodiscard]] static QStringList presentable();
    /// In a presentation: this one of them, counted from 1.
    void present(int number);
    /// The number of the chart presented; 0 outside of a presentation.
    [[nodiscard]] int presented() const;
    /// In a presentation: moves forward by this many charts, cyclically.
    void presentNext(int by);
    /// In a presentation: toggles showing the previous chart next to the current one.
    void toggleSecond();
    /// Fills the board with one chart, by its id.
    void fill(const QString& chart);
    /// Restores the charts after one chart has filled the board; false if none has.
    bool leave();

signals:
    /// Another chart is presented.
    void presenting(int number);

private:
    void fillOrLeave();
    void apply();

    Board& m_board;
    QStringList m_lesson;
    QList<QWidget*> m_lesson_others;
    QStringList m_presented; ///< one or two
    QString m_before;        ///< presented before
    QString m_filling;       ///< by a key press
    bool m_presenting = false;
};

} // namespace kneepoint
