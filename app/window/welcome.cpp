// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/welcome.h"

#include "widgets/box_layouts.h"
#include "widgets/theme/theme.h"

#include <QCommandLinkButton>
#include <QLabel>

namespace kneepoint {

Welcome::Welcome(QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Welcome"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = columnIn(this, {24, 24, 24, 16}, 12);
    auto* question = new QLabel(tr("What do you want to do?"));
    question->setFont(roleFont(font(), FontRole::headline));
    column->addWidget(question);
    addChoice(Choice::learn, tr("&Learn"),
        tr("Lesson 1: a first all-reduce, and where scaling stops. Predict first, then see."), Qt::Key_L);
    addChoice(Choice::plan, tr("&Plan"), tr("Llama 3.1 8B on 64 H100: layout, time and cost."), Qt::Key_P);
    addChoice(Choice::own, tr("My &own job"),
        tr("Drop a config, a training log, a profiler trace or nccl-tests output."), Qt::Key_O);
    addChoice(Choice::explore, tr("Just &explore"),
        tr("The board with its knee, and a short tour. Escape skips the tour."), Qt::Key_E);
    auto* later = new QLabel(tr("Asked once; later starts open what you chose. Help › Start page brings it back."));
    later->setWordWrap(true);
    later->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(later);
    connect(this, &QDialog::rejected, this, [this] { emit chosen(Choice::nothing); });
}

void Welcome::addChoice(Choice choice, const QString& title, const QString& about, const QKeySequence& key)
{
    auto* button = new QCommandLinkButton(title, about);
    button->setIcon({});    // instead of Qt's green arrow
    button->setFlat(false); // three buttons, not three paragraphs
    button->setShortcut(key);
    button->setAccessibleDescription(about);
    connect(button, &QCommandLinkButton::clicked, this, [this, choice] {
        emit chosen(choice);
        accept();
    });
    layout()->addWidget(button);
}

} // namespace kneepoint
