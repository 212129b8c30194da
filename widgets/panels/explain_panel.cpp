// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/explain_panel.h"

#include "model/analysis/analysis.h"
#include "model/results/metric.h"
#include "widgets/box_layouts.h"
#include "widgets/math_label.h"
#include "widgets/text.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QTableWidget>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int before_column = 1;
constexpr int now_column = 2;
constexpr int why_column = 4;
const QString first_explained = QStringLiteral("step_s");

QLabel* plainLabel()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QTableWidget* changeTable()
{
    auto* table = new QTableWidget(0, 5);
    table->setAccessibleName(ExplainPanel::tr("What changed"));
    table->setHorizontalHeaderLabels({ExplainPanel::tr("Term"), ExplainPanel::tr("Before"), ExplainPanel::tr("Now"),
        ExplainPanel::tr("Change"), ExplainPanel::tr("Because of")});
    table->verticalHeader()->hide();
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->horizontalHeader()->setStretchLastSection(true);
    return table;
}

/// A term of a formula: at the left, and elided with a tool tip where there is no room, so that nothing scrolls
/// sideways.
class TermButton : public QPushButton {
public:
    explicit TermButton(const QString& text)
        : QPushButton(text)
    {
        setFlat(true);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed); // a button would keep the width of its text
        setToolTip(plainToolTip(QString(text).replace(QStringLiteral("&&"), QStringLiteral("&"))));
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QPushButton::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStyleOptionButton option;
        initStyleOption(&option);
        option.text.clear();
        QStylePainter painter(this);
        painter.drawControl(QStyle::CE_PushButton, option);
        constexpr int side = 6;
        const QRect words = rect().adjusted(side, 0, -side, 0);
        painter.setPen(palette().color(isEnabled() ? QPalette::Link : QPalette::WindowText));
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic,
            fontMetrics().elidedText(text(), Qt::ElideRight, words.width()));
    }
};

} // namespace

ExplainPanel::ExplainPanel(QWidget* parent)
    : QWidget(parent)
    , m_halves(new QBoxLayout(QBoxLayout::LeftToRight, this))
    , m_sentence(plainLabel())
    , m_table(changeTable())
    , m_formula(new QVBoxLayout)
    , m_back(new QPushButton(tr("Back")))
{
    auto* left = new QVBoxLayout;
    left->addWidget(m_sentence);
    left->addWidget(m_table, 1);
    constexpr int least_part = 24; // of what is scrolled, so that the sentence stays whole
    m_table->setMinimumHeight(least_part);
    auto* body = new QWidget;
    auto* padded = new QVBoxLayout(body); // an aligned layout would give wrapped text the height of another width
    padded->addLayout(m_formula);
    padded->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(body);
    makeScrolled(*scroll, Qt::ScrollBarAsNeeded);
    scroll->setAccessibleName(tr("Formula with numbers"));
    auto* right = new QVBoxLayout;
    right->addWidget(scroll, 1);
    scroll->setMinimumHeight(least_part);
    right->addWidget(m_back, 0, Qt::AlignLeft);
    m_halves->addLayout(left);
    m_halves->addLayout(right);
    m_back->setEnabled(false);
    m_back->setToolTip(tr("The formula shown before"));
    connect(m_back, &QPushButton::clicked, this, &ExplainPanel::goBack);
    const auto explain = [this](int line) {
        if (line >= 0 && line < m_ids.size())
            emit wanted(m_ids[line]);
    };
    connect(m_table, &QTableWidget::cellClicked, this, explain);
    connect(m_table, &QTableWidget::cellActivated, this, explain);
    show(Change{});
}

void ExplainPanel::show(const Change& change)
{
    m_sentence->setText(change.sentence.empty()
            ? tr("Change a control to see what it does, term by term.")
            : withUnbrokenNumbers(
                toQString(change.shares.empty() ? change.sentence : change.sentence + " " + change.shares)));
    m_halves->setStretch(0, change.terms.empty() ? 0 : 3);
    m_halves->setStretch(1, 2);
    m_ids.clear();
    m_table->setRowCount(static_cast<int>(change.terms.size()));
    m_table->setVisible(!change.terms.empty());
    for (const ChangeTerm& term : change.terms) {
        const auto line = static_cast<int>(m_ids.size());
        m_ids << toQString(term.id);
        const QString how = term.change == "unchanged" ? tr("same") : toQString(term.change);
        const QStringList cells{
            toQString(term.label), toQString(term.before), toQString(term.after), how, toQString(term.why)};
        for (int c = 0; c < cells.size(); ++c)
            m_table->setItem(line, c, new QTableWidgetItem(withUnbrokenNumbers(cells[c])));
        const QString whole = tr("%1: %2 → %3, %4. %5")
                                  .arg(toQString(term.label), toQString(term.before), toQString(term.after),
                                      toQString(term.change), toQString(term.why));
        for (int c = 0; c < cells.size(); ++c)
            m_table->item(line, c)->setToolTip(plainToolTip(whole.trimmed()));
    }
    fitColumns();
}

