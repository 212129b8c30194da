// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/catalogue/catalogue.h"
#include "tests/imports/samples.h"
#include "tests/support/source_path.h"
#include "tests/support/test_registry.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

using namespace kneepoint;

namespace {

struct Place {
    std::size_t begin, size;
};

/// Numbers that stand alone: not the 8 of "h8" or "8x".
std::vector<Place> numbersIn(std::string_view text)
{
    const auto isWord = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_');
    };
    std::vector<Place> found;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!std::isdigit(static_cast<unsigned char>(text[at])))
            continue;
        const std::size_t end = std::min(text.find_first_not_of("0123456789.", at), text.size());
        if ((at == 0 || !isWord(at - 1)) && !isWord(end))
            found.push_back({at, end - at});
        at = end;
    }
    return found;
}

/// Of so many places, evenly.
std::vector<Place> someOf(const std::vector<Place>& places, std::size_t most)
{
    std::vector<Place> some;
    const std::size_t stride = std::max<std::size_t>(1, places.size() / most);
    for (std::size_t i = 0; i < places.size(); i += stride)
        some.push_back(places[i]);
    return some;
}

/// Whether a measurement is one that a step can be without: of a step itself, of rates and of memory there is always
/// some.
bool mayBeNothing(const std::string& metric)
{
    static const std::set<std::string> parts{"compute_s", "comm_s", "exposed_comm_s", "exposed_load_s"};
    return parts.contains(metric);
}

/// The first figure that nobody could use; empty if all are usable.
std::string unusable(const std::vector<ObservedSetting>& settings, const std::vector<Measurement>& measurements)
{
    for (const ObservedSetting& s : settings)
        if (!checkValue(parameter(s.parameter), s.value))
            return s.parameter + " out of its range";
    for (const Measurement& m : measurements)
        if (m.spread < 0 || m.value < 0 || (m.value == 0 && !mayBeNothing(m.metric)))
            return "a measured " + m.metric + " of " + std::to_string(m.value);
    return {};
}

std::string unusable(const Evidence& e)
{
    std::string found = unusable(e.settings, e.measurements);
    for (const EvidenceRow& row : e.rows)
        found += unusable(row.settings, row.measurements);
    for (const MeasuredCurve& curve : e.curves)
        for (const MeasuredPoint& point : curve.points)
            if (point.x < 0 || point.y < 0)
                found += "a point of " + curve.name;
    static const QRegularExpression no_number(QStringLiteral("(?<![A-Za-z])(nan|inf)(?![A-Za-z])"));
    if (const QString told = QString::fromStdString(test::told(e)); told.contains(no_number))
        found += "nan or inf in: " + told.toStdString();
    return found;
}

} // namespace

/// A single wrong number in a file: what is still read of it is usable, or the file is refused.
class WrongNumbersTest : public QObject {
    Q_OBJECT

private slots:
    void nothingThatIsReadIsUseless_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* folder : {"tests/imports/samples", "tests/fuzz/seeds"})
            for (const auto& entry : std::filesystem::recursive_directory_iterator(sourcePath(folder).toStdString())) {
                const std::string path = entry.path().string();
                if (entry.is_regular_file() && path.find("sqlite") == std::string::npos
                    && (path.find("samples") != std::string::npos || path.find("/import_") != std::string::npos))
                    QTest::newRow(entry.path().filename().c_str()) << QString::fromStdString(path);
            }
    }
    void nothingThatIsReadIsUseless()
    {
        QFETCH(const QString, file);
        std::ifstream stream(file.toStdString(), std::ios::binary);
        const std::string text{std::istreambuf_iterator(stream), {}};
        std::size_t read = 0;
        for (const Place& place : someOf(numbersIn(text), 150))
            for (const char* wrong : {"0", "0.0", "-7", "1e30", "1"}) {
                std::string changed = text;
                changed.replace(place.begin, place.size, wrong);
                const Result<Evidence> evidence = importBytes(changed, "file");
                if (!evidence)
                    continue;
                ++read;
                const std::string found = unusable(*evidence);
                const std::string where = text.substr(place.begin, place.size) + " at " + std::to_string(place.begin);
                QVERIFY2(found.empty(), (wrong + (" instead of " + where + ": ") + found).c_str());
            }
        QVERIFY(read > 0);
    }
};

KNEEPOINT_TEST(WrongNumbersTest)
#include "wrong_numbers_test.moc"
