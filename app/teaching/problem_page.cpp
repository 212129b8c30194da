// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/problem_page.h"

#include "model/lesson/problem.h"
#include "widgets/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace kneepoint {
namespace {

QLabel* plainLabel()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setAlignment(Qt::AlignTop);
    return label;
}

/// The topic, and how the question begins; which of them is meant can be told without an id.
QString titleOf(const Problem& p)
{
    const QString topic = toQString(p.topic);
    return QStringLiteral("%1%2: %3").arg(topic.left(1).toUpper(), topic.mid(1), toQString(p.text).simplified());
}

} // namespace

ProblemPage::ProblemPage(QWidget* parent)
    : QWidget(parent)
    , m_list(new QListWidget)
    , m_text(plainLabel())
    , m_solution(plainLabel())
    , m_open(new QPushButton(tr("&Open on the board")))
{
    setWindowTitle(tr("Textbook problems"));
    auto* search = new QLineEdit;
    search->setPlaceholderText(tr("Search problems"));
    search->setAccessibleName(tr("Search problems"));
    m_list->setAccessibleName(tr("Problems"));
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSpacing(3);
    for (const Problem& p : shippedProblems())
        m_list->addItem(titleOf(p));
    auto* left = new QVBoxLayout;
    left->addWidget(search);
    left->addWidget(m_list, 1);
    auto* solution = new QPushButton(tr("&Show the solution"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(solution);
    buttons->addWidget(m_open);
    buttons->addStretch(1);
    auto* right = new QVBoxLayout;
    right->addWidget(m_text, 1);
    right->addWidget(m_solution, 1);
    right->addLayout(buttons);
    auto* row = new QHBoxLayout(this);
    constexpr int gap = 20;
    row->setSpacing(gap);
    row->addLayout(left, 2);
    row->addLayout(right, 3);
    connect(search, &QLineEdit::textChanged, this, &ProblemPage::filter);
    connect(m_list, &QListWidget::currentRowChanged, this, &ProblemPage::showProblem);
    connect(solution, &QPushButton::clicked, this, &ProblemPage::showSolution);
    connect(m_open, &QPushButton::clicked, this, [this] {
        if (const Problem* p = current())
            emit opened(*p);
    });
    m_open->setDefault(true);
    setFocusProxy(m_list);
    m_list->setCurrentRow(0);
}

const Problem* ProblemPage::current() const
{
    const int row = m_list->currentRow();
    return row < 0 ? nullptr : &shippedProblems()[static_cast<std::size_t>(row)];
}

void ProblemPage::filter(const QString& words)
{
    for (int row = 0; row < m_list->count(); ++row) {
        const Problem& p = shippedProblems()[static_cast<std::size_t>(row)];
        const bool found = m_list->item(row)->text().contains(words, Qt::CaseInsensitive)
            || toQString(p.text).contains(words, Qt::CaseInsensitive);
        m_list->item(row)->setHidden(!found);
    }
}

void ProblemPage::showProblem()
{
    const Problem* p = current();
    m_text->setText(p ? withUnbrokenNumbers(toQString(p->text)) : QString());
    m_solution->clear();
    m_solution->setAccessibleName(tr("The solution is not shown yet"));
    m_open->setEnabled(p && p->answer.metric);
    m_open->setToolTip(m_open->isEnabled() ? tr("Replace the scenario on the board with this one")
                                           : tr("This problem uses a formula only and has no scenario"));
}

void ProblemPage::showSolution()
{
    const Problem* p = current();
    if (!p)
        return;
    const ProblemAnswer answer = solve(*p);
    QStringList lines{toQString(workingOf(p->answer))};
    if (answer.computed)
        lines << tr("Computed: %1 %2. Published answer: %3 %2.")
                     .arg(QString::number(*answer.computed, 'g', 4), toQString(p->unit),
                         QString::number(p->expected, 'g', 4));
    if (!p->note.empty())
        lines << toQString(p->note);
    lines << tr("Source: %1").arg(toQString(p->source));
    m_solution->setText(lines.join(QStringLiteral("\n\n")));
    m_solution->setAccessibleName({}); // its text
}

} // namespace kneepoint
