// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/scenario/catalogue.h"

#include <QList>
#include <QString>

#include <optional>

class QAction;

/// What the command search offers for a text, apart from any widget.
namespace kneepoint {

struct ScenarioFile;

/// One line of the command search; exactly one of action, preset and parameter is set.
struct Command {
    QString label;
    QString hint; ///< shortcut, present value or heading
    QAction* action = nullptr;
    const ScenarioFile* preset = nullptr;
    const Parameter* parameter = nullptr;
    std::optional<double> value = {}; ///< the parameter gets it; without one its control gets the focus
};

/// Everything whose name contains every word of the text, those that begin with it first: actions, parameters, shipped
/// scenarios and the options of every list ("h100", "model llama"). A text that ends in a value ("gpus 64", "tp 8")
/// offers the parameters that can take it, set to it, before all else.
[[nodiscard]] QList<Command> findCommands(
    const QString& text, const QList<QAction*>& actions, const Scenario& scenario);

/// The action's text without its mnemonic and dots.
[[nodiscard]] QString plainText(const QAction& action);

} // namespace kneepoint
