// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/timeline_chart.h"

#include "model/results/derivation.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/rows.h"
#include "widgets/charts/kit/tickers.h"
#include "widgets/text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace kneepoint {
namespace {

constexpr double lane_height = 0.74; ///< of a lane's slot
constexpr double most_label_share = 0.36;
constexpr double narrowest_gap = 3; ///< pixels from which neighbors are kept apart

std::string_view passId(Pass pass)
{
    switch (pass) {
    case Pass::forward:
        return "forward";
    case Pass::backward:
        return "backward";
    case Pass::weights:
        return "weights";
    case Pass::none:
        break;
    }
    return "";
}

/// "F3": short enough to fit in a block.
QString shortName(const TimelineBlock& block)
{
    QString number = block.number > 0 ? QString::number(block.number) : QString();
    if (block.pass == Pass::none)
        return number;
    return (block.pass == Pass::forward           ? QStringLiteral("F")
                   : block.pass == Pass::backward ? QStringLiteral("B")
                                                  : QStringLiteral("W"))
        + number;
}

} // namespace

TimelineChart::TimelineChart(const QString& title, QWidget* parent)
    : Chart(title, parent)
{
    QCustomPlot& p = *plot();
    p.xAxis->setTicker(quantityTicker(Unit::seconds, p.xAxis));
    p.xAxis->setLabel(tr("Time in the step (s)"));
    setUpRows(p);
    paint("main", [this](QPainter& painter) {
        drawLanes(painter);
        const double line = lineHeight(plot()->font());
        const QRectF row(8, 4, plot()->viewport().width() - 16, line);
        m_legend.draw(painter, row, plot()->font(), themeMode());
    });
    showPointerLine();
    applyStyle();
}

Timeline TimelineChart::timelineOf(const Analysis& a) const
{
    return timeline(a);
}

void TimelineChart::present(const Analysis& a)
{
    m_timeline = timelineOf(a);
    updateLegend();
    restyle();
    const double shown_s = std::max(m_timeline.step_s, a.measured.step_s);
    fitAxis(*plot()->xAxis, 0, shown_s > 0 ? shown_s : 1);
    plot()->yAxis->setRange(-0.5, std::max<double>(1, double(m_timeline.lanes.size())) - 0.5);
}

void TimelineChart::updateLegend()
{
    std::array<double, part_count> longest{};
    bool any_hidden = false;
    if (m_timeline.pipeline.stages() > 0)
        longest[static_cast<std::size_t>(Part::bubble)] = m_timeline.pipeline.times().bubble_s;
    for (const StageSchedules& schedule : m_timeline.schedules) {
        const PipelineTimes& times = schedule.times();
        double& bubble_s = longest[static_cast<std::size_t>(Part::bubble)];
        bubble_s = std::max(bubble_s, times.bubble_s);
        for (const auto& [part, share] : times.shares)
            longest[static_cast<std::size_t>(part)] =
                std::max(longest[static_cast<std::size_t>(part)], share * times.busy_s);
    }
    for (const TimelineLane& lane : m_timeline.lanes)
        for (const TimelineBlock& block : lane.blocks) {
            double& seconds = longest[static_cast<std::size_t>(block.part)];
            seconds = std::max(seconds, block.seconds());
            any_hidden |= block.hidden;
        }
    constexpr double visible = 1e-3;
    std::vector<Legend::Entry> entries;
    for (std::size_t i = 0; i < part_count; ++i)
        if (longest[i] > visible * m_timeline.step_s) {
            const Part part = static_cast<Part>(i);
            entries.push_back({toQString(partLabel(part)), QPen(Qt::NoPen), fillBrush(fillOf(part), themeMode()),
                isShown(part), longest[i], [this, part] {
                    if (!m_off.erase(part))
                        m_off.insert(part);
                }});
        }
    if (any_hidden)
        entries.push_back(
            {tr("hatched: hidden"), QPen(Qt::NoPen), fillBrush({Quantity::overhead, Shade::hidden}, themeMode()),
                m_hidden_shown, 1, [this] { m_hidden_shown = !m_hidden_shown; }});
    m_legend.setEntries(std::move(entries));
}

