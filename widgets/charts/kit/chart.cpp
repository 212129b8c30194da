// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/chart.h"

#include "widgets/accessible_controls.h"
#include "widgets/box_layouts.h"
#include "widgets/charts/kit/labels.h"
#include "widgets/charts/kit/marks.h"
#include "widgets/charts/kit/painting.h"
#include "widgets/charts/kit/plot_style.h"
#include "widgets/charts/kit/sentence_line.h"
#include "widgets/file_saver.h"

#include <QWindow>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <utility>

namespace kneepoint {
namespace {

/// Pixels on an opaque background, which are copied to the screen instead of blended.
class OpaqueBuffer : public QCPPaintBufferPixmap {
public:
    OpaqueBuffer(double pixel_ratio, const QBrush& background)
        : QCPPaintBufferPixmap({}, pixel_ratio)
        , m_background(background)
    {
    }
    void clear(const QColor& /*transparent*/) override { mBuffer.fill(m_background.color()); }

private:
    const QBrush& m_background; ///< of the plot
};

/// Draws when it is painted: straight on the widget, or while `hovered` into buffers, so that the marks of the pointer
/// move over what is drawn already. Signals when its pixels are there, and follows the screen's pixel ratio, which
/// QCustomPlot reads only once.
class Plot : public QCustomPlot {
public:
    Plot(QWidget* parent, std::function<bool()> hovered, std::function<void()> painted)
        : QCustomPlot(parent)
        , m_hovered(std::move(hovered))
        , m_painted(std::move(painted))
    {
        QCoreApplication::removePostedEvents(this, QEvent::MetaCall); // a first drawing of nothing
        setFocusPolicy(Qt::NoFocus);                                  // the chart has it, and the name
        parent->installEventFilter(this);
        mPaintBuffers = {QSharedPointer<QCPAbstractPaintBuffer>(
            new OpaqueBuffer(bufferDevicePixelRatio(), mBackgroundBrush))}; // QCustomPlot adds others behind it
    }

    void drawSoon()
    {
        m_waits = true;
        update();
    }

protected:
    /// A layout under way may leave no pixel for a moment; nothing can be painted on that.
    void resizeEvent(QResizeEvent* event) override
    {
        if (event->size().isEmpty())
            return;
        setViewport(rect());
        drawSoon();
    }
    void paintEvent(QPaintEvent* /*event*/) override
    {
        if (!qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF())) {
            setBufferDevicePixelRatio(devicePixelRatioF());
            m_waits = true;
        }
        setAttribute(Qt::WA_UpdatesDisabled); // it is being painted: once is enough
        if (m_hovered())
            paintBuffers();
        else
            paintDirectly();
        setAttribute(Qt::WA_UpdatesDisabled, false);
        if (parentWidget()->hasFocus())
            drawFocus();
        m_painted();
    }

    /// The chart's focus is drawn here, since the plot covers it.
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
            update();
        return QCustomPlot::eventFilter(watched, event);
    }

private:
    void paintBuffers()
    {
        if (std::exchange(m_waits, false))
            replot(rpQueuedRefresh);
        QCPPainter painter(this);
        for (const auto& buffer : mPaintBuffers)
            buffer->draw(&painter);
    }
    void paintDirectly()
    {
        m_waits = true; // for the buffers, which stay behind
        emit beforeReplot();
        QCPPainter painter(this);
        painter.fillRect(rect(), mBackgroundBrush);
        draw(&painter);
        emit afterReplot();
    }
    void drawFocus()
    {
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }

    std::function<bool()> m_hovered;
    std::function<void()> m_painted;
    bool m_waits = false; ///< to be drawn into the buffers
};

} // namespace

