// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/catalogue.h"
#include "model/catalogue/edit.h"

#include <QList>
#include <QString>

#include <optional>
#include <string>

class QAction;

/// The results of the command search for a text, independent of widgets.
namespace kneepoint {

struct Analysis;
struct ScenarioFile;

/// One line of the command search: an action, a scenario, a parameter, several settings at once, an answer, or a
/// reason.
struct Command {
    QString label;
    QString hint; ///< shortcut, current value or heading
    QAction* action = nullptr;
    const ScenarioFile* preset = nullptr;
    const Parameter* parameter = nullptr;
    std::optional<double> value = {}; ///< value to be set; without one, the parameter's control is focused
    bool refused = false;             ///< the parameter cannot be set to the value typed; the label says why
    Edit edit = {};                   ///< settings made together
    QString answer = {};              ///< id of the figure or question that the label answers
    std::string reach = {};           ///< a target (parseTarget) to ask the panel for
    bool said = false;                ///< the label is all there is, such as that something is not modeled
};

/// All entries whose name contains every word of the text, those that start with it first: actions, parameters, shipped
/// scenarios and the options of every list ("h100", "model llama"). For a text that ends with a value ("gpus 64", "tp
/// 8"), the parameters that can be set to it come first; if the one named cannot ("line rate 400"), the reason does.
/// What people say in their own words (spokenCommands) comes before the rest, unless the text is the name of an entry.
/// `now`: of the scenario, for answers; null: computed where one is needed.
[[nodiscard]] QList<Command> findCommands(
    const QString& text, const QList<QAction*>& actions, const Scenario& scenario, const Analysis* now = nullptr);

/// A menu text as it is read: without the mark of its mnemonic, "&&" as "&".
[[nodiscard]] QString withoutMnemonic(QString text);

/// The action's text without its mnemonic and dots.
[[nodiscard]] QString plainText(const QAction& action);

} // namespace kneepoint
