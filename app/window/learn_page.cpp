// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/learn_page.h"

#include "widgets/panels/card.h"
#include "widgets/theme/theme.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

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
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setObjectName(QStringLiteral("learn_row"));
        rows->addWidget(button);
    }
    m_column->addStretch(1);
}

} // namespace kneepoint
