// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/plan_page.h"

#include "model/plan/why_not_fewer.h"
#include "widgets/box_layouts.h"
#include "widgets/charts/plan_chart.h"
#include "widgets/controls/name_label.h"
#include "widgets/panels/candidate_chips.h"
#include "widgets/panels/candidates_button.h"
#include "widgets/panels/card.h"
#include "widgets/panels/flow_layout.h"
#include "widgets/panels/limit_chip.h"
#include "widgets/panels/plan_point_card.h"
#include "widgets/panels/plan_table.h"
#include "widgets/style/shapes.h"
#include "widgets/style/style.h"
#include "widgets/text.h"
#include "widgets/theme/role_font.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr double most_gpus = 4096;
constexpr int page_gap = 12;
constexpr int plan_card_side = 14;

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
        texts << (c.point
                ? PlanPage::tr("%1: %2 GPUs, %3, %4")
                      .arg(nameAmong(candidates, c), toQString(c.point->scenario.cluster.gpus, Unit::none),
                          toQString(c.point->run.time_s, Unit::hours), toQString(c.point->run.cost, Unit::dollars))
                : PlanPage::tr("%1: none within the limits").arg(nameAmong(candidates, c)));
    return texts.join(PlanPage::tr("; "));
}

/// With three digits, but not less: what the user is offered has to be enough.
QString roundedUp(double value, Unit unit)
{
    constexpr double next_digits = 1.005;
    std::string shown = formatQuantity(value, unit);
    if (const Result<double> read = parseQuantity(shown, unit); read && *read < value)
        shown = formatQuantity(next_digits * value, unit);
    return toQString(shown);
}

} // namespace

PlanPage::PlanPage(QWidget* parent)
    : QWidget(parent)
    , m_gpus(new CandidateChips(parameter("cluster.gpu")))
    , m_networks(new CandidateChips(parameter("cluster.interconnect")))
    , m_price_text(new NameLabel)
    , m_ask(new QPushButton(tr("Plan")))
    , m_effort(new QLabel)
    , m_progress(new QProgressBar)
    , m_chart(new PlanChart)
    , m_parts(new QSplitter(Qt::Vertical))
    , m_card(new PlanPointCard)
    , m_table(new PlanTable)
{
    setWhatsThis(tr("Which GPUs, how many, on which network and with which layout: set the limits, choose the "
                    "candidates and plan. Every cluster size is planned with its best layout; the chart shows the "
                    "Pareto front of cost against time. Failures and checkpoints are included from 256 GPUs on."));
    auto* column = columnIn(this, {}, page_gap);
    column->addWidget(new Card({}, makeQuestion()));
    column->addWidget(makeAnswer(), 1);
    connectAnswer();
    showAnswer();
}

QWidget* PlanPage::makeAnswer()
{
    constexpr int card_width = 344;
    auto* upper = new QWidget;
    constexpr int least_chart = 210;
    upper->setMinimumHeight(least_chart);
    auto* row = rowIn(upper, {}, page_gap);
    row->addWidget(new Card(tr("Cost against time"), m_chart), 1);
    m_card->setFixedWidth(card_width);
    row->addWidget(m_card);
    m_parts->setChildrenCollapsible(false);
    m_parts->setHandleWidth(page_gap);
    m_parts->addWidget(upper);
    auto* rows = new QWidget;
    auto* padded = columnIn(rows, {plan_card_side, 4, 4, 4});
    padded->addWidget(m_table);
    m_rows = new Card({}, rows);
    m_parts->addWidget(m_rows);
    m_parts->setSizes({670, 330}); // shares of any height
    return m_parts;
}

/// Where both have no room, the chart has it: the card shows a cluster of it as well as the table does.
void PlanPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (parentWidget())
        parentWidget()->installEventFilter(this); // in a scrolled one, the page is higher than what is seen of it
    fitParts();
}

bool PlanPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        fitParts();
    return QWidget::eventFilter(watched, event);
}

void PlanPage::fitParts()
{
    constexpr int least_height_for_both = 460;
    m_rows->setVisible(!parentWidget() || parentWidget()->height() >= least_height_for_both);
}

void PlanPage::connectAnswer()
{
    connect(m_chart, &PlanChart::pointPicked, this, &PlanPage::opened);
    connect(m_card, &PlanPointCard::openWanted, this, [this] { emit opened(PlanPoint(*m_shown)); });
    connect(m_card, &PlanPointCard::compareWanted, this, [this] { emit compared(PlanPoint(*m_shown)); });
    connect(m_card, &PlanPointCard::flagsWanted, this,
        [this](const Framework* framework) { emit flagsWanted(PlanPoint(*m_shown), framework); });
    connect(m_table, &PlanTable::chosen, this, &PlanPage::showPoint);
    connect(m_table, &PlanTable::opened, this, &PlanPage::opened);
    connect(m_ask, &QPushButton::clicked, this, [this] { m_busy ? emit stopped() : emit asked(); });
}