Chart::Chart(const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_plot(new Plot(
          this, [this] { return isHovered(); }, [this] { emit frameDrawn(); }))
    , m_line(new SentenceLine(this))
    , m_saver(new FileSaver(this))
{
    describeControls();
    setAccessibleName(title);
    auto* layout = columnIn(this, {}, 0);
    layout->addWidget(m_line);
    layout->addWidget(m_plot, 1);
    m_line->setFocusPolicy(Qt::NoFocus);
    setFocusPolicy(Qt::StrongFocus);

    m_plot->axisRect()->insetLayout()->remove(m_plot->legend); // never shown, yet measured with every frame
    m_plot->layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical); // see layOut()
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setNotAntialiasedElements(QCP::aeFills | QCP::aeGrid | QCP::aeAxes);
    m_plot->setPlottingHints(QCP::phCacheLabels | QCP::phFastPolylines);
    m_plot->setMouseTracking(true);
    m_plot->setMinimumSize(0, 0);
    m_plot->installEventFilter(this);
    paint("overlay", [this](QPainter& painter) { drawHover(painter); });
    connect(m_plot, &QCustomPlot::beforeReplot, this, &Chart::layOut);
}

Chart::~Chart() = default;

void Chart::show(const SharedAnalysis& analysis)
{
    m_shown.analysis = analysis;
    m_has_analysis = true;
    refresh();
}

void Chart::show(const Shown& shown)
{
    m_shown = shown;
    m_has_analysis = shown.analysis != nullptr;
    if (!m_has_analysis)
        m_shown.analysis = share({});
    refresh();
}

std::array<Chart::Beside, 5> Chart::beside() const
{
    std::array<Beside, 5> all;
    all[pinned] = {reference(), tr("A"), QPen(QBrush(), 1.5, Qt::DashLine)};
    for (std::size_t i = 0; i < 3; ++i) {
        all[1 + i].pen = QPen(QBrush(), 1.3, optionStyle(i));
        if (i >= options().options.size())
            continue;
        all[1 + i].analysis = options().options[i].analysis;
        all[1 + i].name = QString(QLatin1Char(options().options[i].letter));
    }
    all[previewed] = {ghost(), ghostName(), QPen(QBrush(), 1, Qt::SolidLine)};
    return all;
}

