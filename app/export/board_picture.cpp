// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/board_picture.h"

#include "model/results/sentences.h"
#include "widgets/box_layouts.h"
#include "widgets/panels/board.h"
#include "widgets/panels/chart_tabs.h"
#include "widgets/panels/headline_strip.h"
#include "widgets/text.h"

#include <QLabel>
#include <QTabBar>

namespace kneepoint {
namespace {

QLabel* makeLine(const QString& text, double size)
{
    auto* line = new QLabel(text);
    line->setWordWrap(true);
    line->setContentsMargins(12, 8, 12, 0);
    QFont font = line->font();
    font.setPointSizeF(font.pointSizeF() * size);
    line->setFont(font);
    return line;
}

} // namespace

BoardPicture::BoardPicture(const ScenarioFile& file, const Analysis& analysis, ThemeMode mode)
    : m_title(file.title.empty() ? tr("Untitled") : toQString(file.title))
    , m_headline(toQString(headlineSentence(analysis)))
    , m_board(new Board)
{
    constexpr double title_size = 1.6;
    auto* column = columnIn(this, {}, 0);
    column->addWidget(makeLine(m_title, title_size));
    column->addWidget(makeLine(m_headline, 1));
    column->addWidget(m_board, 1);
    setAccessibleName(m_title);
    setAccessibleDescription(m_headline);
    setPalette(kneepoint::palette(mode));
    m_board->more().tabBar()->hide();
    m_board->show(share(analysis));
}

QString BoardPicture::title() const
{
    return m_title;
}

QString BoardPicture::headline() const
{
    return m_headline;
}

} // namespace kneepoint
