// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/planning/plan_controller.h"

#include "app/document/comparison.h"
#include "app/document/scenario_document.h"
#include "app/planning/copied_flags.h"
#include "app/planning/open_prices.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/derive.h"
#include "model/scenario/scenario.h"
#include "model/scenario/scenario_fwd.h"
#include "model/search/launch_flags.h"
#include "widgets/charts/plan_chart.h"
#include "widgets/panels/message_bar.h"
#include "widgets/panels/plan_page.h"
#include "widgets/text.h"

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <array>

namespace kneepoint {
namespace {

/// What a cluster of a plan has moved of the job, most important first: "GPUs 512 → 1080, Global batch size 1024 → 1080
/// and 3 more"; empty if nothing.
QString movedText(const Scenario& before, const Scenario& after)
{
    // What follows from these, such as the nodes and the price, is not said again.
    constexpr std::array<std::string_view, 13> ids{"cluster.gpus", "cluster.gpu", "cluster.interconnect",
        "workload.global_batch", "workload.training_tokens", "plan.tensor_parallel", "plan.pipeline_parallel",
        "plan.virtual_stages", "plan.context_parallel", "plan.expert_parallel", "plan.zero_stage",
        "workload.batch_per_gpu", "plan.recompute"};
    constexpr qsizetype most_named = 4;
    QStringList moved;
    for (const std::string_view id : ids) {
        const Parameter* p = findParameter(id);
        if (p && p->get(before) != p->get(after))
            moved << QStringLiteral("%1 %2 → %3")
                         .arg(toQString(p->label), toQString(briefText(*p, p->get(before))),
                             toQString(briefText(*p, p->get(after))));
    }
    const qsizetype unnamed = moved.size() - most_named;
    const QString named = moved.mid(0, most_named).join(QStringLiteral(", "));
    return unnamed <= 0 ? named : QCoreApplication::translate("PlanPages", "%1 and %2 more").arg(named).arg(unnamed);
}

/// The job of a plan: everything except the layout, which it determines itself.
Scenario jobOf(Scenario s)
{
    s.plan = {};
    s.automatic = {};
    s.workload.batch_per_gpu = 1;
    return s;
}

} // namespace

PlanController::PlanController(
    ScenarioDocument& document, Comparison& comparison, PlanPage& page, MessageBar& messages, DetailPages& details)
    : QObject(&page)
    , m_document(document)
    , m_comparison(comparison)
    , m_page(page)
    , m_messages(messages)
    , m_details(details)
{
    messages.follow(page.chart());
    connect(&page, &PlanPage::asked, this, &PlanController::ask);
    connect(&page, &PlanPage::stopped, this, &PlanController::stop);
    connect(&page, &PlanPage::opened, this, &PlanController::open);
    connect(&page, &PlanPage::compared, this, &PlanController::compare);
    connect(&page, &PlanPage::flagsWanted, this, [this](const PlanPoint& point, const Framework* framework) {
        copyAsFlags(point.scenario, point.layout, *framework, m_messages);
    });
    connect(&page, &PlanPage::pricesWanted, this, &PlanController::editPrices);
    connect(&document, &ScenarioDocument::changed, &page, [this] {
        m_page.show(m_document.sharedAnalysis());
        showAge();
    });
    connect(&document, &ScenarioDocument::pricesChanged, &page, [this] {
        m_page.setPrices(m_document.prices());
        ask(); // new prices make another answer
    });
    page.setPrices(document.prices());
    page.show(document.sharedAnalysis());
}

void PlanController::ask()
{
    Result<PlanQuestion> question = m_page.question(withStatedBatch(m_document.scenario()));
    if (!question) {
        m_messages.say(toQString(question.error().message));
        return;
    }
    question->prices = question->gpus.empty() && question->networks.empty() ? PriceList{} : m_document.prices();
    m_page.setProgress(0);
    m_work.ask(
        [q = *question, calibration = m_document.calibration()](
            const std::stop_token& stop, const Background<PlanAnswer>::Progress& progress) mutable {
            q.stop = stop;
            q.progress = progress;
            return plan(q, calibration);
        },
        [this, job = jobOf(m_document.scenario())](const PlanAnswer& answer) {
            m_answered = {job};
            m_page.setAnswer(answer);
            showAge();
        },
        [this](double share) { m_page.setProgress(std::min(share, 0.99)); });
}

void PlanController::stop()
{
    m_work.stop();
    m_page.setProgress(1);
}

/// The point's edit applies to the job of the question, whose scenario is opened unchanged.
void PlanController::open(const PlanPoint& point)
{
    ScenarioFile file = m_document.file();
    file.id.clear();
    file.scenario = point.scenario;
    file.scenario.automatic = m_document.scenario().automatic;
    file.title = PlanChart::hardwareText(point).toStdString();
    file.about = layoutText(point.scenario, point.layout);
    m_answered.push_back(jobOf(file.scenario));
    const QString name = toQString(file.title), moved = movedText(m_document.scenario(), file.scenario);
    m_document.open(std::move(file));
    emit opened(
        moved.isEmpty() ? tr("Opened %1.").arg(name) : tr("Opened %1: %2. Press Ctrl+Z to return.").arg(name, moved));
}

void PlanController::showAge()
{
    const bool stale =
        !m_answered.empty() && std::ranges::find(m_answered, jobOf(m_document.scenario())) == m_answered.end();
    m_page.setStale(stale);
}

void PlanController::compare(const PlanPoint& point)
{
    m_comparison.pin(m_document.shownFile());
    open(point);
}

void PlanController::editPrices()
{
    std::string_view selected = parameter("cluster.gpu").choice(m_document.scenario().cluster.gpu).id;
    if (const Result<PlanQuestion> question = m_page.question(withStatedBatch(m_document.scenario())); question) {
        if (!question->networks.empty())
            selected = parameter("cluster.interconnect").choice(question->networks.front()).id;
        else if (!question->gpus.empty())
            selected = parameter("cluster.gpu").choice(question->gpus.front().gpu).id;
    }
    openPrices(m_document, m_details, selected);
}

} // namespace kneepoint