LimitChip* PlanPage::makeLimit(const QString& name, const QString& label, const QString& example, Unit unit)
{
    auto* chip = new LimitChip(name, label, unit);
    chip->setToolTip(plainToolTip(tr("%1, such as %2; empty: none").arg(label, example)));
    connect(chip, &LimitChip::asked, this, &PlanPage::asked);
    return chip;
}

/// Three rows, each with its name: limits, candidates, prices.
QWidget* PlanPage::makeQuestion()
{
    LimitChip* deadline = makeLimit(tr("deadline"), tr("Deadline"), tr("30 d"), Unit::hours);
    LimitChip* budget = makeLimit(tr("budget"), tr("Budget"), tr("$2M"), Unit::dollars);
    LimitChip* power = makeLimit(tr("power"), tr("Power"), tr("1 MW"), Unit::watts);
    LimitChip* gpus = makeLimit(tr("GPUs ≤"), tr("Most GPUs"), tr("512"), Unit::none);
    power->setToolTip(plainToolTip(tr("Power of the site, such as 1 MW: whole nodes, times its PUE")));
    LimitChip* chance = makeLimit(tr("chance"), tr("Chance"), tr("80 %"), Unit::ratio);
    chance->setToolTip(
        plainToolTip(tr("With which the limits shall be kept, from %1 to %2")
                         .arg(toQString(even_chance, Unit::ratio), toQString(most_chance, Unit::ratio))));
    chance->setOtherwise(toQString(usual_chance, Unit::ratio));
    m_tokens = makeLimit(tr("train"), tr("Tokens"), tr("2T"), Unit::tokens);
    m_tokens->setToolTip(tr("Training tokens, such as 2T; empty: those of the scenario"));
    gpus->setToolTip(tr("GPUs available, such as 512"));
    gpus->setOtherwise(toQString(most_gpus, Unit::none));
    m_fields = {
        &deadline->field(), &budget->field(), &power->field(), &gpus->field(), &chance->field(), &m_tokens->field()};
    auto* limits = new FlowLayout(between_chips);
    for (LimitChip* chip : {deadline, budget, power, gpus, chance, m_tokens})
        limits->addWidget(chip);
    auto* candidates = new QHBoxLayout;
    candidates->setSpacing(2 * between_chips);
    candidates->addWidget(m_gpus);
    candidates->addWidget(m_networks);
    candidates->addStretch(1);
    auto* prices = new QToolButton;
    prices->setText(tr("Edit prices"));
    prices->setAutoRaise(true);
    prices->setToolTip(tr("What GPUs, networks, storage and power cost, with date and source"));
    connect(prices, &QToolButton::clicked, this, &PlanPage::pricesWanted);
    auto* priced = new QHBoxLayout;
    priced->setSpacing(between_chips);
    priced->addWidget(m_price_text);
    priced->addWidget(prices);
    priced->addStretch(1);
    connect(m_gpus, &CandidateChips::changed, this, &PlanPage::showPrices);
    connect(m_networks, &CandidateChips::changed, this, &PlanPage::showPrices);

    auto* question = new QWidget;
    auto* grid = new QGridLayout(question);
    grid->setContentsMargins(plan_card_side, 9, plan_card_side, 6);
    grid->setHorizontalSpacing(2 * between_chips);
    grid->setVerticalSpacing(between_chips);
    int row = 0;
    const auto add = [&](const QString& name, QLayout* content) {
        auto* label = new QLabel(name);
        label->setForegroundRole(QPalette::PlaceholderText);
        grid->addWidget(label, row, 0, Qt::AlignLeft | Qt::AlignTop);
        label->setMinimumHeight(24);
        grid->addLayout(content, row++, 1);
    };
    add(tr("Limits"), limits);
    add(tr("Choose from"), candidates);
    add(tr("Prices"), priced);
    grid->addWidget(makeAsking(), 0, 2, row, 1, Qt::AlignTop);
    grid->setColumnStretch(1, 1);
    return question;
}

