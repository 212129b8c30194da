// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/analysis/measured.h"
#include "model/step/step_report.h"
#include "widgets/theme/theme.h"

#include <QRectF>
#include <QStringList>

#include <optional>
#include <vector>

class QPainter;

namespace kneepoint {

/// A step as one large bar: exposed parts in the order of time upward from the line, hidden ones below it.
struct LensBar {
    struct Piece {
        Part part = Part::compute;
        bool hidden = false;
        double seconds = 0;
        double from = 0; ///< seconds from the line, negative below it
        double to = 0;
        QString name = {}; ///< of several parts together; empty: of the part
    };
    QString title;
    std::vector<Piece> pieces;
    double step_s = 0;
    double hidden_s = 0;
};
[[nodiscard]] LensBar lensBar(const StepReport& step, const QString& title);
/// The predicted and the measured step, in the parts that the measurement can tell apart.
[[nodiscard]] std::vector<LensBar> measuredBars(const Measured& measured);

/// The name of a piece beside its bar: a part, or what all small ones take together.
struct LensLabel {
    std::optional<Part> part; ///< none: "3 others"
    bool hidden = false;
    double seconds = 0;
    double middle = 0; ///< of the piece, in seconds from the line
    QString name;
    QString value;  ///< "37.6 ms · 26.9 %", a share of the step
    QString change; ///< from the same part of the other bar, "−37 %"; empty without one
};
/// The four largest exposed parts and the rest, which add up to the step, then the two largest hidden ones; each from
/// top to bottom.
[[nodiscard]] std::vector<LensLabel> lensLabels(const LensBar& bar, const LensBar* before);

/// Bars beside each other on one scale, the last one with its labels, and those before it dashed. Changes are from the
/// first one.
class StepLens {
public:
    StepLens(std::vector<LensBar> bars, const QRectF& place, const QFont& font);

    [[nodiscard]] static bool hasRoom(const QSizeF& plot, const QFont& font);
    void draw(QPainter& painter, ThemeMode mode) const;
    /// The part whose piece or label is there.
    [[nodiscard]] std::optional<Part> partAt(const QPointF& at) const;
    [[nodiscard]] QRectF barRect(std::size_t bar) const;
    [[nodiscard]] QRectF titleRect(std::size_t bar) const;
    /// From top to bottom.
    [[nodiscard]] std::vector<QRectF> labelRects() const;

private:
    struct Placed {
        LensLabel label;
        double mark = 0; ///< of its piece
        QRectF place;
    };
    [[nodiscard]] double yOf(double seconds) const;
    [[nodiscard]] double smallLine() const;
    [[nodiscard]] double titleLine() const;
    [[nodiscard]] double barWidth() const;
    [[nodiscard]] double barLeft(std::size_t bar) const;
    [[nodiscard]] QStringList titleLines(std::size_t bar) const;
    void placeLabels();
    void spread(std::vector<Placed>& labels, double top, double bottom) const;
    void drawBar(QPainter& painter, std::size_t bar, ThemeMode mode) const;
    void drawLinks(QPainter& painter, ThemeMode mode) const;
    void drawLabel(QPainter& painter, const Placed& placed, ThemeMode mode) const;

    std::vector<LensBar> m_bars;
    std::vector<Placed> m_labels;
    QRectF m_place;
    QFont m_font;
    double m_scale = 1;
    double m_title_height = 0;
    double m_pitch = 0;       ///< from a bar to the next one
    bool m_two_lines = false; ///< of the titles
    double m_zero = 0;        ///< y of the line
    double m_most = 1;        ///< seconds above it
    double m_deep = 0;        ///< seconds below it
};

} // namespace kneepoint
