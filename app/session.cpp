// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session.h"

#include <QSettings>
#include <QStandardPaths>

#include <algorithm>

namespace kneepoint {
namespace {

/// Reads or writes each field under its key: the only list of keys.
template <class Visit> void visitFields(Visit&& visit)
{
    visit("window/geometry", &Session::geometry);
    visit("window/columns", &Session::columns);
    visit("window/board", &Session::board);
    visit("window/theme", &Session::theme);
    visit("window/controls_in_sight", &Session::controls_in_sight);
    visit("window/diagnosis_in_sight", &Session::diagnosis_in_sight);
    visit("window/tour_seen", &Session::tour_seen);
    visit("window/unfolded_sections", &Session::unfolded_sections);
    visit("files/recent", &Session::recent_files);
    visit("document/path", &Session::file_path);
    visit("document/scenario", &Session::scenario);
    visit("document/baseline", &Session::baseline);
    visit("document/comparison", &Session::comparison);
}

QVariant toVariant(const QList<QByteArray>& list)
{
    QVariantList variants;
    for (const QByteArray& item : list)
        variants << item;
    return variants;
}
QVariant toVariant(ThemeChoice theme)
{
    return static_cast<int>(theme);
}
template <class T> QVariant toVariant(const T& value)
{
    return QVariant::fromValue(value);
}

void fromVariant(const QVariant& variant, QList<QByteArray>& list)
{
    for (const QVariant& item : variant.toList())
        list << item.toByteArray();
}
void fromVariant(const QVariant& variant, ThemeChoice& theme)
{
    theme = static_cast<ThemeChoice>(std::clamp(variant.toInt(), 0, static_cast<int>(ThemeChoice::dark)));
}
template <class T> void fromVariant(const QVariant& variant, T& value)
{
    value = variant.value<T>();
}

} // namespace

QStringList withRecentFile(QStringList files, const QString& path)
{
    files.removeAll(path);
    files.prepend(path);
    return files.mid(0, most_recent_files);
}

QString defaultSessionPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + QStringLiteral("/session.ini");
}

Session loadSession(const QString& path)
{
    Session session;
    const QSettings settings(path, QSettings::IniFormat);
    visitFields([&](const char* key, auto field) {
        const QString name = QString::fromLatin1(key);
        if (settings.contains(name))
            fromVariant(settings.value(name), session.*field);
    });
    return session;
}

void saveSession(const Session& session, const QString& path)
{
    QSettings settings(path, QSettings::IniFormat);
    visitFields(
        [&](const char* key, auto field) { settings.setValue(QString::fromLatin1(key), toVariant(session.*field)); });
}

} // namespace kneepoint
