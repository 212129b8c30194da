// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/evidence/evidence.h"
#include "model/presets/presets.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kneepoint::job {

/// What the files of a job give together, step by step.
class Settling {
public:
    Settling(std::span<const JobStatement> files, std::span<const ObservedSetting> answers, Evidence& evidence);

    void settleModel();
    void settleDivision();
    void settleBatch();
    void settlePrecision();
    void settleSharding();
    void settleTuning();
    void settleReference();
    void settleOffload();
    void settleSoftware();
    void ask();

private:
    struct Value {
        double number = 0;
        std::string text, place;
        bool assumed = false;
    };
    /// What is stated, else the default; contradictions are listed. Commands precede configurations.
    [[nodiscard]] std::optional<Value> find(std::string_view target);
    [[nodiscard]] double numberOf(std::string_view target, double otherwise);
    [[nodiscard]] bool has(std::string_view parameter) const;
    void set(std::string_view parameter, double value, const std::string& place, bool assumed = false);
    void set(std::string_view parameter, const Value& value);
    void setChoice(std::string_view parameter, std::string_view id, const std::string& place, bool assumed = false);
    /// A parameter that files state as it is.
    void pass(std::string_view parameter);
    void skip(const std::string& place, std::string reason);
    /// Asked once, and only of what is not settled in the end.
    void question(std::string_view parameter, std::string text);
    /// What the files state in a way that is not known, and nothing else settles.
    void askWhatIsOpen();

    /// Whether a fact names a file of the job that was not read with the others.
    [[nodiscard]] bool isMissing(const JobFact& fact) const;
    [[nodiscard]] bool lacksFile() const;
    void listOtherFiles();
    void settleSizes();
    void settleVocabulary();
    void settleExperts();
    void countParameters();
    void settleRecipe();
    void settleContext();
    void settleMachine();
    void settleConstraint();
    /// Whether a batch counts pairs of a chosen and a rejected answer (DPO), each of them a sequence.
    [[nodiscard]] bool comparesAnswers();
    void settleFrozen(const Value& adapters);
    /// Of the model that is stated or named; 0 if neither is.
    [[nodiscard]] double layersOfModel() const;
    void settleNodes();
    void settleGpus();
    /// The devices of MaxText's mesh, whose axes multiply; 0 if one is not known.
    [[nodiscard]] double meshDevices();

    std::span<const JobStatement> m_files;
    std::span<const ObservedSetting> m_answers;
    std::vector<JobFact> m_facts;
    Evidence& m_evidence;
    double m_replica = 1;                     ///< GPUs of a replica
    double m_gpus = 0;                        ///< 0: not known
    double m_per_node = 0;                    ///< 0: not known
    const MachinePreset* m_machine = nullptr; ///< nullptr: not known
};

/// The library model that a name of a repository or a configuration means: "llama3.1-8b" of
/// "meta-llama/Llama-3.1-8B-Instruct"; empty if none does.
[[nodiscard]] std::string_view modelPresetOf(std::string_view name);

} // namespace kneepoint::job
