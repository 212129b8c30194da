// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/teaching/question_page.h"

#include "app/teaching/evidence_rows.h"
#include "model/lesson/step_profile.h"
#include "model/units/units.h"
#include "widgets/box_layouts.h"
#include "widgets/controls/answer_button.h"
#include "widgets/controls/number_pad.h"
#include "widgets/math_label.h"
#include "widgets/panels/evidence_bars.h"
#include "widgets/panels/sketch_pad.h"
#include "widgets/style/style.h"
#include "widgets/text.h"

#include <QButtonGroup>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QShortcut>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

constexpr int widest_page = 1320;
constexpr int page_gap = 20;
constexpr int least_pad_height = 300;

/// Below these heights of the page, gaps and bars, and then answers and question, are smaller.
constexpr int low_page = 640;
constexpr int lowest_page = 400;

/// Answers beside each other, as many as their texts leave room for.
int columnsFor(const Question& q, bool low)
{
    std::size_t longest = 0;
    for (const AnswerChoice& c : q.choices)
        longest = std::max(longest, c.text.size());
    constexpr std::size_t short_text = 28, medium_text = 46, most_short = 3;
    if (longest <= short_text && (low || q.choices.size() <= most_short))
        return static_cast<int>(std::min(q.choices.size(), most_short));
    return longest <= medium_text ? 2 : 1;
}

/// In a scroll area.
int heightOf(const QLayout& layout, int width)
{
    return std::max(layout.totalMinimumSize().height(),
        layout.hasHeightForWidth() ? layout.totalHeightForWidth(width) : layout.totalSizeHint().height());
}

} // namespace

QuestionPage::QuestionPage(QWidget* parent)
    : QWidget(parent)
    , m_scroll(new QScrollArea)
    , m_body(new QVBoxLayout)
    , m_question(new QWidget)
    , m_asked(new QVBoxLayout(m_question))
    , m_foot(new QScrollArea)
    , m_result(new QVBoxLayout)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Question"));
    auto* body = new QWidget;
    body->setMaximumWidth(widest_page);
    m_column = new QVBoxLayout(body);
    m_column->addStretch(1);
    m_column->addLayout(m_body);
    m_column->addWidget(m_question);
    m_column->addLayout(m_result);
    m_column->addStretch(1);
    auto* centered = new QWidget;
    auto* row = rowIn(centered);
    row->addStretch(1);
    row->addWidget(body, 1000);
    row->addStretch(1);
    centered->setAutoFillBackground(true);
    centered->setBackgroundRole(QPalette::Base);
    m_scroll->setAccessibleName(tr("Question"));
    makeScrolled(*m_scroll, Qt::ScrollBarAsNeeded);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setWidget(centered);
    for (QWidget* laid_out : {centered, body})
        laid_out->installEventFilter(this);
    auto* page = columnIn(this, {}, 0);
    page->addWidget(m_scroll, 1);
    m_foot->setAccessibleName(tr("Answers"));
    makeScrolled(*m_foot);
    m_foot->setFocusPolicy(Qt::NoFocus);
    m_foot->setWidget(new QWidget);
    m_foot->widget()->setAutoFillBackground(true);
    m_foot->widget()->setBackgroundRole(QPalette::Base);
    columnIn(m_foot->widget());
    m_foot->hide();
    page->addWidget(m_foot);

    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter}) {
        auto* enter = new QShortcut(QKeySequence(key), this);
        enter->setContext(Qt::WidgetWithChildrenShortcut);
        connect(enter, &QShortcut::activated, this, &QuestionPage::lockWanted);
    }
}

void QuestionPage::showStep(const LessonStep& step, const GivenWords* given)
{
    m_step = step;
    m_revealed = false;
    m_given.reset();
    fill();
    if (given)
        reveal(*given);
}

void QuestionPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

/// A low window keeps the answers in sight: all is smaller, and then what is above them is scrolled.
void QuestionPage::arrange()
{
    const int gap = height() < low_page ? page_gap / 2 : page_gap;
    m_column->setContentsMargins(gap, gap, gap, gap);
    m_body->setSpacing(gap);
    m_asked->setSpacing(gap);
    m_result->setContentsMargins(0, gap / 2, 0, 0);
    if (m_evidence)
        m_evidence->setDense(height() < low_page);
    arrangeAnswers();
    if (QLayoutItem* first = m_asked->itemAt(0); first && first->widget())
        first->widget()->setFont(roleFont(
            lessonFont(font(), height() < lowest_page ? LessonFont::text : LessonFont::large), FontRole::strong));
    m_asked->invalidate();
    m_column->invalidate();
    pin(isTooLow());
}

