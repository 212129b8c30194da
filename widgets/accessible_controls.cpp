// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/accessible_controls.h"

#include <QAccessibleWidget>
#include <QComboBox>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QToolButton>

namespace kneepoint {
namespace {

class AccessibleList : public QAccessibleWidget {
public:
    explicit AccessibleList(QComboBox* box)
        : QAccessibleWidget(box, QAccessible::ComboBox)
    {
    }

    QString text(QAccessible::Text which) const override
    {
        if (which == QAccessible::Value)
            return static_cast<QComboBox*>(widget())->currentText();
        return QAccessibleWidget::text(which);
    }

    QAccessible::State state() const override
    {
        QAccessible::State all = QAccessibleWidget::state();
        all.expandable = true;
        all.hasPopup = true;
        return all;
    }

    QStringList actionNames() const override { return {showMenuAction()}; }
    void doAction(const QString& action) override
    {
        if (action == showMenuAction())
            static_cast<QComboBox*>(widget())->showPopup();
    }
};

class AccessibleExpander : public QAccessibleWidget {
public:
    explicit AccessibleExpander(QToolButton* button)
        : QAccessibleWidget(button, QAccessible::PushButton)
    {
    }

    QString text(QAccessible::Text which) const override
    {
        const QString said = QAccessibleWidget::text(which);
        return which == QAccessible::Name && said.isEmpty() ? button().text() : said;
    }

    QAccessible::State state() const override
    {
        QAccessible::State all = QAccessibleWidget::state();
        all.expandable = true;
        all.expanded = button().isChecked();
        all.collapsed = !button().isChecked();
        return all;
    }

    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override
    {
        if (action == pressAction())
            button().click();
    }

private:
    QToolButton& button() const { return *static_cast<QToolButton*>(widget()); }
};

/// Pressed as the keyboard does.
class AccessibleDrawnButton : public QAccessibleWidget {
public:
    explicit AccessibleDrawnButton(QWidget* drawn)
        : QAccessibleWidget(drawn, QAccessible::Button)
    {
    }

    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override
    {
        if (action != pressAction())
            return;
        QKeyEvent enter(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier);
        QCoreApplication::sendEvent(widget(), &enter);
    }
};

QAccessibleInterface* makeInterface(const QString& class_name, QObject* object)
{
    if (class_name == QLatin1String("kneepoint::Chart"))
        return new QAccessibleWidget(static_cast<QWidget*>(object), QAccessible::Chart);
    if (class_name == QLatin1String("kneepoint::ChoiceBox"))
        return new AccessibleList(static_cast<QComboBox*>(object));
    if (class_name == QLatin1String("QComboBox") && !static_cast<QComboBox*>(object)->accessibleName().isEmpty())
        return new AccessibleList(static_cast<QComboBox*>(object));
    if (class_name == QLatin1String("QToolButton") && object->property(expander_property).toBool())
        return new AccessibleExpander(static_cast<QToolButton*>(object));
    switch (static_cast<DrawnRole>(object->property(role_property).toInt())) {
    case DrawnRole::button:
        return new AccessibleDrawnButton(static_cast<QWidget*>(object));
    case DrawnRole::canvas:
        return new QAccessibleWidget(static_cast<QWidget*>(object), QAccessible::Canvas);
    }
    return nullptr;
}

} // namespace

void describeControls()
{
    static const bool once = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    (void)once;
}

} // namespace kneepoint
