// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/kit/chart.h"

#include "model/results/metric.h"
#include "widgets/charts/kit/chart_export.h"
#include "widgets/charts/kit/legend.h"
#include "widgets/file_saver.h"
#include "widgets/text.h"

#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QMenu>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <utility>

/// Keys, mouse and context menu of a chart.
namespace kneepoint {

void Chart::keyPressEvent(QKeyEvent* event)
{
    const double k = analysis().step.workers;
    switch (event->key()) {
    case Qt::Key_Left:
        emit workersPicked(std::max(analysis().curve.min_workers, k / 2));
        break;
    case Qt::Key_Right:
        emit workersPicked(std::min(analysis().curve.max_workers, k * 2));
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        emit drilled();
        break;
    case Qt::Key_F:
        setFrozen(!isFrozen());
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
        m_resized = true;
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
        m_drag = hitAt(at).drag;
        if (m_drag)
            leave();
        return m_drag != nullptr;
    }
    if (event.type() == QEvent::MouseMove) {
        if (m_drag) {
            m_drag(at, false);
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
        if (const auto drag = std::exchange(m_drag, nullptr)) {
            drag(at, true);
            hover(at);
            return true;
        }
        if ((at - m_pressed_at).manhattanLength() < QApplication::startDragDistance())
            if (const auto click = hitAt(at).click)
                click();
    }
    return false;
}

void Chart::hover(const QPointF& at)
{
    const Hit hit = hitAt(at);
    m_plot->setCursor(hit.cursor);
    setHover(at, hit.part, hit.workers);
}

void Chart::leave()
{
    setHover(m_hover.at(), -1);
}

std::optional<Hit> Chart::legendHit(Legend& legend, const QPointF& at)
{
    if (!legend.answers(at))
        return std::nullopt;
    return Hit{.cursor = Qt::PointingHandCursor, .click = [this, &legend, at] {
                   legend.click(at);
                   refresh();
               }};
}

Hit Chart::lineHit(const LineHandle& line)
{
    return {.cursor = Qt::SizeVerCursor, .drag = [this, line](const QPointF& to, bool finished) {
                emit knobDragged(line.parameter, line.value_at(to.y()), finished);
            }};
}

Hit Chart::workersHit()
{
    const auto pick = [this, picked = analysis().step.workers](const QPointF& to, bool finished) mutable {
        const double k = std::round(workersAt(to.x()));
        if (!finished && k != std::exchange(picked, k))
            emit workersPicked(k);
    };
    return {.cursor = Qt::SizeHorCursor, .drag = pick};
}

void Chart::addChoice(QMenu& menu, const QString& words, bool checked, const std::function<void()>& choose)
{
    QAction* action = menu.addAction(words, &menu, choose);
    action->setCheckable(true);
    action->setChecked(checked);
}

void Chart::addMetrics(
    QMenu& menu, const Metric& chosen, const std::function<void(const Metric&)>& choose, bool need_values) const
{
    for (const Metric* choice : metricsUpTo(Prominence::headline))
        if (applies(*choice, analysis().scenario) && !(need_values && choice->none))
            addChoice(menu, toQString(choice->label), choice == &chosen, [choice, choose] { choose(*choice); });
}

void Chart::showMenu(const QPoint& global_position)
{
    QMenu menu(this);
    const QStringList ways = variants();
    for (int i = 0; i < static_cast<int>(ways.size()); ++i)
        addChoice(menu, ways[i], variant() == i, [this, i] { setVariant(i); });
    extendMenu(menu);
    if (!menu.isEmpty())
        menu.addSeparator();
    menu.addAction(tr("Copy picture"), this, &Chart::copyPicture);
    menu.addAction(tr("Copy data (CSV)"), this, &Chart::copyData);
    menu.addAction(tr("Save as…"), this, &Chart::saveAs);
    menu.addSeparator();
    addChoice(menu, tr("Freeze: keep axes and curve\tF"), isFrozen(), [this] { setFrozen(!isFrozen()); });
    menu.addAction(tr("Reset zoom"), this, &Chart::resetZoom)->setEnabled(m_zoomed);
    menu.exec(global_position);
}

void Chart::copyPicture()
{
    QApplication::clipboard()->setImage(chartImage(*this, size(), devicePixelRatioF()));
    emit confirmed(tr("Copied the picture of %1").arg(title()));
}

void Chart::copyData()
{
    QApplication::clipboard()->setText(QString::fromStdString(csv()));
    emit confirmed(tr("Copied the data of %1 as CSV").arg(title()));
}

void Chart::saveAs()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Save chart"),
        title().toLower() + QStringLiteral(".png"), tr("Pictures (*.png *.svg *.pdf);;Data (*.csv)"));
    if (!path.isEmpty())
        saveTo(path);
}

void Chart::saveTo(const QString& path)
{
    m_saver->save(path, chartBytes(*this, path, size()));
}

} // namespace kneepoint
