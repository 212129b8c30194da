// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>

#include <vector>

namespace kneepoint {

/// Widgets in lines, as words are: the next line begins where there is no room. Each is at its own size.
class FlowLayout : public QLayout {
public:
    explicit FlowLayout(int gap, QWidget* parent = nullptr);
    ~FlowLayout() override;
    FlowLayout(const FlowLayout&) = delete;
    FlowLayout& operator=(const FlowLayout&) = delete;

    /// At this place among the widgets.
    void insertWidget(int place, QWidget* widget);

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override { return arrange({0, 0, width, 0}, false); }
    void setGeometry(const QRect& rect) override;
    /// One line.
    [[nodiscard]] QSize sizeHint() const override;
    /// The widest of them, and one line.
    [[nodiscard]] QSize minimumSize() const override;

private:
    /// The height needed; moves the widgets only if asked to.
    int arrange(const QRect& rect, bool move) const;

    std::vector<QLayoutItem*> m_items;
};

} // namespace kneepoint
