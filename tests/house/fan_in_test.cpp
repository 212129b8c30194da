// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"

#include "tests/support/test_registry.h"

#include <QTest>

#include <map>
#include <set>

namespace {

/// What each file includes, by path.
using Includes = std::map<std::string, std::vector<std::string>>;

void addSeen(const Includes& files, const std::string& path, std::set<std::string>& seen)
{
    if (!files.contains(path))
        return;
    for (const std::string& include : files.at(path))
        if (seen.insert(include).second)
            addSeen(files, include, seen);
}

/// Percentage of the sources that include a header, directly or through others.
double percentSeeing(const Includes& files, const std::string& header)
{
    double sources = 0, seeing = 0;
    for (const auto& [path, includes] : files)
        if (path.ends_with(".cpp")) {
            std::set<std::string> seen;
            addSeen(files, path, seen);
            ++sources;
            seeing += seen.contains(header) ? 1 : 0;
        }
    return 100 * seeing / sources;
}

} // namespace

/// A change of a header recompiles few sources of the product, so a header includes only what it needs: not what the
/// declarations of its functions merely name.
class FanInTest : public QObject {
    Q_OBJECT

    Includes m_product;

private slots:
    void initTestCase()
    {
        for (const auto& [path, text] :
            sourceFiles({"model", "widgets", "app", "fit", "python", "web"}, {".h", ".cpp"}))
            m_product[path] = includesOf(text);
    }

    void headersOfHeadersCount()
    {
        const Includes files{{"a.cpp", {"a.h"}}, {"a.h", {"b.h", "vector"}}, {"b.h", {"a.h"}}, {"b.cpp", {"b.h"}},
            {"c.cpp", {"c.h"}}, {"d.cpp", {}}};
        QCOMPARE(percentSeeing(files, "a.h"), 50.0);
        QCOMPARE(percentSeeing(files, "c.h"), 25.0);
    }

    void fewSourcesSee_data()
    {
        QTest::addColumn<double>("most_percent");
        QTest::newRow("model/constants/physics.h") << 15.0;
        QTest::newRow("model/job/group_links.h") << 13.0;
        QTest::newRow("model/job/job.h") << 11.0;
        QTest::newRow("model/search/search.h") << 18.0;
        QTest::newRow("model/analysis/analysis.h") << 33.0;
    }

    void fewSourcesSee()
    {
        QFETCH(const double, most_percent);
        const std::string header = QTest::currentDataTag();
        const double percent = percentSeeing(m_product, header);
        QVERIFY2(percent > 0 && percent <= most_percent, qPrintable(QString("%1 % see it").arg(percent)));
    }
};

KNEEPOINT_TEST(FanInTest)
#include "fan_in_test.moc"
