// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRadioButton>

#include <vector>

class QAction;
class QToolButton;

namespace kneepoint {

/// One of the choices of Segments.
class Segment : public QRadioButton {
    Q_OBJECT
public:
    explicit Segment(const QString& text, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;
    /// Narrow columns take the margins of names first.
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    [[nodiscard]] bool hitButton(const QPoint& at) const override { return rect().contains(at); }
    void paintEvent(QPaintEvent* event) override;
};

/// A few choices side by side in one box, one of them chosen. The arrow keys choose as well.
class Segments : public QWidget {
    Q_OBJECT
public:
    explicit Segments(const QStringList& names, QWidget* parent = nullptr);
    /// Shows which of these checkable actions is checked, and triggers them.
    Segments(const QList<QAction*>& actions, const QStringList& names, QWidget* parent = nullptr);

    /// Without emitting a signal.
    void showIndex(int index);
    [[nodiscard]] int index() const;
    /// Choices that have no segment, in a list at the end: a button with a chevron. Those that are not named before.
    void addMore(const QString& name, const QStringList& others);
    [[nodiscard]] QToolButton* more() const { return m_more; }
    void rename(int index, const QString& name);
    [[nodiscard]] const std::vector<Segment*>& segments() const { return m_segments; }

signals:
    void chosen(int index);
    /// One of the list.
    void otherChosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Segment*> m_segments;
    QToolButton* m_more = nullptr;
};

} // namespace kneepoint
