// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/calibrate/matching_networks.h"
#include "model/catalogue/observed.h"
#include "model/evidence/likely_layouts.h"
#include "model/imports/import.h"
#include "widgets/worker.h"

#include <QObject>
#include <QStringList>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

class QAction;
class QWidget;

namespace kneepoint {

class EvidencePanel;
class EvidenceStrip;
class ScenarioDocument;

/// Reads files off the GUI thread, keeps them in the document, and shows them in the strip and the panel. Using,
/// ignoring and removing a file are undo steps of the document.
class ImportController : public QObject {
    Q_OBJECT
public:
    struct Place {
        QWidget& window;
        QAction& import; ///< asks for files
        ScenarioDocument& document;
        EvidenceStrip& strip;
        EvidencePanel& panel;
    };
    explicit ImportController(const Place& place);

    /// Reads these files, without waiting for them; what was being read is given up.
    void import(const QStringList& paths);
    [[nodiscard]] bool isReading() const { return m_reading.isBusy(); }
    /// Stops reading, if it is; says whether it was.
    bool cancel();

    /// What the thread does with each file; tests can make it slow.
    std::function<Result<Evidence>(const std::string& path, const ImportOptions& options)> importer = importFile;

signals:
    /// Something to tell the user: an error, or what an edit has replaced.
    void said(const QString& sentence, bool fault);
    /// As said(), with something that can be done about it.
    void offered(const QString& sentence, const QString& action, const std::function<void()>& run);
    void calibrationWanted();
    /// Files have been read, or reading has ended without any.
    void finished();

private:
    /// What a worker read.
    struct ReadFiles {
        std::vector<KeptEvidence> files;
        std::vector<std::string> errors;
        std::string questions; ///< that a job's configurations leave open together; empty if none
    };
    /// The files of a chip, as indices into the document's evidence: the ranks of one run share a chip.
    using ChipFiles = std::vector<std::size_t>;

    struct OfferedNetworks {
        std::size_t file = 0; ///< index into the document's evidence
        std::vector<NetworkMatch> matches;
    };
    /// What they depend on: they are not searched again while something else is dragged.
    struct NetworkQuestion {
        Cluster cluster; ///< without the number of GPUs
        CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;
        CollectiveModel model = CollectiveModel::protocols;
        OwnRuns own_runs;
        std::vector<std::pair<std::uint32_t, bool>> files; ///< checksums, and whether they are used
        bool operator==(const NetworkQuestion&) const = default;
    };

    void choose();
    [[nodiscard]] std::vector<const KeptEvidence*> offeredSettings() const;
    void sayWhatBecameOf(const KeptEvidence& file);
    void sayHowManyAreUsed(const ReadFiles& read);
    void useSettingsOf(const std::string& source);
    void keep(const ReadFiles& read);
    void use(int chip, bool use);
    void remove(int chip);
    void show();
    void useLayout(int layout);
    void useNetwork(int network);
    /// Interconnects as fast as the first used file of nccl-tests has measured, otherwise the first one. Not of a
    /// file that points at a misconfiguration.
    [[nodiscard]] OfferedNetworks searchedNetworks() const;
    /// The same, remembered.
    [[nodiscard]] const OfferedNetworks& offeredNetworks();
    /// Layouts that fit the groups of the first used trace, if no file states one.
    [[nodiscard]] std::vector<LikelyLayout> offeredLayouts() const;
    [[nodiscard]] std::vector<ChipFiles> chips() const;

    Place m_place;
    FileWork<ReadFiles> m_reading;
    std::optional<std::pair<NetworkQuestion, OfferedNetworks>> m_networks;
};

} // namespace kneepoint
