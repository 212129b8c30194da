// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/reach_panel.h"

#include "model/exploration/reach_words.h"
#include "widgets/box_layouts.h"
#include "widgets/controls/wrapped_label.h"
#include "widgets/panels/reach_row.h"
#include "widgets/style/style.h"
#include "widgets/text.h"
#include "widgets/theme/role_font.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int reach_panel_side = 12;
constexpr int reach_field_width = 84;
constexpr double first_knee = 1000;

/// Those asked for most, then every figure of the headline that can be better or worse.
std::vector<ReachTarget> kindsOfTargets()
{
    std::vector<ReachTarget> kinds{{ReachTarget::Kind::knee_gpus, nullptr, 0},
        {ReachTarget::Kind::figure, &metric("step_s"), 0}, {ReachTarget::Kind::figure, &metric("efficiency"), 0},
        {ReachTarget::Kind::fits, nullptr, 0}};
    for (const Metric* m : metricsUpTo(Prominence::headline))
        if (m->better != Better::neither && std::ranges::find(kinds, m, &ReachTarget::metric) == kinds.end())
            kinds.push_back({ReachTarget::Kind::figure, m, 0});
    return kinds;
}

QString targetName(const ReachTarget& kind)
{
    switch (kind.kind) {
    case ReachTarget::Kind::knee_gpus:
        return ReachPanel::tr("Knee, in GPUs");
    case ReachTarget::Kind::fits:
        return ReachPanel::tr("It fits in memory");
    case ReachTarget::Kind::figure:
        break;
    }
    return toQString(kind.metric->label);
}

bool isSameKind(const ReachTarget& a, const ReachTarget& b)
{
    return a.kind == b.kind && a.metric == b.metric;
}

QString otherWaysText(const Way& way)
{
    if (way.others == 0)
        return {};
    return ReachPanel::tr("and %1 of the list")
        .arg(counted(static_cast<double>(way.others), ReachPanel::tr("other option")));
}

} // namespace

ReachPanel::ReachPanel(QWidget* parent)
    : QWidget(parent)
    , m_target{ReachTarget::Kind::knee_gpus, nullptr, first_knee}
    , m_kinds(kindsOfTargets())
    , m_kind(new QComboBox)
    , m_sign(new QLabel)
    , m_field(new QLineEdit)
    , m_complaint(new WrappedLabel({}))
    , m_sentence(new WrappedLabel({}))
    , m_scroll(new QScrollArea)
{
    setAccessibleName(tr("What reaches a target"));
    setWhatsThis(tr("Which single change of the job reaches a target: every parameter that does, with the value "
                    "nearest to the present one. Click a row to preview it on the charts, press Enter or Apply to take "
                    "it, Escape to end the preview. The layout stays as it is."));
    auto* question = new QLabel(tr("&When does the job reach"));
    question->setBuddy(m_kind);
    question->setForegroundRole(QPalette::PlaceholderText);
    for (const ReachTarget& kind : m_kinds)
        m_kind->addItem(targetName(kind));
    m_kind->setAccessibleName(tr("Figure to reach"));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(1);
    m_field->setAccessibleName(tr("Value to reach"));
    m_field->setFixedWidth(reach_field_width);
    m_field->setAlignment(Qt::AlignRight);
    m_complaint->setForegroundRole(QPalette::LinkVisited);
    m_complaint->hide();
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentence->setAccessibleName(tr("Answer"));
    m_sentence->setFocusPolicy(Qt::NoFocus);
    makeScrolled(*m_scroll);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setBackgroundRole(QPalette::Base);

    auto* column = columnIn(this, {}, 0);
    auto* top = addedTo<QVBoxLayout>(*column, {reach_panel_side, 8, reach_panel_side, 8}, 6);
    top->addWidget(question);
    auto* asked = addedTo<QHBoxLayout>(*top, {}, 6);
    asked->addWidget(m_kind, 1);
    asked->addWidget(m_sign);
    asked->addWidget(m_field);
    top->addWidget(m_complaint);
    top->addWidget(m_sentence);
    column->addWidget(m_scroll, 1);
    setMinimumWidth(200);
    connect(m_kind, &QComboBox::activated, this, [this](int index) {
        complain({});
        emit kindChosen(m_kinds[static_cast<std::size_t>(index)]);
    });
    connect(m_field, &QLineEdit::returnPressed, this, &ReachPanel::takeText);
    connect(m_field, &QLineEdit::textEdited, this, [this] { complain({}); });
    showTarget();
}

