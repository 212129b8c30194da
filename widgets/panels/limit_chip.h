// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/units/units.h"

#include <QLineEdit>
#include <QWidget>

class QToolButton;

namespace kneepoint {

/// The value of a limit chip: typed as in a number box, shown as it was understood.
class LimitField : public QLineEdit {
    Q_OBJECT
public:
    LimitField(Unit unit, QWidget* parent = nullptr);

    /// What holds while nothing is typed; empty: there is no limit.
    void setOtherwise(const QString& text);
    [[nodiscard]] const QString& otherwise() const { return m_otherwise; }
    /// What is drawn without the focus: "30 days" for "30 d".
    [[nodiscard]] QString shownText() const;
    /// What was typed, in units, if that is not what was typed; for while it is typed.
    [[nodiscard]] QString understood() const;
    [[nodiscard]] bool isValid() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Unit m_unit;
    QString m_otherwise;
};

/// A limit of a plan as a chip: "deadline 30 days ×", or dashed "+ deadline" where there is none. A click or Tab edits
/// it in place.
class LimitChip : public QWidget {
    Q_OBJECT
public:
    /// `name` within the chip, `label` for messages and screen readers, `example` of what can be typed.
    LimitChip(QString name, const QString& label, Unit unit, QWidget* parent = nullptr);

    [[nodiscard]] LimitField& field() const { return *m_field; }
    [[nodiscard]] QToolButton& removal() const { return *m_remove; }
    void setOtherwise(const QString& text);

signals:
    /// With Enter, or the limit was removed.
    void asked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool isOpen() const;
    [[nodiscard]] QString caption() const;
    [[nodiscard]] QString note() const;
    void arrange();

    QString m_name;
    LimitField* m_field;
    QToolButton* m_remove;
};

} // namespace kneepoint
