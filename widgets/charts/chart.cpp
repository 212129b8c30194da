// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/chart.h"

#include "widgets/charts/chart_export.h"
#include "widgets/charts/plot_style.h"
#include "widgets/charts/sentence_line.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>

namespace kneepoint {
namespace {

/// Says when its pixels are there, and follows the screen's pixel ratio, which QCustomPlot reads only once.
class Plot : public QCustomPlot {
public:
    Plot(QWidget* parent, std::function<void()> painted)
        : QCustomPlot(parent)
        , m_painted(std::move(painted))
    {
    }

protected:
    /// A layout under way may leave no pixel for a moment; nothing can be painted on that.
    void resizeEvent(QResizeEvent* event) override
    {
        if (!event->size().isEmpty())
            QCustomPlot::resizeEvent(event);
    }
    void paintEvent(QPaintEvent* event) override
    {
        if (!qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF())) {
            setBufferDevicePixelRatio(devicePixelRatioF());
            replot(rpQueuedRefresh);
        }
        QCustomPlot::paintEvent(event);
        m_painted();
    }

private:
    std::function<void()> m_painted;
};

} // namespace

Chart::Chart(QWidget* parent)
    : QWidget(parent)
    , m_plot(new Plot(this, [this] { emit frameDrawn(); }))
    , m_line(new SentenceLine(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_line);
    setFocusPolicy(Qt::StrongFocus);

    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setNoAntialiasingOnDrag(true);
    m_plot->setNotAntialiasedElements(QCP::aeFills | QCP::aeGrid | QCP::aeAxes);
    m_plot->setPlottingHints(QCP::phCacheLabels);
    m_plot->setMouseTracking(true);
    m_plot->setMinimumSize(0, 0);
    m_plot->installEventFilter(this);
}

Chart::~Chart() = default;

void Chart::show(const Analysis& shown)
{
    m_analysis = shown;
    m_has_analysis = true;
    refresh();
}

void Chart::setReference(const std::optional<Analysis>& pinned)
{
    m_reference = pinned;
    refresh();
}

void Chart::setGhost(const std::optional<Analysis>& preview)
{
    if (!preview && !m_ghost)
        return;
    m_ghost = preview;
    refresh();
}

bool Chart::isInSight() const
{
    return isWindow() || isVisibleTo(window());
}

void Chart::refresh()
{
    m_stale = !isInSight();
    if (!m_has_analysis || m_stale)
        return;
    presentNow();
    replot();
}

void Chart::presentNow()
{
    m_stale = false;
    present(m_analysis);
    m_sentence = QString::fromStdString(describe(m_analysis));
    m_line->setText(m_sentence);
    setAccessibleName(title());
    setAccessibleDescription(m_sentence);
}

std::string Chart::csv() const
{
    return csvText(m_reference ? besideReference(data(m_analysis), data(*m_reference)) : data(m_analysis));
}

QString Chart::sentence() const
{
    return m_stale && m_has_analysis ? QString::fromStdString(describe(m_analysis)) : m_sentence;
}

void Chart::setTheme(ThemeMode mode)
{
    m_mode = mode;
    applyStyle();
}

void Chart::applyStyle()
{
    stylePlot(*m_plot, m_mode);
    m_line->setMode(m_mode);
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
    if (m_has_analysis)
        presentNow();
}

void Chart::fitAxis(QCPAxis& axis, double lower, double upper)
{
    auto& fitted = m_fitted[&axis];
    const bool first = !(fitted.first < fitted.second);
    if (m_interacting && !first)
        fitted = {std::min(fitted.first, lower), std::max(fitted.second, upper)};
    else
        fitted = {lower, upper};
    if (!m_zoomed)
        axis.setRange(fitted.first, fitted.second);
}

void Chart::replot()
{
    if (isInSight())
        m_plot->replot(QCustomPlot::rpQueuedReplot);
    else
        m_stale = true;
}

