// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_list.h"

#include "app/window/spoken_commands.h"
#include "app/window/vocabulary.h"
#include "model/catalogue/catalogue.h"
#include "model/catalogue/counted.h"
#include "model/catalogue/shipped_scenarios.h"
#include "widgets/controls/parameter_help.h"
#include "widgets/text.h"

#include <QAction>

#include <algorithm>
#include <span>

namespace kneepoint {
namespace {

/// How well a label matches the text; lower is better. A whole word counts more than the beginning of one: "nemo" is
/// NeMo before Nemotron.
int rank(const QString& label, const QString& text)
{
    if (label.compare(text, Qt::CaseInsensitive) == 0)
        return 0;
    if (label.startsWith(text, Qt::CaseInsensitive))
        return label.size() > text.size() && label[text.size()].isLetterOrNumber() ? 2 : 1;
    return label.contains(text, Qt::CaseInsensitive) ? 3 : 4;
}

/// "tp" of "Tensor parallel".
QString initials(const QString& label)
{
    QString letters;
    for (const QString& word : label.split(u' ', Qt::SkipEmptyParts))
        letters += word.front();
    return letters.size() > 1 ? letters : QString();
}

QString namesOf(const Parameter& p)
{
    const QString label = toQString(p.label);
    return label + u' ' + toQString(p.id) + u' ' + toQString(p.symbol) + u' ' + initials(label);
}

/// How well a parameter matches a name; abbreviations only count if they are the whole name.
int nameRank(const Parameter& p, const QString& name)
{
    const QString label = toQString(p.label);
    const bool abbreviated = name.compare(initials(label), Qt::CaseInsensitive) == 0 || name == toQString(p.symbol);
    return abbreviated ? 0 : rank(label, name);
}

/// "h100", "gpu h100", "model llama": every option of a list that has all the words in its names or in those of the
/// list, with one of them at least in its own. Machines, whose names have those of their GPUs, come after them.
void addChoices(QList<Command>& found, const QStringList& words)
{
    QList<Command> machines;
    for (const Parameter& p : catalogue()) {
        if (p.scale != Scale::choice)
            continue;
        const QString list = namesOf(p);
        const std::span<const Choice> choices = p.choices();
        for (std::size_t i = 0; i < choices.size(); ++i) {
            const QString own = toQString(choices[i].label) + u' ' + toQString(choices[i].id);
            const auto is_own = [&](const QString& word) { return own.contains(word, Qt::CaseInsensitive); };
            if (containsWords(own + u' ' + list, words) && std::ranges::any_of(words, is_own))
                (p.id == "cluster.machine" ? machines : found) << Command{
                    toQString(choices[i].label), toQString(p.label), nullptr, nullptr, &p, static_cast<double>(i)};
        }
    }
    found << machines;
}

/// Why a parameter cannot be set to a value; most often the unit is missing: "400" for "400 Gbit/s".
QString refusal(const Parameter& p, const QString& value, const Error& error, const Scenario& scenario)
{
    const QString unit = toQString(valueText(p, p.get(scenario))).section(u' ', 1);
    bool bare = false;
    (void)value.toDouble(&bare);
    if (!bare || unit.isEmpty())
        return toQString(error.message);
    return translated("%1: %2 needs a unit, such as %2 %3").arg(toQString(p.label), value, unit);
}

/// "gpus 64", "gpus 16 nodes": each way to cut the text into a name and a value that the named parameter takes.
void addSettings(QList<Command>& found, const QString& text, const Scenario& scenario)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (qsizetype cut = words.size() - 1; cut > 0; --cut) {
        const QString name = words.mid(0, cut).join(u' ');
        const QString value = words.mid(cut).join(u' ');
        QList<Command> refused;
        for (const Parameter& p : catalogue()) {
            if (!containsWords(namesOf(p), words.mid(0, cut)))
                continue;
            const Result<double> parsed = parseValue(p, value.toStdString(), countedIn(p, scenario));
            if (parsed)
                found << Command{translated("Set %1 to %2").arg(toQString(p.label), toQString(valueText(p, *parsed))),
                    toQString(p.id), nullptr, nullptr, &p, *parsed};
            else if (nameRank(p, name) <= 1 && value.front().isDigit())
                refused << Command{
                    refusal(p, value, parsed.error(), scenario), toQString(p.id), nullptr, nullptr, &p, {}, true};
        }
        found = found.isEmpty() ? refused : found;
        std::stable_sort(found.begin(), found.end(), [&](const Command& a, const Command& b) {
            return nameRank(*a.parameter, name) < nameRank(*b.parameter, name);
        });
        if (!found.isEmpty())
            return;
    }
}

/// The name of an action, without the undo text.
QString ownText(const QAction& action)
{
    const QVariant own = action.property("own_text");
    return own.isValid() ? own.toString() : plainText(action);
}

} // namespace

