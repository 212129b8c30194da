// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/catalogue/layer_kinds.h"

#include <QColor>
#include <QWidget>

#include <vector>

namespace kneepoint {

enum class ThemeMode;

/// Colors of the two halves of a layer's cell.
[[nodiscard]] QColor mixerColor(Mixer mixer, ThemeMode mode);
[[nodiscard]] QColor feedForwardColor(FeedForward feed_forward, ThemeMode mode);

/// The layers of a model as a strip of cells, from the first at the left to the last: the mixer above, the feed-forward
/// below; what a layer does not have is blank. A tool tip names the layer under the pointer.
class LayerStrip : public QWidget {
    Q_OBJECT
public:
    explicit LayerStrip(QWidget* parent = nullptr);

    void setLayers(std::vector<LayerKind> layers);
    [[nodiscard]] const std::vector<LayerKind>& layers() const { return m_layers; }
    /// The layer at this x; −1 outside of all.
    [[nodiscard]] int layerAt(double x) const;
    /// "Layer 6 of 52: full attention, no feed-forward"
    [[nodiscard]] QString layerText(int layer) const;

    [[nodiscard]] QSize sizeHint() const override { return {200, 22}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {60, 22}; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] double cellWidth() const;

    std::vector<LayerKind> m_layers;
};

} // namespace kneepoint
