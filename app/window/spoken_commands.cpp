// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/spoken_commands.h"

#include "app/window/spoken_answers.h"
#include "app/window/spoken_quantity.h"
#include "app/window/vocabulary.h"
#include "model/analysis/analysis.h"
#include "model/exploration/reach_words.h"
#include "widgets/controls/parameter_help.h"
#include "widgets/text.h"

#include <QAction>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace kneepoint {
namespace {

constexpr double sure = 0.9;
constexpr double likely = 0.6;
constexpr double likely_setting = 0.8; ///< of what would change the job
constexpr std::size_t most_meanings = 4;
constexpr qsizetype most_unheard = 2; ///< words beside a number and its noun

/// What a job is asked, and what it is asked about.
struct Asked {
    const QString& text;
    const QList<QAction*>& actions;
    const Scenario& scenario;
    const Analysis& now;
};

double weightOf(const QStringList& words)
{
    double sum = 0;
    for (const QString& word : words)
        sum += vocabulary().weight(word);
    return sum;
}

/// How alike two sets of words are, 0 … 1, rare words counting more (Dice's coefficient; Dice 1945,
/// doi:10.2307/1932409).
double alike(const QStringList& text, const QStringList& phrase)
{
    QStringList common;
    for (const QString& word : phrase)
        if (text.contains(word))
            common << word;
    const double all = weightOf(text) + weightOf(phrase);
    return all > 0 ? 2 * weightOf(common) / all : 0;
}

struct Scored {
    const Meaning* meaning = nullptr;
    double score = 0;
};

QList<Scored> scored(const QString& text)
{
    const QStringList whole = vocabulary().words(text);
    const QStringList typing = vocabulary().words(text, false);
    QList<Scored> all;
    for (const Meaning& meaning : vocabulary().meanings()) {
        double best = 0;
        for (const QStringList& phrase : meaning.hears)
            best = std::max({best, alike(whole, phrase), sure * alike(typing, phrase)});
        const bool changes = !meaning.sets.isEmpty() || !meaning.scaled.isEmpty() || !meaning.act.isEmpty();
        if (best >= (changes ? likely_setting : likely))
            all << Scored{&meaning, best};
    }
    std::ranges::stable_sort(all, std::ranges::greater{}, &Scored::score);
    return all;
}

QString settingText(const Setting& setting)
{
    return translated("Set %1 to %2")
        .arg(toQString(setting.parameter->label), toQString(valueText(*setting.parameter, setting.value)));
}

Command commandOf(const Edit& edit)
{
    const Parameter* first = edit.back().parameter;
    if (edit.size() == 1)
        return {settingText(edit.front()), toQString(first->id), nullptr, nullptr, first, edit.front().value};
    QStringList texts;
    for (const Setting& setting : edit)
        texts << toQString(setting.parameter->label) + u' ' + toQString(valueText(*setting.parameter, setting.value));
    Command command{translated("Set %1").arg(texts.join(QStringLiteral(", "))), {}, nullptr, nullptr, first, {}};
    command.edit = edit;
    return command;
}

void addSets(QList<Command>& found, const Meaning& meaning)
{
    for (const QList<SpokenSetting>& settings : meaning.sets) {
        Edit edit;
        for (const SpokenSetting& setting : settings) {
            const Parameter& p = parameter(setting.id.toStdString());
            if (const Result<double> value = parseValue(p, setting.text.toStdString()))
                edit.push_back({&p, *value});
        }
        found << commandOf(edit);
    }
}

/// Its sentence, and each change that reaches it.
void addReached(QList<Command>& found, const ReachTarget& target, const Asked& asked)
{
    const Scenario& s = asked.scenario;
    const Reached reached = reach(s, target, asked.now.calibration);
    Command sentence{toQString(reachSentence(reached, s)), {}};
    sentence.answer = target.kind == ReachTarget::Kind::fits ? QStringLiteral("reach:fits")
        : target.kind == ReachTarget::Kind::knee_gpus        ? QStringLiteral("reach:knee_gpus")
                                                             : QStringLiteral("reach:") + toQString(target.metric->id);
    sentence.reach = targetId(target);
    found << sentence;
    for (const Way& way : reached.ways) {
        Command command = commandOf(way.edit);
        command.label = toQString(wayText(way, s));
        command.hint = toQString(figureText(target, way.figure));
        found << command;
    }
}

/// Which parameter a question is about: the one that is named, else the first that has the number and the unit.
const Parameter* askedAbout(const Asked& asked)
{
    const NamedNoun named = nounIn(vocabulary().words(asked.text), vocabulary().quantities());
    if (named.noun)
        return &parameter(named.noun->id.toStdString());
    const std::optional<SpokenQuantity> q = spokenQuantity(asked.text);
    if (!q || q->relative || q->unit.isEmpty())
        return nullptr;
    for (const Parameter& p : catalogue()) {
        const auto value = p.isNumber() ? parseValue(p, q->text({}).toStdString()) : Result<double>(-1);
        if (value && *value == p.get(asked.scenario))
            return &p;
    }
    return nullptr;
}

void addMeaning(QList<Command>& found, const Meaning& meaning, const Asked& asked)
{
    if (!meaning.sets.isEmpty()) {
        addSets(found, meaning);
    } else if (!meaning.scaled.isEmpty()) {
        const SpokenNoun noun{meaning.scaled, {}, {}};
        if (const auto value = meantValue(
                {.number = meaning.factor, .relative = true, .scale = {}, .unit = {}, .is_limit = false, .rest = {}},
                noun, asked.scenario))
            found << commandOf({{&parameter(meaning.scaled.toStdString()), *value}});
    } else if (!meaning.act.isEmpty()) {
        for (QAction* action : asked.actions)
            if (action->isEnabled() && plainText(*action) == meaning.act)
                found << Command{plainText(*action), action->shortcut().toString(QKeySequence::NativeText), action};
    } else if (!meaning.reach.isEmpty()) {
        if (const Result<ReachTarget> target = parseTarget(meaning.reach.toStdString()))
            addReached(found, *target, asked);
    } else if (!meaning.say.isEmpty()) {
        Command said{meaning.say, {}};
        said.said = true;
        found << said;
    } else {
        SpokenAnswer answer = spokenAnswer(meaning.answer, asked.now);
        Command command{answer.sentence, {}};
        command.answer = meaning.answer;
        command.edit = std::move(answer.edit);
        if (!answer.sentence.isEmpty())
            found << command;
    }
}

/// A time without a name, such as "in two weeks", is that of the training.
std::optional<ReachTarget> targetIn(const SpokenQuantity& q, const NamedNoun& parameter_noun)
{
    const bool is_time = q.unit == u"days" || q.unit == u"years";
    const NamedNoun named = nounIn(q.rest, vocabulary().targets());
    const SpokenNoun* noun = named.words >= parameter_noun.words ? named.noun : nullptr;
    const SpokenNoun training{QStringLiteral("training_time_s"), {}, QStringLiteral("days")};
    const bool needs_unit = noun && !noun->unit.isEmpty() && noun->unit != u"%" && noun->unit != u"$";
    if (q.relative || (needs_unit && q.unit.isEmpty() && !q.is_limit))
        return std::nullopt;
    for (const SpokenNoun* n : {noun, is_time ? &training : nullptr})
        if (n)
            if (const Result<ReachTarget> t = parseTarget((n->id + u'=' + q.text(*n)).toStdString()))
                return *t;
    return std::nullopt;
}

/// What a sentence with a number or a share means: a target, or a parameter's value.
void addQuantity(QList<Command>& found, const QString& text, const Asked& asked)
{
    const std::optional<SpokenQuantity> q = spokenQuantity(text);
    if (!q)
        return;
    const NamedNoun noun = nounIn(q->rest, vocabulary().quantities());
    if (const auto target = targetIn(*q, noun)) {
        addReached(found, *target, asked);
        return;
    }
    const bool several = std::ranges::any_of(q->rest, [](const QString& word) {
        return std::ranges::any_of(word, [](QChar letter) { return letter.isDigit(); }); // "a100", another number
    });
    const bool understood = noun.noun && !several && q->rest.size() - noun.words <= most_unheard
        && nounIn(q->rest, vocabulary().targets()).words <= noun.words;
    if (!understood)
        return;
    if (const auto value = meantValue(*q, *noun.noun, asked.scenario))
        found << commandOf({{&parameter(noun.noun->id.toStdString()), *value}});
}

} // namespace

