// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_registry.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Where the collected cases of the source documents are at hand, every one of them is a row of a test here.
class GoldenFileTest : public QObject {
    Q_OBJECT

private slots:
    void everyCaseOfTheDocumentsIsTested()
    {
        const QString path = qEnvironmentVariable("KNEEPOINT_GOLDEN_CASES", SOURCE_ROOT "/../shared/golden/seeds.json");
        if (!QFile::exists(path))
            QSKIP("the collected cases (seeds.json) are not beside the source tree");
        const QJsonArray cases = QJsonDocument::fromJson(contentOf(path)).object()["cases"].toArray();
        QVERIFY(!cases.isEmpty());
        QByteArray tests;
        const QDir folder(SOURCE_ROOT "/tests/seeds");
        for (const QString& name : folder.entryList({"*_test.cpp"}))
            tests += contentOf(folder.filePath(name));
        for (const auto& entry : cases) {
            const QByteArray id = entry.toObject()["id"].toString().toUtf8();
            const bool named = tests.contains('"' + id + '"') || tests.contains('"' + id + ", ");
            QVERIFY2(named, id + " is not tested");
        }
    }
};

KNEEPOINT_TEST(GoldenFileTest)
#include "golden_file_test.moc"
