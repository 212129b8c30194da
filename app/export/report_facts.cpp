// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/report_facts.h"

#include "app/export/measured_section.h"
#include "model/analysis/knees.h"
#include "model/analysis/losses.h"
#include "model/catalogue/catalogue.h"
#include "model/presets/presets.h"
#include "model/results/headline_figures.h"
#include "model/results/sentences.h"
#include "model/scenario/scenario.h"
#include "model/search/layout.h"
#include "widgets/panels/compared_figures.h"
#include "widgets/text.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace kneepoint {
namespace {

constexpr std::array main_assumptions{"workload.model", "workload.global_batch", "workload.sequence_length",
    "workload.training_tokens", "cluster.gpu", "cluster.peak_bf16", "cluster.memory_bandwidth", "cluster.interconnect",
    "cluster.link_rate", "cluster.link_efficiency", "stack.software", "assumptions.overlap",
    "cluster.price_per_gpu_hour", "assumptions.failures", "assumptions.efficiency_tolerance"};

QString percent(double share)
{
    return toQString(formatQuantity(share, Unit::ratio));
}

template <class Preset> std::string sourceOf(std::span<const Preset> presets, PresetIndex index)
{
    const Preset* preset = presetAt(presets, index);
    return preset ? preset->source : std::string();
}

/// Of a parameter: that of the preset it belongs to, else that of its formula.
std::string sourceOf(const Parameter& p, const Scenario& s)
{
    const std::string_view id = p.id;
    std::string found;
    if (id.starts_with("workload.model"))
        found = sourceOf(modelPresets(), s.workload.model);
    else if (id == "cluster.gpu" || id.starts_with("cluster.peak") || id == "cluster.memory_bandwidth")
        found = sourceOf(gpuPresets(), s.cluster.gpu);
    else if (id == "cluster.interconnect" || id.starts_with("cluster.link"))
        found = sourceOf(interconnectPresets(), s.cluster.interconnect);
    else if (id == "stack.software")
        found = sourceOf(stackPresets(), s.stack.software);
    return found.empty() ? std::string(p.source) : found;
}

class Sources {
public:
    explicit Sources(QStringList& list)
        : m_list(list)
    {
    }
    int numberOf(const QString& source)
    {
        if (source.isEmpty())
            return -1;
        const qsizetype known = m_list.indexOf(source);
        if (known >= 0)
            return static_cast<int>(known);
        m_list << source;
        return static_cast<int>(m_list.size()) - 1;
    }

private:
    QStringList& m_list;
};

QString captionOf(const Metric& m)
{
    return m.id == "tokens_per_s"  ? translated("Tokens/s")
        : m.id == "examples_per_s" ? translated("Examples/s")
        : m.id == "efficiency"     ? translated("Efficiency")
                                   : toQString(m.label);
}

QString shownValue(const Metric& m, const Analysis& a)
{
    const std::optional<double> value = m.value(a);
    return value ? toQString(captionedText(m, *value)) : translated("none");
}

/// "12.8–17.7"; empty without an interval.
QString range(const Metric& m, const Analysis& a)
{
    const std::optional<Interval> interval = intervalOf(m, a);
    const std::optional<double> value = m.value(a);
    return interval && value ? toQString(rangeText(m, *interval, *value)) : QString();
}

QList<ReportFigure> figuresOf(const Analysis& a)
{
    QList<ReportFigure> figures;
    for (const HeadlineFigure& figure : headline_figures) {
        const Metric& m = headlineMetric(figure, a.scenario);
        figures << ReportFigure{captionOf(m), shownValue(m, a), range(m, a), toQString(markOf(m, a))};
    }
    return figures;
}

QString intervalNote(const Analysis& a)
{
    const PredictionInterval& interval = a.prediction_interval;
    if (!(interval.rows > 0))
        return translated("No measured run is similar enough to give an interval: %1.")
            .arg(toQString(interval.outside));
    const QString note = translated("In parentheses: the 90 % interval, learned from %1 measured runs (%2).")
                             .arg(std::lround(interval.rows))
                             .arg(toQString(interval.kind));
    return interval.outside.empty()
        ? note
        : note + u' ' + translated("Outside the measured range: %1.").arg(toQString(interval.outside));
}

QString claimOf(const Analysis& a)
{
    const std::optional<Knee>& knee = theKnee(a.curve);
    if (!a.step.memory.fits())
        return translated("The job does not fit in memory.");
    if (knee && a.step.workers > knee->workers)
        return translated("The job is past its knee.");
    return a.step.workers > 1 ? translated("The job scales.") : translated("The job runs on one replica.");
}

QString verdictOf(const Analysis& a, const Diagnosis& d)
{
    const std::optional<Knee>& knee = theKnee(a.curve);
    const QString tolerance = percent(a.scenario.assumptions.efficiency_tolerance);
    const QString most = toQString(formatQuantity(a.curve.max_workers, Unit::none));
    const QString scaling = !knee
        ? translated("efficiency stays above %1 up to %2 replicas").arg(tolerance, most)
        : translated("efficiency falls below %1 at %2").arg(tolerance, toQString(kneePlace(knee->workers)));
    QString text = translated("A step takes %1, %2 of it compute; %3.")
                       .arg(toQString(formatQuantity(a.step.step_s, Unit::seconds)),
                           percent(a.step.part(Part::compute).exposed_s / a.step.step_s), scaling);
    const std::optional<PartLoss> loss = largestLoss(a.step);
    const bool fixable = std::ranges::any_of(d.causes, [](const Finding& f) { return !f.remedies.empty(); });
    if (loss)
        text += u' ' + translated("The largest loss is %1").arg(toQString(lossText(*loss)));
    if (loss && fixable) {
        const auto worst = std::ranges::find_if(d.causes, [](const Finding& f) { return !f.remedies.empty(); });
        text += translated("; the best fix: %1.").arg(toQString(worst->remedies.front().sentence));
    } else if (loss) {
        text += translated("; no known fix is worth its trade-off.");
    }
    return text;
}

QList<ReportBottleneck> bottlenecksOf(const Analysis& a, const Diagnosis& d)
{
    constexpr std::size_t fixes_named = 3;
    QList<ReportBottleneck> found;
    for (const Finding& f : d.causes) {
        ReportBottleneck row{capitalized(toQString(causeLabel(f.cause))), percent(f.share), toQString(f.sentence), {}};
        for (const Remedy& r : std::span(f.remedies).first(std::min(f.remedies.size(), fixes_named)))
            row.fixes << toQString(r.sentence)
                    + (r.trade_off.empty() ? QString() : translated(" (trade-off: %1)").arg(toQString(r.trade_off)));
        found << row;
    }
    if (found.isEmpty())
        found << ReportBottleneck{translated("None"), {}, toQString(d.sentence), {}};
    if (const std::optional<PartLoss> loss = largestLoss(a.step); loss) {
        const QString share = percent(loss->share);
        const bool named = std::ranges::any_of(found, [&](const auto& row) { return row.share == share; });
        const PartTime& time = a.step.part(loss->part);
        if (!named)
            found << ReportBottleneck{capitalized(toQString(partLabel(loss->part))), share,
                translated("%1 exposed, %2 hidden behind compute.")
                    .arg(toQString(formatQuantity(time.exposed_s, Unit::seconds)),
                        toQString(formatQuantity(time.hidden_s, Unit::seconds))),
                {}};
    }
    return found;
}

/// Counts and prices as they are, without what multiplying by a share leaves in the last digits; other values with four
/// digits, because fitted constants have more than mean anything.
QString settingText(const Parameter& p, double value)
{
    const bool amount = p.isNumber() && p.scale != Scale::integer;
    const bool whole = p.unit == Unit::none || p.unit == Unit::count || p.unit == Unit::tokens;
    if (!amount || (whole && value == std::floor(value)))
        return toQString(valueText(p, value));
    constexpr int price_digits = 6;
    return toQString(formatQuantity(value, p.unit, p.unit == Unit::dollars_per_hour ? price_digits : 4));
}

ReportAssumption assumption(const Parameter& p, const Scenario& s, Sources& sources)
{
    return {toQString(p.label), settingText(p, p.get(s)), sources.numberOf(toQString(sourceOf(p, s)))};
}

} // namespace

