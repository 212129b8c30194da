// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/role_font.h"

#include <QApplication>
#include <QEvent>
#include <QPointer>
#include <QWidget>

#include <utility>
#include <vector>

namespace kneepoint {
namespace {

/// One for all widgets: it sees every event of the application.
class RoleFonts : public QObject {
public:
    static RoleFonts& all()
    {
        static QPointer<RoleFonts> one;
        if (!one)
            one = new RoleFonts;
        return *one;
    }

    void add(QWidget& widget, FontRole role)
    {
        std::erase_if(m_widgets, [&](const auto& known) { return !known.first || known.first == &widget; });
        m_widgets.emplace_back(&widget, role);
        widget.setFont(roleFont(QApplication::font(), role));
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::ApplicationFontChange && watched == qApp)
            for (const auto& [widget, role] : m_widgets)
                if (widget)
                    widget->setFont(roleFont(QApplication::font(), role));
        return QObject::eventFilter(watched, event);
    }

private:
    RoleFonts()
        : QObject(qApp)
    {
        qApp->installEventFilter(this);
    }

    std::vector<std::pair<QPointer<QWidget>, FontRole>> m_widgets;
};

} // namespace

void setRoleFont(QWidget& widget, FontRole role)
{
    RoleFonts::all().add(widget, role);
}

} // namespace kneepoint
