// SPDX-FileCopyrightText: 2026 The Kneepoint developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/imports/samples.h"

#include "model/catalogue/catalogue.h"
#include "tests/support/source_path.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sqlite3.h>
#include <zlib.h>

namespace kneepoint::test {
namespace {

std::string placed(const std::string& what, const std::string& place)
{
    return what + (place.empty() ? "" : " (" + place + ")") + "\n";
}

std::string settingsText(const std::vector<ObservedSetting>& settings)
{
    std::string text;
    for (const ObservedSetting& s : settings) {
        const Parameter& p = parameter(s.parameter);
        const std::string value =
            p.scale == Scale::choice ? std::string(p.choice(s.value).id) : fmt::format("{:.10g}", s.value);
        text += placed(fmt::format("{} = {}", s.parameter, value), s.place);
    }
    return text;
}

std::string measurementsText(const std::vector<Measurement>& measurements)
{
    std::string text;
    for (const Measurement& m : measurements)
        text += placed(m.samples > 1 ? fmt::format("{}: {:.10g} ± {:.4g} of {}", m.metric, m.value, m.spread, m.samples)
                                     : fmt::format("{}: {:.10g}", m.metric, m.value),
            m.place);
    return text;
}

std::string curveText(const MeasuredCurve& curve)
{
    std::string text = curve.name + ":";
    for (const MeasuredPoint& p : curve.points)
        text += fmt::format(" {:.10g}→{:.10g}", p.x, p.y);
    for (const LinearPiece& p : curve.pieces)
        text += fmt::format("; {:.4g}…{:.4g}: {:.4g} + {:.4g} x", p.from, p.to, p.intercept, p.slope);
    return placed(text, curve.place);
}

} // namespace

std::filesystem::path samplePath(const std::string& name)
{
    return std::filesystem::path(sourcePath("tests/imports/samples").toStdString()) / name;
}

std::string sampleText(const std::string& name)
{
    std::ifstream file(samplePath(name), std::ios::binary);
    return {std::istreambuf_iterator(file), {}};
}

std::string gzipped(const std::string& text)
{
    z_stream stream{};
    constexpr int gzip_window = 15 + 16;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    std::string out(text.size() + 1000, '\0');
    stream.next_in = reinterpret_cast<unsigned char*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<unsigned>(text.size());
    stream.next_out = reinterpret_cast<unsigned char*>(out.data());
    stream.avail_out = static_cast<unsigned>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string database(const std::string& statements)
{
    sqlite3* opened = nullptr;
    sqlite3_open(":memory:", &opened);
    const std::unique_ptr<sqlite3, int (*)(sqlite3*)> owner(opened, sqlite3_close);
    if (sqlite3_exec(opened, statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return sqlite3_errmsg(opened);
    sqlite3_int64 size = 0;
    unsigned char* bytes = sqlite3_serialize(opened, "main", &size, 0);
    std::string text(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
    sqlite3_free(bytes);
    return text;
}

Evidence imported(std::string_view text, const std::string& name)
{
    Result<Evidence> evidence = importBytes(text, name);
    if (!evidence) {
        QTest::qFail(evidence.error().message.c_str(), __FILE__, __LINE__);
        return {};
    }
    return std::move(*evidence);
}

std::string refusalOf(std::string_view text)
{
    const Result<Evidence> evidence = importBytes(text, "file");
    return evidence ? std::string() : evidence.error().message;
}

bool skips(const Evidence& evidence, std::string_view reason)
{
    return std::ranges::any_of(
        evidence.skipped, [&](const SkippedItem& item) { return item.reason.find(reason) != std::string::npos; });
}

std::string told(const Evidence& evidence)
{
    std::string text =
        evidence.summary + "\n" + settingsText(evidence.settings) + measurementsText(evidence.measurements);
    for (const MeasuredCurve& curve : evidence.curves)
        text += curveText(curve);
    for (const EvidenceRow& row : evidence.rows)
        text +=
            placed("[" + row.name + "]", row.series) + settingsText(row.settings) + measurementsText(row.measurements);
    for (const StepPart& part : evidence.breakdown)
        text += fmt::format("{} of a step: {:.10g}\n", part.part, part.seconds);
    for (const ObservedGroup& group : evidence.groups)
        text += fmt::format("group {}: {} ranks, {} {} of up to {} bytes\n", group.name, group.size, group.calls,
            group.operation, group.bytes);
    for (const std::string& id : evidence.assumed)
        text += "assumed: " + id + "\n";
    for (const EvidenceFinding& finding : evidence.findings)
        text += placed(fmt::format("{}, {:.4g}: {}", finding.cause, finding.share, finding.sentence), finding.place);
    for (const SkippedItem& item : evidence.skipped)
        text += "- " + item.place + ": " + item.reason + "\n";
    return text;
}

std::string toldOf(std::string_view text)
{
    const Result<Evidence> evidence = importBytes(text, "file");
    return evidence ? told(*evidence) : evidence.error().message;
}

} // namespace kneepoint::test