bool TimelineChart::isShown(Part part) const
{
    return !m_off.contains(part);
}

QRectF TimelineChart::legendRect(Part part) const
{
    return m_legend.rectOf(toQString(partLabel(part)));
}

/// The legend switches a part, or all that is hidden, off and on.
Hit TimelineChart::hitAt(const QPointF& at)
{
    if (const auto entry = legendHit(m_legend, at))
        return *entry;
    Hit hit{.part = area().contains(at) ? 0 : -1};
    if (const auto block = blockAt(at))
        hit.click = [this, part = block->part] { emit explained(toQString(derivationId(part))); };
    return hit;
}

void TimelineChart::restyle()
{
    const QFont font = plot()->font();
    const int line = QFontMetrics(font).height();
    QStringList names;
    for (const TimelineLane& lane : m_timeline.lanes)
        names << toQString(lane.label);
    m_legend.setRoom(plot()->viewport().height(), font);
    const int legend_rows = m_legend.rows(plot()->viewport().width() - 16, font);
    plot()->axisRect()->setMargins(
        {rowNamesMargin(*plot(), names, most_label_share), (legend_rows + 1) * line, line + 16, 2 * line + 16});
}

QRectF TimelineChart::blockRect(const TimelineBlock& block, int lane) const
{
    const auto x = [this](double seconds) { return std::clamp(xOf(seconds), area().left(), area().right()); };
    return {
        QPointF(x(block.start_s), yOf(lane - lane_height / 2)), QPointF(x(block.end_s), yOf(lane + lane_height / 2))};
}

void TimelineChart::drawLanes(QPainter& painter) const
{
    const QFont font = plot()->font();
    const QFontMetricsF metrics(font);
    const double slot_height = area().height() / double(std::max<std::size_t>(1, m_timeline.lanes.size()));
    const auto named_each = static_cast<std::size_t>(std::ceil(std::max(1.0, metrics.height() / slot_height)));
    for (std::size_t i = 0; i < m_timeline.lanes.size(); ++i) {
        const TimelineLane& lane = m_timeline.lanes[i];
        const QRectF slot = blockRect({Part::compute, 0, 0}, static_cast<int>(i));
        painter.setPen(colors().text);
        if (i % named_each == 0)
            drawRowName(painter, *plot(), slot, toQString(lane.label), font);
        for (const auto& [block, rect] : visibleBlocks(static_cast<int>(i)))
            drawBlock(painter, block, rect);
    }
    drawMeasured(painter);
}

/// Where the measured step ends.
void TimelineChart::drawMeasured(QPainter& painter) const
{
    const double measured_s = analysis().measured.step_s;
    const double x = xOf(measured_s);
    if (measured_s <= 0 || x < area().left() || x > area().right())
        return;
    painter.setPen(QPen(colors().text, 1, Qt::DashLine));
    drawUpright(painter, x);
    drawMeasuredMark(painter, QPointF(x, area().top() + measured_mark_size), themeMode());
}

/// Passes of a stage that are shorter than two pixels share a block.
std::vector<TimelineBlock> TimelineChart::blocksInSight(int lane) const
{
    constexpr double least_pixels = 2;
    const QCPRange range = plot()->xAxis->range();
    const double pixel_s = range.size() / std::max(1.0, area().width());
    return blocksOf(
        m_timeline, m_timeline.lanes[static_cast<std::size_t>(lane)], range.lower, range.upper, least_pixels * pixel_s);
}