void ReachPanel::setTarget(const ReachTarget& target)
{
    if (std::ranges::none_of(m_kinds, [&](const ReachTarget& k) { return isSameKind(k, target); })) {
        m_kinds.push_back({target.kind, target.metric, 0});
        m_kind->addItem(targetName(target));
    }
    m_target = target;
    showTarget();
}

void ReachPanel::showTarget()
{
    const auto kind = std::ranges::find_if(m_kinds, [this](const ReachTarget& k) { return isSameKind(k, m_target); });
    m_kind->setCurrentIndex(static_cast<int>(kind - m_kinds.begin()));
    const bool valued = m_target.kind != ReachTarget::Kind::fits;
    m_sign->setVisible(valued);
    m_field->setVisible(valued);
    m_sign->setText(lowerIsBetter(m_target) ? QStringLiteral("≤") : QStringLiteral("≥"));
    m_field->setText(toQString(m_target.value, m_target.metric ? m_target.metric->unit : Unit::none));
    complain({});
}

void ReachPanel::takeText()
{
    ReachTarget kind = m_target;
    kind.value = 0;
    const std::string id = targetId(kind);
    const Result<ReachTarget> read = parseTarget(id.substr(0, id.find('=') + 1) + m_field->text().toStdString());
    if (!read)
        return complain(toQString(read.error().message));
    setTarget(*read);
    emit asked();
}

void ReachPanel::complain(const QString& sentence)
{
    m_field->setProperty(invalid_property, !sentence.isEmpty());
    m_field->update();
    m_complaint->setText(sentence);
    m_complaint->setVisible(!sentence.isEmpty());
}

void ReachPanel::show(const Reached& reached, const Scenario& s)
{
    const bool had_focus = m_scroll->isAncestorOf(focusWidget());
    m_rows.clear();
    m_ways = reached.ways;
    m_sentence->setText(withUnbrokenNumbers(toQString(answerText(reached, s))));
    auto* content = new QWidget;
    content->setBackgroundRole(QPalette::Base);
    auto* column = columnIn(content, {}, 0);
    for (const Way& way : m_ways) {
        const qsizetype index = m_rows.size();
        auto* row = new ReachRow(
            toQString(wayText(way, s)), toQString(shortFigureText(reached.target, way.figure)), otherWaysText(way));
        connect(row, &QPushButton::clicked, this, [this, index] { choose(chosen() == index ? -1 : index); });
        connect(row, &ReachRow::accepted, this,
            [this, index] { emit accepted(Way(m_ways[static_cast<std::size_t>(index)])); });
        connect(row, &ReachRow::moved, this, [this, index](int by) { moveFrom(index, by); });
        column->addWidget(row);
        m_rows << row;
    }
    column->addStretch(1);
    m_scroll->setWidget(content);
    if (had_focus && !m_rows.isEmpty())
        m_rows.front()->setFocus();
    emit tried(nullptr);
}

void ReachPanel::setStale()
{
    (void)clearChoice();
    if (m_scroll->widget())
        m_scroll->widget()->setEnabled(false);
}

void ReachPanel::choose(qsizetype row)
{
    for (qsizetype i = 0; i < m_rows.size(); ++i)
        m_rows[i]->setChosen(i == row);
    emit tried(row < 0 ? nullptr : &m_ways[static_cast<std::size_t>(row)]);
    if (row >= 0)
        m_scroll->ensureWidgetVisible(m_rows[row], 0, reach_panel_side);
}

void ReachPanel::moveFrom(qsizetype row, int by)
{
    const qsizetype next = std::clamp<qsizetype>(row + by, 0, m_rows.size() - 1);
    m_rows[next]->setFocus(Qt::TabFocusReason);
    choose(next);
}

qsizetype ReachPanel::chosen() const
{
    const auto row = std::ranges::find_if(m_rows, &ReachRow::isChosen);
    return row == m_rows.end() ? -1 : row - m_rows.begin();
}

void ReachPanel::setEffect(const QString& effect)
{
    if (const qsizetype row = chosen(); row >= 0)
        m_rows[row]->setEffect(effect);
}

bool ReachPanel::clearChoice()
{
    const bool any = chosen() >= 0;
    if (any)
        choose(-1);
    return any;
}

void ReachPanel::focusTarget()
{
    QWidget* first = m_field->isVisible() ? static_cast<QWidget*>(m_field) : m_kind;
    first->setFocus(Qt::ShortcutFocusReason);
    m_field->selectAll();
}

QString ReachPanel::sentence() const
{
    return m_sentence->text();
}

} // namespace kneepoint
