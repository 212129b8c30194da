// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_list.h"

#include "model/scenario/presets.h"
#include "widgets/controls/parameter_help.h"
#include "widgets/text.h"

#include <QAction>
#include <QCoreApplication>

#include <algorithm>

namespace kneepoint {
namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("CommandList", text);
}

bool containsWords(const QString& label, const QString& text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    return std::ranges::all_of(words, [&](const QString& word) { return label.contains(word, Qt::CaseInsensitive); });
}

/// How well a label answers the text; less is better.
int rank(const QString& label, const QString& text)
{
    if (label.compare(text, Qt::CaseInsensitive) == 0)
        return 0;
    if (label.startsWith(text, Qt::CaseInsensitive))
        return 1;
    return label.contains(text, Qt::CaseInsensitive) ? 2 : 3;
}

QString namesOf(const Parameter& p)
{
    return toQString(p.label) + u' ' + toQString(p.id) + u' ' + toQString(p.symbol);
}

/// "gpus 64": each way to cut the text into a name and a value that the named parameter takes.
void addSettings(QList<Command>& found, const QString& text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (qsizetype cut = words.size() - 1; cut > 0; --cut) {
        const QString name = words.mid(0, cut).join(u' ');
        const QString value = words.mid(cut).join(u' ');
        for (const Parameter& p : catalogue()) {
            if (!containsWords(namesOf(p), name))
                continue;
            if (const Result<double> parsed = parseValue(p, value.toStdString()))
                found << Command{translated("Set %1 to %2").arg(toQString(p.label), toQString(valueText(p, *parsed))),
                    toQString(p.id), nullptr, nullptr, &p, *parsed};
        }
        std::stable_sort(found.begin(), found.end(), [&](const Command& a, const Command& b) {
            return rank(toQString(a.parameter->label), name) < rank(toQString(b.parameter->label), name);
        });
        if (!found.isEmpty())
            return;
    }
}

} // namespace

QString plainText(const QAction& action)
{
    return action.text().remove(u'&').remove(QStringLiteral("…"));
}

QList<Command> findCommands(const QString& text, const QList<QAction*>& actions, const Scenario& scenario)
{
    const QString wanted = text.simplified();
    QList<Command> settings;
    addSettings(settings, wanted);

    QList<Command> found;
    for (QAction* action : actions)
        if (action->isEnabled() && containsWords(plainText(*action) + u' ' + action->statusTip(), wanted))
            found << Command{plainText(*action), action->shortcut().toString(QKeySequence::NativeText), action};
    for (const Parameter& p : catalogue())
        if (parameterMatches(p, wanted))
            found << Command{toQString(p.label), toQString(valueText(p, p.get(scenario))), nullptr, nullptr, &p, {}};
    for (const ScenarioFile& preset : scenarioPresets())
        if (containsWords(toQString(preset.title) + u' ' + toQString(preset.id), wanted))
            found << Command{toQString(preset.title), translated("Scenario"), nullptr, &preset};
    if (!wanted.isEmpty())
        std::stable_sort(found.begin(), found.end(),
            [&](const Command& a, const Command& b) { return rank(a.label, wanted) < rank(b.label, wanted); });
    return settings + found;
}

} // namespace kneepoint
