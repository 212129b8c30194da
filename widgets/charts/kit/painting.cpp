// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/painting.h"

#include <qcustomplot.h>

namespace kneepoint {
namespace {

class Painting : public QCPAbstractItem {
public:
    Painting(QCustomPlot& plot, std::function<void(QPainter&)> draw)
        : QCPAbstractItem(&plot)
        , m_draw(std::move(draw))
    {
        setSelectable(false);
        setClipToAxisRect(false);
    }

    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

private:
    void draw(QCPPainter* painter) override { m_draw(*painter); }

    std::function<void(QPainter&)> m_draw;
};

} // namespace

void addPainting(QCustomPlot& plot, const char* layer, std::function<void(QPainter&)> draw)
{
    auto* painting = new Painting(plot, std::move(draw));
    painting->setLayer(QLatin1String(layer));
}

} // namespace kneepoint