/// The button, and below it what the last answer is based on.
QWidget* PlanPage::makeAsking()
{
    constexpr int asking_width = 248;
    auto* side = new QWidget;
    side->setFixedWidth(asking_width);
    auto* column = columnIn(side, {}, between_chips);
    m_effort->setAlignment(Qt::AlignRight);
    m_effort->setForegroundRole(QPalette::PlaceholderText);
    setRoleFont(*m_effort, FontRole::small);
    m_progress->setRange(0, 100);
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_progress->setAccessibleName(tr("Planning"));
    QSizePolicy kept_room = m_progress->sizePolicy();
    kept_room.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(kept_room);
    m_progress->hide();
    column->addWidget(m_ask);
    column->addWidget(m_effort);
    column->addWidget(m_progress);
    return side;
}

void PlanPage::choose(std::string_view parameter_id, std::string_view preset_id, bool on)
{
    CandidatesButton& gpus = m_gpus->button();
    (gpus.of().id == parameter_id ? gpus : m_networks->button()).choose(preset_id, on);
}

Result<PlanQuestion> PlanPage::question(const Scenario& job)
{
    PlanQuestion q{job, {}, {}, {}};
    const struct {
        QLineEdit* field;
        Unit unit;
        double empty;
        double* into;
    } wanted[] = {{m_fields.deadline, Unit::hours, 0, &q.limits.deadline_s},
        {m_fields.budget, Unit::dollars, 0, &q.limits.budget}, {m_fields.power, Unit::watts, 0, &q.limits.power_w},
        {m_fields.gpus, Unit::none, most_gpus, &q.limits.max_gpus},
        {m_fields.chance, Unit::ratio, usual_chance, &q.limits.wanted_chance},
        {m_fields.tokens, Unit::tokens, 0, &q.job.workload.training_tokens}};
    for (const auto& [field, unit, empty, into] : wanted) {
        const Result<double> value = readField(*field, unit, empty);
        if (!value) {
            field->setFocus();
            return tl::unexpected(value.error());
        }
        *into = *value;
    }
    if (Result<void> chance = checkChance(q.limits.wanted_chance); !chance) {
        m_fields.chance->setFocus();
        return tl::unexpected(std::move(chance.error()));
    }
    if (q.job.workload.training_tokens > 0)
        q.job.workload.training_goal = TrainingGoal::tokens;
    else
        q.job.workload.training_tokens = job.workload.training_tokens;
    for (const int gpu : m_gpus->button().chosen())
        q.gpus.push_back({gpu, 0});
    for (const int network : m_networks->button().chosen())
        q.networks.push_back(network);
    m_limits = q.limits;
    return q;
}

void PlanPage::show(const SharedAnalysis& analysis)
{
    m_chart->show(analysis);
    m_job = analysis->scenario;
    m_gpus->setPresent(toQString(valueText(parameter("cluster.gpu"), m_job.cluster.gpu)), m_job.cluster.gpu);
    m_networks->setPresent(toQString(valueText(parameter("cluster.interconnect"), m_job.cluster.interconnect)),
        m_job.cluster.interconnect);
    const bool by_tokens = m_job.workload.training_goal == TrainingGoal::tokens;
    m_tokens->setOtherwise(by_tokens ? toQString(m_job.workload.training_tokens, Unit::tokens) : QString());
    showPrices();
}

void PlanPage::setPrices(const PriceList& prices)
{
    m_prices = prices;
    showPrices();
}

