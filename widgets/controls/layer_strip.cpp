// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/layer_strip.h"

#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <cmath>

namespace kneepoint {

QColor mixerColor(Mixer mixer, ThemeMode mode)
{
    switch (mixer) {
    case Mixer::full:
        return quantityColor(Quantity::compute, mode);
    case Mixer::cross:
        return quantityColor(Quantity::expert_comm, mode);
    case Mixer::encoder: // never beside windows
    case Mixer::window:
        return quantityColor(Quantity::memory, mode);
    case Mixer::sparse:
        return quantityColor(Quantity::input, mode);
    case Mixer::delta_rule:
        return quantityColor(Quantity::tensor_comm, mode);
    case Mixer::state_space:
        return quantityColor(Quantity::waiting, mode);
    case Mixer::none:
        break;
    }
    return Qt::transparent;
}

QColor feedForwardColor(FeedForward feed_forward, ThemeMode mode)
{
    switch (feed_forward) {
    case FeedForward::dense:
        return quantityColor(Quantity::overhead, mode);
    case FeedForward::experts:
        return quantityColor(Quantity::data_comm, mode);
    case FeedForward::none:
        break;
    }
    return Qt::transparent;
}

LayerStrip::LayerStrip(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Layers of the model"));
}

void LayerStrip::setLayers(std::vector<LayerKind> layers)
{
    if (layers == m_layers)
        return;
    m_layers = std::move(layers);
    update();
}

double LayerStrip::cellWidth() const
{
    return m_layers.empty() ? 0 : static_cast<double>(width()) / static_cast<double>(m_layers.size());
}

int LayerStrip::layerAt(double x) const
{
    if (m_layers.empty() || x < 0 || x >= width())
        return -1;
    return static_cast<int>(std::floor(x / cellWidth()));
}

QString LayerStrip::layerText(int layer) const
{
    const LayerKind& kind = m_layers[static_cast<std::size_t>(layer)];
    return tr("Layer %1 of %2: %3, %4")
        .arg(layer + 1)
        .arg(m_layers.size())
        .arg(toQString(mixerName(kind.mixer)), toQString(feedForwardName(kind.feed_forward)));
}

bool LayerStrip::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int layer = layerAt(help->pos().x());
    if (layer < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(mapToGlobal(help->pos()), plainToolTip(layerText(layer)), this);
    return true;
}

void LayerStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const ThemeMode mode = modeOf(palette());
    painter.fillRect(rect(), theme(mode).track);
    const double cell = cellWidth();
    const double gap = cell >= 4 ? 1 : 0; // narrow cells touch
    const double half = (height() - 1) / 2.0;
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const double left = static_cast<double>(i) * cell;
        painter.fillRect(QRectF(left, 0, cell - gap, half), mixerColor(m_layers[i].mixer, mode));
        painter.fillRect(QRectF(left, half + 1, cell - gap, half), feedForwardColor(m_layers[i].feed_forward, mode));
    }
}

} // namespace kneepoint