void Chart::replotOverlay()
{
    m_plot->layer(QStringLiteral("overlay"))->replot();
}

void Chart::setHoveredWorkers(double k)
{
    m_cursor = k;
    replotOverlay();
    emit workersHovered(k);
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
    if (event->type() == QEvent::FontChange) {
        m_line->updateGeometry();
        applyStyle();
    }
}

void Chart::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale)
        refresh();
}

void Chart::keyPressEvent(QKeyEvent* event)
{
    const double k = m_analysis.step.workers;
    switch (event->key()) {
    case Qt::Key_Left:
        emit workersPicked(std::max(m_analysis.curve.min_workers, k / 2));
        break;
    case Qt::Key_Right:
        emit workersPicked(std::min(m_analysis.curve.max_workers, k * 2));
        break;
    case Qt::Key_Home:
        resetZoom();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool Chart::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_plot || !m_has_analysis)
        return QWidget::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseMove:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
        return filterMouse(*event);
    case QEvent::Wheel:
        m_zoomed |= m_plot->interactions().testFlag(QCP::iRangeZoom);
        return false;
    case QEvent::Resize:
        if (!m_plot->size().isEmpty())
            layOutFor(m_plot->size());
        return false;
    case QEvent::Leave:
        leave();
        return false;
    case QEvent::ContextMenu:
        showMenu(static_cast<QContextMenuEvent*>(event)->globalPos());
        return true;
    default:
        return QWidget::eventFilter(watched, event);
    }
}

bool Chart::filterMouse(QEvent& event)
{
    const auto& mouse = static_cast<QMouseEvent&>(event);
    const QPointF at = mouse.position();
    const bool left = mouse.button() == Qt::LeftButton;
    if (event.type() == QEvent::MouseButtonDblClick && left) {
        m_pressed = false;
        resetZoom();
        return true;
    }
    if (event.type() == QEvent::MouseButtonPress && left) {
        setFocus(Qt::MouseFocusReason);
        m_pressed = true;
        m_pressed_at = at;
        m_grabbed = grabHandle(at);
        return m_grabbed;
    }
    if (event.type() == QEvent::MouseMove) {
        if (m_grabbed) {
            dragHandle(at);
            return true;
        }
        if (m_pressed && (at - m_pressed_at).manhattanLength() >= QApplication::startDragDistance())
            m_zoomed |= m_plot->interactions().testFlag(QCP::iRangeDrag);
        if (!m_pressed)
            hover(at);
        return false;
    }
    if (event.type() == QEvent::MouseButtonRelease && left && m_pressed) {
        m_pressed = false;
        if (std::exchange(m_grabbed, false)) {
            releaseHandle(at);
            return true;
        }
        if ((at - m_pressed_at).manhattanLength() < QApplication::startDragDistance())
            click(at);
    }
    return false;
}

void Chart::showMenu(const QPoint& global_position)
{
    QMenu menu(this);
    extendMenu(menu);
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addAction(tr("Copy picture"), this, &Chart::copyPicture);
    menu.addAction(
        tr("Copy data (CSV)"), this, [this] { QApplication::clipboard()->setText(QString::fromStdString(csv())); });
    menu.addAction(tr("Save as…"), this, &Chart::saveAs);
    menu.addSeparator();
    menu.addAction(tr("Reset zoom"), this, &Chart::resetZoom)->setEnabled(m_zoomed);
    menu.exec(global_position);
}

void Chart::copyPicture()
{
    QApplication::clipboard()->setImage(chartImage(*this, size(), devicePixelRatioF()));
}

void Chart::saveAs()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save chart"),
        title().toLower() + QStringLiteral(".png"), tr("Pictures (*.png *.svg *.pdf);;Data (*.csv)"));
    if (path.isEmpty())
        return;
    if (const auto saved = saveChart(*this, path, size()); !saved)
        QMessageBox::warning(this, tr("Save chart"), QString::fromStdString(saved.error().message));
}

} // namespace kneepoint