bool QuestionPage::isTooLow() const
{
    const int wide = std::min(width(), widest_page);
    const int needed = heightOf(*m_column, wide) + (m_pinned ? heightOf(*m_asked, wide) : 0);
    const bool asks = m_step.question && !m_revealed && m_step.question->kind != Question::Kind::curve;
    return asks && needed > height();
}

/// New labels have their heights only once they are shown.
bool QuestionPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::LayoutRequest && isTooLow() != m_pinned)
        QMetaObject::invokeMethod(this, &QuestionPage::arrange, Qt::QueuedConnection);
    return QWidget::eventFilter(watched, event);
}

void QuestionPage::pin(bool pinned)
{
    const bool moves = pinned != m_pinned;
    m_pinned = pinned;
    const int gap = m_column->contentsMargins().left();
    m_asked->setContentsMargins(pinned ? gap : 0,
        pinned                    ? gap
            : m_body->count() > 0 ? gap
                                  : 0,
        pinned ? gap : 0, pinned ? gap : 0);
    m_foot->setVisible(pinned);
    if (!pinned) {
        if (moves)
            m_column->insertWidget(2, m_question);
    } else {
        if (moves)
            m_foot->widget()->layout()->addWidget(m_question);
        m_asked->invalidate();
        constexpr int least_above = 48;
        const int wanted = heightOf(*m_asked, width()), room = std::max(0, height() - least_above);
        m_foot->setVerticalScrollBarPolicy(wanted > room ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
        m_foot->setFixedHeight(std::min(wanted, room));
    }
    m_question->setVisible(m_step.question.has_value()); // which a move hides
}

/// Texts are multiples of the window's font, which a presentation enlarges.
void QuestionPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::FontChange || m_points <= 0 || m_points == font().pointSizeF())
        return;
    fill();
    if (m_given)
        reveal(GivenWords(*m_given));
}

void QuestionPage::fill()
{
    m_points = font().pointSizeF();
    clearLayout(*m_body);
    clearLayout(*m_asked);
    clearLayout(*m_result);
    m_answers = nullptr;
    m_question->setVisible(m_step.question.has_value());
    const QFont text = lessonFont(font(), LessonFont::text);
    const QFont large = lessonFont(font(), LessonFont::large);
    addParagraphs(*m_body, filledWords(m_step, m_step.text), text, large);
    m_hint_shown = false;
    if (!m_step.question) {
        addParagraphs(*m_result, filledWords(m_step, m_step.explanation), text, large);
        return arrange();
    }
    const Question& q = *m_step.question;
    fillEvidence(q);
    if (q.kind == Question::Kind::curve)
        fillSketch(q);
    auto* asked = new MathLabel;
    asked->setFont(roleFont(large, FontRole::strong));
    asked->setProse(filledWords(m_step, q.text));
    m_asked->addWidget(asked);
    if (q.kind == Question::Kind::number)
        fillNumber(q);
    if (q.kind == Question::Kind::choice)
        fillChoices(q);
    m_scroll->verticalScrollBar()->setValue(0);
    arrange();
    QMetaObject::invokeMethod(this, &QuestionPage::arrange, Qt::QueuedConnection); // once the new labels have sizes
}

void QuestionPage::scrollToResult()
{
    // The new labels have their heights once the layouts were activated.
    QTimer::singleShot(0, this, [this] {
        if (QLayoutItem* last = m_result->itemAt(m_result->count() - 1); last && last->widget())
            m_scroll->ensureWidgetVisible(last->widget(), 0, page_gap);
    });
}

QString QuestionPage::keys() const
{
    if (m_revealed || !m_step.question)
        return {};
    switch (m_step.question->kind) {
    case Question::Kind::choice:
        return tr("Press 1 to %1, then Enter").arg(m_step.question->choices.size());
    case Question::Kind::curve:
        return tr("Draw with the mouse or the arrow keys, then Enter");
    case Question::Kind::number:
        break;
    }
    return tr("Type a number, then Enter");
}

