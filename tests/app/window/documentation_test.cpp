// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/help_dialogs.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/message_bar.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QTest>
#include <QUrl>

using namespace kneepoint;

/// Help ▸ Documentation.
class DocumentationTest : public QObject {
    Q_OBJECT

    QList<QUrl> m_opened;

    static QString page() { return QCoreApplication::applicationDirPath() + "/share/kneepoint/help/index.html"; }

public slots:
    void record(const QUrl& url) { m_opened << url; }

private slots:
    void init()
    {
        m_opened.clear();
        QDesktopServices::setUrlHandler("file", this, "record");
    }

    void cleanup()
    {
        QDesktopServices::unsetUrlHandler("file");
        QDir(QCoreApplication::applicationDirPath() + "/share").removeRecursively();
    }

    void opensTheInstalledFile()
    {
        QVERIFY(QDir().mkpath(QFileInfo(page()).path()));
        QFile file(page());
        QVERIFY(file.open(QIODevice::WriteOnly));
        MessageBar messages;
        openDocumentation(messages);
        QCOMPARE(m_opened, QList{QUrl::fromLocalFile(page())});
        QVERIFY(messages.sentence().isEmpty());
    }

    void saysWhenItIsNotInstalled()
    {
        if (QFile::exists(QCoreApplication::applicationDirPath() + "/../../share/kneepoint/help/index.html"))
            QSKIP("the documentation is in the build folder");
        MessageBar messages;
        openDocumentation(messages);
        QVERIFY(m_opened.isEmpty());
        QVERIFY(messages.sentence().startsWith("share/kneepoint/help/index.html is missing"));
    }
};

KNEEPOINT_TEST(DocumentationTest)
#include "documentation_test.moc"
