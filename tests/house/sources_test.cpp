// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "model/results/metric.h"
#include "tests/house/source_files.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QMap>
#include <QRegularExpression>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace kneepoint;
using nlohmann::json;

namespace {

QString contentOf(const QString& path)
{
    QFile file(sourcePath(path));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

void collect(const json& node, QStringList& sources)
{
    if (node.is_object())
        if (const auto source = node.find("source"); source != node.end() && source->is_string())
            sources << QString::fromStdString(source->get<std::string>());
    if (node.is_structured())
        for (const json& child : node)
            collect(child, sources);
}

} // namespace

/// docs/sources.md lists every source that the program names, and where it opens.
class SourcesTest : public QObject {
    Q_OBJECT

    QString m_page;
    QMap<QString, QString> m_rows; ///< from a source to its links

    void require(const QStringList& sources, const std::string& by)
    {
        for (const QString& source : sources)
            QVERIFY2(source.isEmpty() || m_rows.contains(source),
                qPrintable(QString::fromStdString(by) + " names \"" + source
                    + "\", which docs/sources.md lacks; run scripts/sources"));
    }

private slots:
    void initTestCase()
    {
        m_page = contentOf(QStringLiteral("docs/sources.md"));
        static const QRegularExpression row(
            QStringLiteral(R"(^\| (.*) \| (.*) \|$)"), QRegularExpression::MultilineOption);
        for (const QRegularExpressionMatch& found : row.globalMatch(m_page))
            m_rows[found.captured(1).replace(QStringLiteral("\\|"), QStringLiteral("|"))] = found.captured(2);
        QVERIFY(m_rows.size() > 300);
    }

    void everySourceOfAPresetIsListed()
    {
        int files = 0;
        for (const SourceFile& file : sourceFiles({"presets", "resources/lessons/problems"}, {".json"})) {
            if (file.path.starts_with("presets/names/")) // whose sources are names of ours
                continue;
            QStringList sources;
            collect(json::parse(file.text), sources);
            require(sources, file.path);
            ++files;
        }
        QVERIFY(files > 50);
    }

    void everySourceOfAParameterOrFigureIsListed()
    {
        for (const Parameter& p : catalogue())
            require({QString::fromUtf8(p.source)}, std::string(p.id));
        for (const Metric& m : metrics())
            require({QString::fromUtf8(m.source)}, std::string(m.id));
    }

    void everySourceOpens()
    {
        static const QRegularExpression target(QStringLiteral(R"(\]\(([^)]+)\))"));
        for (auto row = m_rows.cbegin(); row != m_rows.cend(); ++row) {
            if (row.key() == u"Source")
                continue;
            QVERIFY2(target.match(row.value()).hasMatch(), qPrintable(row.key() + " opens nowhere"));
            for (const QRegularExpressionMatch& found : target.globalMatch(row.value())) {
                const QString at = found.captured(1);
                const bool opens = at.startsWith(u"https://") || QFile::exists(sourcePath("docs/" + at))
                    || (at.startsWith(u'#')
                        && m_page.contains(
                            "\n### " + QString(at).remove(0, 1).replace(u'-', u' ') + '\n', Qt::CaseInsensitive));
                QVERIFY2(opens || at == u"#scaling-efficiency-simulator", qPrintable(row.key() + " leads to " + at));
            }
        }
        QVERIFY(m_page.contains(QStringLiteral("\n### Scaling-efficiency simulator\n"))); // its name has a hyphen
    }
};

KNEEPOINT_TEST(SourcesTest)
#include "sources_test.moc"