Qt::PenStyle Chart::optionStyle(std::size_t option)
{
    static constexpr std::array styles{Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
    return styles[option % styles.size()];
}

void Chart::setFrozen(bool frozen)
{
    if (frozen == isFrozen() || (frozen && !hasAnalysis()))
        return;
    m_frozen = frozen ? m_shown.analysis : nullptr;
    refresh();
}

void Chart::freezeAt(const Analysis& shown)
{
    m_frozen = share(shown);
    resetZoom();
}

bool Chart::isInSight() const
{
    return isWindow() || isVisibleTo(window());
}

void Chart::refresh()
{
    m_stale = !isInSight();
    if (!hasAnalysis() || m_stale)
        return;
    presentNow();
    replot();
}

void Chart::presentNow()
{
    m_stale = false;
    if (m_frozen && m_fitted.empty())
        present(*m_frozen); // whose axes stay
    present(analysis());
    m_sentence = QString::fromStdString(describe(analysis()));
    m_line->setText(m_sentence);
    setAccessibleDescription(m_sentence);
}

std::string Chart::csv() const
{
    return csvText(reference() ? besideReference(data(analysis()), data(*reference())) : data(analysis()));
}

QString Chart::sentence() const
{
    return m_stale && hasAnalysis() ? QString::fromStdString(describe(analysis())) : m_sentence;
}

void Chart::applyStyle()
{
    stylePlot(*m_plot, themeMode());
    restyle();
    replot();
}

void Chart::setInteracting(bool interacting)
{
    if (m_interacting == interacting)
        return;
    m_interacting = interacting;
    if (!interacting)
        refresh();
}

void Chart::resetRanges()
{
    m_zoomed = false;
    m_fitted.clear();
}

void Chart::resetZoom()
{
    resetRanges();
    refresh();
}

void Chart::layOutFor(QSize plot_size)
{
    m_plot->setViewport(QRect(QPoint(), plot_size));
    arrange();
    if (hasAnalysis())
        presentNow();
}

/// Parts of the chart depend on the size: the number of ticks and rows that fit. The hover marks have
/// pixels of their own only while there are any: laying them over the others takes as long as painting those.
void Chart::layOut()
{
    m_plot->layer(QStringLiteral("overlay"))->setMode(isHovered() ? QCPLayer::lmBuffered : QCPLayer::lmLogical);
    if (!std::exchange(m_resized, false))
        return;
    arrange();
    if (hasAnalysis())
        presentNow();
}

/// How many ticks fit depends on the size of their axis, which a replot would only find after them.
void Chart::arrange()
{
    for (const auto phase : {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        m_plot->plotLayout()->update(phase);
}

void Chart::fitAxis(QCPAxis& axis, double lower, double upper)
{
    auto& fitted = m_fitted[&axis];
    const bool first = !(fitted.first < fitted.second);
    if (m_interacting && !first)
        fitted = {std::min(fitted.first, lower), std::max(fitted.second, upper)};
    else
        fitted = {lower, upper};
    if (!m_zoomed && !(isFrozen() && !first))
        axis.setRange(fitted.first, fitted.second);
}

QRectF Chart::area() const
{
    return m_plot->axisRect()->rect();
}

double Chart::xOf(double value) const
{
    return m_plot->xAxis->coordToPixel(value);
}

double Chart::yOf(double value) const
{
    return m_plot->yAxis->coordToPixel(value);
}

double Chart::workersAt(double x) const
{
    return std::clamp(m_plot->xAxis->pixelToCoord(x), analysis().curve.min_workers, analysis().curve.max_workers);
}

void Chart::drawUpright(QPainter& painter, double x) const
{
    painter.drawLine(QPointF(x, area().top()), QPointF(x, area().bottom()));
}

void Chart::drawLevel(QPainter& painter, double y) const
{
    painter.drawLine(QPointF(area().left(), y), QPointF(area().right(), y));
}

void Chart::paint(const char* layer, std::function<void(QPainter&)> draw)
{
    addPainting(*m_plot, layer, [this, draw = std::move(draw)](QPainter& painter) {
        if (hasAnalysis())
            draw(painter);
    });
}

void Chart::leaveRoom(const QString& widest, int top, int right)
{
    const QFontMetrics metrics(m_plot->font());
    const int line = metrics.height();
    m_plot->axisRect()->setMargins({metrics.horizontalAdvance(widest) + line + 16, top, right, 2 * line + 16});
}

QFont Chart::fontOf(FontRole role) const
{
    return roleFont(m_plot->font(), role);
}

void Chart::replot()
{
    if (isInSight())
        static_cast<Plot*>(m_plot)->drawSoon();
    else
        m_stale = true;
}

void Chart::replotOverlay()
{
    QCPLayer& overlay = *m_plot->layer(QStringLiteral("overlay"));
    if (overlay.mode() == QCPLayer::lmBuffered)
        overlay.replot();
    else if (isHovered())
        replot();
}

bool Chart::isHovered() const
{
    return m_hover.isOn() || m_cursor > 0;
}

void Chart::setHover(const QPointF& at, int part, double workers)
{
    const bool moved = part != m_hover.part();
    m_hover.moveTo(at, part);
    m_cursor = m_hover.isOn() ? workers : 0;
    replotOverlay();
    emit workersHovered(m_cursor);
    if (moved)
        hoverChanged();
}

void Chart::drawHover(QPainter& painter) const
{
    if (m_pointer_line && m_hover.isOn())
        drawCursorLine(painter, m_hover.at().x(), {area()}, themeMode());
    drawReadoutIn(painter, m_plot->rect());
}

void Chart::drawReadoutIn(QPainter& painter, const QRectF& bounds) const
{
    if (m_hover.isOn())
        drawReadout(painter, bounds, m_hover.at(), readout(), m_plot->font(), themeMode());
}

void Chart::showCursorAt(double k)
{
    if (qFuzzyCompare(1 + m_cursor, 1 + k))
        return;
    m_cursor = k;
    replotOverlay();
}

void Chart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        m_line->updateGeometry();
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        applyStyle();
}

void Chart::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

} // namespace kneepoint
