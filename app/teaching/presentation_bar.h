// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>

class QHBoxLayout;

namespace kneepoint {

class NameLabel;
class Segments;

/// Over the headline of a presentation: the scenario's name, and how it is laid out, which leaves the name a third of
/// the width.
class PresentationTitle : public QWidget {
    Q_OBJECT
public:
    explicit PresentationTitle(QWidget* parent);
    void show(const QString& title, const QString& layout);
    using QWidget::show;
    [[nodiscard]] QString title() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    NameLabel* m_title;
    NameLabel* m_layout;
};

/// Under the charts of a presentation: the charts with their keys, of which the one shown is marked and a click shows
/// another; and at the right the controls in use. A narrow screen elides the names, not the keys.
class PresentationKeys : public QWidget {
    Q_OBJECT
public:
    PresentationKeys(const QStringList& names, std::function<void(int number)> show, QWidget* parent);
    /// Marks a chart by its number, from 1; none for another number.
    void mark(int number);
    /// Instead of those before; they then belong to the bar.
    void setControls(const QList<QWidget*>& controls);
    [[nodiscard]] const QList<QWidget*>& controls() const { return m_controls; }

private:
    Segments* m_charts;
    QHBoxLayout* m_row;
    QList<QWidget*> m_controls;
};

} // namespace kneepoint