Heard spokenCommands(const QString& text, const QList<QAction*>& actions, const Scenario& scenario, const Analysis* now)
{
    const QList<Scored> meanings = scored(text);
    std::optional<Analysis> own;
    if (!now)
        now = &own.emplace(analyze(scenario));
    const Asked asked{text, actions, scenario, *now};

    Heard heard;
    static const QRegularExpression who(
        QStringLiteral("\\b(who|sources?)\\b"), QRegularExpression::CaseInsensitiveOption);
    const bool asks_who = text.contains(who);
    if (const Parameter* p = asks_who ? askedAbout(asked) : nullptr) {
        Command command{valueSourceText(*p, scenario), toQString(p->id)};
        command.answer = QStringLiteral("sources");
        return {{command}, true};
    }
    QList<Command> counted;
    static const QRegularExpression why(QStringLiteral("\\bwhy\\b"), QRegularExpression::CaseInsensitiveOption);
    if (meanings.isEmpty() || !text.contains(why)) // "why is mfu only 49.6": the number is what there is, not a target
        addQuantity(counted, text, asked);
    heard.surely = !counted.isEmpty() || (!meanings.isEmpty() && meanings.front().score >= sure);
    if (meanings.isEmpty() || meanings.front().score < sure)
        heard.commands = counted;
    for (std::size_t i = 0; i < std::min<std::size_t>(most_meanings, static_cast<std::size_t>(meanings.size())); ++i)
        addMeaning(heard.commands, *meanings[static_cast<qsizetype>(i)].meaning, asked);
    if (!meanings.isEmpty() && meanings.front().score >= sure)
        heard.commands += counted;
    return heard;
}

} // namespace kneepoint
