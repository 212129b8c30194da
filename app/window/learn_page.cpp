// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/learn_page.h"

#include "app/window/command_list.h"
#include "widgets/panels/card.h"
#include "widgets/style/shapes.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QAbstractButton>
#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollArea>
#include <QStyleOptionButton>
#include <QVBoxLayout>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int page_width = 720;

/// Names of the groups of the menu, in their order.
QString groupName(int group)
{
    switch (group) {
    case 0:
        return LearnPage::tr("Lessons");
    case 1:
        return LearnPage::tr("Quiz: which cause is it?");
    case 2:
        return LearnPage::tr("Your lessons and results");
    default:
        return LearnPage::tr("Textbook problems and teaching");
    }
}

/// An entry of the menu as a row: its name, and at the right what is in parentheses.
class LearnRow : public QAbstractButton {
public:
    explicit LearnRow(QAction& action, QWidget* parent = nullptr)
        : QAbstractButton(parent)
    {
        const QString text = withoutMnemonic(action.text());
        const qsizetype bracket = text.endsWith(u')') ? text.lastIndexOf(QStringLiteral(" (")) : -1;
        setText(bracket < 0 ? text : text.left(bracket));
        m_remark = bracket < 0 ? QString() : text.mid(bracket + 2).chopped(1);
        setAccessibleName(text);
        setToolTip(action.toolTip() == action.text() ? QString() : plainToolTip(action.toolTip()));
        setEnabled(action.isEnabled());
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        connect(this, &QAbstractButton::clicked, &action, &QAction::trigger);
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
        painter.setPen(isEnabled() ? colors.text : colors.muted);
        painter.drawText(
            inside, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(text(), Qt::ElideRight, room));
    }

private:
    static constexpr int row_height = 32;
    QString m_remark;
};

} // namespace

LearnPage::LearnPage(QMenu& menu, QWidget* parent)
    : QWidget(parent)
    , m_menu(menu)
{
    auto* content = new QWidget;
    content->setMaximumWidth(page_width);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(12, 12, 12, 12);
    m_column->setSpacing(12);
    auto* centered = new QWidget;
    auto* row = new QHBoxLayout(centered);
    row->setContentsMargins(0, 0, 0, 0);
    row->addStretch(1);
    row->addWidget(content, 100);
    row->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(centered);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Lessons, quizzes and problems"));
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
}

/// The menu is filled when it is first shown, and so is the page.
void LearnPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    emit m_menu.aboutToShow();
    fill();
}

void LearnPage::fill()
{
    while (QLayoutItem* item = m_column->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    QVBoxLayout* rows = nullptr;
    int group = 0;
    const auto begin = [&] {
        auto* list = new QWidget;
        rows = new QVBoxLayout(list);
        rows->setContentsMargins(8, 0, 8, 8);
        rows->setSpacing(2);
        m_column->addWidget(new Card(groupName(group++), list));
    };
    begin();
    for (QAction* action : m_menu.actions()) {
        if (action->isSeparator()) {
            begin();
            continue;
        }
        rows->addWidget(new LearnRow(*action));
    }
    m_column->addStretch(1);
}

} // namespace kneepoint
