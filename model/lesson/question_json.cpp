// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/lesson/question_json.h"

#include "model/catalogue/catalogue.h"
#include "model/scenario/scenario.h"

namespace kneepoint::lesson_json {
namespace {

constexpr std::size_t most_choices = 8;
constexpr std::size_t most_bars = 6;

Cause readCause(const JsonNode& node)
{
    for (std::size_t i = 0; i < cause_count; ++i)
        if (node.isText(causeId(static_cast<Cause>(i))))
            return static_cast<Cause>(i);
    node.refuse("there is no such cause; `kneepoint diagnose` shows their names");
    return {};
}

Misconception readMisconception(const JsonNode& node)
{
    return {node.at("misconception").text(200), node.at("reply").text()};
}

/// The context of a question: the step's scenario and its variants.
struct Place {
    const Scenario& here;
    const Variants& variants;
};

WrongNumber readWrongNumber(const JsonNode& node, const Place& place)
{
    node.only({"near", "side", "misconception", "reply"});
    WrongNumber wrong;
    if (const auto near = node.find("near"))
        wrong.near = readComputed(*near, place.here, place.variants);
    else
        wrong.above = node.at("side").choice<bool>({{"above", true}, {"below", false}});
    wrong.misconception = readMisconception(node);
    return wrong;
}

AnswerChoice readChoice(const JsonNode& node)
{
    node.only({"text", "from", "to", "cause", "right", "misconception", "reply"});
    AnswerChoice choice;
    choice.text = node.at("text").text(400);
    if (const auto cause = node.find("cause"))
        choice.cause = readCause(*cause);
    choice.from = node.has("from") ? node.at("from").number(-1e300, 1e300) : -1e300;
    choice.to = node.has("to") ? node.at("to").number(choice.from, 1e300) : 1e300;
    choice.right = node.has("right") && node.at("right").flag();
    if (!choice.right)
        choice.misconception = readMisconception(node);
    return choice;
}

WrongShape readWrongShape(const JsonNode& node)
{
    node.only({"shape", "misconception", "reply"});
    WrongShape wrong;
    wrong.shape = node.at("shape").choice<CurveShape>(
        {{"flat", CurveShape::flat}, {"proportional", CurveShape::proportional}, {"inverse", CurveShape::inverse}});
    wrong.misconception = readMisconception(node);
    return wrong;
}

void readNumber(Question& q, const JsonNode& node, const Place& place)
{
    node.only({"kind", "text", "hint", "evidence", "quantity", "tolerance", "wrong"});
    q.quantity = readComputed(node.at("quantity"), place.here, place.variants);
    q.tolerance = node.at("tolerance").number(0, 1);
    for (const JsonNode& wrong : node.at("wrong").list(most_choices))
        q.wrong_numbers.push_back(readWrongNumber(wrong, place));
}

void readChoices(Question& q, const JsonNode& node, const Place& place)
{
    node.only({"kind", "text", "hint", "evidence", "quantity", "choices"});
    if (const auto quantity = node.find("quantity"))
        q.quantity = readComputed(*quantity, place.here, place.variants);
    else
        q.scenario = place.here;
    const JsonNode choices = node.at("choices");
    for (const JsonNode& choice : choices.list(most_choices)) {
        q.choices.push_back(readChoice(choice));
        const bool asks_cause = choice.has("cause");
        if (asks_cause == q.quantity.has_value())
            choice.refuse(asks_cause ? "a choice of causes needs a question without \"quantity\""
                                     : "a question without \"quantity\" needs a \"cause\" for every choice");
    }
    if (q.choices.size() < 2)
        choices.refuse("a choice needs at least two answers");
}

void readCurve(Question& q, const JsonNode& node, const Place& place)
{
    node.only({"kind", "text", "hint", "evidence", "quantity", "over", "from", "to", "tolerance", "wrong"});
    const JsonNode quantity = node.at("quantity");
    q.quantity = readComputed(quantity, place.here, place.variants);
    if (!q.quantity->metric || q.quantity->against)
        return quantity.refuse("a curve needs a metric of one scenario");
    const JsonNode over = node.at("over");
    q.over = readParameter(over, over.text(100));
    if (!q.over)
        return;
    if (!q.over->isNumber())
        return over.refuse("a curve needs a parameter that is a number");
    q.from = readValue(node.at("from"), *q.over);
    q.to = readValue(node.at("to"), *q.over);
    if (!(q.from > 0 && q.to > q.from))
        node.at("to").refuse("the curve needs a range above 0 that grows");
    q.tolerance = node.at("tolerance").number(0.01, 2);
    for (const JsonNode& wrong : node.at("wrong").list(most_choices))
        q.wrong_shapes.push_back(readWrongShape(wrong));
}

/// "profile", or a list of bars with one unit.
void readEvidence(Question& q, const JsonNode& node, const Place& place)
{
    if (node.isText()) {
        q.shows_profile = node.isText("profile");
        if (!q.shows_profile)
            node.refuse("expected \"profile\" or a list of bars");
        return;
    }
    for (const JsonNode& bar : node.list(most_bars)) {
        bar.only({"label", "metric", "at", "against", "as", "formula", "arguments"});
        q.evidence.push_back({bar.at("label").text(60), readComputed(bar, place.here, place.variants)});
        if (!node.sound())
            return;
        if (unitOf(q.evidence.back().quantity) != unitOf(q.evidence.front().quantity))
            bar.refuse("all bars of the evidence need the same unit");
    }
}

} // namespace

Question readQuestion(const JsonNode& node, const Scenario& here, const Variants& variants)
{
    const Place place{here, variants};
    Question q;
    q.text = node.at("text").text();
    if (const auto evidence = node.find("evidence"))
        readEvidence(q, *evidence, place);
    q.hint = node.at("hint").text();
    using Kind = Question::Kind;
    q.kind = node.at("kind").choice<Kind>({{"number", Kind::number}, {"choice", Kind::choice}, {"curve", Kind::curve}});
    const auto readKind = q.kind == Kind::number ? readNumber : q.kind == Kind::choice ? readChoices : readCurve;
    readKind(q, node, place);
    return q;
}

} // namespace kneepoint::lesson_json
