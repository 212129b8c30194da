// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/scenario_document.h"

#include "app/document/document_commands.h"
#include "model/calibrate/measured_beside.h"
#include "model/catalogue/derive.h"
#include "model/catalogue/hardware_text.h"
#include "model/catalogue/new_job.h"
#include "model/scenario/scenario.h"
#include "model/units/bounded_json.h"
#include "widgets/save_file.h"
#include "widgets/text.h"

#include <QCryptographicHash>
#include <QFileInfo>

#include <array>
#include <utility>

namespace kneepoint {
namespace {

Result<std::string> textOf(const QString& path)
{
    return readBoundedFile(path.toStdString(), {.document = "a scenario", .bytes = scenario_file_limit_bytes});
}

/// A file does not have the layout that is planned; it is planned again.
void planAgain(Scenario& s, const Calibration& calibration)
{
    if (!s.automatic.on)
        return;
    if (const auto answer = autoPlan(s, {.objective = expectedStepObjective()}, calibration); answer.layout)
        s = inLayout(s, editOf(*answer.layout));
}

QByteArray fingerprint(const QByteArray& text)
{
    return QCryptographicHash::hash(text, QCryptographicHash::Sha1);
}

} // namespace

Result<ReadScenario> readScenario(const QString& path, const Calibration& calibration)
{
    const Result<std::string> text = textOf(path);
    if (!text)
        return tl::unexpected(text.error());
    Result<ScenarioFile> file = parseScenario(*text, path.toStdString(), calibration);
    if (!file)
        return tl::unexpected(file.error());
    return ReadScenario{std::move(*file), fingerprint(QByteArray::fromStdString(*text))};
}

bool hasChangedOnDisk(const QString& path, const QByteArray& on_disk)
{
    if (path.isEmpty() || !QFileInfo::exists(path))
        return false;
    const Result<std::string> text = textOf(path);
    return (text ? fingerprint(QByteArray::fromStdString(*text)) : QByteArray()) != on_disk;
}

ScenarioDocument::ScenarioDocument(ScenarioFile file, QObject* parent)
    : QObject(parent)
{
    m_state.baseline = file.scenario;
    m_state.saved_evidence = file.evidence;
    m_state.file = std::move(file);
    m_analysis = analyzed();
    m_undo_stack.setUndoLimit(most_undo_steps);
    connect(&m_planner, &AutoPlanner::refined, this, &ScenarioDocument::takeRefinement);
}

ScenarioDocument::~ScenarioDocument()
{
    m_undo_stack.blockSignals(true);
}

QString ScenarioDocument::title() const
{
    if (!m_state.path.isEmpty())
        return QFileInfo(m_state.path).completeBaseName();
    const std::string& name = m_state.file.title;
    if (name.empty())
        return tr("Untitled");
    // A cluster of a plan is called by its hardware, and still is after another GPU was chosen.
    return toQString(name == hardwareText(baseline()) ? hardwareText(scenario()) : name);
}

QString ScenarioDocument::shownTitle() const
{
    const QString mark = tr("%1 (changed)");
    const QString name = title();
    return isModified() && !name.endsWith(mark.mid(2)) ? mark.arg(name) : name;
}

bool ScenarioDocument::isModified() const
{
    return !isIdentical(scenario(), baseline()) || evidence() != m_state.saved_evidence;
}

QString ScenarioDocument::about() const
{
    if (!isModified())
        return toQString(m_state.file.about);
    constexpr qsizetype most_named = 4;
    QStringList names;
    for (const Parameter& p : catalogue())
        if (p.get(scenario()) != p.get(baseline()))
            names << toQString(p.label);
    const qsizetype more = names.size() - most_named;
    const QString named = names.mid(0, most_named).join(QStringLiteral(", "));
    return more > 0 ? tr("Changed: %1 and %2 more").arg(named).arg(more) : tr("Changed: %1").arg(named);
}

ScenarioFile ScenarioDocument::shownFile() const
{
    ScenarioFile file = m_state.file;
    file.title = shownTitle().toStdString();
    if (isModified())
        file.about = about().toStdString();
    return file;
}

bool ScenarioDocument::changedOnDisk() const
{
    return hasChangedOnDisk(m_state.path, m_state.on_disk);
}

Scenario ScenarioDocument::editFrom(const Parameter& p) const
{
    const Scenario* begun = EditCommand::beforeDrag(m_undo_stack, p, m_edit_session);
    return begun ? *begun : scenario();
}

void ScenarioDocument::edit(const Parameter& p, double value)
{
    if (!checkValue(p, value))
        return;
    const Scenario before = editFrom(p);
    const bool back = value == p.get(before);
    const std::array edited{&p};
    Scenario next = back && &p != &parameter("plan.auto") && !isIdentical(before, scenario())
        ? before
        : applied(before, {{&p, value}}, m_calibration, m_prices);
    WholeBatch whole = keptWhole(next, before, edited);
    if (!whole.nearest.empty()) {
        const double nearest = whole.nearest.front();
        next = applied(before, {{&p, nearest}}, m_calibration, m_prices);
        whole = keptWhole(next, before, edited);
        whole.sentence = tr("%1 %2 → %3, the nearest value that works.")
                             .arg(toQString(p.label), toQString(valueText(p, value)), toQString(valueText(p, nearest)))
                             .toStdString();
    }
    const std::string kept = keptText(p, next, m_calibration);
    const std::string unlisted = unlistedPriceText(next, before, m_prices);
    become(next, toQString(p.label), &p);
    for (const std::string& sentence : {kept, unlisted})
        if (!sentence.empty())
            emit sideEffectReported(toQString(sentence));
    if (!whole.sentence.empty())
        emit offered(toQString(whole.sentence), toQString(whole.keep_text), whole.keep);
    if (const std::string text = p.id == "workload.model" ? newJobText(scenario()) : std::string(); !text.empty())
        emit offered(toQString(text), tr("Plan it as a new job"), newJob(scenario()));
}

void ScenarioDocument::reset(const Parameter& p)
{
    finishEdit();
    if (isStated(p, baseline()))
        edit(p, statedValue(p, baseline()));
    else
        become(withdrawn(scenario(), p, m_calibration), toQString(p.label), nullptr);
    finishEdit();
}

void ScenarioDocument::become(Scenario next, const QString& name, const Parameter* knob)
{
    derivePrice(next, m_prices);
    if (isIdentical(next, scenario()))
        return;
    m_planning = next.automatic.on;
    if (m_planning)
        next = m_planner.planned(next, scenario());
    if (!isIdentical(next, scenario()))
        m_undo_stack.push(new EditCommand(*this, next, name, knob, m_edit_session));
    m_planning = false;
}

void ScenarioDocument::takeRefinement(const std::optional<Layout>& layout)
{
    const Scenario next = layout ? inLayout(scenario(), editOf(*layout)) : scenario();
    if (next == scenario()) {
        emit planNoted();
        return;
    }
    m_planning = true;
    m_undo_stack.push(new EditCommand(*this, next));
    m_planning = false;
}

void ScenarioDocument::editOnce(const Parameter& p, double value)
{
    finishEdit();
    edit(p, value);
    finishEdit();
}

void ScenarioDocument::applyEdit(const Edit& edit, const QString& name)
{
    finishEdit();
    if (isOutOfRange(edit))
        return;
    become(applied(scenario(), edit, m_calibration, m_prices), name, nullptr);
}

void ScenarioDocument::setOwnRuns(const OwnRuns& own)
{
    finishEdit();
    become(calibratedWith(own, scenario(), m_calibration), own.runs > 0 ? tr("Calibration") : tr("Remove calibration"),
        nullptr);
}

void ScenarioDocument::setEvidence(std::vector<KeptEvidence> evidence, const Scenario& next, const QString& name)
{
    finishEdit();
    if (evidence != this->evidence() || !isIdentical(next, scenario()))
        m_undo_stack.push(new EvidenceCommand(*this, std::move(evidence), next, name));
}

void ScenarioDocument::setPrices(const PriceList& prices)
{
    m_prices = prices;
    become(scenario(), tr("Prices"), nullptr);
    emit pricesChanged();
}

void ScenarioDocument::takeListedPrice()
{
    if (m_prices.perGpuHour(scenario().cluster))
        become(
            withdrawn(scenario(), parameter("cluster.price_per_gpu_hour"), m_calibration), tr("Listed price"), nullptr);
}

void ScenarioDocument::open(ScenarioFile file, const QString& path)
{
    open(ReadScenario{std::move(file), {}}, path);
}

void ScenarioDocument::open(ReadScenario read, const QString& path)
{
    finishEdit();
    DocumentState state{.file = std::move(read.file), .path = path, .baseline = {}, .on_disk = std::move(read.on_disk)};
    planAgain(state.file.scenario, m_calibration);
    state.baseline = state.file.scenario;
    state.saved_evidence = state.file.evidence;
    m_undo_stack.push(new OpenCommand(*this, std::move(state)));
}

Result<void> ScenarioDocument::load(const QString& path)
{
    Result<ReadScenario> read = readScenario(path, m_calibration);
    if (!read)
        return tl::unexpected(read.error());
    open(std::move(*read), path);
    return {};
}

ScenarioCopy ScenarioDocument::copyFor(const QString& path)
{
    finishEdit();
    ScenarioFile file = m_state.file;
    if (isModified() && m_state.path.isEmpty()) { // no longer the shipped scenario of that name
        file.id.clear();
        file.about = tr("Begun from “%1”.").arg(title()).toStdString();
        file.title = QFileInfo(path).completeBaseName().toStdString();
    }
    QByteArray content = QByteArray::fromStdString(writeScenario(file, m_calibration));
    return {path, std::move(file), std::move(content), m_opened};
}

void ScenarioDocument::setSaved(const ScenarioCopy& copy)
{
    if (copy.opened != m_opened)
        return;
    m_state.path = copy.path;
    m_state.file.id = copy.file.id;
    m_state.file.title = copy.file.title;
    m_state.file.about = copy.file.about;
    m_state.baseline = copy.file.scenario;
    m_state.saved_evidence = copy.file.evidence;
    m_state.on_disk = fingerprint(copy.content);
    emit changed();
}

Result<void> ScenarioDocument::save(const QString& path)
{
    const ScenarioCopy copy = copyFor(path);
    Result<void> saved = saveFile(path, copy.content);
    if (saved)
        setSaved(copy);
    return saved;
}

void ScenarioDocument::restore(DocumentState state)
{
    m_undo_stack.clear();
    planAgain(state.file.scenario, m_calibration);
    planAgain(state.baseline, m_calibration);
    apply(std::move(state));
}

void ScenarioDocument::apply(const Scenario& scenario)
{
    m_state.file.scenario = scenario;
    refresh();
}

void ScenarioDocument::apply(DocumentState state)
{
    m_state = std::move(state);
    ++m_opened;
    refresh();
    emit opened();
}

SharedAnalysis ScenarioDocument::analyzed() const
{
    return share(analyzeWithEvidence(m_state.file, m_calibration));
}

void ScenarioDocument::refresh()
{
    if (!m_planning)
        m_planner.forget();
    m_analysis = analyzed();
    emit changed();
}

} // namespace kneepoint