void QuestionPage::showHint()
{
    if (m_revealed || !m_step.question || std::exchange(m_hint_shown, true))
        return;
    addParagraphs(*m_result, tr("Hint: %1").arg(filledWords(m_step, m_step.question->hint)),
        lessonFont(font(), LessonFont::text), lessonFont(font(), LessonFont::large));
    arrange();
    scrollToResult();
}

void QuestionPage::fillEvidence(const Question& q)
{
    if (q.evidence.empty() && !q.shows_profile)
        return;
    auto* bars = new EvidenceBars;
    if (q.shows_profile)
        bars->show(profileRows(profileOf(m_step.scenario)), Unit::seconds,
            tr("Time within one step, added up by what was busy"));
    else
        bars->show(evidenceRows(q), unitOf(q.evidence.front().quantity), evidenceAxis(q));
    bars->setColored(!q.shows_profile);
    m_evidence = bars;
    m_body->addWidget(bars);
}

void QuestionPage::fillNumber(const Question& q)
{
    auto* row = new QWidget;
    auto* layout = new QGridLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    m_number = new QLineEdit;
    m_number->setFont(lessonFont(font(), LessonFont::large));
    m_number->setMinimumHeight(56);
    m_number->setMaximumWidth(480);
    const Unit unit = unitOf(*q.quantity);
    QStringList units;
    if (unit != Unit::none && unit != Unit::count)
        for (const std::string& name : unitNames(unit))
            units << toQString(name);
    m_number->setPlaceholderText(
        units.isEmpty() ? tr("a number") : tr("a number, in %1").arg(units.mid(0, 4).join(QStringLiteral(", "))));
    m_number->setAccessibleName(tr("My answer"));
    auto* pad = new NumberPad(*m_number, unitOf(*q.quantity));
    pad->setMaximumWidth(480);
    pad->hide();
    auto* open = new QToolButton;
    open->setText(tr("Keypad"));
    open->setCheckable(true);
    open->setMinimumHeight(56);
    open->setProperty(bordered_property, true);
    open->setToolTip(tr("Keys to click"));
    open->setAccessibleName(tr("Number pad"));
    connect(open, &QToolButton::toggled, this, [this, pad](bool on) {
        pad->setVisible(on);
        arrange();
    });
    layout->addWidget(m_number, 0, 0);
    layout->addWidget(open, 0, 1);
    layout->addWidget(pad, 1, 0);
    layout->setColumnStretch(2, 1);
    layout->setColumnStretch(0, 1000);
    m_asked->addWidget(row);
}

void QuestionPage::fillChoices(const Question& q)
{
    auto* answers = new QWidget;
    m_answers = new QGridLayout(answers);
    m_answers->setContentsMargins(0, 0, 0, 0);
    m_answers->setSpacing(12);
    m_choices = new QButtonGroup(answers);
    for (std::size_t i = 0; i < q.choices.size(); ++i) {
        const int place = static_cast<int>(i);
        auto* button = new AnswerButton(place + 1, filledWords(m_step, q.choices[i].text));
        button->setAutoExclusive(true); // the role for screen readers; the group does the rest
        m_choices->addButton(button, place);
        // A number key works from anywhere; Enter then locks, which needs the focus on the page.
        connect(button, &QAbstractButton::clicked, button, [button] { button->setFocus(); });
    }
    m_asked->addWidget(answers);
}

void QuestionPage::arrangeAnswers()
{
    if (!m_answers || !m_choices || !m_step.question)
        return;
    constexpr int usual_height = 56, low_height = 40, most_columns = 3, least_width_of_three = 760;
    const int columns = columnsFor(*m_step.question, height() < low_page && width() >= least_width_of_three);
    for (QAbstractButton* button : m_choices->buttons())
        m_answers->removeWidget(button);
    for (QAbstractButton* button : m_choices->buttons()) {
        const int place = m_choices->id(button);
        m_answers->addWidget(button, place / columns, place % columns);
        static_cast<AnswerButton*>(button)->setLeastHeight(height() < lowest_page ? low_height : usual_height);
    }
    for (int c = 0; c < std::max(columns, most_columns); ++c)
        m_answers->setColumnStretch(c, c < columns ? 1 : 0);
}

