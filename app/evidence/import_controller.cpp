// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evidence/import_controller.h"

#include "app/document/scenario_document.h"
#include "app/evidence/evidence_words.h"
#include "model/calibrate/evidence_rows.h"
#include "model/catalogue/catalogue.h"
#include "model/evidence/apply_evidence.h"
#include "model/evidence/misfit.h"
#include "model/imports/import.h"
#include "model/scenario/scenario.h"
#include "widgets/panels/evidence_panel.h"
#include "widgets/panels/evidence_strip.h"
#include "widgets/text.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace kneepoint {
namespace {

QString interconnectName(const NetworkMatch& match)
{
    return toQString(valueText(parameter("cluster.interconnect"), match.preset));
}

/// "2.1 % faster than measured".
QString differenceText(double ratio)
{
    constexpr double same = 0.005;
    const double difference = ratio - 1;
    if (std::abs(difference) < same)
        return ImportController::tr("as measured");
    const QString share = toQString(formatQuantity(std::abs(difference), Unit::ratio, 2));
    return difference > 0 ? ImportController::tr("%1 faster than measured").arg(share)
                          : ImportController::tr("%1 slower than measured").arg(share);
}

/// What the files of a job leave open: "How many nodes of 8 GPUs? Which network connects the nodes?"
std::string questionsOf(const Evidence& combined)
{
    std::string all;
    for (const JobQuestion& question : combined.questions)
        all += (all.empty() ? "" : " ") + question.text;
    return all;
}

/// Whether it can be shown beside the prediction as it is: it has measured this job, and nothing is wrong with it.
bool isOfUse(const KeptEvidence& file, const Scenario& s)
{
    const bool measures = !file.measurements.empty() || !file.curves.empty() || !file.rows.empty();
    const bool is_misconfigured = file.kind == "nccl-tests" && !file.findings.empty();
    return measures && !is_misconfigured && misfit(file, s).empty();
}

/// With a full stop, unless it ends in a question.
QString sentence(const QString& text)
{
    return text.endsWith(u'?') ? text : text + u'.';
}

} // namespace

ImportController::ImportController(const Place& place)
    : QObject(&place.window)
    , m_place(place)
{
    connect(&place.import, &QAction::triggered, this, &ImportController::choose);
    connect(&place.document, &ScenarioDocument::changed, this, &ImportController::show);
    connect(&place.strip, &EvidenceStrip::addWanted, this, &ImportController::choose);
    connect(&place.strip, &EvidenceStrip::cancelled, this, &ImportController::cancel);
    connect(&place.strip, &EvidenceStrip::useToggled, this, &ImportController::use);
    connect(&place.strip, &EvidenceStrip::removed, this, &ImportController::remove);
    connect(&place.strip, &EvidenceStrip::calibrationWanted, this, &ImportController::calibrationWanted);
    connect(&place.panel, &EvidencePanel::calibrationWanted, this, &ImportController::calibrationWanted);
    connect(&place.panel, &EvidencePanel::importWanted, this, &ImportController::choose);
    connect(&place.panel, &EvidencePanel::layoutChosen, this, &ImportController::useLayout);
    connect(&place.panel, &EvidencePanel::networkChosen, this, &ImportController::useNetwork);
    connect(&place.panel, &EvidencePanel::settingsChosen, this, [this](int file) {
        useSettingsOf(std::string(offeredSettings()[static_cast<std::size_t>(file)]->source.name));
    });
    connect(&place.panel, &EvidencePanel::calibrationToggled, this, [this](bool used) {
        OwnRuns own = m_place.document.scenario().own_runs;
        own.used = used;
        m_place.document.setOwnRuns(own);
    });
    show();
}

void ImportController::choose()
{
    const QStringList paths =
        QFileDialog::getOpenFileNames(&m_place.window, tr("Import measurements"), {}, tr("All files (*)"));
    if (!paths.isEmpty())
        import(paths);
}

