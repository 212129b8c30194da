// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/plan_page.h"

#include "model/scenario/scenario.h"
#include "widgets/charts/plan_chart.h"
#include "widgets/panels/candidates_button.h"
#include "widgets/panels/plan_point_card.h"
#include "widgets/panels/plan_table.h"
#include "widgets/style/style.h"
#include "widgets/text.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

namespace kneepoint {
namespace {

/// A field in units; an empty one is no limit.
Result<double> readField(const QLineEdit& field, Unit unit, double empty)
{
    const std::string text = field.text().trimmed().toStdString();
    if (text.empty())
        return empty;
    Result<double> value = parseQuantity(text, unit);
    if (!value)
        return failure(field.accessibleName().toStdString() + ": " + value.error().message);
    if (*value <= 0)
        return failure(field.accessibleName().toStdString() + " must be greater than 0");
    return value;
}

/// The distinguishing part of a candidate: its GPU, its network, or both.
QString nameAmong(const std::vector<PlanCandidate>& all, const PlanCandidate& c)
{
    const auto same = [&](auto member) {
        return std::ranges::all_of(all, [&](const PlanCandidate& other) { return other.*member == c.*member; });
    };
    if (same(&PlanCandidate::network))
        return toQString(valueText(parameter("cluster.gpu"), c.gpu));
    if (same(&PlanCandidate::gpu))
        return toQString(valueText(parameter("cluster.interconnect"), c.network));
    return toQString(candidateText(c));
}

/// "H100: 1024 GPUs, 21.7 days, $1.41 M; B200: none within the limits".
QString candidatesText(const std::vector<PlanCandidate>& candidates)
{
    QStringList texts;
    for (const PlanCandidate& c : candidates)
        texts << (c.point ? PlanPage::tr("%1: %2 GPUs, %3, %4")
                                .arg(nameAmong(candidates, c),
                                    toQString(formatQuantity(c.point->scenario.cluster.gpus, Unit::none)),
                                    toQString(formatQuantity(c.point->run.time_s, Unit::hours)),
                                    toQString(formatQuantity(c.point->run.cost, Unit::dollars)))
                          : PlanPage::tr("%1: none within the limits").arg(nameAmong(candidates, c)));
    return texts.join(PlanPage::tr("; "));
}

QString relaxText(const PlanRelaxation& relax)
{
    QStringList ways;
    const auto add = [&](const std::optional<double>& value, const QString& what, Unit unit) {
        if (value)
            ways << what.arg(toQString(formatQuantity(*value, unit)));
    };
    add(relax.deadline_s, PlanPage::tr("a deadline of %1"), Unit::hours);
    add(relax.budget, PlanPage::tr("a budget of %1"), Unit::dollars);
    add(relax.power_w, PlanPage::tr("%1 of power"), Unit::watts);
    add(relax.gpus, PlanPage::tr("%1 GPUs"), Unit::none);
    return ways.isEmpty() ? PlanPage::tr("No change to a single limit makes it feasible.")
                          : PlanPage::tr("Feasible with %1.").arg(ways.join(PlanPage::tr(", or ")));
}

} // namespace

PlanPage::PlanPage(QWidget* parent)
    : QWidget(parent)
    , m_gpus(new CandidatesButton(parameter("cluster.gpu")))
    , m_networks(new CandidatesButton(parameter("cluster.interconnect")))
    , m_ask(new QPushButton(tr("Plan")))
    , m_progress(new QProgressBar)
    , m_chart(new PlanChart)
    , m_answer_text(new QLabel)
    , m_parts(new QSplitter(Qt::Vertical))
    , m_card(new PlanPointCard)
    , m_table(new PlanTable)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setWhatsThis(tr("Which GPUs, how many, on which network and with which layout: set the limits, tick the candidates "
                    "and plan. Every cluster size is planned with its best layout; the chart shows the Pareto front of "
                    "cost against time. Failures and checkpoints are included from 256 GPUs on."));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(makeLimits());
    column->addWidget(makeCandidates());
    column->addWidget(makeAnswer(), 1);
    column->addWidget(m_answer_text);
    connectAnswer();
    showAnswer();
}

QWidget* PlanPage::makeAnswer()
{
    constexpr int card_width = 344;
    m_answer_text->setWordWrap(true);
    m_answer_text->setTextFormat(Qt::PlainText);
    m_answer_text->setAccessibleName(tr("Recommendation"));
    auto* upper = new QWidget;
    auto* row = new QHBoxLayout(upper);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_chart, 1);
    m_card->setFixedWidth(card_width);
    row->addWidget(m_card);
    m_parts->setChildrenCollapsible(false);
    m_parts->addWidget(upper);
    m_parts->addWidget(m_table);
    m_parts->setStretchFactor(0, 1);
    return m_parts;
}

void PlanPage::connectAnswer()
{
    connect(m_chart, &PlanChart::pointPicked, this, &PlanPage::opened);
    connect(m_card, &PlanPointCard::openWanted, this, [this] { emit opened(PlanPoint(*m_shown)); });
    connect(m_card, &PlanPointCard::compareWanted, this, [this] { emit compared(PlanPoint(*m_shown)); });
    connect(m_table, &PlanTable::chosen, this, &PlanPage::showPoint);
    connect(m_table, &PlanTable::opened, this, &PlanPage::opened);
    connect(m_ask, &QPushButton::clicked, this, [this] { m_busy ? emit stopped() : emit asked(); });
}

QLineEdit* PlanPage::makeField(const QString& name, const QString& example)
{
    constexpr int least_width = 40;
    auto* field = new QLineEdit;
    field->setMinimumWidth(least_width);
    field->setAccessibleName(name);
    field->setPlaceholderText(tr("e.g. %1").arg(example));
    field->setToolTip(tr("%1, such as %2; empty: none").arg(name, example));
    connect(field, &QLineEdit::returnPressed, this, &PlanPage::asked);
    return field;
}