QString addressOf(const QString& source)
{
    static const QRegularExpression address(QStringLiteral(R"(https?://[^\s;,)]+)"));
    static const QRegularExpression arxiv(QStringLiteral(R"(arXiv:(\d{4}\.\d{4,5}))"));
    static const QRegularExpression doi(QStringLiteral(R"(doi:(10\.[^\s;,]+))"));
    if (const auto found = address.match(source); found.hasMatch())
        return found.captured();
    if (const auto found = arxiv.match(source); found.hasMatch())
        return QStringLiteral("https://arxiv.org/abs/") + found.captured(1);
    if (const auto found = doi.match(source); found.hasMatch())
        return QStringLiteral("https://doi.org/") + found.captured(1);
    return {};
}

ReportFacts reportFacts(const ScenarioFile& file, const Analysis& a, const Diagnosis& d, const PriceList& prices)
{
    const Scenario& s = a.scenario;
    ReportFacts facts;
    Sources sources(facts.sources);
    facts.title = file.title.empty() ? translated("Untitled") : toQString(file.title);
    const Parameter& software = parameter("stack.software");
    const Parameter& precision = parameter("workload.precision");
    facts.layout = QStringList{translated("%1 GPUs").arg(toQString(formatQuantity(a.step.gpus, Unit::none))),
        toQString(layoutText(s, layoutOf(s))), toQString(valueText(software, software.get(s))),
        toQString(valueText(precision, precision.get(s)))}
                       .join(QStringLiteral(" · "));
    facts.measured = measuredHtml(file.evidence, a);
    facts.about = toQString(file.about);
    facts.figures = figuresOf(a);
    facts.interval = intervalNote(a);
    facts.claim = claimOf(a);
    facts.verdict = verdictOf(a, d);
    for (const auto& said : {remarks(a), notes(a)})
        for (const std::string& remark : said)
            facts.remarks << toQString(remark);
    facts.bottlenecks = bottlenecksOf(a, d);
    for (const char* id : main_assumptions)
        if (const Parameter& p = parameter(id); !p.idle || p.idle(s).empty())
            facts.main << assumption(p, s, sources);
    for (const Parameter& p : catalogue())
        if (p.get(s) != p.defaultValue() && (!p.idle || p.idle(s).empty()))
            facts.differ << assumption(p, s, sources);
    for (const Parameter& p : catalogue())
        if ((p.unit == Unit::dollars_per_hour || p.unit == Unit::dollars) && p.get(s) > 0)
            facts.prices << assumption(p, s, sources);
    if (isListed(s.cluster, prices))
        for (const Price* p : prices.usedBy(s.cluster))
            facts.prices << ReportAssumption{toQString(p->name),
                QStringLiteral("%1 (%2)").arg(toQString(valueText(*p)), toQString(basisText(*p))),
                sources.numberOf(toQString(p->source))};
    facts.price_note = translated("A GPU-hour at %1.").arg(toQString(comparedPriceText(s.cluster, prices)));
    facts.origin = toQString(file.source);
    return facts;
}

} // namespace kneepoint