void ImportController::import(const QStringList& paths)
{
    std::vector<std::string> files;
    files.reserve(static_cast<std::size_t>(paths.size()));
    for (const QString& path : paths)
        files.push_back(path.toStdString());
    m_place.strip.showProgress(QFileInfo(paths.front()).fileName(), 0);
    m_reading.ask(
        [files, reader = importer](const std::stop_token& stop, const FileWork<ReadFiles>::Progress& report) {
            ReadFiles read;
            std::vector<Evidence> evidence;
            const auto count = static_cast<double>(files.size());
            double shown = 0;
            for (std::size_t i = 0; i < files.size() && !stop.stop_requested(); ++i) {
                const auto progress = [&](double share) {
                    constexpr double noticeable = 0.005;
                    const double all = (static_cast<double>(i) + share) / count;
                    if (all - shown > noticeable) {
                        shown = all;
                        report(all);
                    }
                    return !stop.stop_requested();
                };
                if (Result<Evidence> file = reader(files[i], {.progress = progress}))
                    evidence.push_back(std::move(*file));
                else
                    read.errors.push_back(file.error().message);
            }
            read.files = keptOf(evidence);
            read.questions = questionsOf(combine(evidence).combined);
            for (KeptEvidence& file : read.files)
                if (file.kind == "job-configuration" && !read.questions.empty()
                    && file.summary.size() + read.questions.size() + 2 <= most_kept_text)
                    file.summary += ": " + read.questions;
            return read;
        },
        [this](const ReadFiles& read) {
            m_place.strip.hideProgress();
            keep(read);
            emit finished();
        },
        [this, paths](double share) {
            const auto file = static_cast<qsizetype>(share * static_cast<double>(paths.size()));
            m_place.strip.showProgress(QFileInfo(paths[std::min(file, paths.size() - 1)]).fileName(), share);
        });
}

bool ImportController::cancel()
{
    if (!isReading())
        return false;
    m_reading.stop();
    m_place.strip.hideProgress();
    emit said(tr("Nothing was imported: reading was cancelled."), false);
    emit finished();
    return true;
}

void ImportController::keep(const ReadFiles& read)
{
    std::vector<KeptEvidence> all = m_place.document.evidence();
    for (KeptEvidence file : read.files) {
        file.used = isOfUse(file, m_place.document.scenario());
        replaceOrAdd(all, std::move(file));
    }
    if (const auto reason = noRoomFor(all)) {
        emit said(toQString(*reason), true);
        return;
    }
    const QString name = read.files.size() == 1
        ? toQString(read.files.front().source.name)
        : counted(static_cast<double>(read.files.size()), QStringLiteral("file"));
    if (!read.files.empty())
        m_place.document.setEvidence(std::move(all), m_place.document.scenario(), tr("Import %1").arg(name));
    if (!read.errors.empty())
        emit said(toQString(read.errors.front()), true);
    else if (read.files.size() == 1 && read.files.front().kind == "nccl-tests" && !read.files.front().findings.empty())
        emit said(tr("%1 points at a misconfiguration: %2.")
                      .arg(name, toQString(read.files.front().findings.front().sentence)),
            true);
    else if (read.files.size() == 1)
        sayWhatBecameOf(read.files.front());
    else
        sayHowManyAreUsed(read);
}

/// It is used at once where it fits, its settings are one click away, and where it does not fit, why.
void ImportController::sayWhatBecameOf(const KeptEvidence& file)
{
    const Scenario& s = m_place.document.scenario();
    const QString name = toQString(file.source.name), summary = toQString(file.summary);
    const QString changes = changesText(s, file);
    const std::string foreign = misfit(file, s);
    const auto take = [this, source = file.source.name] { useSettingsOf(source); };
    if (!foreign.empty())
        emit offered(
            tr("%1 is %2. It is not used here: compare it with its own scenario.").arg(name, toQString(foreign)),
            tr("Open its scenario"), take);
    else if (changes.isEmpty())
        emit said(sentence(tr("%1 read: %2").arg(name, summary)), false);
    else if (summary.endsWith(u'?')) // which has to be answered first
        emit offered(tr("%1 read: %2").arg(name, summary), tr("Use its settings"), take);
    else
        emit offered(isOfUse(file, s)
                ? tr("%1 is shown beside the prediction. Its settings differ. %2").arg(name, changes)
                : sentence(tr("%1 read: %2").arg(name, summary)) + u' ' + changes,
            tr("Use its settings"), take);
}

void ImportController::sayHowManyAreUsed(const ReadFiles& read)
{
    const Scenario& s = m_place.document.scenario();
    const auto used = std::ranges::count_if(read.files, [&](const KeptEvidence& file) { return isOfUse(file, s); });
    const auto foreign =
        std::ranges::find_if(read.files, [&](const KeptEvidence& file) { return !misfit(file, s).empty(); });
    const QString all = counted(static_cast<double>(read.files.size()), QStringLiteral("file"));
    QString words = tr("%1 read, %2 shown beside the prediction.").arg(all).arg(used);
    if (foreign != read.files.end())
        words += tr(" %1 is %2.").arg(toQString(foreign->source.name), toQString(misfit(*foreign, s)));
    emit said((words + u' ' + toQString(read.questions)).trimmed(), false);
}