QWidget* PlanPage::makeLimits()
{
    m_fields = {makeField(tr("Deadline"), tr("30 d")), makeField(tr("Budget"), tr("$2M")),
        makeField(tr("Power"), tr("1 MW")), makeField(tr("Most GPUs"), tr("4096")), makeField(tr("Tokens"), tr("2T"))};
    m_fields.tokens->setToolTip(tr("Training tokens, such as 2T; empty: those of the scenario"));
    m_fields.gpus->setToolTip(tr("GPUs available, such as 512; empty: 4096"));
    auto* bar = new QWidget;
    auto* grid = new QGridLayout(bar);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setVerticalSpacing(0);
    int column = 0;
    for (QLineEdit* field : {m_fields.deadline, m_fields.budget, m_fields.power, m_fields.gpus, m_fields.tokens}) {
        auto* name = new QLabel(field->accessibleName());
        name->setFont(roleFont(font(), FontRole::small));
        name->setBuddy(field);
        grid->addWidget(name, 0, column);
        grid->addWidget(field, 1, column++);
    }
    return bar;
}

QWidget* PlanPage::makeCandidates()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(0, 0, 0, 0);
    auto* prices = new QToolButton;
    prices->setText(tr("Prices…"));
    prices->setAutoRaise(true);
    prices->setToolTip(tr("What GPUs, networks, storage and power cost, with date and source"));
    connect(prices, &QToolButton::clicked, this, &PlanPage::pricesWanted);
    m_progress->setRange(0, 100);
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_progress->setMaximumWidth(80);
    m_progress->setAccessibleName(tr("Planning"));
    m_progress->hide();
    m_ask->setMinimumWidth(m_ask->fontMetrics().horizontalAdvance(m_ask->text()) + 32);
    row->addWidget(m_gpus, 1);
    row->addWidget(m_networks, 1);
    row->addWidget(prices);
    row->addWidget(m_progress);
    row->addWidget(m_ask);
    return bar;
}

void PlanPage::choose(std::string_view parameter_id, std::string_view preset_id, bool on)
{
    (m_gpus->of().id == parameter_id ? m_gpus : m_networks)->choose(preset_id, on);
}

Result<PlanQuestion> PlanPage::question(const Scenario& job)
{
    constexpr double most_gpus = 4096;
    PlanQuestion q{job, {}, {}, {}};
    const struct {
        QLineEdit* field;
        Unit unit;
        double empty;
        double* into;
    } wanted[] = {{m_fields.deadline, Unit::hours, 0, &q.limits.deadline_s},
        {m_fields.budget, Unit::dollars, 0, &q.limits.budget}, {m_fields.power, Unit::watts, 0, &q.limits.power_w},
        {m_fields.gpus, Unit::none, most_gpus, &q.limits.max_gpus},
        {m_fields.tokens, Unit::tokens, 0, &q.job.workload.training_tokens}};
    for (const auto& [field, unit, empty, into] : wanted) {
        const Result<double> value = readField(*field, unit, empty);
        if (!value) {
            field->setFocus();
            return tl::unexpected(value.error());
        }
        *into = *value;
    }
    if (q.job.workload.training_tokens > 0)
        q.job.workload.training_goal = TrainingGoal::tokens;
    else
        q.job.workload.training_tokens = job.workload.training_tokens;
    for (const int gpu : m_gpus->chosen())
        q.gpus.push_back({gpu, 0});
    for (const int network : m_networks->chosen())
        q.networks.push_back(network);
    m_limits = q.limits;
    return q;
}

void PlanPage::show(const SharedAnalysis& analysis)
{
    m_chart->show(analysis);
}

void PlanPage::setAnswer(const PlanAnswer& answer)
{
    m_chart->setAnswer(answer, m_limits);
    setProgress(1);
    showAnswer();
}

void PlanPage::showAnswer()
{
    const PlanAnswer& a = m_chart->answer();
    const bool any = a.recommended.has_value();
    m_ask->setProperty(primary_property, !any); // one primary button per page: then it is that of the card
    m_ask->update();
    m_card->setVisible(any);
    m_table->setVisible(!a.pareto.empty());
    m_table->show(a, m_limits);
    constexpr double most_of_height = 0.4; // for the table: the rest is the chart's
    const int rows = std::min(m_table->sizeHint().height(), static_cast<int>(most_of_height * m_parts->height()));
    m_parts->setSizes({m_parts->height() - rows, rows});
    if (!any)
        return say(
            a.reason.empty() ? QString() : tr("Not feasible: %1. %2").arg(toQString(a.reason), relaxText(a.relax)));
    m_table->choose(*a.recommended);
    showPoint(*a.recommended);
    say(a.candidates.empty() ? QString() : tr("The best of each: %1.").arg(candidatesText(a.candidates)));
}

void PlanPage::showPoint(const PlanPoint& point)
{
    m_shown = point;
    m_card->setVisible(true);
    const auto& best = m_chart->answer().recommended;
    m_card->show(point, m_limits, best && best->edit == point.edit);
}

void PlanPage::say(const QString& sentence)
{
    m_answer_text->setText(withUnbrokenNumbers(sentence));
    m_answer_text->setVisible(!sentence.isEmpty());
}

void PlanPage::setProgress(double share)
{
    m_busy = share < 1;
    m_progress->setVisible(m_busy);
    m_progress->setValue(static_cast<int>(100 * share));
    m_ask->setText(m_busy ? tr("Stop") : tr("Plan"));
}

void PlanPage::setTheme(ThemeMode mode)
{
    m_chart->setTheme(mode);
}

} // namespace kneepoint