/// If the table is too narrow for all columns, the values before are hidden, because the change implies them; then the
/// reasons, which the tool tips have; then values and terms wrap between their words.
void ExplainPanel::fitColumns()
{
    QHeaderView& header = *m_table->horizontalHeader();
    header.setStretchLastSection(false);
    for (const int column : {before_column, why_column})
        m_table->setColumnHidden(column, false);
    m_table->resizeColumnsToContents();
    for (const int column : {before_column, why_column})
        m_table->setColumnHidden(column, header.length() > m_table->viewport()->width());
    const int room = m_table->viewport()->width()
        - (m_table->verticalScrollBar()->isVisible() ? 0 : style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    for (const int column : {now_column, 0}) {
        const int excess = std::max(0, header.length() - room);
        const int width = m_table->columnWidth(column);
        m_table->setColumnWidth(column, std::min(width, std::max(widestWord(column), width - excess)));
    }
    header.setStretchLastSection(true);
    m_table->resizeRowsToContents();
}

int ExplainPanel::widestWord(int column) const
{
    static const QRegularExpression breaks(QStringLiteral("(?<=[ -])"));
    int widest = 0;
    for (int line = 0; line < m_table->rowCount(); ++line)
        for (const QString& word : m_table->item(line, column)->text().split(breaks))
            widest = std::max(widest, m_table->fontMetrics().horizontalAdvance(word.trimmed()));
    constexpr int sides = 10;
    return widest + sides;
}

void ExplainPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    constexpr int least_letters = 80; // for a table and a formula beside each other
    const bool narrow = width() < least_letters * fontMetrics().averageCharWidth();
    m_halves->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    fitColumns();
}

QString ExplainPanel::sentence() const
{
    return m_sentence->text();
}

void ExplainPanel::derive(const QString& id, const Analysis& analysis)
{
    if (m_trail.isEmpty() || m_trail.back() != id)
        m_trail << id;
    fillFormula(analysis);
}

void ExplainPanel::update(const Analysis& analysis)
{
    if (m_trail.isEmpty())
        m_trail << first_explained;
    fillFormula(analysis);
}

void ExplainPanel::goBack()
{
    if (m_trail.size() < 2)
        return;
    m_trail.removeLast();
    emit wanted(m_trail.back());
}

MathLabel* ExplainPanel::addLine(const QString& text)
{
    auto* label = new MathLabel;
    label->setProse(text);
    m_formula->addWidget(label);
    return label;
}

void ExplainPanel::fillFormula(const Analysis& analysis)
{
    clearLayout(*m_formula);
    m_lines.clear();
    m_back->setEnabled(m_trail.size() > 1);
    const auto d = derivationOf(m_trail.back().toStdString(), analysis);
    if (!d) {
        addLine(tr("This figure has no closed formula: it comes from the whole curve, from a simulation, or from your "
                   "settings."));
        return;
    }
    MathLabel* name = addLine(toQString(d->label));
    QFont strong = name->font();
    strong.setBold(true);
    name->setFont(strong);
    offerMeasurement(analysis);
    m_lines = {QStringLiteral("%1 = %2").arg(toQString(d->symbol), toQString(d->formula)),
        QStringLiteral("= %1").arg(toQString(d->substituted)), QStringLiteral("= %1").arg(toQString(d->result))};
    for (const QString& line : m_lines) {
        auto* label = new MathLabel;
        label->setFormula(line);
        m_formula->addWidget(label);
    }
    for (const DerivationTerm& term : d->terms) {
        auto* button = new TermButton(QStringLiteral("%1: %2")
                                          .arg(toQString(term.label), toQString(term.value))
                                          .replace(u'&', QStringLiteral("&&")));
        button->setEnabled(derivationOf(term.id, analysis).has_value());
        connect(button, &QPushButton::clicked, this, [this, id = toQString(term.id)] { emit wanted(id); });
        m_formula->addWidget(button);
    }
    if (!d->help.empty())
        addLine(toQString(d->help));
    if (!d->source.empty())
        addLine(tr("Source: %1").arg(toQString(d->source)));
}

/// Beside the step time, where its interval is wide.
void ExplainPanel::offerMeasurement(const Analysis& analysis)
{
    constexpr double wide = 0.2; // from one end to the other, of the figure
    const Metric& step = kneepoint::metric("step_s");
    const std::optional<Interval> interval = intervalOf(step, analysis);
    if (m_trail.back() != first_explained || !interval || interval->high - interval->low < wide * analysis.step.step_s)
        return;
    addLine(tr("90 % interval: %1 to %2.")
                .arg(toQString(valueText(step, interval->low)), toQString(valueText(step, interval->high))));
    auto* button = new QPushButton(tr("What to measure next"));
    button->setToolTip(plainToolTip(tr("The runs of your own that would narrow the interval most")));
    connect(button, &QPushButton::clicked, this, &ExplainPanel::measureWanted);
    m_formula->addWidget(button, 0, Qt::AlignLeft);
}

} // namespace kneepoint
