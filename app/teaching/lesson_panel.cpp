// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/lesson_panel.h"

#include "model/units/units.h"
#include "widgets/controls/control_list.h"
#include "widgets/controls/number_pad.h"
#include "widgets/math_label.h"
#include "widgets/math_text.h"
#include "widgets/panels/sketch_pad.h"
#include "widgets/text.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeySequence>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace kneepoint {
namespace {

QPushButton* button(const QString& text, const QKeySequence& key, const QString& help)
{
    auto* made = new QPushButton(text);
    made->setShortcut(key);
    made->setToolTip(QStringLiteral("%1 (%2)").arg(help, key.toString(QKeySequence::NativeText)));
    return made;
}

void clear(QVBoxLayout& layout)
{
    while (QLayoutItem* item = layout.takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

/// Buttons do not wrap text on their own.
QString inShortLines(const QString& text)
{
    constexpr qsizetype longest = 38;
    QString lines;
    qsizetype used = 0;
    for (const QString& word : text.split(u' ')) {
        const bool fits = used == 0 || used + word.size() < longest;
        lines += used == 0 ? QString() : fits ? QStringLiteral(" ") : QStringLiteral("\n");
        lines += word;
        used = (fits ? used + 1 : 0) + word.size();
    }
    return lines;
}

QString filled(const LessonStep& step, std::string_view text)
{
    return toQString(filledText(step, text).value_or(std::string(text)));
}

} // namespace

LessonPanel::LessonPanel(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel)
    , m_scroll(new QScrollArea)
    , m_controls(new ControlList)
    , m_lock(button(tr("Lock my answer"), QKeySequence(Qt::CTRL | Qt::Key_Return), tr("Lock the prediction, then see")))
    , m_hint(button(tr("Hint"), QKeySequence(Qt::CTRL | Qt::Key_H), tr("Show the hint")))
    , m_previous(button(tr("Previous"), QKeySequence(Qt::ALT | Qt::Key_Left), tr("The step before")))
    , m_next(button(tr("Next"), QKeySequence(Qt::ALT | Qt::Key_Right), tr("The next step")))
{
    auto* close = new QPushButton(tr("Close"));
    close->setAccessibleName(tr("Close the lesson"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);

    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(close);
    auto* body = new QWidget;
    auto* padded = new QVBoxLayout(body); // an aligned layout would give wrapped text the height of another width
    m_body = new QVBoxLayout;
    padded->addLayout(m_body);
    padded->addStretch(1);
    m_scroll->setAccessibleName(tr("Step of the lesson"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidget(body);
    auto* answer = new QHBoxLayout;
    answer->addWidget(m_hint);
    answer->addWidget(m_lock, 1);
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_previous);
    foot->addWidget(m_next);
    auto* column = new QVBoxLayout(this);
    column->addLayout(head);
    column->addWidget(m_scroll, 1);
    column->addWidget(m_controls);
    column->addLayout(answer);
    column->addLayout(foot);

    connect(m_lock, &QPushButton::clicked, this, &LessonPanel::lock);
    connect(m_hint, &QPushButton::clicked, this, [this] {
        m_hint->setEnabled(false);
        addLine(tr("Hint: %1").arg(filled(step(), step().question->hint)));
    });
    connect(m_previous, &QPushButton::clicked, this, [this] { goTo(m_step - 1); });
    connect(m_next, &QPushButton::clicked, this, [this] { goTo(m_step + 1); });
    connect(close, &QPushButton::clicked, this, &LessonPanel::closed);
}

void LessonPanel::open(const Lesson& lesson)
{
    m_lesson = lesson;
    m_results = {lesson.id, {}, {}};
    goTo(0);
}

void LessonPanel::goTo(std::size_t step)
{
    if (step >= m_lesson.steps.size())
        return;
    m_step = step;
    const int number = static_cast<int>(step) + 1;
    m_revealed = std::ranges::find(m_results.answers, number, &GivenAnswer::step) != m_results.answers.end();
    fill();
    emit stepped();
}

MathLabel* LessonPanel::addLine(const QString& text)
{
    auto* label = new MathLabel;
    label->setProse(text);
    m_body->addWidget(label);
    return label;
}

/// Paragraphs are divided by empty lines.
void LessonPanel::addText(const QString& text)
{
    for (const QString& paragraph : text.split(QStringLiteral("\n\n"), Qt::SkipEmptyParts)) {
        if (!isFormula(paragraph)) {
            addLine(paragraph.trimmed());
            continue;
        }
        auto* label = new MathLabel;
        label->setFormula(paragraph.trimmed());
        m_body->addWidget(label);
    }
}

void LessonPanel::fill()
{
    clear(*m_body);
    m_question = nullptr;
    m_number = nullptr;
    m_choices = nullptr;
    delete m_sketch;
    const LessonStep& s = step();
    m_title->setText(tr("%1 · %2 of %3: %4")
                         .arg(toQString(m_lesson.title))
                         .arg(m_step + 1)
                         .arg(m_lesson.steps.size())
                         .arg(toQString(s.title)));
    addText(filled(s, s.text));
    if (s.question)
        fillQuestion(*s.question);
    const bool is_answered = !s.question || m_revealed;
    if (is_answered && !s.explanation.empty())
        addText(filled(s, s.explanation));
    m_hint->setEnabled(true);
    m_controls->setParameters(s.controls);
    showQuestionParts();
    m_previous->setEnabled(m_step > 0);
    m_next->setEnabled(m_step + 1 < m_lesson.steps.size());
}

/// The answer field while the question is pending, else the step's controls.
void LessonPanel::showQuestionParts()
{
    const bool asks = isBlind();
    m_lock->setVisible(asks);
    m_hint->setVisible(asks);
    m_controls->setVisible(!asks && !step().controls.empty());
}

void LessonPanel::fillQuestion(const Question& q)
{
    m_question = new QWidget;
    auto* column = new QVBoxLayout(m_question);
    column->setContentsMargins(0, 8, 0, 8);
    auto* text = new MathLabel;
    text->setProse(filled(step(), q.text));
    column->addWidget(text);
    m_body->addWidget(m_question);
    if (q.kind == Question::Kind::choice) {
        fillChoices(q);
    } else if (q.kind == Question::Kind::curve) {
        fillSketch(q);
    } else {
        fillNumber(q, *column);
    }
    m_question->setEnabled(!m_revealed);
}

void LessonPanel::fillNumber(const Question& q, QVBoxLayout& column)
{
    m_number = new QLineEdit;
    m_number->setPlaceholderText(tr("A number"));
    m_number->setToolTip(tr("With or without a unit"));
    m_number->setAccessibleName(tr("My answer"));
    connect(m_number, &QLineEdit::returnPressed, this, &LessonPanel::lock);
    auto* pad = new NumberPad(*m_number, unitOf(*q.quantity));
    pad->hide();
    auto* open = new QToolButton;
    open->setText(tr("123"));
    open->setCheckable(true);
    open->setToolTip(tr("Keys to click"));
    open->setAccessibleName(tr("Number pad"));
    connect(open, &QToolButton::toggled, pad, &QWidget::setVisible);
    auto* row = new QHBoxLayout;
    row->addWidget(m_number, 1);
    row->addWidget(open);
    column.addLayout(row);
    column.addWidget(pad);
    m_number->setFocus();
}

/// Sorted by text, so that the position of an answer does not reveal anything.
void LessonPanel::fillChoices(const Question& q)
{
    std::vector<std::size_t> order(q.choices.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) { return q.choices[i].text; });
    m_choices = new QButtonGroup(m_question);
    int key = 0;
    for (const std::size_t i : order) {
        const QString words = filled(step(), q.choices[i].text);
        QString numbered = QStringLiteral("%1. %2").arg(key + 1).arg(words);
        auto* radio = new QRadioButton(inShortLines(numbered.replace(u'&', QStringLiteral("&&"))));
        radio->setAccessibleName(words);
        radio->setShortcut(QKeySequence(static_cast<Qt::Key>(Qt::Key_1 + key++)));
        m_choices->addButton(radio, static_cast<int>(i));
        m_question->layout()->addWidget(radio);
    }
}

void LessonPanel::fillSketch(const Question& q)
{
    const std::vector<CurvePoint> right = rightCurve(q);
    m_sketch = new SketchPad(this);
    m_sketch->hide(); // until the board shows it
    if (right.empty())
        return;
    double low = right.front().y, high = right.front().y;
    for (const CurvePoint& p : right) {
        low = std::min(low, p.y);
        high = std::max(high, p.y);
    }
    // Room for a straight line too, so that the axes do not give the answer away.
    const double span = q.to / q.from;
    m_sketch->start({q.from, q.to, std::min(low, high / span), std::max(high, low * span), q.over, q.quantity->metric});
    if (m_revealed)
        m_sketch->reveal(right);
}

std::optional<Verdict> LessonPanel::verdictOfInput()
{
    const Question& q = *step().question;
    if (q.kind == Question::Kind::choice)
        return m_choices->checkedId() < 0 ? std::optional<Verdict>()
                                          : judgeChoice(q, static_cast<std::size_t>(m_choices->checkedId()));
    if (q.kind == Question::Kind::curve) {
        const std::vector<CurvePoint> sketch = m_sketch->sketch();
        return sketch.size() < 2 ? std::optional<Verdict>() : judgeCurve(q, sketch);
    }
    const auto value = parseQuantity(m_number->text().toStdString(), unitOf(*q.quantity));
    if (!value) {
        addLine(toQString(value.error().message));
        return {};
    }
    return judgeNumber(q, *value);
}

void LessonPanel::lock()
{
    if (!isBlind())
        return;
    if (const auto verdict = verdictOfInput())
        reveal(*verdict);
}

QString LessonPanel::verdictText(const Verdict& verdict) const
{
    return toQString(verdictSentence(step(), verdict));
}

QString LessonPanel::questionText() const
{
    return step().question ? filled(step(), step().question->text) : QString();
}

void LessonPanel::reveal(const Verdict& verdict)
{
    m_revealed = true;
    m_question->setEnabled(false);
    if (auto* pad = m_question->findChild<NumberPad*>())
        pad->hide();
    showQuestionParts();
    if (m_sketch)
        m_sketch->reveal(rightCurve(*step().question));
    m_results.answers.push_back({static_cast<int>(m_step) + 1, verdict.right, verdict.factor, verdict.misconception});
    MathLabel* said = addLine(verdictText(verdict));
    addText(filled(step(), step().explanation));
    m_next->setFocus();
    emit revealed();
    QScrollBar* bar = m_scroll->verticalScrollBar();
    connect(bar, &QAbstractSlider::rangeChanged, said, [bar, said] { bar->setValue(said->y()); });
}

} // namespace kneepoint
