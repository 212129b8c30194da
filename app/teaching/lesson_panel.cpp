// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_panel.h"

#include "app/teaching/lesson_outline.h"
#include "widgets/box_layouts.h"
#include "widgets/controls/control_list.h"
#include "widgets/math_label.h"
#include "widgets/panels/sketch_pad.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

QLabel* roleLabel(FontRole role)
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setFont(roleFont(label->font(), role));
    return label;
}

/// As high as what it shows, and scrolled where there is less room.
class LowArea : public QScrollArea {
public:
    LowArea()
    {
        makeScrolled(*this);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    }
    [[nodiscard]] QSize sizeHint() const override { return widget() ? widget()->sizeHint() : QSize(); }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        constexpr int least_height = 48;
        return {0, std::min(least_height, sizeHint().height())};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
};

} // namespace

LessonPanel::LessonPanel(QWidget* parent)
    : QWidget(parent)
    , m_place(roleLabel(FontRole::small))
    , m_title(roleLabel(FontRole::strong))
    , m_outline(new LessonOutline)
    , m_scroll(new QScrollArea)
    , m_controls(new ControlList)
    , m_page(new QuestionPage)
    , m_summary(new LessonSummary)
    , m_bar(new LessonBar)
{
    auto* close = new QPushButton(tr("Close"));
    close->setAccessibleName(tr("Close the lesson"));
    close->setToolTip(tr("Leave the lesson and return to your scenario (Escape)"));
    auto* head = new QHBoxLayout;
    head->addWidget(m_place, 1);
    head->addWidget(close);
    auto* body = new QWidget;
    auto* padded = new QVBoxLayout(body); // an aligned layout would give wrapped text the height of another width
    m_body = new QVBoxLayout;
    padded->addLayout(m_body);
    padded->addStretch(1);
    m_scroll->setAccessibleName(tr("Step of the lesson"));
    makeScrolled(*m_scroll, Qt::ScrollBarAsNeeded);
    m_scroll->setWidget(body);
    m_leaving = roleLabel(FontRole::small);
    m_leaving->setText(tr("Escape leaves the lesson and restores your scenario."));
    m_leaving->setForegroundRole(QPalette::PlaceholderText);
    auto* outline = new LowArea;
    outline->setAccessibleName(tr("Steps of the lesson"));
    outline->setWidget(m_outline);
    m_scroll->setMinimumHeight(24);
    auto* column = new QVBoxLayout(this);
    column->addLayout(head);
    column->addWidget(m_title);
    column->addWidget(outline);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_controls);
    column->addWidget(m_leaving);

    connect(m_outline, &LessonOutline::picked, this, &LessonPanel::goTo);
    connect(m_page, &QuestionPage::lockWanted, this, &LessonPanel::lock);
    connect(&m_bar->previous(), &QPushButton::clicked, this, [this] { goTo(m_summing ? m_step : m_step - 1); });
    connect(&m_bar->next(), &QPushButton::clicked, this, [this] { goTo(m_step + 1); });
    connect(&m_bar->lock(), &QPushButton::clicked, this, &LessonPanel::lock);
    connect(&m_bar->hint(), &QPushButton::clicked, this, &LessonPanel::hint);
    connect(&m_bar->board(), &QPushButton::clicked, this, &LessonPanel::boardWanted);
    connect(close, &QPushButton::clicked, this, &LessonPanel::closed);
    connect(m_summary, &LessonSummary::closed, this, &LessonPanel::closed);
}

void LessonPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    constexpr int least_height_with_help = 300;
    m_leaving->setVisible(height() >= least_height_with_help);
}

/// The pages have no parent while the board does not show them, nor has the bar until it is placed.
LessonPanel::~LessonPanel()
{
    for (QWidget* page :
        {static_cast<QWidget*>(m_page), static_cast<QWidget*>(m_summary), static_cast<QWidget*>(m_bar)})
        if (page && !page->parent())
            delete page;
}

void LessonPanel::open(const Lesson& lesson)
{
    const bool again = !m_given.empty() && !m_summing && m_lesson.id == lesson.id && asksAgain();
    if (again)
        return goTo(m_step);
    m_lesson = lesson;
    m_given.clear();
    m_results = {lesson.id, {}, {}};
    goTo(0);
}

void LessonPanel::goTo(std::size_t step)
{
    if (step > m_lesson.steps.size())
        return;
    m_summing = step == m_lesson.steps.size();
    m_step = std::min(step, m_lesson.steps.size() - 1);
    fill();
    emit stepped();
}

bool LessonPanel::asksAgain() const
{
    for (std::size_t i = m_summing ? m_lesson.steps.size() : m_step; i < m_lesson.steps.size(); ++i)
        if (m_lesson.steps[i].question && !m_given.contains(i))
            return true;
    return false;
}

const Lesson* LessonPanel::nextLesson() const
{
    const auto course = shippedLessons();
    const auto here = std::ranges::find(course, m_lesson.id, &Lesson::id);
    return here == course.end() || here + 1 == course.end() ? nullptr : &*(here + 1);
}

SketchPad* LessonPanel::sketch() const
{
    return m_page->sketch();
}