void QuestionPage::fillSketch(const Question& q)
{
    const std::vector<CurvePoint> right = rightCurve(q);
    m_sketch = new SketchPad;
    m_sketch->setMinimumHeight(least_pad_height);
    m_sketch->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_body->addWidget(m_sketch);
    if (!right.empty())
        m_sketch->start(sketchAxes(q.over, q.quantity->metric, right));
}

QWidget* QuestionPage::field() const
{
    if (m_revealed || !m_step.question)
        return nullptr;
    switch (m_step.question->kind) {
    case Question::Kind::number:
        return m_number;
    case Question::Kind::choice:
        return m_choices ? m_choices->button(0) : nullptr;
    case Question::Kind::curve:
        break;
    }
    return m_sketch;
}

QList<QWidget*> QuestionPage::tabChain() const
{
    QList<QWidget*> chain;
    if (m_choices && m_step.question->kind == Question::Kind::choice)
        for (QAbstractButton* button : m_choices->buttons())
            chain << button;
    else if (QWidget* answer_field = field())
        chain << answer_field;
    return chain;
}

void QuestionPage::complain(const QString& sentence)
{
    clearLayout(*m_result);
    addParagraphs(*m_result, sentence, lessonFont(font(), LessonFont::text), font());
    arrange();
    scrollToResult();
}

std::optional<GivenWords> QuestionPage::typedNumber()
{
    const Question& q = *m_step.question;
    if (m_number->text().trimmed().isEmpty()) {
        complain(keys() + u'.');
        return {};
    }
    const auto value = parseQuantity(m_number->text().toStdString(), unitOf(*q.quantity));
    if (!value) {
        complain(toQString(value.error().message));
        return {};
    }
    return GivenWords{toQString(formatQuantity(*value, unitOf(*q.quantity))), computedWords(q), judgeNumber(q, *value)};
}

std::optional<GivenWords> QuestionPage::answer()
{
    if (m_revealed || !m_step.question)
        return {};
    const Question& q = *m_step.question;
    if (q.kind == Question::Kind::number)
        return typedNumber();
    if (q.kind == Question::Kind::choice) {
        const int chosen = m_choices->checkedId();
        if (chosen < 0) {
            complain(keys() + u'.');
            return {};
        }
        const auto index = static_cast<std::size_t>(chosen);
        return GivenWords{filledWords(m_step, q.choices[index].text), computedWords(q), judgeChoice(q, index)};
    }
    const std::vector<CurvePoint> drawn = m_sketch->sketch();
    if (drawn.size() < 2) {
        complain(keys() + u'.');
        return {};
    }
    return GivenWords{tr("%1 at the end").arg(toQString(formatQuantity(drawn.back().y, unitOf(*q.quantity)))),
        tr("%1 at the end").arg(computedWords(q)), judgeCurve(q, drawn)};
}

void QuestionPage::markChoices(const GivenWords& given)
{
    const auto computed = rightChoice(*m_step.question);
    for (QAbstractButton* b : m_choices->buttons()) {
        auto& button = static_cast<AnswerButton&>(*b);
        const bool right = computed && m_choices->id(b) == static_cast<int>(*computed);
        const bool mine = button.text() == given.mine;
        button.setMark(right ? AnswerButton::Mark::right
                : mine       ? AnswerButton::Mark::wrong
                             : AnswerButton::Mark::none,
            right      ? tr("right")
                : mine ? tr("your answer")
                       : QString());
    }
}

void QuestionPage::reveal(const GivenWords& given)
{
    m_revealed = true;
    m_given = given;
    const Question& q = *m_step.question;
    if (m_choices && q.kind == Question::Kind::choice)
        markChoices(given);
    if (m_number && q.kind == Question::Kind::number) {
        m_number->setText(given.mine);
        m_number->parentWidget()->setEnabled(false);
    }
    if (m_sketch && q.kind == Question::Kind::curve)
        m_sketch->reveal(rightCurve(q));
    if (m_evidence)
        m_evidence->setColored(true);
    clearLayout(*m_result);
    const QFont text = lessonFont(font(), LessonFont::text);
    addParagraphs(*m_result, verdictWords(m_step, given.verdict), roleFont(text, FontRole::strong), text);
    const QFont large = lessonFont(font(), LessonFont::large);
    addParagraphs(*m_result, filledWords(m_step, m_step.explanation), text, large);
    arrange();
}

} // namespace kneepoint
