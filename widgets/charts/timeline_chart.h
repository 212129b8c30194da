// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/timeline.h"
#include "model/results/sentences.h"
#include "widgets/charts/kit/chart.h"
#include "widgets/charts/kit/legend.h"

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace kneepoint {

/// One step over time, lane by lane: what the GPU computes, and what runs in parallel or makes it wait.
class TimelineChart : public Chart {
    Q_OBJECT

public:
    explicit TimelineChart(QWidget* parent = nullptr)
        : TimelineChart(tr("Timeline"), parent)
    {
    }

    /// What is drawn.
    [[nodiscard]] const Timeline& drawn() const { return m_timeline; }
    /// In the plot's pixels, cut to the range of the axis.
    [[nodiscard]] QRectF blockRect(const TimelineBlock& block, int lane) const;
    /// Whether blocks of a part are drawn; a click on the legend changes it.
    [[nodiscard]] bool isShown(Part part) const;
    [[nodiscard]] QRectF legendRect(Part part) const;
    /// The drawn blocks of a lane: neighbors of one kind that are narrower than a pixel are merged, so that their
    /// number is bounded by the pixels.
    [[nodiscard]] std::vector<std::pair<TimelineBlock, QRectF>> visibleBlocks(int lane) const;
    [[nodiscard]] QStringList readout() const override;

protected:
    TimelineChart(const QString& title, QWidget* parent);
    /// What an analysis is drawn as.
    [[nodiscard]] virtual Timeline timelineOf(const Analysis& analysis) const;
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& a) const override { return timelineSentence(a); }
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] Hit hitAt(const QPointF& at) override;

private:
    void updateLegend();
    [[nodiscard]] std::vector<TimelineBlock> blocksInSight(int lane) const;
    [[nodiscard]] std::optional<TimelineBlock> blockAt(const QPointF& at) const;
    void drawLanes(QPainter& painter) const;
    void drawBlock(QPainter& painter, const TimelineBlock& block, const QRectF& rect) const;
    void drawMeasured(QPainter& painter) const;

    Timeline m_timeline;
    Legend m_legend;
    std::set<Part> m_off;
    bool m_hidden_shown = true;
};

} // namespace kneepoint
