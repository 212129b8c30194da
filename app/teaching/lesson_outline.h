// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QWidget>

class QVBoxLayout;

namespace kneepoint {

/// The steps of a lesson with what has been answered: a column of rows to click.
class LessonOutline : public QWidget {
    Q_OBJECT
public:
    explicit LessonOutline(QWidget* parent = nullptr);

    enum class State { open, right, wrong, read };
    struct Row {
        QString title;
        QString note; ///< "you 130 ms, computed 140 ms"
        State state = State::open;
        bool is_current = false;
    };
    void show(const QList<Row>& rows);
    using QWidget::show;

signals:
    /// Counted from 0.
    void picked(std::size_t step);

private:
    QVBoxLayout* m_rows;
};

} // namespace kneepoint
