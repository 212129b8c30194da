// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document/session.h"

#include "model/units/bounded_json.h"
#include "widgets/save_file.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
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
    visit("window/use", &Session::use);
    visit("window/unfolded_sections", &Session::unfolded_sections);
    visit("files/recent", &Session::recent_files);
    visit("document/path", &Session::file_path);
    visit("document/on_disk", &Session::on_disk);
    visit("document/scenario", &Session::scenario);
    visit("document/baseline", &Session::baseline);
    visit("document/comparison", &Session::comparison);
    visit("prices", &Session::prices);
}

QJsonValue toJson(const QByteArray& bytes)
{
    return QString::fromLatin1(bytes.toBase64());
}
QJsonValue toJson(const QList<QByteArray>& list)
{
    QJsonArray array;
    for (const QByteArray& item : list)
        array << toJson(item);
    return array;
}
QJsonValue toJson(ThemeChoice theme)
{
    return static_cast<int>(theme);
}
QJsonValue toJson(const QStringList& list)
{
    return QJsonArray::fromStringList(list);
}
QJsonValue toJson(const QString& text)
{
    return text;
}
QJsonValue toJson(bool flag)
{
    return flag;
}

void fromJson(const QJsonValue& json, QByteArray& bytes)
{
    bytes = QByteArray::fromBase64(json.toString().toLatin1());
}
void fromJson(const QJsonValue& json, QList<QByteArray>& list)
{
    for (const QJsonValue item : json.toArray())
        fromJson(item, list.emplace_back());
}
void fromJson(const QJsonValue& json, ThemeChoice& theme)
{
    theme = static_cast<ThemeChoice>(std::clamp(json.toInt(), 0, static_cast<int>(ThemeChoice::dark)));
}
void fromJson(const QJsonValue& json, QStringList& list)
{
    for (const QJsonValue item : json.toArray())
        list << item.toString();
}
void fromJson(const QJsonValue& json, QString& text)
{
    text = json.toString();
}
void fromJson(const QJsonValue& json, bool& flag)
{
    flag = json.toBool(flag);
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
    return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + QStringLiteral("/session.json");
}

Result<Session> loadSession(const QString& path)
{
    Session session;
    const QFileInfo file(path);
    if (!file.exists() && !file.isSymLink())
        return session;
    const Result<std::string> text =
        readBoundedFile(path.toStdString(), {.document = "a session", .bytes = session_limit_bytes});
    if (!text)
        return tl::unexpected(text.error());
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(*text));
    if (!document.isObject())
        return failure(path.toStdString() + ": not a session file");
    const QJsonObject json = document.object();
    visitFields([&](const char* key, auto field) {
        if (const auto value = json.find(QLatin1String(key)); value != json.end())
            fromJson(*value, session.*field);
    });
    return session;
}

Result<void> saveSession(const Session& session, const QString& path)
{
    QJsonObject json;
    visitFields([&](const char* key, auto field) { json.insert(QLatin1String(key), toJson(session.*field)); });
    if (const QDir folder = QFileInfo(path).dir(); !folder.exists())
        folder.mkpath(QStringLiteral(".")); // without it, the file cannot be saved, which is reported
    return savePrivateFile(path, QJsonDocument(json).toJson());
}

} // namespace kneepoint
