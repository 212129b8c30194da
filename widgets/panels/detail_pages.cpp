// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/detail_pages.h"

#include "widgets/box_layouts.h"
#include "widgets/panels/card.h"
#include "widgets/panels/tall_area.h"
#include "widgets/theme/role_font.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>

namespace kneepoint {
namespace {

constexpr int detail_gap = 12;
constexpr int detail_header_height = 48;

} // namespace

DetailPages::DetailPages(QWidget* main, QWidget* parent)
    : QStackedWidget(parent)
{
    addWidget(main);
}

void DetailPages::open(QWidget* page)
{
    if (!leave())
        m_focus = QApplication::focusWidget();
    m_page = page;
    setCurrentIndex(addWidget(framed(page)));
    page->setFocus();
    emit opened();
}

bool DetailPages::leave()
{
    if (!m_page)
        return false;
    QWidget* frame = currentWidget();
    m_page = nullptr;
    setCurrentIndex(0);
    removeWidget(frame);
    frame->hide();
    frame->deleteLater(); // one of its buttons may have asked for it
    if (m_focus)
        m_focus->setFocus();
    return true;
}

QWidget* DetailPages::framed(QWidget* page)
{
    auto* back = new QPushButton(tr("← Back"));
    back->setAccessibleName(tr("Back"));
    back->setToolTip(tr("Back to the page before (Esc)"));
    connect(back, &QPushButton::clicked, this, &DetailPages::leave);
    auto* title = new QLabel(page->windowTitle());
    setRoleFont(*title, FontRole::title);

    auto* inside = new QWidget;
    auto* padded = columnIn(inside, {detail_gap, detail_gap, detail_gap, detail_gap - 4}); // the card has the rest
    padded->addWidget(page);
    if (page->layout())
        page->layout()->setContentsMargins(0, 0, 0, 0);
    auto* low = new QWidget;
    auto* place = columnIn(low);
    place->addWidget(new Card({}, inside));

    auto* frame = new QWidget;
    auto* column = columnIn(frame, {detail_gap, 0, detail_gap, detail_gap}, 0);
    auto* header = addedTo<QHBoxLayout>(*column, {}, detail_gap);
    header->addWidget(back);
    header->addWidget(title, 1);
    header->addStrut(detail_header_height);
    column->addWidget(new TallArea(low, page->windowTitle()), 1);
    return frame;
}

} // namespace kneepoint