QString withoutMnemonic(QString text)
{
    const QString kept(QChar(1));
    return text.replace(QStringLiteral("&&"), kept).remove(u'&').replace(kept, QStringLiteral("&"));
}

QString plainText(const QAction& action)
{
    return withoutMnemonic(action.text()).remove(QStringLiteral("…"));
}

QList<Command> namedCommands(const QString& wanted, const QList<QAction*>& actions, const Scenario& scenario)
{
    const QStringList words = wanted.split(u' ', Qt::SkipEmptyParts);
    QList<Command> found;
    for (QAction* action : actions)
        if (action->isEnabled() && containsWords(ownText(*action) + u' ' + action->statusTip(), words))
            found << Command{plainText(*action), action->shortcut().toString(QKeySequence::NativeText), action};
    if (!wanted.isEmpty())
        addChoices(found, words);
    for (const Parameter& p : catalogue())
        if (parameterMatches(p, wanted))
            found << Command{toQString(p.label), toQString(briefText(p, p.get(scenario))), nullptr, nullptr, &p, {}};
    for (const ScenarioFile& preset : scenarioPresets())
        if (containsWords(toQString(preset.title) + u' ' + toQString(preset.id), words))
            found << Command{toQString(preset.title), translated("Scenario"), nullptr, &preset};
    if (!wanted.isEmpty())
        std::stable_sort(found.begin(), found.end(),
            [&](const Command& a, const Command& b) { return rank(a.label, wanted) < rank(b.label, wanted); });
    return found;
}

/// The words of a sentence that name an option of a list or a scenario: "gb300" of "go to gb300".
QString namesIn(const QString& text)
{
    constexpr int shortest = 3;
    QString names(u' ');
    for (const Parameter& p : catalogue())
        if (p.scale == Scale::choice)
            for (const Choice& choice : p.choices())
                names += toQString(choice.label) + u' ' + toQString(choice.id) + u' ';
    for (const ScenarioFile& preset : scenarioPresets())
        names += toQString(preset.title) + u' ';
    QStringList kept;
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts))
        if (!vocabulary().isIgnored(word.toLower()) && word.size() >= shortest
            && names.contains(u' ' + word, Qt::CaseInsensitive))
            kept << word;
    return kept.join(u' ');
}

QList<Command> findCommands(
    const QString& text, const QList<QAction*>& actions, const Scenario& scenario, const Analysis* now)
{
    const QString wanted = text.simplified();
    QList<Command> found = namedCommands(wanted, actions, scenario);
    if (wanted.isEmpty())
        return found;
    QList<Command> settings;
    addSettings(settings, wanted, scenario);
    const Heard heard = spokenCommands(wanted, actions, scenario, now);
    const bool is_label = !found.isEmpty() && found.front().label.compare(wanted, Qt::CaseInsensitive) == 0;
    if (is_label || findParameter(wanted.toLower().toStdString()))
        return settings + found + heard.commands;
    if (heard.surely)
        return heard.commands + settings + found;
    const bool is_named = std::ranges::any_of(found, [](const Command& c) { return c.value.has_value(); });
    if (is_named || !settings.isEmpty())
        return settings + found + heard.commands;
    const bool is_refused = wanted.contains(QStringLiteral(" -")); // no value is negative
    if (found.isEmpty() && !is_refused)
        if (const QString names = namesIn(wanted); !names.isEmpty() && names != wanted)
            found = namedCommands(names, actions, scenario);
    return heard.commands + found;
}

} // namespace kneepoint
