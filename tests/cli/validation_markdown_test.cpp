// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/answer.h"

#include "tests/support/source_path.h"
#include "tests/support/temporary_files.h"
#include "tests/support/test_registry.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace {

constexpr auto layouts_heading = "\n## Measured layouts\n";

QByteArray validationPage()
{
    QFile page(kneepoint::sourcePath("docs/validation.md"));
    return page.open(QIODevice::ReadOnly) ? page.readAll() : QByteArray();
}

/// The section of measured layouts, which the program writes from a file that is not part of the project.
QString layoutSection(const QByteArray& page)
{
    return QString::fromUtf8(page.mid(page.indexOf(layouts_heading)));
}

/// A sweep of sixteen layouts, some of them out of memory.
QByteArray sweep()
{
    auto rows = nlohmann::json::array();
    for (const int pp : {1, 2, 4, 8})
        for (const int tp : {1, 2, 4, 8})
            rows.push_back({{"id", std::to_string(tp) + "x" + std::to_string(pp)}, {"rank_group", "job"},
                {"model", {{"layers", 32}, {"hidden", 4096}, {"heads", 32}, {"ffn", 11008}}}, {"seq", 4096},
                {"gbs", 256}, {"gpus", 64}, {"gpu", "A100-SXM4-80GB"}, {"inter", "InfiniBand HDR"},
                {"precision", "bf16"}, {"tp", tp}, {"pp", pp}, {"mbs", 1}, {"zero", 1}, {"recompute", "none"},
                {"kernel", "flash_attention2"}, {"status", tp * pp == 1 ? "oom" : "ok"}, {"step_time_s", 6 + tp + pp}});
    return QByteArray::fromStdString(nlohmann::json{{"rows", rows}}.dump());
}

/// Everything before the first group, without its numbers.
QString formOf(const QString& section)
{
    QString form = section.left(section.indexOf("---:|\n"));
    return form.replace(QRegularExpression(R"([+-]?\d+(\.\d+)?)"), "#");
}

/// Cells of the groups; none where a figure is not known.
QList<QStringList> groupsOf(const QString& section)
{
    QList<QStringList> groups;
    const QRegularExpression between(R"( \| )");
    for (const QString& line : section.mid(section.indexOf("---:|\n")).split('\n'))
        if (line.startsWith("| "))
            groups.push_back(line.mid(2, line.size() - 4).split(between));
    return groups;
}

/// The first number behind these words.
double numberAfter(const QString& text, const QString& words)
{
    const QRegularExpression number(QRegularExpression::escape(words) + R"( ([+-]?\d+(\.\d+)?))");
    const QRegularExpressionMatch match = number.match(text);
    return match.hasMatch() ? match.captured(1).toDouble() : NAN;
}

double percentOf(QString cell)
{
    return cell.remove(" %").toDouble();
}

} // namespace

/// The measured layouts in docs/validation.md are what the program writes.
class ValidationMarkdownTest : public QObject {
    Q_OBJECT

private slots:
    void theLayoutsAreInTheFormOfTheProgram()
    {
        const kneepoint::test::TemporaryFiles files;
        const Answer sample =
            ask({"validate", "--layouts", "--file", files.write("layouts.json", sweep()), "--markdown"});
        QCOMPARE(sample.code, 0);
        const QString section = layoutSection(validationPage());
        QCOMPARE(formOf(section), formOf("\n" + QString::fromStdString(sample.out)));
        const auto columns = groupsOf(QString::fromStdString(sample.out)).value(0).size();
        QVERIFY(columns > 1);
        for (const QStringList& group : groupsOf(section))
            QCOMPARE(group.size(), columns);
    }

    /// The sums and means in the text are those of the groups in the table.
    void theSummaryOfTheLayoutsFollowsFromTheirGroups()
    {
        const QString section = layoutSection(validationPage());
        double layouts = 0, ran = 0, error = 0, chosen = 0;
        std::vector<double> regrets;
        const QList<QStringList> groups = groupsOf(section);
        for (const QStringList& group : groups) {
            layouts += group[1].toDouble();
            ran += group[2].toDouble();
            error += group[2].toDouble() * percentOf(group[3]);
            chosen += group[8] == "ok" ? 1 : 0;
            if (group[7] != "–")
                regrets.push_back(percentOf(group[7]));
        }
        QVERIFY(groups.size() > 1 && regrets.size() > 1 && ran < layouts);
        std::ranges::sort(regrets);
        const auto within = [&](double most) {
            const auto count = std::ranges::count_if(regrets, [&](double regret) { return regret <= most; });
            return 100.0 * static_cast<double>(count) / static_cast<double>(regrets.size());
        };
        const double rounded = 0.06, whole = 0.51; // one decimal, none
        QCOMPARE(numberAfter(section, "Step times of"), ran);
        QVERIFY(std::abs(numberAfter(section, "mean error") - error / ran) < rounded);
        QVERIFY(std::abs(numberAfter(section, "Median regret") - regrets[regrets.size() / 2]) < rounded);
        QVERIFY(std::abs(numberAfter(section, "at most 5 % in") - within(5)) < whole);
        QVERIFY(std::abs(numberAfter(section, "at most 10 % in") - within(10)) < whole);
        QVERIFY(std::abs(numberAfter(section, "choice runs in") - 100 * chosen / static_cast<double>(groups.size()))
            < whole);
    }
};

KNEEPOINT_TEST(ValidationMarkdownTest)
#include "validation_markdown_test.moc"
