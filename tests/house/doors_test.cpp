// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/house/source_files.h"

#include "tests/support/data_row.h"
#include "tests/support/test_registry.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>
#include <utility>

namespace {

/// A room of the house and the rooms its files may include, besides its own. The first matching room of a list counts.
/// A door is a folder with everything beneath it or, with a star, the files directly in it.
struct Room {
    std::string_view path;
    std::vector<std::string_view> may_include;
};

/// The rooms of the engine from the bottom up: each may include those before it, except for the closed doors below.
constexpr std::array engine{"model/units/", "model/scenario/", "model/presets/", "model/constants/", "model/catalogue/",
    "model/evidence/", "model/imports/", "model/job/", "model/cost/", "model/step/", "model/search/",
    "model/uncertainty/", "model/analysis/", "model/results/", "model/exploration/", "model/plan/", "model/diagnosis/",
    "model/lesson/", "model/calibrate/", "model/answers/", "model/validation/", "model/handout/"};

/// Neighbors in that order that do not know each other.
constexpr std::pair<std::string_view, std::string_view> closed_doors[]{{"model/job/", "model/evidence/"},
    {"model/cost/", "model/evidence/"}, {"model/step/", "model/evidence/"}, {"model/search/", "model/evidence/"},
    {"model/uncertainty/", "model/evidence/"}, {"model/uncertainty/", "model/search/"},
    {"model/analysis/", "model/evidence/"}, {"model/results/", "model/evidence/"},
    {"model/exploration/", "model/evidence/"}, {"model/exploration/", "model/search/"},
    {"model/plan/", "model/evidence/"}, {"model/plan/", "model/exploration/"}, {"model/diagnosis/", "model/evidence/"},
    {"model/diagnosis/", "model/search/"}, {"model/diagnosis/", "model/exploration/"},
    {"model/diagnosis/", "model/plan/"}, {"model/lesson/", "model/evidence/"}, {"model/lesson/", "model/search/"},
    {"model/lesson/", "model/exploration/"}, {"model/lesson/", "model/plan/"}, {"model/calibrate/", "model/search/"},
    {"model/calibrate/", "model/exploration/"}, {"model/calibrate/", "model/plan/"},
    {"model/calibrate/", "model/diagnosis/"}, {"model/calibrate/", "model/lesson/"},
    {"model/answers/", "model/evidence/"}, {"model/answers/", "model/exploration/"},
    {"model/answers/", "model/lesson/"}, {"model/validation/", "model/exploration/"},
    {"model/validation/", "model/plan/"}, {"model/validation/", "model/diagnosis/"},
    {"model/validation/", "model/lesson/"}, {"model/job/", "model/imports/"}, {"model/cost/", "model/imports/"},
    {"model/step/", "model/imports/"}, {"model/search/", "model/imports/"}, {"model/uncertainty/", "model/imports/"},
    {"model/analysis/", "model/imports/"}, {"model/results/", "model/imports/"},
    {"model/exploration/", "model/imports/"}, {"model/plan/", "model/imports/"}, {"model/diagnosis/", "model/imports/"},
    {"model/lesson/", "model/imports/"}, {"model/calibrate/", "model/imports/"},
    {"model/validation/", "model/imports/"}, {"model/handout/", "model/evidence/"},
    {"model/handout/", "model/imports/"}, {"model/handout/", "model/search/"}, {"model/handout/", "model/exploration/"},
    {"model/handout/", "model/plan/"}, {"model/handout/", "model/calibrate/"}, {"model/handout/", "model/validation/"}};

std::vector<Room> engineRooms()
{
    std::vector<Room> rooms;
    for (const std::string_view room : engine) {
        Room& added = rooms.emplace_back(Room{room, {room}});
        for (const std::string_view below : engine) {
            if (below == room)
                break;
            if (std::ranges::find(closed_doors, std::pair(room, below)) == std::end(closed_doors))
                added.may_include.push_back(below);
        }
    }
    return rooms;
}

const std::vector<Room>& rooms()
{
    static const std::vector<Room> all = [] {
        std::vector<Room> list = engineRooms();
        const std::vector<Room> others{
            {"model/", {}},
            {"widgets/theme/", {"model/", "widgets/*", "widgets/theme/"}},
            {"widgets/style/", {"model/", "widgets/*", "widgets/theme/", "widgets/style/"}},
            {"widgets/charts/kit/", {"model/", "widgets/*", "widgets/theme/", "widgets/charts/kit/"}},
            {"widgets/charts/", {"model/", "widgets/*", "widgets/theme/", "widgets/charts/"}},
            {"widgets/controls/", {"model/", "widgets/*", "widgets/theme/", "widgets/style/", "widgets/controls/"}},
            {"widgets/panels/", {"model/", "widgets/"}},
            {"widgets/", {"model/", "widgets/"}},
            {"app/document/", {"model/", "widgets/", "app/document/"}},
            {"app/export/", {"model/", "widgets/", "app/document/", "app/export/"}},
            {"app/teaching/", {"model/", "widgets/", "app/document/", "app/teaching/"}},
            {"app/planning/", {"model/", "widgets/", "app/document/", "app/planning/"}},
            {"app/evidence/", {"model/", "widgets/", "app/document/", "app/evidence/"}},
            {"app/window/",
                {"model/", "widgets/", "app/document/", "app/export/", "app/teaching/", "app/planning/",
                    "app/evidence/", "app/window/"}},
            {"app/cli/", {"model/", "widgets/", "app/document/", "app/export/", "app/cli/"}},
            {"app/", {"app/"}},
            {"fit/", {"model/", "fit/"}},
            {"python/", {"model/", "python/"}},
            {"web/", {"model/constants/", "model/handout/", "web/"}},
        };
        list.insert(list.end(), others.begin(), others.end());
        return list;
    }();
    return all;
}

const std::vector<std::string> source_suffixes{".h", ".cpp"};

bool isQt(std::string_view include)
{
    static const std::vector<std::string_view> module_prefixes{"Qt", "qt", "qcustomplot"};
    const bool class_header = include.size() > 1 && include[0] == 'Q' && std::isupper(include[1]) != 0;
    return class_header
        || std::ranges::any_of(module_prefixes, [&](auto prefix) { return include.starts_with(prefix); });
}

bool isOwn(std::string_view include)
{
    return std::ranges::any_of(
        std::vector<std::string_view>{"model/", "widgets/", "app/", "fit/", "python/", "tests/", "../", "./"},
        [&](auto prefix) { return include.starts_with(prefix); });
}

bool leadsTo(std::string_view door, std::string_view include)
{
    if (!door.ends_with('*')) {
        return include.starts_with(door);
    }
    door.remove_suffix(1);
    return include.starts_with(door) && include.find('/', door.size()) == std::string_view::npos;
}

/// Why a file at this path may not have this include; empty if it may.
std::optional<std::string> objection(const std::string& path, const std::string& include)
{
    if (path.starts_with("model/") && isQt(include)) {
        return "the engine knows no Qt";
    }
    if (path.ends_with(".h") && include == "qcustomplot.h") {
        return "its header takes seconds to compile: forward-declare";
    }
    const auto room = std::ranges::find_if(rooms(), [&](const Room& r) { return path.starts_with(r.path); });
    if (!isOwn(include) || room == rooms().end()) {
        return {};
    }
    if (std::ranges::none_of(room->may_include, [&](auto door) { return leadsTo(door, include); })) {
        return "there is no door from " + std::string(room->path) + " to there";
    }
    return {};
}

} // namespace

