// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/limit_chip.h"

#include "widgets/box_layouts.h"
#include "widgets/style/shapes.h"
#include "widgets/text.h"
#include "widgets/theme/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace kneepoint {
namespace {

constexpr int caret_room = 6;

} // namespace

LimitField::LimitField(Unit unit, QWidget* parent)
    : QLineEdit(parent)
    , m_unit(unit)
{
    setFrame(false);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setPlaceholderText(tr("none")); // and no example, which would look like a limit
    setTextMargins(0, 0, 0, 0);
    connect(this, &QLineEdit::textChanged, this, &QWidget::updateGeometry);
}

void LimitField::setOtherwise(const QString& text)
{
    if (text == m_otherwise)
        return;
    m_otherwise = text;
    setPlaceholderText(text.isEmpty() ? tr("none") : text);
    updateGeometry();
    update();
}

QString LimitField::shownText() const
{
    const QString typed = text().trimmed();
    if (typed.isEmpty())
        return m_otherwise;
    const Result<double> value = parseQuantity(typed.toStdString(), m_unit);
    return value ? toQString(*value, m_unit) : typed;
}

QString LimitField::understood() const
{
    const QString typed = text().trimmed();
    return typed.isEmpty() || !isValid() || shownText() == typed ? QString() : shownText();
}

bool LimitField::isValid() const
{
    const QString typed = text().trimmed();
    return typed.isEmpty() || parseQuantity(typed.toStdString(), m_unit).has_value();
}

QSize LimitField::sizeHint() const
{
    const QFontMetrics bold(roleFont(font(), FontRole::strong));
    const QString& words = !hasFocus() ? shownText() : text().isEmpty() ? placeholderText() : text();
    const int width = std::max(fontMetrics().horizontalAdvance(words), bold.horizontalAdvance(words));
    return {words.isEmpty() ? 1 : width + (hasFocus() ? 2 * caret_room : 0), fontMetrics().height()};
}

void LimitField::paintEvent(QPaintEvent* event)
{
    if (hasFocus())
        return QLineEdit::paintEvent(event);
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    const bool is_typed = !text().trimmed().isEmpty();
    painter.setFont(roleFont(font(), is_typed ? FontRole::strong : FontRole::base));
    painter.setPen(!isValid() ? colors.warning : is_typed ? colors.text : colors.muted);
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, shownText());
}

LimitChip::LimitChip(QString name, const QString& label, Unit unit, QWidget* parent)
    : QWidget(parent)
    , m_name(std::move(name))
    , m_field(new LimitField(unit))
    , m_remove(new QToolButton)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setCursor(Qt::IBeamCursor);
    m_field->setAccessibleName(label);
    m_remove->setText(QStringLiteral("×"));
    m_remove->setAutoRaise(true);
    m_remove->setCursor(Qt::PointingHandCursor);
    m_remove->setFixedSize(chip_height - 4, chip_height - 4);
    m_remove->setAccessibleName(tr("Remove: %1").arg(label));
    m_remove->setToolTip(tr("Remove"));
    auto* row = rowIn(this, {}, 0);
    row->addWidget(m_field);
    row->addWidget(m_remove);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, &LimitChip::arrange);
    connect(m_field, &QLineEdit::returnPressed, this, &LimitChip::asked);
    connect(m_remove, &QToolButton::clicked, this, [this] {
        m_field->clear();
        emit asked();
    });
    arrange();
}

void LimitChip::setOtherwise(const QString& text)
{
    m_field->setOtherwise(text);
    arrange();
}

bool LimitChip::isOpen() const
{
    return m_field->hasFocus() || !m_field->shownText().isEmpty();
}

QString LimitChip::caption() const
{
    return isOpen() ? m_name : tr("+ %1").arg(m_name);
}

/// While it is typed.
QString LimitChip::note() const
{
    return m_field->hasFocus() && !m_field->understood().isEmpty() ? tr("= %1").arg(m_field->understood()) : QString();
}

void LimitChip::arrange()
{
    const bool removable = !m_field->text().isEmpty() && !m_field->hasFocus(); // then it is typed away
    m_remove->setVisible(removable);
    const int before = chip_side + fontMetrics().horizontalAdvance(caption()) + (isOpen() ? chip_gap : 0);
    const int after = note().isEmpty() ? 0 : chip_gap + fontMetrics().horizontalAdvance(note());
    layout()->setContentsMargins(before, 0, after + (removable ? 4 : chip_side), 0);
    setFixedHeight(std::max(chip_height, fontMetrics().height() + 6));
    updateGeometry();
    update();
}

bool LimitChip::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut || event->type() == QEvent::FontChange) {
        m_field->updateGeometry();
        QMetaObject::invokeMethod(this, &LimitChip::arrange, Qt::QueuedConnection); // once the field has the focus
    }
    return QWidget::eventFilter(watched, event);
}

void LimitChip::mousePressEvent(QMouseEvent* event)
{
    m_field->setFocus(Qt::MouseFocusReason);
    QWidget::mousePressEvent(event);
}

void LimitChip::paintEvent(QPaintEvent*)
{
    const Theme& colors = theme(modeOf(palette()));
    QPainter painter(this);
    const double radius = height() / 2.0;
    const bool hot = underMouse() || m_field->hasFocus();
    if (isOpen()) {
        drawBox(painter, rect(), colors.panel,
            !m_field->isValid() ? colors.warning
                : hot           ? colors.text
                                : colors.line,
            radius);
        if (m_field->hasFocus())
            drawFocusRing(painter, rect(), m_field->isValid() ? colors.accent : colors.warning, radius);
    } else {
        drawDashedBox(painter, rect(), hot ? colors.hover : QColor(), hot ? colors.text : colors.border, radius);
    }
    painter.setPen(colors.muted);
    painter.drawText(rect().adjusted(chip_side, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, caption());
    if (const QString words = note(); !words.isEmpty()) {
        painter.setPen(colors.accent);
        painter.drawText(rect().adjusted(0, 0, -chip_side, 0), Qt::AlignRight | Qt::AlignVCenter, words);
    }
}

} // namespace kneepoint
