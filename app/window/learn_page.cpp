// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/learn_page.h"

#include "widgets/box_layouts.h"
#include "widgets/panels/card.h"
#include "widgets/style/shapes.h"
#include "widgets/theme/theme.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QStyleOptionButton>

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

constexpr int page_width = 720;

/// An entry as a row: its name, and its remark at the right.
class LearnRow : public QAbstractButton {
public:
    explicit LearnRow(const LearnEntry& entry, QWidget* parent = nullptr)
        : QAbstractButton(parent)
        , m_remark(entry.remark)
    {
        setText(entry.name);
        setAccessibleName(
            entry.remark.isEmpty() ? entry.name : QStringLiteral("%1 (%2)").arg(entry.name, entry.remark));
        setFocusPolicy(Qt::StrongFocus);
        connect(this, &QAbstractButton::clicked, this, entry.open);
    }
    [[nodiscard]] QSize sizeHint() const override { return {200, std::max(row_height, fontMetrics().height() + 14)}; }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            click();
        else
            QAbstractButton::keyPressEvent(event);
    }
    void paintEvent(QPaintEvent*) override
    {
        const Theme& colors = theme(modeOf(palette()));
        QStyleOptionButton option;
        option.initFrom(this);
        QPainter painter(this);
        if (isHot(option) || isDown())
            drawBox(painter, rect(), isDown() ? colors.press : colors.tint, {});
        if (hasFocus())
            drawFocusRing(painter, rect(), colors.accent);
        constexpr int side = 8;
        const QRect inside = rect().adjusted(side, 0, -side, 0);
        painter.setPen(colors.muted);
        painter.drawText(inside, Qt::AlignRight | Qt::AlignVCenter, m_remark);
        const int room = inside.width() - fontMetrics().horizontalAdvance(m_remark) - side;
        painter.setPen(colors.text);
        painter.drawText(
            inside, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(text(), Qt::ElideRight, room));
    }

private:
    static constexpr int row_height = 32;
    QString m_remark;
};

} // namespace

LearnPage::LearnPage(Groups groups, QWidget* parent)
    : QWidget(parent)
    , m_groups(std::move(groups))
{
    auto* content = new QWidget;
    content->setMaximumWidth(page_width);
    m_column = columnIn(content, {12, 12, 12, 12}, 12);
    auto* centered = new QWidget;
    auto* row = rowIn(centered);
    row->addStretch(1);
    row->addWidget(content, 100);
    row->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(centered);
    makeScrolled(*scroll, Qt::ScrollBarAsNeeded);
    scroll->setAccessibleName(tr("Lessons, quizzes and problems"));
    auto* whole = columnIn(this);
    whole->addWidget(scroll);
}

void LearnPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    fill();
}

void LearnPage::fill()
{
    while (QLayoutItem* item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const LearnGroup& group : m_groups()) {
        auto* list = new QWidget;
        auto* rows = columnIn(list, {8, 0, 8, 8}, 2);
        for (const LearnEntry& entry : group.entries)
            rows->addWidget(new LearnRow(entry));
        m_column->addWidget(new Card(group.name, list));
    }
    m_column->addStretch(1);
}

} // namespace kneepoint
