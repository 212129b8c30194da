// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_search.h"

#include "app/window/command_preview.h"
#include "widgets/box_layouts.h"
#include "widgets/panels/floating.h"
#include "widgets/style/shapes.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

constexpr int field_width = 640;
constexpr int field_height = 460;
constexpr int preview_lines = 3;

} // namespace

CommandSearch::CommandSearch(QList<QAction*> actions, SharedAnalysis now, QWidget* parent)
    : QDialog(parent, Qt::Popup)
    , m_actions(std::move(actions))
    , m_now(std::move(now))
    , m_field(new QLineEdit)
    , m_list(new QListWidget)
    , m_preview(new QLabel)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("Command search"));
    m_field->setPlaceholderText(tr("Ask or name anything: “tp 8”, “half the batch”, “why is MFU low”, “knee 1000”"));
    m_field->setAccessibleName(tr("Command search"));
    m_field->setClearButtonEnabled(true);
    m_field->installEventFilter(this);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setUniformItemSizes(true);
    m_list->setAccessibleName(tr("Commands found"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_preview->setObjectName(QStringLiteral("preview"));
    m_preview->setTextFormat(Qt::PlainText);
    m_preview->setWordWrap(true);
    m_preview->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_preview->setMinimumHeight(preview_lines * m_preview->fontMetrics().lineSpacing());
    m_preview->setAccessibleName(tr("What would happen"));
    connect(m_list, &QListWidget::currentRowChanged, this, &CommandSearch::showPreview);
    connect(m_field, &QLineEdit::textChanged, this, &CommandSearch::search);
    connect(m_field, &QLineEdit::returnPressed, this, &CommandSearch::run);
    connect(m_list, &QListWidget::itemClicked, this, &CommandSearch::run);

    auto* frame = new FloatingFrame;
    auto* outer = columnIn(this);
    outer->addWidget(frame);
    auto* column = columnIn(frame, {8, 8, 8, 8});
    column->addWidget(m_field);
    column->addWidget(m_list, 1);
    column->addWidget(m_preview);
    resize(std::min(field_width, parent->width()), std::min(field_height, parent->height()));
    setMask(roundedRegion(rect()));
    move(parent->mapToGlobal(QPoint((parent->width() - width()) / 2, parent->height() / 10)));
    search({});
    m_field->setFocus();
}

void CommandSearch::search(const QString& text)
{
    m_found = findCommands(text, m_actions, m_now->scenario, m_now.get());
    m_list->clear();
    for (const Command& command : m_found)
        m_list->addItem(
            command.hint.isEmpty() ? command.label : command.label + QStringLiteral("   ·   ") + command.hint);
    m_list->setCurrentRow(0);
    showPreview();
    if (!m_found.isEmpty())
        return;
    auto* nothing = new QListWidgetItem(tr("Nothing matches “%1”").arg(text.simplified()), m_list);
    nothing->setFlags(Qt::NoItemFlags);
}

QString CommandSearch::preview() const
{
    return m_preview->text();
}

void CommandSearch::showPreview()
{
    const int row = m_list->currentRow();
    m_preview->setText(row >= 0 && row < m_found.size() ? previewText(m_found[row], *m_now) : QString());
}

void CommandSearch::run()
{
    const int row = m_list->currentRow();
    if (row < 0 || row >= m_found.size())
        return;
    const Command command = m_found[row];
    close();
    emit chosen(command);
}

bool CommandSearch::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        const int step = key == Qt::Key_Down ? 1
            : key == Qt::Key_Up              ? -1
            : key == Qt::Key_PageDown        ? 10
            : key == Qt::Key_PageUp          ? -10
                                             : 0;
        if (step) {
            m_list->setCurrentRow(std::clamp(m_list->currentRow() + step, 0, m_list->count() - 1));
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace kneepoint
