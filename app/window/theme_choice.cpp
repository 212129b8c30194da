// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/theme_choice.h"

#include <QGuiApplication>
#include <QPalette>

namespace kneepoint {
namespace {

ThemeMode systemMode()
{
    static const ThemeMode mode =
        QGuiApplication::palette().color(QPalette::Window).lightnessF() < 0.5F ? ThemeMode::dark : ThemeMode::light;
    return mode;
}

} // namespace

ThemeMode themeMode(ThemeChoice choice)
{
    const ThemeMode system = systemMode();
    if (choice == ThemeChoice::system)
        return system;
    return choice == ThemeChoice::dark ? ThemeMode::dark : ThemeMode::light;
}

} // namespace kneepoint
