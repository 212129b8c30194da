// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_summary.h"

#include "model/lesson/lesson_results.h"
#include "widgets/box_layouts.h"
#include "widgets/math_label.h"
#include "widgets/panels/flow_layout.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QGridLayout>
#include <QPushButton>
#include <QScrollArea>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int widest_summary = 1240;
constexpr int summary_spacing = 12;

MathLabel* summaryLabel(const QString& words, const QFont& font)
{
    auto* label = new MathLabel;
    label->setFont(font);
    label->setProse(words);
    return label;
}

QString factorWords(const LessonStep& step, const GivenWords& g)
{
    if (step.question->kind == Question::Kind::choice)
        return g.verdict.right ? QStringLiteral("✓") : QStringLiteral("✗");
    const double off = g.verdict.factor > 0 ? offFactor(g.verdict.factor) : 0;
    const QString factor = off > 0 ? QStringLiteral("%1×").arg(QString::number(off, 'g', 3)) : QStringLiteral("–");
    return (g.verdict.right ? QStringLiteral("✓ ") : QStringLiteral("✗ ")) + factor;
}

/// A row for each question: what was guessed, what is right, and how far apart they are.
QGridLayout* answersTable(const Lesson& lesson, const std::map<std::size_t, GivenWords>& given, const QFont& base)
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(2 * summary_spacing);
    grid->setVerticalSpacing(summary_spacing / 2);
    const QFont small = roleFont(base, FontRole::small);
    int row = 0;
    const QStringList heads{LessonSummary::tr("question"), LessonSummary::tr("you"), LessonSummary::tr("computed"),
        LessonSummary::tr("off by"), LessonSummary::tr("misconception")};
    for (int c = 0; c < heads.size(); ++c)
        grid->addWidget(summaryLabel(heads[c], small), row, c);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        if (!lesson.steps[i].question)
            continue;
        ++row;
        const auto found = given.find(i);
        grid->addWidget(summaryLabel(toQString(lesson.steps[i].title), base), row, 0);
        if (found == given.end()) {
            grid->addWidget(summaryLabel(LessonSummary::tr("not answered"), base), row, 1);
            continue;
        }
        const GivenWords& g = found->second;
        grid->addWidget(summaryLabel(g.mine, base), row, 1);
        grid->addWidget(summaryLabel(g.computed, base), row, 2);
        grid->addWidget(summaryLabel(factorWords(lesson.steps[i], g), roleFont(base, FontRole::strong)), row, 3);
        grid->addWidget(summaryLabel(toQString(g.verdict.misconception), base), row, 4);
    }
    constexpr int stretches[] = {3, 3, 3, 1, 4};
    for (int c = 0; c < heads.size(); ++c)
        grid->setColumnStretch(c, stretches[c]);
    return grid;
}

} // namespace

LessonSummary::LessonSummary(QWidget* parent)
    : QWidget(parent)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("End of the lesson"));
    columnIn(this);
}

void LessonSummary::show(const Lesson& lesson, const std::map<std::size_t, GivenWords>& given, const Lesson* next)
{
    delete m_page;
    auto* scroll = new QScrollArea;
    scroll->setAccessibleName(tr("End of the lesson"));
    makeScrolled(*scroll, Qt::ScrollBarAsNeeded);
    m_page = scroll;
    auto* body = new QWidget;
    body->setMaximumWidth(widest_summary);
    auto* column = new QVBoxLayout(body);
    column->setSpacing(summary_spacing);
    column->addStretch(1);
    const QFont reading = lessonFont(font(), LessonFont::text);
    QFont medium = font();
    constexpr double table_scale = 1.2;
    medium.setPointSizeF(font().pointSizeF() * table_scale);

    const auto asked = std::ranges::count_if(lesson.steps, [](const LessonStep& s) { return s.question.has_value(); });
    const auto right = std::ranges::count_if(given, [](const auto& g) { return g.second.verdict.right; });
    column->addWidget(
        summaryLabel(toQString(lesson.title), roleFont(lessonFont(font(), LessonFont::large), FontRole::strong)));
    column->addWidget(summaryLabel(tr("%1 of %2 right.").arg(right).arg(asked), reading));
    column->addLayout(answersTable(lesson, given, medium));
    column->addSpacing(summary_spacing);
    column->addWidget(summaryLabel(tr("To take along"), roleFont(reading, FontRole::strong)));
    for (const std::string& line : lesson.teaches)
        column->addWidget(summaryLabel(QStringLiteral("•  ") + toQString(line), medium));
    if (!lesson.try_next.empty()) {
        column->addWidget(summaryLabel(tr("Try next"), roleFont(reading, FontRole::strong)));
        column->addWidget(summaryLabel(toQString(lesson.try_next), medium));
    }
    auto* row = new FlowLayout(summary_spacing);
    const auto button = [&](const QString& words, auto signal) {
        auto* made = new QPushButton(words);
        made->setMinimumHeight(36);
        connect(made, &QPushButton::clicked, this, signal);
        row->addWidget(made);
        return made;
    };
    m_next = next ? button(tr("Next lesson: %1").arg(toQString(next->title).replace(u'&', QStringLiteral("&&"))),
                 &LessonSummary::nextWanted)
                  : nullptr;
    if (m_next)
        m_next->setDefault(true);
    if (!lesson.try_next.empty())
        button(tr("Try it on the board"), &LessonSummary::tryWanted);
    button(tr("Save my results…"), &LessonSummary::saveWanted);
    button(tr("Close the lesson"), &LessonSummary::closed);
    column->addSpacing(summary_spacing);
    column->addLayout(row);
    column->addStretch(1);

    auto* centered = new QWidget;
    centered->setAutoFillBackground(true);
    centered->setBackgroundRole(QPalette::Base);
    auto* middle = new QHBoxLayout(centered);
    middle->addStretch(1);
    middle->addWidget(body, 1000);
    middle->addStretch(1);
    scroll->setWidget(centered);
    layout()->addWidget(scroll);
}

} // namespace kneepoint
