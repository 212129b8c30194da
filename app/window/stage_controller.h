// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class QWidget;

namespace kneepoint {

class Board;
class Chart;
struct WindowActions;

/// What fills the board instead of all its charts: one chart at the press of a key, the charts of a presentation, or
/// what a lesson shows.
class StageController : public QObject {
    Q_OBJECT
public:
    StageController(const WindowActions& actions, Board& board);

    /// What a lesson wants to be seen; nothing ends it. With widgets and no charts nothing else is to be seen.
    void setLesson(const QStringList& charts, const QList<QWidget*>& others);
    void setPresenting(bool on);
    /// In a presentation: this chart of the registry, counted from 1.
    void present(int number);
    /// In a presentation: so many charts on in the registry, round and round.
    void presentNext(int by);
    /// In a presentation: the chart before beside the present one, or no longer.
    void toggleSecond();
    /// One chart over the whole board, by its id.
    void fill(const QString& chart);
    /// Puts the charts back that one chart has covered; false if none has.
    bool leave();

private:
    void fillOrLeave();
    [[nodiscard]] QString wanted() const;
    void apply();

    const WindowActions& m_actions;
    Board& m_board;
    QStringList m_lesson;
    QList<QWidget*> m_lesson_others;
    QStringList m_presented; ///< one or two
    QString m_before;        ///< presented before
    QString m_filling;       ///< by one key
    bool m_presenting = false;
};

} // namespace kneepoint
