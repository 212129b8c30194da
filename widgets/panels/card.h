// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QHBoxLayout;
class QToolButton;

namespace kneepoint {

/// A rounded surface with a header: its name at the left, buttons at the right, and one widget below.
class Card : public QFrame {
    Q_OBJECT
public:
    /// Without a name, there is no header.
    explicit Card(const QString& name, QWidget* content, QWidget* parent = nullptr);

    [[nodiscard]] QWidget* content() const { return m_content; }
    /// A button at the right of the header, with a sign of resources/icons.
    QToolButton* addButton(const QString& icon, const QString& name);
    /// A switch, left of the buttons that follow.
    void addToHeader(QWidget* widget);
    /// Where it is one of several tabs, the tab has its name.
    void setHeaderVisible(bool visible);
    /// Without an edge, inside another card.
    void setBare(bool bare);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* m_content;
    QWidget* m_header;
    QHBoxLayout* m_row;
    bool m_bare = false;
};

} // namespace kneepoint
