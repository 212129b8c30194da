// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture_file.h"

#include "tests/support/hostile_texts.h"
#include "tests/support/test_registry.h"

#include <QPainter>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

using namespace kneepoint;

class PictureFileTest : public QObject {
    Q_OBJECT

private slots:
    void textsOfAnSvgAreText_data() { test::hostileRows(); }
    void textsOfAnSvgAreText()
    {
        QFETCH(const QString, text);
        PictureSource source;
        source.title = text;
        source.description = text + QStringLiteral(".");
        source.size = {200, 100};
        source.paint = [&](QPainter& painter) { painter.drawText(QPoint(0, 50), text.left(100)); };
        const Result<QByteArray> svg = pictureBytes(source, QStringLiteral("board.svg"));
        QVERIFY(svg);
        QSet<QString> elements;
        QString title;
        QString description;
        QXmlStreamReader xml(*svg);
        while (!xml.atEnd()) {
            if (xml.readNext() != QXmlStreamReader::StartElement)
                continue;
            elements << xml.name().toString();
            if (xml.name() == u"title")
                title = xml.readElementText();
            else if (xml.name() == u"desc")
                description = xml.readElementText();
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY((elements - QSet<QString>{"svg", "title", "desc", "defs", "g", "text", "path", "polyline"}).isEmpty());
        QCOMPARE(title, test::withoutControls(text));
        QCOMPARE(description, title + u'.');
    }

    void dataOfTooManyRowsAreRefused()
    {
        PictureSource source;
        std::size_t size = std::size_t{1} << 26;
        source.csv = [&] { return std::string(size, 'a'); };
        QVERIFY(pictureBytes(source, QStringLiteral("timeline.csv")));
        ++size;
        const Result<QByteArray> data = pictureBytes(source, QStringLiteral("timeline.csv"));
        QVERIFY(!data);
        QVERIFY(data.error().message.find("64 MB") != std::string::npos);
    }
};

KNEEPOINT_TEST(PictureFileTest)
#include "picture_file_test.moc"