void LessonPanel::showOutline()
{
    QList<LessonOutline::Row> rows;
    rows.reserve(static_cast<qsizetype>(m_lesson.steps.size()));
    for (std::size_t i = 0; i < m_lesson.steps.size(); ++i) {
        LessonOutline::Row row{
            toQString(m_lesson.steps[i].title), {}, LessonOutline::State::open, !m_summing && i == m_step};
        if (const auto given = m_given.find(i); given != m_given.end()) {
            row.state = given->second.verdict.right ? LessonOutline::State::right : LessonOutline::State::wrong;
            row.note = given->second.verdict.right
                ? given->second.computed
                : tr("you: %1\ncomputed: %2").arg(given->second.mine, given->second.computed);
        } else if (row.is_current && m_lesson.steps[i].question) {
            row.note = tr("predict before you look");
        } else if (!m_lesson.steps[i].question && (i < m_step || m_summing)) {
            row.state = LessonOutline::State::read;
        }
        rows << row;
    }
    m_outline->show(rows);
}

void LessonPanel::fill()
{
    const auto course = shippedLessons();
    const auto here = std::ranges::find(course, m_lesson.id, &Lesson::id);
    m_place->setText(here == course.end() ? counted(static_cast<double>(m_lesson.steps.size()), tr("step"))
                                          : tr("Lesson %1 of %2").arg(here - course.begin() + 1).arg(course.size()));
    m_title->setText(toQString(m_lesson.title));
    m_controls->setParameters(m_summing ? std::vector<const Parameter*>() : step().controls);
    const auto given = m_given.find(m_step);
    if (m_summing)
        m_summary->show(m_lesson, m_given, nextLesson());
    else
        m_page->showStep(step(), given == m_given.end() ? nullptr : &given->second);
    fillText();
}

/// Beside the board: nothing while the page asks.
void LessonPanel::fillText()
{
    clearLayout(*m_body);
    showOutline();
    showControls();
    if (m_summing || isBlind())
        return;
    const LessonStep& s = step();
    QFont reading = font();
    constexpr double reading_scale = 1.1;
    reading.setPointSizeF(font().pointSizeF() * reading_scale);
    const QFont strong = roleFont(reading, FontRole::strong);
    if (const auto given = m_given.find(m_step); given != m_given.end()) {
        addParagraphs(*m_body, verdictWords(s, given->second.verdict), strong, reading);
        addParagraphs(*m_body, filledWords(s, s.explanation), reading, reading);
        addParagraphs(*m_body, filledWords(s, s.question->text), strong, reading);
        addParagraphs(*m_body, filledWords(s, s.text), reading, reading);
    } else {
        addParagraphs(*m_body, filledWords(s, s.text), reading, reading);
        addParagraphs(*m_body, filledWords(s, s.explanation), reading, reading);
    }
    m_scroll->verticalScrollBar()->setValue(0);
}

/// The step's controls unless its question is pending.
void LessonPanel::showControls()
{
    m_controls->setVisible(!m_summing && !isBlind() && !step().controls.empty());
}

/// At the last step, Next leads to the summary.
void LessonPanel::showBar(bool on_page)
{
    m_bar->previous().setEnabled(m_summing || m_step > 0);
    m_bar->setNextText(m_step + 1 < m_lesson.steps.size() ? tr("Next") : tr("Summary"));
    if (isBlind())
        return m_bar->show(LessonBar::State::asking, m_page->keys());
    const auto right = std::ranges::count_if(m_given, [](const auto& g) { return g.second.verdict.right; });
    const QString score =
        m_given.empty() || m_summing ? QString() : tr("%1 of %2 right").arg(right).arg(m_given.size());
    const LessonBar::State state = m_summing ? LessonBar::State::summary
        : on_page && !boardAnswersLater()    ? LessonBar::State::page
                                             : LessonBar::State::charts;
    m_bar->show(state, score);
}

void LessonPanel::setTextShown(bool shown)
{
    m_scroll->widget()->setVisible(shown);
    showBar(!shown);
}

bool LessonPanel::boardAnswersLater() const
{
    if (!step().charts.empty()) // those alone, which the check of the lesson has read
        return false;
    for (std::size_t i = m_step + 1; i < m_lesson.steps.size() && !m_lesson.steps[i].opens_scenario; ++i)
        if (m_lesson.steps[i].question && !m_given.contains(i))
            return true;
    return false;
}

void LessonPanel::takeFocus()
{
    QWidget* target = isBlind() ? m_page->field() : &m_bar->next();
    if (m_summing)
        target = m_summary->nextButton() ? m_summary->nextButton() : &m_bar->previous();
    if (!target)
        return;
    // What was just made is shown by the next event; focus needs it now.
    for (QWidget* w = target; isBlind() && w && w != m_page; w = w->parentWidget())
        w->show();
    target->setFocus();
    if (!isBlind())
        return;
    QWidget* before = nullptr;
    for (QWidget* w :
        m_page->tabChain() + QList<QWidget*>{&m_bar->hint(), &m_bar->lock(), &m_bar->next(), &m_bar->previous()})
        if (QWidget* first = std::exchange(before, w))
            setTabOrder(first, w);
}

void LessonPanel::lock()
{
    if (!isBlind())
        return;
    const auto given = m_page->answer();
    if (!given)
        return;
    m_given.insert_or_assign(m_step, *given);
    const Verdict& v = given->verdict;
    m_results.answers.push_back({static_cast<int>(m_step) + 1, v.right, v.factor, v.misconception});
    m_page->reveal(*given);
    m_page->scrollToResult();
    fillText();
    emit revealed();
    m_bar->next().setFocus();
}

void LessonPanel::hint()
{
    m_page->showHint();
    if (QWidget* field = m_page->field())
        field->setFocus();
}

} // namespace kneepoint
