// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>

class QLabel;
class QToolButton;

namespace kneepoint {

/// Over the headline of a presentation: the scenario's name, and how it is laid out.
class PresentationTitle : public QWidget {
    Q_OBJECT
public:
    explicit PresentationTitle(QWidget* parent);
    void show(const QString& title, const QString& layout);
    using QWidget::show;
    [[nodiscard]] QString title() const;

private:
    QLabel* m_title;
    QLabel* m_layout;
};

/// Under the charts of a presentation: the charts with their keys; the one shown is marked, a click shows another.
class PresentationKeys : public QWidget {
    Q_OBJECT
public:
    PresentationKeys(const QStringList& names, std::function<void(int number)> show, QWidget* parent);
    /// Marks a chart by its number, from 1; none for another number.
    void mark(int number);

private:
    QList<QToolButton*> m_buttons;
};

} // namespace kneepoint