/// Allowed includes, as in section "Doors" of CONTRIBUTING.md.
class DoorsTest : public QObject {
    Q_OBJECT

private slots:
    void everyIncludeGoesThroughADoor()
    {
        const auto files = sourceFiles({"model", "widgets", "app", "fit", "python", "web"}, source_suffixes);
        QVERIFY(!files.empty());
        std::size_t includes = 0;
        for (const SourceFile& file : files) {
            for (const std::string& include : includesOf(file.text)) {
                ++includes;
                const auto why = objection(file.path, include);
                QVERIFY2(!why, (file.path + " includes " + include + ": " + why.value_or("")).c_str());
            }
        }
        QVERIFY(includes > files.size());
    }

    void closedDoorsAreDetected_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("include");
        kneepoint::test::dataRow("engine and Qt", "model/step/a.cpp", "QString");
        kneepoint::test::dataRow("engine and a Qt module", "model/step/a.cpp", "QtCore/qglobal.h");
        kneepoint::test::dataRow("engine and widgets", "model/analysis/a.cpp", "widgets/theme/theme.h");
        kneepoint::test::dataRow("scenario and cost", "model/scenario/a.h", "model/cost/memory.h");
        kneepoint::test::dataRow("cost and step", "model/cost/a.h", "model/step/step_report.h");
        kneepoint::test::dataRow("step and analysis", "model/step/a.h", "model/analysis/analysis.h");
        kneepoint::test::dataRow("search and analysis", "model/search/a.h", "model/results/metric.h");
        kneepoint::test::dataRow("step and search", "model/step/a.h", "model/search/layout.h");
        kneepoint::test::dataRow("evidence and step", "model/evidence/a.h", "model/step/step_report.h");
        kneepoint::test::dataRow("evidence and imports", "model/evidence/a.h", "model/imports/import.h");
        kneepoint::test::dataRow("diagnosis and imports", "model/diagnosis/a.h", "model/imports/import.h");
        kneepoint::test::dataRow("widgets and app", "widgets/panels/a.cpp", "app/window/main_window.h");
        kneepoint::test::dataRow("analysis and diagnosis", "model/analysis/a.h", "model/diagnosis/diagnosis.h");
        kneepoint::test::dataRow("command line and window", "app/cli/a.cpp", "app/window/main_window.h");
        kneepoint::test::dataRow("window and command line", "app/window/a.cpp", "app/cli/table.h");
        kneepoint::test::dataRow("teaching and window", "app/teaching/a.cpp", "app/window/window_actions.h");
        kneepoint::test::dataRow(
            "planning and teaching", "app/planning/a.cpp", "app/teaching/large_chart_controller.h");
        kneepoint::test::dataRow("command line and evidence", "app/cli/a.cpp", "app/evidence/calibrate_controller.h");
        kneepoint::test::dataRow("engine and fit", "model/cost/a.cpp", "fit/constants.h");
        kneepoint::test::dataRow("Python module and command line", "python/a.cpp", "app/cli/table.h");
        kneepoint::test::dataRow("charts and panels", "widgets/charts/a.cpp", "widgets/panels/board.h");
        kneepoint::test::dataRow("kit and charts", "widgets/charts/kit/a.cpp", "widgets/charts/scaling_chart.h");
        kneepoint::test::dataRow("header and QCustomPlot", "widgets/charts/a.h", "qcustomplot.h");
        kneepoint::test::dataRow("path from elsewhere than the root", "model/step/a.cpp", "../cost/memory.h");
    }

    void closedDoorsAreDetected()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, include);
        QVERIFY(objection(path.toStdString(), include.toStdString()).has_value());
    }

    void openDoorsAreOpen_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("include");
        kneepoint::test::dataRow("analysis and step", "model/analysis/a.h", "model/step/step_report.h");
        kneepoint::test::dataRow("search and step", "model/search/a.h", "model/step/step_series.h");
        kneepoint::test::dataRow("charts and engine", "widgets/charts/a.h", "model/analysis/analysis.h");
        kneepoint::test::dataRow("charts and kit", "widgets/charts/a.h", "widgets/charts/kit/chart.h");
        kneepoint::test::dataRow("panels and charts", "widgets/panels/a.h", "widgets/charts/kit/chart.h");
        kneepoint::test::dataRow("source and QCustomPlot", "widgets/charts/a.cpp", "qcustomplot.h");
        kneepoint::test::dataRow("controls and the room's own helpers", "widgets/controls/a.cpp", "widgets/text.h");
        kneepoint::test::dataRow("engine and the standard library", "model/step/a.cpp", "queue");
    }

    void openDoorsAreOpen()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, include);
        QVERIFY(!objection(path.toStdString(), include.toStdString()).has_value());
    }
};

KNEEPOINT_TEST(DoorsTest)
#include "doors_test.moc"
