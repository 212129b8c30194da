// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/tour.h"

#include "widgets/box_layouts.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

namespace kneepoint {
namespace {

constexpr int card_width = 340;
constexpr int gap = 12;

/// A thick outline around what the card speaks of; lets every event through.
class Outline : public QWidget {
public:
    explicit Outline(QWidget& window)
        : QWidget(&window)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 3));
        painter.drawRoundedRect(QRectF(rect()).adjusted(2, 2, -2, -2), 6, 6);
    }
};

} // namespace

Tour::Tour(QWidget& window, QList<TourStop> stops)
    : FloatingFrame(&window)
    , m_stops(std::move(stops))
    , m_frame(new Outline(window))
    , m_title(new QLabel)
    , m_text(new QLabel)
    , m_count(new QLabel)
    , m_next(new QPushButton)
{
    setAttribute(Qt::WA_DeleteOnClose);
    m_title->setFont(roleFont(font(), FontRole::strong));
    m_text->setWordWrap(true);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto* skip = new QPushButton(tr("&Skip"));
    connect(skip, &QPushButton::clicked, this, &Tour::end);
    connect(m_next, &QPushButton::clicked, this, &Tour::next);

    auto* column = columnIn(this, {14, 12, 14, 12});
    column->addWidget(m_title);
    column->addWidget(m_text);
    auto* row = addedTo<QHBoxLayout>(*column);
    row->addWidget(m_count, 1);
    row->addWidget(skip);
    row->addWidget(m_next);
    setFixedWidth(card_width);
    window.installEventFilter(this);
    QWidget::show();
    m_frame->show();
    showStop();
}

Tour::~Tour()
{
    delete m_frame;
}

void Tour::next()
{
    if (++m_stop < m_stops.size())
        showStop();
    else
        end();
}

void Tour::end()
{
    emit ended();
    close();
}

void Tour::showStop()
{
    const TourStop& stop = m_stops[m_stop];
    m_title->setText(stop.title);
    m_text->setText(stop.text);
    m_count->setText(tr("%1 of %2").arg(m_stop + 1).arg(m_stops.size()));
    m_next->setText(m_stop + 1 < m_stops.size() ? tr("&Next") : tr("&Done"));
    stop.target->installEventFilter(this);
    setAccessibleName(stop.title);
    setAccessibleDescription(stop.text);
    m_next->setFocus();
    place();
}

void Tour::place()
{
    const QWidget& target = *m_stops[m_stop].target;
    const QRect around(target.mapTo(parentWidget(), QPoint()), target.size());
    m_frame->setGeometry(around);
    m_frame->raise();
    adjustSize();
    const int right = around.right() + gap;
    const int left = around.left() - gap - width();
    const int below = around.bottom() + gap;
    const int above = around.top() - gap - height();
    const auto inside = [](int at, int size, int room) {
        return std::clamp(at, gap, std::max(gap, room - size - gap));
    };
    const int beside = inside(around.center().y() - height() / 2, height(), parentWidget()->height());
    if (right + width() <= parentWidget()->width())
        move(right, beside);
    else if (left >= 0)
        move(left, beside);
    else
        move(inside(around.center().x() - width() / 2, width(), parentWidget()->width()),
            below + height() <= parentWidget()->height() ? below
                : above >= 0                             ? above
                                                         : beside);
    raise();
}

void Tour::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Right)
        next();
    else
        FloatingFrame::keyPressEvent(event);
}

bool Tour::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        QMetaObject::invokeMethod(this, &Tour::place, Qt::QueuedConnection);
    return FloatingFrame::eventFilter(watched, event);
}

} // namespace kneepoint