void ImportController::useSettingsOf(const std::string& source)
{
    const std::vector<KeptEvidence>& files = m_place.document.evidence();
    const std::vector<ChipFiles> all = chips();
    for (std::size_t chip = 0; chip < all.size(); ++chip)
        if (std::ranges::any_of(all[chip], [&](std::size_t i) { return files[i].source.name == source; }))
            return use(static_cast<int>(chip), true);
}

std::vector<ImportController::ChipFiles> ImportController::chips() const
{
    const std::vector<KeptEvidence>& files = m_place.document.evidence();
    std::vector<ChipFiles> all;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto same = std::ranges::find_if(
            all, [&](const ChipFiles& chip) { return areRanksOfOneRun(files[chip.front()], files[i]); });
        (same == all.end() ? all.emplace_back() : *same).push_back(i);
    }
    return all;
}

void ImportController::use(int chip, bool use)
{
    const std::vector<ChipFiles> all = chips();
    std::vector<KeptEvidence> files = m_place.document.evidence();
    const ChipFiles& chosen = all[static_cast<std::size_t>(chip)];
    for (const std::size_t i : chosen)
        files[i].used = use;
    const KeptEvidence& first = files[chosen.front()];
    const QString name = toQString(first.source.name);
    const Scenario& before = m_place.document.scenario();
    const Result<Scenario> next =
        use ? withSettings(before, first.settings, m_place.document.calibration()) : Result<Scenario>(before);
    const QString replaced = use ? changesText(before, first) : QString();
    // Where the settings contradict the scenario, the measurements are used nevertheless.
    m_place.document.setEvidence(
        std::move(files), next ? *next : before, use ? tr("Use %1").arg(name) : tr("Ignore %1").arg(name));
    if (!next)
        emit said(
            tr("The settings of %1 do not fit this scenario: %2").arg(name, toQString(next.error().message)), true);
    else if (use)
        emit said(replaced.isEmpty() ? tr("%1 is shown beside the prediction.").arg(name)
                                     : tr("Uses %1. %2").arg(name, replaced),
            false);
}

void ImportController::remove(int chip)
{
    const std::vector<ChipFiles> all = chips();
    const ChipFiles& chosen = all[static_cast<std::size_t>(chip)];
    std::vector<KeptEvidence> files = m_place.document.evidence();
    const QString name = toQString(files[chosen.front()].source.name);
    for (auto i = chosen.rbegin(); i != chosen.rend(); ++i)
        files.erase(files.begin() + static_cast<std::ptrdiff_t>(*i));
    m_place.document.setEvidence(std::move(files), m_place.document.scenario(), tr("Remove %1").arg(name));
}

void ImportController::show()
{
    const ScenarioDocument& document = m_place.document;
    const std::vector<KeptEvidence>& files = document.evidence();
    EvidenceStrip::State state;
    for (const ChipFiles& chip : chips())
        state.chips << chipOf(files, chip, document.scenario());
    const std::size_t runs = files.empty() ? 0 : runsIn(files, document.scenario(), document.calibration()).rows.size();
    const OwnRuns& own = document.scenario().own_runs;
    const bool calibrated = own.used && own.runs > 0;
    if (runs > 0)
        state.calibrate = calibrated
            ? tr("Recalibrate…")
            : tr("Calibrate with %1…").arg(counted(static_cast<double>(runs), QStringLiteral("run")));
    if (calibrated && !files.empty())
        state.calibrated = counted(own.runs, QStringLiteral("run"));
    if (!files.empty() || !m_place.strip.state().chips.isEmpty())
        m_place.strip.show(state);
    EvidencePanel::Offers offers;
    for (const LikelyLayout& layout : offeredLayouts())
        offers.layouts << toQString(layoutText(layout));
    for (const KeptEvidence* file : offeredSettings())
        offers.settings << tr("%1. %2").arg(toQString(file->source.name), changesText(document.scenario(), *file));
    for (const NetworkMatch& match : offeredNetworks().matches)
        offers.networks << tr("%1: %2").arg(interconnectName(match), differenceText(match.ratio));
    m_place.panel.show(document.sharedAnalysis(), files, runs, offers);
}