std::vector<std::pair<TimelineBlock, QRectF>> TimelineChart::visibleBlocks(int lane) const
{
    constexpr double pixel = 1;
    std::vector<std::pair<TimelineBlock, QRectF>> seen;
    const auto alike = [](const TimelineBlock& a, const TimelineBlock& b) {
        return a.part == b.part && a.hidden == b.hidden && (a.pass == Pass::forward) == (b.pass == Pass::forward)
            && (a.pass == Pass::weights) == (b.pass == Pass::weights);
    };
    for (const TimelineBlock& block : blocksInSight(lane)) {
        if (!isShown(block.part) || (block.hidden && !m_hidden_shown))
            continue;
        const QRectF rect = blockRect(block, lane);
        if (rect.width() < pixel && !seen.empty()) {
            auto& [last, last_rect] = seen.back();
            const bool touches = rect.left() < last_rect.right() + pixel;
            if (touches && alike(last, block)) {
                last_rect.setRight(std::max(last_rect.right(), rect.right()));
                continue;
            }
            if (touches && rect.right() < last_rect.left() + pixel) // in a pixel that is taken
                continue;
        }
        seen.emplace_back(block, rect);
    }
    return seen;
}

void TimelineChart::drawBlock(QPainter& painter, const TimelineBlock& block, const QRectF& rect) const
{
    if (!(rect.width() > 0))
        return;
    const Shade shade = block.hidden ? Shade::hidden : block.pass == Pass::forward ? Shade::forward : Shade::full;
    const Fill fill = fillOf(block.part, shade);
    const QRectF filled = rect.width() > narrowest_gap ? rect.adjusted(0, 0, -1, 0) : rect;
    painter.setRenderHint(QPainter::Antialiasing, false);
    fillArea(painter, filled, fill, themeMode());
    if (block.hidden)
        return;
    const QColor ground = groundColor(fill, themeMode());
    const QString words = shortName(block);
    const QSizeF size = textSize(plot()->font(), words);
    if (words.isEmpty() || size.width() + 4 > rect.width() || size.height() > rect.height())
        return;
    painter.setPen(inkOn(ground, themeMode()));
    painter.drawText(filled, Qt::AlignCenter, words);
}

std::optional<TimelineBlock> TimelineChart::blockAt(const QPointF& at) const
{
    const int lane = rowAt(*plot(), at, m_timeline.lanes.size());
    if (lane < 0)
        return {};
    for (const TimelineBlock& block : blocksInSight(lane))
        if (blockRect(block, lane).contains(at))
            return block;
    return {};
}

QStringList TimelineChart::readout() const
{
    const std::optional<TimelineBlock> block = hovered().isOn() ? blockAt(hovered().at()) : std::nullopt;
    if (!block)
        return {};
    QStringList lines{block->together ? tr("a pass with its communication") : toQString(partLabel(block->part))};
    const QString number = block->number > 0 ? QString::number(block->number) : tr("several, zoom in");
    if (block->pass == Pass::forward)
        lines << tr("forward, micro-batch %1").arg(number);
    else if (block->pass == Pass::backward)
        lines << tr("backward, micro-batch %1").arg(number);
    else if (block->pass == Pass::weights)
        lines << tr("gradients of weights, micro-batch %1").arg(number);
    else if (block->together)
        lines << tr("forward and backward in turn: zoom in");
    else if (block->number > 0)
        lines << tr("bucket %1").arg(number);
    if (block->chunk > 0 && block->number > 0)
        lines.back() += tr(", chunk %1").arg(block->chunk);
    lines << tr("%1, from %2 to %3")
                 .arg(toQString(block->seconds(), Unit::seconds), toQString(block->start_s, Unit::seconds),
                     toQString(block->end_s, Unit::seconds));
    lines << (block->hidden ? tr("hidden behind compute") : tr("lengthens the step"));
    return lines;
}

CsvTable TimelineChart::data(const Analysis& of) const
{
    CsvTable table{{"lane", "part", "pass", "number", "start_s", "end_s", "hidden"}, 4, {}};
    constexpr double finest_of_all = 2000, most_blocks = 50000; // longer pipelines are summarized
    const Timeline all = timelineOf(of);
    const double finest = std::min(finest_of_all, most_blocks / std::max(1.0, static_cast<double>(all.lanes.size())));
    for (const TimelineLane& lane : all.lanes)
        for (const TimelineBlock& block : blocksOf(all, lane, 0, all.step_s, all.step_s / finest))
            table.add(lane.label, partId(block.part), passId(block.pass), block.number, block.start_s, block.end_s,
                block.hidden);
    return table;
}

} // namespace kneepoint
