// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/results/sentences.h"
#include "widgets/charts/worker_bars.h"

#include <array>

namespace kneepoint {

/// Memory used on a GPU of the fullest pipeline stage, by kind, one bar per K, against its capacity.
class MemoryChart : public WorkerBarsChart {
    Q_OBJECT

public:
    explicit MemoryChart(QWidget* parent = nullptr);

    /// In the order of memory_kinds.
    enum class Kind { weights, gradients, optimizer, activations, logits, gathered, buffers, reserve };
    static constexpr std::size_t kind_count = memory_kinds.size();
    /// In bytes. Keys are indices into Analysis::breakdown.
    [[nodiscard]] const QCPBars* bars(Kind kind) const { return m_kinds[static_cast<std::size_t>(kind)].bars; }
    /// Label of the capacity line: "28 GB free".
    [[nodiscard]] QString headroom() const;

protected:
    void present(const Analysis& analysis) override;
    [[nodiscard]] std::string describe(const Analysis& a) const override { return memorySentence(a); }
    [[nodiscard]] CsvTable data(const Analysis& of) const override;
    void restyle() override;
    [[nodiscard]] std::vector<Piece> pieces(const ScalePoint& point) const override;
    [[nodiscard]] QString total(const ScalePoint& point) const override;
    [[nodiscard]] QStringList readoutOf(const ScalePoint& point) const override;
    void drawMore(QPainter& painter, LabelPlacer& placer) const override;

private:
    struct KindBars {
        QCPBars* bars = nullptr;
        bool shown = true;
        bool present = true; ///< at least one bar has it
    };

    void updateLegend();

    std::array<KindBars, kind_count> m_kinds;
};

} // namespace kneepoint