/// One file of each chip.
std::vector<const KeptEvidence*> ImportController::offeredSettings() const
{
    std::vector<const KeptEvidence*> offered;
    const ScenarioDocument& document = m_place.document;
    for (const ChipFiles& chip : chips())
        if (const KeptEvidence& file = document.evidence()[chip.front()];
            file.used && !changesText(document.scenario(), file).isEmpty())
            offered.push_back(&file);
    return offered;
}

const ImportController::OfferedNetworks& ImportController::offeredNetworks()
{
    const Scenario& s = m_place.document.scenario();
    NetworkQuestion question{s.cluster, s.plan.collective, s.assumptions.collective_model, s.own_runs, {}};
    question.cluster.gpus = 0;
    for (const KeptEvidence& file : m_place.document.evidence())
        question.files.emplace_back(file.source.crc32, file.used);
    if (!m_networks || m_networks->first != question)
        m_networks.emplace(std::move(question), searchedNetworks());
    return m_networks->second;
}

ImportController::OfferedNetworks ImportController::searchedNetworks() const
{
    constexpr std::size_t most = 4;
    const ScenarioDocument& document = m_place.document;
    const std::vector<KeptEvidence>& files = document.evidence();
    OfferedNetworks offered;
    const auto measures = [](const KeptEvidence& file) {
        return file.kind == "nccl-tests" && file.findings.empty() && settingOf(file.settings, "cluster.link_rate");
    };
    auto found = std::ranges::find_if(files, [&](const KeptEvidence& file) { return file.used && measures(file); });
    if (found == files.end())
        found = std::ranges::find_if(files, measures);
    if (found == files.end())
        return offered;
    offered.file = static_cast<std::size_t>(found - files.begin());
    offered.matches = matchingNetworks(document.scenario(), *found, document.calibration());
    std::erase_if(offered.matches,
        [&](const NetworkMatch& match) { return match.preset == document.scenario().cluster.interconnect; });
    if (offered.matches.size() > most)
        offered.matches.resize(most);
    return offered;
}

void ImportController::useNetwork(int network)
{
    const OfferedNetworks offered = offeredNetworks(); // a copy: the edit asks again
    const NetworkMatch& match = offered.matches[static_cast<std::size_t>(network)];
    std::vector<KeptEvidence> files = m_place.document.evidence();
    KeptEvidence& file = files[offered.file];
    Scenario next = m_place.document.scenario();
    if (!file.used)
        if (const Result<Scenario> set = withSettings(next, file.settings, m_place.document.calibration()))
            next = *set;
    file.used = true;
    parameter("cluster.interconnect").edit(next, match.preset, m_place.document.calibration());
    m_place.document.setEvidence(std::move(files), next, tr("Interconnect %1").arg(interconnectName(match)));
    emit said(tr("Uses %1, which is as fast as measured.").arg(interconnectName(match)), false);
}

std::vector<LikelyLayout> ImportController::offeredLayouts() const
{
    const Scenario& s = m_place.document.scenario();
    std::vector<LikelyLayout> layouts;
    for (const KeptEvidence& file : m_place.document.evidence()) {
        if (file.used && settingOf(file.settings, "plan.tensor_parallel"))
            return {};
        if (file.used && !file.groups.empty() && layouts.empty())
            layouts = likelyLayouts(file.groups, settingOf(file.settings, "cluster.gpus").value_or(s.cluster.gpus),
                s.cluster.gpus_per_node);
    }
    std::erase_if(layouts, [&](const LikelyLayout& layout) {
        return layout.tensor == s.plan.tensor_parallel && layout.pipeline == s.plan.pipeline_parallel;
    });
    return layouts;
}

void ImportController::useLayout(int layout)
{
    const std::vector<LikelyLayout> layouts = offeredLayouts();
    const Scenario& before = m_place.document.scenario();
    const LikelyLayout& chosen = layouts[static_cast<std::size_t>(layout)];
    const Result<Scenario> next = withSettings(before, settingsOf(chosen), m_place.document.calibration());
    if (!next)
        emit said(toQString(next.error().message), true);
    else
        m_place.document.setEvidence(
            m_place.document.evidence(), *next, tr("Layout %1").arg(toQString(layoutText(chosen))));
}

} // namespace kneepoint