/// Of each GPU to choose from, on the first of the networks; of the scenario's, as it is.
void PlanPage::showPrices()
{
    const QList<int> gpus = m_gpus->button().chosen();
    const QList<int> networks = m_networks->button().chosen();
    QStringList texts;
    const auto add = [&](int gpu) {
        Cluster c = m_job.cluster;
        c.gpu = gpu;
        if (!networks.isEmpty())
            c.interconnect = networks.front();
        const bool as_now = gpus.isEmpty() && networks.isEmpty();
        const std::optional<double> listed = m_prices.perGpuHour(c);
        const QString name = toQString(valueText(parameter("cluster.gpu"), gpu));
        texts << (as_now ? tr("%1 %2").arg(name, toQString(priceText(m_job.cluster, m_prices)))
                : listed ? tr("%1 %2").arg(name, toQString(*listed, Unit::dollars_per_hour))
                         : tr("%1 has no listed price").arg(name));
    };
    if (gpus.isEmpty())
        add(m_job.cluster.gpu);
    for (const int gpu : gpus)
        add(gpu);
    m_price_text->setText(gpus.isEmpty() && networks.isEmpty()
            ? texts.join(tr(", "))
            : tr("%1, with network and storage").arg(texts.join(tr(", "))));
    m_price_text->setToolTip(plainToolTip(m_price_text->text()));
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
    m_table->setNotice(a.clusters > 0
            ? tr("No cluster keeps the limits.")
            : tr("The plan lists each cluster here: its GPUs, time, cost, chance, MFU, step time and layout."));
    m_table->show(a, m_limits);
    m_effort->setText(a.clusters > 0 ? tr("%1, %2%3")
                                           .arg(counted(a.clusters, tr("cluster")), counted(a.evaluated, tr("layout")),
                                               a.proof ? tr(" · proven best") : QString())
                                     : QString());
    m_shown.reset();
    m_card->clear();
    m_ways = waysOf(any ? a.safe : a.relax);
    if (any) {
        m_table->choose(*a.recommended);
        showPoint(*a.recommended);
        m_card->setAdvice(m_ways.isEmpty()
                ? QString()
                : tr("Less than %1 probable. With %1:").arg(toQString(m_limits.wanted_chance, Unit::ratio)),
            m_ways);
        m_card->setCandidates(
            a.candidates.empty() ? QString() : tr("The best of each: %1.").arg(candidatesText(a.candidates)));
    } else if (a.clusters == 0) {
        m_card->setAdvice(tr("The recommended cluster is shown here, with its time, cost, MFU, power and layout."), {});
    } else if (!a.reason.empty()) {
        m_card->setAdvice((m_ways.isEmpty() ? tr("Not feasible: %1. No change to a single limit makes it feasible.")
                                            : tr("Not feasible: %1. A change to a single limit helps:"))
                              .arg(toQString(a.reason)),
            m_ways);
    }
}

/// Each button changes one limit and plans again.
QList<QPushButton*> PlanPage::waysOf(const PlanRelaxation& relax)
{
    QList<QPushButton*> ways;
    const auto add = [&](const std::optional<double>& value, const QString& what, Unit unit, QLineEdit* field) {
        if (!value)
            return;
        const QString amount = roundedUp(*value, unit);
        auto* button = new QPushButton(what.arg(amount));
        button->setToolTip(tr("Set this limit and plan again"));
        connect(button, &QPushButton::clicked, this, [this, field, amount] {
            field->setText(amount);
            emit asked();
        });
        ways << button;
    };
    add(relax.deadline_s, tr("Deadline %1"), Unit::hours, m_fields.deadline);
    add(relax.budget, tr("Budget %1"), Unit::dollars, m_fields.budget);
    add(relax.power_w, tr("Power %1"), Unit::watts, m_fields.power);
    add(relax.gpus, tr("%1 GPUs"), Unit::none, m_fields.gpus);
    return ways;
}

void PlanPage::showPoint(const PlanPoint& point)
{
    m_shown = point;
    const auto& best = m_chart->answer().recommended;
    const bool recommended = best && best->edit == point.edit;
    m_card->show(point, m_limits, recommended);
    const std::string campaign = campaignText(m_chart->answer().campaign);
    m_card->setCampaign(campaign.empty()
            ? QString()
            : tr("%1; time, cost and chance are those of the whole campaign. Its steps alone take %2 and cost %3.")
                  .arg(toQString(campaign), toQString(point.steps.time_s, Unit::hours),
                      toQString(point.steps.cost, Unit::dollars)));
    WhyNotFewer why = recommended ? whyNotFewer(m_chart->answer(), m_limits) : WhyNotFewer{};
    if (const std::string certainty = certaintyText(m_chart->answer()); recommended && !certainty.empty())
        why.sentence += " " + certainty;
    m_card->setWhy(why);
}

void PlanPage::setProgress(double share)
{
    m_busy = share < 1;
    if (m_chart->answer().clusters == 0) // the first answer comes by itself
        m_chart->setNotice(m_busy ? tr("Planning every cluster size with its best layout.") : QString());
    m_progress->setVisible(m_busy);
    m_progress->setValue(static_cast<int>(100 * share));
    m_ask->setText(m_busy ? tr("Stop") : askText());
}

QString PlanPage::askText() const
{
    return m_chart->answer().clusters > 0 ? tr("Plan again") : tr("Plan");
}

void PlanPage::setStale(bool stale)
{
    const QString notice = stale
        ? tr("The scenario has changed since this was planned. Press “%1” for a new answer.").arg(askText())
        : QString();
    m_chart->setNotice(notice);
    for (QWidget* answer : {static_cast<QWidget*>(m_card), static_cast<QWidget*>(m_table)}) {
        answer->setEnabled(!stale);
        answer->setToolTip(plainToolTip(notice));
    }
    m_ask->setProperty(primary_property, stale || !m_chart->answer().recommended);
    m_ask->update();
}

} // namespace kneepoint
